"""Calibration of the significance tests on the queries of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from indexer.evaluate.significance import Difference, compare, compare_all

ROUNDS = 400
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Calibration:
    """Measured error rates, as shares of the rounds.

    Parameters
    ----------
    difference : Difference
        Difference of the two systems.
    false_positives : float
        Share of A/A tests significant at .05: the two values of each query are assigned to the systems at random.
    coverage : float
        Share of intervals over resampled queries that contain the true mean.
    power : float
        Share of planted differences of size `difference.detectable` that are significant at .05.
    """

    difference: Difference
    false_positives: float
    coverage: float
    power: float


def calibrate(first: Sequence[float], second: Sequence[float], rounds: int = ROUNDS, seed: int = 0) -> Calibration:
    """Repeat the comparison of two systems on resampled queries with a known difference.

    Parameters
    ----------
    first, second : sequence of float
        One value per query.
    """
    given = compare(first, second, seed)
    differences = np.asarray(second, dtype=float) - np.asarray(first, dtype=float)
    generator = np.random.default_rng([seed, 2])
    n = len(differences)
    drawn = differences[generator.integers(0, n, (rounds, n))]
    swapped = drawn * (2 * generator.integers(0, 2, (rounds, n)) - 1)
    planted = drawn - differences.mean() + given.detectable
    same, other, moved = (compare_all([([0.0] * n, list(row)) for row in rows], seed) for rows in (swapped, drawn, planted))
    mean = float(differences.mean())
    return Calibration(
        given,
        sum(each.p < LEVEL for each in same) / rounds,
        sum(each.low - 1e-12 <= mean <= each.high + 1e-12 for each in other) / rounds,
        sum(each.p < LEVEL for each in moved) / rounds,
    )
