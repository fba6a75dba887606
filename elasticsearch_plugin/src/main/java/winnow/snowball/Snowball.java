package winnow.snowball;

import java.util.BitSet;

/**
 * What Snowball's programs run on: a word, a cursor in it, and a slice. The names are those of the generated programs.
 *
 * <p>Letters beyond the first plane stand as characters for private use while a word is stemmed, so that each is one.
 */
abstract class Snowball {
    private static final int PRIVATE = 0xE000;

    String current = "";
    int cursor;
    int limit;
    int limit_backward;
    int bra;
    int ket;

    abstract boolean stem();

    /** The stem of a word. */
    final String stemOf(String word) {
        int[] beyond = word.codePoints().filter(each -> each > 0xFFFF).toArray();
        String flat = word;
        for (int i = 0; i < beyond.length; i++) {
            flat = flat.replaceFirst(java.util.regex.Pattern.quote(Character.toString(beyond[i])), Character.toString(PRIVATE + i));
        }
        current = flat;
        cursor = 0;
        limit = flat.length();
        limit_backward = 0;
        bra = 0;
        ket = limit;
        stem();
        StringBuilder found = new StringBuilder();
        current.chars().forEach(each -> found.appendCodePoint(each >= PRIVATE && each - PRIVATE < beyond.length ? beyond[each - PRIVATE] : each));
        return found.toString();
    }

    static BitSet group(String letters) {
        BitSet group = new BitSet();
        letters.chars().forEach(group::set);
        return group;
    }

    final boolean in_grouping(BitSet group) {
        if (cursor >= limit || !group.get(current.charAt(cursor))) {
            return false;
        }
        cursor++;
        return true;
    }

    final boolean out_grouping(BitSet group) {
        if (cursor >= limit || group.get(current.charAt(cursor))) {
            return false;
        }
        cursor++;
        return true;
    }

    final boolean in_grouping_b(BitSet group) {
        if (cursor <= limit_backward || !group.get(current.charAt(cursor - 1))) {
            return false;
        }
        cursor--;
        return true;
    }

    final boolean out_grouping_b(BitSet group) {
        if (cursor <= limit_backward || group.get(current.charAt(cursor - 1))) {
            return false;
        }
        cursor--;
        return true;
    }

    final boolean go_in_grouping(BitSet group) {
        while (cursor < limit && group.get(current.charAt(cursor))) {
            cursor++;
        }
        return cursor < limit;
    }

    final boolean go_out_grouping(BitSet group) {
        while (cursor < limit && !group.get(current.charAt(cursor))) {
            cursor++;
        }
        return cursor < limit;
    }

    final boolean go_in_grouping_b(BitSet group) {
        while (cursor > limit_backward && group.get(current.charAt(cursor - 1))) {
            cursor--;
        }
        return cursor > limit_backward;
    }

    final boolean go_out_grouping_b(BitSet group) {
        while (cursor > limit_backward && !group.get(current.charAt(cursor - 1))) {
            cursor--;
        }
        return cursor > limit_backward;
    }

    final boolean eq_s(String text) {
        if (limit - cursor < text.length() || !current.startsWith(text, cursor)) {
            return false;
        }
        cursor += text.length();
        return true;
    }

    final boolean eq_s_b(String text) {
        if (cursor - limit_backward < text.length() || !current.startsWith(text, cursor - text.length())) {
            return false;
        }
        cursor -= text.length();
        return true;
    }

    final int find_among(Among[] table) {
        return found(table, true);
    }

    final int find_among_b(Among[] table) {
        return found(table, false);
    }

    /** The result of the longest row that stands at the cursor and whose routine holds; 0 where there is none. */
    private int found(Among[] table, boolean forward) {
        int start = cursor;
        int row = last(table, forward);
        while (row >= 0) {
            Among among = table[row];
            if (stands(among.text, start, forward)) {
                int behind = forward ? start + among.text.length() : start - among.text.length();
                cursor = behind;
                if (among.routine == null || among.routine.holds(this)) {
                    cursor = behind;
                    return among.result;
                }
            }
            row = among.shorter;
        }
        return 0;
    }

    private boolean stands(String text, int start, boolean forward) {
        int begin = forward ? start : start - text.length();
        return begin >= (forward ? 0 : limit_backward) && begin + text.length() <= (forward ? limit : start) && current.startsWith(text, begin);
    }

    /** The last row that does not come after what stands at the cursor. */
    private int last(Among[] table, boolean forward) {
        int low = 0;
        int high = table.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compared(table[middle].text, forward) < 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low - 1;
    }

    /** What stands at the cursor against a row: negative where it comes before, or ends before it differs. */
    private int compared(String text, boolean forward) {
        for (int i = 0; i < text.length(); i++) {
            int place = forward ? cursor + i : cursor - 1 - i;
            if (forward ? place >= limit : place < limit_backward) {
                return -1;
            }
            int difference = current.charAt(place) - text.charAt(forward ? i : text.length() - 1 - i);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private int replace_s(int from, int to, String text) {
        int adjustment = text.length() - (to - from);
        current = current.substring(0, from) + text + current.substring(to);
        limit += adjustment;
        if (cursor >= to) {
            cursor += adjustment;
        } else if (cursor > from) {
            cursor = from;
        }
        return adjustment;
    }

    final boolean slice_from(String text) {
        replace_s(bra, ket, text);
        ket = bra + text.length();
        return true;
    }

    final boolean slice_del() {
        return slice_from("");
    }

    final void insert(int from, int to, String text) {
        int adjustment = replace_s(from, to, text);
        if (from <= bra) {
            bra += adjustment;
        }
        if (from <= ket) {
            ket += adjustment;
        }
    }

    final String slice_to() {
        return current.substring(bra, ket);
    }
}
