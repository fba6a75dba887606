package winnow.analysis;

import java.text.Normalizer;
import java.util.BitSet;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One form for letters, digits and numbers: {@code indexer/folding.py}, step by step. */
final class Folding {
    private static final Tables TABLES = Tables.LOADED;
    private static final BitSet IGNORABLE = TABLES.classes.get("ignorable");
    private static final BitSet BLANK = TABLES.classes.get("blank");
    private static final BitSet DIGIT = TABLES.classes.get("digit");
    private static final BitSet APOSTROPHES = TABLES.members("apostrophes");
    private static final Map<Integer, Integer> PERSIAN = TABLES.pairs("persian");
    private static final Map<Integer, Integer> MARKS = TABLES.pairs("marks");
    private static final Pattern[] NUMBERS = {
        Pattern.compile("([1-9]\\d{0,2})((?<mark>[., '])\\d{3}(?:\\k<mark>\\d{3})*+)(?:(?!\\k<mark>)[.,](\\d+))?"),
        Pattern.compile("([1-9]\\d?)((?:,\\d\\d)+,\\d{3})(?:\\.(\\d+))?"),
        Pattern.compile("(\\d+)()[.,](\\d+)"),
    };

    private Folding() {}

    static String folded(String word, String language) {
        String plain;
        if (word.chars().allMatch(each -> each < 128)) {
            plain = word.toLowerCase(java.util.Locale.ROOT).replace("'", "").replace("`", "").replace("\"", "");
        } else {
            String bare = without(word, IGNORABLE);
            String compatible = nfkc(changed(nfkc(bare), TABLES.casefold));
            StringBuilder based = new StringBuilder();
            compatible.codePoints().map(each -> APOSTROPHES.get(each) ? '\'' : each).forEach(each -> append(based, each, TABLES.base));
            plain = without(Normalizer.normalize(based, Normalizer.Form.NFC), BLANK);
            plain = language.equals("fa") ? exchanged(plain, PERSIAN) : plain;
        }
        return plain.codePoints().anyMatch(DIGIT::get) ? plain : plain.replace(".", "");
    }

    static String foldedNumber(String text) {
        String plain = changed(exchanged(text, MARKS), TABLES.base);
        for (Pattern number : NUMBERS) {
            Matcher found = number.matcher(plain);
            if (found.matches()) {
                String whole = found.group(1) + found.group(2).replaceAll("\\D", "");
                String decimals = found.group(found.groupCount());
                return decimals == null ? whole : whole + "." + decimals;
            }
        }
        return plain.replace(" ", "");
    }

    private static String nfkc(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    private static String changed(String text, Map<Integer, String> table) {
        StringBuilder changed = new StringBuilder();
        text.codePoints().forEach(each -> append(changed, each, table));
        return changed.toString();
    }

    private static void append(StringBuilder text, int character, Map<Integer, String> table) {
        String instead = table.get(character);
        if (instead == null) {
            text.appendCodePoint(character);
        } else {
            text.append(instead);
        }
    }

    private static String exchanged(String text, Map<Integer, Integer> table) {
        StringBuilder changed = new StringBuilder();
        text.codePoints().forEach(each -> changed.appendCodePoint(table.getOrDefault(each, each)));
        return changed.toString();
    }

    private static String without(String text, BitSet members) {
        StringBuilder left = new StringBuilder();
        text.codePoints().filter(each -> !members.get(each)).forEach(left::appendCodePoint);
        return left.toString();
    }
}
