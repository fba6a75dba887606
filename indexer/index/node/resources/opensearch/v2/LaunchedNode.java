import java.util.Collection;
import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.env.Environment;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.Node;
import org.opensearch.percolator.PercolatorPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.script.mustache.MustachePlugin;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch 2 with its transport, analysis, percolator, reindex and search templates. */
final class LaunchedNode extends Node {
    private static final Collection<Class<? extends Plugin>> MODULES =
        List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PercolatorPlugin.class, ReindexPlugin.class, MustachePlugin.class);

    LaunchedNode(Environment environment) {
        super(environment, MODULES, false);
    }
}
