"""The whole way under load while everything is killed, again and again: nothing may be lost, doubled, hurried or broken.

    python -m benchmarks.crash_load [--hosts 50] [--articles 96] [--delay 0.2] [--every 5] [--seed 1] [--planners 1] [--faults NAME,...]

Two workers with two processes each fetch, one deals out, one cleans and indexes into an Elasticsearch node; Redis, PostgreSQL and the node
are this run's own. Every few seconds something breaks, by chance but from a seed: whole workers, single processes, servers. What was
killed is started again at once, as a service manager does it. Then all that must hold is checked: every page has one outcome, none was
asked for more than twice, no host was hurried, each arm has each page once, and the archive is whole for this product, warcio and gzip.
Ends with 1 where something does not hold.
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

from benchmarks.crash_faults import CLEANER, FAULTS, FETCHERS, FETCHING, PLANNER, Scene, drawn
from benchmarks.crash_more_faults import MORE, archive_full, clock_stepped, small_disk, wrong_clock
from benchmarks.crash_verdict import verdict
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
    """What is to be done.

    Parameters
    ----------
    hosts, articles : int
        Sites, and articles of each.
    delay, lease : float
        Seconds.
    every : float
        Seconds between two faults, in the mean.
    away : float
        Seconds for which a server stays away, where a fault is about that.
    seed : int
    planners : int
        Workers that deal out and give the beat.
    faults : tuple of str
    most : float
        Seconds after which nothing breaks any more; as many later the run is given up.
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
    """Carry it out; what was broken how often, and what there is at the end."""
    with (
        news_hosts(task.articles) as sites,
        redis_server() as broker,
        postgres_server() as server,
        _node(home) as node,
        ThreadPoolExecutor(1) as beside,
        Database.connect(home, make_database(server.url, "crash")) as database,
        small_disk(home / "archive") if archive_full.__name__ in task.faults else nullcontext(),
    ):
        database.upgrade()
        frontier = Frontier(database, time.time, FrontierParams(delay=task.delay))
        frontier.add([CrawlRequest(sites.start(number + 1)) for number in range(task.hosts)])
        settings = {"WINNOW_DELAY": str(task.delay), "WINNOW_LEASE": str(task.lease), "WINNOW_PATIENCE": "30"}
        workers = WorkerProcesses(home, database.engine.url.render_as_string(hide_password=False), broker.url, node.urls[0], settings)
        _start(workers, task)
        scene = Scene(workers, broker, server, node, Random(task.seed), beside, task.away)
        begun = time.monotonic()
        try:
            faults = _break(scene, task, database)
            seconds = time.monotonic() - begun
            scene.back()
        finally:
            codes = workers.stop()
        found = verdict(task.hosts, task.delay, sites, database, home, node.urls[0])
        left = workers.left()
        if any(codes) or left:
            found["wrong"].append(f"asked to stop, the workers ended with {codes}; still there: {', '.join(left) or 'none'}")
        return {"seconds": seconds, "faults": faults, **found}


def main(arguments: Iterable[str] | None = None) -> int:
    """Parse, run, print; 0 where everything holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    standard = Task()
    for name in ("hosts", "articles", "delay", "lease", "every", "away", "seed", "planners", "most"):
        value = getattr(standard, name)
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--faults", default=",".join(FAULTS), help=f"some of these, or of {', '.join(MORE)}")
    parser.add_argument("--home", type=Path, help="an empty folder that stays, for looking into it")
    parser.add_argument("--json", action="store_true")
    given = vars(parser.parse_args(arguments))
    home, as_json, faults = given.pop("home"), given.pop("json"), tuple(given.pop("faults").split(","))
    if not set(faults) <= {*FAULTS, *MORE}:
        parser.error(f"--faults takes some of {', '.join([*FAULTS, *MORE])}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("asked to stop"))  # the workers would stay: each is a session of its own
    with ExitStack() as stack:
        folder = home.absolute() if home else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        found = crash(Task(faults=faults, **given), folder)
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
    for name, more in zip(FETCHERS, ({}, wrong), strict=True):
        workers.start(name, *_LOGGED, "--queues", "fetch", "--concurrency", "2", **more)
    for name in (PLANNER, *(f"planner-{number + 2}" for number in range(task.planners - 1))):
        workers.start(name, *_LOGGED, "--queues", "plan", "--concurrency", "1", "--beat")
    workers.start(CLEANER, *_LOGGED, "--queues", "clean,fit", "--concurrency", "1")


def _break(scene: Scene, task: Task, database: Database) -> Mapping[str, int]:
    """Break something every few seconds until all is done or time is up; how often what was broken."""
    broken: Counter[str] = Counter()
    names, begun = drawn(task.faults, scene.chance), time.monotonic()
    while (passed := time.monotonic() - begun) < 2 * task.most:
        time.sleep(task.every * scene.chance.uniform(0.5, 1.5))  # in no step with leases, which end as regularly
        now = Progress.of(database)
        print(f"{now.ended:,} of {now.urls:,} ended, {now.waiting:,} wait, {now.indexed:,} indexed", file=sys.stderr, flush=True)
        if now.over:
            break
        idle = FETCHING if now.fetched and not FETCHING.issuperset(task.faults) else ()
        name = next(name for name in names if name not in idle)
        if passed < task.most and {**FAULTS, **MORE}[name](scene):
            broken[name] += 1
            print(f"{time.strftime('%H:%M:%S')} {name}", file=sys.stderr, flush=True)
    return dict(sorted(broken.items()))


def _print(found: Mapping[str, Any]) -> None:
    print(f"{sum(found['faults'].values())} faults in {found['seconds']:.0f} s: {found['faults']}")
    print(f"{found['requests']:,} requests for {found['pages']:,} pages; asked for twice {found['twice']}, more often {found['more']}")
    print(f"shortest pause of any host {found['pause']:.4f} s; robots.txt at most {found['robots']} times a host")
    print(f"outcomes {found['outcomes']}; documents {found['documents']}")
    print(f"archive: {found['records']:,} records in {found['files']} files")
    for wrong in found["wrong"]:
        print(f"WRONG: {wrong}")
    if not found["wrong"]:
        print("nothing is lost, doubled, hurried or broken")


if __name__ == "__main__":
    sys.exit(main())
