"""Conversion of dates as pages write them to ISO 8601: machine-readable stamps, URLs, and visible lines."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from indexer.article.calendars import BUDDHIST, ERAS, FIRST, PERSIAN_LANGUAGES, PERSIAN_MONTHS, persian
from indexer.article.locale_words import clock_sign, date_sign, day_first, day_halves, month_format, months, year_first

EARLIEST = 1990
"""No page of the Web is older."""
TOMORROW = timedelta(days=1)
"""A page may be dated in a time zone ahead of ours, by at most 14 hours."""
SENTENCE_ENDS = tuple(".!?。！？")
"""A line that ends so tells of a day; an ellipsis may cut a date line."""
LONGEST_LINE = 200
"""Number of characters of a line that are searched for a date."""

_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:(?P<t>[T ]|\s+)(\d\d):(\d\d)(?P<s>:\d\d(?:[.,]\d{1,9})?)?\s*(?P<z>Z|z|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII,
)
_CANONICAL = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII)
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(Z)?)?", re.ASCII)
_TO_STRING = re.compile(
    r"[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) (?:(?P<year>\d{4}) )?(?P<clock>\d\d:\d\d:\d\d)"
    r"(?: (?:GMT|UTC)?(?P<zone>[A-Z]{1,5}|[+-]\d\d:?\d\d))?(?: (?P<last>\d{4}))?(?: \([^()]{0,50}\))?",
    re.ASCII,
)
"""As the standard libraries of C, Java and JavaScript print a date: "Tue Mar 03 12:45:00 EST 2026"."""
_EPOCH = re.compile(r"(1?\d{9})(\d{3})?", re.ASCII)
_YEAR = r"(?:(?:19|20)\d\d|25[4-9]\d)"
"""A year of the Common Era, or of the Buddhist one, which is 543 years ahead."""
_PERSIAN_YEAR = r"1[34]\d\d"
_ANY_YEAR = rf"(?:{_YEAR}|{_PERSIAN_YEAR})"
_LAST_PERSIAN = 1499
_END_OF_NAMED = r"(?!\d(?!\d?:\d\d)(?!\d{0,2} [^\W\d]))"
"""The same after the name of a month, where a number of comments may also follow."""
_END = r"(?!\d(?!\d?:\d\d))"
"""No digit follows, unless it begins a time of day (inline elements without a space between them)."""
_YEAR_FIRST = re.compile(rf"(?<!\d)({_ANY_YEAR})\s?[-/.]\s?(\d{{1,2}})\s?[-/.]\s?(\d{{1,2}})(?!\d)")
_EASTERN = re.compile(rf"({_YEAR})\s*[年년]\s*(\d{{1,2}})\s*[月월](?:\s*(\d{{1,2}})\s*[日일号號])?")
_YEAR_LAST = re.compile(rf"(?<!\d)(?<!\d[.,:])(\d{{1,2}})\s?([-/.|])\s?(\d{{1,2}})\s?\2\s?({_ANY_YEAR}){_END}")
_ERA_YEAR = re.compile(rf"({'|'.join(ERAS)}) ?({FIRST}|\d{{1,3}}) ?年 ?(\d{{1,2}}) ?月(?: ?(\d{{1,2}}) ?日)?")
_SHORT_YEAR = re.compile(rf"(?<![\d./-])(\d{{1,2}}) ?([./-])(\d{{1,2}}) ?\2(\d\d){_END}(?![./-])")
_SHORT_YEAR_FIRST = re.compile(rf"(?<![\d./-])(\d\d)([./-]) ?(\d{{1,2}})\2 ?(\d{{1,2}}){_END}(?![/-])")
_NUMBERS_OF_DATES = re.compile(r"\d{1,2} ?([./-]) ?\d{1,2} ?\1 ?\d\d?|\d\d? ?[:h時点點시] ?\d\d(?::\d\d)?")
_MAY_HOLD_DATE = re.compile(rf"\d(?:(?<=1)[349]\d\d|(?<=2)0\d\d|(?<=2)5[4-9]\d| ?[./-] ?\d\d? ?[./-] ?\d| ?年|(?<={FIRST}年\d))")
"""Matches `_ANY_YEAR`, a year of an era or a date with a short year; the search skips to digits because the pattern begins with one."""
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}) ?[:h時点點시] ?(\d\d)(?!\d)")
_CLOCK_WITH_POINT = re.compile(r"(?<![\d:.,])(\d{1,2})[:.](\d\d)(?![.,]?\d)")
_CLOCK_BEFORE = re.compile(
    r"(?<![\d:])(\d{1,2}) ?[:h時点點시] ?(\d\d)(?::\d\d)?\W{0,3}"
    r"(?:[^\W\d]\. ?[^\W\d]\.\W{0,2})?(?:[^\W\d]{1,4}\W{1,3}){0,2}(?:[^\W\d]{1,3}\W{0,3})?$"
)
"""A half of the day, a zone and a short word may follow ("5:15 p.m. CDT, March 1")."""
_CLOCK_GAP = 14
"""Maximum number of characters between a day and its time of day."""
_IN_ADDRESS = re.compile(
    r"/((?:19|20)\d\d)[/-](?:(\d{1,2})[/-](\d{1,2})|(\d\d)(\d\d))(?=\D|$)|[/_-]((?:19|20)\d\d)(\d\d)(\d\d)(?=[/._-]|$)"
    r"|[/_-]((?:19|20)\d\d)-(\d\d)-(\d\d)(?=[/._-]|$)",
    re.ASCII,
)
_NAMED_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)/([^\W\d_]{3,12})/(?:(\d{1,2})(?:/|$))?")
_MONTH_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)/(\d\d)/", re.ASCII)
_IN_ADDRESS_LAST = re.compile(r"[/_-](\d\d)[-.](\d\d)[-.]((?:19|20)\d\d)(?=[/._-]|$)", re.ASCII)


def stamp(value: str, now: datetime) -> str:
    """Return a machine-readable date or time in ISO 8601, unchanged if it is ISO 8601 already; "" if it is invalid.

    It reads ISO 8601 (also with a space for the T and +0100 for +01:00), RFC 5322 dates, dates as C, Java and JavaScript print them, and
    seconds or milliseconds since 1970.

    Parameters
    ----------
    value : str
    now : datetime
        With time zone; dates more than a day later are invalid.

    Examples
    --------
    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> stamp("2026-03-06 18:20:00+0100", now), stamp("Fri, 06 Mar 2026 17:20:00 GMT", now), stamp("2062-01-01", now)
    ('2026-03-06T18:20:00+01:00', '2026-03-06T17:20:00+00:00', '')
    >>> stamp("Fri Mar 06 12:20:00 EST 2026", now), stamp("Fri Mar 06 2026 18:20:00 GMT+0100 (CET)", now)
    ('2026-03-06T12:20:00-05:00', '2026-03-06T18:20:00+01:00')
    """
    value = value.strip()
    printed = _TO_STRING.fullmatch(value)
    if printed is not None:
        year = printed["year"] or printed["last"]
        value = f"{printed['day']} {printed['month']} {year} {printed['clock']}, {printed['zone'] or ''}"
    match = _ISO.match(value)
    if match is not None:
        return _iso(match, now)
    compact = _COMPACT.fullmatch(value)
    if compact is not None:
        day, clock = _day(compact[1], compact[2], compact[3], now), f"T{compact[4]}:{compact[5]}:{compact[6] or '00'}{compact[7] or ''}"
        return day + clock if day and compact[4] and _is_time(day + clock) else day
    epoch = _EPOCH.fullmatch(value)
    if epoch is not None:
        return _if_sane(datetime.fromtimestamp(int(epoch[1]), UTC), now)
    if "," in value or value[-4:-2] in ("+0", "-0", "+1", "-1") or value.endswith(("GMT", "UTC")):
        try:
            return _if_sane(parsedate_to_datetime(value), now)
        except (ValueError, TypeError, IndexError):  # the standard library raises these for other texts
            return ""
    return ""


class Found(NamedTuple):
    """A date in a line of text.

    Parameters
    ----------
    value : str
        YYYY-MM-DD, or YYYY-MM if no day is named.
    start, end : int
        Its span in the line.
    clock : str
        HH:MM, the time of day printed with it, or "".
    """

    value: str
    start: int
    end: int
    clock: str = ""

    @property
    def moment(self) -> str:
        """The day with its time of day, in local time."""
        return f"{self.value}T{self.clock}:00" if self.clock else self.value


def in_line(line: str, now: datetime, language: str = "", *, days_first: bool | None = None) -> str:
    """Return the first day that a line of text names, with its time of day (`Found.moment`), or "".

    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> in_line("2026年03月04日 08:30", now), in_line("Donnerstag, 5. März 2026, 11:05 Uhr", now, "de")
    ('2026-03-04T08:30:00', '2026-03-05T11:05:00')
    >>> in_line("3/4/2026", now, "en"), in_line("3/4/2026", now, "fr"), in_line("Updated March 4th, 2026", now)
    ('2026-03-04', '2026-04-03', '2026-03-04')
    """
    return next((found.moment for found in dates_in(line, now, language, days_first=days_first) if len(found.value) == DAY_LENGTH), "")


DAY_LENGTH = len("YYYY-MM-DD")
_LONGEST_MONTH = 31


def dates_in(line: str, now: datetime, language: str = "", *, days_first: bool | None = None) -> list[Found]:
    """Return all dates in a line of text, in order.

    Parameters
    ----------
    line : str
        Only its first 200 characters are read.
    now : datetime
    language : str
        The page's language, for the names of months, the marks of the afternoon, and the order of 3/4/2026.
    days_first : bool or None
        The order that the site is known to use; None for the language's.

    Examples
    --------
    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> [found.moment for found in dates_in("Posted March 3, 2026 at 5:18 p.m., updated 4 March 2026", now)]
    ['2026-03-03T17:18:00', '2026-03-04']
    >>> [found.value for found in dates_in("Volume 63, Mid-February (extra) 2026", now)]
    ['2026-02']
    """
    return list(_dates_in(line[:LONGEST_LINE], now, language, days_first))


@lru_cache(maxsize=1 << 12)  # learning, the date, the authors and the lead lines read the same lines
def _dates_in(line: str, now: datetime, language: str, days_first: bool | None) -> tuple[Found, ...]:  # noqa: FBT001 - a key of the cache
    line = ascii_digits(line)
    if not _MAY_HOLD_DATE.search(line):
        return ()
    found: list[Found] = []
    for one in sorted(_all_in(line, now, language, days_first=days_first), key=lambda one: (one.start, -one.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return tuple(_with_clock(line, found, i, language) for i in range(len(found)))


def lines_with_dates(lines: Sequence[str]) -> list[int]:
    """Return the indices of the lines that may contain a year and so are worth reading for a date. One search covers all lines.

    >>> lines_with_dates(["4. März 2026", "12 comments", "٢٠٢٦", "1.2", "3. 4"])
    [0, 2]
    """
    together = ascii_digits("\n".join(lines))  # a match spans no two lines
    ends = list(accumulate(len(line) + 1 for line in lines))
    return sorted({bisect_right(ends, match.start()) for match in _MAY_HOLD_DATE.finditer(together)})


def ascii_digits(line: str) -> str:
    """Return a line of the same length with the digits of all scripts as ASCII digits, and gaps for the marks of writing direction."""
    if line.isascii():
        return line
    for sign in set(line):  # a line has few of them, and `translate` would look up each of its letters
        if sign in _DIRECTION:
            line = line.replace(sign, " ")
        elif sign > "\x7f" and sign.isdecimal():
            line = line.replace(sign, str(unicodedata.digit(sign)))
    return line


_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _all_in(line: str, now: datetime, language: str, *, days_first: bool | None) -> Iterator[Found]:
    """Yield the dates that each notation finds; they may overlap."""
    for pattern in (_EASTERN, _YEAR_FIRST):
        for match in pattern.finditer(line):
            if _is_printed_year(match[1], language) and (value := _partial(match[1], match[2], match[3], now)):
                yield Found(value, *match.span())
    for match in _YEAR_LAST.finditer(line):
        first = days_first if days_first is not None else match[2] in ".|" or day_first(language)
        value = _either_order(match[4], match[1], match[3], now, days_first=first)
        if value and _is_printed_year(match[4], language):
            yield Found(value, *match.span())
    for match in _ERA_YEAR.finditer(line):
        if value := _partial(str(ERAS[match[1]] + (1 if match[2] == FIRST else int(match[2]))), match[3], match[4], now):
            yield Found(value, *match.span())
    yield from _with_short_years(line, now, language, days_first=days_first)
    yield from _with_month_names(line, now, language)


def _is_printed_year(year: str, language: str) -> bool:
    """Return whether a page of this language may print the year: one of the Persian calendar only in its languages."""
    return int(year) > _LAST_PERSIAN or language in PERSIAN_LANGUAGES


def _with_short_years(line: str, now: datetime, language: str, *, days_first: bool | None) -> Iterator[Found]:
    """Yield the dates whose year has two digits: the first number if the language begins so and it can be, else the last."""
    alone = not any(map(str.isdigit, _NUMBERS_OF_DATES.sub(" ", line)))  # dates and times of day are the only numbers
    if alone and year_first(language):
        for match in _SHORT_YEAR_FIRST.finditer(line):
            if value := _day("20" + match[1], match[3], match[4], now):
                yield Found(value, *match.span())
    for match in _SHORT_YEAR.finditer(line):
        if match[2] != "." and not (alone and match[2] == date_sign(language)):
            continue
        first = match[2] == "." or (days_first if days_first is not None else day_first(language))
        if value := _either_order("20" + match[4], match[1], match[3], now, days_first=first):
            yield Found(value, *match.span())


def _partial(year: str, month: str, day: str | None, now: datetime) -> str:
    """Return YYYY-MM-DD, YYYY-MM without a day, or "" for an invalid date."""
    return _day(year, month, day, now) if day else _day(year, month, "1", now)[:7]


def _with_clock(line: str, found: Sequence[Found], i: int, language: str) -> Found:
    """Return a date with the time of day directly after or before it."""
    one = found[i]
    if len(one.value) < DAY_LENGTH:
        return one
    ahead = found[i + 1].start if i + 1 < len(found) else len(line)
    after = line[one.end :]  # without the date, whose last digit a style may set apart from the hour
    match = _clock(after, min(_CLOCK_GAP + 6, ahead - one.end), language)
    if match is not None and match.start() <= _CLOCK_GAP:
        around = after[: match.start()] + " " + after[match.end() : match.end() + 8]
    else:
        match = _CLOCK_BEFORE.search(line[found[i - 1].end if i else 0 : one.start])
        if match is None:
            return one
        around = match[0]
    hour = _hour(int(match[1]), around.lower(), language)
    return one._replace(clock=f"{hour:02}:{match[2]}") if hour < 24 and int(match[2]) < 60 else one


def _clock(text: str, end: int, language: str) -> re.Match[str] | None:
    """Return the first time of day in a text up to `end`; a point in it is the language's sign, or half of the day follows ("8.30 am")."""
    match = (_CLOCK_WITH_POINT if clock_sign(language) == "." else _CLOCK).search(text, 0, end)
    if match is not None or (pointed := _CLOCK_WITH_POINT.search(text, 0, end)) is None:
        return match
    behind = text[pointed.end() :].lower().lstrip()
    marks = day_halves(language)
    halves = (mark for mark in (*marks.forenoon, *marks.afternoon) if behind.startswith(mark))
    return pointed if any(not behind[len(mark) : len(mark) + 1].isalpha() for mark in halves) else None


