"""Words that a language uses in dates and in lists of names, from CLDR (Unicode locale data, by Babel)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
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
    for locale in locales_of(language):
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


class MonthFormat(NamedTuple):
    """How a language writes dates with the names of months: whether the year comes first, and letters attached to the name."""

    year_first: bool = False
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def month_format(language: str) -> MonthFormat:
    """Return a language's format of dates with names of months.

    >>> month_format("hu"), month_format("he").before, month_format("eu").behind, month_format("de")
    (MonthFormat(year_first=True, before=(), behind=()), ('ב',), ('ren',), MonthFormat(year_first=False, before=(), behind=()))
    """
    year_first, before, behind = False, dict[str, None](), dict[str, None]()
    for locale in _locales(language):
        for width in ("medium", "long", "full"):
            fields = "".join(map(_field_or_letters, _PARTS_OF_FORMAT.findall(str(locale.date_formats[width].pattern))))
            left, month, right = fields.partition(_MONTH_FIELD)
            attached = "".join(takewhile(str.isalpha, reversed(left)))[::-1], "".join(takewhile(str.isalpha, right))
            for letters, found in zip(attached, (before, behind), strict=True):
                found |= {letters: None} if letters else {}
            year_first = year_first or (bool(month) and _YEAR_FIELD in left)
    return MonthFormat(year_first, tuple(before), tuple(behind))


_PARTS_OF_FORMAT = re.compile(r"'[^']*'|y+|M+|[A-Za-z]|[^'A-Za-z]+")
_MONTH_FIELD, _YEAR_FIELD, _OTHER_FIELD = "\0", "\1", "\2"


def _field_or_letters(part: str) -> str:
    """Return a part of a CLDR date format as one sign for a field, or its letters."""
    if part.startswith("MMM"):
        return _MONTH_FIELD
    return _YEAR_FIELD if part[0] == "y" else _OTHER_FIELD if part.isascii() and part.isalpha() else part.strip("'")


@lru_cache(maxsize=64)
def clock_sign(language: str) -> str:
    """Return the sign between hour and minute in a language's short times.

    >>> clock_sign("fi"), clock_sign("id"), clock_sign("de"), clock_sign("en"), clock_sign("xx")
    ('.', '.', ':', ':', ':')
    """
    locale = next(iter(_locales(language)), None)
    return "." if locale is not None and ".mm" in str(locale.time_formats["short"].pattern) else ":"


@lru_cache(maxsize=64)
def weekdays(language: str) -> Sequence[frozenset[str]]:
    """Return the names and abbreviations of the weekdays in a language and in English, as they are written; the first are those of Monday.

    >>> sorted(weekdays("es")[6])
    ['Sun', 'Sund', 'Sunda', 'Sunday', 'dom', 'domingo']
    """
    found = [{name, *(name[:n] for n in (3, 4, 5))} for name in _ENGLISH_DAYS]
    for locale in _locales(language):
        for width in ("wide", "abbreviated"):
            for number, name in locale.days["format"][width].items():
                found[number].add(name.rstrip("."))
    return tuple(map(frozenset, found))


@lru_cache(maxsize=64)
def near_days(language: str) -> Mapping[str, int]:
    """Return a language's and the English words for the day of today and for those before, in lower case, with the number of days.

    >>> near_days("de")["gestern"], near_days("zh")["昨天"], near_days("en")["today"]
    (1, 1, 0)
    """
    from babel.localedata import load

    names = [str(locale) for locale in _locales(language)]
    words = {str(load(name)["date_fields"]["day"]["relative"].get(-n, "")).lower(): n for name in names for n in (0, 1, 2)}
    return MappingProxyType({"today": 0, "yesterday": 1} | {word: n for word, n in words.items() if word})


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


_ENGLISH_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
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


@lru_cache(maxsize=64)
def year_first(language: str) -> bool:
    """Return whether the short dates of a language begin with the year, so that 26/3/4 is in 2026.

    >>> year_first("zh"), year_first("hu"), year_first("de"), year_first("en"), year_first("xx")
    (True, True, False, False, False)
    """
    locale = next(iter(_locales(language)), None)
    return locale is not None and str(locale.date_formats["short"].pattern).startswith("y")


@lru_cache(maxsize=64)
def date_sign(language: str) -> str:
    """Return the sign between the numbers of a language's short dates.

    >>> date_sign("en"), date_sign("nl"), date_sign("de"), date_sign("xx")
    ('/', '-', '.', '/')
    """
    locale = next(iter(_locales(language)), None)
    return next((c for c in str(locale.date_formats["short"].pattern) if c in "./-"), "/") if locale is not None else "/"


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


def locales_of(language: str) -> list[Locale]:
    """Return the CLDR locales of a language and of its regions, none for English, which is built in."""
    return [*_locales(language), *_regional_locales(language)]


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
