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
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from warcio.archiveiterator import ArchiveIterator

from harness.paths import SHARED
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.lookup import find
from indexer.archive.place import Place
from indexer.archive.scan import scan
from indexer.cause import Cause
from indexer.errors import NothingToDoError, UsageError
from indexer.home import Home
from indexer.outcome import Kind, Outcome
from indexer.settings import Settings
from workers.archive.page_store import PageStore
from workers.cli.crawl import crawl as command
from workers.clock import Clock, make_clock, moment
from workers.crawl.crawl import checked, crawl_sites
from workers.crawl.report import CrawlReport
from workers.crawl.session import CrawlSession
from workers.fetch.fetcher import FetchLimits, Response
from workers.fetch.politeness import Politeness
from workers.fetch.robots import Robots
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import CrawlRequest

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


def crawl(
    starts: list[str], home: Path, settings: CrawlSettings, on_event: Callable[[Outcome], None] = lambda _: None, clock: Clock | None = None
) -> CrawlReport:
    """One crawl in a session of its own."""
    complete = checked(starts, settings)
    with CrawlSession.open(settings, Home(Settings(home=home)), clock or make_clock()) as session:
        return crawl_sites(session, complete, on_event).report()


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


@pytest.mark.slow
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
    found = list(scan([str(tmp_path / "archive")], tmp_path))
    kept = {e.url: e for e in found if isinstance(e, Entry)}
    assert load(kept[site.url + "a"]).body == site.pages["/a"].encode()
    assert len(kept) == len(found) == 5


