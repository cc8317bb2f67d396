package sagasu.analysis;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenFilterFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.BooleanSetting;
import org.elasticsearch.plugin.settings.ListSetting;

/** 東京都 → 東京, 京都. */
@NamedComponent("cjk_bigram")
public final class CjkBigram implements TokenFilterFactory {
    private static final Map<String, Integer> SCRIPTS = Map.of(
        "han", CJKBigramFilter.HAN,
        "hiragana", CJKBigramFilter.HIRAGANA,
        "katakana", CJKBigramFilter.KATAKANA,
        "hangul", CJKBigramFilter.HANGUL
    );

    private final int scripts;
    private final boolean outputUnigrams;

    @Inject
    public CjkBigram(Options options) {
        List<String> ignored = options.ignoredScripts();
        int flags = 0;
        for (Map.Entry<String, Integer> script : SCRIPTS.entrySet()) {
            if (ignored == null || !ignored.contains(script.getKey())) {
                flags |= script.getValue();
            }
        }
        scripts = flags;
        outputUnigrams = options.outputUnigrams();
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        TokenStream bigrams = new CJKBigramFilter(tokens, scripts, outputUnigrams);
        return outputUnigrams ? new OnePosition(bigrams) : bigrams;
    }

    /**
     * Among unigrams a bigram has the position length two, which would turn a phrase into a graph of paths, and the
     * search misses some paths. The stock filter disables this by an internal attribute. Here every token has the
     * position length one, which has the same effect on searches and changes nothing in the index.
     */
    private static final class OnePosition extends TokenFilter {
        private final PositionLengthAttribute length = addAttribute(PositionLengthAttribute.class);

        OnePosition(TokenStream input) {
            super(input);
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (!input.incrementToken()) {
                return false;
            }
            length.setPositionLength(1);
            return true;
        }
    }

    @AnalysisSettings
    public interface Options {
        @BooleanSetting(path = "output_unigrams", defaultValue = false)
        boolean outputUnigrams();

        @ListSetting(path = "ignored_scripts")
        List<String> ignoredScripts();
    }
}
