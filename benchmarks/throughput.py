"""Pages per second from servers on loopback to the index with one process per core, and the processor time by part.

    python -m benchmarks.throughput [WARC...] [--processes 2] [--engine URL] [--json]

The sites (those of real archives beside the checkout and the demo's, or the given WARC files) are served by another process
(`benchmarks.replay`), crawled without delay, learned, cleaned and indexed into all arms, as by `winnow crawl`. With several processes, each
has its share of the sites and its own home. Processor time is that of the crawling processes; the server's is shown separately, because it
uses the same cores. Wall time is only meaningful on an idle machine.
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
from harness.processor import process_tree
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
    """Crawl and index sites; return processor time by part, outcomes, rows and bytes."""
    os.environ["WINNOW_HOME"] = str(home)
    settings = CrawlSettings(politeness=Politeness(delay=0.0), allow_private=True)
    sampler, begun, cpu = Sampler(PARTS), time.perf_counter(), time.process_time()
    own = Home(replace(Settings.read(), home=home, database=""))
    with CrawlSession.open(settings, own, make_clock(None)) as session, sampler.sampling():
        session.frontier.add([CrawlRequest(start_url(start)) for start in starts])
        run = session.run({site_key(start) for start in starts})
        run.work()
        outcomes = session.index(run.hosts)
        cpu = time.process_time() - cpu
        with session.database.reading() as connection:
            rows = {str(table.__tablename__): int(connection.scalar(select(func.count()).select_from(table)) or 0) for table in TABLES}
        requests = session.fetcher.requests
        sent = session.executor.received
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
    """Run the processes; return the sums of their results, and the server's processor time."""
    with replayed(warcs) as served, tempfile.TemporaryDirectory() as folder:
        starts = sorted(served, key=lambda start: (-served[start], start))
        begun = time.perf_counter()
        running = [_started(f"{folder}/{n}", starts[n::processes]) for n in range(min(processes, len(starts)))]
        reports = [json.loads(one.communicate()[0]) for one in running]
        wall = time.perf_counter() - begun
        server = sum(seconds for pid, seconds in process_tree(os.getpid())[1:])
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
    cpu, samples = total["cpu"], sum(seconds.values())
    print(f"{what}: {pages:,} pages of {total['sites']} sites, {total['requests']:,} requests, {total['outcomes']}")
    print(f"  {total['wall']:.1f} s of wall time, {pages / total['wall']:.1f} pages/s with {total['processes']} processes;")
    print(f"  {cpu:.1f} s of their processor time, {1_000 * cpu / pages:.1f} ms per page: {pages / cpu:.1f} pages per second and core")
    for part, each in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"    {part:10} {1_000 * cpu * each / samples / pages:7.2f} ms per page  {100 * each / samples:5.1f} %")
    print("  bytes per page: " + ", ".join(f"{kind} {number / pages:,.0f}" for kind, number in total["bytes"].items()))


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--start", action="append", default=[], help=argparse.SUPPRESS)
    args = parser.parse_args(arguments)
    if args.start:
        args.home.mkdir()
        print(json.dumps(crawl(args.start, args.home)))
        return
    with tempfile.TemporaryDirectory() as folder:
        every = archives(args.warcs, Path(folder))
        real, demo = [one for one in every if name(one) != "demo"], [one for one in every if name(one) == "demo"]
        reports = {what: measured(some, args.processes) for what, some in (("archived sites", real), ("demo", demo)) if some}
    if args.json:
        print(json.dumps(reports, indent=1))
        return
    for what, total in reports.items():
        _print(what, total)


if __name__ == "__main__":
    main()