def test_other_tools_read_the_archive(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": (200, {"X-Robots-Tag": "noarchive"}, "<p>words")})
    crawl([site.url], tmp_path, settings(contact="crawl@example.org"))
    [path] = (tmp_path / "archive").glob("*.warc.gz")
    with open(path, "rb") as handle:
        records = [(r.rec_type, r.http_headers, r.content_stream().read(), r.rec_headers) for r in ArchiveIterator(
            handle, check_digests="raise")]  # fmt: skip
    assert [kind for kind, *_ in records] == ["warcinfo", "response", "request"]
    assert records[1][1].get_header("x-robots-tag") == "noarchive"
    assert records[1][2] == b"<p>words"
    assert "crawl@example.org" in records[2][1].get_header("user-agent")
    assert records[1][3].protocol == "WARC/1.1"


@pytest.mark.slow
def test_a_crawl_that_was_stopped_by_its_limit_goes_on(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": links(*(f"/{n}" for n in range(9))), **{f"/{n}": f"<p>{'abcdefghi'[n]}" for n in range(9)}})
    first = crawl([site.url], tmp_path, settings(max_pages=4))
    assert Counter(ends(first).values()) == {Kind.FETCHED: 4, Kind.SKIPPED: 6}
    assert {o.reason for o in first.outcomes if o.kind is Kind.SKIPPED} == {"the page limit is reached"}
    second = crawl([site.url], tmp_path, settings())
    assert Counter(ends(second).values()) == {Kind.FETCHED: 10}
    assert (second.already, second.requests) == (4, 6)
    assert Counter(site.paths()).most_common(1)[0][1] == 1, "nothing is asked for twice, its rules neither"


@pytest.mark.slow
def test_a_crawl_that_is_interrupted_goes_on_at_once(serve: Callable[..., Site], tmp_path: Path) -> None:
    """As by Ctrl-C while the server is silent: the page is asked for again, after no more than the host's delay."""
    site = serve({"/": links("/1", "/2"), "/1": "<p>one", "/2": "<p>two"})

    def interrupt(outcome: Outcome) -> None:
        if outcome.url.endswith("/1"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        crawl([site.url], tmp_path, settings(), interrupt)
    report = crawl([site.url], tmp_path, settings())
    assert Counter(ends(report).values()) == {Kind.FETCHED: 3}
    assert report.seconds < 30, "no lease is waited for"
    assert Counter(site.paths()).most_common(1)[0][1] == 1


def test_what_failed_is_tried_again_by_the_next_crawl(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({
        "/robots.txt": "User-agent: *\nDisallow: /no",
        "/": links("/403", "/404", "/deep", "/no", "/x.pdf", "/t/t/t/t/t/"),
        "/403": [(403, {}, ""), "<p>come in"], "/deep": links("/deeper", words="deep"), "/deeper": "<p>deeper",
        "/x.pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4 ..."),
    })  # fmt: skip
    first = ends(crawl([site.url], tmp_path, settings(max_depth=1)))
    assert (first["/403"], first["/deeper"]) == (Kind.HTTP_ERROR, Kind.SKIPPED)
    second = crawl([site.url], tmp_path, settings())
    again = ends(second)
    assert (again["/403"], again["/deeper"]) == (Kind.FETCHED, Kind.FETCHED)
    same = ("/404", "/no", "/x.pdf", "/t/t/t/t/t/")
    assert [first[path] for path in same] == [again[path] for path in same] == [Kind.GONE, Kind.ROBOTS, Kind.NOT_HTML, Kind.SKIPPED]
    assert second.requests == 2


def test_again_fetches_again(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/": [links("/a", words="old"), links("/a", words="new")], "/a": "<p>same"})
    crawl([site.url], tmp_path, settings())
    report = crawl([site.url], tmp_path, settings(again=True))
    assert Counter(site.paths()) == {"/robots.txt": 1, "/": 2, "/a": 2}
    assert (Counter(ends(report).values()), report.already) == ({Kind.FETCHED: 2}, 0)
    kept = [entry for entry in scan([str(tmp_path / "archive")], tmp_path) if isinstance(entry, Entry)]
    assert Counter(entry.url for entry in kept) == {site.url: 2, site.url + "a": 1}, "what came unchanged is kept once"


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
    walls = [e for e in scan([str(tmp_path / "archive")], tmp_path) if isinstance(e, Entry) and e.url.endswith("/wall")]
    assert load(walls[-1]).body == b"<p>seen=1"


def test_a_start_url_may_move_to_its_real_host(serve: Callable[..., Site], tmp_path: Path) -> None:
    real = serve({"/": links("/a"), "/a": "<p>a"}, host="127.0.0.2")
    door = serve({"/": (301, {"Location": real.url}, "")})
    report = crawl([door.url], tmp_path, settings())
    assert Counter(o.kind for o in report.outcomes) == {Kind.REDIRECT: 1, Kind.FETCHED: 2}
    again = crawl([door.url], tmp_path, settings())
    assert Counter(o.kind for o in again.outcomes) == Counter(o.kind for o in report.outcomes), "what the start page led to belongs to the crawl"


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_host_that_wants_to_be_left_alone_is(serve: Callable[..., Site], tmp_path: Path) -> None:
    """The run ends, says until when, and the next one goes on once that has passed."""
    site = serve({"/": links("/a", "/b"), "/a": [(503, {"Retry-After": "5000"}, ""), "<p>a"], "/b": "<p>b"})
    now = 1_772_625_600.0
    report = crawl([site.url], tmp_path, settings(), clock=lambda: now)
    assert ends(report) == {"/": Kind.FETCHED, "/a": Kind.HTTP_ERROR, "/b": Kind.FETCH_FAILED}
    assert site.paths() == ["/robots.txt", "/", "/a"]
    [waiting] = report.waiting
    assert (waiting.host, waiting.until, waiting.urls) == (site.url.split("/")[2], now + 5000, 2)
    assert report.record()["waiting"] == [
        {"site": waiting.host, "until": "2026-03-04T13:23:20+00:00", "urls": 2, "reason": "status 503"}
    ]
    [lost] = report.lost
    assert lost.reason == f"status 503: no request to {waiting.host} until 2026-03-04 13:23:20 UTC; crawl again then"
    early = crawl([site.url], tmp_path, settings(), clock=lambda: now + 4000)
    assert (early.requests, ends(early)) == (0, ends(report))
    late = crawl([site.url], tmp_path, settings(), clock=lambda: now + 5001)
    assert (late.requests, set(ends(late).values()), late.waiting) == (2, {Kind.FETCHED}, ())


@pytest.mark.slow
def test_unreadable_rules_are_asked_for_by_the_next_run(serve: Callable[..., Site], tmp_path: Path) -> None:
    site = serve({"/robots.txt": [(503, {"Retry-After": "0"}, "busy")] * 3 + ["User-agent: *"], "/": "<p>a"})
    now = 1_772_625_600.0
    report = crawl([site.url], tmp_path, settings(), clock=lambda: now)
    assert ends(report) == {"/": Kind.ROBOTS}
    assert [(w.until, w.reason) for w in report.waiting] == [(now + 600, "robots.txt: status 503; its rules are unknown")]
    assert crawl([site.url], tmp_path, settings(), clock=lambda: now + 500).requests == 0
    assert ends(crawl([site.url], tmp_path, settings(), clock=lambda: now + 601)) == {"/": Kind.FETCHED}


@pytest.mark.slow
def test_feeds_and_sitemaps_lead_to_pages(serve: Callable[..., Site], tmp_path: Path) -> None:
    """Named by robots.txt and the front page, they lead to pages that nothing links to; those of other sites do not count."""
    site = serve({})
    entry = "<item><title>T</title><link>{}</link></item>"
    listed = "".join(f"<url><loc>{site.url}{path}</loc></url>" for path in ("from-map", "private/secret"))
    site.pages |= {
        "/robots.txt": "User-agent: *\nDisallow: /private/\nSitemap: /maps.xml\nSitemap: https://elsewhere.example/map.xml",
        "/maps.xml": (200, {"Content-Type": "application/xml"}, f"<sitemapindex><sitemap><loc>{site.url}map.xml</loc></sitemap></sitemapindex>"),
        "/map.xml": (200, {"Content-Type": "text/xml"}, f"<urlset>{listed}<url><loc>https://elsewhere.example/1</loc></url></urlset>"),
        "/": "<link rel=alternate type=application/rss+xml href=/feed>" + links("/a"),
        "/a": "<link rel=alternate type=application/rss+xml href=/comments>" + links("/", words="a"),
        "/feed": (200, {"Content-Type": "application/rss+xml"}, f"<rss><channel>{entry.format('/from-feed')}</channel></rss>"),
        "/from-feed": "<p>feed", "/from-map": "<p>map", "/private/secret": "<p>no",
    }  # fmt: skip
    report = crawl([site.url], tmp_path, settings())
    fetched = {"/": "", "/a": "", "/maps.xml": "a sitemap", "/map.xml": "a sitemap", "/feed": "a feed", "/from-feed": "", "/from-map": ""}
    assert {"/" + o.url.split("/", 3)[3]: o.reason for o in report.outcomes if o.kind is Kind.FETCHED} == fetched
    assert ends(report)["/private/secret"] is Kind.ROBOTS
    assert "/comments" not in site.paths(), "of one article"
    assert report.pages == 4
    assert site.paths().index("/maps.xml") > site.paths().index("/")


@pytest.mark.slow
def test_feeds_and_sitemaps_that_lie_elsewhere_are_read_and_nothing_else_there(serve: Callable[..., Site], tmp_path: Path) -> None:
    """What they list counts where it is the site's; a page in place of a feed is none of the site's."""
    site, service = serve({}), serve({})
    service.pages |= {
        "/feed": (200, {"Content-Type": "text/xml"}, f"<rss><item><link>{site.url}1</link></item><item><link>{service.url}2</link></item></rss>"),
        "/maps": (200, {"Content-Type": "text/xml"}, f"<sitemapindex><sitemap><loc>{service.url}map</loc></sitemap></sitemapindex>"),
        "/map": (200, {"Content-Type": "text/xml"}, f"<urlset><url><loc>{site.url}3</loc></url><url><loc>{service.url}4</loc></url></urlset>"),
        "/page": f"<a href={site.url}5>no",
    }  # fmt: skip
    feeds = "".join(f"<link rel=alternate type=text/xml href={service.url}{name}>" for name in ("feed", "page"))
    site.pages |= {"/robots.txt": f"Sitemap: {service.url}maps", "/": feeds + "<p>front", "/1": "<p>one", "/3": "<p>three", "/5": "<p>five"}
    report = crawl([site.url], tmp_path, settings())
    assert {outcome.url for outcome in report.outcomes if outcome.kind is Kind.FETCHED and not outcome.reason} == {site.url, site.url + "1", site.url + "3"}
    assert set(service.paths()) == {"/robots.txt", "/feed", "/page", "/maps", "/map"}


@pytest.mark.slow
def test_sitemaps_without_end_come_to_an_end(serve: Callable[..., Site], tmp_path: Path) -> None:
    """Each names two new ones."""
    site = serve({"/robots.txt": "Sitemap: /map/1.xml", "/": links("/a"), "/a": "<p>a"})

    def sitemap(number: int) -> str:
        parts = "".join(f"<sitemap><loc>{site.url}map/{2 * number + one}.xml</loc></sitemap>" for one in (0, 1))
        return f"<sitemapindex>{parts}</sitemapindex>"

    site.pages |= {f"/map/{n}.xml": (200, {"Content-Type": "text/xml"}, sitemap(n)) for n in range(1, 500)}
    report = crawl([site.url], tmp_path, settings(max_depth=1_000))
    assert (report.pages, sum("map" in path for path in site.paths())) == (2, 7)


@pytest.mark.slow
def test_sites_take_turns(serve: Callable[..., Site], tmp_path: Path) -> None:
    sites = [serve({"/": links(*(f"/{n}" for n in range(9)), words="front"), **{f"/{n}": f"<p>{'abcdefghi'[n]}" for n in range(9)}},
                   host=f"127.0.0.{number}") for number in (2, 3)]  # fmt: skip
    crawl([site.url for site in sites], tmp_path, settings(politeness=Politeness(delay=0.01)))
    turns = [number for _, number in sorted((when, number) for number, site in enumerate(sites) for when, _ in site.log)]
    assert len(turns) == 22
    assert sum(a != b for a, b in pairwise(turns)) > 18


@pytest.mark.slow
def test_hosts_rest_at_the_same_time(serve: Callable[..., Site], tmp_path: Path) -> None:
    sites = [serve({"/": links("/a"), "/a": "<p>a"}, host=f"127.0.0.{n}") for n in range(2, 8)]
    start = time.monotonic()
    report = crawl([site.url for site in sites], tmp_path, settings(politeness=Politeness(delay=0.5)))
    assert report.pages == 12
    assert time.monotonic() - start < 2.5  # 6 sites with 2 rests each, one after another, would take 6 s
    for site in sites:
        gaps = [b - a for (a, _), (b, _) in zip(site.log, site.log[1:], strict=False)]
        assert min(gaps) > 0.48


@pytest.mark.slow
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


@pytest.mark.slow
def test_articles_of_one_shape_are_no_trap(serve: Callable[..., Site], tmp_path: Path) -> None:
    """A chain of 60 numbered stories, each linking to the next: different texts, all fetched."""
    words = [f"{'abcdefgh'[n % 8]} {'ijklmnop'[n // 8]} story" for n in range(60)]
    pages = {f"/story/{n}": links(f"/story/{n + 1}", words=words[n]) for n in range(60)}
    site = serve({"/": links("/story/0"), **pages})
    report = crawl([site.url], tmp_path, settings(max_depth=100))
    assert report.pages == 61
    assert not report.traps


@pytest.mark.slow
def test_a_trap_that_an_earlier_run_found_is_known(serve: Callable[..., Site], tmp_path: Path) -> None:
    """A calendar without end: the next run does not find out anew, at ten pages a time."""
    site = serve({f"/day/{n}": f"<p>Nothing on day {n}</p>" for n in range(90)})
    site.pages["/"] = links(*(f"/day/{n}" for n in range(40)), words="front")
    first = crawl([site.url], tmp_path, settings())
    assert 10 < sum(path.startswith("/day/") for path in site.paths()) < 20
    site.pages["/"] = links(*(f"/day/{n}" for n in range(90)), words="front, another edition")
    before = len(site.log)
    second = crawl([site.url], tmp_path, settings(again=True))
    assert site.paths()[before:] == ["/"]
    assert (len(first.outcomes), len(second.outcomes)) == (41, 91)
    assert second.traps == first.traps


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
    for start in ("http://10.255.255.1/", "http://192.168.255.1/"):
        with pytest.raises(UsageError, match="private address"):
            crawl([start], tmp_path, cautious)
    with CrawlSession.open(cautious, Home(Settings(home=tmp_path)), make_clock()) as place:
        place.frontier.add([CrawlRequest("http://10.255.255.1/"), CrawlRequest("http://192.168.255.1/")])
        run = place.run({"10.255.255.1", "192.168.255.1"})
        run.work()
    report = run.report()
    assert [(o.kind, o.ending.cause) for o in report.outcomes] == [(Kind.FETCH_FAILED, Cause.PRIVATE_ADDRESS)] * 2
    assert report.seconds < 5


def test_the_store_begins_another_file_when_one_is_full(tmp_path: Path) -> None:
    with PageStore(tmp_path, "test", lambda: moment(0.0), rotate=2_000) as store:
        for n in range(5):
            store.keep(Response(f"https://a.example/{n}", 200, "OK", (), bytes(range(256)) * 3, "", (), 0.0))
    assert len(list(tmp_path.glob("*.warc.gz"))) > 1
    assert [len(find(Place(str(tmp_path)), f"https://a.example/{n}")) for n in range(5)] == [1] * 5


@pytest.mark.slow
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
