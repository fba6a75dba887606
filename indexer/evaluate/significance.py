"""Whether a difference between two systems on the same queries is more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Floats

ROUNDS = 10_000
"""Random sign patterns and resamples: p-values of .05 are then known to ± .004."""
EXACT_UP_TO = 13
"""Differences up to which all 2^n sign patterns are tried instead: no more than ROUNDS."""
_CHUNK = 500
"""Rounds computed at once: for 3,000 queries 12 MB."""
CONFIDENCE = 0.95
TIE = 1e-9
"""Differences under this are rounding of equal values."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The second system's values minus the first's.

    Parameters
    ----------
    mean : float
    low, high : float
        Bounds of the confidence interval of the mean.
    p : float
        Two-sided, of the paired randomisation test.
    wins, ties, losses : int
        Queries on which the second is better, equal, worse.
    """

    mean: float
    low: float
    high: float
    p: float
    wins: int
    ties: int
    losses: int


def compare(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Difference:
    """Paired comparison of two systems' values, query by query.

    The randomisation test asks how often a mean difference at least as large would come about if on every query it were
    chance which system is which: signs are flipped at random (all patterns, if there are few). It needs no assumption
    on the distribution. The interval is the percentile bootstrap of the mean.

    Parameters
    ----------
    first, second : sequence of float
        Equally long, at least one value each.
    seed : int
        Of the random generator; equal seeds give equal results.

    Examples
    --------
    >>> compare([0.5] * 6, [0.7] * 6).p  # 2 of the 64 sign patterns are as extreme
    0.03125
    >>> compare([0.5, 0.5], [0.5, 0.5])
    Difference(mean=0.0, low=0.0, high=0.0, p=1.0, wins=0, ties=2, losses=0)

    References
    ----------
    Smucker, Allan, Carterette: A comparison of statistical significance tests for information retrieval, 2007.
    """
    difference = np.asarray(second, dtype=float) - np.asarray(first, dtype=float)
    difference[np.abs(difference) < TIE] = 0.0
    generator = np.random.default_rng(seed)
    low, high = _interval(difference, generator)
    return Difference(
        mean=float(difference.mean()),
        low=low,
        high=high,
        p=_p(difference[difference != 0], generator),
        wins=int((difference > 0).sum()),
        ties=int((difference == 0).sum()),
        losses=int((difference < 0).sum()),
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for testing several measures at once (Holm, 1979), in the order given.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def _p(difference: Floats, generator: np.random.Generator) -> float:
    n = len(difference)
    if not n:
        return 1.0
    observed = abs(difference.sum()) - TIE
    if n <= EXACT_UP_TO:
        bits = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        return float((np.abs((1 - 2 * bits) @ difference) >= observed).mean())
    signs = (2.0 * generator.integers(0, 2, (_CHUNK, n)) - 1 for _ in range(ROUNDS // _CHUNK))
    extreme = sum(int((np.abs(chunk @ difference) >= observed).sum()) for chunk in signs)
    return (extreme + 1) / (ROUNDS + 1)  # the observed pattern is one of those possible


def _interval(difference: Floats, generator: np.random.Generator) -> tuple[float, float]:
    n = len(difference)
    draws = (generator.integers(0, n, (_CHUNK, n)) for _ in range(ROUNDS // _CHUNK))
    means = np.concatenate([difference[chunk].mean(axis=1) for chunk in draws])
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)
