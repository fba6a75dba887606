"""How likely a story is to change at an age, learned from visits that saw only that it had changed in between.

Stories change while they are young. The rate is taken as constant within each of a few spans of age; an interval between
two visits runs through several of them. That is the estimate of `workers.revisit.change_rate` with one rate a span instead of one
in all, found by expectation maximisation.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, expm1

EDGES: tuple[float, ...] = (0.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0)
"""Hours of age at which a span begins; two for each doubling, so that no edge makes a moment look like the best one."""
_ROUNDS = 60
_MOVES = 1e-9


@dataclass(frozen=True, slots=True)
class Watch:
    """A story between two visits.

    Parameters
    ----------
    start, end : float
        Its age in hours at the two visits.
    happened : bool
        Whether the second found what is being counted.
    """

    start: float
    end: float
    happened: bool


@dataclass(frozen=True, slots=True)
class AgeRates:
    """Events an hour by age.

    Parameters
    ----------
    rates : tuple of float
        One for each span of `EDGES`; the last one lasts for ever.
    """

    rates: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.rates) != len(EDGES) or min(self.rates) < 0:
            raise ValueError(f"{len(EDGES)} rates, none below 0")

    def at(self, age: float) -> float:
        """The rate at an age."""
        return self.rates[max(bisect_right(EDGES, age) - 1, 0)]

    def expected(self, start: float, end: float) -> float:
        """Events between two ages.

        >>> AgeRates((0.5, 0.25, *[0.0] * 13)).expected(1.0, 3.0)
        0.75
        """
        return sum(rate * hours for rate, hours in zip(self.rates, _spans(start, end), strict=True))

    def scaled(self, factor: float) -> AgeRates:
        """So many times as often at every age."""
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
"""Of an article, as believed before any visit: four in ten change, most within a day; four in a hundred go, half of them within a day."""


def _spans(start: float, end: float) -> list[float]:
    """Hours that lie in each span."""
    ends = (*EDGES[1:], float("inf"))
    return [max(0.0, min(end, upper) - max(start, lower)) for lower, upper in zip(EDGES, ends, strict=True)]


_Crossed = list[tuple[int, float]]
"""The spans in which an interval lies, with its hours in each."""


def _crossed(start: float, end: float) -> _Crossed:
    first = max(bisect_right(EDGES, start) - 1, 0)
    found: _Crossed = []
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
        Those that end before they start are passed over.
    prior : AgeRates
        What is believed before any visit.
    weight : float
        Stories watched through each span that the prior counts as; 0 for none, and then a span never watched gets 0.

    Returns
    -------
    AgeRates
        λ_s = (prior's events + Σ E[events in s]) / (prior's hours + Σ hours in s), where an interval with an event had
        Λ = Σ λ_s t_s expected and so λ_s t_s / (1 - exp(-Λ)) in span s given that there was one; an interval without had none.

    Notes
    -----
    O(rounds · watches · spans). The likelihood is concave in the rates, so that the start does not matter.

    References
    ----------
    A. P. Dempster, N. M. Laird, D. B. Rubin: Maximum likelihood from incomplete data via the EM algorithm, 1977.

    Examples
    --------
    Four stories watched for their first two hours, of which two changed: λ = ln(2)/2.

    >>> rates = learn_rates([Watch(0, 2, True), Watch(0, 2, True), Watch(0, 2, False), Watch(0, 2, False)],
    ...                     AgeRates((0.1, *[0.0] * 14)), weight=0.0)
    >>> round(rates.at(1.0), 4)
    0.3466
    """
    lengths = [upper - lower for lower, upper in zip(EDGES, (*EDGES[1:], 2 * EDGES[-1]), strict=True)]
    watched, happened = [0.0] * len(EDGES), list[_Crossed]()
    for watch in watches:
        if watch.end > watch.start:
            crossed = _crossed(watch.start, watch.end)
            for s, spent in crossed:
                watched[s] += spent
            if watch.happened:
                happened.append(crossed)
    hours = [weight * length + spent for length, spent in zip(lengths, watched, strict=True)]
    believed = [weight * length * rate for length, rate in zip(lengths, prior.rates, strict=True)]
    rates = [max(rate, 1e-6) if hours[s] else 0.0 for s, rate in enumerate(prior.rates)]
    for _ in range(_ROUNDS if happened else 1):
        found = _expected_events(happened, rates)
        new = [(believed[s] + found[s]) / hours[s] if hours[s] else 0.0 for s in range(len(EDGES))]
        moved = max(abs(a - b) for a, b in zip(new, rates, strict=True))
        rates = new
        if moved < _MOVES:
            break
    return AgeRates(tuple(rates))


def _expected_events(happened: Sequence[_Crossed], rates: Sequence[float]) -> list[float]:
    """Events in each span, given that each of these intervals had one."""
    found = [0.0] * len(EDGES)
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
    """Events between two ages, each worth less the longer it has waited: ∫ λ(s) exp(-(end - s)/life) ds.

    It rises while news is to come and falls once it is over, so that its peak is the time for a visit.

    Parameters
    ----------
    life : float
        Hours in which an event loses all but 1/e of its worth.

    >>> rates = AgeRates((0.5, *[0.0] * 14))
    >>> [round(discounted(rates, 0.0, age, 10.0), 3) for age in (1.0, 2.0, 12.0)]
    [0.476, 0.906, 0.333]
    """
    total = 0.0
    for rate, lower, upper in zip(rates.rates, EDGES, (*EDGES[1:], float("inf")), strict=True):
        a, b = max(start, lower), min(end, upper)
        if b > a:
            total += rate * life * (exp(-(end - b) / life) - exp(-(end - a) / life))
    return total
