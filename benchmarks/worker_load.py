"""The whole way under load: real workers, Redis and PostgreSQL, many hosts on loopback; requests a second, manners, outcomes, cost.

    python -m benchmarks.worker_load [--hosts 50] [--articles 96] [--delay 0.2] [--processes 4] [--no-index]

The limit is hosts / delay, or the machine's cores: the sites are served by the same machine. The rate is measured from the first to the
last request, the slow beginning (every host has only its front page) included; `steady` from a tenth to nine tenths of the requests.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from indexer.store.crawl_tables import State
from indexer.store.database import Database
from tests.news_hosts import NewsHosts, news_hosts
from tests.servers import make_database, postgres_server, redis_server
from workers.frontier_pending import Pending
from workers.frontier_queue import Frontier
from workers.frontier_values import Found, FrontierParams
from workers.frontier_view import FrontierView


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--articles", type=int, default=96)
    parser.add_argument("--delay", type=float, default=0.2)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--no-index", action="store_true")
    given = parser.parse_args(arguments)
    with (
        news_hosts(given.articles) as sites,
        redis_server() as broker,
        postgres_server() as server,
        tempfile.TemporaryDirectory() as home,
        Database.connect(Path(home), make_database(server.url, "load")) as database,
    ):
        database.upgrade()
        frontier = Frontier(database, time.time, FrontierParams(delay=given.delay))
        frontier.add([Found(sites.start(number + 1)) for number in range(given.hosts)])
        workers = _start(Path(home), database, broker.url, given)
        try:
            _wait(database, index=not given.no_index)
        finally:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.wait(60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        _print(sites, database, given.hosts / given.delay)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{seconds:,.1f} s of CPU in the workers, their start included")


def _start(home: Path, database: Database, broker: str, given: argparse.Namespace) -> list[subprocess.Popen[bytes]]:
    environment = {
        **os.environ,
        "WINNOW_HOME": str(home),
        "WINNOW_DATABASE": database.engine.url.render_as_string(hide_password=False),
        "WINNOW_BROKER": broker,
        "WINNOW_ENGINE": "",
        "WINNOW_ALLOW_PRIVATE": "1",
        "WINNOW_DELAY": str(given.delay),
    }
    calls = [("--queues", "fetch", "--concurrency", str(given.processes)), ("--queues", "plan", "--concurrency", "1", "--beat")]
    if not given.no_index:
        calls.append(("--queues", "clean,fit", "--concurrency", "1"))
    return [subprocess.Popen([sys.executable, "-m", "winnow", "worker", *call], env=environment) for call in calls]


def _wait(database: Database, *, index: bool) -> None:
    view, pending = FrontierView(database), Pending(database)
    while True:
        time.sleep(2)
        counts = view.counts()
        urls = sum(each.urls for each in counts)
        done, waiting = sum(each.states.get(State.ENDED, 0) for each in counts), sum(each.pages for each in pending.hosts())
        print(f"\r{done:,} of {urls:,} ended, {waiting:,} wait for the index", end="", file=sys.stderr, flush=True)
        if all(set(each.states) == {State.ENDED} for each in counts) and not (index and waiting):
            print(file=sys.stderr)
            return


def _print(sites: NewsHosts, database: Database, limit: float) -> None:
    times = sorted(begun for requests in sites.log.values() for _, begun, _ in requests)
    tenth = len(times) // 10
    steady = (len(times) - 2 * tenth) / (times[-tenth - 1] - times[tenth])
    outcomes: Counter[str] = Counter()
    for each in FrontierView(database).counts():
        outcomes.update(each.outcomes)
    pages = {page: number for page, number in sites.counts().items() if not page.endswith("/robots.txt")}
    rules = [number for page, number in sites.counts().items() if page.endswith("/robots.txt")]
    print(f"{len(times):,} requests, {len(times) / (times[-1] - times[0]):,.1f} a second, steady {steady:,.1f}; hosts / delay {limit:,.1f}")
    print(f"shortest pause of any host {sites.shortest_gap():.4f} s; robots.txt at most {max(rules)} times a host")
    print(f"{len(pages):,} pages, none asked for more than {max(pages.values())} times; outcomes {dict(outcomes)}")


if __name__ == "__main__":
    main()
