package sagasu.analysis;

import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenizerFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.IntSetting;

/** The whole text is one token. */
@NamedComponent("keyword")
public final class KeywordTokens implements TokenizerFactory {
    private final int bufferSize;

    @Inject
    public KeywordTokens(Options options) {
        bufferSize = options.bufferSize();
    }

    @Override
    public Tokenizer create() {
        return new KeywordTokenizer(bufferSize);
    }

    @AnalysisSettings
    public interface Options {
        @IntSetting(path = "buffer_size", defaultValue = 256)
        int bufferSize();
    }
}
