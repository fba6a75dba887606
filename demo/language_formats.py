"""Formats of numbers, dates and names by language."""

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
class LanguageFormats:
    """Formats of one language.

    Parameters
    ----------
    language : str
    space : str
        Separator of sentences.
    number, moment, month, name : callable
        Functions that format an integer; date and time; a month; a person's first and last name.
    """

    language: str
    space: str
    number: Callable[[int], str]
    moment: Callable[[datetime], str]
    month: Callable[[datetime], str]
    name: Callable[[str, str], str]


def _grouped(value: int, mark: str) -> str:
    # Years are not grouped; the words files have no other numbers in this range.
    return str(value) if 1700 <= value <= 2030 else f"{value:,}".replace(",", mark)


def _moment_en(t: datetime) -> str:
    return f"{t.day} {_MONTHS_EN[t.month - 1]} {t.year}, {t:%H:%M}"


def _moment_de(t: datetime) -> str:
    return f"{t.day}. {_MONTHS_DE[t.month - 1]} {t.year}, {t:%H:%M} Uhr"


def _moment_ja(t: datetime) -> str:
    return f"{t.year}年{t.month}月{t.day}日（{_DAYS_JA[t.weekday()]}） {t.hour}時{t.minute:02d}分"


FORMATS: Mapping[str, LanguageFormats] = MappingProxyType({
    "en": LanguageFormats(
        "en", " ", lambda value: _grouped(value, ","), _moment_en,
        lambda t: f"{_MONTHS_EN[t.month - 1]} {t.year}", lambda first, last: f"{first} {last}",
    ),
    "de": LanguageFormats(
        "de", " ", lambda value: _grouped(value, "."), _moment_de,
        lambda t: f"{_MONTHS_DE[t.month - 1]} {t.year}", lambda first, last: f"{first} {last}",
    ),
    "ja": LanguageFormats(
        "ja", "", lambda value: _grouped(value, ","), _moment_ja,
        lambda t: f"{t.year}年{t.month}月", lambda first, last: last + first,
    ),
})
"""Formats by language code.

>>> FORMATS["de"].number(12500), FORMATS["ja"].name("汐里", "霧島谷")
('12.500', '霧島谷汐里')
"""
