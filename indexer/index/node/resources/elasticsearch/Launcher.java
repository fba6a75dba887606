import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/** One node: {@code Launcher HOME SETTING=VALUE...}. With {@code -Dwinnow.until=PID} it ends when that process does. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Files.writeString(home.resolve("pid"), Long.toString(ProcessHandle.current().pid()));
        Long until = Long.getLong("winnow.until");
        if (until != null) {
            ProcessHandle.of(until).ifPresentOrElse(other -> other.onExit().thenRun(() -> System.exit(0)), () -> System.exit(0));
        }
        LogConfigurator.loadLog4jPlugins();
        Settings.Builder builder = Settings.builder().put("path.home", home.toString());
        for (int i = 1; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            builder.put(pair[0], pair[1]);
        }
        Settings settings = builder.build();
        LogConfigurator.configureWithoutConfig(settings);
        Environment environment = new Environment(settings, home.resolve("config"));
        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(environment.modulesDir()),
            PluginsLoader.loadPluginsBundles(environment.pluginsDir()),
            Map.of()
        );
        Node node = new Node(environment, plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                node.close();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }));
        node.start();
        Thread.currentThread().join();
    }
}
