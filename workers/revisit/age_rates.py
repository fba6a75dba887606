"""Estimates the change rate of stories by age from visits, which show only whether a story changed since the visit before.

Young stories change most. The rate is constant within each span of age, and an interval between two visits crosses several spans. This
is the estimate of `workers.revisit.change_rate` with a rate for each span, found by expectation maximisation.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import exp, expm1, fsum, inf, log
from operator import mul

EDGES: tuple[float, ...] = (0.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0)
"""Start of each span in hours of age. Two spans for each doubling keep the steps small: a large step would attract all visits to itself."""
_ROUNDS = 60
_MOVES = 1e-11


@dataclass(frozen=True)
class Watch:
    """A story between two visits.

    Parameters
    ----------
    start, end : float
        Its age in hours at the two visits.
    happened : bool
        Whether the second visit found the counted event.
    ago : float
        Hours since the second visit; inf where days do not matter.
    """

    start: float
    end: float
    happened: bool
    ago: float = inf

    @cached_property
    def spans(self) -> CrossedSpans:
        """The spans of age that it crosses."""
        return crossed_spans(self.start, self.end)


@dataclass(frozen=True, slots=True)
class AgeRates:
    """Events per hour by age.

    Parameters
    ----------
    rates : tuple of float
        One for each span of `EDGES`; the last span has no end.
    """

    rates: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.rates) != len(EDGES) or min(self.rates) < 0:
            raise ValueError(f"rates must be {len(EDGES)} numbers, none below 0")

    def at(self, age: float) -> float:
        """The rate at an age."""
        return self.rates[max(bisect_right(EDGES, age) - 1, 0)]

    def expected(self, start: float, end: float) -> float:
        """Expected events between two ages.

        >>> AgeRates((0.5, 0.25, *[0.0] * 13)).expected(1.0, 3.0)
        0.75
        """
        return sum(self.rates[s] * hours for s, hours in crossed_spans(start, end))

    def scaled(self, factor: float) -> AgeRates:
        """The rates multiplied by a factor."""
        return AgeRates(tuple(rate * factor for rate in self.rates))

    def chance(self, start: float, end: float) -> float:
        """The probability of at least one event between two ages."""
        return -expm1(-self.expected(start, end))


CHANGES = AgeRates(
    (0.039, 0.031, 0.024, 0.019, 0.014, 0.0088, 0.0048, 0.0024, 0.0012, 0.0007, 0.00045, 0.00026, 0.00012, 0.00004, 0.000005)
)
DELETIONS = AgeRates(
    (0.0011, 0.0011, 0.00097, 0.00089, 0.00079, 0.00067, 0.00053, 0.0004, 0.00027, 0.00018, 0.00011, 0.00007, 0.00004, 0.00002, 0.000005)
)
"""Priors: four of ten articles change, most within a day; four of a hundred are deleted, half of these within a day."""


CrossedSpans = list[tuple[int, float]]
"""The spans that an interval crosses, with its hours in each."""


def crossed_spans(start: float, end: float) -> CrossedSpans:
    """The spans of age that an interval crosses; none if it ends before it starts."""
    if end <= start:
        return []
    first = max(bisect_right(EDGES, start) - 1, 0)
    found: CrossedSpans = []
    for s in range(first, len(EDGES)):
        if EDGES[s] >= end:
            break
        upper = EDGES[s + 1] if s + 1 < len(EDGES) else end
        found.append((s, min(end, upper) - max(start, EDGES[s])))
    return found


def learn_rates(watches: Iterable[Watch], prior: AgeRates, weight: float = 10.0) -> AgeRates:
    """The most probable rates.

    Parameters
    ----------
    watches : iterable of Watch
        Watches that end before they start are ignored.
    prior : AgeRates
        The rates before any visit.
    weight : float
        Weight of the prior as a number of stories watched through each span; with 0, the rate of a span without watches is 0.

    Returns
    -------
    AgeRates
        λ_s = (prior's events + Σ E[events in s]) / (prior's hours + Σ hours in s). An interval with an event has Λ = Σ λ_s t_s expected
        events, hence λ_s t_s / (1 - exp(-Λ)) in span s given at least one event; an interval without an event has none.

    Notes
    -----
    O(rounds · watches · spans). The likelihood is concave in the rates, so the starting values do not matter.

    References
    ----------
    A. P. Dempster, N. M. Laird, D. B. Rubin: Maximum likelihood from incomplete data via the EM algorithm, 1977.

    Examples
    --------
    Two of four stories changed in their first two hours: λ = ln(2)/2.

    >>> rates = learn_rates([Watch(0, 2, True), Watch(0, 2, True), Watch(0, 2, False), Watch(0, 2, False)],
    ...                     AgeRates((0.1, *[0.0] * 14)), weight=0.0)
    >>> round(rates.at(1.0), 4)
    0.3466
    """
    return AgeRates(
        tuple(
            fit_rates([(w.spans, w.happened) for w in watches if w.end > w.start], prior.rates, prior_hours(weight))
        )
    )


def likely_prior(watches: Iterable[Watch], prior: AgeRates) -> AgeRates:
    """The mean of a prior and of curves of other shapes and levels, each weighed by its probability after the watches.

    Where young articles change less than the prior says, its probability falls, and late changes become as likely as the other shapes
    have them, before any visit has looked for them.

    Notes
    -----
    A curve's log-likelihood is Σ log(1 - exp(-Λ)) over the watches with an event and -Σ Λ over the others, Λ being its expected events.
    O(watches · spans · curves).

    Examples
    --------
    Of two hundred stories two change in their first four hours and thirty in the next twenty, where the prior has thirteen and nineteen of
    a hundred: late changes are likelier than it says.

    >>> seen = [Watch(start, end, story < changed) for start, end, changed in ((0.0, 4.0, 2), (4.0, 24.0, 30)) for story in range(200)]
    >>> [round(CHANGES.chance(start, end), 2) for start, end in ((0.0, 4.0), (4.0, 24.0))]
    [0.13, 0.19]
    >>> round(likely_prior(seen, CHANGES).at(60.0) / CHANGES.at(60.0), 1)
    3.2
    """
    curves = [(log(share), curve.scaled(level)) for share, curve in _shapes(prior) for level in _LEVELS]
    watches = list(watches)
    without = hours_watched((w.spans for w in watches if not w.happened), [0.0] * len(EDGES))
    happened = [w.spans for w in watches if w.happened and w.spans]
    scores = [start + _log_likelihood(curve.rates, happened, without) for start, curve in curves]
    best = max(scores)
    weights = [exp(score - best) for score in scores]
    whole = fsum(weights)
    return AgeRates(tuple(fsum(map(mul, weights, each)) / whole for each in zip(*(curve.rates for _, curve in curves), strict=True)))


_LATER = ((0.02, 36.0), (0.005, 120.0))
"""Other shapes than the prior's: probability before any watch, and hours in which the rate falls to 1/e (decision 24)."""
_LEVELS = (1.0, 0.5, 0.25)
"""Events of a curve as multiples of the prior's: the shape is judged apart from the level."""
_IMPOSSIBLE = 1e-300
"""Probability of an event where a curve has none."""


