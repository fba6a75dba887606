"""Estimates a page's change rate from visits at irregular intervals.

A visit shows only whether a page changed since the visit before it: two changes between two visits count as one. Changes are modelled as
a Poisson process, so an interval of length t without a change has the probability exp(-λt).

References
----------
.. [1] J. Cho, H. Garcia-Molina: Estimating frequency of change. ACM Transactions on Internet Technology 3(3), 2003.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import expm1, isfinite

_ROUNDS = 200
"""Bisection steps at most; a double has fewer bits, so the bisection converges earlier."""


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
            raise ValueError(f"an interval must be positive and finite, not {self.hours} hours")


@dataclass(frozen=True, slots=True)
class RatePrior:
    """The prior of a change rate: a gamma distribution.

    Parameters
    ----------
    changes : float
        Its shape: a number of pseudo-observed changes; 0 for no prior.
    hours : float
        Its rate parameter: the hours in which these changes are observed.
    """

    changes: float = 0.0
    hours: float = 0.0

    def __post_init__(self) -> None:
        if self.changes < 0 or self.hours < 0:
            raise ValueError("changes and hours of a prior must not be negative")

    @property
    def mean(self) -> float:
        """Changes per hour; 0 without a prior."""
        return self.changes / self.hours if self.hours else 0.0


def rate(history: Iterable[Interval], prior: RatePrior = RatePrior()) -> float:
    """The most probable change rate per hour, given irregular intervals.

    Parameters
    ----------
    prior : RatePrior
        Without a prior the result is the maximum likelihood estimate, which is 0 if no visit found a change and infinite if every visit
        found one; a prior with `hours` > 0 keeps it finite.

    Returns
    -------
    float
        The λ at which Σ_changed t / (exp(λt) - 1) + α/λ = Σ_unchanged t + β.

    Notes
    -----
    The left side falls with λ, so bisection finds the single root. With the gamma prior the result is the mode in ln λ; on this scale α
    changes in β hours without any visit give α/β.

    References
    ----------
    [1]_, section 4.3 (irregular intervals); the prior's two terms are those of the gamma density.

    Examples
    --------
    The page changes within one hour and stays the same for the next three: 1/(exp(λ) - 1) = 3, so λ = ln(4/3).

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
    low, high = 0.0, events / quiet  # t/(exp(λt)-1) < 1/λ, so the root lies below events/quiet
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
    """t / (exp(λt) - 1); 0 if the exponential overflows."""
    return hours / expm1(rate * hours) if rate * hours < 700 else 0.0
