package winnow.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Where words and numbers begin and end: {@code indexer/cutting.py}, rule by rule. Places count code points. */
final class Cutter {
    enum Kind {
        WORD,
        NUMBER,
        PAIR
    }

    record Piece(int start, int end, Kind kind) {}

    private static final Tables TABLES = Tables.LOADED;
    private static final BitSet UNSPACED = TABLES.classes.get("unspaced");
    private static final BitSet LETTER = TABLES.classes.get("letter");
    private static final BitSet FIRST = TABLES.classes.get("first");
    private static final BitSet REST = TABLES.classes.get("rest");
    private static final BitSet ANY_LETTER = TABLES.classes.get("anyletter");
    private static final BitSet MARK = TABLES.classes.get("mark");
    private static final BitSet NUMBER = TABLES.classes.get("number");
    private static final BitSet DECIMAL = TABLES.classes.get("decimal");
    private static final BitSet LOWER = TABLES.classes.get("lower");
    private static final BitSet UPPER = TABLES.classes.get("upper");
    private static final BitSet IGNORABLE = TABLES.classes.get("ignorable");
    private static final BitSet HEBREW = TABLES.classes.get("hebrew");
    private static final BitSet APOSTROPHES = TABLES.members("apostrophes");
    private static final BitSet SPACES = TABLES.members("spaces");
    private static final BitSet HYPHENS = TABLES.members("hyphens");
    private static final BitSet HASHES = TABLES.members("hashes");
    private static final String WITHIN_WORDS = "·‧״\"׳";
    private static final String WITHIN_NUMBERS = ".,٬٫．，";

    private final int[] text;

    Cutter(int[] text) {
        this.text = text;
    }

    /** The pieces, letters that full stops part joined to one. */
    List<Piece> pieces() {
        List<Piece> found = new ArrayList<>();
        Piece held = null;
        for (Piece piece : uncombined()) {
            boolean single = piece.kind() == Kind.WORD && (held != null || at(piece.end()) == '.') && oneLetter(piece);
            if (held != null) {
                if (single && piece.start() == held.end() + 1 && at(held.end()) == '.') {
                    held = new Piece(held.start(), piece.end(), Kind.WORD);
                    continue;
                }
                found.add(held);
                held = null;
            }
            if (single) {
                held = piece;
            } else {
                found.add(piece);
            }
        }
        if (held != null) {
            found.add(held);
        }
        return found;
    }

    /** Words whose parts are joined by hyphens, or as a hashtag. */
    List<Piece> compounds() {
        List<Piece> found = new ArrayList<>();
        int place = 0;
        while (place < text.length) {
            int end = is(LETTER, place) && !joinedBefore(place) ? hyphenatedEnd(place) : -1;
            if (end < 0 && is(HASHES, place - 1)) {
                end = tagEnd(place);
            }
            if (end > 0) {
                found.add(new Piece(place, end, Kind.WORD));
            }
            place = Math.max(place + 1, end);
        }
        return found;
    }

    private boolean joinedBefore(int place) {
        int before = place - 1;
        while (is(IGNORABLE, before) && !continues(before)) {
            before--;
        }
        return continues(before);
    }

    private boolean continues(int place) {
        return is(ANY_LETTER, place) || is(MARK, place) || is(NUMBER, place) || is(HYPHENS, place);
    }

    private int hyphenatedEnd(int start) {
        int end = past(REST, start);
        int parts = 1;
        while (is(HYPHENS, end) && (is(ANY_LETTER, end + 1) || is(DECIMAL, end + 1)) && is(REST, end + 1)) {
            end = past(REST, end + 1);
            parts++;
        }
        return parts > 1 ? end : -1;
    }

    /** The end of a hashtag's letters that has a capital behind a small letter; -1 where it has none. */
    private int tagEnd(int start) {
        int end = past(REST, start);
        for (int place = start; is(LETTER, start) && place + 1 < end; place++) {
            if (is(LOWER, place) && is(UPPER, place + 1)) {
                return end;
            }
        }
        return -1;
    }

    /** A word; each word of a hashtag from its capital on. */
    private void words(int start, int end, List<Piece> found) {
        int from = start;
        if (is(HASHES, start - 1) && tagEnd(start) == end) {
            for (int place = start + 1; place < end; place++) {
                if (is(LOWER, place - 1) && is(UPPER, place)) {
                    found.add(new Piece(from, place, Kind.WORD));
                    from = place;
                }
            }
        }
        found.add(new Piece(from, end, Kind.WORD));
    }

