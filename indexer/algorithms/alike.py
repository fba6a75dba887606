"""Merging of word tables with similar characteristic words: step 3 of building a compressed structure tree.

The textbook method compares every pair again after each merge. Here a merge compares only tables that can pass: two sets whose Jaccard
similarity reaches λ share one of their first |x| - ⌈λ|x|⌉ + 1 words in any fixed order of all words, so an inverted index
over these *prefixes*, the rarest words first, finds every candidate.

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting (IJCAI 2003), section 3.2, step 3.
Bayardo, Ma, Srikant: Scaling Up All Pairs Similarity Search (WWW 2007); Chaudhuri, Ganti, Kaushik (ICDE 2006): prefix filtering.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Words = frozenset[str]

ROUNDING = 1e-9
"""Tolerance for sums of fractions: a share of exactly γ or λ is enough."""
_MOST_COMPARISONS = 500_000
"""Maximum number of comparisons per call, about a second. Only hostile pages need more; beyond it only equal sets are merged."""


@dataclass(frozen=True, slots=True)
class Table:
    """Document frequencies of words.

    Parameters
    ----------
    documents : int
        Number of documents, at least 1.
    frequency : mapping of str to int
        Each word's document frequency, from 1 to `documents`.
    """

    documents: int
    frequency: Mapping[str, int]


def characteristic(table: Table, share: float) -> Words:
    """Return the words in at least this share (γ) of the documents.

    >>> sorted(characteristic(Table(4, {"home": 4, "news": 3, "crane": 1}), 0.75))
    ['home', 'news']
    """
    least = share * table.documents - ROUNDING
    return frozenset(word for word, count in table.frequency.items() if count >= least)


def add_counts(total: dict[str, int], more: Mapping[str, int]) -> None:
    """Add counts to others in place.

    >>> total = {"sea": 2}
    >>> add_counts(total, {"sea": 1, "ice": 1})
    >>> total
    {'sea': 3, 'ice': 1}
    """
    for word, count in more.items():
        total[word] = total.get(word, 0) + count


def similarity(a: Words, b: Words) -> float:
    """Return the Jaccard similarity |a ∩ b| / |a ∪ b|; 0 if one of them is empty, because an empty set has no similar ones.

    >>> similarity(frozenset("abc"), frozenset("bcd")), similarity(frozenset(), frozenset())
    (0.5, 0.0)
    """
    if not a or not b:
        return 0.0
    both = len(a & b)
    return both / (len(a) + len(b) - both)


def merge_alike(tables: Sequence[Table], share: float, least: float, fixed: int = 0) -> list[list[int]]:
    """Merge tables with similar characteristic words until no pair can be merged, the most similar pair first.

    Parameters
    ----------
    tables : sequence of Table, length n
    share : float
        γ in (0, 1]: the minimum share of documents with a characteristic word.
    least : float
        λ in (0, 1]: the minimum Jaccard similarity of a merged pair.
    fixed : int
        The first `fixed` tables exist already and stay separate from one another.

    Returns
    -------
    list of lists of int
        Ascending indices of the tables of each group, groups in the order of their first index.

    Examples
    --------
    >>> menu, same, story = ({w: 1 for w in text.split()} for text in ("home news", "news home", "crane sinks"))
    >>> merge_alike([Table(1, menu), Table(1, story), Table(1, same)], 0.85, 0.85)
    [[0, 2], [1]]

    Notes
    -----
    The paper leaves the order of merges open. Ties go to the smallest indices, so the result depends only on the order of tables.
    Tables with equal sets are merged beforehand: their similarity is 1, and their characteristic words stay the same.
    """
    merging = _Merging(share, least, fixed)
    merging.take(tables)
    return merging.run()


class _Merging:
    """The groups, named by their smallest index, and the candidate pairs."""

    def __init__(self, share: float, least: float, fixed: int) -> None:
        self._share = share
        self._least = least
        self._fixed = fixed
        self._table: dict[int, Table] = {}
        self._summed: dict[int, dict[str, int]] = {}
        self._words: dict[int, Words] = {}
        self._members: dict[int, list[int]] = {}
        self._version: Counter[int] = Counter()
        self._heap: list[tuple[float, int, int, int, int]] = []
        self._rarity: dict[str, int] = {}
        self._index: dict[str, set[int]] = defaultdict(set)
        self._budget = _MOST_COMPARISONS

    def take(self, tables: Sequence[Table]) -> None:
        """Form the first groups from tables with equal sets."""
        first: dict[Words, int] = {}
        for i, table in enumerate(tables):
            words = characteristic(table, self._share)
            group = first.setdefault(words, i) if words and i >= self._fixed else i
            if i < self._fixed and words:
                first.setdefault(words, i)
            if group == i:
                self._table[i], self._words[i], self._members[i] = table, words, [i]
            else:
                self._add(group, table)
                self._members[group].append(i)
        frequency = Counter(word for words in self._words.values() for word in words)
        self._rarity = {word: n for n, word in enumerate(sorted(frequency, key=lambda w: (frequency[w], w)))}
        for group in list(self._members):
            self._seek_partners(group)

    def run(self) -> list[list[int]]:
        """Merge the best pair until none is left."""
        while self._heap:
            _, a, b, version_a, version_b = heapq.heappop(self._heap)
            if self._version[a] == version_a and self._version[b] == version_b:
                self._merge(a, b)
        return [sorted(self._members[group]) for group in sorted(self._members)]

    def _merge(self, a: int, b: int) -> None:
        """Merge the second group into the first, a < b."""
        for group in (a, b):
            self._version[group] += 1
            for word in self._prefix(self._words[group]):
                self._index[word].discard(group)
        self._add(a, self._table.pop(b))
        self._members[a] += self._members.pop(b)
        del self._words[b]
        self._words[a] = characteristic(self._table[a], self._share)
        self._seek_partners(a)

    def _add(self, group: int, table: Table) -> None:
        """Add a table to a group's; the group's counts are copied once, so that many small tables can be added to a large one."""
        held = self._table[group]
        total = self._summed.get(group)
        if total is None:
            total = self._summed[group] = dict(held.frequency)
        add_counts(total, table.frequency)
        self._table[group] = Table(held.documents + table.documents, total)

    def _prefix(self, words: Words) -> list[str]:
        length = len(words) - math.ceil(self._least * len(words) - ROUNDING) + 1
        return heapq.nsmallest(length, words, key=self._rarity.__getitem__) if words else []

    def _seek_partners(self, group: int) -> None:
        """Add a group's pairs with those in the index to the heap, and the group to the index."""
        words = self._words[group]
        prefix = self._prefix(words)
        candidates = set[int]().union(*(self._index[word] for word in prefix)) if self._budget > 0 else set[int]()
        self._budget -= len(candidates)
        for other in candidates:
            if group < self._fixed and other < self._fixed:
                continue
            alike = similarity(words, self._words[other])
            if alike >= self._least - ROUNDING:
                a, b = min(group, other), max(group, other)
                heapq.heappush(self._heap, (-alike, a, b, self._version[a], self._version[b]))
        for word in prefix:
            self._index[word].add(group)
