"""URLs per second that the frontier claims and finishes, on SQLite and PostgreSQL, as it grows.

    python -m benchmarks.frontier_speed [--urls 10000,100000,1000000] [--hosts 10000] [--seconds 10]

The benchmark starts its own PostgreSQL cluster with fsync on. Every round claims 512 URLs in batches and finishes each of them,
sequentially in one process; `one by one` claims single URLs. A finished URL is scheduled again two seconds later, and the simulated clock
keeps hosts always due, so that work never runs out and each claim also moves URLs that have become due. A second line has the rates per
second of processor time, including the database server's; on a machine with other work they are more reliable than wall time.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from harness.processor import Stopwatch, Times
from harness.servers import make_database, postgres_server
from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from indexer.urls import site_key
from workers.frontier.frontier import Frontier
from workers.frontier.hosts import chunks
from workers.frontier.urls import url_key
from workers.frontier.values import Claim, CrawlRequest, FrontierParams, VisitResult

_DELAY = 1.0
_BATCH, _ROUND = 32, 512


class ManualClock:
    """A clock that is set by the benchmark."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def fill(frontier: Frontier, urls: int, hosts: int) -> float:
    """Fill the frontier and return the URLs added per second; a tenth of them are scheduled, the rest queued.

    Most rows are inserted directly into the table to save time.
    """
    begun = time.perf_counter()
    names = (f"https://h{n % hosts}.org/news/2026/03/04/a-story-of-some-words-{n}.html" for n in range(urls))
    items = (CrawlRequest(name, n % 7, None if n % 10 else 1e9) for n, name in enumerate(names))
    first = min(urls, 2 * hosts)
    for part in chunks(list(itertools.islice(items, first)), 5_000):
        frontier.add(part)
    added = first / (time.perf_counter() - begun)
    with frontier.database.reading() as connection:
        numbers = {row.key: row.id for row in connection.execute(select(Host.key, Host.id))}
    while rows := [_row(item, numbers) for item in itertools.islice(items, 20_000)]:
        with frontier.database.writing() as connection:
            connection.execute(insert(Url), rows)
    return added


def _row(item: CrawlRequest, hosts: Mapping[str, int]) -> dict[str, Any]:
    planned = item.due is not None
    return {
        "key": url_key(item.url), "host_id": hosts[site_key(item.url)], "url": item.url, "priority": item.priority, "depth": 0,
        "found_at": 0.0, "state": (State.DEFERRED if planned else State.QUEUED).value, "due": item.due or 0.0,
    }  # fmt: skip


def rounds(frontier: Frontier, clock: ManualClock, batch: int, seconds: float, watch: Stopwatch) -> tuple[list[float], list[float]]:
    """Return claims per second, claims with their finishes per second and the 99th percentile of a claim in ms; and the rates by CPU."""
    durations, claims, claiming, ending, begun = list[float](), 0, Times(), Times(), time.perf_counter()
    while time.perf_counter() - begun < seconds:
        claimed: list[Claim] = []
        with watch.measure(claiming):
            for _ in range(_ROUND // batch):
                before = time.perf_counter()
                claimed += frontier.claim(batch)
                durations.append(time.perf_counter() - before)
        with watch.measure(ending):
            for claim in claimed:
                frontier.finish(claim, VisitResult(Ending(Kind.FETCHED, status=200), content_hash="x", next_visit=clock.now + 2 * _DELAY))
        claims += len(claimed)
        clock.now += _DELAY * _ROUND / 5_000
    slowest = 1_000 * statistics.quantiles(durations, n=100)[98]
    wall = [claims / claiming.wall, claims / (claiming.wall + ending.wall), slowest]
    return wall, [claims / claiming.cpu, claims / (claiming.cpu + ending.cpu)]


def measure(name: str, url: str, urls: int, hosts: int, seconds: float, server: int = 0) -> None:
    """Measure one database at one size and print two lines."""
    clock, watch = ManualClock(), Stopwatch(*[server] if server else [])
    with tempfile.TemporaryDirectory() as home, Database.connect(Path(home), url) as database:
        database.upgrade()
        frontier = Frontier(database, clock, FrontierParams(delay=_DELAY))
        added = fill(frontier, urls, hosts)
        if database.dialect == "postgresql":
            with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("ANALYZE")
        runs = [rounds(frontier, clock, batch, seconds, watch) for batch in (_BATCH, 1)]
    wall = "  ".join(f"{claims:9,.0f}  {finished:9,.0f}  {slowest:8.1f}" for (claims, finished, slowest), _ in runs)
    cpu = "  ".join(f"{claims:9,.0f}  {finished:9,.0f}  {'':8}" for _, (claims, finished) in runs)
    print(f"{name:10}  {urls:9,}  {added:9,.0f}  {wall}\n{'':10}  {'':9}  {'by CPU':>9}  {cpu}", flush=True)


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", default="10000,100000,1000000")
    parser.add_argument("--hosts", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="measure only this database")
    args = parser.parse_args(arguments)
    sizes = [int(size) for size in args.urls.split(",")]
    heads = "  ".join(f"{name:>{width}}" for name, width in (("claims/s", 9), ("finished", 9), ("p99 ms", 8)) * 2)
    print(f"{'':10}  {'':9}  {'':9}  {f'batches of {_BATCH}':>30}  {'one by one':>30}")
    print(f"{'database':10}  {'URLs':>9}  {'added/s':>9}  " + heads)
    for size in sizes if args.database != "postgresql" else ():
        measure("sqlite", "", size, args.hosts, args.seconds)
    if args.database == "sqlite":
        return
    with postgres_server("fsync=on") as server:
        assert server.process is not None
        for size in sizes:
            measure("postgresql", make_database(server.url, f"speed_{size}"), size, args.hosts, args.seconds, server.process.pid)


if __name__ == "__main__":
    main()
