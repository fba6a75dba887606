import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;

/**
 * One node: {@code Launcher HOME SETTING=VALUE...}. With {@code -Dwinnow.until=PID} it ends when that process does.
 *
 * <p>How a node is given plugins that are on the class path differs between major versions: see {@code LaunchedNode}.
 */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Files.writeString(home.resolve("pid"), Long.toString(ProcessHandle.current().pid()));
        Long until = Long.getLong("winnow.until");
        if (until != null) {
            ProcessHandle.of(until).ifPresentOrElse(other -> other.onExit().thenRun(() -> System.exit(0)), () -> System.exit(0));
        }
        Settings.Builder builder = Settings.builder().put("path.home", home.toString());
        for (int i = 1; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            builder.put(pair[0], pair[1]);
        }
        Settings settings = builder.build();
        LogConfigurator.configureWithoutConfig(settings);
        Node node = new LaunchedNode(new Environment(settings, home.resolve("config")));
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
