package winnow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.elasticsearch.plugin.NamedComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedTermsTest {
    private static List<String> read(TokenStream tokens) throws IOException {
        CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
        TermFrequencyAttribute frequency = tokens.addAttribute(TermFrequencyAttribute.class);
        List<String> read = new ArrayList<>();
        tokens.reset();
        while (tokens.incrementToken()) {
            read.add(term + "=" + frequency.getTermFrequency());
        }
        tokens.end();
        tokens.close();
        return read;
    }

    private static List<String> analyze(String text) throws IOException {
        try (Analyzer analyzer = new WeightedTermsAnalyzerFactory().create()) {
            return read(analyzer.tokenStream("w", text));
        }
    }

    private static List<String> filter(String delimiter, String text) throws IOException {
        WhitespaceTokenizer terms = new WhitespaceTokenizer();
        terms.setReader(new StringReader(text));
        return read(new DelimitedTermFreqFilterFactory(() -> delimiter).create(terms));
    }

    @Test
    void termsCarryTheirFrequency() throws IOException {
        assertEquals(List.of("fox=32", "水库=5", "den=1"), analyze("fox|32 水库|5\tden"));
        assertEquals(List.of(), analyze(" "));
    }

    @Test
    void theDelimiterIsAnOption() throws IOException {
        assertEquals(List.of("fox=32", "a|b=5"), filter("^", "fox^32 a|b^5"));
        assertThrows(IllegalArgumentException.class, () -> filter("", "fox|1"));
        assertThrows(IllegalArgumentException.class, () -> filter("||", "fox||1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fox|0", "fox|-1", "fox|1.5", "fox|", "fox|many", "fox|2147483648", "fo|x|2"})
    void whatIsNoFrequencyIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> analyze(text));
    }

    @Test
    void theLongestTermOfTheSearchSidePassesWhole() throws IOException {
        String term = "x".repeat(WhitespaceTokenizer.DEFAULT_MAX_WORD_LEN);
        assertEquals(List.of(term + "=2147483647"), analyze(term + "|2147483647"));
    }

    @Test
    void theListOfComponentsNamesTheClasses() throws IOException {
        String list = Files.readString(Path.of("src/elasticsearch/descriptor/named_components.json"));
        for (Class<?> component : List.of(
            WeightedTermsAnalyzerFactory.class,
            WeightedTermsQueryAnalyzerFactory.class,
            DelimitedTermFreqFilterFactory.class
        )) {
            String name = component.getAnnotation(NamedComponent.class).value();
            assertTrue(list.contains("\"" + name + "\": \"" + component.getName() + "\""), name);
        }
    }
}
