"""Global alignment of two sequences of symbols: Needleman-Wunsch, and a faster aligner with a different cost of gaps.

A symbol is an integer; the caller defines what it represents (an HTML tag, a text). An alignment is a list of columns, each of which
pairs a symbol of one sequence with one of the other, or with a gap.

References
----------
Geraci, Maggini: A Multi-Sequence Alignment Algorithm for Web Template Detection. Section 2.1.
Needleman, Wunsch: A general method applicable to the search for similarities in the amino acid sequence of two proteins. 1970.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from rapidfuzz.distance import Indel

from indexer.arrays import Bools, Ints
from indexer.errors import UsageError

MATCH, MISMATCH, GAP = 1.0, 0.0, -1.0
"""Scores of the paper's section 2.1."""
MOST_CELLS = 250_000_000
"""Size of the largest similarity matrix (15,800 symbols squared): one byte per cell for the traceback, about a second to fill."""
MOST_SYMBOLS = 0x110000
"""Number of distinct symbols that the fast aligner supports: it compares strings of code points."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """The columns of two aligned sequences.

    Parameters
    ----------
    left, right : int64 array, shape (c,)
        Index of the column's symbol in the first and the second sequence; -1 for a gap, never in both.
    matched : bool array, shape (c,)
        True if the column pairs two equal symbols.
    """

    left: Ints
    right: Ints
    matched: Bools


Aligner = Callable[[Ints, Ints], Alignment]

_Step = tuple[bool, bool, int]
"""A run of columns: the first sequence advances, the second advances, and the run's length."""


def needleman_wunsch(first: Ints, second: Ints) -> Alignment:
    """Return the alignment with the highest score: 1 for a match, 0 for a mismatch, -1 for a gap, also at the ends.

    S[i][j] = max(S[i-1][j] - 1, S[i][j-1] - 1, S[i-1][j-1] + [first[i] = second[j]]), with S[i][0] = -i and S[0][j] = -j. Among several
    optimal alignments the result matches the common prefix and suffix, and is Biopython's first one in between. The two symbols of a
    mismatch remain two symbols.

    Parameters
    ----------
    first, second : int64 array, shapes (n,), (m,)
        Symbols from 0 up to 2³¹ - 1.

    Raises
    ------
    UsageError
        If Biopython is not installed.

    Examples
    --------
    >>> found = needleman_wunsch(np.array([1, 2, 3, 4]), np.array([1, 7, 3]))
    >>> found.left.tolist(), found.right.tolist(), found.matched.tolist()
    ([0, 1, 2, 3], [0, 1, 2, -1], [True, False, True, False])

    Notes
    -----
    n · m steps and bytes; 3,000 × 3,000 in about 45 ms. Beyond MOST_CELLS, which no two pages of a newspaper reach, the matrix would not
    fit into memory, and the result is the longest common subsequence.
    """
    head = _shared_head(first, second)
    tail = _shared_head(first[head:][::-1], second[head:][::-1])
    u, v = first[head : len(first) - tail], second[head : len(second) - tail]
    if len(u) * len(v) > MOST_CELLS:
        return longest_common(first, second)
    return _columns(first, second, [(True, True, head), *_way(u, v), (True, True, tail)])


def _shared_head(first: Ints, second: Ints) -> int:
    """Return the length of the common prefix. Matching all of it is always optimal: whatever else two equal first symbols are
    paired with, pairing them with each other instead costs no gap and no match."""
    n = min(len(first), len(second))
    differs = first[:n] != second[:n]
    return int(np.argmax(differs)) if differs.any() else n


def _way(first: Ints, second: Ints) -> list[_Step]:
    if not len(first) or not len(second):
        return [(True, False, len(first)), (False, True, len(second))]
    way = _biopython().align(first.astype(np.int32), second.astype(np.int32))[0].coordinates
    return [(a > 0, b > 0, max(a, b)) for a, b in np.diff(way, axis=1).T.tolist()]


def longest_common(first: Ints, second: Ints) -> Alignment:
    """Return the alignment with the most matches: gaps are free, so it contains no mismatch.

    In Needleman and Wunsch's score the match of a whole box must outweigh every symbol by which the texts before it differ in length; this
    aligner finds the box for texts of any length.

    Raises
    ------
    UsageError
        If a symbol is MOST_SYMBOLS or larger.

    Examples
    --------
    >>> found = longest_common(np.array([1, 2, 3, 4]), np.array([1, 7, 3]))
    >>> found.left.tolist(), found.right.tolist()
    ([0, -1, 1, 2, 3], [0, 1, -1, 2, -1])

    Notes
    -----
    n · m / 64 steps (bit-parallel) and bits: 3,000 × 3,000 in one to three ms.
    """
    steps: list[_Step] = []
    for edit in Indel.opcodes(_string(first), _string(second)):
        a, b = edit.src_end - edit.src_start, edit.dest_end - edit.dest_start
        steps.append((a > 0, b > 0, max(a, b)))
    return _columns(first, second, steps)


ALIGNERS: Mapping[str, Aligner] = {"needleman-wunsch": needleman_wunsch, "longest-common": longest_common}
"""The aligners by the names that parameters and options use."""


def _columns(first: Ints, second: Ints, steps: list[_Step]) -> Alignment:
    count = np.array([n for _, _, n in steps], np.int64)
    left = _indices(np.repeat(np.array([a for a, _, _ in steps], bool), count))
    right = _indices(np.repeat(np.array([b for _, b, _ in steps], bool), count))
    matched = (left >= 0) & (right >= 0)
    matched[matched] = first[left[matched]] == second[right[matched]]
    return Alignment(left, right, matched)


def _indices(goes_on: Bools) -> Ints:
    return np.where(goes_on, np.cumsum(goes_on) - 1, -1).astype(np.int64)


def _string(symbols: Ints) -> str:
    """Return symbols as code points, because strings are compared faster than lists. Surrogates are ordinary code points here."""
    if len(symbols) and int(symbols.max()) >= MOST_SYMBOLS:
        raise UsageError(f"more than {MOST_SYMBOLS:,} different symbols cannot be aligned: learn from fewer or shorter pages")
    return symbols.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


@lru_cache(maxsize=1)
def _biopython() -> Any:
    """Return Biopython's aligner with the paper's scores."""
    try:
        from Bio.Align import PairwiseAligner  # imported here because only the published aligner needs it
    except ImportError as error:
        raise UsageError("the published alignment needs Biopython: install winnow-news[published], or use another aligner") from error
    aligner: Any = PairwiseAligner  # its stubs leave the constructor untyped
    return aligner(mode="global", match_score=MATCH, mismatch_score=MISMATCH, gap_score=GAP)
