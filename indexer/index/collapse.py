"""Collapse: a result list shows only the first document of each group of near copies, and counts groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from indexer.index.fingerprint import group

T = TypeVar("T")

MOST_COLLAPSED = 2000
"""Matching documents examined; with more matches, the number of groups is a lower bound."""


def collapse(ranked: Sequence[T], fingerprint: Callable[[T], str]) -> list[tuple[T, int]]:
    """Return the first document of each group in rank order, with the group's size; without a fingerprint, a document is its own group.

    >>> from indexer.index.fingerprint import fingerprint
    >>> crane, ferry = fingerprint(["the crane is gone"]), fingerprint(["the ferry sails"])
    >>> [(first[0], size) for first, size in collapse([("a", crane), ("b", ""), ("c", ferry), ("d", crane)], lambda each: each[1])]
    [('a', 2), ('b', 1), ('c', 1)]
    """
    groups = group([fingerprint(each) for each in ranked])
    sizes = Counter(groups)
    return [(each, sizes[number]) for number, each in enumerate(ranked) if groups[number] == number]
