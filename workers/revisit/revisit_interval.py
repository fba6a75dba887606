"""When a site's next run is worth its requests."""

from __future__ import annotations

from dataclasses import dataclass

from workers.history.site_history import SiteHistory
from workers.revisit.policy import RevisitPolicyParams, make_plan


@dataclass(frozen=True, slots=True)
class RevisitInterval:
    """How often a site is visited where nobody says when.

    Parameters
    ----------
    shortest : float
        Seconds between two runs at least.
    usual : float
        Seconds after which a run is made for whatever the plan has.
    longest : float
        Seconds after which the plan is made again, where it has had nothing.
    worth : float
        New articles, changes and deletions that a run is expected to bring, to be made earlier.
    """

    shortest: float = 900.0
    usual: float = 4 * 3600.0
    longest: float = 2 * 86_400.0
    worth: float = 3.0

    def __post_init__(self) -> None:
        if not 0 < self.shortest <= self.usual <= self.longest or self.worth <= 0:
            raise ValueError("times between runs are positive and in order, and a run is expected to bring something")


def next_run(history: SiteHistory, now: float, plan: RevisitPolicyParams, interval: RevisitInterval) -> float:
    """When to come again, UTC seconds: each time that is looked at is twice as far away as the one before.

    >>> from workers.history.site_history import KnownPage, PageKind, Request
    >>> history = SiteHistory("example.org")
    >>> history.put(KnownPage("https://example.org/", PageKind.LIST, 0.0, 0.0, visits=1))
    >>> next_run(history, 0.0, RevisitPolicyParams(), RevisitInterval())
    14400.0
    """
    wait = interval.shortest
    while wait < interval.longest:
        lines = make_plan(history, now + wait, plan).lines
        if lines and (wait >= interval.usual or sum(line.value for line in lines) >= interval.worth):
            return now + wait
        wait = interval.usual if wait < interval.usual <= 2 * wait else 2 * wait
    return now + interval.longest
