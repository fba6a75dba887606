"""Significance of the difference between two systems on the same queries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from indexer.arrays import Floats

ROUNDS = 10_000
"""Random sign patterns and resamples; the error of a p-value of .05 is then ± .004."""
EXACT_UP_TO = 13
"""Up to this number of differences, all 2^n sign patterns are enumerated, which are fewer than ROUNDS."""
_CHUNK = 500
"""Rounds computed at a time, in 12 MB for 3,000 queries."""
CONFIDENCE = 0.95
_POWER_FACTOR = 1.959964 + 0.841621
"""Sum of normal quantiles for a two-sided test at .05 with power .8."""
TIE = 1e-9
"""Smaller differences are rounding errors of equal values."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The second system's values minus the first's.

    Parameters
    ----------
    mean : float
    low, high : float
        Bounds of the confidence interval of the mean.
    p : float
        Two-sided p of the paired randomisation test.
    wins, ties, losses : int
        Number of queries on which the second system is better, equal, worse.
    deviation : float
        Standard deviation of the differences, inflated by correlation within clusters: the mean's standard error times the square root
        of the number of queries. 0 for a single cluster.
    """

    mean: float
    low: float
    high: float
    p: float
    wins: int
    ties: int
    losses: int
    deviation: float = 0.0

    @property
    def queries(self) -> int:
        """Number of queries compared."""
        return self.wins + self.ties + self.losses

    @property
    def effect(self) -> float | None:
        """The mean in standard deviations (Cohen's d of paired values); None if all differences are equal."""
        return self.mean / self.deviation if self.deviation else None

    @property
    def detectable(self) -> float:
        """The smallest mean difference detectable with this number of queries with power .8 at .05 (normal approximation).

        >>> round(Difference(0.02, 0, 0, 1, 60, 0, 40, deviation=0.2).detectable, 3)
        0.056
        """
        return _POWER_FACTOR * self.deviation / math.sqrt(self.queries)

    @property
    def needed(self) -> int | None:
        """The number of queries needed to detect a difference as large as the mean with power .8; None if it is 0.

        >>> Difference(0.02, 0, 0, 1, 60, 0, 40, deviation=0.2).needed
        785
        """
        return self.needed_for(self.mean) if abs(self.mean) > TIE else None

    def needed_for(self, difference: float) -> int:
        """The number of queries needed to detect a mean difference other than 0 with power .8.

        >>> Difference(0.02, 0, 0, 1, 60, 0, 40, deviation=0.2).needed_for(0.1)
        32
        """
        return math.ceil((_POWER_FACTOR * self.deviation / difference) ** 2)


def compare(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Difference:
    """Compare two systems' values paired by query.

    The randomisation test estimates how often a mean difference at least as large arises if the two systems are swapped at
    random on every query: signs are flipped at random (all patterns, if there are few). It assumes no distribution. The
    interval is the percentile bootstrap of the mean.

    Parameters
    ----------
    first, second : sequence of float
        At least one value each, of equal length.
    seed : int
        Seed of the random generator; equal seeds give equal results.

    Examples
    --------
    >>> compare([0.5] * 6, [0.7] * 6).p  # 2 of the 64 sign patterns are as extreme
    0.03125
    >>> compare([0.5, 0.5], [0.5, 0.5])
    Difference(mean=0.0, low=0.0, high=0.0, p=1.0, wins=0, ties=2, losses=0, deviation=0.0)

    References
    ----------
    Smucker, Allan, Carterette: A comparison of statistical significance tests for information retrieval, 2007.
    """
    return compare_all([(first, second)], seed)[0]


def compare_all(
    pairs: Sequence[tuple[Sequence[float], Sequence[float]]], seed: int = 0, clusters: Sequence[str] | None = None
) -> list[Difference]:
    """Compare many pairs on the same queries, with shared random signs and resamples, as one matrix product per chunk.

    Parameters
    ----------
    pairs : sequence of pairs of sequences
    seed : int
    clusters : sequence of str or None
        Group of each query; dependent queries share one. Each cluster gets one sign and is resampled as a unit. None makes each
        query a cluster.

    Examples
    --------
    >>> compare_all([([0.5] * 6, [0.7] * 6), ([0.5] * 6, [0.5] * 6)])[0] == compare([0.5] * 6, [0.7] * 6)
    True
    >>> compare_all([([0.5] * 6, [0.7] * 6)], clusters="aaabbb")[0].p  # two clusters: two of four patterns
    0.5

    References
    ----------
    Cameron, Gelbach, Miller: Bootstrap-based improvements for inference with clustered errors, 2008.
    """
    if not pairs:
        return []
    differences = np.array([np.asarray(second, dtype=float) - np.asarray(first, dtype=float) for first, second in pairs]).T
    differences[np.abs(differences) < TIE] = 0.0
    sums, sizes = _by_cluster(differences, clusters)
    lows, highs = _intervals(sums, sizes, np.random.default_rng(seed))
    p_values = _p_values(sums, np.random.default_rng([seed, 1]))
    deviations = _deviations(sums, sizes)
    return [
        Difference(
            mean=float(column.mean()),
            low=float(low),
            high=float(high),
            p=float(p),
            wins=int((column > 0).sum()),
            ties=int((column == 0).sum()),
            losses=int((column < 0).sum()),
            deviation=float(deviation),
        )
        for column, low, high, p, deviation in zip(differences.T, lows, highs, p_values, deviations, strict=True)
    ]


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for multiple tests (Holm, 1979), in the given order.

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


def _p_values(differences: Floats, generator: np.random.Generator) -> list[float]:
    """Return the p-value of each column; the exact test omits zeros, which have no sign."""
    observed = np.abs(differences.sum(axis=0)) - TIE
    n = len(differences)
    signs = (2.0 * generator.integers(0, 2, (_CHUNK, n)) - 1 for _ in range(ROUNDS // _CHUNK))
    exactly = [int((column != 0).sum()) <= EXACT_UP_TO for column in differences.T]
    extreme = np.zeros(differences.shape[1], dtype=int)
    if not all(exactly):
        extreme = sum((np.abs(chunk @ differences) >= observed).sum(axis=0) for chunk in signs)
    return [
        _exact_p(column[column != 0]) if exact else (int(count) + 1) / (ROUNDS + 1)  # the observed pattern counts as one
        for column, exact, count in zip(differences.T, exactly, extreme, strict=True)
    ]


def _exact_p(difference: Floats) -> float:
    n = len(difference)
    bits = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
    return float((np.abs((1 - 2 * bits) @ difference) >= abs(difference.sum()) - TIE).mean()) if n else 1.0


def _by_cluster(differences: Floats, clusters: Sequence[str] | None) -> tuple[Floats, Floats]:
    """Return the sums of each cluster's differences, one row each, and the clusters' sizes."""
    if clusters is None:
        return differences, np.ones(len(differences))
    numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
    places = np.array([numbers[cluster] for cluster in clusters])
    sums = np.zeros((len(numbers), differences.shape[1]))
    np.add.at(sums, places, differences)
    sums[np.abs(sums) < TIE] = 0.0
    return sums, np.bincount(places).astype(float)


def _deviations(sums: Floats, sizes: Floats) -> Floats:
    """See `Difference.deviation`."""
    number, queries = len(sums), sizes.sum()
    if number == 1:
        return np.zeros(sums.shape[1])
    beyond = sums - sizes[:, None] * (sums.sum(axis=0) / queries)
    deviations: Floats = np.sqrt(number / (number - 1) * (beyond**2).sum(axis=0) / queries)
    return np.where(deviations < TIE, 0.0, deviations)


def _intervals(sums: Floats, sizes: Floats, generator: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the bounds of each column."""
    n = len(sums)
    means = np.concatenate([_resampled(generator.integers(0, n, (_CHUNK, n)), sums, sizes) for _ in range(ROUNDS // _CHUNK)])
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail], axis=0)
    return low, high


def _resampled(draws: NDArray[np.int64], sums: Floats, sizes: Floats) -> Floats:
    """Return the means of resamples, from the number of draws of each cluster."""
    rounds, n = draws.shape
    counts = np.bincount((draws + n * np.arange(rounds)[:, None]).ravel(), minlength=rounds * n).reshape(rounds, n)
    means: Floats = counts @ sums / (counts @ sizes)[:, None]
    return means
