package sagasu.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenFilterFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.BooleanSetting;

/** é → e, ß → ss. */
@NamedComponent("asciifolding")
public final class AsciiFolding implements TokenFilterFactory {
    private final boolean preserveOriginal;

    @Inject
    public AsciiFolding(Options options) {
        preserveOriginal = options.preserveOriginal();
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        return new ASCIIFoldingFilter(tokens, preserveOriginal);
    }

    /** Normalization yields one term, so the original is never kept beside it. */
    @Override
    public TokenStream normalize(TokenStream tokens) {
        return new ASCIIFoldingFilter(tokens, false);
    }

    @AnalysisSettings
    public interface Options {
        @BooleanSetting(path = "preserve_original", defaultValue = false)
        boolean preserveOriginal();
    }
}
