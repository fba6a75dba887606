"""Pages a second from servers on loopback to the index, by one process a core, and where its time goes.

    python -m benchmarks.throughput [WARC...] [--processes 2] [--engine URL] [--json]

The sites (those of real archives beside the checkout and the demo's, or the WARC files named) are served again by another process
(`benchmarks.replay`) and crawled without a pause between requests; then learned, cleaned and indexed into all arms, as `winnow crawl` does
it. With several processes each has its part of the sites and a home of its own. Seconds are of CPU, of the crawling processes alone; the
server's are named beside, since it takes its share of the cores. The wall clock says something on a quiet machine only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from benchmarks.replay import replayed
from benchmarks.sampler import Sampler
from harness.inputs import archives, name
from harness.processor import family
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.size import measure
from indexer.settings import Settings
from indexer.store.database import FILE
from indexer.store.schema import TABLES
from indexer.urls import site_key
from workers.clock import make_clock
from workers.crawl.crawl_run import start_url
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import CrawlRequest

PARTS = {
    "index": ("/indexer/index/",),
    "database": ("/indexer/store/", "/workers/frontier/"),
    "archive": ("/workers/archive/page_store.py", "/indexer/archive/"),
    "learn": ("/workers/indexing/processing.py:fit", "/indexer/article/learned.py:learn", "/indexer/skeletons.py:skeleton_of"),
    "clean": ("/workers/indexing/processing.py:clean", "/indexer/article/"),
    "fetch": ("/workers/fetch/fetcher.py", "/workers/fetch/connections.py", "/workers/fetch/robots.py"),
    "links": ("/workers/crawl/fetching.py", "/workers/reading/discover.py", "/workers/reading/answer.py"),
}


def crawl(starts: Iterable[str], home: Path) -> dict[str, Any]:
    """Crawl and index sites; what it took by part, and what it left."""
    os.environ["WINNOW_HOME"] = str(home)
    settings = CrawlSettings(politeness=Politeness(delay=0.0), allow_private=True)
    sampler, begun, cpu = Sampler(PARTS), time.perf_counter(), time.process_time()
    with CrawlSession.open(settings, Home(replace(Settings.read(), home=home, database="")), make_clock(None)) as place, sampler.watching():
        place.frontier.add([CrawlRequest(start_url(start)) for start in starts])
        run = place.run({site_key(start) for start in starts})
        run.work()
        outcomes = place.index(run.hosts)
        cpu = time.process_time() - cpu
        with place.database.reading() as connection:
            rows = {str(table.__tablename__): int(connection.scalar(select(func.count()).select_from(table)) or 0) for table in TABLES}
        requests = place.fetcher.requests
        sent = place.executor.received
    wall = time.perf_counter() - begun
    return {
        "pages": run.pages, "requests": requests, "outcomes": outcomes, "wall": wall, "seconds": sampler.seconds, "cpu": cpu, "rows": rows,
        "bytes": {"received": sent, "archive": _bytes(home / "archive"), "database": (home / FILE).stat().st_size, **_arms(home)},
    }  # fmt: skip


def _arms(home: Path) -> dict[str, int]:
    with closing(Home.of(home).engine()) as engine:
        sizes = measure(engine, tuple(Arm))
    return {f"arm {size.arm.value}": size.total_bytes or 0 for size in sizes if not size.site}


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measured(warcs: list[Path], processes: int) -> dict[str, Any]:
    """The sum of what the processes report, and the server's seconds."""
    with replayed(warcs) as served, tempfile.TemporaryDirectory() as folder:
        starts = sorted(served, key=lambda start: (-served[start], start))
        begun = time.perf_counter()
        running = [_started(f"{folder}/{n}", starts[n::processes]) for n in range(min(processes, len(starts)))]
        reports = [json.loads(one.communicate()[0]) for one in running]
        wall = time.perf_counter() - begun
        server = sum(seconds for pid, seconds in family(os.getpid())[1:])
    total: dict[str, Any] = {"sites": len(starts), "processes": len(running), "wall": wall, "server and start": server}
    for key in ("pages", "requests", "cpu"):
        total[key] = sum(report[key] for report in reports)
    for key in ("outcomes", "seconds", "rows", "bytes"):
        total[key] = dict(sum((Counter(report[key]) for report in reports), Counter()))
    return total


def _started(home: str, starts: list[str]) -> subprocess.Popen[str]:
    words = [word for start in starts for word in ("--start", start)]
    command = [sys.executable, "-m", "benchmarks.throughput", "--home", home, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])


def _print(what: str, total: dict[str, Any]) -> None:
    pages, seconds = total["pages"], total["seconds"]
    cpu, looks = total["cpu"], sum(seconds.values())
    print(f"{what}: {pages:,} pages of {total['sites']} sites, {total['requests']:,} requests, {total['outcomes']}")
    print(f"  {total['wall']:.1f} s on the wall, {pages / total['wall']:.1f} pages/s by {total['processes']} processes;")
    print(f"  {cpu:.1f} s of CPU in them, {1_000 * cpu / pages:.1f} ms a page: {pages / cpu:.1f} pages a second and core")
    for part, each in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"    {part:10} {1_000 * cpu * each / looks / pages:7.2f} ms a page  {100 * each / looks:5.1f} %")
    print("  bytes a page: " + ", ".join(f"{kind} {number / pages:,.0f}" for kind, number in total["bytes"].items()))


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--start", action="append", default=[], help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.start:
        given.home.mkdir()
        print(json.dumps(crawl(given.start, given.home)))
        return
    with tempfile.TemporaryDirectory() as folder:
        every = archives(given.warcs, Path(folder))
        real, demo = [one for one in every if name(one) != "demo"], [one for one in every if name(one) == "demo"]
        reports = {what: measured(some, given.processes) for what, some in (("archived sites", real), ("demo", demo)) if some}
    if given.json:
        print(json.dumps(reports, indent=1))
        return
    for what, total in reports.items():
        _print(what, total)


if __name__ == "__main__":
    main()
