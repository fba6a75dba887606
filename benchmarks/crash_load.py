"""A crawl under load during which workers and servers are killed repeatedly: no page may be lost, duplicated or fetched too early.

    python -m benchmarks.crash_load [--hosts 50] [--articles 96] [--delay 0.2] [--every 5] [--seed 1] [--planners 1] [--faults NAME,...]

Two workers with two processes each fetch, one plans, one cleans and indexes into an Elasticsearch node; the run starts its own Redis,
PostgreSQL and node. Every few seconds a seeded random fault kills a worker, a single process or a server, which is restarted at once, as a
service manager does. Then the invariants are checked: every page has one outcome, none was requested more than twice, the delay of each
host was respected, each arm has each page once, and the archive is intact for Winnow, warcio and gzip. The exit code is 1 if a check fails.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.crash_checks import check_run
from benchmarks.crash_faults import CLEANER, FAULTS, FETCHERS, FETCHING, PLANNER, Scene, fault_sequence
from benchmarks.crash_optional_faults import OPTIONAL_FAULTS, archive_full, clock_stepped, small_disk, wrong_clock
from harness.news_hosts import news_hosts
from harness.nodes import QUICK
from harness.servers import make_database, postgres_server, redis_server
from harness.worker_processes import Progress, WorkerProcesses
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.product import ELASTICSEARCH
from indexer.store.database import Database
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams

_LOGGED = ("--log-level", "INFO")


@dataclass(frozen=True, slots=True)
class Task:
    """Parameters of a crash run.

    Parameters
    ----------
    hosts, articles : int
        Number of sites, and of articles per site.
    delay, lease : float
        Crawl delay and lease in seconds.
    every : float
        Mean seconds between two faults.
    away : float
        Seconds of an outage.
    seed : int
    planners : int
        Number of workers that plan and run beat.
    faults : tuple of str
    most : float
        Seconds after which faults stop; the run is aborted after twice this time.
    """

    hosts: int = 50
    articles: int = 96
    delay: float = 0.2
    lease: float = 15.0
    every: float = 5.0
    away: float = 60.0
    seed: int = 1
    planners: int = 1
    faults: tuple[str, ...] = tuple(FAULTS)
    most: float = 900.0


def crash(task: Task, home: Path) -> dict[str, Any]:
    """Run the crawl with faults; return the number of each fault and the results of the checks."""
    with (
        news_hosts(task.articles) as sites,
        redis_server() as broker,
        postgres_server() as server,
        _node(home) as node,
        ThreadPoolExecutor(1) as executor,
        Database.connect(home, make_database(server.url, "crash")) as database,
        small_disk(home / "archive") if archive_full.__name__ in task.faults else nullcontext(),
    ):
        database.upgrade()
        frontier = Frontier(database, time.time, FrontierParams(delay=task.delay))
        frontier.add([CrawlRequest(sites.start(number + 1)) for number in range(task.hosts)])
        settings = {"WINNOW_DELAY": str(task.delay), "WINNOW_LEASE": str(task.lease), "WINNOW_PATIENCE": "30"}
        workers = WorkerProcesses(home, database.engine.url.render_as_string(hide_password=False), broker.url, node.urls[0], settings)
        _start(workers, task)
        scene = Scene(workers, broker, server, node, Random(task.seed), executor, task.away)
        begun = time.monotonic()
        try:
            faults = _cause_faults(scene, task, database)
            seconds = time.monotonic() - begun
            scene.wait_for_restarts()
        finally:
            codes = workers.stop()
        found = check_run(task.hosts, task.delay, sites, database, home, node.urls[0])
        running = workers.still_running()
        if any(codes) or running:
            found["wrong"].append(f"after SIGTERM the workers exited with {codes}; still running: {', '.join(running) or 'none'}")
        return {"seconds": seconds, "faults": faults, **found}


def main(arguments: Iterable[str] | None = None) -> int:
    """Parse arguments, run, print; return 0 if all checks pass."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    defaults = Task()
    for name in ("hosts", "articles", "delay", "lease", "every", "away", "seed", "planners", "most"):
        value = getattr(defaults, name)
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--faults", default=",".join(FAULTS), help=f"any of these, or of {', '.join(OPTIONAL_FAULTS)}")
    parser.add_argument("--home", type=Path, help="an empty folder that is kept for inspection")
    parser.add_argument("--json", action="store_true")
    args = vars(parser.parse_args(arguments))
    home, as_json, faults = args.pop("home"), args.pop("json"), tuple(args.pop("faults").split(","))
    if not set(faults) <= {*FAULTS, *OPTIONAL_FAULTS}:
        parser.error(f"--faults takes any of {', '.join([*FAULTS, *OPTIONAL_FAULTS])}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # each worker is its own session and would keep running
    with ExitStack() as stack:
        folder = home.absolute() if home else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        found = crash(Task(faults=faults, **args), folder)
    if as_json:
        print(json.dumps(found))
    else:
        _print(found)
    return 1 if found["wrong"] else 0


@contextmanager
def _node(home: Path) -> Iterator[Cluster]:
    cluster = Cluster(ELASTICSEARCH, engine_folder(home, ELASTICSEARCH, 1), 1, Launch(flags=QUICK, until=os.getpid()))
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()


def _start(workers: WorkerProcesses, task: Task) -> None:
    wrong = wrong_clock(workers) if clock_stepped.__name__ in task.faults else {}
    for name, environment in zip(FETCHERS, ({}, wrong), strict=True):
        workers.start(name, *_LOGGED, "--queues", "fetch", "--concurrency", "2", **environment)
    for name in (PLANNER, *(f"planner-{number + 2}" for number in range(task.planners - 1))):
        workers.start(name, *_LOGGED, "--queues", "plan", "--concurrency", "1", "--beat")
    workers.start(CLEANER, *_LOGGED, "--queues", "clean,fit", "--concurrency", "1")


def _cause_faults(scene: Scene, task: Task, database: Database) -> Mapping[str, int]:
    """Cause a fault every few seconds until the crawl is complete or time is up; return the number of each fault."""
    counts: Counter[str] = Counter()
    names, begun = fault_sequence(task.faults, scene.rng), time.monotonic()
    while (passed := time.monotonic() - begun) < 2 * task.most:
        time.sleep(task.every * scene.rng.uniform(0.5, 1.5))  # jitter, so that faults do not coincide with the ends of leases
        now = Progress.of(database)
        print(f"{now.ended:,} of {now.urls:,} finished, {now.waiting:,} pending, {now.indexed:,} indexed", file=sys.stderr, flush=True)
        if now.is_complete:
            break
        idle = FETCHING if now.fetched and not FETCHING.issuperset(task.faults) else ()
        name = next(name for name in names if name not in idle)
        if passed < task.most and {**FAULTS, **OPTIONAL_FAULTS}[name](scene):
            counts[name] += 1
            print(f"{time.strftime('%H:%M:%S')} {name}", file=sys.stderr, flush=True)
    return dict(sorted(counts.items()))


def _print(found: Mapping[str, Any]) -> None:
    print(f"{sum(found['faults'].values())} faults in {found['seconds']:.0f} s: {found['faults']}")
    print(f"{found['requests']:,} requests for {found['pages']:,} pages; requested twice: {found['twice']}, more often: {found['more']}")
    print(f"minimum delay of any host {found['pause']:.4f} s; at most {found['robots']} requests for robots.txt per host")
    print(f"outcomes {found['outcomes']}; documents {found['documents']}")
    print(f"archive: {found['records']:,} records in {found['files']} files")
    for wrong in found["wrong"]:
        print(f"FAILED: {wrong}")
    if not found["wrong"]:
        print("all checks pass: no page is lost, duplicated or fetched too early, and the archive is intact")


if __name__ == "__main__":
    sys.exit(main())
