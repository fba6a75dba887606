"""Real workers, a real broker and a real database, all of which are killed in the middle of the work: nothing is lost, doubled or hurried."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import urllib3
from prometheus_client.parser import text_string_to_metric_families

from harness.news_hosts import NewsHosts, news_hosts
from harness.nodes import Run
from harness.servers import Server, free_port, make_database, postgres_server, redis_server
from harness.worker_processes import Progress, WorkerProcesses
from indexer.archive.entry import Entry
from indexer.archive.scan import scan
from indexer.index.node.cluster import Cluster
from indexer.index.node.product import ELASTICSEARCH
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest
from workers.frontier.view import FrontierView

HOSTS, ARTICLES, DELAY, LEASE = 8, 26, 0.1, 4.0


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(ARTICLES) as served:
        yield served


@pytest.fixture
def broker() -> Iterator[Server]:
    with redis_server() as server:
        yield server


@pytest.fixture
def server() -> Iterator[Server]:
    with postgres_server() as started:
        yield started


@pytest.fixture
def node(server_run: Run, tmp_path: Path) -> Iterator[Cluster | None]:
    """A search server of this test's own; where none can be had, the embedded engine serves."""
    try:
        cluster = server_run.cluster(ELASTICSEARCH, home=tmp_path)
    except pytest.skip.Exception:
        yield None
        return
    cluster.start()
    yield cluster
    cluster.stop()


FETCHERS = ("--log-level", "INFO", "--queues", "fetch,plan", "--concurrency", "2", "--beat")
CLEANER = ("--log-level", "INFO", "--queues", "clean,fit", "--concurrency", "1")
SETTINGS = {"WINNOW_DELAY": str(DELAY), "WINNOW_LEASE": str(LEASE), "WINNOW_ENOUGH_PAGES": "20", "WINNOW_PATIENCE": "30"}


def test_kills_of_everything_lose_double_and_hurry_nothing(
    sites: NewsHosts, broker: Server, server: Server, node: Cluster | None, tmp_path: Path, winnow: Callable[..., Any]
) -> None:
    url, engine = make_database(server.url, "winnow"), node.urls[0] if node else ""
    with Database.connect(tmp_path, url) as database:
        database.upgrade()
        Frontier(database, time.time).add([CrawlRequest(sites.start(number + 1)) for number in range(HOSTS)])
        workers = WorkerProcesses(tmp_path, url, broker.url, engine, SETTINGS)
        workers.start("one", *FETCHERS)
        port = free_port()
        workers.start("two", *FETCHERS, "--metrics-port", str(port))
        workers.start("cleaner", *CLEANER)
        try:
            _wait(lambda: len(sites.counts()) > HOSTS * 4, workers)
            workers.kill("one")
            workers.start("one")
            _wait(lambda: len(sites.counts()) > HOSTS * 8, workers)
            broker.stop(signal.SIGKILL)
            broker.start()
            _wait(lambda: len(sites.counts()) > HOSTS * 14, workers)
            server.stop(signal.SIGQUIT)
            server.start()
            workers.kill("cleaner")
            workers.start("cleaner")
            if node:
                _wait(lambda: Progress.of(database).indexed > HOSTS * 2, workers)
                node.nodes[0].kill()
                _wait(lambda: len(sites.counts()) > HOSTS * 22, workers)
                node.start_node(node.nodes[0])
            _wait(lambda: Progress.of(database).is_complete, workers)
            _check_metrics(port)
        finally:
            codes = workers.stop()
        assert codes == [0, 0, 0]
        _check(database, sites)
    assert sites.shortest_gap() >= DELAY - 0.005
    requested = {page: number for page, number in sites.counts().items() if not page.endswith("robots.txt")}
    assert max(requested.values()) <= 2
    assert len(requested) == HOSTS * sites.pages
    archived = {entry.url for entry in scan([str(tmp_path / "archive")], tmp_path) if isinstance(entry, Entry)}
    assert archived == {f"http://{page}" for page in requested}
    found = json.loads(winnow("search", "*", "--arm", "body", "--limit", "1000", "--json", "--home", str(tmp_path), "--engine", engine).out)
    assert found["total"] == len({hit["url"] for hit in found["hits"]}) == HOSTS * ARTICLES


def _check(database: Database, sites: NewsHosts) -> None:
    view = FrontierView(database)
    for counts in view.counts():
        assert counts.states == {State.FINISHED: sites.pages}, counts.host
        assert counts.outcomes == {"indexed": ARTICLES, "not-article": 4}, counts.host
        assert {len(view.history(state.url)) for state in view.urls(counts.host)} == {1}, "each page has one outcome"


def _check_metrics(port: int) -> None:
    """What the worker that nobody killed did, in all of its processes, and the frontier of all workers."""
    text = urllib3.request("GET", f"http://127.0.0.1:{port}/metrics").data.decode()
    families = text_string_to_metric_families(text)
    values = {(sample.name, *sorted(sample.labels.values())): sample.value for family in families for sample in family.samples}
    assert values["winnow_fetches_total", "fetched"] > 0
    assert values["winnow_pause_seconds_bucket", "0.0"] == 0, "no host was asked too early"
    assert values["winnow_pause_seconds_count",] > 0
    assert values["winnow_fetch_seconds_count",] >= values["winnow_fetches_total", "fetched"]
    assert values["winnow_frontier_urls", "fetching"] == values["winnow_frontier_urls", "queued"] == 0


def _wait(condition: Callable[[], bool], workers: WorkerProcesses) -> None:
    until = time.monotonic() + 150
    while not condition():
        assert time.monotonic() < until, workers.log.read_text("utf-8", "replace")[-4_000:]
        time.sleep(0.3)
