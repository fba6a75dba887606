"""Options of a query: how many of its words a hit must contain, and the order of hits."""

from __future__ import annotations

from enum import StrEnum


class Match(StrEnum):
    """How many of a query's words a hit must contain."""

    ALL = "all"
    """all: what a reader, an alert or a count expects"""
    ANY = "any"
    """at least one: for long test queries, ranked by relevance"""


class Sort(StrEnum):
    """The order of hits."""

    RELEVANCE = "relevance"
    DATE = "date"
    """latest publication first, undated documents last"""
