package sagasu.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenizerFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.IntSetting;

/** Tokens are separated by white space. */
@NamedComponent("whitespace")
public final class WhitespaceTokens implements TokenizerFactory {
    private final int maxTokenLength;

    @Inject
    public WhitespaceTokens(Options options) {
        maxTokenLength = options.maxTokenLength();
    }

    @Override
    public Tokenizer create() {
        return new WhitespaceTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY, maxTokenLength);
    }

    @AnalysisSettings
    public interface Options {
        @IntSetting(path = "max_token_length", defaultValue = 255)
        int maxTokenLength();
    }
}
