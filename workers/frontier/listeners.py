"""Listeners for changes of the frontier: ended visits, deferred hosts and closed hosts."""

from __future__ import annotations

from datetime import UTC, datetime

from indexer.events import event
from indexer.outcome import Ending
from indexer.urls import site_key
from workers.frontier.values import Backoff, Claim, VisitResult


class FrontierListener:
    """Callbacks of the frontier, which it calls after a commit; they do nothing unless overridden."""

    def visit_finished(self, claim: Claim, result: VisitResult, outlinks: int) -> None:
        """Handle the end of a visit by the worker that held its lease."""

    def host_deferred(self, url: str, backoff: Backoff) -> None:
        """Handle the back-off of a URL's host, which gets no request until `backoff.until`."""

    def host_closed(self, host: str, urls: int, ending: Ending) -> None:
        """Handle the end of all waiting URLs of a host (registered domain) without a request."""


class EventLog(FrontierListener):
    """Writes each change as an event (`indexer.events`)."""

    def visit_finished(self, claim: Claim, result: VisitResult, outlinks: int) -> None:
        event(
            "fetch", url=claim.url, host=claim.host, outcome=result.ending.kind.value, cause=result.ending.cause.value or None,
            reason=result.ending.reason, status=result.ending.status or None, changed=result.changed, links=outlinks or None,
            tries=claim.tries,
        )  # fmt: skip

    def host_deferred(self, url: str, backoff: Backoff) -> None:
        until = datetime.fromtimestamp(backoff.until, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        event("deferred", host=site_key(url), url=url, until=until, reason=backoff.reason)

    def host_closed(self, host: str, urls: int, ending: Ending) -> None:
        event("closed", host=host, urls=urls, outcome=ending.kind.value, cause=ending.cause.value or None, reason=ending.reason)
