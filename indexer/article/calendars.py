"""Years of other calendars than the Gregorian one: the Buddhist and the Japanese era, the Republic of China, the Persian solar calendar."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

BUDDHIST = 543
"""Its years are so many ahead of the Common Era's."""
ERAS: Mapping[str, int] = {"令和": 2018, "平成": 1988, "民國": 1911, "民国": 1911}
"""The year before the first of each era that is still in use, or was since 1990."""
FIRST = "元"
"""The number of an era's first year."""

_EPOCH = date(2025, 3, 21)
_EPOCH_YEAR = 1404
_LONG, _SHORT = 31, 30
_LONG_MONTHS = 6


def persian(year: int, month: int, day: int) -> date:
    """Return the day of a date of the Persian solar calendar (by the cycle of 33 years, which is right from 1865 to 2092).

    Raises
    ------
    ValueError
        If there is no such day.

    Examples
    --------
    >>> persian(1404, 12, 10).isoformat(), persian(1403, 12, 30).isoformat(), persian(1369, 10, 11).isoformat()
    ('2026-03-01', '2025-03-20', '1991-01-01')
    """
    length = _LONG if month <= _LONG_MONTHS else _SHORT if month < 12 or _is_leap(year) else _SHORT - 1
    if not (1 <= month <= 12 and 1 <= day <= length):
        raise ValueError(f"no day {year}-{month}-{day} in the Persian calendar")
    months = _LONG * min(month - 1, _LONG_MONTHS) + _SHORT * max(month - 1 - _LONG_MONTHS, 0)
    years = 365 * (year - _EPOCH_YEAR) + _leap_years(year) - _leap_years(_EPOCH_YEAR)
    return _EPOCH + timedelta(years + months + day - 1)


def _is_leap(year: int) -> bool:
    return (8 * year + 29) % 33 < 8


def _leap_years(year: int) -> int:
    """Return the number of leap years before a year."""
    return (8 * (year - 1) + 29) // 33


PERSIAN_MONTHS: Mapping[str, int] = {
    name: number
    for names in (
        "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند",
        "حمل ثور جوزا سرطان اسد سنبله میزان عقرب قوس جدی دلو حوت",
        "وری غویی غبرګولی چنګاښ زمری وږی تله لړم لیندۍ مرغومی سلواغه کب",
    )
    for number, name in enumerate(names.split(), 1)
}
"""In Persian, Dari and Pashto, as CLDR has them; Babel has the months of the Gregorian calendar alone."""
PERSIAN_LANGUAGES = frozenset({"fa", "ps"})
