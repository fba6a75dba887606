package winnow;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.miscellaneous.DelimitedTermFrequencyTokenFilter;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.AnalyzerFactory;

/**
 * The analyzer {@code weighted_terms}: terms parted by white space, each with its frequency after a bar, {@code fox|32 den|5}.
 *
 * <p>For fields with {@code index_options: freqs}, beside {@code search_analyzer: whitespace}.
 */
@NamedComponent("weighted_terms")
public final class WeightedTermsAnalyzerFactory implements AnalyzerFactory {
    /**
     * The search side's tokenizer cuts terms at 255 characters; room for a bar and the ten digits of the largest frequency
     * lets the same terms pass here.
     */
    static final int LONGEST = WhitespaceTokenizer.DEFAULT_MAX_WORD_LEN + 1 + Integer.toString(Integer.MAX_VALUE).length();

    @Override
    public Analyzer create() {
        return new WeightedTermsAnalyzer();
    }

    private static final class WeightedTermsAnalyzer extends Analyzer {
        @Override
        protected TokenStreamComponents createComponents(String field) {
            Tokenizer terms = new WhitespaceTokenizer(LONGEST);
            return new TokenStreamComponents(terms, new DelimitedTermFrequencyTokenFilter(terms));
        }
    }
}
