package winnow;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.DelimitedTermFrequencyTokenFilter;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.TokenFilterFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.StringSetting;

/** The token filter {@code delimited_term_freq}: what follows the delimiter in a token is the token's frequency. */
@NamedComponent("delimited_term_freq")
public final class DelimitedTermFreqFilterFactory implements TokenFilterFactory {
    private final char delimiter;

    /** The filter's options in an index's analysis settings. */
    @AnalysisSettings
    public interface Options {
        /** One character. */
        @StringSetting(path = "delimiter", defaultValue = "|")
        String delimiter();
    }

    /**
     * @throws IllegalArgumentException where the delimiter is not one character
     */
    @Inject
    public DelimitedTermFreqFilterFactory(Options options) {
        if (options.delimiter().length() != 1) {
            throw new IllegalArgumentException("delimiter must be one character; got [" + options.delimiter() + "]");
        }
        delimiter = options.delimiter().charAt(0);
    }

    @Override
    public TokenStream create(TokenStream tokens) {
        return new DelimitedTermFrequencyTokenFilter(tokens, delimiter);
    }
}
