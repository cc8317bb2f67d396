package sagasu.analysis;

import java.io.Reader;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.CharFilterFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.StringSetting;

/** Replaces the matches of a pattern before the tokenizer sees the text. Flags are part of the pattern: (?i). */
@NamedComponent("pattern_replace")
public final class PatternReplace implements CharFilterFactory {
    private final Pattern pattern;
    private final String replacement;

    @Inject
    public PatternReplace(Options options) {
        if (!options.flags().isEmpty()) {
            throw new IllegalArgumentException("pattern_replace takes no `flags` here: write them into the pattern, like (?i)");
        }
        pattern = Pattern.compile(options.pattern());
        replacement = options.replacement();
    }

    /** The server also creates a filter without settings for every index, under the bare name. It must not fail. */
    @Override
    public Reader create(Reader reader) {
        return pattern.pattern().isEmpty() ? reader : new PatternReplaceCharFilter(pattern, replacement, reader);
    }

    @Override
    public Reader normalize(Reader reader) {
        return create(reader);
    }

    @AnalysisSettings
    public interface Options {
        @StringSetting(path = "pattern", defaultValue = "")
        String pattern();

        @StringSetting(path = "replacement", defaultValue = "")
        String replacement();

        @StringSetting(path = "flags", defaultValue = "")
        String flags();
    }
}
