"""Claims carried out against a real server: what each answer means for the frontier, the archive and the host."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from harness.paths import SHARED
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.sites import Sites
from indexer.store.url_lifecycle import State
from workers.archive.page_store import PageStore
from workers.clock import moment
from workers.crawl.claim_executor import ClaimExecutor
from workers.fetch.fetcher import Fetcher, FetchLimits
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.robots import RobotsStates
from workers.frontier.values import CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView

DAY = 86_400.0


class Crawler:
    """A server with the pages given, a frontier that starts at its front page, and a worker with a clock set by hand."""

    def __init__(self, database: Database, home: Path, pages: dict[str, Any]) -> None:
        self.now = 1_772_625_600.0
        self.pages = pages
        self.requested: list[tuple[str, str | None]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_address[1]}"
        limits = FetchLimits(page_bytes=100_000, read_seconds=2.0, total_seconds=4.0)
        settings = CrawlSettings(politeness=Politeness(delay=1.0), limits=limits, max_depth=3, max_redirects=2, allow_private=True)
        self.frontier = Frontier(database, lambda: self.now, FrontierParams(delay=1.0, max_tries=4))
        self.view, self.pending, self.robots = FrontierView(database), PendingPages(database), RobotsStates(database)
        self.archive = home / "archive"
        self.store = PageStore(self.archive, "test", lambda: moment(self.now))
        self.fetcher = Fetcher(settings.user_agent, settings.limits, allow_private=True)
        self.worker = ClaimExecutor(self.frontier, self.store, self.fetcher, settings, lambda: self.now)
        self.frontier.add([CrawlRequest(self.base + "/")])

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        crawler = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None:
                return

            def do_GET(self) -> None:
                crawler.requested.append((self.path, self.headers["If-None-Match"]))
                found = crawler.pages.get(self.path, (404, {}, ""))
                if isinstance(found, list):
                    found = found.pop(0) if len(found) > 1 else found[0]
                status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
                self.send_response(status)
                for name, value in {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

        return Handler

    def close(self) -> None:
        """The server, the connections to it and the archive's file."""
        self.server.shutdown()
        self.server.server_close()
        self.fetcher.__exit__(None, None, None)
        self.store.close()

    def run(self, patience: float = 40.0) -> None:
        """Carry out everything that is due, with pauses of so many seconds at most."""
        until = self.now + 30 * DAY
        while (wakes := self.frontier.next_ready_at()) is not None and wakes <= self.now + patience:
            assert wakes < until, "a visit has an end"
            self.now = max(self.now, wakes)
            for claim in self.frontier.claim(9):
                self.worker.execute(claim)

    def kind(self, path: str) -> Kind | None:
        """How a page's last visit ended."""
        state = self.view.url(self.base + path)
        return None if state is None else state.kind

    def reason(self, path: str) -> str:
        """And why."""
        state = self.view.url(self.base + path)
        return "" if state is None else state.ending.reason

    def paths(self) -> list[str]:
        """What the server was asked for."""
        return [path for path, _ in self.requested]


@pytest.fixture
def crawl(database: Database, tmp_path: Path) -> Iterator[Callable[[dict[str, Any]], Crawler]]:
    crawlers: list[Crawler] = []

    def start(pages: dict[str, Any]) -> Crawler:
        crawlers.append(Crawler(database, tmp_path, pages))
        return crawlers[-1]

    yield start
    for crawler in crawlers:
        crawler.close()


Crawl = Callable[[dict[str, Any]], Crawler]


def test_a_site_is_fetched_whole_and_once(crawl: Crawl) -> None:
    crawler = crawl({"/": "<a href=/1>1</a> <a href=/2#x>2</a> <a href=http://elsewhere.example/>x</a>", "/1": "<a href=/2>2</a>", "/2": "<p>two"})
    crawler.run()
    assert crawler.paths() == ["/robots.txt", "/", "/1", "/2"]
    assert {state.url: state.kind for state in crawler.view.urls(crawler.base[7:])} == {
        crawler.base + path: Kind.FETCHED for path in ("/", "/1", "/2")
    }
    assert crawler.view.url("http://elsewhere.example/") is None
    assert [page.url for page in crawler.pending.pages(crawler.base[7:], 9)] == [crawler.base + path for path in ("/", "/1", "/2")]


