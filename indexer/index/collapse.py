"""Collapse: of near copies only the first is shown, and what is counted is groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from indexer.index.fingerprint import group

T = TypeVar("T")

MOST_COLLAPSED = 2000
"""Matching documents that are looked at; of a query that more match, the number of groups is a least one."""


def collapse(ranked: Sequence[T], fingerprint: Callable[[T], str]) -> list[tuple[T, int]]:
    """The first of each group in its place, and how many the group has; one without a fingerprint is a group of its own.

    >>> from indexer.index.fingerprint import fingerprint
    >>> crane, ferry = fingerprint(["the crane is gone"]), fingerprint(["the ferry sails"])
    >>> [(first[0], size) for first, size in collapse([("a", crane), ("b", ""), ("c", ferry), ("d", crane)], lambda each: each[1])]
    [('a', 2), ('b', 1), ('c', 1)]
    """
    groups = group([fingerprint(each) for each in ranked])
    sizes = Counter(groups)
    return [(each, sizes[number]) for number, each in enumerate(ranked) if groups[number] == number]
