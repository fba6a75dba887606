"""Builds an entry of a feed or sitemap from its fields, and parses its dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from indexer import urls

MAX_LENGTH = 2_000
"""Maximum characters of a URL or a title."""
_MAX_TITLE = 300
_ISO = re.compile(r"\d{4}-?\d\d-?\d\d(?:[T ]|$)")
_SLASHES = re.compile(r"(\d{4})/(\d\d)/(\d\d)(?=[T ]|$)")
_DAY = re.compile(
    r"(\w+,\s*)?(\d{1,2})[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?!\d),?"
    r"(?:\s+(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?)?\s*([A-Za-z]{1,5}|[+-]\d\d:?\d\d)?"
)
"""A lenient form of RFC 822, 5.1: weekday, day, month, year, time and zone."""
_ZONES = {
    "WET": "+0000", "WEST": "+0100", "BST": "+0100", "CET": "+0100", "MET": "+0100", "CEST": "+0200", "MEST": "+0200", "EET": "+0200",
    "EEST": "+0300", "MSK": "+0300", "JST": "+0900", "KST": "+0900", "HKT": "+0800", "AEST": "+1000", "AEDT": "+1100", "NZST": "+1200",
    "NZDT": "+1300",
}  # fmt: skip
"""Unambiguous time zones of feeds that RFC 822 does not define."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a feed or sitemap.

    Parameters
    ----------
    url : str
        Normalised.
    published, updated : float
        UTC seconds; 0.0 if the entry states no date.
    """

    url: str
    title: str = ""
    published: float = 0.0
    updated: float = 0.0


def entry_of(base: str, link: str, title: str = "", published: float = 0.0, updated: float = 0.0) -> FeedEntry | None:
    """Build an entry; return None if its link is not an HTTP URL."""
    target = urls.resolve(base, link) if link and len(link) <= MAX_LENGTH else None
    return FeedEntry(target, title[:_MAX_TITLE], published, updated) if target and target.startswith("http") else None


def time_of(value: object) -> float:
    """Parse a date (RFC 3339, W3C or RFC 822) into UTC seconds; return 0.0 for anything else.

    It accepts common variants: zones as +02:00 and European names, a comma after the month, a missing time, slashes in the date.

    >>> time_of("2026-03-02T06:00:00Z"), time_of("2026-03-02"), time_of("soon")
    (1772431200.0, 1772409600.0, 0.0)
    >>> time_of("Mon, 02 Mar 2026 08:00:00 CEST") == time_of("Mon, 2 March, 2026 08:00 +02:00") == time_of("2026-03-02T06:00Z")
    True
    >>> time_of("2019/11/15 10:00:00") == time_of("2019-11-15 10:00:00"), time_of("Mon, 01 Jan 0001 00:00:00 +0000")
    (True, 0.0)
    >>> time_of("13 Feb, 2012") == time_of("2012-02-13") == time_of("20120213")
    True
    """
    text = _SLASHES.sub(r"\1-\2-\3", value.strip()[:60]) if isinstance(value, str) else ""
    try:
        when = datetime.fromisoformat(text) if _ISO.match(text) else parsedate_to_datetime(_as_rfc_822(text))
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _as_rfc_822(text: str) -> str:
    day = _DAY.fullmatch(text)
    if day is None:
        return text
    weekday, number, month, year, time, zone = day.groups()
    if year.startswith("00") and year != "00":
        return ""  # some programs write the year 0001 for a missing date; `email` would read it as 2001
    zone = _ZONES.get((zone or "").upper(), (zone or "").replace(":", ""))
    return f"{weekday or ''}{number} {month[:3]} {year} {time or '00:00:00'} {zone}".strip()
