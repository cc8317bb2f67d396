package sagasu.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenFilterFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.BooleanSetting;
import org.elasticsearch.plugin.settings.IntSetting;

/** search → s, se. */
@NamedComponent("edge_ngram")
public final class EdgeNgram implements TokenFilterFactory {
    private final int minGram;
    private final int maxGram;
    private final boolean preserveOriginal;

    @Inject
    public EdgeNgram(Options options) {
        minGram = options.minGram();
        maxGram = options.maxGram();
        preserveOriginal = options.preserveOriginal();
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        return new EdgeNGramTokenFilter(tokens, minGram, maxGram, preserveOriginal);
    }

    @AnalysisSettings
    public interface Options {
        @IntSetting(path = "min_gram", defaultValue = 1)
        int minGram();

        @IntSetting(path = "max_gram", defaultValue = 2)
        int maxGram();

        @BooleanSetting(path = "preserve_original", defaultValue = false)
        boolean preserveOriginal();
    }
}
