"""What the tasks call, without a broker: the way from the archive to the index, planning, queueing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.news_hosts import NewsHosts, news_hosts
from indexer.archive.place import Place
from indexer.errors import UsageError
from indexer.home import Home
from indexer.outcome import Ending, Kind
from indexer.settings import Settings
from indexer.site.skeleton.codec import read as read_skeleton
from indexer.store.database import Database
from indexer.store.site_models import SiteModels
from indexer.store.skeletons import Skeletons
from winnow import cli
from workers.archive.page_store import PageStore
from workers.clock import moment
from workers.crawl.claim_executor import ClaimExecutor
from workers.crawl.crawl import enqueue
from workers.fetch.fetcher import Fetcher
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult
from workers.frontier.view import FrontierView
from workers.indexing.processing import Processing

ARTICLES = 24


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(ARTICLES) as served:
        yield served


class CleaningOptions:
    """A frontier, a fetcher and a processing on one home, with a clock set by hand."""

    def __init__(self, database: Database, home: Path, start: str) -> None:
        self.now = 1_772_625_600.0
        self.frontier = Frontier(database, self.tick, FrontierParams(delay=0.0))
        self.host = start.split("/")[2]
        self.view, self.pending, self.models = FrontierView(database), PendingPages(database), SiteModels(database)
        self.skeletons = Skeletons(database)
        self.store = PageStore(home / "archive", "test", lambda: moment(self.now))
        settings = CrawlSettings(politeness=Politeness(delay=0.0), allow_private=True)
        self.fetcher = Fetcher("test", settings.limits, allow_private=True)
        self.fetching = ClaimExecutor(self.frontier, self.store, self.fetcher, settings, self.tick)
        self.processing = Processing(database, Place.of("", home), lambda: Home.of(home).engine(), self.tick)
        self.frontier.add([CrawlRequest(start)])

    def tick(self) -> float:
        return self.now

    def fetch(self) -> None:
        """All that is due."""
        while claims := self.frontier.claim(9):
            for claim in claims:
                self.fetching.execute(claim)

    def outcomes(self) -> Counter[str]:
        """How the pages' last visits ended."""
        return Counter(self.view.counts({self.host})[0].outcomes)


@pytest.fixture
def way(database: Database, tmp_path: Path, sites: NewsHosts, monkeypatch: pytest.MonkeyPatch) -> Iterator[CleaningOptions]:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    made = CleaningOptions(database, tmp_path, sites.start(1))
    yield made
    made.fetcher.__exit__(None, None, None)
    made.store.close()


def indexed(home: Path, winnow: Callable[..., Any]) -> int:
    """Articles in the index."""
    return int(json.loads(winnow("search", "*", "--arm", "body", "--json", "--home", home).out)["total"])


def test_from_the_front_page_to_the_index_and_out_again(way: CleaningOptions, sites: NewsHosts, tmp_path: Path, winnow: Callable[..., Any]) -> None:
    way.fetch()
    assert way.outcomes() == {"fetched": ARTICLES + 4}
    assert way.processing.clean(way.host) == [], "nothing is cleaned before the site is learned"
    assert way.processing.fit(way.host, 0) == ARTICLES + 4
    stored = way.skeletons.latest(way.host)
    assert stored is not None
    skeleton = read_skeleton(stored.tree)
    assert skeleton.root.url == sites.start(1)
    assert len(skeleton.root.children) == 3, "its three sections"
    assert len(way.processing.clean(way.host)) == ARTICLES + 4
    assert way.outcomes() == {"indexed": ARTICLES, "not-article": 4}
    assert way.processing.clean(way.host) == []
    assert indexed(tmp_path, winnow) == ARTICLES
    assert {len(way.view.history(state.url)) for state in way.view.urls(way.host)} == {1}

    sites.articles -= 3  # three are taken down
    gone = [f"{sites.start(1)}a/{ARTICLES - number}" for number in (1, 2, 3)]
    way.now += 9_000
    way.frontier.schedule([CrawlRequest(url) for url in gone])
    way.fetch()
    assert len(way.processing.clean(way.host)) == 3
    assert way.outcomes() == {"indexed": ARTICLES - 3, "gone": 3, "not-article": 4}
    assert indexed(tmp_path, winnow) == ARTICLES - 3


def test_a_model_is_replaced_once(way: CleaningOptions) -> None:
    way.fetch()
    assert way.processing.fit(way.host, 0)
    way.processing.fit(way.host, 0)
    assert way.processing.version(way.host) == 1
    way.processing.clean(way.host)
    way.processing.fit(way.host, 1)
    assert way.processing.version(way.host) == 2
    assert [waiting.pages for waiting in way.pending.hosts()] == [ARTICLES + 4], "all are cleaned again by the new one"
    stored = way.models.latest(way.host)
    assert stored is not None
    assert stored.fitted_on["pages"] == ARTICLES + 4


def test_a_page_fetched_anew_while_it_was_cleaned_goes_on_waiting(way: CleaningOptions) -> None:
    way.fetch()
    page = way.pending.pages(way.host, 1)[0]
    way.frontier.schedule([CrawlRequest(page.url)])
    (claim,) = way.frontier.claim()
    way.frontier.finish(claim, VisitResult(Ending(Kind.FETCHED), record="other:1"))
    way.pending.settle([(page, Ending(Kind.INDEXED))])
    assert page.url in {waiting.url for waiting in way.pending.pages(way.host, 99)}
    assert [record.ending.kind for record in way.view.history(page.url)] == [Kind.INDEXED, Kind.FETCHED]


def test_an_archive_that_lost_its_file_says_so(way: CleaningOptions, tmp_path: Path) -> None:
    way.fetch()
    way.processing.fit(way.host, 0)
    for file in (tmp_path / "archive").iterdir():
        file.unlink()
    way.processing.clean(way.host)
    assert way.outcomes() == {"unreadable": ARTICLES + 4}


def test_a_crawl_is_queued_where_a_broker_is_set(
    database: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINNOW_BROKER", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("WINNOW_DATABASE", database_url)
    words = ["crawl", "http://127.0.0.1:9/", "--allow-private", "--home", str(tmp_path), "--json"]
    assert json.loads(CliRunner().invoke(cli, words, catch_exceptions=False).stdout) == {"queued": 1}
    assert json.loads(CliRunner().invoke(cli, words, catch_exceptions=False).stdout) == {"queued": 0}
    (claim,) = Frontier(database, lambda: 9e9).claim()
    assert claim.url == "http://127.0.0.1:9/"


def test_whom_to_ask_must_be_said_for_a_queued_crawl_too(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="somebody else's server"):
        enqueue(["https://example.org/"], CrawlSettings(), Home(Settings(home=tmp_path)))
    assert not list(tmp_path.iterdir())
