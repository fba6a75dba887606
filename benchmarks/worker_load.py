"""Load test of a crawl with real workers, Redis and PostgreSQL and many hosts on loopback: throughput, politeness, outcomes, cost.

    python -m benchmarks.worker_load [--hosts 50] [--articles 96] [--delay 0.2] [--processes 4] [--no-index]

Throughput is limited by hosts / delay, or by the machine's cores, because the same machine serves the sites. The rate is measured from the
first to the last request, including the slow start (every host has only its front page); `steady` is measured from 10 % to 90 % of the
requests. Processor time is that of each part per request, from the first request of every host to the end; its inverse is the maximum
number of requests per second and core.
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
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import redis
from sqlalchemy import func, select, text

from harness.news_hosts import NewsHosts, news_hosts
from harness.processor import process_tree, tree_seconds
from harness.servers import Server, make_database, postgres_server, redis_server
from harness.worker_processes import Progress, WorkerProcesses
from indexer.store.database import Database
from indexer.store.schema import TABLES
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView


@dataclass(frozen=True, slots=True)
class Task:
    """Parameters of a load test.

    Parameters
    ----------
    hosts, articles : int
        Number of sites, and of articles per site.
    delay : float
        Seconds between two requests to a site.
    processes : int
        Number of fetching processes.
    index : bool
        Whether pages are also cleaned and indexed.
    """

    hosts: int = 50
    articles: int = 96
    delay: float = 0.2
    processes: int = 4
    index: bool = True


def load(task: Task) -> dict[str, Any]:
    """Run the load test; return requests, rates, politeness, CPU by part, messages, bytes and rows of the database."""
    with (
        news_hosts(task.articles) as sites,
        redis_server() as broker,
        postgres_server() as server,
        tempfile.TemporaryDirectory() as home,
        Database.connect(Path(home), make_database(server.url, "load")) as database,
    ):
        database.upgrade()
        frontier = Frontier(database, time.time, FrontierParams(delay=task.delay))
        frontier.add([CrawlRequest(sites.start(number + 1)) for number in range(task.hosts)])
        url = database.engine.url.render_as_string(hide_password=False)
        workers = WorkerProcesses(Path(home), url, broker.url, "", {"WINNOW_DELAY": str(task.delay)})
        _start(workers, task)
        servers = {"PostgreSQL": _pid(server), "Redis": _pid(broker)}
        try:
            _until(lambda: len(sites.log) >= task.hosts)
            before, count = _cpu_seconds(workers, servers), _request_count(sites)
            _wait(database, index=task.index)
            after, count = _cpu_seconds(workers, servers), _request_count(sites) - count
        finally:
            workers.stop()
            print(workers.log.read_text("utf-8", "replace"), file=sys.stderr)
        milliseconds = {name: 1_000 * (after[name] - before[name]) / count for name in after}
        return {**_politeness(sites, database), "ms": milliseconds, **_messages(broker.url), **_tables(database)}


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    defaults = Task()
    parser.add_argument("--hosts", type=int, default=defaults.hosts)
    parser.add_argument("--articles", type=int, default=defaults.articles)
    parser.add_argument("--delay", type=float, default=defaults.delay)
    parser.add_argument("--processes", type=int, default=defaults.processes)
    parser.add_argument("--no-index", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # each worker is its own session and would keep running
    task = Task(args.hosts, args.articles, args.delay, args.processes, not args.no_index)
    found = load(task)
    if args.json:
        print(json.dumps(found))
    else:
        _print(found, task.hosts / task.delay)


def _start(workers: WorkerProcesses, task: Task) -> None:
    workers.start("fetchers", "--queues", "fetch", "--concurrency", str(task.processes))
    workers.start("planner", "--queues", "plan", "--concurrency", "1", "--beat")
    if task.index:
        workers.start("cleaner", "--queues", "clean,fit", "--concurrency", "1")


def _pid(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.2)


def _request_count(sites: NewsHosts) -> int:
    return sum(len(requests) for requests in sites.log.values())


def _cpu_seconds(workers: WorkerProcesses, servers: Mapping[str, int]) -> dict[str, float]:
    """Return seconds of CPU by part: servers, and for each worker Celery's main process and its other processes."""
    spent = {name: sum(tree_seconds([pid])) for name, pid in servers.items()}
    for name, worker in workers.members.items():
        own, *pool = [seconds for _, seconds in process_tree(worker.pid)[1:]]  # the first process is the supervisor
        spent |= {f"{name}: Celery": own, f"{name}: work": sum(pool)}
    return spent | {"the sites' server and this process": time.process_time()}


