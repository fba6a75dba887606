"""Ages that pages print in the place of a date ("3 hours ago", "vor 2 Tagen"), counted back from the time of the request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from indexer.article.date_text import DAY_LENGTH, LONGEST_LINE, SENTENCE_ENDS, TOMORROW, ascii_digits, dates_in
from indexer.article.locale_words import locales_of, near_days

if TYPE_CHECKING:
    from babel import Locale

_UNITS: Mapping[str, int] = {"minute": 60, "hour": 3_600, "day": 86_400, "month": 2_629_800}
"""Seconds of each unit; a week is too long for a day and no whole part of a month."""
_COUNTS = (1, 2, 3, 5, 11, 21, 100)
"""Numbers in all plural forms of all languages."""
_WIDTHS = ("long", "short", "narrow")
_NEVER = 10**9
"""No unit becomes the next larger one."""
_LONGEST_REST = 60
"""Number of characters beside an age in a byline; a sentence has more."""
_UNSPACED = frozenset({"zh", "ja", "th", "lo", "km", "my"})
"""Languages that write no gaps between words."""


def in_line(line: str, fetched: str, language: str = "") -> str:
    """Return the day, or the month, that lies so far before the time of the request as a line says; "" for a line without an age.

    Parameters
    ----------
    line : str
    fetched : str
        ISO 8601 time of the request; "" if unknown.
    language : str
        BCP 47 primary subtag. English is read, too.

    Examples
    --------
    >>> in_line("Ola Brekke · 3 hours ago", "2026-03-04T01:00:00Z"), in_line("vor 2 Tagen", "2026-03-04T12:00:00Z", "de")
    ('2026-03-03', '2026-03-02')
    >>> in_line("il y a 4 mois", "2026-03-04T12:00:00Z", "fr"), in_line("5 min read", "2026-03-04T12:00:00Z"), in_line("2 days ago", "")
    ('2025-11', '', '')
    """
    if not fetched or not any(character.isdigit() for character in line[:LONGEST_LINE]):
        return ""
    pattern, units = _ages(language)
    match = pattern.search(ascii_digits(line[:LONGEST_LINE].lower()))
    if match is None or (match.end() < len(line) and line.endswith(SENTENCE_ENDS)) or len(line) - len(match[0]) > _LONGEST_REST:
        return ""
    unit = units[_template(match[0])]
    number = re.search(r"\d+", match[0])
    moment = datetime.fromisoformat(fetched).astimezone(UTC) - timedelta(seconds=int(number[0]) * _UNITS[unit] if number else 0)
    return moment.date().isoformat()[: 7 if unit == "month" else 10]


def without_year(line: str, fetched: str, language: str = "") -> str:
    """Return the day of the year of the request, or of the days before it, that a line states and little else; "" without one.

    Its time of day is added.

    Parameters
    ----------
    line, fetched, language : str
        As for `in_line`; a word for the day needs a time of day beside it, because "Today" alone is a heading.

    Examples
    --------
    >>> without_year("Gestern, 11:50 Uhr", "2026-03-04T12:00:00Z", "de"), without_year("Today", "2026-03-04T12:00:00Z")
    ('2026-03-03T11:50:00', '')
    >>> [without_year(line, "2026-03-04T12:00:00Z") for line in ("Feb 27, 10:15", "Feb 27 at 8:04 PM EST", "20 June")]
    ['2026-02-27T10:15:00', '2026-02-27T20:04:00', '']
    """
    if not fetched or not any(map(str.isdigit, line[:LONGEST_LINE])):
        return ""
    now = datetime.fromisoformat(fetched).astimezone(UTC)
    lower = ascii_digits(line[:LONGEST_LINE].lower())
    clock = _CLOCK.search(lower)
    bare = " ".join(_CLOCK.sub(" ", lower).split())
    if clock is None:
        return _in_year(bare, now, language)
    day = _near_day(bare, now, language) or _in_year(bare, now, language)
    behind = lower[clock.end() :]
    if not day and sum(map(str.isalpha, behind)) <= _LETTERS_OF_CLOCK:
        day = _in_year(_PREPOSITION.sub("", lower[: clock.start()]), now, language)
    return next((found.moment for found in dates_in(f"{day} {clock[0]}{behind}", now + TOMORROW, language)), day)


def _near_day(bare: str, now: datetime, language: str) -> str:
    """Return the day that a line names by a word ("yesterday") and little else, or ""."""
    for word, days in near_days(language).items():
        if bare.startswith(word) and sum(map(str.isalpha, bare)) <= len(word) + _UNIT_OF_CLOCK:
            return (now - timedelta(days)).date().isoformat()
    return ""


def _in_year(bare: str, now: datetime, language: str) -> str:
    """Return the day of this year that a line names, and little else, or ""."""
    for dated in (f"{bare.strip(' ,.|•·-–')} {now.year}", f"{now.year}年{bare}"):
        found = dates_in(dated, now + TOMORROW, language)
        if found and len(found[0].value) >= DAY_LENGTH and len(dated) - (found[0].end - found[0].start) <= _UNIT_OF_CLOCK:
            return found[0].value
    return ""


_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.h]\d\d(?::\d\d)?(?!\d)")
_PREPOSITION = re.compile(r"\s[^\W\d]{1,4}\s*$")
"""Matches the word between a day and its time ("at", "um")."""
_UNIT_OF_CLOCK = 4
"""Number of letters beside a time of day: "Uhr", "p.m."."""
_LETTERS_OF_CLOCK = 8
"""The same with a time zone: "p.m. EST"."""


def _template(text: str) -> str:
    """Return an age with # for its number and without white space."""
    return re.sub(r"\d+", "#", "".join(text.split()))


@lru_cache(maxsize=64)
def _ages(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return a pattern of a language's ages and the unit of each template (`_template`)."""
    from babel import Locale

    units: dict[str, str] = {}
    patterns: set[str] = set()
    for locale in (*locales_of(language), Locale("en")):
        for unit in _UNITS:
            for age in _templates(locale, unit):
                units.setdefault(_template(age), unit)
                parts = re.findall(r"#|[^#\s]+", age)
                patterns.add(" ?".join(r"\d{1,3}" if part == "#" else re.escape(part) for part in parts))
    longest = "|".join(sorted(patterns, key=lambda one: (-len(one), one)))
    return re.compile(rf"(?<!\d)(?:{longest})" if language in _UNSPACED else rf"(?<!\w)(?:{longest})(?!\w)"), units


def _templates(locale: Locale, unit: str) -> Iterator[str]:
    """Yield a language's ages of one unit in lower case with # for the number, also with a frame ("… lalu") of another width."""
    from babel.dates import format_timedelta

    def age(n: int, width: str, *, past: bool) -> str:
        delta = timedelta(seconds=-n * _UNITS[unit] if past else n * _UNITS[unit])
        return format_timedelta(delta, unit, _NEVER, past, width, locale).lower().replace(str(n), "#", 1)  # type: ignore[arg-type]

    spans, frames = set(), set()
    for width in _WIDTHS:
        for n in _COUNTS:
            text, span = age(n, width, past=True), age(n, width, past=False)
            if "#" in text and text[0] not in "-−\u200e":
                yield text
                spans.add(span)
                if span in text:
                    frames.add(text.replace(span, "\0"))
    yield from (frame.replace("\0", span) for frame in sorted(frames) for span in sorted(spans) if "#" in span)
