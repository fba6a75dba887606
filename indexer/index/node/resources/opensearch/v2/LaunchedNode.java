import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch 2 with its transport and its analysis. */
final class LaunchedNode extends Node {
    LaunchedNode(Environment environment) {
        super(environment, List.of(Netty4Plugin.class, CommonAnalysisPlugin.class), false);
    }
}