def _hour(hour: int, around: str, language: str) -> int:
    """Return the hour of a 24-hour clock, from the forenoon and afternoon marks beside it."""
    marks = day_halves(language)
    if hour < 12 and any(_stands(mark, around) for mark in marks.afternoon):
        return hour + 12
    return 0 if hour == 12 and any(_stands(mark, around) for mark in marks.forenoon) else hour


def _stands(mark: str, text: str) -> bool:
    """Return whether a mark occurs in a text as a word, or, in scripts without spaces, anywhere."""
    return re.search(rf"(?<![a-z]){re.escape(mark)}(?![a-z])", text) is not None


def in_address(url: str, now: datetime, language: str = "") -> str:
    """Return the day that a URL's path names, as YYYY-MM-DD, or ""; months may have their names.

    >>> in_address("https://courier.example/2026/03/04/crane.html", datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03-04'
    >>> in_address("https://courier.example/sport/2026/mar/04/crane", datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03-04'
    """
    path = url.partition("//")[2].partition("?")[0]
    for match in _IN_ADDRESS.finditer(path):
        year, month, day = (group for group in match.groups() if group)
        if found := _day(year, month, day, now):
            return found
    last = (_day(match[3], match[2], match[1], now) for match in _IN_ADDRESS_LAST.finditer(path))
    return next((found for found in last if found), "") or _with_named_month(path, now, language, whole=True)


