import java.util.List;
import org.opensearch.Version;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** A node of OpenSearch 3 with its transport and its analysis. */
final class LaunchedNode extends Node {
    LaunchedNode(Environment environment) {
        super(environment, List.of(info(Netty4ModulePlugin.class), info(CommonAnalysisModulePlugin.class)), false);
    }

    private static PluginInfo info(Class<? extends Plugin> plugin) {
        String name = plugin.getName();
        return new PluginInfo(name, "on the class path", "NA", Version.CURRENT, "21", name, null, List.of(), false);
    }
}
