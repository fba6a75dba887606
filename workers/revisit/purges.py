"""Recognises purges: deletions of articles of any age at once, such as a closed section or the end of a licence.

Deletions are learned by age and by day together; what age does not explain is the day's. Every article that neither a visit nor a source
has shown since a day with a purge may be gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import expm1

from workers.revisit.age_rates import EDGES, AgeRates, CrossedSpans, Watch, crossed_spans, fit_rates, learn_rates, prior_hours

_DAYS = 7
_PRIOR, _PRIOR_HOURS = 0.00004, 20 * 24.0
"""Prior of a day: deletions per hour that age does not explain, and its weight in hours of watching."""
_LEAST = 0.05
"""Deletions of an article in a day, beyond those that its age explains, from which on the day has a purge."""


@dataclass(frozen=True, slots=True)
class Purges:
    """Deletions of articles of any age at once.

    Parameters
    ----------
    rates : tuple of float
        Deletions per hour that age does not explain, by day, today first; 0 for a day without a purge.
    """

    rates: tuple[float, ...]

    def chance(self, hours: float) -> float:
        """The probability that a purge of the last hours deleted an article."""
        return -expm1(-sum(self.rates[s - len(EDGES)] * spent for s, spent in _days(0.0, hours))) if any(self.rates) else 0.0


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
    >>> round(rates.chance(0, 240), 2), round(purges.chance(48.0), 1)
    (0.05, 0.5)
    """
    watched = list(watches)
    found = fit_rates(
        [([*crossed_spans(w.start, w.end), *_days(w.ago, w.ago + w.end - w.start)], w.happened) for w in watched if w.end > w.start],
        [*prior.rates, *[_PRIOR] * _DAYS],
        [*prior_hours(weight), *[_PRIOR_HOURS] * _DAYS],
    )
    by_day = tuple(rate if rate > _LEAST / 24.0 else 0.0 for rate in found[len(EDGES) :])
    return AgeRates(tuple(found[: len(EDGES)])) if any(by_day) else learn_rates(watched, prior, weight), Purges(by_day)


def _days(start: float, end: float) -> CrossedSpans:
    """The last days that an interval crosses, its ends in hours ago; they are numbered after the spans of age, today first."""
    overlaps = ((day, min(end, 24.0 * (day + 1)) - max(start, 24.0 * day)) for day in range(_DAYS))
    return [(len(EDGES) + day, hours) for day, hours in overlaps if hours > 0]
