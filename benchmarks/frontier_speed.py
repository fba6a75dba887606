"""How many URLs a second the frontier deals out and takes back, on SQLite and PostgreSQL, as it grows.

    python -m benchmarks.frontier_speed [--urls 10000,100000,1000000] [--hosts 10000] [--seconds 10]

A PostgreSQL cluster of its own is started, with fsync as a server has it. Every round claims a batch and ends each of its URLs, one after
another in one process; `one by one` claims single URLs. The clock is made to run so that hosts are always due. A second line gives the
same per second of CPU, the database server's included: on a machine that does other things as well, this is the figure that says something.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from indexer.outcome import Kind
from indexer.store.database import Database
from tests.servers import make_database, postgres_server
from workers.frontier_queue import Frontier
from workers.frontier_values import Ending, Found, FrontierParams

_DELAY = 1.0
_BATCH = 32
_TICK = os.sysconf("SC_CLK_TCK")


class Fast:
    """A clock that a hand moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Spent:
    """Seconds that something took, on the wall and of CPU."""

    wall: float = 0.0
    cpu: float = 0.0


class Watch:
    """Adds up what this process and a database server spend.

    Parameters
    ----------
    server : int
        The server's first process, 0 without one.
    """

    def __init__(self, server: int) -> None:
        self._server = server

    def cpu(self) -> float:
        """Seconds of CPU so far."""
        return time.process_time() + (_cpu_of_group(self._server) if self._server else 0.0)

    @contextmanager
    def on(self, spent: Spent) -> Iterator[None]:
        """Add what the block takes."""
        wall, cpu = time.perf_counter(), self.cpu()
        yield
        spent.wall += time.perf_counter() - wall
        spent.cpu += self.cpu() - cpu


def _cpu_of_group(first: int) -> float:
    """Of a process, its children, and those of them that have ended."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[1]) == first or stat.parent.name == str(first):
            total += sum(map(int, fields[11:13])) + (sum(map(int, fields[13:15])) if stat.parent.name == str(first) else 0)
    return total / _TICK


def fill(frontier: Frontier, urls: int, hosts: int) -> float:
    """URLs added a second; a tenth of them are planned, the rest queued."""
    begun = time.perf_counter()
    names = (f"https://h{n % hosts}.org/news/2026/03/04/a-story-of-some-words-{n}.html" for n in range(urls))
    items = (Found(name, n % 7, None if n % 10 else 1e9) for n, name in enumerate(names))
    while part := list(itertools.islice(items, 5_000)):
        frontier.add(part)
    return urls / (time.perf_counter() - begun)


def rounds(frontier: Frontier, clock: Fast, batch: int, seconds: float, watch: Watch) -> tuple[list[float], list[float]]:
    """Claims a second, claims with their ends a second, the slowest claim's milliseconds (99th percentile); the rates by CPU."""
    each, claims, claiming, whole, begun = [], 0, Spent(), Spent(), time.perf_counter()
    while time.perf_counter() - begun < seconds:
        with watch.on(whole):
            before = claiming.wall
            with watch.on(claiming):
                dealt = frontier.claim(batch)
            each.append(claiming.wall - before)
            claims += len(dealt)
            for claim in dealt:
                frontier.end(claim, Ending(Kind.FETCHED, status=200, content_hash="x", next_visit=1e9))
        clock.now += _DELAY * batch / 5_000
    slowest = 1_000 * statistics.quantiles(each, n=100)[98]
    return [claims / claiming.wall, claims / whole.wall, slowest], [claims / claiming.cpu, claims / whole.cpu]


def measure(name: str, url: str, urls: int, hosts: int, seconds: float, server: int = 0) -> None:
    """Two lines."""
    clock, watch = Fast(), Watch(server)
    with tempfile.TemporaryDirectory() as home, Database.connect(Path(home), url) as database:
        database.upgrade()
        frontier = Frontier(database, clock, FrontierParams(delay=_DELAY))
        added = fill(frontier, urls, hosts)
        if database.dialect == "postgresql":
            with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("ANALYZE")
        runs = [rounds(frontier, clock, batch, seconds, watch) for batch in (_BATCH, 1)]
    wall = "  ".join(f"{claims:9,.0f}  {whole:9,.0f}  {slowest:8.1f}" for (claims, whole, slowest), _ in runs)
    cpu = "  ".join(f"{claims:9,.0f}  {whole:9,.0f}  {'':8}" for _, (claims, whole) in runs)
    print(f"{name:10}  {urls:9,}  {added:9,.0f}  {wall}\n{'':10}  {'':9}  {'by CPU':>9}  {cpu}", flush=True)


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", default="10000,100000,1000000")
    parser.add_argument("--hosts", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args(arguments)
    sizes = [int(size) for size in given.urls.split(",")]
    heads = "  ".join(f"{name:>{width}}" for name, width in (("claims/s", 9), ("with end", 9), ("p99 ms", 8)) * 2)
    print(f"{'':10}  {'':9}  {'':9}  {f'batches of {_BATCH}':>30}  {'one by one':>30}")
    print(f"{'database':10}  {'URLs':>9}  {'added/s':>9}  " + heads)
    for size in sizes:
        measure("sqlite", "", size, given.hosts, given.seconds)
    with postgres_server("fsync=on") as server:
        assert server.process is not None
        for size in sizes:
            measure("postgresql", make_database(server.url, f"speed_{size}"), size, given.hosts, given.seconds, server.process.pid)


if __name__ == "__main__":
    main()