def _with_named_month(path: str, now: datetime, language: str, *, whole: bool) -> str:
    """Return the day, or the month, of a path whose month has its name; "" without one."""
    match = _NAMED_IN_ADDRESS.search(path.lower())
    number = months(language).get(match[2]) if match else None
    if match is None or number is None or (whole and not match[3]):
        return ""
    return _partial(match[1], str(number), match[3] if whole else None, now)


def month_in_address(url: str, now: datetime, language: str = "") -> str:
    """Return the month that a URL's path names, as YYYY-MM, or "".

    >>> month_in_address("https://courier.example/2026/03/crane.html", datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03'
    """
    path = url.partition("//")[2].partition("?")[0]
    match = _MONTH_IN_ADDRESS.search(path)
    return _partial(match[1], match[2], None, now) if match else _with_named_month(path, now, language, whole=False)


def in_identifier(url: str, picture: str, now: datetime) -> str:
    """Return the day at the start of a number in a URL if the URL of the page's picture names the same day; else "".

    >>> in_identifier("https://courier.example/A2026030415120", "/img/2026/03/04/crane.jpg", datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03-04'
    """
    shown = in_address(f"//{picture.partition('//')[2] or picture}", now)
    numbered = (_day(match[1], match[2], match[3], now) for match in _IDENTIFIER.finditer(url)) if shown else ()
    return shown if shown in numbered else ""


