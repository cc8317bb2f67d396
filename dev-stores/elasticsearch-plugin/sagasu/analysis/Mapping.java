package sagasu.analysis;

import java.io.Reader;
import java.util.List;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.CharFilterFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.ListSetting;

/** Replaces strings before the tokenizer sees them. */
@NamedComponent("mapping")
public final class Mapping implements CharFilterFactory {
    private final NormalizeCharMap map;

    @Inject
    public Mapping(Options options) {
        // The server also creates a filter without settings for every index, under the bare name. It must not fail.
        List<String> rules = options.mappings() == null ? List.of() : options.mappings();
        NormalizeCharMap.Builder builder = new NormalizeCharMap.Builder();
        for (String rule : rules) {
            MappingRule parsed = MappingRule.parse(rule);
            builder.add(parsed.from(), parsed.to());
        }
        map = builder.build();
    }

    @Override
    public Reader create(Reader reader) {
        return new MappingCharFilter(map, reader);
    }

    @Override
    public Reader normalize(Reader reader) {
        return create(reader);
    }

    @AnalysisSettings
    public interface Options {
        @ListSetting(path = "mappings")
        List<String> mappings();
    }
}
