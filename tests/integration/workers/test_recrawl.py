"""Recrawls against real servers on loopback: a newsroom with a simulated clock, and odd sites."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from demo.newsroom import Newsroom
from demo.newsroom_habits import SECTIONS, Habits
from demo.newsroom_server import NewsroomServer
from harness.paths import SHARED
from harness.recrawl import SITES, STEP, run_baseline, run_recrawl, score
from indexer.archive.entry import Entry
from indexer.archive.scan import scan
from indexer.errors import NothingToDoError, UsageError
from indexer.home import Home
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.store.url_lifecycle import Life
from workers.cli.crawl import crawl
from workers.cli.recrawl import recrawl, schedule
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.history.site_histories import SiteHistories
from workers.history.site_history import PageKind, SiteHistory
from workers.recrawl.scheduler import PRIORITY

QUIET_SECTIONS = {"sport": 9.0, "city": 5.0, "culture": 2.0}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["helpful", "quiet"])
def test_news_is_found_for_few_requests(name: str, tmp_path: Path) -> None:
    """Two days of a small site; the figures of eight and thirty days are the benchmark's."""
    small = {section: rate / 2 for section, rate in SECTIONS.items()}
    room = Newsroom(4, 2.2, replace(SITES[name], sections=small, archive_days=2, opens=0.6, redesigned=1.4))
    found = run_recrawl(room, tmp_path)
    hand = run_baseline(room, everything=False)
    assert found.found >= 0.99 * found.published
    assert found.delay <= 1.1 * hand.delay
    assert found.requests <= 2.6 * found.found  # the credit of a new site is not paid back yet
    assert found.section <= 24
    assert found.updates_old > (0.95 if name == "helpful" else 0.5) > hand.updates


@pytest.mark.slow
def test_a_redesign_with_new_addresses_loses_nothing(tmp_path: Path) -> None:
    habits = Habits(sections=QUIET_SECTIONS, feed=False, sitemap=False, moves=True, redesigned=1.1, opens=None, closes=None, archive_days=3)
    found = run_recrawl(Newsroom(2, 2.5, habits), tmp_path)
    assert found.found == found.published
    assert found.worst_day == 1.0


def run(*arguments: str, home: Path, now: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "WINNOW_NOW": now}
    command = [sys.executable, "-m", "winnow", *arguments, "--home", str(home)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


@pytest.mark.slow
def test_commands_over_two_steps(tmp_path: Path) -> None:
    """Each step another process; the crawl by the world's clock, the recrawls by the site's."""
    habits = Habits(sections={"sport": 18.0, "city": 12.0}, archive_days=1, opens=None, closes=None, redesigned=None)
    room = Newsroom(8, 1, habits)
    polite = ("--allow-private", "--delay", "0")
    with NewsroomServer(room) as server:
        host = server.url.split("/")[2]
        first = run("crawl", server.url, *polite, "--json", home=tmp_path)
        assert first.returncode == 0, first.stderr
        assert json.loads(first.stdout)["indexed"]["indexed"] > 12
        begun = len(server.log)
        for _ in range(2):
            server.now += STEP
            plan = json.loads(run("schedule", server.url + "any/page", "--json", home=tmp_path, now=server.now.isoformat()).stdout)
            assert plan["sites"][0]["requests"]
            before = len(server.log)
            step = run("recrawl", host, *polite, "--json", home=tmp_path, now=server.now.isoformat())
            assert step.returncode == 0, step.stderr
            [report] = json.loads(step.stdout)["sites"]
            assert report["requests"] == len(server.log) - before == sum(report["reasons"].values())
        assert score(room, server.log, begun).found == score(room, server.log, begun).published > 0
        spelled = server.url.replace("http", "HTTP", 1) + "#top"
        shown = json.loads(run("schedule", host, "--page", spelled, "--json", home=tmp_path, now=server.now.isoformat()).stdout)
        assert shown["page"] == server.url
        assert {request["result"] for request in shown["requests"]} <= {"new", "changed", "same", "unchanged"}
        assert len(shown["requests"]) >= 2
        new = next(piece for piece in reversed(room.pieces) if piece.published < server.now - STEP and piece.online(server.now))
        hits = json.loads(run("search", "*", "--json", "--limit", "500", home=tmp_path).stdout)["hits"]
        assert any(hit["url"].endswith(f"-{new.number}.html") for hit in hits)
        assert Counter(hit.path for hit in server.log)["/robots.txt"] <= 2


@pytest.fixture
def serve() -> Iterator[Callable[[dict[str, Any]], tuple[str, list[tuple[str, int]]]]]:
    """A site of path to HTML or (status, headers, HTML), with entity tags; its URL and its log."""
    servers: list[ThreadingHTTPServer] = []

    def start(pages: dict[str, Any]) -> tuple[str, list[tuple[str, int]]]:
        log: list[tuple[str, int]] = []

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1

            def do_GET(self) -> None:
                found = pages.get(self.path, (404, {}, "gone"))
                status, headers, html = found if isinstance(found, tuple) else (200, {}, found)
                tag = f'"{abs(hash(html))}"'
                if status == 200 and self.headers.get("If-None-Match") == tag:
                    status, html = 304, ""
                log.append((self.path, status))
                self.send_response(status)
                for name, value in {"Content-Type": "text/html", "ETag": tag, **headers}.items():
                    self.send_header(name, value)
                if status != 304:
                    self.send_header("Content-Length", str(len(html.encode())))
                self.end_headers()
                self.wfile.write(html.encode())

            def log_message(self, *args: object) -> None:
                return

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}/", log

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


