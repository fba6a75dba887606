"""Facets: counts of the matching documents by site, author, section, day and month."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

MOST_VALUES = 10
"""Values per facet: the most frequent ones, or the latest days."""
MOST_MONTHS = 24
"""Latest months counted."""


class Facet(StrEnum):
    """Property by which documents are counted."""

    SITE = "site"
    AUTHOR = "author"
    SECTION = "section"
    DAY = "day"
    """of publication, in UTC"""
    MONTH = "month"
    """of publication, in UTC, as 2026-03"""


Counts = Mapping[Facet, tuple[tuple[str, int], ...]]
"""Facet to its values and their document counts, most frequent first, ties by value; days and months latest first."""
