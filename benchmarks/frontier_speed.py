"""How many URLs a second the frontier deals out and takes back, on SQLite and PostgreSQL, as it grows.

    python -m benchmarks.frontier_speed [--urls 10000,100000,1000000] [--hosts 10000] [--seconds 10] [--postgresql URL]

Without a URL a PostgreSQL cluster of its own is started, with fsync as a server has it. Every round claims a batch and ends it, one round
after another in one process; `one by one` does the same with single URLs. The clock is made to run so that hosts are always due.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from indexer.outcome import Kind
from indexer.store.database import Database
from tests.servers import make_database, postgres_server
from workers.frontier_queue import Frontier
from workers.frontier_values import Ending, Found, FrontierParams

_DELAY = 1.0
_BATCH = 32


class Fast:
    """A clock that a hand moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def fill(frontier: Frontier, urls: int, hosts: int) -> float:
    """URLs added a second; a tenth of them are planned, the rest queued."""
    begun = time.perf_counter()
    names = (f"https://h{n % hosts}.org/news/2026/03/04/a-story-of-some-words-{n}.html" for n in range(urls))
    items = (Found(name, n % 7, None if n % 10 else 1e9) for n, name in enumerate(names))
    while part := list(itertools.islice(items, 5_000)):
        frontier.add(part)
    return urls / (time.perf_counter() - begun)


def rounds(frontier: Frontier, clock: Fast, batch: int, seconds: float) -> tuple[float, float, float]:
    """Claims a second, claims with their ends a second, and the slowest claim's milliseconds (99th percentile)."""
    claiming, claims, begun = [], 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        dealt = frontier.claim(batch)
        claiming.append(time.perf_counter() - start)
        claims += len(dealt)
        for claim in dealt:
            frontier.end(claim, Ending(Kind.FETCHED, status=200, content_hash="x", next_visit=1e9))
        clock.now += _DELAY * batch / 5_000
    whole = time.perf_counter() - begun
    return claims / sum(claiming), claims / whole, 1_000 * statistics.quantiles(claiming, n=100)[98]


def measure(name: str, url: str, urls: int, hosts: int, seconds: float) -> None:
    """One line."""
    clock = Fast()
    with tempfile.TemporaryDirectory() as home, Database.connect(Path(home), url) as database:
        database.upgrade()
        frontier = Frontier(database, clock, FrontierParams(delay=_DELAY))
        added = fill(frontier, urls, hosts)
        if database.dialect == "postgresql":
            with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("ANALYZE")
        many = rounds(frontier, clock, _BATCH, seconds)
        one = rounds(frontier, clock, 1, seconds)
    figures = "  ".join(f"{claims:9,.0f}  {whole:9,.0f}  {slowest:8.1f}" for claims, whole, slowest in (many, one))
    print(f"{name:10}  {urls:9,}  {added:9,.0f}  {figures}", flush=True)


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", default="10000,100000,1000000")
    parser.add_argument("--hosts", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--postgresql", default="")
    given = parser.parse_args(arguments)
    sizes = [int(size) for size in given.urls.split(",")]
    print(f"{'':10}  {'':9}  {'':9}  {f'batches of {_BATCH}':>30}  {'one by one':>30}")
    heads = ("claims/s", "with end", "p99 ms")
    print(f"{'database':10}  {'URLs':>9}  {'added/s':>9}  " + "  ".join(f"{h:>9}" if h != "p99 ms" else f"{h:>8}" for h in heads * 2))
    for size in sizes:
        measure("sqlite", "", size, given.hosts, given.seconds)
    if given.postgresql:
        for size in sizes:
            measure("postgresql", given.postgresql, size, given.hosts, given.seconds)
        return
    with postgres_server("fsync=on") as server:
        for size in sizes:
            measure("postgresql", make_database(server.url, f"speed_{size}"), size, given.hosts, given.seconds)


if __name__ == "__main__":
    main()