_IDENTIFIER = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?=\d)", re.ASCII)


def _iso(match: re.Match[str], now: datetime) -> str:
    found = _day(match[1], match[2], match[3], now)
    if not found:
        return ""
    text = found + match.group().strip()[DAY_LENGTH:]  # the year may be another calendar's
    if match["t"] is None or _CANONICAL.fullmatch(text):
        return text if _is_time(text) else text[:10]
    seconds = (match["s"] or ":00").replace(",", ".")
    zone = (match["z"] or "").upper()
    if zone not in ("", "Z"):
        zone = f"{zone[:3]}:{zone[3:].lstrip(':') or '00'}"
    text = f"{found}T{match[5]}:{match[6]}{seconds}{zone}"
    return text if _is_time(text) else text[:10]


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)  # also refuses an offset of a day or more
    except ValueError:
        return False
    return True


def _if_sane(moment: datetime, now: datetime) -> str:
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.isoformat() if moment.year >= EARLIEST and zoned <= now + TOMORROW else ""


def _day(year: str, month: str, day: str, now: datetime) -> str:
    numbered = int(year)
    try:
        if numbered <= _LAST_PERSIAN:
            found = persian(numbered, int(month), int(day))
        else:
            found = date(numbered - BUDDHIST if numbered > now.year + 1 else numbered, int(month), int(day))
    except ValueError:  # no such day
        return ""
    return found.isoformat() if found.year >= EARLIEST and found <= (now + TOMORROW).date() else ""


