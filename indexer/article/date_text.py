"""Dates as pages write them, to ISO 8601: machine-readable stamps, addresses, and lines that a reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache

from indexer.article.locale_words import day_first, months

EARLIEST = 1990
"""No page of the Web is older."""
TOMORROW = timedelta(days=1)
"""A page may be dated in a time zone ahead of ours, by 14 hours at most."""
_DIGIT = re.compile(r"\d")
LONGEST_LINE = 200
"""Characters of a line that are searched for a date."""

_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:(?P<t>[T ]|\s+)(\d\d):(\d\d)(?P<s>:\d\d(?:[.,]\d{1,9})?)?\s*(?P<z>Z|z|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII,
)
_CANONICAL = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII)
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d{4}|\d{6})Z?)?", re.ASCII)
_EPOCH = re.compile(r"(1?\d{9})(\d{3})?", re.ASCII)
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?!\d)")
_EASTERN = re.compile(r"((?:19|20)\d\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号號]")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20)\d\d)(?!\d)")
_SHORT_YEAR = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d\d)(?![\d.])")
_IN_ADDRESS = re.compile(
    r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?=\D|$)|[/-]((?:19|20)\d\d)(\d\d)(\d\d)(?=[/._-]|$)", re.ASCII
)


def stamp(value: str, now: datetime) -> str:
    """A machine-readable date or time in ISO 8601, as given where it is that already; "" for garbage.

    Reads ISO 8601 (also with a blank for the T and +0100 for +01:00), RFC 5322 dates, and seconds or milliseconds since
    1970.

    Parameters
    ----------
    value : str
    now : datetime
        With time zone; dates more than a day after it are garbage.

    Examples
    --------
    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> stamp("2026-03-06 18:20:00+0100", now), stamp("Fri, 06 Mar 2026 17:20:00 GMT", now), stamp("2062-01-01", now)
    ('2026-03-06T18:20:00+01:00', '2026-03-06T17:20:00+00:00', '')
    """
    value = value.strip()
    match = _ISO.match(value)
    if match is not None:
        return _iso(match, now)
    compact = _COMPACT.fullmatch(value)
    if compact is not None:
        return _day(compact[1], compact[2], compact[3], now)
    epoch = _EPOCH.fullmatch(value)
    if epoch is not None:
        return _if_sane(datetime.fromtimestamp(int(epoch[1]), UTC), now)
    if "," in value or value[-4:-2] in ("+0", "-0", "+1", "-1") or value.endswith(("GMT", "UTC")):
        try:
            return _if_sane(parsedate_to_datetime(value), now)
        except (ValueError, TypeError, IndexError):  # what the standard library raises for other texts
            return ""
    return ""


def in_line(line: str, now: datetime, language: str = "", *, days_first: bool | None = None) -> str:
    """The first date in a line of text, as YYYY-MM-DD; "" for none.

    A time of day is left out: without its zone it names no moment.

    Parameters
    ----------
    line : str
    now : datetime
    language : str
        Of the page, for the names of months and the order of 3/4/2026.
    days_first : bool or None
        The order that the site is known to use; None: the language's.

    Examples
    --------
    >>> now = datetime(2026, 7, 1, tzinfo=UTC)
    >>> in_line("2026年03月04日 08:30", now), in_line("Donnerstag, 5. März 2026, 11:05 Uhr", now, "de")
    ('2026-03-04', '2026-03-05')
    >>> in_line("3/4/2026", now, "en"), in_line("3/4/2026", now, "fr"), in_line("Updated March 4th, 2026", now)
    ('2026-03-04', '2026-04-03', '2026-03-04')
    """
    line = line[:LONGEST_LINE]
    if not _DIGIT.search(line):
        return ""
    for pattern in (_EASTERN, _YEAR_FIRST):
        match = pattern.search(line)
        if match is not None and (found := _day(match[1], match[2], match[3], now)):
            return found
    found = _year_last(line, now, language, days_first=days_first)
    return found or _with_month_name(line, now, language)


def in_address(url: str, now: datetime) -> str:
    """The day that a URL's path names, as YYYY-MM-DD; "" for none.

    >>> in_address("https://courier.example/2026/03/04/crane.html", datetime(2026, 7, 1, tzinfo=UTC))
    '2026-03-04'
    """
    path = url.partition("//")[2].partition("?")[0]
    for match in _IN_ADDRESS.finditer(path):
        year, month, day = match.groups()[:3] if match[1] else match.groups()[3:]
        if found := _day(year, month, day, now):
            return found
    return ""


def _iso(match: re.Match[str], now: datetime) -> str:
    text = match.group().strip()
    if not _day(match[1], match[2], match[3], now):
        return ""
    if match["t"] is None or _CANONICAL.fullmatch(text):
        return text if _is_time(text) else text[:10]
    seconds = (match["s"] or ":00").replace(",", ".")
    zone = (match["z"] or "").upper()
    if zone not in ("", "Z"):
        zone = f"{zone[:3]}:{zone[3:].lstrip(':') or '00'}"
    text = f"{match[1]}-{match[2]}-{match[3]}T{match[5]}:{match[6]}{seconds}{zone}"
    return text if _is_time(text) else text[:10]


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text[:19])
    except ValueError:
        return False
    return True


def _if_sane(moment: datetime, now: datetime) -> str:
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.isoformat() if moment.year >= EARLIEST and zoned <= now + TOMORROW else ""


def _day(year: str, month: str, day: str, now: datetime) -> str:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:  # no such day
        return ""
    return found.isoformat() if found.year >= EARLIEST and found <= (now + TOMORROW).date() else ""


def _year_last(line: str, now: datetime, language: str, *, days_first: bool | None) -> str:
    match = _YEAR_LAST.search(line)
    if match is not None:
        if days_first is None:
            days_first = match[2] == "." or day_first(language)
        return _either_order(match[4], match[1], match[3], now, days_first=days_first)
    match = _SHORT_YEAR.search(line)
    return _day("20" + match[3], match[2], match[1], now) if match is not None else ""


def _either_order(year: str, one: str, two: str, now: datetime, *, days_first: bool) -> str:
    """The day by the preferred order, else by the other one (13/4 and 4/13 leave no choice)."""
    first, second = ((two, one), (one, two)) if days_first else ((one, two), (two, one))
    return _day(year, *first, now) or _day(year, *second, now)


@lru_cache(maxsize=64)
def _month_pattern(language: str) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(months(language), key=lambda name: (-len(name), name)))
    return re.compile(
        rf"(?:(?<!\d)(\d{{1,2}})\D{{0,8}}?)?(?<!\w)({names})(?!\w)\D{{0,6}}?(?:(\d{{1,2}})(?!\d)\D{{1,6}}?)?((?:19|20)\d\d)(?!\d)"
    )


def _with_month_name(line: str, now: datetime, language: str) -> str:
    for match in _month_pattern(language).finditer(line.lower()):
        day = match[1] or match[3]
        if day and (found := _day(match[4], str(months(language)[match[2]]), day, now)):
            return found
    return ""


def learn_days_first(lines: Iterable[str]) -> bool | None:
    """The order of day and month in a site's numeric dates; None where they leave it open or contradict each other.

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
