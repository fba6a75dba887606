"""Decides when a site's next run is due: as soon as its expected value justifies its requests."""

from __future__ import annotations

from dataclasses import dataclass

from workers.history.site_history import SiteHistory
from workers.revisit.policy import RevisitPolicyParams, make_plan


@dataclass(frozen=True, slots=True)
class RevisitInterval:
    """The intervals between the runs of a site that are started by its schedule.

    Parameters
    ----------
    shortest : float
        Minimum seconds between two runs.
    usual : float
        Seconds after which a run starts if the plan holds any request.
    longest : float
        Seconds after which the plan is made again if it holds no request.
    worth : float
        Expected new articles, changes and deletions from which on a run starts before `usual`.
    """

    shortest: float = 900.0
    usual: float = 4 * 3600.0
    longest: float = 2 * 86_400.0
    worth: float = 3.0

    def __post_init__(self) -> None:
        if not 0 < self.shortest <= self.usual <= self.longest or self.worth <= 0:
            raise ValueError("intervals must satisfy 0 < shortest <= usual <= longest, and worth must be positive")


def next_run(history: SiteHistory, now: float, plan: RevisitPolicyParams, interval: RevisitInterval) -> float:
    """The time of the next run, UTC seconds. Candidate times double, so that few plans are made.

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
