package winnow;

import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.plugin.Inject;
import org.elasticsearch.plugin.NamedComponent;
import org.elasticsearch.plugin.analysis.AnalyzerFactory;
import org.elasticsearch.plugin.settings.AnalysisSettings;
import org.elasticsearch.plugin.settings.ListSetting;

/** The analyzer {@code weighted_terms_query}, the {@code search_analyzer} of fields that hold Winnow's terms. */
@NamedComponent(WeightedTermsQueryAnalyzer.NAME)
public final class WeightedTermsQueryAnalyzerFactory implements AnalyzerFactory {
    private final List<String> languages;

    /** The analyzer's options in an index's analysis settings. */
    @AnalysisSettings
    public interface Options {
        /** ISO 639-1 codes of the documents' languages; none for all that are known. */
        @ListSetting(path = "languages")
        List<String> languages();
    }

    @Inject
    public WeightedTermsQueryAnalyzerFactory(Options options) {
        languages = options.languages();
    }

    @Override
    public Analyzer create() {
        return new WeightedTermsQueryAnalyzer(languages);
    }
}