def _shapes(prior: AgeRates) -> Iterator[tuple[float, AgeRates]]:
    """Yield the prior, then curves with the same number of events that fall exponentially, each with its probability."""
    yield 1.0 - sum(share for share, _ in _LATER), prior
    events = prior.expected(0.0, 2 * EDGES[-1])
    for share, hours in _LATER:
        left = [exp(-edge / hours) for edge in (*EDGES, inf)]
        yield share, AgeRates(tuple(events * (a - b) / width for (a, b), width in zip(pairwise(left), prior_hours(1.0), strict=True)))


def _log_likelihood(rates: Sequence[float], happened: Iterable[CrossedSpans], without: Sequence[float]) -> float:
    """The log-likelihood of rates, from the intervals with an event and the hours of the others by span."""
    chances = (-expm1(-sum(rates[s] * hours for s, hours in crossed)) for crossed in happened)
    return fsum(log(max(chance, _IMPOSSIBLE)) for chance in chances) - fsum(map(mul, rates, without))


def prior_hours(weight: float) -> list[float]:
    """By span, the hours of a number of stories that are watched through it."""
    return [weight * (upper - lower) for lower, upper in zip(EDGES, (*EDGES[1:], 2 * EDGES[-1]), strict=True)]


def fit_rates(crossings: Sequence[tuple[CrossedSpans, bool]], prior: Sequence[float], hours: Sequence[float]) -> list[float]:
    """The rate of each span by expectation maximisation, from prior rates and the hours that these weigh."""
    total = hours_watched((crossed for crossed, _ in crossings), hours)
    happened = [crossed for crossed, event in crossings if event]
    believed = [rate * time for rate, time in zip(prior, hours, strict=True)]
    rates = [max(rate, 1e-6) if spent else 0.0 for rate, spent in zip(prior, total, strict=True)]
    for _ in range(_ROUNDS if happened else 1):
        found = _expected_events(happened, rates)
        new = [(events + more) / spent if spent else 0.0 for events, more, spent in zip(believed, found, total, strict=True)]
        moved = max(abs(a - b) for a, b in zip(new, rates, strict=True))
        rates = new
        if moved < _MOVES:
            break
    return rates


def hours_watched(crossings: Iterable[CrossedSpans], hours: Sequence[float]) -> list[float]:
    """By span, the sum of given hours and of those that intervals spend in it."""
    total = list(hours)
    for crossed in crossings:
        for s, spent in crossed:
            total[s] += spent
    return total


def _expected_events(happened: Sequence[CrossedSpans], rates: Sequence[float]) -> list[float]:
    """The expected events in each span, given at least one event in each interval."""
    found = [0.0] * len(rates)
    for crossed in happened:
        total = 0.0
        for s, hours in crossed:
            total += rates[s] * hours
        if total <= 0:
            continue
        share = 1.0 / -expm1(-total)
        for s, hours in crossed:
            found[s] += rates[s] * hours * share
    return found


def discounted(rates: AgeRates, start: float, end: float, life: float) -> float:
    """Expected events between two ages, discounted by their age at `end`: ∫ λ(s) exp(-(end - s)/life) ds.

    The value rises while events are frequent and falls when they become rare; its peak is the time for a visit.

    Parameters
    ----------
    life : float
        Hours in which the value of an event falls to 1/e.

    >>> rates = AgeRates((0.5, *[0.0] * 14))
    >>> [round(discounted(rates, 0.0, age, 10.0), 3) for age in (1.0, 2.0, 12.0)]
    [0.476, 0.906, 0.333]
    """
    total, at = 0.0, max(start, 0.0)
    for s, hours in crossed_spans(start, end):
        total += rates.rates[s] * life * (exp(-(end - at - hours) / life) - exp(-(end - at) / life))
        at += hours
    return total
