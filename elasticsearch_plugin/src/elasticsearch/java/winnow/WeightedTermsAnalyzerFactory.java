package winnow;

import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.AnalyzerFactory;

/** The analyzer {@code weighted_terms}, for fields with {@code index_options: freqs}. */
@NamedComponent(WeightedTermsAnalyzer.NAME)
public final class WeightedTermsAnalyzerFactory implements AnalyzerFactory {
    @Override
    public Analyzer create() {
        return new WeightedTermsAnalyzer();
    }
}
