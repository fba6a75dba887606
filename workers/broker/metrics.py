"""Metrics for Prometheus: counters of a worker's work, and gauges of the frontier.

Each process writes its counters to files in one directory (prometheus_client's multiprocess mode, `metrics_setup`). A scrape sums them and
reads the frontier from the database, so that one port of a worker covers all its processes and the whole frontier.

`FAMILIES` lists names and meanings; docs/reference/metrics.md repeats them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import start_http_server
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from indexer.outcome import Kind
from indexer.store.url_lifecycle import State
from workers.clock import Clock
from workers.frontier.listeners import FrontierListener
from workers.frontier.values import Claim, VisitResult
from workers.frontier.view import FrontierView

FAMILIES: Mapping[str, str] = MappingProxyType({
    "winnow_fetches": "visits ended, by outcome",
    "winnow_fetch_seconds": "time of one task that fetches, robots.txt included",
    "winnow_pause_seconds": "time between the end of a host's delay and the next request; a value up to 0 is a request too early",
    "winnow_clean_seconds": "time to clean and index one batch of a site's pages",
    "winnow_cleaned_pages": "pages cleaned and indexed",
    "winnow_fit_seconds": "time to learn a site",
    "winnow_bulk_retries": "documents sent to the engine again, by the status of its response",
    "winnow_refused_documents": "documents that the engine refused; they are kept for `winnow index --retry`",
    "winnow_frontier_urls": "URLs of the frontier, by state",
    "winnow_frontier_hosts_blocked": "hosts in back-off",
    "winnow_queue_age_seconds": "time since which the longest waiting host has been ready",
})
"""The meaning of each metric; counters get the suffix `_total`, histograms `_bucket`, `_sum` and `_count`."""

_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class Metrics(FrontierListener):
    """The counters of one process.

    Parameters
    ----------
    registry : CollectorRegistry or None
        The registry of the counters; None for a new one.

    Examples
    --------
    >>> metrics = Metrics()
    >>> metrics.fetched(Kind.FETCHED)
    >>> metrics.registry.get_sample_value("winnow_fetches_total", {"outcome": "fetched"})
    1.0
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.registry = registry or CollectorRegistry()
        self._fetches = self._counter("winnow_fetches", "outcome")
        self._pages = self._counter("winnow_cleaned_pages")
        self._retries = self._counter("winnow_bulk_retries", "answer")
        self._refused = self._counter("winnow_refused_documents")
        self._seconds = {work: self._histogram(f"winnow_{work}_seconds") for work in ("fetch", "clean", "fit")}
        self._pauses = self._histogram("winnow_pause_seconds", 0.0)

    def visit_finished(self, claim: Claim, result: VisitResult, outlinks: int) -> None:  # noqa: ARG002 - the listener's interface
        """Count a visit by its outcome."""
        self.fetched(result.ending.kind)

    def fetched(self, kind: Kind) -> None:
        """Count a visit."""
        self._fetches.labels(kind.value).inc()

    def paused(self, seconds: float) -> None:
        """Record the seconds from the end of a host's delay to the request."""
        self._pauses.observe(seconds)

    def cleaned(self, pages: int) -> None:
        """Count pages that were cleaned and indexed."""
        self._pages.inc(pages)

    def committed(self, retried: Mapping[str, int], refused: int) -> None:
        """Count an engine's response to a batch: retried documents by status, and refused documents."""
        for answer, number in retried.items():
            self._retries.labels(answer).inc(number)
        self._refused.inc(refused)

    @contextmanager
    def timed(self, work: str) -> Iterator[None]:
        """Time a piece of work (`fetch`, `clean` or `fit`), whether it succeeds or fails."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[work].observe(time.perf_counter() - begun)

    def _counter(self, name: str, *labels: str) -> Counter:
        return Counter(name, FAMILIES[name], labels, registry=self.registry)

    def _histogram(self, name: str, *lowest: float) -> Histogram:
        return Histogram(name, FAMILIES[name], registry=self.registry, buckets=(*lowest, *_SECONDS))


class FrontierCollector(Collector):
    """The frontier's gauges, read from the database at each scrape."""

    def __init__(self, view: FrontierView, clock: Clock) -> None:
        self._view = view
        self._clock = clock

    def describe(self) -> list[GaugeMetricFamily]:
        """Return no metrics, so that the registration does not query the database."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the current gauges."""
        now, hosts = self._clock(), self._view.counts()
        urls = _gauge("winnow_frontier_urls", "state")
        for state in State:
            urls.add_metric([state.value], sum(host.states.get(state, 0) for host in hosts))
        blocked = _gauge("winnow_frontier_hosts_blocked")
        blocked.add_metric([], sum(host.blocked_until > now for host in hosts))
        age = _gauge("winnow_queue_age_seconds")
        ages = (now - host.next_visit for host in hosts if host.next_visit is not None and not host.states.get(State.FETCHING))
        age.add_metric([], max(0.0, max(ages, default=0.0)))
        yield from (urls, blocked, age)


def _gauge(name: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, FAMILIES[name], labels=labels)


def serve(port: int, view: FrontierView, clock: Clock, address: str = "127.0.0.1") -> None:
    """Serve metrics at `http://address:port/metrics` from a thread of this process, for all of its children.

    Raises
    ------
    OSError
        If the port is not available.
    """
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(FrontierCollector(view, clock))
    start_http_server(port, address, registry)
