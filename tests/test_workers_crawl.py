"""The crawl loop against real sites on loopback: scope, robots, redirects, limits, traps, manners, the archive."""

from __future__ import annotations

import importlib.util
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from warcio.archiveiterator import ArchiveIterator

from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.errors import NothingToDoError, UsageError
from indexer.outcome import Kind, Outcome
from workers.cli import crawl as command
from workers.crawl_settings import CrawlSettings
from workers.fetch import Fetched, FetchLimits
from workers.loop import crawl, now_utc
from workers.page_store import PageStore
from workers.politeness import Politeness
from workers.report import CrawlReport
from workers.robots import Robots

SHARED = Path(__file__).parents[2] / "shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the checkout")


@dataclass
class Site:
    """A site on loopback: path to (status, headers, body), or to a list of these, one a request."""

    pages: dict[str, Any]
    host: str = "127.0.0.1"
    log: list[tuple[float, str]] = field(default_factory=list)
    url: str = ""

    def paths(self) -> list[str]:
        return [path for _, path in self.log]


@pytest.fixture
def serve() -> Iterator[Callable[..., Site]]:
    servers: list[ThreadingHTTPServer] = []

    def start(pages: dict[str, Any], host: str = "127.0.0.1") -> Site:
        site = Site(pages, host)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def log_message(self, *args: object) -> None:
                return

            def do_GET(self) -> None:
                site.log.append((time.monotonic(), self.path))
                found = site.pages.get(self.path, (404, {}, "<p>gone"))
                if isinstance(found, list):
                    found = found[min(site.paths().count(self.path), len(found)) - 1]
                status, headers, body = found if isinstance(found, tuple) else (200, {}, found)
                if callable(body):
                    body = body(self)
                content = body if isinstance(body, bytes) else body.encode()
                self.send_response(status)
                for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        server = ThreadingHTTPServer((host, 0), Handler)
        server.daemon_threads = True
        servers.append(server)
        site.url = f"http://{host}:{server.server_address[1]}/"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return site

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def links(*hrefs: str, words: str = "") -> str:
    return f"<title>T</title><p>{words or ' '.join(hrefs)}</p>" + "".join(f'<a href="{href}">x</a>' for href in hrefs)


def settings(**changes: Any) -> CrawlSettings:
    values: dict[str, Any] = {"allow_private": True, "politeness": Politeness(delay=0.0), **changes}
    return CrawlSettings(**values)


def ends(report: CrawlReport) -> dict[str, Kind]:
    """Path to kind; checks that each URL ended once."""
    urls = [outcome.url for outcome in report.outcomes]
    assert len(urls) == len(set(urls))
    return {"/" + outcome.url.split("/", 3)[3]: outcome.kind for outcome in report.outcomes}


def test_a_site_is_fetched_whole_and_kept_once(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({
        "/": links("/a", "/b?utm_source=x", "https://elsewhere.example/", "mailto:a@b", "/gone", "/paper.pdf"),
        "/a": links("/", "/c", "#x"),
        "/b": links("/a"),
        "/c": "<p>end",
        "/paper.pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4 ..."),
    })
    events: list[Outcome] = []
    report = crawl([site.url], tmp_path, settings(), events.append)
    assert ends(report) == {
        "/": Kind.FETCHED, "/a": Kind.FETCHED, "/b": Kind.FETCHED, "/c": Kind.FETCHED,
        "/gone": Kind.GONE, "/paper.pdf": Kind.NOT_HTML,
    }  # fmt: skip
    assert tuple(events) == report.outcomes
    assert report.requests == len(site.log) == 7
    assert max(Counter(site.paths()).values()) == 1
    again = crawl([site.url], tmp_path, settings())
    assert ends(again) == ends(report)
    assert (again.requests, again.already) == (0, 6)
    found = list(scan([str(tmp_path)], tmp_path))
    kept = {e.url: e for e in found if isinstance(e, Entry)}
    assert load(kept[site.url + "a"]).body == site.pages["/a"].encode()
    assert len(kept) == len(found) == 5