Serve = Callable[[dict[str, Any]], tuple[str, list[tuple[str, int]]]]


WORDS = "harbour council tram river market school bridge winter mayor budget storm library theatre forest police clinic engine bakery".split()


def article(n: int, text: str = "") -> str:
    rng = Random(n)
    lines = "".join(f"<p>{' '.join(rng.choices(WORDS, k=25)).capitalize()}.</p>" for _ in range(9))
    return f"<title>Story number {n}</title><h1>Story number {n}</h1>{lines}<p>{text}</p>"


def front(*numbers: int) -> str:
    return "<main>" + "".join(f"<h2><a href='/story/number-{n}.html'>Story number {n}</a></h2>" for n in numbers) + "</main>"


def site(count: int = 8) -> dict[str, Any]:
    return {"/": front(*range(count)), **{f"/story/number-{n}.html": article(n) for n in range(count)}}


def invoke(command: Any, *arguments: str, home: Path, ok: bool = True) -> Any:
    done = CliRunner().invoke(command, [*arguments, "--home", str(home)])
    assert not ok or done.exit_code == 0, (done.output, done.exception)
    return done


def memory_of(home: Path, url: str) -> SiteHistory:
    with Database.open(home) as database:
        return SiteHistories(database).load(url.split("/")[2])


POLITE = ("--allow-private", "--delay", "0", "--no-index")


@pytest.mark.slow
def test_all_asks_for_every_page_and_takes_304_for_an_answer(serve: Serve, tmp_path: Path) -> None:
    pages = site()
    url, log = serve(pages)
    invoke(crawl, url, *POLITE, home=tmp_path)
    crawled = len(log)
    pages["/story/number-3.html"] = (410, {}, "gone")
    pages["/story/number-4.html"] = article(4, "And the mayor said at last why it had taken so long.")
    pages["/"] = front(*range(9))
    pages["/story/number-8.html"] = article(8)
    invoke(recrawl, url, *POLITE, "--all", home=tmp_path)
    answers = dict(log[crawled:])
    assert answers["/story/number-1.html"] == 304
    assert (answers["/story/number-3.html"], answers["/story/number-4.html"], answers["/story/number-8.html"]) == (410, 200, 200)
    assert set(answers) == set(pages)
    memory = memory_of(tmp_path, url)
    assert memory.pages[url + "story/number-3.html"].life is Life.GONE
    results = {r.url.rpartition("-")[2]: r.result for r in memory.requests if r.why == "all"}
    assert (results["1.html"], results["3.html"], results["4.html"]) == ("same", "gone", "changed")
    files = [entry for entry in scan([str(tmp_path / "archive")], tmp_path) if isinstance(entry, Entry)]
    assert sum(entry.url.endswith("number-1.html") for entry in files) == 1  # the 304 is a revisit record, no page


