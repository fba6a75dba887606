package winnow;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import winnow.analysis.Terms;
import winnow.analysis.Terms.Word;

/**
 * The other half of the pair: what a reader types, in the terms that Winnow's documents have.
 *
 * <p>A query's language is unknown, so each word has its terms in all languages that the analyzer is given, at one position: they count as
 * synonyms do.
 */
final class WeightedTermsQueryAnalyzer extends Analyzer {
    static final String NAME = "weighted_terms_query";

    private final List<String> languages;

    /**
     * @param languages ISO 639-1 codes; none for all
     */
    WeightedTermsQueryAnalyzer(Collection<String> languages) {
        this.languages = languages.isEmpty() ? Terms.languages() : List.copyOf(languages);
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        return new TokenStreamComponents(new Words(languages));
    }

    private static final class Words extends Tokenizer {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
        private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
        private final List<String> languages;
        private Iterator<Word> words = List.<Word>of().iterator();
        private Iterator<String> terms = List.<String>of().iterator();
        private Word word;
        private boolean first;
        private int length;

        Words(List<String> languages) {
            this.languages = languages;
        }

        @Override
        public void reset() throws IOException {
            super.reset();
            StringBuilder text = new StringBuilder();
            char[] room = new char[4096];
            for (int read = input.read(room); read >= 0; read = input.read(room)) {
                text.append(room, 0, read);
            }
            length = text.length();
            words = Terms.words(text.toString(), languages).iterator();
            terms = List.<String>of().iterator();
        }

        @Override
        public boolean incrementToken() {
            clearAttributes();
            if (!terms.hasNext()) {
                if (!words.hasNext()) {
                    return false;
                }
                word = words.next();
                terms = word.terms().iterator();
                first = true;
            }
            term.append(terms.next());
            offset.setOffset(correctOffset(word.start()), correctOffset(word.end()));
            increment.setPositionIncrement(first && !word.beside() ? 1 : 0);
            first = false;
            return true;
        }

        @Override
        public void end() throws IOException {
            super.end();
            offset.setOffset(correctOffset(length), correctOffset(length));
        }
    }
}
