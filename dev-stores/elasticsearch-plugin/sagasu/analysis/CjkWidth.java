package sagasu.analysis;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenFilterFactory;

/** Full-width Latin becomes ordinary Latin, half-width kana become ordinary kana. */
@NamedComponent("cjk_width")
public final class CjkWidth implements TokenFilterFactory {
    @Override
    public TokenStream create(TokenStream tokens) {
        return new CJKWidthFilter(tokens);
    }

    @Override
    public TokenStream normalize(TokenStream tokens) {
        return new CJKWidthFilter(tokens);
    }
}
