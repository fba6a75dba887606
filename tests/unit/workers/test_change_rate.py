"""Rates of change: numbers by hand, an optimiser as the oracle, limits, and the rates by age built on them."""

from __future__ import annotations

from math import exp, expm1, inf, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize, minimize_scalar

from workers.revisit.age_rates import EDGES, AgeRates, Watch, discounted, learn_rates
from workers.revisit.change_rate import Interval, RatePrior, rate
from workers.revisit.exploration import learned_prior

intervals = st.builds(Interval, st.floats(0.05, 200.0), st.booleans())


def log_likelihood(per_hour: float, history: list[Interval], prior: RatePrior) -> float:
    """Of [1], section 4.3, with the gamma prior's density in ln λ."""
    total = prior.changes * log(per_hour) - prior.hours * per_hour
    for interval in history:
        total += log(-expm1(-per_hour * interval.hours)) if interval.changed else -per_hour * interval.hours
    return total


@given(st.lists(intervals, min_size=1, max_size=12), st.floats(0.1, 5.0), st.floats(1.0, 100.0))
def test_an_optimiser_finds_the_same_rate(history: list[Interval], changes: float, hours: float) -> None:
    prior = RatePrior(changes, hours)
    found = rate(history, prior)
    best = minimize_scalar(lambda x: -log_likelihood(exp(x), history, prior), bounds=(-20, 8), method="bounded", options={"xatol": 1e-9})
    assert log(found) == pytest.approx(best.x, abs=1e-4)


def test_numbers_by_hand() -> None:
    # one change in an hour, none in the next: 1/(e^x - 1) = 1, so x = ln 2
    assert rate([Interval(1, True), Interval(1, False)]) == pytest.approx(log(2))
    # two changes in two hours each, none in one: 2·2/(e^2x - 1) = 1, so x = ln(5)/2
    assert rate([Interval(2, True), Interval(2, True), Interval(1, False)]) == pytest.approx(log(5) / 2)
    # with equal intervals the maximum likelihood is -ln(unchanged share)/length
    assert rate([Interval(3, True)] * 3 + [Interval(3, False)] * 7) == pytest.approx(-log(0.7) / 3)


def test_ends_of_the_scale() -> None:
    assert rate([]) == 0.0
    assert rate([Interval(4, True)]) == inf
    assert rate([Interval(4, True)], RatePrior(1.0, 4.0)) < inf
    assert rate([Interval(1e6, True), Interval(1e-3, False)]) > 0
    for hours in (0.0, -1.0, inf):
        with pytest.raises(ValueError, match="positive"):
            Interval(hours, True)
    with pytest.raises(ValueError, match="not be negative"):
        RatePrior(-1.0, 0.0)


def test_a_known_rate_is_found_from_irregular_visits() -> None:
    rng = Random(7)
    true = 0.08
    history = [Interval(hours, rng.random() < -expm1(-true * hours)) for hours in (rng.expovariate(0.1) + 0.1 for _ in range(3000))]
    assert rate(history) == pytest.approx(true, rel=0.1)
    naive = sum(i.changed for i in history) / sum(i.hours for i in history)
    assert naive < 0.8 * true  # what is obvious is biased: two changes between visits look like one


@given(st.integers(0, 40), st.floats(0.0, 500.0))
def test_a_prior_from_siblings_keeps_its_weight_and_lies_between_both_means(changes: int, hours: float) -> None:
    own = RatePrior(0.5, 14.0)
    prior, limited = learned_prior(own, changes, hours), learned_prior(own, changes, hours, most=1.0)
    assert prior.changes == limited.changes == own.changes
    if hours:
        low, high = sorted((own.mean, changes / hours))
        assert low * (1 - 1e-9) <= prior.mean <= high * (1 + 1e-9)
        assert abs(limited.mean - own.mean) <= abs(prior.mean - own.mean) + 1e-9
    else:
        assert prior == limited == own


@pytest.mark.slow
def test_rates_by_age_maximise_the_likelihood() -> None:
    rng = Random(3)
    true = AgeRates((0.2, 0.1, 0.06, 0.05, 0.03, 0.02, 0.012, 0.008, 0.004, *[0.0] * 6))
    watches = []
    for _ in range(1500):
        start = rng.uniform(0, 20)
        end = start + rng.uniform(0.5, 40)
        watches.append(Watch(start, end, rng.random() < true.chance(start, end)))
    prior = AgeRates((0.05,) * len(EDGES))
    found = learn_rates(watches, prior, weight=1.0)

    def loss(logs: list[float]) -> float:
        rates = AgeRates(tuple(exp(x) for x in logs))
        lengths = [b - a for a, b in zip(EDGES, (*EDGES[1:], 2 * EDGES[-1]), strict=True)]
        total = sum(0.05 * n * x - n * exp(x) for n, x in zip(lengths, logs, strict=True))
        for watch in watches:
            expected = rates.expected(watch.start, watch.end)
            total += log(-expm1(-expected)) if watch.happened else -expected
        return -total

    best = minimize(loss, [-3.0] * len(EDGES), method="L-BFGS-B")
    assert loss([log(max(r, 1e-12)) for r in found.rates]) <= best.fun + 0.1
    assert found.expected(4, 30) == pytest.approx(true.expected(4, 30), rel=0.2)


def test_one_span_is_the_plain_estimate() -> None:
    history = [(2.0, True), (1.0, False), (1.5, True), (0.5, False)]
    watches = [Watch(0.0, hours, happened) for hours, happened in history]
    plain = rate([Interval(hours, happened) for hours, happened in history])
    assert learn_rates(watches, AgeRates((0.1, *[0.0] * 14)), weight=0.0).at(0) == pytest.approx(plain, rel=1e-3)


def test_worth_of_waiting_peaks_once() -> None:
    rates = AgeRates((0.04, 0.03, 0.02, 0.018, 0.012, 0.009, 0.006, 0.004, 0.002, 0.001, 0.0006, 0.0004, 0.0002, 0.0, 0.0))
    worth = [discounted(rates, 1.0, age, 36.0) for age in range(1, 400)]
    peak = worth.index(max(worth))
    assert 8 < peak < 60
    assert worth[:peak] == sorted(worth[:peak])
    assert worth[peak:] == sorted(worth[peak:], reverse=True)
    assert rates.scaled(2.0).expected(1.0, 30.0) == pytest.approx(2 * rates.expected(1.0, 30.0))
    with pytest.raises(ValueError, match="below 0"):
        AgeRates((-1.0,) * len(EDGES))
