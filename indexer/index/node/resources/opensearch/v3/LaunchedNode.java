import java.util.Collection;
import java.util.List;
import org.opensearch.Version;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.env.Environment;
import org.opensearch.index.reindex.ReindexModulePlugin;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.script.mustache.MustacheModulePlugin;
import org.opensearch.transport.Netty4ModulePlugin;

/** A node of OpenSearch 3 with its transport, analysis, reindex and search templates. */
final class LaunchedNode extends Node {
    private static final Collection<PluginInfo> MODULES = List.of(
        info(Netty4ModulePlugin.class),
        info(CommonAnalysisModulePlugin.class),
        info(ReindexModulePlugin.class),
        info(MustacheModulePlugin.class)
    );

    LaunchedNode(Environment environment) {
        super(environment, MODULES, false);
    }

    private static PluginInfo info(Class<? extends Plugin> plugin) {
        String name = plugin.getName();
        return new PluginInfo(name, "on the class path", "NA", Version.CURRENT, "21", name, null, List.of(), false);
    }
}