def test_the_record_of_a_page_is_where_the_frontier_says(crawl: Crawl) -> None:
    crawler = crawl({"/": "<a href=/1>1</a>", "/1": "<p>one"})
    crawler.run()
    for page in crawler.pending.archived(crawler.base[7:], 9):
        file, _, offset = page.record.rpartition(":")
        with (crawler.archive / file).open("rb") as stream:
            stream.seek(int(offset))
            record = next(iter(ArchiveIterator(stream)))
            assert (record.rec_type, record.rec_headers["WARC-Target-URI"]) == ("response", page.url)


def test_rules_come_first_and_hold_for_a_day(crawl: Crawl) -> None:
    crawler = crawl({"/robots.txt": "User-agent: *\nDisallow: /no\nCrawl-delay: 30", "/": "<a href=/no>no</a> <a href=/1>1</a>", "/1": "<p>1"})
    begun = crawler.now
    crawler.run()
    assert crawler.paths() == ["/robots.txt", "/", "/1"]
    assert crawler.now - begun == 60, "two pauses; what is not asked for needs none"
    assert (crawler.kind("/no"), crawler.reason("/no")) == (Kind.ROBOTS, "robots.txt forbids it")
    crawler.now += DAY
    crawler.frontier.schedule([CrawlRequest(crawler.base + "/")])
    crawler.run()
    assert crawler.paths()[3:] == ["/robots.txt", "/"]


def test_rules_that_cannot_be_read_are_no_yes_and_lose_nothing(crawl: Crawl) -> None:
    """Asked again as a page would be, then every ten, twenty … minutes; no page is asked for meanwhile."""
    crawler = crawl({"/robots.txt": [(503, {}, "")] * 4 + ["User-agent: *"], "/": "<p>front"})
    begun = crawler.now
    crawler.run()
    assert crawler.paths() == ["/robots.txt"] * 3
    assert crawler.now - begun == 3, "one second, then two"
    (counts,) = crawler.view.counts()
    assert (counts.states, counts.blocked) == ({State.DEFERRED: 1}, Ending(Kind.ROBOTS, Cause.ROBOTS_UNKNOWN, detail="status 503"))
    crawler.run(600)
    assert crawler.paths() == ["/robots.txt"] * 4
    crawler.run(1200)
    assert crawler.paths() == ["/robots.txt"] * 5 + ["/"]
    assert crawler.now - begun >= 3 + 600 + 1200
    assert len(crawler.view.history(crawler.base + "/")) == 1


def test_a_host_that_names_a_time_is_asked_for_its_rules_then(crawl: Crawl) -> None:
    crawler = crawl({"/robots.txt": [(503, {"Retry-After": "90"}, ""), "User-agent: *"], "/": "<p>front"})
    begun = crawler.now
    crawler.run(80)
    assert crawler.paths() == ["/robots.txt"]
    crawler.run(100)
    assert crawler.paths() == ["/robots.txt"] * 2 + ["/"]
    assert crawler.now - begun >= 90


def test_an_unchanged_page_is_told_by_the_server_or_by_its_content(crawl: Crawl) -> None:
    tagged = {"ETag": '"a"'}
    crawler = crawl({"/": [(200, tagged, "<p>one"), (304, tagged, ""), (200, {}, "<p>one"), (200, {}, "<p>two")]})
    crawler.run()
    page = crawler.pending.pages(crawler.base[7:], 9)[0]
    crawler.pending.settle([(page, Ending(Kind.INDEXED))])
    for _ in range(2):
        crawler.frontier.schedule([CrawlRequest(crawler.base + "/")])
        crawler.run()
        assert crawler.kind("/") is Kind.INDEXED, "what is in the index is as it was"
        assert crawler.pending.pages(crawler.base[7:], 9) == []
    crawler.frontier.schedule([CrawlRequest(crawler.base + "/")])
    crawler.run()
    assert [value for path, value in crawler.requested if path == "/"] == [None, '"a"', '"a"', None]
    assert [(r.ending.status, r.changed) for r in crawler.view.history(crawler.base + "/")] == [(200, None), (304, False), (200, False), (200, True)]
    assert crawler.kind("/") is Kind.FETCHED
    assert len(crawler.pending.pages(crawler.base[7:], 9)) == 1


