import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import winnow.analysis.Terms;

/** The plugin's terms of each line of standard input, which is a language, a tab, and a text. */
final class PrintTerms {
    private PrintTerms() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int tab = line.indexOf('\t');
            StringBuilder found = new StringBuilder();
            for (Terms.Word word : Terms.words(line.substring(tab + 1), List.of(line.substring(0, tab)))) {
                found.append(word.beside() ? "+" : "").append(word.terms().get(0)).append(' ');
            }
            out.println(found.toString().strip());
        }
        out.flush();
    }
}
