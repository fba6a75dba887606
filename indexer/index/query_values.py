"""Parsing of filter values: days, languages and hosts as readers write them."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache

from babel import Locale

from indexer.folding import folded
from indexer.text import STEMMERS, language_code

_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T.*)?")
_AGO = re.compile(r"(\d{1,5})([dwmy])", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_NAMED = {"today": 0, "yesterday": 1}
_ADDRESS = re.compile(r"(?:https?://)?([^/?#]+).*", re.IGNORECASE)


def day_of(value: str, today: date) -> str:
    """Parse a day into ISO 8601; a year or month gives its first day, an invalid value "".

    >>> today = date(2026, 3, 10)
    >>> [day_of(value, today) for value in ("2025", "2025-3", "2025-03-01", "yesterday", "7d", "2025-02-30", "soon")]
    ['2025-01-01', '2025-03-01', '2025-03-01', '2026-03-09', '2026-03-03', '', '']
    """
    ago, named = _AGO.fullmatch(value), _NAMED.get(value.lower())
    written = _DAY.fullmatch(value)
    try:
        if ago or named is not None:
            days = int(ago[1]) * _DAYS[ago[2].lower()] if ago else named or 0
            return (today - timedelta(days=days)).isoformat()
        return date(*(int(part or 1) for part in written.groups())).isoformat() if written else ""
    except (ValueError, OverflowError):
        return ""


def language_of(value: str) -> str:
    """Return the ISO 639-1 code (or 639-3 without one) of a code, or of a name in English or the language itself; "" if invalid.

    >>> language_of("de-AT"), language_of("German"), language_of("deutsch"), language_of("klingonese")
    ('de', 'de', 'de', '')
    """
    code = language_code(value)
    if code in Locale("en").languages:
        return code
    name = folded(value)
    return _english().get(name) or _own().get(name, "")


def host_of(value: str) -> str:
    """Return the host of a URL, host name or site key, without `www.`; "" if invalid.

    >>> host_of("https://www.Example.org/news"), host_of("example.org"), host_of("//")
    ('example.org', 'example.org', '')
    """
    found = _ADDRESS.fullmatch(value)
    return found[1].lower().removeprefix("www.") if found else ""


@cache
def _english() -> dict[str, str]:
    return {folded(str(name)): language_code(tag) for tag, name in sorted(Locale("en").languages.items(), reverse=True)}


_KNOWN_BY_OWN_NAME = sorted({*STEMMERS, "bg", "bn", "he", "hr", "ja", "ko", "sk", "sl", "th", "uk", "ur", "vi", "zh"} - {"yi"})
"""Languages recognised by their own names; a locale takes about 4 ms to load, all of CLDR a second."""


@cache
def _own() -> dict[str, str]:
    return {folded(Locale.parse(tag).get_language_name(tag) or ""): tag for tag in _KNOWN_BY_OWN_NAME}
