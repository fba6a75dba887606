"""What Prometheus sees: counters of several processes as one, gauges from a real frontier, over a real port."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import urllib3
from prometheus_client.parser import text_string_to_metric_families

from harness.paths import ROOT
from harness.servers import free_port
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from workers.broker.metrics import FAMILIES, FrontierCollector, Metrics
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, CrawlRequest, FrontierParams, VisitResult
from workers.frontier.view import FrontierView


@pytest.mark.slow
def test_every_family_is_offered(tmp_path: Path) -> None:
    metrics = Metrics()
    with Database.open(tmp_path) as database:
        metrics.registry.register(FrontierCollector(FrontierView(database), lambda: 0.0))
        offered = {family.name for family in metrics.registry.collect()}
    assert offered == set(FAMILIES)


def test_counts_and_times() -> None:
    metrics = Metrics()
    for kind in (Kind.FETCHED, Kind.FETCHED, Kind.GONE):
        metrics.fetched(kind)
    metrics.cleaned(7)
    metrics.paused(0.2)
    metrics.paused(-0.1)
    metrics.committed({"429": 3}, 2)
    with pytest.raises(ValueError, match="the work failed"), metrics.timed("fit"):
        raise ValueError("the work failed")
    value = metrics.registry.get_sample_value
    assert value("winnow_fetches_total", {"outcome": "fetched"}) == 2
    assert value("winnow_fetches_total", {"outcome": "gone"}) == 1
    assert value("winnow_cleaned_pages_total") == 7
    assert (value("winnow_pause_seconds_bucket", {"le": "0.0"}), value("winnow_pause_seconds_count")) == (1, 2)
    assert value("winnow_bulk_retries_total", {"answer": "429"}) == 3
    assert value("winnow_refused_documents_total") == 2
    assert value("winnow_fit_seconds_count") == 1


def test_what_waits_is_read_from_the_frontier(tmp_path: Path) -> None:
    now = [1000.0]
    metrics = Metrics()
    with Database.open(tmp_path) as database:
        frontier = Frontier(database, lambda: now[0], FrontierParams(delay=1.0))
        frontier.add([CrawlRequest(f"https://{host}/{page}") for host in ("a.org", "b.org", "c.org") for page in range(3)])
        metrics.registry.register(FrontierCollector(FrontierView(database), lambda: now[0]))
        first, waits = frontier.claim(hosts={"a.org"})[0], frontier.claim(hosts={"c.org"})[0]
        frontier.finish(first, VisitResult(Ending(Kind.FETCHED, status=200)))
        frontier.release(waits, backoff=Backoff(5000.0))
        now[0] = 1060.0
        frontier.claim(limit=1)
        value = metrics.registry.get_sample_value
        assert {s: value("winnow_frontier_urls", {"state": s}) for s in ("queued", "deferred", "fetching", "finished")} == {
            "queued": 7, "deferred": 0, "fetching": 1, "finished": 1,
        }
        assert value("winnow_frontier_hosts_blocked") == 1
        assert value("winnow_queue_age_seconds") in (59.0, 60.0)


SERVER = """
import sys, time
from pathlib import Path
from workers.broker.metrics_setup import prepare
prepare(Path(sys.argv[1]) / "metrics")
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from workers.frontier.view import FrontierView
from workers.broker.metrics import Metrics, serve
import multiprocessing

def work():
    metrics = Metrics()
    for _ in range(5):
        metrics.fetched(Kind.FETCHED)

if __name__ == "__main__":
    with Database.open(Path(sys.argv[1])) as database:
        serve(int(sys.argv[2]), FrontierView(database), time.time)
        workers = [multiprocessing.get_context("fork").Process(target=work) for _ in range(3)]
        for each in workers: each.start()
        for each in workers: each.join()
        print("ready", flush=True)
        sys.stdin.read()
"""


@pytest.mark.slow
def test_several_processes_are_one_port(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", SERVER, str(tmp_path), str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        text = urllib3.request("GET", f"http://127.0.0.1:{port}/metrics").data.decode()
        server.communicate("")
    samples = {(s.name, s.labels.get("outcome", "")): s.value for f in text_string_to_metric_families(text) for s in f.samples}
    assert samples["winnow_fetches_total", "fetched"] == 15
    assert samples["winnow_queue_age_seconds", ""] == 0