def test_other_tools_read_the_archive(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": (200, {"X-Robots-Tag": "noarchive"}, "<p>words")})
    crawl([site.url], tmp_path, settings(contact="crawl@example.org"))
    [path] = tmp_path.iterdir()
    with open(path, "rb") as handle:
        records = [(r.rec_type, r.http_headers, r.content_stream().read(), r.rec_headers) for r in ArchiveIterator(
            handle, check_digests="raise")]  # fmt: skip
    assert [kind for kind, *_ in records] == ["warcinfo", "response", "request"]
    assert records[1][1].get_header("x-robots-tag") == "noarchive"
    assert records[1][2] == b"<p>words"
    assert "crawl@example.org" in records[2][1].get_header("user-agent")
    assert records[1][3].protocol == "WARC/1.1"


def test_interrupted_crawls_continue(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": links(*(f"/{n}" for n in range(9))), **{f"/{n}": f"<p>{'abcdefghi'[n]}" for n in range(9)}})
    first = crawl([site.url], tmp_path, settings(max_pages=4))
    assert Counter(ends(first).values()) == {Kind.FETCHED: 4, Kind.SKIPPED: 6}
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-40])  # killed while writing its last record
    second = crawl([site.url], tmp_path, settings())
    assert Counter(ends(second).values()) == {Kind.FETCHED: 10}
    assert Counter(site.paths()).most_common(2)[0] == ("/robots.txt", 2)


