"""Crawls beside others: a report counts what its own run did, and whoever looks on is told what a run waits for."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from harness.news_hosts import NewsHosts, news_hosts
from indexer.cause import Cause
from indexer.home import Home
from indexer.outcome import Ending, Kind, Outcome
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.urls import site_key
from tests.integration.workers.test_crawl import Site, links, serve  # noqa: F401 - a fixture
from workers.cli.options import Progress
from workers.clock import make_clock
from workers.crawl.crawl import crawl_sites
from workers.crawl.crawl_run import CrawlRun
from workers.crawl.host_cache import HostCache
from workers.crawl.run_record import Wait
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings

SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.02))


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(15) as served:
        yield served


def test_two_crawls_of_one_site_count_what_each_did(database_url: str, sites: NewsHosts, tmp_path: Path) -> None:
    runs: list[CrawlRun] = []
    shared = Settings(home=tmp_path, database=database_url)

    def one() -> None:
        with CrawlSession.open(SETTINGS, Home(shared), make_clock()) as place:
            runs.append(crawl_sites(place, [sites.start(1), sites.start(2)]))

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first, other = (set(run.outcomes) for run in runs)
    assert not first & other, "no page is counted by both"
    assert len(first | other) == 2 * sites.pages
    assert sum(run.pages for run in runs) == 2 * sites.pages
    assert all(count == 1 for count in sites.counts().values()), "nothing is asked twice"


def test_what_another_crawl_did_meanwhile_is_in_the_archive_already(sites: NewsHosts, tmp_path: Path) -> None:
    shared = Settings(home=tmp_path)
    with CrawlSession.open(SETTINGS, Home(shared), make_clock()) as place:
        run = place.run({site_key(sites.start(1))})
        with CrawlSession.open(SETTINGS, Home(shared), make_clock()) as beside:
            crawl_sites(beside, [sites.start(1)])
        run.work()
        report = run.report()
    assert (report.requests, report.already, len(report.outcomes), run.pages) == (0, sites.pages, sites.pages, 0)
    assert {outcome.reason for outcome in report.outcomes} == {"already in the archive"}


def crawled(url: str, home: Path, patience: float = 300.0) -> tuple[CrawlRun, list[Wait]]:
    """A crawl whose sleeps take no time."""
    now, told = [1_772_625_600.0], list[Wait]()

    def sleep(seconds: float) -> None:
        now[0] += seconds

    settings = replace(SETTINGS, politeness=Politeness(delay=0.0, patience=patience))
    with CrawlSession.open(settings, Home(Settings(home=home)), lambda: now[0], sleep=sleep) as place:
        return crawl_sites(replace(place, on_wait=told.append), [url]), told


def test_a_run_says_that_a_crawl_delay_is_kept(serve: Callable[..., Site], tmp_path: Path) -> None:  # noqa: F811
    site = serve({"/robots.txt": "User-agent: *\nCrawl-delay: 60", "/": links("/a"), "/a": "<p>a"})
    run, told = crawled(site.url, tmp_path)
    assert run.pages == 2
    assert {wait.reason for wait in told} == {"robots.txt asks for 60 s between requests"}
    assert all(wait.host in site.url and not wait.leased for wait in told)


def test_a_run_says_until_when_a_server_wants_to_be_left_alone(serve: Callable[..., Site], tmp_path: Path) -> None:  # noqa: F811
    site = serve({"/": [(503, {"Retry-After": "40"}, ""), "<p>a"]})
    run, told = crawled(site.url, tmp_path)
    assert run.pages == 1
    assert {wait.reason for wait in told} == {"status 503"}
    assert max(wait.until for wait in told) == pytest.approx(1_772_625_640, abs=2)


def test_a_short_delay_is_nothing_to_talk_of(sites: NewsHosts, tmp_path: Path) -> None:
    assert crawled(sites.start(1), tmp_path)[1] == []


class Terminal(StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


def test_off_a_terminal_a_wait_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    err = StringIO()
    monkeypatch.setattr(sys, "stderr", err)
    progress = Progress()
    progress(Outcome("https://example.org/", "", Ending(Kind.FETCHED)))
    for until in (1_772_625_600.0, 1_772_625_660.0):
        progress.wait(Wait("example.org", until, "robots.txt asks for 60 s between requests", leased=False, seconds=60.0))
    progress.wait(Wait("example.org", 0.0, "", leased=False, seconds=60.0))
    progress.wait(Wait("example.org", 0.0, "status 503", leased=False, seconds=5.0))
    [line] = err.getvalue().splitlines()
    assert line == (
        "example.org waits until 12:00:00 UTC: robots.txt asks for 60 s between requests; the run continues then; an interrupt keeps what was fetched"
    )


@pytest.mark.parametrize(("kind", "erase"), [("xterm", "\x1b[K"), ("dumb", "    ")])
def test_on_a_terminal_the_line_shows_pages_and_waits(kind: str, erase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    err = Terminal()
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("TERM", kind)
    progress = Progress()
    progress(Outcome("https://example.org/\x1b[31m", "", Ending(Kind.FETCHED)))
    progress.wait(Wait("example.org", 1_772_625_600.0, "status 503", leased=False, seconds=5.0))
    progress.end()
    shown = err.getvalue()
    assert "1 page  fetched  https://example.org/[31m" in shown
    assert "1 page  example.org waits until 12:00:00 UTC: status 503" in shown
    assert erase in shown
    assert shown.endswith("\n")


def test_a_site_that_is_watched_from_now_on_is_known_to_be_at_once(tmp_path: Path) -> None:
    requested: list[str] = []
    with Database.open(tmp_path) as database:
        known = HostCache(database, lambda: 0.0, lambda host: bool(requested.append(host)) or len(requested) > 2)
        assert [known.is_scheduled("example.org") for _ in range(4)] == [False, False, True, True]
    assert len(requested) == 3, "what is watched need not be asked for again"


def test_a_revisit_names_the_capture_that_it_stands_for(serve: Callable[..., Site], tmp_path: Path) -> None:  # noqa: F811
    site = serve({"/": "<p>the same each time"})
    for again in (False, True):
        with CrawlSession.open(replace(SETTINGS, again=again), Home(Settings(home=tmp_path)), make_clock()) as place:
            crawl_sites(place, [site.url])
    found = []
    for path in sorted((tmp_path / "archive").glob("*.warc.gz")):
        with path.open("rb") as handle:
            found += [dict(record.rec_headers.headers) for record in ArchiveIterator(handle)]
    [first] = [headers for headers in found if headers["WARC-Type"] == "response"]
    [revisit] = [headers for headers in found if headers["WARC-Type"] == "revisit"]
    assert revisit["WARC-Refers-To-Date"] == first["WARC-Date"]
    assert revisit["WARC-Refers-To-Target-URI"] == first["WARC-Target-URI"] == site.url
    assert revisit["WARC-Refers-To"] == first["WARC-Record-ID"]
    assert revisit["WARC-Date"] > first["WARC-Date"]


def test_a_broken_https_keeps_nobody_from_the_same_site_s_http(serve: Callable[..., Site], tmp_path: Path) -> None:  # noqa: F811
    site = serve({})
    secure = site.url.replace("http://", "https://")
    site.pages.update({"/": links(f"{secure}x", "/a", f"{secure}y", "/b"), "/a": links("/c"), "/b": "<p>b", "/c": "<p>c"})
    run, _ = crawled(site.url, tmp_path)
    report = run.report()
    assert run.pages == 4
    assert {outcome.url for outcome in report.lost} == {f"{secure}x", f"{secure}y"}
    assert {outcome.ending.cause for outcome in report.lost} == {Cause.WRONG_SCHEME}
    assert f"did you mean {site.url}?" in report.lost[0].reason
