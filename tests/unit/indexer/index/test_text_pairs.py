"""Pairs of forms in the languages of CLDR: a number as a country prints it and its digits, a name with and without its accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import date

import pytest
from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal

from indexer.text import terms

LOCALES = (
    "ar_EG", "bn", "ca", "cs", "da", "de", "de_CH", "el", "en", "en_IN", "es", "et", "eu", "fa", "fi", "fr", "ga", "he", "hi", "hr", "hu", "id",
    "is", "it", "ja", "ko", "lt", "lv", "ms", "nb", "ne", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "ur", "vi", "zh",
)  # fmt: skip
NAMES_EACH = 12


def pairs() -> Iterator[tuple[str, str, str]]:
    """Language, a form, another form."""
    for name in LOCALES:
        locale, language = Locale.parse(name), name.partition("_")[0]
        for number in (12_500, 1_234_567):
            for digits in ("latn", "default"):
                yield language, format_decimal(number, locale=locale, numbering_system=digits), str(number)
        yield language, format_date(date(2026, 3, 1), "d", locale=locale), "1"
        names = sorted({str(each) for each in (*locale.territories.values(), *locale.languages.values())})
        accented = [(each, bare) for each in names if (bare := _bare(each)) != each]
        for number in range(NAMES_EACH if accented else 0):
            one, other = accented[number * len(accented) // NAMES_EACH]
            yield language, one, other
        yield language, names[0], names[0].upper()


def _bare(text: str) -> str:
    """Without the marks of Latin and Greek letters, by Unicode's decompositions: another way than the analyser's tables."""
    kept = [c for c in unicodedata.normalize("NFD", text) if not 0x300 <= ord(c) <= 0x36F]
    bare = unicodedata.normalize("NFC", "".join(kept))
    return bare if all("GREEK" in n or "LATIN" in n for c in text if c.isalpha() for n in [unicodedata.name(c, "")]) else text


def test_either_form_of_a_pair_has_the_terms_of_the_other() -> None:
    made = list(pairs())
    wrong = [(language, one, other) for language, one, other in made if terms(one, language) != terms(other, language)]
    assert len(made) >= 300
    assert len({language for language, _, _ in made}) >= 30
    assert len(wrong) <= len(made) // 100, wrong


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("pl", "Łódź", "Lodz"), ("hr", "Đakovo", "Dakovo"), ("da", "Ø", "O"), ("is", "Þór", "Thor"), ("mt", "Ħamrun", "Hamrun"),
        ("vi", "Đắk Lắk", "Dak Lak"), ("tr", "Diyarbakır", "DIYARBAKIR"), ("az", "İsmayıllı", "ismayilli"), ("ro", "Brașov", "Braşov"),
        ("ckb", "كوردستان", "کوردستان"), ("ps", "ي", "ی"), ("he", "שָׁלוֹם", "שלום"), ("ar", "مُحَمَّد", "محمد"), ("ar", "ســـلام", "سلام"),
        ("fa", "می\u200cخواهم", "میخواهم"), ("hi", "फ़िल्म", "फिल्म"), ("ja", "ﾄｳｷｮｳ", "トウキョウ"), ("ja", "とうきょう", "トウキョウ"),
        ("ko", "한국", "한국"), ("zh", "２０２６", "2026"), ("en", "5km", "5 km"), ("en", "25°C", "25 C"), ("en", "naïve", "naive"),
        ("en", "ﬁnance", "finance"), ("fr", "œuvre", "oeuvre"), ("fr", "L'État", "Etat"), ("en", "Zeit-Online", "Zeit Online"),
        ("en", "U.S.A.", "USA"), ("en", "#Election_Night", "election night"), ("en", "@the_mayor", "the mayor"), ("uk", "м’ясо", "м'ясо"),
    ],
)  # fmt: skip
def test_forms_of_one_word(language: str, one: str, other: str) -> None:
    assert terms(one, language) == terms(other, language) != []
