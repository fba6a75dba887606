"""Simulated weeks on publishing sites in one process that never stops: whether its memory and the database's tables stay as they should.

    python -m benchmarks.soak [--minutes 60] [--sites 3] [--database URL]

Invented sites, served by a process of their own, publish, change, delete and are redesigned on a simulated clock. Every four hours of it
each is visited as the plan wants, over HTTP on loopback, what came is cleaned and indexed, and once a day the database is purged: requests,
archive, learning, index and memory of sites are those of `winnow crawl` and `winnow recrawl`, and nothing is closed in between. Visits are
kept for a week instead of a year, so that there is something to purge. Ends with 1 where memory goes on growing in the second half by more
than a tenth, or a table grows faster than what was published.
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
    """How things stand at the end of a simulated day.

    Parameters
    ----------
    day : float
        Since the first crawl.
    mebibytes : float
        Resident.
    files : int
        Open ones.
    published : int
        Articles that all sites have ever had.
    requests : int
    rows : mapping of str to int
        By table.
    """

    day: float
    mebibytes: float
    files: int
    published: int
    requests: int
    rows: Mapping[str, int]


class Publishing:
    """The sites, in a process of their own: what they need is not what is looked at.

    Parameters
    ----------
    sites : int

    Attributes
    ----------
    now : datetime
        The sites' clock.
    end : datetime
        When they have told all that they have.
    urls : list of str
        Their front pages.
    requests, published : int
        So far.
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

    def turn(self, step: timedelta) -> None:
        """Move the clock on."""
        self.now += step
        self._pipe.send(self.now)
        asked, self.published = self._pipe.recv()
        self.requests += asked


def _publish(pipe: Connection, sites: int) -> None:
    """Serve until the other end is closed; each moment that comes is answered with the requests since the last, and what is published."""
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
    """The sites, and one workplace for all of them.

    Parameters
    ----------
    sites : Publishing
    place : CrawlSession
    """

    def __init__(self, sites: Publishing, place: CrawlSession) -> None:
        self._sites = sites
        self._place = place

    def begin(self) -> None:
        """The first crawl."""
        hosts = crawl_sites(self._place, self._sites.urls).hosts
        self._place.index(hosts)
        update_histories(self._place, hosts)

    def step(self) -> None:
        """Four hours later."""
        self._sites.turn(STEP)
        for url in self._sites.urls:
            site = site_key(url)
            recrawl(self._place, site)
            self._place.index({site})

    def sample(self) -> Sample:
        """The state of things; the database is purged before."""
        purge(self._place.database, self._place.clock(), _KEEP)
        return Sample(
            (self._sites.now - self._sites.start) / timedelta(days=1),
            int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 2**20,
            len(os.listdir("/proc/self/fd")),
            self._sites.published,
            self._sites.requests,
            rows_of(self._place.database),
        )


def rows_of(database: Database) -> dict[str, int]:
    """Rows of every table."""
    with database.reading() as connection:
        return {
            str(table.__tablename__): int(connection.scalar(select(func.count()).select_from(table)) or 0) for table in TABLES
        }  # fmt: skip


def verdict(samples: Sequence[Sample]) -> list[str]:
    """What grows as it should not, in the second half of the days.

    >>> flat = [Sample(float(n), 200.0, 9, 100 * (n + 1), 0, {"url": 150 * (n + 1), "watch": 3}) for n in range(8)]
    >>> verdict(flat)
    []
    >>> verdict([replace(one, mebibytes=100 + 50 * one.day, rows={"url": 9, "watch": 4 ** int(one.day)}) for one in flat])
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
    """Simulate for so long, printing a line a day."""
    os.environ["WINNOW_HOME"] = str(home)
    samples: list[Sample] = []
    with Publishing(sites) as publishing:
        shared = replace(Settings(), home=home, database=database)
        followed = [False]
        with CrawlSession.open(_SETTINGS, Home(shared), lambda: publishing.now.timestamp(), is_scheduled=lambda _: followed[0]) as place:
            soak = Soak(publishing, place)
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
    """Parse, run, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--sites", type=int, default=3)
    parser.add_argument("--database", default="", help="as WINNOW_DATABASE; else SQLite")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        samples = run(given.minutes, given.sites, given.database, Path(folder))
    if len(samples) < 8:
        print("too few simulated days to say anything: give it more minutes")
        return 3
    grown = verdict(samples)
    last, half = samples[-1], samples[len(samples) // 2]
    print(f"{last.day:.0f} days, {last.published:,} articles, {last.requests:,} requests;", end=" ")
    print(f"memory {half.mebibytes:.0f} MiB half-way, {last.mebibytes:.0f} MiB at the end")
    for table, rows in last.rows.items():
        why = BOUNDED.get(table, "purged")
        print(f"  {table:12} {half.rows[table]:9,} → {rows:9,}  {rows / max(last.published, 1):7.3f} an article; {why}")
    print("grows as it should not: " + (", ".join(grown) or "nothing"))
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
