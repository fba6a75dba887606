"""What a searcher may choose beside the words: how many a hit must have, and the order of hits."""

from __future__ import annotations

from enum import StrEnum


class Match(StrEnum):
    """How many of a query's words a hit must have."""

    ALL = "all"
    """every one: what a reader of news, an alert or a count means"""
    ANY = "any"
    """at least one: for long test queries, ranked by relevance"""


class Sort(StrEnum):
    """The order of hits."""

    RELEVANCE = "relevance"
    DATE = "date"
    """latest publication first, documents without a date last"""
