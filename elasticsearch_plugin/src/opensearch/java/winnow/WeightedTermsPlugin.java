package winnow;

import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/** The analyzers {@code weighted_terms} and {@code weighted_terms_query}; the filter {@code delimited_term_freq} is OpenSearch's own. */
public final class WeightedTermsPlugin extends Plugin implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
        return Map.of(
            WeightedTermsAnalyzer.NAME,
            (index, environment, name, settings) -> new Provider(index, name, settings, new WeightedTermsAnalyzer()),
            WeightedTermsQueryAnalyzer.NAME,
            (index, environment, name, settings) -> {
                List<String> languages = settings.getAsList("languages");
                return new Provider(index, name, settings, new WeightedTermsQueryAnalyzer(languages));
            }
        );
    }

    private static final class Provider extends AbstractIndexAnalyzerProvider<Analyzer> {
        private final Analyzer analyzer;

        Provider(IndexSettings index, String name, Settings settings, Analyzer analyzer) {
            super(index, name, settings);
            this.analyzer = analyzer;
        }

        @Override
        public Analyzer get() {
            return analyzer;
        }
    }
}
