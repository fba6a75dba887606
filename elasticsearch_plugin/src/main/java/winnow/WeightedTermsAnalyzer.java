package winnow;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.miscellaneous.DelimitedTermFrequencyTokenFilter;

/** Terms parted by white space, each with its frequency after a bar: {@code fox|32 den|5}. */
final class WeightedTermsAnalyzer extends Analyzer {
    static final String NAME = "weighted_terms";
    /**
     * The whitespace analyzer cuts terms at 255 characters; room for a bar and the ten digits of the largest frequency
     * lets the same terms pass here.
     */
    static final int LONGEST = WhitespaceTokenizer.DEFAULT_MAX_WORD_LEN + 1 + Integer.toString(Integer.MAX_VALUE).length();

    @Override
    protected TokenStreamComponents createComponents(String field) {
        Tokenizer terms = new WhitespaceTokenizer(LONGEST);
        return new TokenStreamComponents(terms, new DelimitedTermFrequencyTokenFilter(terms));
    }
}
