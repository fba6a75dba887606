"""Capture times: WARC-Date in the forms that writers and converters produce, as an instant."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(
    r"(\d{4})(?:-?(\d\d)(?:-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+)|(\d{3})(?!\d))?)?)?)?)?"
    r"\s*(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?",
    re.IGNORECASE,
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def nanoseconds(date: str) -> int | None:
    """Return nanoseconds since 1970 (WARC 1.1 allows nine digits of a fraction); None for an invalid date.

    Parameters
    ----------
    date : str
        W3CDTF of any precision, or the 14 or 17 digits of an ARC file; without a zone it is UTC.

    >>> nanoseconds("1970-01-01T00:00:01.000000002Z"), nanoseconds("19700101000001"), nanoseconds("1970-01-01T01:00:01+01:00")
    (1000000002, 1000000000, 1000000000)
    >>> nanoseconds("1970"), nanoseconds("yesterday"), nanoseconds("20261399000000")
    (0, None, None)
    """
    match = _DATE.fullmatch(date.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, thousandths, sign, ahead, ahead_minutes = match.groups()
    try:
        moment = datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), min(int(second or 0), 59), tzinfo=UTC
        )  # fmt: skip
        zone = timedelta(hours=int(ahead or 0), minutes=int(ahead_minutes or 0)) * (-1 if sign == "-" else 1)
        seconds = (moment - zone - _EPOCH) // timedelta(seconds=1)
    except (ValueError, OverflowError):
        return None
    return seconds * 1_000_000_000 + int((fraction or thousandths or "0")[:9].ljust(9, "0"))


def iso(date: str) -> str:
    """Return the date in ISO 8601, as results show it: other forms (14 digits) are converted, an invalid date gives "".

    >>> iso("20260310180000"), iso("2026-03-10T18:00:00.25Z"), iso("soon")
    ('2026-03-10T18:00:00Z', '2026-03-10T18:00:00.25Z', '')
    """
    instant = nanoseconds(date)
    if instant is None:
        return ""
    if "-" in date and ("T" in date or ":" not in date):
        return date.strip()
    try:
        moment = _EPOCH + timedelta(microseconds=instant // 1000)
    except OverflowError:
        return ""
    return moment.isoformat(timespec="microseconds" if instant % 1_000_000_000 else "seconds").replace("+00:00", "Z")