def test_busy_servers_are_asked_again_when_they_say(crawl: Crawl) -> None:
    crawler = crawl({"/": [(503, {"Retry-After": "40"}, ""), (429, {}, ""), "<a href=/1>1</a>"], "/1": "<p>1"})
    begun = crawler.now
    crawler.run(300)
    assert crawler.paths() == ["/robots.txt", "/", "/", "/", "/1"]
    assert crawler.now - begun >= 40
    assert [record.ending.kind for record in crawler.view.history(crawler.base + "/")] == [Kind.FETCHED]


@pytest.mark.parametrize(
    ("answer", "tries", "kind", "reason"),
    [
        ((500, {}, ""), 2, Kind.HTTP_ERROR, "status 500"),
        ((503, {}, ""), 4, Kind.HTTP_ERROR, "status 503"),
        ((403, {}, ""), 1, Kind.HTTP_ERROR, "status 403"),
        ((404, {}, "gone"), 1, Kind.GONE, "status 404"),
        ((200, {"Content-Type": "application/pdf"}, "%PDF-1.4 x"), 1, Kind.NOT_HTML, "a PDF document, sent as application/pdf"),
        ((200, {}, "<p>" + "x" * 200_000), 1, Kind.TOO_LARGE, "more than 100,000 bytes"),
        ((200, {"Content-Length": "999"}, "<p>cut"), 1, Kind.FETCHED, "the response is truncated"),
        ((301, {"Location": "http://127.0.0.9:1/"}, ""), 1, Kind.REDIRECT, "status 301 to http://127.0.0.9:1/"),
    ],
)
def test_every_answer_has_its_outcome(crawl: Crawl, answer: object, tries: int, kind: Kind, reason: str) -> None:
    crawler = crawl({"/": "<a href=/x>x</a>", "/x": answer})
    crawler.run(3_600)
    assert crawler.paths().count("/x") == tries
    (record,) = crawler.view.history(crawler.base + "/x")
    assert record.ending.kind is kind
    assert reason.lower() in record.ending.reason.lower()
    assert (crawler.frontier.next_ready_at(), record.visit) == (None, 1)


def test_pages_of_a_host_that_is_gone_for_days_end(crawl: Crawl) -> None:
    crawler = crawl({"/": "<a href=/a>a</a>", "/a": "<p>a"})
    crawler.run()
    begun = crawler.now
    crawler.server.shutdown()
    crawler.server.server_close()
    crawler.frontier.schedule([CrawlRequest(crawler.base + path) for path in ("/", "/a")])
    crawler.run(DAY)
    assert (crawler.kind("/"), crawler.kind("/a"), crawler.frontier.next_ready_at()) == (Kind.UNREACHABLE, Kind.UNREACHABLE, None)
    assert DAY < crawler.now - begun < 3 * DAY


def test_a_page_that_is_gone_waits_to_leave_the_index(crawl: Crawl) -> None:
    crawler = crawl({"/": ["<p>x", (410, {}, "")]})
    crawler.run()
    crawler.pending.settle([(crawler.pending.pages(crawler.base[7:], 1)[0], Ending(Kind.INDEXED))])
    crawler.frontier.schedule([CrawlRequest(crawler.base + "/")])
    crawler.run()
    assert crawler.kind("/") is Kind.GONE
    assert len(crawler.pending.pages(crawler.base[7:], 1)) == 1


def test_redirects_are_followed_on_the_site_and_bounded(crawl: Crawl) -> None:
    pages = {f"/r{n}": (302, {"Location": f"/r{n + 1}"}, "") for n in range(9)}
    crawler = crawl({"/": "<a href=/r0>r</a> <a href=/old>o</a>", "/old": (301, {"Location": "/new"}, ""), "/new": "<p>new", **pages})
    crawler.run()
    assert [path for path in crawler.paths() if path.startswith("/r") and path != "/robots.txt"] == ["/r0", "/r1", "/r2"]
    assert crawler.kind("/new") is Kind.FETCHED


