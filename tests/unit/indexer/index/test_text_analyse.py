"""The analyser: what becomes of words in many scripts, and what holds for every text."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.folding import folded
from indexer.text import MAX_TERM_LENGTH, STEMMERS, analyse, joined, terms

LANGUAGES = ["", "en", "de", "fr", "it", "tr", "az", "uk", "zh", "ja", "th", "el", "ru", "xx"]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "Fähre", "faehre"),
        ("de", "Fa\u0308hre", "FÄHRE"),
        ("de", "Straße", "STRASSE"),
        ("tr", "İzmir’de", "izmir"),
        ("tr", "IŞIKLAR", "ışıklar"),
        ("en", "İZMİR", "izmir"),
        ("fr", "L'avocat", "avocat"),
        ("fr", "jusqu’où", "où"),
        ("it", "dell’acqua", "acqua"),
        ("ca", "l'aigua", "aigua"),
        ("uk", "П’ять", "п'ять"),
        ("uk", "пʼять", "п`ять"),
        ("en", "Gesamt\u00adkonzept", "gesamtkonzept"),
        ("en", "zero\u200bwidth", "zerowidth"),
        ("ja", "ｶﾞﾗｽ", "ガラス"),
        ("zh", "ＣＮＮ", "cnn"),
        ("en", "mayor’s", "mayor"),
        ("en", "U.S.", "u.s"),
        ("en", "U.N.", "UN"),
        ("", "McDonald's", "McDonald"),
        ("en", "O’Brien", "OBrien"),
        ("ca", "col·lecció", "collecció"),
        ("he", 'צה"ל', "צהל"),
        ("vi", "Đà Lạt", "Da Lat"),
        ("pl", "Łódź", "Lodz"),
        ("da", "Ærø", "Aero"),
        ("ro", "Timiş", "Timiș"),
        ("tr", "Işık", "isik"),
        ("ja", "ラーメン", "らーめん"),
        ("ko", "ﾡﾢ", "ㄱㄲ"),
        ("fa", "كتابخانه", "کتابخانه"),
        ("fa", "روستاي", "روستای"),
        ("ur", "پهاڑی", "پہاڑی"),
        ("ar", "الإسكندرون", "الاسكندرون"),
        ("ar", "كتابًا", "كتابا"),
        ("ar", "مكتبة", "مكتبه"),
        ("hi", "ज़मीन", "जमीन"),
        ("ru", "ёлка", "елка"),
        ("ar", "١٢٬٥٠٠", "12500"),
        ("fr", "12\u202f500", "12 500"),
        ("de", "12.500,75", "12,500.75"),
        ("en", "1,25,000", "125000"),
        ("en", "#climatemarch", "ClimateMarch"),
        ("zh", "進擊的巨人", "进击的巨人"),
        ("ja", "渡邊", "渡辺"),
        ("en", "@winnow", "Winnow"),
        ("el", "ΑΘΗΝΑ", "Αθήνα"),
    ],
)
def test_spellings_of_one_word_are_one_term(language: str, one: str, other: str) -> None:
    assert terms(one, language) == terms(other, language) != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the town.He said", ["the", "town", "he", "said"]),
        ("CS:GO 1,000.5", ["cs", "go", "1000.5"]),
        ("5'30 12'500", ["5", "30", "12500"]),
        ("345 102 220 118 345 99", ["345", "102", "220", "118", "345", "99"]),
        ("in 2020 500 people", ["in", "2020", "500", "people"]),
        ("10km save_water J.R.R.Tolkien", ["10", "km", "save", "water", "jrr", "tolkien"]),
        ("民進黨", ["民进", "进党"]),
        ("第2758號", ["第", "2758", "号"]),
        ("민주당 대표", ["민주", "주당", "대표"]),
        ("ไทย", ["ไท", "ทย"]),
        ("ʼtis 'tis", ["tis", "tis"]),
        ('צה"ל', ["צהל"]),
        ("?! 😀 …", []),
    ],
)
def test_where_words_are_cut(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_an_elided_article_is_not_marked() -> None:
    (token,) = analyse("l’avocat", "fr")
    assert "l’avocat"[token.start : token.end] == "avocat"


def test_a_turkish_suffix_behind_its_apostrophe_is_not_marked() -> None:
    (token,) = analyse("İzmir’de", "tr")
    assert "İzmir’de"[token.start : token.end] == "İzmir"


def test_every_stemmer_exists() -> None:
    for code in STEMMERS:
        assert terms("word", code)


@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
def test_tokens_of_any_text(text: str, language: str) -> None:
    tokens = analyse(text, language)
    assert [token.term for token in tokens] == terms(text, language)
    assert [token.position for token in tokens] == list(range(len(tokens)))
    for token in tokens:
        assert 0 <= token.start < token.end <= len(text)
        assert token.term.split() == [token.term], "engines part terms at white space"
        assert len(token.term) <= 2 * MAX_TERM_LENGTH + 8
    assert all(a.start <= b.start for a, b in pairwise(tokens))


@given(st.text(max_size=100))
def test_cutting_does_not_depend_on_the_language(text: str) -> None:
    counts = {len(terms(text, language)) for language in LANGUAGES}
    assert len(counts) == 1


@given(st.text(max_size=100), st.sampled_from(LANGUAGES))
def test_composed_and_decomposed_text_find_each_other(text: str, language: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    assert terms(unicodedata.normalize("NFD", composed), language) == terms(composed, language)


@given(st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_a_folded_word_folds_to_itself(text: str, language: str) -> None:
    once = folded(text, language)
    assert folded(once, language) == once


def test_a_letter_with_a_place_of_its_own_is_no_other_letter() -> None:
    assert terms("й", "ru") != terms("и", "ru")


@pytest.mark.slow
@pytest.mark.parametrize(
    "pattern",
    [
        "a.",
        "a.a",
        "\u200b",
        "a\u0301",
        "a\u0301'",
        "1,",
        "1 234 ",
        "'a",
        "a'",
        "\u200ba",
        "\u0301\u0323",
        "漢",
        "漢\u0301",
        "a\u200d\u200d'",
    ],
)
def test_time_grows_with_the_length_of_a_text_alone(pattern: str) -> None:
    for text in (pattern * 40_000, "a" + pattern * 40_000 + "aa", "a" + pattern[-1] * 80_000 + "b"):
        start = time.process_time()
        terms(text, "fr")
        assert time.process_time() - start < 4, "some 0.3 s; hours where each place is looked at from each other"


@pytest.mark.parametrize("typed", ["ClimateMarch", "climatemarch", "#climatemarch"])
def test_a_hashtag_has_its_words_and_the_whole_word(typed: str) -> None:
    assert terms("#ClimateMarch", "en") == terms("climate march", "en")
    assert [token.term for token in joined("#ClimateMarch now", "en")] == terms(typed, "en")


@pytest.mark.parametrize("text", ["ClimateMarch", "#climatemarch", "#NATO", "#2025", "# ClimateMarch"])
def test_other_words_are_not_cut_at_capitals(text: str) -> None:
    assert len(terms(text, "en")) == 1
    assert joined(text, "en") == []


def test_folded_chinese_characters_stay_as_they_are() -> None:
    folded_ones = {folded(chr(code)) for code in range(0x3400, 0x9FFF)}
    assert all(folded(each) == each for each in folded_ones)