def test_again_fetches_again(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": ["<p>old", "<p>new"]})
    crawl([site.url], tmp_path, settings())
    crawl([site.url], tmp_path, settings(again=True))
    assert site.paths().count("/") == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_robots_txt_is_obeyed(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({
        "/robots.txt": "\ufeffUser-agent: winnow\nDisallow: /private/\nCrawl-delay: 0.2\n",
        "/": links("/private/a", "/public"),
        "/public": "<p>b",
    })
    report = crawl([site.url], tmp_path, settings())
    assert ends(report) == {"/": Kind.FETCHED, "/private/a": Kind.ROBOTS, "/public": Kind.FETCHED}
    gaps = [b - a for (a, _), (b, _) in zip(site.log, site.log[1:], strict=False)]
    assert min(gaps) >= 0.19


def test_unreadable_robots_txt_never_means_yes(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/robots.txt": (503, {"Retry-After": "0"}, "busy"), "/": "<p>a"})
    report = crawl([site.url], tmp_path, settings())
    assert ends(report) == {"/": Kind.ROBOTS}
    assert site.paths() == ["/robots.txt"] * 3
    recovering = serve({"/robots.txt": [(503, {"Retry-After": "0"}, "busy"), "User-agent: *"], "/": "<p>a"})
    assert ends(crawl([recovering.url], tmp_path, settings())) == {"/": Kind.FETCHED}


def test_an_absurd_crawl_delay_closes_the_host(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/robots.txt": "User-agent: *\nCrawl-delay: 86400", "/": "<p>a"})
    assert ends(crawl([site.url], tmp_path, settings())) == {"/": Kind.ROBOTS}


def test_nofollow(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({
        "/": '<a rel="external nofollow" href="/1">x</a>' + links("/meta", "/header", "/own", "/other"),
        "/meta": '<META NAME="Robots" CONTENT="NONE">' + links("/2"),
        "/own": '<meta name="winnow" content="nofollow">' + links("/3"),
        "/header": (200, {"X-Robots-Tag": "winnow: nofollow"}, links("/4")),
        "/other": (200, {"X-Robots-Tag": "otherbot: nofollow"}, links("/5")),
    })
    crawl([site.url], tmp_path, settings())
    assert not {"/1", "/2", "/3", "/4"} & set(site.paths())
    assert "/5" in site.paths()


def test_redirects(serve: Callable[..., Site], tmp_path: Path) -> None:
    pages: dict[str, Any] = {"/": links("/old", "/loop-a", "/self", "/long/0", "/out", "/wall", "/refresh")}
    pages |= {"/old": (301, {"Location": "/new"}, ""), "/new": "<p>n"}
    pages |= {"/loop-a": (302, {"Location": "/loop-b"}, ""), "/loop-b": (302, {"Location": "/loop-a"}, "")}
    pages |= {"/self": (302, {"Location": "/self"}, ""), "/out": (302, {"Location": "https://out.example/"}, "")}
    pages |= {f"/long/{n}": (302, {"Location": f"/long/{n + 1}"}, "") for n in range(20)}
    pages |= {"/wall": [(302, {"Location": "/wall", "Set-Cookie": "seen=1; Path=/"}, ""),
                        (200, {}, lambda request: f"<p>{request.headers['Cookie']}")]}  # fmt: skip
    pages |= {"/refresh": '<meta content="0;URL=\'/target\'" http-equiv="Refresh"><noscript>'
                          '<meta http-equiv="refresh" content="0; url=/js"></noscript>', "/target": "<p>t"}  # fmt: skip
    site = serve(pages)
    report = crawl([site.url], tmp_path, settings())
    got = ends(report)
    paths = Counter(site.paths())
    assert got["/old"] is Kind.REDIRECT
    assert got["/new"] is got["/target"] is got["/wall"] is Kind.FETCHED
    assert (paths["/loop-a"], paths["/loop-b"], paths["/self"], paths["/wall"]) == (1, 1, 1, 2)
    assert sum(path.startswith("/long/") for path in site.paths()) == 6
    assert "/js" not in paths
    walls = [e for e in scan([str(tmp_path)], tmp_path) if isinstance(e, Entry) and e.url.endswith("/wall")]
    assert load(walls[-1]).body == b"<p>seen=1"


def test_a_start_url_may_move_to_its_real_host(serve: Callable[..., Site], tmp_path: Path) -> None:
    real = serve({"/": links("/a"), "/a": "<p>a"}, host="127.0.0.2")
    door = serve({"/": (301, {"Location": real.url}, "")})
    report = crawl([door.url], tmp_path, settings())
    assert Counter(o.kind for o in report.outcomes) == {Kind.REDIRECT: 1, Kind.FETCHED: 2}


def test_busy_servers_are_asked_again_when_they_say(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({
        "/": links("/busy", "/other"),
        "/busy": [(429, {"Retry-After": "1"}, ""), (200, {}, "<p>b")],
        "/other": "<p>o",
    })
    report = crawl([site.url], tmp_path, settings())
    assert ends(report) == {"/": Kind.FETCHED, "/busy": Kind.FETCHED, "/other": Kind.FETCHED}
    first = next(when for when, path in site.log if path == "/busy")
    assert not [path for when, path in site.log if first < when < first + 0.95]


def test_a_host_that_wants_to_be_left_alone_is(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": links("/a", "/b"), "/a": (503, {"Retry-After": "86400"}, ""), "/b": "<p>b"})
    report = crawl([site.url], tmp_path, settings())
    assert ends(report) == {"/": Kind.FETCHED, "/a": Kind.HTTP_ERROR, "/b": Kind.FETCH_FAILED}
    assert site.paths() == ["/robots.txt", "/", "/a"]


def test_hosts_rest_at_the_same_time(serve: Callable[..., Site], tmp_path: Path) -> None:
    sites = [serve({"/": links("/a"), "/a": "<p>a"}, host=f"127.0.0.{n}") for n in range(2, 8)]
    start = time.monotonic()
    report = crawl([site.url for site in sites], tmp_path, settings(politeness=Politeness(delay=0.5)))
    assert report.pages == 12
    assert time.monotonic() - start < 2.5  # 6 sites with 2 rests each, one after another, would take 6 s
    for site in sites:
        gaps = [b - a for (a, _), (b, _) in zip(site.log, site.log[1:], strict=False)]
        assert min(gaps) > 0.48


def test_depth_and_size_limits(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({
        "/": links("/1", "/big"),
        "/1": links("/2", words="one"),
        "/2": links("/3", words="two"),
        "/3": "<p>three",
        "/big": "<p>" + "x" * 200_000,
    })
    report = crawl([site.url], tmp_path, settings(max_depth=2, limits=FetchLimits(page_bytes=100_000)))
    assert ends(report) == {
        "/": Kind.FETCHED, "/1": Kind.FETCHED, "/2": Kind.FETCHED, "/3": Kind.SKIPPED, "/big": Kind.TOO_LARGE
    }  # fmt: skip
    assert [o.url for o in report.lost] == [site.url + "big"]


def test_articles_of_one_shape_are_no_trap(serve: Callable[..., Site], tmp_path: Path) -> None:
    """A chain of 60 numbered stories, each linking to the next: different texts, all fetched."""
    words = [f"{'abcdefgh'[n % 8]} {'ijklmnop'[n // 8]} story" for n in range(60)]
    pages = {f"/story/{n}": links(f"/story/{n + 1}", words=words[n]) for n in range(60)}
    site = serve({"/": links("/story/0"), **pages})
    report = crawl([site.url], tmp_path, settings(max_depth=100))
    assert report.pages == 61
    assert not report.traps


def test_who_crawls_must_be_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--contact"):
        crawl(["https://news.example/"], tmp_path, settings())
    with pytest.raises(UsageError, match="--allow-private"):
        crawl(["http://127.0.0.1:1/"], tmp_path, settings(allow_private=False))
    with pytest.raises(UsageError, match="front page"):
        crawl(["javascript:alert(1)"], tmp_path, settings())


def test_private_addresses_are_not_asked(tmp_path: Path) -> None:
    """Refused at the connection, so that no request leaves and no second try is made."""
    cautious = settings(allow_private=False, contact="a@example.org")
    report = crawl(["http://10.255.255.1/", "http://192.168.255.1/"], tmp_path, cautious)
    assert [o.kind for o in report.outcomes] == [Kind.ROBOTS] * 2
    assert all("private address" in o.reason for o in report.outcomes)
    assert report.seconds < 0.5


def test_the_store_begins_another_file_when_one_is_full(tmp_path: Path) -> None:
    with PageStore(tmp_path, "test", now_utc, rotate=2_000) as store:
        for n in range(5):
            store.keep(Fetched(f"https://a.example/{n}", 200, "OK", (), bytes(range(256)) * 3, "", (), 0.0))
    assert len(list(tmp_path.iterdir())) > 1
    assert sorted(store.known().pages) == [f"https://a.example/{n}" for n in range(5)]


def test_command(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": links("/a"), "/a": (500, {}, "x")})
    run = CliRunner().invoke(command, [site.url, "--home", str(tmp_path), "--allow-private", "--delay", "0", "--json"])
    assert run.exit_code == 0, run.output
    record = json.loads(run.stdout)
    assert record["outcomes"] == {"fetched": 1, "http-error": 1}
    assert record["urls"] == 2
    assert list((tmp_path / "archive").glob("*.warc.gz"))
    empty = serve({"/robots.txt": "User-agent: *\nDisallow: /"})
    run = CliRunner().invoke(command, [empty.url, "--home", str(tmp_path / "2"), "--allow-private"])
    assert isinstance(run.exception, NothingToDoError)


@needs_shared
@pytest.mark.shared
def test_robots_bytes() -> None:
    folder = SHARED / "cases" / "robots-bytes"
    expected = json.loads((folder / "expected.json").read_text())
    robots = Robots.parse((folder / "robots.txt").read_bytes(), expected["user_agent"])
    for path, allowed in expected["allowed"].items():
        assert robots.allows("https://heron.example" + path) is allowed, path


@pytest.fixture
def case() -> Iterator[Callable[[str], tuple[str, list[dict[str, Any]], dict[str, Any]]]]:
    """Serves a folder of the shared cases: its URL, the request log, what is expected."""
    spec = importlib.util.spec_from_file_location("case_server", SHARED / "cases" / "serve.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    servers: list[Any] = []

    def start(name: str) -> tuple[str, list[dict[str, Any]], dict[str, Any]]:
        server = module.serve(SHARED / "cases" / name)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        expected = json.loads((SHARED / "cases" / name / "expected.json").read_text())["site"]
        return f"http://127.0.0.1:{server.server_address[1]}", module.LOG, expected

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


Case = Callable[[str], tuple[str, list[dict[str, Any]], dict[str, Any]]]


@needs_shared
@pytest.mark.shared
def test_crawl_traps(case: Case, tmp_path: Path) -> None:
    url, log, expected = case("crawl-traps")
    report = crawl([url + "/"], tmp_path, settings())
    paths = [request["path"] for request in log]
    assert set(expected["must_fetch"]) <= set(paths)
    assert len(paths) < expected["max_requests"]
    for trap in ("/calendar", "/search", "/privacy", "/session", "/archive"):
        assert sum(path.startswith(trap) for path in paths) <= expected["per_trap_max"], trap
    assert len(report.traps) >= 4


@needs_shared
@pytest.mark.shared
def test_http_statuses(case: Case, tmp_path: Path) -> None:
    url, log, expected = case("http-statuses")
    got = ends(crawl([url + "/"], tmp_path, settings()))
    assert {got[path] for path in expected["indexed_after_run1"]} == {Kind.FETCHED}
    busy = [request for request in log if request["status"] == 429]
    for request, wait in zip(busy, (3, 2), strict=True):
        assert not [r for r in log if request["t"] < r["t"] < request["t"] + wait - 0.1]
    assert sum("/loop" in request["path"] for request in log) <= 10


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("name", ["robots-directives", "disguised-redirects", "content-type-lies"])
def test_what_is_fetched(case: Case, tmp_path: Path, name: str) -> None:
    url, log, expected = case(name)
    got = ends(crawl([url + "/"], tmp_path, settings()))
    for path in expected.get("indexed", expected.get("articles")):
        assert got[path] is Kind.FETCHED, path
    assert not {request["path"] for request in log} & set(expected["not_fetched"])
    for path in expected.get("not_articles", ()):
        assert got[path] is Kind.NOT_HTML, path