def _either_order(year: str, one: str, two: str, now: datetime, *, days_first: bool) -> str:
    """Return the day by the preferred order, else by the other one (13/4 and 4/13 allow only one)."""
    first, second = ((two, one), (one, two)) if days_first else ((one, two), (two, one))
    return _day(year, *first, now) or _day(year, *second, now)


@lru_cache(maxsize=64)
def _month_pattern(language: str, year: str = _YEAR) -> re.Pattern[str]:
    names = _names_of_months(language, year)
    return re.compile(
        rf"(?:(?<![\d:])(\d{{1,2}})\D{{0,8}}?)?(?<!\w){names}(?!\w)\D{{0,12}}?(?:(?<!\d)(\d{{1,2}})(?![\d:])\D{{1,6}}?)?({year}){_END_OF_NAMED}"
    )


@lru_cache(maxsize=64)
def _year_first_pattern(language: str, year: str = _YEAR) -> re.Pattern[str]:
    """Match "2026. március 14.", "2026. gada 14. marts"."""
    names = _names_of_months(language, year)
    day = r"(?<!\d)(\d{1,2})"
    return re.compile(rf"(?<!\d)({year})\D{{1,8}}?(?:{day}\D{{1,8}}?)?(?<!\w){names}(?!\w)(?:\D{{1,4}}?{day}(?![\d:]))?")


