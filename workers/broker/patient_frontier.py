"""The frontier of a worker that waits for a database that is away: what was fetched is not fetched again because it could not be noted."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from indexer.errors import StoreError
from indexer.store.database import Database
from workers.clock import Clock
from workers.frontier.logged import LoggedFrontier
from workers.frontier.values import Backoff, Claim, CrawlRequest, FrontierParams, RejectedUrl, VisitResult

_T = TypeVar("_T")
_FIRST, _LONGEST = 0.25, 4.0
"""Seconds between two tries, twice as long each time."""


class PatientFrontier(LoggedFrontier):
    """As `LoggedFrontier`; a claim is taken up, ended or given back as soon as the database is there again.

    The lease goes on meanwhile. Where it ends first, or patience does, the page is fetched once more. A change that was made, though the
    answer that says so was lost, is not made twice: then its lease is gone.

    Parameters
    ----------
    database, clock, params
        As of `Frontier`.
    patience : float
        Seconds: a request before it, and what waited before that, leave so much of a task's time (`workers.app.SOFT_LIMIT`).
    """

    def __init__(self, database: Database, clock: Clock, params: FrontierParams, patience: float = 70.0) -> None:
        super().__init__(database, clock, params)
        self._patience = min(patience, params.lease)

    def resume(self, url_id: int, number: int) -> Claim | None:
        """The claim that a message names."""
        return self._wait(lambda: super(PatientFrontier, self).resume(url_id, number))

    def finish(
        self,
        claim: Claim,
        result: VisitResult,
        found: Sequence[CrawlRequest] = (),
        rejected: Sequence[RejectedUrl] = (),
        backoff: Backoff | None = None,
    ) -> bool:
        """A visit is over."""
        return self._wait(lambda: super(PatientFrontier, self).finish(claim, result, found, rejected, backoff))

    def retry(
        self, claim: Claim, until: float, final: VisitResult, backoff: Backoff | None = None, carry: Mapping[str, Any] | None = None
    ) -> bool:
        """Another try, if there is one left."""
        return self._wait(lambda: super(PatientFrontier, self).retry(claim, until, final, backoff, carry))

    def release(self, claim: Claim, until: float = 0.0, backoff: Backoff | None = None) -> bool:
        """Give a URL back."""
        return self._wait(lambda: super(PatientFrontier, self).release(claim, until, backoff))

    def _wait(self, change: Callable[[], _T]) -> _T:
        until, pause = time.monotonic() + self._patience, _FIRST
        while True:
            try:
                return change()
            except StoreError:
                if time.monotonic() + pause > until:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST)