    private boolean oneLetter(Piece piece) {
        return is(LETTER, piece.start()) && Math.min(past(MARK, piece.start() + 1), piece.end()) == piece.end();
    }

    private List<Piece> uncombined() {
        List<Piece> found = new ArrayList<>();
        int place = 0;
        while (place < text.length) {
            int end;
            if (is(FIRST, place)) {
                end = wordEnd(place);
                words(place, end, found);
            } else if (is(UNSPACED, place)) {
                end = past(UNSPACED, place);
                pairs(place, end, found);
            } else if (is(DECIMAL, place)) {
                int grouped = groupedEnd(place);
                end = grouped > 0 ? grouped : numberEnd(place);
                found.add(new Piece(place, end, Kind.NUMBER));
            } else {
                end = place + 1;
            }
            place = end;
        }
        return found;
    }

    private int wordEnd(int start) {
        int place = start + 1;
        while (place < text.length) {
            if (is(REST, place)) {
                place++;
            } else if (within(place) || ((text[place] == '.' || text[place] == ',') && is(DECIMAL, place - 1) && is(DECIMAL, place + 1))) {
                place++;
            } else {
                break;
            }
        }
        return place;
    }

    /** Whether a mark between letters parts nothing. */
    private boolean within(int place) {
        if (!is(APOSTROPHES, place) && WITHIN_WORDS.indexOf(text[place]) < 0) {
            return false;
        }
        int before = place - 1;
        while (is(MARK, before) || is(IGNORABLE, before)) {
            if (is(ANY_LETTER, before)) {
                break;
            }
            before--;
        }
        if (!is(ANY_LETTER, before) || !is(LETTER, past(IGNORABLE, place + 1))) {
            return false;
        }
        return text[place] != '"' || (is(HEBREW, place - 1) && is(HEBREW, place + 1));
    }

    /** The end of a number whose groups of three digits a blank parts; -1 where there is none. */
    private int groupedEnd(int start) {
        boolean joined = is(ANY_LETTER, start - 1) || is(MARK, start - 1) || is(DECIMAL, start - 1);
        if (joined || text[start] == '0' || (parts(start - 1) && is(DECIMAL, start - 2))) {
            return -1;
        }
        int place = Math.min(past(DECIMAL, start), start + 3);
        int blank = at(place);
        if (!is(SPACES, place) || !threeDigits(place + 1)) {
            return -1;
        }
        place += 4;
        for (int more = 0; more < 3 && at(place) == blank && threeDigits(place + 1); more++) {
            place += 4;
        }
        if ((at(place) == '.' || at(place) == ',') && is(DECIMAL, place + 1)) {
            place = Math.min(past(DECIMAL, place + 1), place + 10);
        }
        return is(DECIMAL, place) || (parts(place) && is(DECIMAL, place + 1)) ? -1 : place;
    }

    private boolean parts(int place) {
        return at(place) == '.' || at(place) == ',' || is(SPACES, place);
    }

    private boolean threeDigits(int place) {
        return is(DECIMAL, place) && is(DECIMAL, place + 1) && is(DECIMAL, place + 2);
    }

    private int numberEnd(int start) {
        int place = past(DECIMAL, start);
        while (is(DECIMAL, place + 1) && place < text.length) {
            boolean mark = WITHIN_NUMBERS.indexOf(text[place]) >= 0;
            if (!mark && !(is(APOSTROPHES, place) && threeDigits(place + 1) && !is(DECIMAL, place + 4))) {
                break;
            }
            place = past(DECIMAL, place + 1);
        }
        return place;
    }

    /** Overlapping pairs of user-perceived characters; the run itself if it has only one. */
    private void pairs(int start, int end, List<Piece> found) {
        List<Integer> starts = new ArrayList<>();
        for (int place = start; place < end; place++) {
            if (place == start || !Clusters.together(text, place)) {
                starts.add(place);
            }
        }
        starts.add(end);
        if (starts.size() == 2) {
            found.add(new Piece(start, end, Kind.PAIR));
        }
        for (int i = 0; i + 2 < starts.size(); i++) {
            found.add(new Piece(starts.get(i), starts.get(i + 2), Kind.PAIR));
        }
    }

    private int past(BitSet members, int place) {
        int end = place;
        while (is(members, end)) {
            end++;
        }
        return end;
    }

    private boolean is(BitSet members, int place) {
        return place >= 0 && place < text.length && members.get(text[place]);
    }

    private int at(int place) {
        return place >= 0 && place < text.length ? text[place] : -1;
    }
}
