"""Words that a language uses in dates and in lists of names, from CLDR (Unicode locale data, by Babel)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel import Locale


@lru_cache(maxsize=64)
def months(language: str) -> Mapping[str, int]:
    """Return month names and abbreviations of a language and its regions in lower case without a final dot, and the English ones.

    >>> months("de")["märz"], months("de")["jänner"], months("ar")["آذار"], months("xx")["march"], months("en")["sept"]
    (3, 1, 3, 3, 9)
    """
    found: dict[str, int] = {}
    for locale in (*_locales(language), *_regional_locales(language)):
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in locale.months[context][width].items():
                    word = name.lower().rstrip(".")
                    if not word.isdigit():
                        found.setdefault(word, number)
    for number, name in enumerate(_ENGLISH_MONTHS, 1):
        found.setdefault(name, number)
    return MappingProxyType(_truncations(found) | found)


def _truncations(names: Mapping[str, int]) -> dict[str, int]:
    """Return the beginnings of the names, of three letters or more, that only one month has: "sept", "febr"."""
    beginnings: dict[str, set[int]] = {}
    for name, number in names.items():
        for n in range(_SHORTEST_MONTH, len(name)):
            beginnings.setdefault(name[:n], set()).add(number)
    return {one: numbers.pop() for one, numbers in sorted(beginnings.items()) if len(numbers) == 1 and one.isalpha()}


_SHORTEST_MONTH = 3


class DayHalves(NamedTuple):
    """Marks of the forenoon and the afternoon beside a 12-hour time, in lower case."""

    forenoon: tuple[str, ...]
    afternoon: tuple[str, ...]


@lru_cache(maxsize=64)
def day_halves(language: str) -> DayHalves:
    """Return the forenoon and afternoon marks of a language and of English.

    >>> day_halves("ko").afternoon, day_halves("en").forenoon
    (('오후', 'pm', 'p.m'), ('am', 'a.m'))
    """
    found: dict[str, dict[str, None]] = {"am": {}, "pm": {}}
    for locale in _locales(language):
        for widths in locale.day_periods.values():
            for width in ("wide", "abbreviated"):
                for half, marks in found.items():
                    mark = widths.get(width, {}).get(half, "").lower().rstrip(".")
                    marks |= {mark: None} if mark else {}
    return DayHalves(*((*(mark for mark in marks if mark != half), half, f"{half[0]}.m") for half, marks in found.items()))


_ENGLISH_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
"""Built in, because every site needs them, and CLDR's tables take 60 ms to load."""


@lru_cache(maxsize=64)
def conjunctions(language: str) -> tuple[str, ...]:
    """Return the words between the last two items of a list, without commas, in the language and in English.

    >>> conjunctions("de"), conjunctions("it")
    (('und', '&', 'and'), ('e', '&', 'and'))
    """
    found: list[str] = []
    for locale in _locales(language):
        pattern = locale.list_patterns["standard"]["2"]
        word = pattern.replace("{0}", "").replace("{1}", "").strip(" ,，、-")
        found += [word, "&"] if word else ["&"]
    return tuple(dict.fromkeys((*found, "&", "and")))


@lru_cache(maxsize=64)
def day_first(language: str) -> bool:
    """Return whether 3/4/2026 is in April: the order of the short dates of a language, or of a language in a country.

    >>> day_first("fr"), day_first("en"), day_first("en-GB"), day_first("xx")
    (True, False, True, True)
    """
    if language == "en":
        return False
    locale = next(iter(_locales(language.replace("-", "_"))), None)
    if locale is None:
        return True  # the order of all but a few countries
    pattern = str(locale.date_formats["short"].pattern).lower()
    return pattern.index("d") < pattern.index("m")


@lru_cache(maxsize=1)
def _language_codes() -> frozenset[str]:
    from babel import Locale

    return frozenset(map(str, Locale("en").languages))


def is_language(code: str) -> bool:
    """Return whether CLDR has a language with this code.

    >>> is_language("xh"), is_language("utf"), is_language("xx")
    (True, False, False)
    """
    return code in _USUAL or code in _language_codes()


_USUAL = frozenset(
    "ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh".split()
)
"""The languages of nearly all news sites, which need no loading of the table (40 ms)."""


def _locales(*languages: str) -> list[Locale]:
    """Return the CLDR locales of these languages, except English, which is built in."""
    found: list[Locale] = []
    wanted = [language for language in languages if language not in ("", "en")]
    if not wanted:
        return found
    from babel import Locale, UnknownLocaleError

    for language in wanted:
        try:
            found.append(Locale.parse(language))
        except (UnknownLocaleError, ValueError):  # ValueError: "" or no language tag at all
            continue
    return found


def _regional_locales(language: str) -> list[Locale]:
    """Return the regional locales of a language, which may have their own month names; each costs a millisecond."""
    if language in ("", "en"):
        return []
    from babel import Locale
    from babel.localedata import locale_identifiers

    return [Locale.parse(name) for name in sorted(locale_identifiers()) if name.startswith(language + "_")]
