package winnow.snowball;

import java.util.ArrayList;
import java.util.List;

/** A row of a table of endings or beginnings; tables are sorted. */
final class Among {
    /** What has to hold beside. */
    interface Routine {
        boolean holds(Snowball stemmer);
    }

    final String text;
    /** The row of the longest text that this one begins (or ends) with; -1 where there is none. */
    final int shorter;
    final int result;
    final Routine routine;

    private Among(String text, int shorter, int result, Routine routine) {
        this.text = text;
        this.shorter = shorter;
        this.result = result;
        this.routine = routine;
    }

    /** A line a row: text, shorter, result, and the number of a routine where there is one, parted by tabs. */
    static Among[] table(Routine[] routines, String... chunks) {
        List<Among> rows = new ArrayList<>();
        for (String chunk : chunks) {
            for (String line : chunk.split("\n")) {
                String[] cells = line.split("\t");
                Routine routine = cells.length > 3 ? routines[Integer.parseInt(cells[3])] : null;
                rows.add(new Among(cells[0], Integer.parseInt(cells[1]), Integer.parseInt(cells[2]), routine));
            }
        }
        return rows.toArray(new Among[0]);
    }
}
