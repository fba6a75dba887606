"""Soak test: simulated weeks of recrawls in one process; checks that its memory and the database's tables stay bounded.

    python -m benchmarks.soak [--minutes 60] [--sites 3] [--database URL]

Invented sites in a separate process publish, change and delete articles and are redesigned on a simulated clock. Every four simulated hours
each site is recrawled by plan over HTTP on loopback, its pages are cleaned and indexed, and once a day the database is purged: requests,
archive, learning, index and histories are those of `winnow crawl` and `winnow recrawl`, and nothing is closed in between. Visits are kept
for a week instead of a year, so that there is data to purge. The exit code is 1 if memory grows by more than 10 % within the second half,
or if a table grows faster than the number of published articles.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import cycle, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Self

from sqlalchemy import func, select

from demo.newsroom import Newsroom
from demo.newsroom_server import NewsroomServer
from harness.recrawl import SITES
from indexer.home import Home
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.store.purge import BOUNDED, purge
from indexer.store.retention import Retention
from indexer.store.schema import TABLES
from indexer.urls import site_key
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.recrawl.recrawl import recrawl, update_histories

STEP, DAYS = timedelta(hours=4), 120.0
_KEEP = Retention(visits=5, visit_days=7, url_days=7, robots_days=7)
_SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0), max_pages=10_000)
_PAGE = os.sysconf("SC_PAGE_SIZE")
_GROWTH = 1.1


@dataclass(frozen=True, slots=True)
class Sample:
    """Measurements at the end of a simulated day.

    Parameters
    ----------
    day : float
        Days since the first crawl.
    mebibytes : float
        Resident memory.
    files : int
        Number of open files.
    published : int
        Number of articles that all sites have published so far.
    requests : int
    rows : mapping of str to int
        Rows by table.
    """

    day: float
    mebibytes: float
    files: int
    published: int
    requests: int
    rows: Mapping[str, int]


class SiteProcess:
    """The sites, in a separate process so that their memory is not measured.

    Parameters
    ----------
    sites : int

    Attributes
    ----------
    now : datetime
        The sites' clock.
    end : datetime
        The end of the simulation.
    urls : list of str
        The front pages.
    requests, published : int
        Numbers of requests and published articles so far.
    """

    def __init__(self, sites: int) -> None:
        ours, theirs = get_context("spawn").Pipe()
        self._pipe = ours
        self._process = get_context("spawn").Process(target=_publish, args=(theirs, sites), daemon=True)
        self._process.start()
        self.start, self.end, self.urls = ours.recv()
        self.now: datetime = self.start
        self.requests = self.published = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join()

    def advance(self, step: timedelta) -> None:
        """Advance the clock."""
        self.now += step
        self._pipe.send(self.now)
        requests, self.published = self._pipe.recv()
        self.requests += requests


def _publish(pipe: Connection, sites: int) -> None:
    """Serve the sites until the pipe is closed; reply to each new time with the requests since the last one and the published articles."""
    with ExitStack() as stack:
        kinds = islice(cycle(SITES.values()), sites)
        rooms = [Newsroom(number, DAYS, habits) for number, habits in enumerate(kinds, 1)]
        servers = [stack.enter_context(NewsroomServer(room, f"127.0.4.{number}")) for number, room in enumerate(rooms, 1)]
        pipe.send((rooms[0].start, rooms[0].end, [server.url for server in servers]))
        while True:
            try:
                now = pipe.recv()
            except EOFError:
                return
            for server in servers:
                server.now = now
            pipe.send((
                sum(len(server.log) for server in servers),
                sum(piece.published <= now for room in rooms for piece in room.pieces),
            ))  # fmt: skip
            for server in servers:
                server.log.clear()


class Soak:
    """Crawls and indexes all sites in one session.

    Parameters
    ----------
    sites : Publishing
    session : CrawlSession
    """

    def __init__(self, sites: SiteProcess, session: CrawlSession) -> None:
        self._sites = sites
        self._session = session

    def begin(self) -> None:
        """Run the first crawl."""
        hosts = crawl_sites(self._session, self._sites.urls).hosts
        self._session.index(hosts)
        update_histories(self._session, hosts)

    def step(self) -> None:
        """Advance the clock by four hours and recrawl all sites."""
        self._sites.advance(STEP)
        for url in self._sites.urls:
            site = site_key(url)
            recrawl(self._session, site)
            self._session.index({site})

    def sample(self) -> Sample:
        """Purge the database, then measure."""
        purge(self._session.database, self._session.clock(), _KEEP)
        return Sample(
            (self._sites.now - self._sites.start) / timedelta(days=1),
            int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 2**20,
            len(os.listdir("/proc/self/fd")),
            self._sites.published,
            self._sites.requests,
            rows_of(self._session.database),
        )


def rows_of(database: Database) -> dict[str, int]:
    """Return the number of rows of every table."""
    with database.reading() as connection:
        return {
            str(table.__tablename__): int(connection.scalar(select(func.count()).select_from(table)) or 0) for table in TABLES
        }  # fmt: skip


def excessive_growth(samples: Sequence[Sample]) -> list[str]:
    """Return what grows too fast in the second half of the days.

    >>> flat = [Sample(float(n), 200.0, 9, 100 * (n + 1), 0, {"url": 150 * (n + 1), "watch": 3}) for n in range(8)]
    >>> excessive_growth(flat)
    []
    >>> excessive_growth([replace(one, mebibytes=100 + 50 * one.day, rows={"url": 9, "watch": 4 ** int(one.day)}) for one in flat])
    ['memory', 'table watch']
    """
    half = samples[len(samples) // 2 :]
    before, after = half[: len(half) // 2], half[len(half) // 2 :]
    found = []
    if median(one.mebibytes for one in after) > _GROWTH * median(one.mebibytes for one in before):
        found.append("memory")
    if max(one.files for one in after) > max(one.files for one in before) + 5:
        found.append("open files")
    published = half[-1].published / half[0].published
    for table, rows in half[-1].rows.items():
        if rows > max(half[0].rows[table], 10) * _GROWTH * published:
            found.append(f"table {table}")
    return found


def run(minutes: float, sites: int, database: str, home: Path) -> list[Sample]:
    """Simulate for `minutes`, printing one line per day."""
    os.environ["WINNOW_HOME"] = str(home)
    samples: list[Sample] = []
    with SiteProcess(sites) as publishing:
        shared = replace(Settings(), home=home, database=database)
        followed = [False]
        with CrawlSession.open(_SETTINGS, Home(shared), lambda: publishing.now.timestamp(), is_scheduled=lambda _: followed[0]) as session:
            soak = Soak(publishing, session)
            soak.begin()
            followed[0] = True
            until = time.monotonic() + 60 * minutes
            while time.monotonic() < until and publishing.now + STEP <= publishing.end:
                soak.step()
                if (publishing.now - publishing.start) % timedelta(days=1) == timedelta(0):
                    samples.append(soak.sample())
                    _print(samples[-1])
    return samples


def _print(one: Sample) -> None:
    tables = " ".join(f"{table} {count:,}" for table, count in one.rows.items() if count)
    counts = f"{one.files} files  {one.published:,} published  {one.requests:,} requests"
    print(f"day {one.day:5.1f}  {one.mebibytes:6.1f} MiB  {counts}  {tables}", flush=True)


def main(arguments: Iterable[str] | None = None) -> int:
    """Parse arguments, run, compare the halves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--sites", type=int, default=3)
    parser.add_argument("--database", default="", help="a URL as in WINNOW_DATABASE [SQLite]")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        samples = run(args.minutes, args.sites, args.database, Path(folder))
    if len(samples) < 8:
        print("too few simulated days for a result: increase --minutes")
        return 3
    grown = excessive_growth(samples)
    last, half = samples[-1], samples[len(samples) // 2]
    print(f"{last.day:.0f} days, {last.published:,} articles, {last.requests:,} requests;", end=" ")
    print(f"memory {half.mebibytes:.0f} MiB half-way, {last.mebibytes:.0f} MiB at the end")
    for table, rows in last.rows.items():
        why = BOUNDED.get(table, "purged")
        print(f"  {table:12} {half.rows[table]:9,} → {rows:9,}  {rows / max(last.published, 1):7.3f} per article; {why}")
    print("excessive growth: " + (", ".join(grown) or "none"))
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
