"""The frontier of a worker that is watched: each visit that ends is counted by its outcome."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.store.database import Database
from workers.broker.metrics import Metrics
from workers.broker.patient_frontier import PatientFrontier
from workers.clock import Clock
from workers.frontier.values import Backoff, Claim, CrawlRequest, FrontierParams, RejectedUrl, VisitResult


class CountedFrontier(PatientFrontier):
    """As `PatientFrontier`; an end that was too late, since the lease was lost, is not counted.

    Parameters
    ----------
    database, clock, params
        As of `PatientFrontier`.
    metrics : Metrics
    """

    def __init__(self, database: Database, clock: Clock, params: FrontierParams, metrics: Metrics) -> None:
        super().__init__(database, clock, params)
        self._metrics = metrics

    def finish(
        self,
        claim: Claim,
        result: VisitResult,
        found: Sequence[CrawlRequest] = (),
        rejected: Sequence[RejectedUrl] = (),
        backoff: Backoff | None = None,
    ) -> bool:
        """A visit is over."""
        ended = super().finish(claim, result, found, rejected, backoff)
        if ended:
            self._metrics.fetched(result.kind)
        return ended
