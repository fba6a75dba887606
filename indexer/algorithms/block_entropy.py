"""Entropy of features over a set of pages and of blocks of features, and the threshold between informative and redundant blocks.

Features and blocks are integers here; links are blocks of the features of their anchor text. Pages are additive: a feature's
entropy needs only its total frequency and its spread, so the cost of a new page depends only on its own features.

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.3 and 4.3.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from indexer.arrays import Floats, Ints

_UNIT = 1 << 32
"""Spreads are integer multiples of 1/_UNIT: unlike sums of floats, sums of integers do not depend on the order of pages. Rounding
changes an entropy by less than 1e-9; totals up to 1e8 occurrences of one feature fit into 64 bits."""
_DECIMALS = 9
_MOST_STEPS = 10_000


def spread(counts: Ints) -> Ints:
    """Return f · ln f of each frequency f on one page, in fixed point: the additive part of a feature's entropy.

    Parameters
    ----------
    counts : int array, shape (k,)
        Frequency of features on a page, at least 1.

    Examples
    --------
    >>> spread(np.array([1, 2])).tolist()
    [0, 5954088944]
    """
    return np.rint(counts * np.log(counts) * _UNIT).astype(np.int64)


def term_entropies(totals: Ints, spreads: Ints, pages: int) -> Floats:
    """Return E(T_i) = -Σ_j w_ij · log_n w_ij, where w_ij is the share of page j in the feature's occurrences.

    With f_ij occurrences on page j and F_i on all, w_ij = f_ij / F_i, and the sum is (ln F_i - Σ_j f_ij ln f_ij / F_i) / ln n.

    Parameters
    ----------
    totals : int array, shape (k,)
        F_i, at least 1.
    spreads : int array, shape (k,)
        Sum of `spread` over the pages with the feature.
    pages : int
        n, the number of all pages, including those without the feature.

    Returns
    -------
    float array, shape (k,)
        In [0, 1], to 9 decimals: 0 for a feature of one page only, 1 for one that is equally frequent on all; 0 if n < 2.

    Examples
    --------
    T0 … T5 of the paper's Figure 7, whose frequencies on five pages are 1 1 1, 2 2 1, 1 1 1 1, 1 1, 1 1 and 1 1 1 1:

    >>> two = int(spread(np.array([2]))[0])
    >>> term_entropies(np.array([3, 5, 4, 2, 2, 4]), np.array([0, 2 * two, 0, 0, 0, 0]), 5).round(3).tolist()
    [0.683, 0.655, 0.861, 0.431, 0.431, 0.861]
    """
    if pages < 2:
        return np.zeros(len(totals))
    value = (np.log(totals) - spreads / (totals * float(_UNIT))) / math.log(pages)
    return np.clip(value, 0.0, 1.0).round(_DECIMALS)


def block_entropies(features: Ints, offsets: Ints, entropy: Floats) -> Floats:
    """Return H(CB_i): the mean entropy of the features of each block.

    Parameters
    ----------
    features : int array, shape (m,)
        The concatenated features of all blocks, each once per block.
    offsets : int array, shape (b + 1,)
        Block i has `features[offsets[i]:offsets[i + 1]]`.
    entropy : float array, shape (k,)
        Of each feature.

    Returns
    -------
    float array, shape (b,)
        In [0, 1], to 9 decimals; 1 for a block without features, which does not distinguish its page.

    Examples
    --------
    Two links of Figure 7: {T1, T4}, and {T2}.

    >>> entropy = np.array([0.683, 0.655, 0.861, 0.431, 0.431, 0.861])
    >>> block_entropies(np.array([1, 4, 2]), np.array([0, 2, 3, 3]), entropy).tolist()
    [0.543, 0.861, 1.0]
    """
    size = np.diff(offsets)
    total = np.bincount(np.repeat(np.arange(len(size)), size), weights=entropy[features], minlength=len(size))
    mean = np.divide(total, size, out=np.ones(len(size)), where=size > 0)
    return np.clip(mean, 0.0, 1.0).round(_DECIMALS)


def first_included(features: Ints, offsets: Ints, block_entropy: Floats, count: int) -> Floats:
    """Return the threshold at which each feature is first included: the minimum entropy of its blocks.

    Parameters
    ----------
    features, offsets : int arrays
        As in `block_entropies`.
    block_entropy : float array, shape (b,)
    count : int
        Number of features, k.

    Returns
    -------
    float array, shape (k,)
        Infinite for a feature without a block.

    Examples
    --------
    >>> first_included(np.array([0, 1, 1]), np.array([0, 2, 3]), np.array([0.5, 0.2]), 3).tolist()
    [0.5, 0.2, inf]
    """
    first = np.full(count, np.inf)
    np.minimum.at(first, features, np.repeat(block_entropy, np.diff(offsets)))
    return first


def check_interval(interval: float) -> None:
    """Raise ValueError for a step outside [0, 1], or for one so small that the search would have more than 10,000 steps.

    >>> check_interval(0.1)
    """
    if not 1 / _MOST_STEPS <= interval <= 1:
        raise ValueError(f"the interval lies between {1 / _MOST_STEPS} and 1: it is a step between thresholds of [0, 1]")


def growth(first: Floats, interval: float) -> tuple[Floats, Ints]:
    """Return how many features each threshold includes: those of the blocks whose entropy is not higher.

    Parameters
    ----------
    first : float array, shape (k,)
        From `first_included`.
    interval : float
        Step between thresholds, in (0, 1].

    Returns
    -------
    thresholds : float array, shape (s,)
        0, interval, 2 · interval … and 1.
    included : int array, shape (s,)

    Raises
    ------
    ValueError
        The interval is not in (0, 1], or so small that the search would have more than 10,000 steps.

    Examples
    --------
    >>> thresholds, included = growth(np.array([0.0, 0.2, 0.2, 0.9]), 0.25)
    >>> thresholds.tolist(), included.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [1, 3, 3, 3, 4])
    """
    check_interval(interval)
    steps = math.ceil(round(1 / interval, _DECIMALS))
    thresholds = np.minimum(np.arange(steps + 1) * interval, 1.0).round(_DECIMALS)
    return thresholds, np.searchsorted(np.sort(first), thresholds, side="right").astype(np.int64)


def greedy_threshold(thresholds: Floats, included: Iterable[int], reach: float = 0.0, slack: float = 0.0) -> float:
    """Return the first threshold whose increase includes no more features: "the boundary between informative and redundant blocks" (4.3).

    Parameters
    ----------
    thresholds, included
        From `growth`.
    reach : float
        Minimum share of the features that must be included before the search may end. 0 is the paper's: the first standstill ends it. As
        long as nothing is included, the result would be empty, so this does not count as a standstill.
    slack : float
        Share of all features below which a step counts as adding none. 0 is the paper's.

    Returns
    -------
    float
        In [0, 1]; 1 if every step includes more, and 0 if there are no features at all.

    Examples
    --------
    >>> greedy_threshold(np.array([0.0, 0.25, 0.5, 0.75, 1.0]), [1, 3, 3, 3, 4])
    0.25
    >>> greedy_threshold(np.array([0.0, 0.25, 0.5, 0.75, 1.0]), [1, 1, 1, 3, 4], reach=0.5, slack=0.3)
    0.75
    """
    counts = list(included)
    if not counts or counts[-1] == 0:
        return 0.0
    every = counts[-1]
    for i in range(len(counts) - 1):
        if counts[i] >= max(1.0, reach * every) and counts[i + 1] - counts[i] <= slack * every:
            return float(thresholds[i])
    return float(thresholds[-1])
