"""Consensus of many sequences: pairwise alignments are merged up a binary tree, and symbols with little support are pruned.

References
----------
Geraci, Maggini: A Multi-Sequence Alignment Algorithm for Web Template Detection. Section 2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from indexer.algorithms.align import Aligner
from indexer.arrays import Bools, Floats, Ints

PRUNED = 4
"""After step r a symbol is pruned if its score is below 2^(r-2)/t: it is in less than a quarter of the 2^r sequences below the node."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A node of the tree: an aligned sequence with its evidence.

    Parameters
    ----------
    symbol : int64 array, shape (n,)
    count : int64 array, shape (n,)
        Number of the node's sequences with the symbol at this place; the paper's score times t.
    leaves : int
        Number of sequences below the node.
    """

    symbol: Ints
    count: Ints
    leaves: int


def leaf(sequence: Ints) -> Profile:
    """Return the profile of one sequence: every symbol has count 1.

    >>> leaf(np.array([7, 7, 8])).count.tolist()
    [1, 1, 1]
    """
    return Profile(sequence, np.ones(len(sequence), np.int64), 1)


def merge(first: Profile, second: Profile, align: Aligner) -> Profile:
    """Return the union of two aligned sequences: matching symbols once, with the sum of their counts, all others with their own.

    Of the two symbols of a mismatch, the first sequence's comes first.

    >>> from indexer.algorithms.align import needleman_wunsch
    >>> both = merge(leaf(np.array([1, 2, 3])), leaf(np.array([1, 9, 3])), needleman_wunsch)
    >>> both.symbol.tolist(), both.count.tolist(), both.leaves
    ([1, 2, 9, 3], [2, 1, 1, 2], 2)
    """
    columns = align(first.symbol, second.symbol)
    shown = np.stack([columns.left >= 0, (columns.right >= 0) & ~columns.matched], axis=1)
    symbol = np.stack([_taken(first.symbol, columns.left), _taken(second.symbol, columns.right)], axis=1)
    count = np.stack([_taken(first.count, columns.left), _taken(second.count, columns.right)], axis=1)
    count[columns.matched, 0] += count[columns.matched, 1]
    return Profile(symbol[shown], count[shown], first.leaves + second.leaves)


def prune(profile: Profile) -> Profile:
    """Return the profile without the symbols in less than a quarter of the node's sequences.

    >>> prune(Profile(np.array([1, 2, 3]), np.array([8, 2, 1]), 8)).symbol.tolist()
    [1, 2]
    """
    return _where(profile, profile.count * PRUNED >= profile.leaves)


def supported(profile: Profile, threshold: float | Floats) -> Profile:
    """Return the symbols in at least a share of the sequences; the paper's share is 1/2.

    Parameters
    ----------
    threshold : float, or float array of shape (n,)
        One share, or one per symbol.

    Examples
    --------
    >>> supported(Profile(np.array([1, 2, 3]), np.array([8, 4, 3]), 8), 0.5).symbol.tolist()
    [1, 2]
    """
    return _where(profile, profile.count >= threshold * profile.leaves)


def consensus(sequences: Sequence[Ints], align: Aligner) -> Profile:
    """Return the root of the tree over some sequences: neighbours are aligned, merged and pruned until one sequence is left.

    Parameters
    ----------
    sequences : sequence of int64 arrays
        At least one. The paper pairs them at random, so their order must be independent of their content.
    align : Aligner

    Returns
    -------
    Profile
        Before the threshold is applied (`supported`).

    Raises
    ------
    ValueError
        If there is no sequence.

    Examples
    --------
    >>> from indexer.algorithms.align import longest_common
    >>> pages = [np.array(page) for page in ([1, 10, 2, 3], [1, 11, 2, 3], [1, 12, 3], [1, 2, 13, 3])]
    >>> supported(consensus(pages, longest_common), 0.5).symbol.tolist()
    [1, 2, 3]

    Notes
    -----
    t - 1 alignments. The paper assumes t = 2^n. If t is no power of two, the last node of a step without
    a partner is passed on unchanged, and a node is pruned by the number of its own leaves; for t = 2^n that is the paper's rule.
    """
    if not sequences:
        raise ValueError("there is no consensus of no sequences")
    level = [leaf(sequence) for sequence in sequences]
    while len(level) > 1:
        paired = [prune(merge(a, b, align)) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[2 * len(paired) :]
    return level[0]


def _taken(values: Ints, at: Ints) -> Ints:
    """Return the values at some indices, 0 for a gap."""
    out = np.zeros(len(at), np.int64)
    there = at >= 0
    out[there] = values[at[there]]
    return out


def _where(profile: Profile, kept: Bools) -> Profile:
    return Profile(profile.symbol[kept], profile.count[kept], profile.leaves)
