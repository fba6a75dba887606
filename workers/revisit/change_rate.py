"""How often a page changes, from visits that came when they came.

A visit only tells whether a page changed since the last one: twice between two visits looks like once, and the
intervals are as irregular as the crawler was busy. Changes are taken as a Poisson process, so that an interval of
length t without a change has the probability exp(-λt).

References
----------
.. [1] J. Cho, H. Garcia-Molina: Estimating frequency of change. ACM Transactions on Internet Technology 3(3), 2003.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, expm1, isfinite

_ROUNDS = 200
"""Halvings of the interval in which the root lies: more than a double has bits, so that the last ones change nothing."""
_WEAKEST = 0.5
"""Visits that a prior from sister pages weighs at least: with less, a single visit would decide."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The time between two visits of one page.

    Parameters
    ----------
    hours : float
        Positive.
    changed : bool
        Whether the second visit found the page changed.
    """

    hours: float
    changed: bool

    def __post_init__(self) -> None:
        if not (self.hours > 0 and isfinite(self.hours)):
            raise ValueError(f"an interval lasts a positive, finite time, not {self.hours} hours")


@dataclass(frozen=True, slots=True)
class RatePrior:
    """What is known of a rate before the first visit: a gamma distribution.

    Parameters
    ----------
    changes : float
        Its shape: changes that the prior counts as seen; 0 for no prior.
    hours : float
        Its rate: hours that they took.
    """

    changes: float = 0.0
    hours: float = 0.0

    def __post_init__(self) -> None:
        if self.changes < 0 or self.hours < 0:
            raise ValueError("a prior counts neither changes nor hours below 0")

    @property
    def mean(self) -> float:
        """Changes an hour, 0 without a prior."""
        return self.changes / self.hours if self.hours else 0.0


def rate(history: Iterable[Interval], prior: RatePrior = RatePrior()) -> float:
    """The most probable changes an hour after irregular intervals.

    Parameters
    ----------
    prior : RatePrior
        Without one this is the maximum likelihood estimate, which is 0 where nothing changed and infinite where every
        visit found a change; a prior with `hours` > 0 keeps it finite.

    Returns
    -------
    float
        The λ at which Σ_changed t / (exp(λt) - 1) + α/λ = Σ_unchanged t + β.

    Notes
    -----
    The left side falls with λ, so that halving finds the one root. With the gamma prior this is the mode in ln λ, the
    choice of scale under which α changes in β hours without any visit give α/β.

    References
    ----------
    [1]_, section 4.3 (irregular intervals); the prior's two terms are those of the gamma density.

    Examples
    --------
    A change within an hour, none within the next three: 1/(exp(λ) - 1) = 3, so λ = ln(4/3).

    >>> from math import log
    >>> round(rate([Interval(1, True), Interval(3, False)]), 6), round(log(4 / 3), 6)
    (0.287682, 0.287682)
    >>> rate([Interval(5, False)]), rate([Interval(5, True)])
    (0.0, inf)
    >>> rate([], RatePrior(2.0, 10.0))
    0.2
    """
    intervals = list(history)
    changed = [interval.hours for interval in intervals if interval.changed]
    quiet = prior.hours + sum(interval.hours for interval in intervals if not interval.changed)
    events = prior.changes + len(changed)
    if not events:
        return 0.0
    if not quiet:
        return float("inf")
    if not changed:
        return events / quiet
    low, high = 0.0, events / quiet  # t/(exp(λt)-1) < 1/λ, so that the root lies below events/quiet
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if prior.changes / middle + sum(_share(middle, hours) for hours in changed) > quiet:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _share(rate: float, hours: float) -> float:
    """t / (exp(λt) - 1), 0 where the exponential is beyond any number."""
    return hours / expm1(rate * hours) if rate * hours < 700 else 0.0


def chance(rate: float, hours: float) -> float:
    """The probability of at least one change within some hours.

    >>> round(chance(0.5, 2), 4), chance(0.0, 100)
    (0.6321, 0.0)
    """
    return 1.0 - exp(-rate * hours) if rate * hours >= 0 else 0.0


def sibling_prior(siblings: Sequence[tuple[float, float]], weight: float = 4.0) -> RatePrior:
    """What a page's sisters say of it before it was visited itself.

    Parameters
    ----------
    siblings : sequence of (float, float)
        Changes seen and hours watched of each page of the same kind.
    weight : float
        Changes that the prior counts at most: how fast a page's own visits outweigh its sisters.

    Returns
    -------
    RatePrior
        Its mean is the sisters' common rate; its shape is μ² / (σ² - μ·m), the moments' estimate of the gamma that the
        sisters' rates come from (μ, σ² their mean and variance, weighted by hours, and μ·m what chance alone adds), at
        most `weight`. No prior where nobody was watched.

    Examples
    --------
    Sisters that agree are believed, sisters that differ hardly say anything.

    >>> sibling_prior([(5, 100), (6, 120), (4, 80)])
    RatePrior(changes=4.0, hours=80.0)
    >>> round(sibling_prior([(30, 100), (0, 100), (0, 100)]).changes, 3)
    0.526
    """
    watched = [(changes, hours) for changes, hours in siblings if hours > 0]
    hours = sum(time for _, time in watched)
    if not hours:
        return RatePrior()
    mean = sum(changes for changes, _ in watched) / hours
    if not mean:
        return RatePrior(0.5, hours + 1.0)
    spread = sum(time * (changes / time - mean) ** 2 for changes, time in watched) / hours
    beyond_chance = spread - mean * len(watched) / hours
    shape = weight if beyond_chance <= 0 else min(max(mean * mean / beyond_chance, _WEAKEST), weight)
    return RatePrior(shape, shape / mean)
