"""A trap costs a crawl of many processes little more than one of a single one, and whoever looks is told of it."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from indexer.archive.place import Place
from indexer.store.database import Database
from indexer.store.purge import purge
from indexer.store.trap_counts import Trap, TrapCounts
from workers.archive.page_store import PageStore
from workers.cli.frontier import frontier
from workers.clock import moment
from workers.crawl.claim_executor import ClaimExecutor
from workers.fetch.fetcher import Fetcher
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams
from workers.reading.traps import PAGE_REPEATS

DAY = 86_400.0
ARTICLES = 12


def page(path: str) -> str:
    """A front page, its articles, and a calendar without end of months and days on which nothing is."""
    kind, *numbers = path.strip("/").split("/")
    if not kind:
        return "".join(f"<a href=/a/{n}>Story {n}</a>" for n in range(ARTICLES)) + "<a href=/month/24313>Calendar</a>"
    if kind == "a":
        return f"<p>{' '.join(Random(path).choices('river council bridge harvest winter school'.split(), k=60))}"
    if kind == "month":
        number = int(numbers[0])
        days = "".join(f"<a href=/day/{number}/{day}>{day}</a>" for day in range(1, 29))
        return f"<h1>Month {number}</h1><a href=/month/{number + 1}>next</a><a href=/month/{number - 1}>before</a>{days}"
    return f"<h1>Day {numbers[-1]}</h1><p>Nothing is on."


@pytest.fixture
def calendar() -> Iterator[tuple[str, list[str]]]:
    log: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            log.append(self.path)
            body = b"" if self.path == "/robots.txt" else page(self.path).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", log
        server.shutdown()


def crawl(database: Database, home: Path, start: str, processes: int) -> None:
    """Claims carried out by as many memories as there are processes, a second each."""
    now = [1_772_625_600.0]
    settings = CrawlSettings(politeness=Politeness(delay=0.0), allow_private=True)
    queue = Frontier(database, lambda: now[0], FrontierParams(delay=0.0))
    queue.add([CrawlRequest(start)])
    chance = Random(1)
    with (
        PageStore(Place.of("", home), "test", lambda: moment(now[0])) as store,
        Fetcher("test", settings.limits, allow_private=True) as fetcher,
    ):
        each = [ClaimExecutor(queue, store, fetcher, settings, lambda: now[0]) for _ in range(processes)]
        while claims := queue.claim(1):
            chance.choice(each).execute(claims[0])
            now[0] += 1.0
            assert now[0] < 1_772_625_600.0 + 1_000, "it does not end"


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 8])
def test_a_calendar_without_end_is_bounded_over_all_processes(
    processes: int, database: Database, tmp_path: Path, calendar: tuple[str, list[str]]
) -> None:
    start, log = calendar
    crawl(database, tmp_path, start, processes)
    by_kind = Counter(path.strip("/").split("/")[0] for path in log)
    assert by_kind["a"] == ARTICLES
    assert by_kind["day"] <= PAGE_REPEATS + 2 * processes
    assert by_kind["month"] <= PAGE_REPEATS + 2 * processes
    host = start.split("/")[2]
    [days] = [trap for trap in TrapCounts(database).known({host}, PAGE_REPEATS) if "/day/" in trap.shape]
    assert (days.host, days.shape, days.repeats >= PAGE_REPEATS) == (host, f"{start}day/0/0", True)
    assert sum(trap.dead_ends for trap in TrapCounts(database).known(None, PAGE_REPEATS)) > 0


@pytest.mark.slow
def test_the_frontier_tells_of_traps(tmp_path: Path, calendar: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WINNOW_DATABASE", raising=False)
    with Database.open(tmp_path) as database:
        crawl(database, tmp_path, calendar[0], 3)
    told = CliRunner().invoke(frontier, ["--home", str(tmp_path), "--json"])
    [site] = json.loads(told.stdout)["sites"]
    [days] = [trap for trap in site["traps"] if "/day/" in trap["pages"]]
    assert days["repeats"] >= PAGE_REPEATS
    lines = CliRunner().invoke(frontier, ["--home", str(tmp_path)]).stdout.splitlines()
    assert f"trap: pages like {calendar[0]}day/0/0 lead to nothing new" in " ".join(lines)


def test_traps_are_counted_and_forgotten(database: Database) -> None:
    counts = TrapCounts(database)
    assert counts.add("a.org", "https://a.org/0", 0.0) == 0, "of a host that nobody knows"
    Frontier(database, lambda: 0.0, FrontierParams(delay=0.0)).add([CrawlRequest("https://a.org/")])
    assert [counts.add("a.org", "https://a.org/0", float(n)) for n in range(3)] == [1, 2, 3]
    assert counts.add("a.org", "https://a.org/0", 3.0, dead_end=True) == 1
    assert counts.of("a.org", 4) == []
    assert counts.of("a.org", 3) == counts.known(None, 9) == [Trap("a.org", "https://a.org/0", 3, 1)]
    assert counts.known({"b.org"}, 1) == []
    assert purge(database, 399 * DAY)["trap"] == 0
    assert purge(database, 401 * DAY)["trap"] == 1
