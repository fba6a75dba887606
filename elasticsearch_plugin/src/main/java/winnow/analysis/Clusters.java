package winnow.analysis;

import java.util.BitSet;

/** Which characters of a run form one user-perceived character: the rules of Unicode Standard Annex #29 that such runs can meet. */
final class Clusters {
    private static final BitSet LEADING = of("L");
    private static final BitSet VOWEL = of("V");
    private static final BitSet TRAILING = of("T");
    private static final BitSet LEADING_VOWEL = of("LV");
    private static final BitSet SYLLABLE = of("LVT");
    private static final BitSet EXTENDING = of("Extend");
    private static final BitSet JOINER = of("ZWJ");
    private static final BitSet SPACING = of("SpacingMark");
    private static final BitSet PREPENDED = of("Prepend");

    private Clusters() {}

    private static BitSet of(String value) {
        return Tables.LOADED.classes.get("cluster" + value);
    }

    /** Whether the character at a place belongs to the one before it. */
    static boolean together(int[] text, int place) {
        int before = text[place - 1];
        int here = text[place];
        if (EXTENDING.get(here) || JOINER.get(here) || SPACING.get(here) || PREPENDED.get(before)) {
            return true;
        }
        if (LEADING.get(before)) {
            return LEADING.get(here) || VOWEL.get(here) || LEADING_VOWEL.get(here) || SYLLABLE.get(here);
        }
        if (LEADING_VOWEL.get(before) || VOWEL.get(before)) {
            return VOWEL.get(here) || TRAILING.get(here);
        }
        return (SYLLABLE.get(before) || TRAILING.get(before)) && TRAILING.get(here);
    }
}
