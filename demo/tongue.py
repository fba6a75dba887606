"""Tongue: how a language writes numbers, dates and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

_MONTHS_EN = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)
_MONTHS_DE = (
    "Januar", "Februar", "März", "April", "Mai", "Juni",
    "Juli", "August", "September", "Oktober", "November", "Dezember",
)
_DAYS_JA = "月火水木金土日"


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language's conventions.

    Parameters
    ----------
    language : str
    space : str
        What stands between two sentences.
    number, moment, month, name : callable
        Write an integer; a date with its time; a month; a person from first and last name.
    """

    language: str
    space: str
    number: Callable[[int], str]
    moment: Callable[[datetime], str]
    month: Callable[[datetime], str]
    name: Callable[[str, str], str]


def _grouped(value: int, mark: str) -> str:
    # Years are not grouped, and the words files never draw another number from their range.
    return str(value) if 1700 <= value <= 2030 else f"{value:,}".replace(",", mark)


def _moment_en(t: datetime) -> str:
    return f"{t.day} {_MONTHS_EN[t.month - 1]} {t.year}, {t:%H:%M}"


def _moment_de(t: datetime) -> str:
    return f"{t.day}. {_MONTHS_DE[t.month - 1]} {t.year}, {t:%H:%M} Uhr"


def _moment_ja(t: datetime) -> str:
    return f"{t.year}年{t.month}月{t.day}日（{_DAYS_JA[t.weekday()]}） {t.hour}時{t.minute:02d}分"


TONGUES: Mapping[str, Tongue] = MappingProxyType({
    "en": Tongue(
        "en", " ", lambda value: _grouped(value, ","), _moment_en,
        lambda t: f"{_MONTHS_EN[t.month - 1]} {t.year}", lambda first, last: f"{first} {last}",
    ),
    "de": Tongue(
        "de", " ", lambda value: _grouped(value, "."), _moment_de,
        lambda t: f"{_MONTHS_DE[t.month - 1]} {t.year}", lambda first, last: f"{first} {last}",
    ),
    "ja": Tongue(
        "ja", "", lambda value: _grouped(value, ","), _moment_ja,
        lambda t: f"{t.year}年{t.month}月", lambda first, last: last + first,
    ),
})
"""Language code to its conventions.

>>> TONGUES["de"].number(12500), TONGUES["ja"].name("汐里", "霧島谷")
('12.500', '霧島谷汐里')
"""
