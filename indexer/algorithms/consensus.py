"""What many sequences have in common: pairwise alignments merged up a binary tree, symbols with little support pruned on the way.

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
"""After step r a symbol goes whose score is under 2^(r-2)/t: seen in less than a quarter of the 2^r sequences below the node."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A node of the tree: an aligned sequence with its evidence.

    Parameters
    ----------
    symbol : int64 array, shape (n,)
    count : int64 array, shape (n,)
        In how many of the node's sequences the symbol was seen at this place; the paper's score times t.
    leaves : int
        Sequences below the node.
    """

    symbol: Ints
    count: Ints
    leaves: int


def leaf(sequence: Ints) -> Profile:
    """One sequence as it came: every symbol was seen once.

    >>> leaf(np.array([7, 7, 8])).count.tolist()
    [1, 1, 1]
    """
    return Profile(sequence, np.ones(len(sequence), np.int64), 1)


def merge(first: Profile, second: Profile, align: Aligner) -> Profile:
    """The union of two aligned sequences: matching symbols once, with the sum of their counts, all others with their own.

    Of a mismatch's two symbols the first sequence's comes first.

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
    """Without the symbols seen in less than a quarter of the node's sequences.

    >>> prune(Profile(np.array([1, 2, 3]), np.array([8, 2, 1]), 8)).symbol.tolist()
    [1, 2]
    """
    return _where(profile, profile.count * PRUNED >= profile.leaves)


def supported(profile: Profile, threshold: float | Floats) -> Profile:
    """The symbols with at least a share of the sequences behind them; the paper's share is 1/2.

    Parameters
    ----------
    threshold : float, or float array of shape (n,)
        One share, or one a symbol.

    Examples
    --------
    >>> supported(Profile(np.array([1, 2, 3]), np.array([8, 4, 3]), 8), 0.5).symbol.tolist()
    [1, 2]
    """
    return _where(profile, profile.count >= threshold * profile.leaves)


def consensus(sequences: Sequence[Ints], align: Aligner) -> Profile:
    """The root of the tree over some sequences: neighbours are aligned, merged and pruned until one sequence is left.

    Parameters
    ----------
    sequences : sequence of int64 arrays
        At least one. The paper pairs them at random: give them in an order that says nothing about them.
    align : Aligner

    Returns
    -------
    Profile
        Not yet cut at the threshold (`supported`).

    Raises
    ------
    ValueError
        There is no sequence.

    Examples
    --------
    >>> from indexer.algorithms.align import longest_common
    >>> pages = [np.array(page) for page in ([1, 10, 2, 3], [1, 11, 2, 3], [1, 12, 3], [1, 2, 13, 3])]
    >>> supported(consensus(pages, longest_common), 0.5).symbol.tolist()
    [1, 2, 3]

    Notes
    -----
    t - 1 alignments. The paper takes t = 2^n for granted. Where t is no power of two, the last node of a step without
    a partner goes on as it is, and a node is pruned by the number of its own leaves; for t = 2^n that is the paper's rule.
    """
    if not sequences:
        raise ValueError("there is no consensus of no sequences")
    level = [leaf(sequence) for sequence in sequences]
    while len(level) > 1:
        paired = [prune(merge(a, b, align)) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[2 * len(paired) :]
    return level[0]


def _taken(values: Ints, at: Ints) -> Ints:
    """The values at some indices, 0 for a gap."""
    out = np.zeros(len(at), np.int64)
    there = at >= 0
    out[there] = values[at[there]]
    return out


def _where(profile: Profile, kept: Bools) -> Profile:
    return Profile(profile.symbol[kept], profile.count[kept], profile.leaves)