def _messages(broker: str) -> dict[str, float]:
    """Return the numbers of messages that Redis received and of commands that it executed."""
    with closing(redis.Redis.from_url(broker)) as client:
        counts: dict[str, Any] = client.info("commandstats")  # type: ignore[assignment]
    return {"messages": counts["cmdstat_lpush"]["calls"], "commands": sum(each["calls"] for each in counts.values())}


def _tables(database: Database) -> dict[str, dict[str, int]]:
    """Return rows and bytes, including indexes, of the tables that are not empty."""
    rows, size = {}, {}
    with database.reading() as connection:
        for table in TABLES:
            name = str(table.__tablename__)
            count = int(connection.scalar(select(func.count()).select_from(table)) or 0)
            if count:
                rows[name] = count
                size[name] = int(connection.scalar(text("SELECT pg_total_relation_size(CAST(:name AS regclass))"), {"name": name}) or 0)
    return {"rows": rows, "bytes": size}


def _wait(database: Database, *, index: bool) -> None:
    while True:
        time.sleep(2)
        now = Progress.of(database)
        print(f"\r{now.ended:,} of {now.urls:,} finished, {now.waiting:,} pending for the index", end="", file=sys.stderr, flush=True)
        if now.is_complete or (now.fetched and not index):
            print(file=sys.stderr)
            return


def _politeness(sites: NewsHosts, database: Database) -> dict[str, Any]:
    times = sorted(begun for requests in sites.log.values() for _, begun, _ in requests)
    tenth = len(times) // 10
    outcomes: Counter[str] = Counter()
    for each in FrontierView(database).counts():
        outcomes.update(each.outcomes)
    pages = {page: number for page, number in sites.counts().items() if not page.endswith("/robots.txt")}
    rules = [number for page, number in sites.counts().items() if page.endswith("/robots.txt")]
    return {
        "requests": len(times),
        "rate": len(times) / (times[-1] - times[0]),
        "steady": (len(times) - 2 * tenth) / (times[-tenth - 1] - times[tenth]),
        "pause": sites.shortest_gap(),
        "robots": max(rules),
        "pages": len(pages),
        "asked": max(pages.values()),
        "outcomes": dict(outcomes),
    }


def _print(found: Mapping[str, Any], limit: float) -> None:
    rate, steady, requests = found["rate"], found["steady"], found["requests"]
    print(f"{requests:,} requests, {rate:,.1f} per second, steady {steady:,.1f}; hosts / delay {limit:,.1f}")
    print(f"minimum delay of any host {found['pause']:.4f} s; at most {found['robots']} requests for robots.txt per host")
    print(f"{found['pages']:,} pages, none requested more than {found['asked']} times; outcomes {found['outcomes']}")
    print("ms of CPU per request: " + ", ".join(f"{name} {each:.2f}" for name, each in found["ms"].items()))
    total, cores = sum(found["ms"].values()), os.cpu_count() or 1
    print(f"{total:.2f} ms in total, so that {cores} cores allow {1_000 * cores / total:,.0f} requests per second")
    print(f"{found['messages'] / requests:.2f} messages and {found['commands'] / requests:.1f} Redis commands per request")


if __name__ == "__main__":
    main()