def test_a_start_page_may_lead_to_another_domain_which_is_a_site_of_its_own(crawl: Crawl, database: Database) -> None:
    crawler = crawl({})
    other = crawler.base.replace("127.0.0.1", "localhost")
    crawler.pages.update({"/": [(301, {"Location": f"{other}/"}, ""), "<a href=/1>1</a>"], "/1": "<p>1"})
    crawler.run()
    page = crawler.view.url(other + "/1")
    assert page is not None
    assert page.kind is Kind.FETCHED
    sites = Sites(database)
    assert (sites.names(crawler.base[7:]), sites.names(other[7:])) == ((crawler.base[7:],), (other[7:],))


def test_traps_and_depth_are_on_record(crawl: Crawl) -> None:
    deep = {f"/d{n}": f"<a href=/d{n + 1}>on</a> words of page {'abcdefgh'[n]}" for n in range(8)}
    crawler = crawl({"/": "<a href=/d0>d</a> <a href=/a/a/a/a/a>loop</a>", **deep})
    crawler.run()
    assert (crawler.kind("/a/a/a/a/a"), crawler.kind("/d2"), crawler.kind("/d3")) == (Kind.SKIPPED, Kind.FETCHED, Kind.SKIPPED)
    assert crawler.reason("/d3") == "more than 3 links from a start URL"
    assert "/d3" not in crawler.paths()


def test_a_worker_that_is_lost_after_the_archive_leaves_a_record_too_many(crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    crawler = crawl({"/": "<p>front"})
    real = crawler.frontier.finish
    monkeypatch.setattr(crawler.frontier, "finish", lambda *_, **__: (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        crawler.run()
    monkeypatch.setattr(crawler.frontier, "finish", real)
    crawler.run(600)
    assert crawler.paths() == ["/robots.txt", "/", "/"]
    assert [record.ending.kind for record in crawler.view.history(crawler.base + "/")] == [Kind.FETCHED]




@pytest.fixture
def case(database: Database, tmp_path: Path) -> Iterator[Callable[[str], tuple[dict[str, Kind | None], list[dict[str, Any]], dict[str, Any]]]]:
    """Crawls one of the shared cases, delays skipped: how each path ended, the requests, what is expected."""
    spec = importlib.util.spec_from_file_location("case_server", SHARED / "cases" / "serve.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    crawler = Crawler(database, tmp_path, {})

    def run(name: str) -> tuple[dict[str, Kind | None], list[dict[str, Any]], dict[str, Any]]:
        server = module.serve(SHARED / "cases" / name)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            base = f"http://127.0.0.1:{server.server_address[1]}"
            crawler.frontier.close_host(crawler.base, Ending(Kind.SKIPPED, Cause.EARLIER, detail="another site"))
            crawler.frontier.add([CrawlRequest(base + "/")])
            crawler.run(300)
            ends = {state.url.removeprefix(base): state.kind for state in crawler.view.urls(base[7:])}
        finally:
            server.shutdown()
            server.server_close()
        return ends, module.LOG, json.loads((SHARED / "cases" / name / "expected.json").read_text("utf-8"))["site"]

    yield run
    crawler.close()


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the checkout")
@pytest.mark.parametrize("name", ["robots-directives", "disguised-redirects", "content-type-lies", "http-statuses", "crawl-traps"])
def test_shared_cases(case: Callable[..., Any], name: str) -> None:
    ends, log, expected = case(name)
    paths = [request["path"] for request in log]
    for path in expected.get("indexed", expected.get("articles", expected.get("indexed_after_run1", ()))):
        assert ends[path] is Kind.FETCHED, path
    assert not set(paths) & set(expected.get("not_fetched", ()))
    assert set(expected.get("must_fetch", ())) <= set(paths)
    assert len(paths) < expected.get("max_requests", 1_000)
    for trap in ("/calendar", "/search", "/privacy", "/session", "/archive") if name == "crawl-traps" else ():
        assert sum(path.startswith(trap) for path in paths) <= expected["per_trap_max"], trap
    assert sum("/loop" in path for path in paths) <= 10
