"""The logistic regression against a general optimiser, and the valley against every cut tried."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import norm

from indexer.algorithms.logistic import fit, valley
from indexer.arrays import Floats


def objective(v: Floats, x: Floats, y: Floats, weight: Floats, ridge: float) -> float:
    f = x @ v[:-1] + v[-1]
    loss = np.logaddexp(0, np.where(y > 0, -f, f))
    return float(weight @ loss + ridge / 2 * v[:-1] @ v[:-1])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 25), st.integers(1, 40), st.sampled_from([0.1, 0.3, 2.0]))
def test_fit_finds_the_minimum(seed: int, n: int, columns: int, ridge: float) -> None:
    rng = np.random.default_rng(seed)
    x = (rng.random((n, columns)) < 0.4) / np.sqrt(columns)
    y = np.arange(n) % 2 * 1.0
    weight = rng.random(n) + 0.1
    v, b = fit(x, y, weight, ridge)
    best = minimize(objective, np.zeros(columns + 1), (x, y, weight, ridge), method="BFGS", options={"gtol": 1e-9})
    found = objective(np.append(v, b), x, y, weight, ridge)
    assert found <= best.fun + 1e-7
    assert v == pytest.approx(best.x[:-1], abs=2e-3)


def test_fit_separates_and_shrinks() -> None:
    x = np.eye(6)
    y = np.array([1.0, 1, 1, 0, 0, 0])
    loose, _ = fit(x, y, np.ones(6), 0.1)
    tight, _ = fit(x, y, np.ones(6), 10.0)
    assert (np.sign(loose) == np.where(y > 0, 1, -1)).all()
    assert np.abs(tight).max() < np.abs(loose).max()


def brute(z: Floats, separation: float, most: float) -> float:
    """The cut of the largest likelihood of two normals of one spread, each cut tried, with the density written out."""
    s = np.sort(np.clip(z, -6, 6))
    best, cut = -np.inf, 0.0
    for i in range(2, len(s) - 1):
        low, high = s[:i], s[i:]
        if s[i] - s[i - 1] < 1e-9:
            continue
        variance = (((low - low.mean()) ** 2).sum() + ((high - high.mean()) ** 2).sum()) / len(s)
        spread = np.sqrt(max(variance, 1e-3))
        if (high.mean() - low.mean()) / spread < separation:
            continue
        # at the fitted spread the squares add up to n·spread², the same for all cuts, unless the floor of the spread holds
        likelihood = -len(s) * np.log(spread) + i * np.log(i / len(s)) + (len(s) - i) * np.log(1 - i / len(s))
        if likelihood > best:
            best, cut = likelihood, (s[i] + s[i - 1]) / 2
    return float(np.clip(cut, -most, most)) if len(s) >= 8 else 0.0


@settings(deadline=None)
@given(st.lists(st.integers(-800, 800), max_size=40), st.sampled_from([2.0, 3.0, 4.0]), st.sampled_from([0.5, 3.0]))
def test_valley_is_the_best_of_all_cuts(values: list[int], separation: float, most: float) -> None:
    z = np.array(values, float) / 100
    assert valley(z, separation, most) == pytest.approx(brute(z, separation, most), abs=1e-9)


@pytest.mark.parametrize("apart", [3.0, 4.0])
def test_valley_lies_between_two_normals(apart: float) -> None:
    rng = np.random.default_rng(5)
    z = np.concatenate([norm.rvs(-apart / 2 + 1, 0.4, 60, random_state=rng), norm.rvs(apart / 2 + 1, 0.4, 40, random_state=rng)])
    assert valley(z, 3.0, 3.0) == pytest.approx(1.0, abs=0.7)


@pytest.mark.parametrize("z", [[], [1.0] * 20, [0.0, 5.0], [x / 10 for x in range(20)]])
def test_no_valley_in_one_group(z: list[float]) -> None:
    assert valley(np.array(z), 4.0, 3.0) == 0
