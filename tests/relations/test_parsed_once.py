"""A page is decoded and parsed once in a crawl, and once for each new capture in a recrawl; the cache keeps to its bound."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from demo.newsroom import Newsroom
from demo.newsroom_habits import Habits
from demo.newsroom_server import NewsroomServer
from harness.news_hosts import news_hosts
from harness.recrawl import STEP
from indexer.article.clean import clean_read, parse_page
from indexer.article.learned import learn
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.home import Home
from indexer.outcome import Ending, Kind
from indexer.page.page import Page
from indexer.page.raw import RawPage
from indexer.settings import Settings
from indexer.site.model import Sampled
from indexer.urls import site_key
from workers.crawl import session as session_module
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.reading.page_cache import PageCache, size_of
from workers.recrawl.recrawl import recrawl, update_histories

SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))


class Calls(Counter[str]):
    """Calls of the functions that decode and parse."""

    def watch(self, monkeypatch: pytest.MonkeyPatch, name: str, path: str, holder: Any) -> None:
        original = getattr(holder, path)

        def counting(*values: Any, **named: Any) -> Any:
            self[name] += 1
            return original(*values, **named)

        monkeypatch.setattr(holder, path, counting)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    from indexer.article import clean
    from indexer.page import parse

    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    found = Calls()
    found.watch(monkeypatch, "decoded", "decode", clean)
    found.watch(monkeypatch, "parsed", "walk", parse._Walker)
    return found


@pytest.mark.slow
def test_a_crawl_parses_each_page_once(calls: Calls, tmp_path: Path) -> None:
    """Fetched, learned from, cleaned, indexed, observed."""
    with news_hosts(12) as sites, CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), lambda: 1_772_625_600.0) as session:
        run = crawl_sites(session, [sites.start(1)])
        assert sum(session.index(run.hosts).values()) == sites.pages
        update_histories(session, run.hosts)
        assert calls == {"decoded": sites.pages, "parsed": sites.pages}
        assert 0 < session.pages.used_bytes < 4 << 20


@pytest.mark.slow
def test_beyond_its_bound_a_crawl_parses_again(calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results are the same."""
    monkeypatch.setattr(session_module, "MAX_BYTES", 250_000)
    with news_hosts(12) as sites, CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), lambda: 1_772_625_600.0) as session:
        run = crawl_sites(session, [sites.start(1)])
        assert session.index(run.hosts) == {"indexed": 12, "not-article": 4}
        assert session.pages.used_bytes <= 250_000
        assert sites.pages < calls["parsed"] < 3 * sites.pages


@pytest.mark.slow
def test_a_recrawl_parses_each_new_capture_once(calls: Calls, tmp_path: Path) -> None:
    """Observed before they are cleaned; a session of two runs holds the pages of one."""
    habits = Habits(sections={"sport": 18.0, "city": 12.0}, archive_days=1, opens=None, closes=None, redesigned=None)
    with NewsroomServer(Newsroom(8, 1, habits)) as server:
        clock, home = (lambda: server.now.timestamp()), Home(Settings(home=tmp_path))
        with CrawlSession.open(SETTINGS, home, clock) as session:
            run = crawl_sites(session, [server.url])
            session.index(run.hosts)
            update_histories(session, run.hosts)
        with CrawlSession.open(SETTINGS, home, clock, is_scheduled=lambda _: True) as session:
            for _ in range(2):
                server.now += STEP
                calls.clear()
                recrawl(session, site_key(server.url))
                done = session.index({site_key(server.url)})
                pages = sum(number for kind, number in done.items() if kind not in ("fetched", "gone"))  # neither feeds nor missing pages
                assert calls == {"decoded": pages, "parsed": pages}
                assert len(session.pages) == pages > 0


def raw(url: str, html: str) -> RawPage:
    return RawPage(f"https://example.org/{url}", html.encode(), f"a.warc.gz#{url}")


def test_a_full_cache_takes_no_more_until_its_pages_are_spent() -> None:
    pages = {name: parse_page(raw(name, f"<p>{name}" * 50)) for name in ("a", "b", "c")}
    cache = PageCache(2 * size_of(pages["a"]))
    for name, page in pages.items():
        cache.begin(f"a.warc.gz#{name}", page)
    assert cache.parse(raw("a", "other")) is pages["a"]
    assert cache.parse(raw("c", "<p>again")) is not pages["c"]
    cache.end_run()
    assert cache.parse(raw("b", "other")) is pages["b"], "spent pages are there until another is fetched"
    cache.begin("a.warc.gz#c", pages["c"])
    assert (len(cache), cache.used_bytes) == (1, size_of(pages["c"]))


def test_a_page_that_cannot_be_parsed_is_not_tried_again(calls: Calls) -> None:
    cache = PageCache(1 << 20)
    cache.begin("a.warc.gz#a", Ending(Kind.TOO_COSTLY, Cause.PROCESSOR_TIME))
    for _ in range(2):
        with pytest.raises(PageError) as error:
            cache.parse(raw("a", "<p>text"))
        assert error.value.ending.kind is Kind.TOO_COSTLY
    assert calls["parsed"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("text", ["<p>A short story.</p>", "<p>Harbour cranes – old ones.</p>" * 2_000, "<li><a href=/a>A</a></li>" * 2_000, "word " * 50_000])
def test_a_page_takes_no_more_than_it_is_counted_for(text: str) -> None:
    """With what is derived from it when it is typed and cleaned."""
    raws = [raw(str(number), f"<title>{number}</title><h1>{number}</h1>{text}{number}") for number in range(6)]
    learned = learn("example.org", [Sampled(page, page.url) for page in map(parse_page, raws)])

    def cleaned(one: RawPage) -> Page:
        page = parse_page(one)
        clean_read(one, page, learned, "example.org", datetime(2026, 3, 2, tzinfo=UTC))
        return page

    cleaned(raws[0])
    tracemalloc.start()
    try:
        held = [cleaned(replace(one, source="")) for one in raws[1:]]
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken <= sum(map(size_of, held))
