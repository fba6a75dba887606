"""Recognises purges: deletions of articles of any age at once, such as a closed section or the end of a licence.

Deletions are learned by age and by day together; what age does not explain is the day's. Every article that neither a visit nor a source
has shown since a day with a purge may be gone. Articles of the first day after their publication are left out: they are visited most, and
purges are of older ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import expm1

from workers.revisit.age_rates import (
    EDGES,
    AgeRates,
    CrossedSpans,
    Watch,
    fit_rates,
    hours_watched,
    learn_rates,
    prior_hours,
)

_DAYS = 7
_PRIOR, _PRIOR_HOURS = 0.00004, 5 * 24.0
"""Prior of a day: deletions per hour that age does not explain, and its weight in hours of watching."""
_YOUNG = 24.0
"""Hours of age up to which an article is not watched for purges."""
_LEAST = 0.05
"""Deletions of an article in a day, beyond those that its age explains, from which on the day has a purge."""


@dataclass(frozen=True, slots=True)
class Purges:
    """Deletions of articles of any age at once.

    Parameters
    ----------
    rates : tuple of float
        Deletions per hour that age does not explain, by day, today first; 0 for a day without a purge.
    watched : tuple of float
        Hours in which articles were watched, by day; those of the prior included.
    """

    rates: tuple[float, ...]
    watched: tuple[float, ...]

    @property
    def found(self) -> float:
        """The expected number of deletions by purges that visits have found."""
        return sum(rate * hours for rate, hours in zip(self.rates, self.watched, strict=True))

    def chance(self, hours: float, age: float) -> float:
        """The probability that a purge of the last hours deleted an article of an age in hours."""
        return -expm1(-sum(self.rates[day] * spent for day, spent in _days_crossed(0.0, hours, age))) if any(self.rates) else 0.0

    def ignorance(self, hours: float, age: float) -> float:
        """The hours of the last days in which an article was not seen, each divided by the hours in which any was watched."""
        return sum(spent / self.watched[day] for day, spent in _days_crossed(0.0, hours, age))


def learn_purges(watches: Iterable[Watch], prior: AgeRates, weight: float = 10.0) -> tuple[AgeRates, Purges]:
    """The most probable rates by age, and beside them the rates of the last days that age does not explain.

    The days are further spans of `learn_rates`: a watch crosses spans of age and days alike. Without a purge the rates by age explain all.

    References
    ----------
    `workers.revisit.age_rates.learn_rates`: the estimate and its source.

    Examples
    --------
    Half of the articles that were visited before yesterday are gone, whatever their age.

    >>> from workers.revisit.age_rates import DELETIONS
    >>> watches = [Watch(age, age + 48, age % 2 == 0, ago=1.0) for age in range(10, 250)]
    >>> rates, purges = learn_purges(watches, DELETIONS)
    >>> round(rates.chance(0, 240), 2), round(purges.chance(48.0, 240.0), 1)
    (0.04, 0.5)
    """
    watched = [w for w in watches if w.end > w.start]
    days = [_days_crossed(w.ago, w.end - w.start, w.end) for w in watched]
    found = fit_rates(
        [
            ([*w.spans, *((len(EDGES) + day, hours) for day, hours in crossed)], w.happened)
            for w, crossed in zip(watched, days, strict=True)
        ],
        [*prior.rates, *[_PRIOR] * _DAYS],
        [*prior_hours(weight), *[_PRIOR_HOURS] * _DAYS],
    )
    by_day = tuple(rate if rate > _LEAST / 24.0 else 0.0 for rate in found[len(EDGES) :])
    purges = Purges(by_day, tuple(hours_watched(days, [_PRIOR_HOURS] * _DAYS)))
    return AgeRates(tuple(found[: len(EDGES)])) if any(by_day) else learn_rates(watched, prior, weight), purges


def _days_crossed(ago: float, hours: float, age: float) -> CrossedSpans:
    """The last days that an interval crosses, by number, today 0, each with its hours.

    Parameters
    ----------
    ago, hours : float
        Hours since the interval's end, and its length.
    age : float
        The article's age in hours at the interval's end; the part before `_YOUNG` is left out.
    """
    start, end = ago, ago + min(hours, age - _YOUNG)
    overlaps = ((day, min(end, 24.0 * (day + 1)) - max(start, 24.0 * day)) for day in range(_DAYS))
    return [(day, spent) for day, spent in overlaps if spent > 0]
