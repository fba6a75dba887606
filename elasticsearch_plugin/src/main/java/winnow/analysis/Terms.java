package winnow.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import winnow.analysis.Cutter.Kind;
import winnow.analysis.Cutter.Piece;
import winnow.snowball.Stemmers;

/** The terms of a text: {@code indexer/text.py}, whose documents a query has to find. */
public final class Terms {
    private static final Tables TABLES = Tables.LOADED;
    private static final int LONGEST_TERM = TABLES.lengths.get("term");
    private static final int LONGEST_WORD = TABLES.lengths.get("word");
    private static final BitSet IGNORABLE = TABLES.classes.get("ignorable");
    private static final BitSet APOSTROPHES = TABLES.members("apostrophes");
    private static final BitSet HYPHENS = TABLES.members("hyphens");
    private static final Set<String> TURKIC = Set.of(TABLES.texts.get("turkic").split(" "));

    /** The different terms of a word, sorted; its place in characters of Java; and whether it stands where the last one does. */
    public record Word(List<String> terms, int start, int end, boolean beside) {}

    private Terms() {}

    /** Languages that have rules of their own, and "" for all others. */
    public static List<String> languages() {
        Set<String> known = new TreeSet<>(TABLES.stemmers.keySet());
        known.addAll(TABLES.elided.keySet());
        known.addAll(TURKIC);
        known.add("");
        return List.copyOf(known);
    }

    /** The words of a text with the terms that each has in these languages. */
    public static List<Word> words(String text, Collection<String> languages) {
        int[] codes = text.codePoints().toArray();
        int[] places = places(codes);
        Cutter cutter = new Cutter(codes);
        List<Piece> whole = cutter.compounds();
        List<Word> found = new ArrayList<>();
        int next = 0;
        for (Piece piece : cutter.pieces()) {
            for (; next < whole.size() && whole.get(next).end() <= piece.start(); next++) {
                addJoined(codes, places, whole.get(next), languages, found);
            }
            add(terms(codes, piece.start(), piece.end(), piece.kind(), languages), places, piece, false, found);
        }
        for (; next < whole.size(); next++) {
            addJoined(codes, places, whole.get(next), languages, found);
        }
        return found;
    }

    private static void add(Set<String> terms, int[] places, Piece piece, boolean beside, List<Word> found) {
        if (!terms.isEmpty()) {
            found.add(new Word(List.copyOf(terms), places[piece.start()], places[piece.end()], beside));
        }
    }

    /** A hyphenated word as it is written without its hyphens, or a hashtag of several words. */
    private static void addJoined(int[] codes, int[] places, Piece piece, Collection<String> languages, List<Word> found) {
        int[] joined = Arrays.stream(codes, piece.start(), piece.end()).filter(each -> !HYPHENS.get(each)).toArray();
        if (joined.length <= LONGEST_TERM) {
            add(terms(joined, 0, joined.length, Kind.WORD, languages), places, piece, !found.isEmpty(), found);
        }
    }

    private static Set<String> terms(int[] codes, int start, int end, Kind kind, Collection<String> languages) {
        Set<String> terms = new TreeSet<>();
        for (String language : languages) {
            String term = term(codes, start, end, kind, language);
            if (!term.isEmpty()) {
                terms.add(term);
            }
        }
        return terms;
    }

    private static String term(int[] codes, int start, int end, Kind kind, String language) {
        if (kind == Kind.NUMBER) {
            return first(Folding.foldedNumber(string(codes, start, end)), LONGEST_TERM);
        }
        int from = start;
        int to = end;
        if (kind == Kind.WORD) {
            int mark = apostrophe(codes, start, end);
            if (mark < 0) {
                to = withoutTail(codes, start, end);
            } else if (TURKIC.contains(language) || possessive(codes, mark, withoutTail(codes, start, end))) {
                to = mark;
            } else {
                to = withoutTail(codes, start, end);
                boolean elided = TABLES.elided.getOrDefault(language, Set.of()).contains(Folding.folded(string(codes, start, mark), ""));
                from = elided ? mark + 1 : start;
            }
        }
        String term = Folding.folded(string(codes, from, to), language);
        if (term.isEmpty()) {
            term = Folding.folded(string(codes, start, end), language);
        }
        String algorithm = kind == Kind.WORD ? TABLES.stemmers.get(language) : null;
        if (algorithm != null) {
            String stem = Stemmers.stem(algorithm, first(term, LONGEST_TERM));
            term = stem.isEmpty() ? term : stem;
        }
        return first(term, LONGEST_TERM);
    }

    /** The first apostrophe with something before it; -1 where there is none. */
    private static int apostrophe(int[] codes, int start, int end) {
        int last = withoutTail(codes, start, end);
        for (int place = start; place < last; place++) {
            if (APOSTROPHES.get(codes[place])) {
                return place == start ? -1 : place;
            }
        }
        return -1;
    }

    private static boolean possessive(int[] codes, int mark, int end) {
        return end == mark + 2 && (codes[mark + 1] == 's' || codes[mark + 1] == 'S');
    }

    private static int withoutTail(int[] codes, int start, int end) {
        int last = end;
        while (last > start && IGNORABLE.get(codes[last - 1])) {
            last--;
        }
        return last;
    }

    private static String string(int[] codes, int start, int end) {
        return new String(codes, start, Math.min(end - start, LONGEST_WORD));
    }

    private static String first(String text, int characters) {
        return text.codePointCount(0, text.length()) <= characters ? text : text.substring(0, text.offsetByCodePoints(0, characters));
    }

    /** For each code point, and the end, its place in a string. */
    private static int[] places(int[] codes) {
        int[] places = new int[codes.length + 1];
        for (int i = 0; i < codes.length; i++) {
            places[i + 1] = places[i] + Character.charCount(codes[i]);
        }
        return places;
    }
}
