package winnow.analysis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the Python analyser knows of characters and languages; {@code analysis_tables.py} writes the file and describes it. */
final class Tables {
    static final Tables LOADED = new Tables();

    final Map<String, BitSet> classes = new HashMap<>();
    final Map<Integer, String> casefold = new HashMap<>();
    final Map<Integer, String> base = new HashMap<>();
    final Map<String, String> texts = new HashMap<>();
    final Map<String, Set<String>> elided = new HashMap<>();
    final Map<String, String> stemmers = new TreeMap<>();
    final Map<String, Integer> lengths = new HashMap<>();

    private Tables() {
        try (
            InputStream file = Tables.class.getResourceAsStream("tables.tsv");
            BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))
        ) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split("\t", -1);
                put(cells[0], cells[1], cells[2]);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void put(String table, String name, String value) {
        switch (table) {
            case "class" -> classes.put(name, ranges(value));
            case "casefold" -> casefold.put(name.codePointAt(0), value);
            case "base" -> base.put(name.codePointAt(0), value);
            case "text" -> texts.put(name, value);
            case "elided" -> elided.put(name, Set.of(value.split(" ")));
            case "stemmer" -> stemmers.put(name, value);
            case "length" -> lengths.put(name, Integer.valueOf(value));
            default -> throw new IllegalArgumentException(table);
        }
    }

    private static BitSet ranges(String value) {
        BitSet members = new BitSet();
        for (String range : value.isEmpty() ? new String[0] : value.split(" ")) {
            String[] ends = range.split("-");
            members.set(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[1], 16) + 1);
        }
        return members;
    }

    /** The characters of a text as a class. */
    BitSet members(String name) {
        BitSet members = new BitSet();
        texts.get(name).codePoints().forEach(members::set);
        return members;
    }

    /** A text of pairs: each character, then what it becomes. */
    Map<Integer, Integer> pairs(String name) {
        int[] both = texts.get(name).codePoints().toArray();
        Map<Integer, Integer> pairs = new HashMap<>();
        for (int i = 0; i < both.length; i += 2) {
            pairs.put(both[i], both[i + 1]);
        }
        return pairs;
    }
}