def _names_of_months(language: str, year: str) -> str:
    """Return a pattern of the names, as its group, with the letters that the language attaches to them."""
    known = _months(language, year)
    names = sorted({*known, *(unicodedata.normalize("NFD", name) for name in known)}, key=lambda name: (-len(name), name))
    attached = month_format(language)
    before, behind = ("|".join(map(re.escape, letters)) for letters in (attached.before, attached.behind))
    return f"(?:{before})?({'|'.join(map(re.escape, names))})(?:{behind})?"


def _months(language: str, year: str) -> Mapping[str, int]:
    return PERSIAN_MONTHS if year == _PERSIAN_YEAR else months(language)


def _month(name: str, language: str, year: str) -> int:
    """Return the number of a month by its name, whose accents may be characters of their own."""
    return _months(language, year)[unicodedata.normalize("NFC", name)]


def _with_month_names(line: str, now: datetime, language: str) -> Iterator[Found]:
    lower = line.lower()
    if len(lower) != len(line):  # İ becomes two characters
        lower = "".join(character.lower()[0] for character in line)
    for year in (_YEAR, _PERSIAN_YEAR)[: 1 + (language in PERSIAN_LANGUAGES)]:
        for match in _year_first_pattern(language, year).finditer(lower) if month_format(language).year_first else ():
            if value := _partial(match[1], str(_month(match[3], language, year)), match[4] or match[2], now):
                yield Found(value, *match.span())
        pattern = _month_pattern(language, year)
        for first in pattern.finditer(lower):
            later = pattern.search(lower, first.end(2), first.end())  # "mar. 5 août 2025" begins with a weekday
            match = later if later is not None and later[1] else first
            day = next((day for day in (match[1], match[3]) if day and int(day) <= _LONGEST_MONTH), None)  # an issue's number is no day
            if value := _partial(match[4], str(_month(match[2], language, year)), day, now):
                yield Found(value, *match.span())


def learn_days_first(lines: Iterable[str]) -> bool | None:
    """Return the order of day and month in a site's numeric dates; None if they are ambiguous or contradictory.

    >>> learn_days_first(["1/2/2026", "14/2/2026"]), learn_days_first(["2/14/2026"]), learn_days_first(["1/2/2026"])
    (True, False, None)
    """
    orders = set()
    for line in lines:
        match = _YEAR_LAST.search(line[:LONGEST_LINE])
        if match is not None:
            first, second = int(match[1]), int(match[3])
            if first > 12 >= second or second > 12 >= first:
                orders.add(first > 12)
    return orders.pop() if len(orders) == 1 else None
