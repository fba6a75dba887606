"""Facets: how the documents that a query finds are spread over sites, authors, sections, days and months."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

MOST_VALUES = 10
"""Of a facet, the most frequent first; of days the latest ones."""
MOST_MONTHS = 24
"""The latest ones."""


class Facet(StrEnum):
    """What documents are counted by."""

    SITE = "site"
    AUTHOR = "author"
    SECTION = "section"
    DAY = "day"
    """of publication, in UTC"""
    MONTH = "month"
    """of publication, in UTC, as 2026-03"""


Counts = Mapping[Facet, tuple[tuple[str, int], ...]]
"""For each facet its values and their documents, the most frequent first, ties by the value; days and months from the latest on."""
