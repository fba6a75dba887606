"""The frontier of a process that tells what happens: each visit that ends, each host that is left alone (`indexer.events`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from indexer.events import event
from indexer.outcome import Kind
from indexer.urls import site_key
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, Claim, CrawlRequest, RejectedUrl, VisitResult


class LoggedFrontier(Frontier):
    """As `Frontier`; an end that was too late, since the lease was lost, is not told."""

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
            event(
                "fetch", url=claim.url, host=claim.host, outcome=result.kind.value, reason=result.reason, status=result.status or None,
                changed=result.changed, links=len(found) or None, tries=claim.tries,
            )  # fmt: skip
            _tell(claim.url, backoff)
        return ended

    def retry(
        self, claim: Claim, until: float, final: VisitResult, backoff: Backoff | None = None, carry: Mapping[str, Any] | None = None
    ) -> bool:
        """Another try, if there is one left."""
        again = super().retry(claim, until, final, backoff, carry)
        if again:
            _tell(claim.url, backoff)
        return again

    def release(self, claim: Claim, until: float = 0.0, backoff: Backoff | None = None) -> bool:
        """Give a URL back."""
        released = super().release(claim, until, backoff)
        if released:
            _tell(claim.url, backoff)
        return released

    def back_off(self, url: str, backoff: Backoff) -> None:
        """Leave a host alone."""
        super().back_off(url, backoff)
        _tell(url, backoff)

    def close_host(self, url: str, kind: Kind, reason: str) -> int:
        """End everything that waits on a host."""
        ended = super().close_host(url, kind, reason)
        if ended:
            event("closed", host=site_key(url), urls=ended, outcome=kind.value, reason=reason)
        return ended


def _tell(url: str, backoff: Backoff | None) -> None:
    if backoff is not None and (backoff.reason or backoff.until):
        until = datetime.fromtimestamp(backoff.until, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        event("deferred", host=site_key(url), url=url, until=until, reason=backoff.reason)
