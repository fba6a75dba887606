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

    def end(
        self,
        claim: Claim,
        ending: VisitResult,
        found: Sequence[CrawlRequest] = (),
        refused: Sequence[RejectedUrl] = (),
        rest: Backoff | None = None,
    ) -> bool:
        """A visit is over."""
        ended = super().end(claim, ending, found, refused, rest)
        if ended:
            event(
                "fetch", url=claim.url, host=claim.host, outcome=ending.kind.value, reason=ending.reason, status=ending.status or None,
                changed=ending.changed, links=len(found) or None, tries=claim.tries,
            )  # fmt: skip
            _tell(claim.url, rest)
        return ended

    def retry(
        self, claim: Claim, until: float, otherwise: VisitResult, rest: Backoff | None = None, carry: Mapping[str, Any] | None = None
    ) -> bool:
        """Another try, if there is one left."""
        again = super().retry(claim, until, otherwise, rest, carry)
        if again:
            _tell(claim.url, rest)
        return again

    def release(self, claim: Claim, until: float = 0.0, rest: Backoff | None = None) -> bool:
        """Give a URL back."""
        released = super().release(claim, until, rest)
        if released:
            _tell(claim.url, rest)
        return released

    def rest(self, url: str, rest: Backoff) -> None:
        """Leave a host alone."""
        super().rest(url, rest)
        _tell(url, rest)

    def close(self, url: str, kind: Kind, reason: str) -> int:
        """End everything that waits on a host."""
        ended = super().close(url, kind, reason)
        if ended:
            event("closed", host=site_key(url), urls=ended, outcome=kind.value, reason=reason)
        return ended


def _tell(url: str, rest: Backoff | None) -> None:
    if rest is not None and (rest.reason or rest.until):
        until = datetime.fromtimestamp(rest.until, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        event("deferred", host=site_key(url), url=url, until=until, reason=rest.reason)