@pytest.mark.slow
def test_a_server_in_trouble_is_left_alone_and_asked_later(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    pages = site()
    url, _ = serve(pages)
    invoke(crawl, url, *POLITE, home=tmp_path)
    healthy = pages["/"]
    pages["/"] = (503, {"Retry-After": "86400"}, "busy")
    monkeypatch.setenv("WINNOW_NOW", (datetime.now(UTC) + timedelta(days=1)).isoformat())
    done = invoke(recrawl, url, *POLITE, home=tmp_path, ok=False)
    assert done.exit_code == 1
    memory = memory_of(tmp_path, url)
    assert memory.pages[url].life is Life.FAILING
    assert memory.pages[url].kind is PageKind.LIST
    assert "503" in done.output or "http-error" in done.output
    pages["/"] = healthy
    invoke(recrawl, url, *POLITE, "--all", home=tmp_path)
    assert memory_of(tmp_path, url).pages[url].life is Life.LIVE


@pytest.mark.slow
def test_robots_rules_and_traps_hold(serve: Serve, tmp_path: Path) -> None:
    pages = {**site(), "/robots.txt": "User-agent: *\nDisallow: /secret\n"}
    url, log = serve(pages)
    invoke(crawl, url, *POLITE, home=tmp_path)
    pages["/"] = front(*range(9)) + "<h2><a href='/secret/story-of-the-day-1.html'>A story that robots may not read</a></h2>" + (
        "<h2><a href='/a/b/a/b/a/b/a/b/a/story.html'>A story whose address repeats itself</a></h2>")  # fmt: skip
    pages["/story/number-8.html"] = article(8)
    invoke(recrawl, url, *POLITE, "--all", home=tmp_path)
    paths = Counter(path for path, _ in log)
    assert paths["/story/number-8.html"] == 1
    assert not any(path.startswith(("/secret", "/a/b")) for path in paths)
    assert paths["/robots.txt"] == 1


@pytest.mark.slow
def test_what_went_past_is_found_on_the_next_page(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a pause the first page of the list shows nothing that is known; the second one does."""
    pages = site(10)
    url, log = serve(pages)
    invoke(crawl, url, *POLITE, home=tmp_path)
    pages |= {f"/story/number-{n}.html": article(n) for n in range(10, 26)}
    pages["/"] = front(*range(25, 15, -1)) + '<a href="/?page=2">Older</a>'
    pages["/?page=2"] = front(*range(15, 5, -1)) + '<a href="/?page=3">Older</a>'
    monkeypatch.setenv("WINNOW_NOW", (datetime.now(UTC) + timedelta(days=2)).isoformat())
    invoke(recrawl, url, *POLITE, home=tmp_path)
    paths = Counter(path for path, _ in log)
    assert all(paths[f"/story/number-{n}.html"] >= 1 for n in range(26))
    assert (paths["/?page=2"], paths["/?page=3"]) == (1, 0)


@pytest.mark.slow
def test_a_limit_of_pages(serve: Serve, tmp_path: Path) -> None:
    url, log = serve(site(20))
    invoke(crawl, url, *POLITE, home=tmp_path)
    before = len(log)
    invoke(recrawl, url, *POLITE, "--all", "--max-pages", "1", home=tmp_path)
    assert sum(status == 200 for _, status in log[before:]) <= 1


def test_what_is_not_known_is_said(tmp_path: Path) -> None:
    assert isinstance(invoke(recrawl, "news.example", home=tmp_path, ok=False).exception, NothingToDoError)
    assert isinstance(invoke(schedule, "news.example", home=tmp_path, ok=False).exception, NothingToDoError)
    assert isinstance(invoke(schedule, "http:///", home=tmp_path, ok=False).exception, UsageError)


@pytest.mark.slow
def test_a_killed_crawl_is_remembered_from_the_archive(serve: Serve, tmp_path: Path) -> None:
    """A crawl that was killed before it took its notes: the next one finds nothing to ask for, and remembers."""
    url, log = serve(site())
    settings = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))
    with CrawlSession.open(settings, Home(Settings(home=tmp_path)), time.time) as place:
        crawl_sites(place, [url])
    assert memory_of(tmp_path, url).pages == {}
    before = len(log)
    invoke(crawl, url, *POLITE, home=tmp_path)
    assert len(log) == before
    memory = memory_of(tmp_path, url)
    assert memory.pages[url].kind is PageKind.LIST
    assert sum(page.kind is PageKind.ARTICLE for page in memory.pages.values()) == 8


@pytest.mark.slow
def test_a_recrawl_leaves_what_a_crawl_has_left(serve: Serve, tmp_path: Path) -> None:
    pages = site(20)
    url, log = serve(pages)
    invoke(crawl, url, *POLITE, "--max-pages", "6", home=tmp_path)
    known = {path for path, status in log if status == 200}
    pages["/"] = front(*range(20))
    before = len(log)
    done = invoke(recrawl, url, *POLITE, "--all", home=tmp_path)
    requested = {path for path, _ in log[before:]}
    left = {path for path in pages if path not in known}
    assert left
    assert not requested & left, "they wait for the crawl to go on"
    assert "the page limit is reached" not in done.output
    invoke(crawl, url, *POLITE, home=tmp_path)
    assert {path for path, _ in log} >= set(pages)
    assert memory_of(tmp_path, url).since is not None


@pytest.mark.slow
def test_a_recrawl_is_left_to_workers_where_a_broker_is_set(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, log = serve(site())
    invoke(crawl, url, *POLITE, home=tmp_path)
    before = len(log)
    monkeypatch.setenv("WINNOW_BROKER", "redis://127.0.0.1:1/0")
    done = invoke(recrawl, url, "--all", "--json", home=tmp_path)
    assert json.loads(done.stdout) == {"queued": {url.split("/")[2]: 9}}
    assert len(log) == before
    with Database.open(tmp_path) as database:
        claimed = Frontier(database, time.time).claim(1)
    assert claimed[0].priority == PRIORITY


@pytest.mark.slow
def test_an_old_index_loses_what_is_gone(serve: Serve, tmp_path: Path) -> None:
    pages = site()
    url, _ = serve(pages)
    indexing = POLITE[:-1]
    invoke(crawl, url, *indexing, home=tmp_path)
    pages["/story/number-3.html"] = (404, {}, "gone")
    pages["/story/number-4.html"] = "<meta name=robots content=noindex>" + article(4)
    pages["/story/number-5.html"] = article(5, "The ferryboat carried forty passengers.")
    record = json.loads(invoke(recrawl, url, *indexing, "--all", "--json", home=tmp_path).stdout)
    assert {kind: record["indexed"][kind] for kind in ("gone", "indexed", "noindex")} == {"gone": 1, "indexed": 1, "noindex": 1}
    from winnow import cli

    done = CliRunner().invoke(cli, ["search", "*", "--arm", "weighted", "--json", "--limit", "50", "--home", str(tmp_path)])
    urls = {hit["url"].rpartition("-")[2] for hit in json.loads(done.stdout)["hits"]}
    assert urls == {f"{n}.html" for n in range(8) if n not in (3, 4)}
    done = CliRunner().invoke(cli, ["search", "ferryboat", "--json", "--home", str(tmp_path)])
    assert json.loads(done.stdout)["total"] == 1


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the checkout")
def test_http_statuses_of_the_second_run(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("case_server", SHARED / "cases" / "serve.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server = module.serve(SHARED / "cases" / "http-statuses")
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    try:
        invoke(crawl, url, *POLITE, home=tmp_path)
        first = len(module.LOG)
        invoke(recrawl, url, *POLITE, "--all", home=tmp_path)
    finally:
        server.shutdown()
        server.server_close()
    second = {request["path"]: request["status"] for request in module.LOG[first:]}
    assert second["/etag.html"] == 304
    assert second["/gone.html"] == 410
    memory = memory_of(tmp_path, url)
    assert memory.pages[url + "gone.html"].life is Life.GONE
