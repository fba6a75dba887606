"""Steps of a site's recrawl on both databases: what visits showed is noted once, the plan goes into the frontier, workers carry it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.news_hosts import NewsHosts, news_hosts
from indexer.archive.load import RecordUnavailableError
from indexer.archive.place import Place
from indexer.cause import Cause
from indexer.errors import NothingToDoError, StoreError
from indexer.home import Home
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.revisit_schedule import RevisitSchedule
from indexer.store.sites import Sites
from indexer.store.skeletons import StoredSkeleton
from indexer.store.url_lifecycle import Life, State
from workers.archive.page_store import PageStore
from workers.clock import moment
from workers.crawl.claim_executor import ClaimExecutor
from workers.fetch.fetcher import Fetcher
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import Backoff, CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView
from workers.history.site_histories import SiteHistories
from workers.history.site_history import PageKind, SiteHistory
from workers.indexing.processing import Processing
from workers.recrawl import scheduler as scheduler_module
from workers.recrawl.scheduler import PRIORITY, Scheduler, StepResult
from workers.revisit.revisit_interval import RevisitInterval

HOUR = 3600.0
ARTICLES = 30


class Watched:
    """A frontier, a fetcher and a processing on one home, with a clock set by hand, as workers have them."""

    def __init__(self, database: Database, home: Path, start: str) -> None:
        self.now = 1_772_625_600.0
        self.database, self.home, self.start = database, home, start
        self.host = start.split("/")[2]
        self.frontier = Frontier(database, self.tick, FrontierParams(delay=0.0))
        self.archive = Place.of("", home)
        self.store = PageStore(self.archive, "test", lambda: moment(self.now))
        settings = CrawlSettings(politeness=Politeness(delay=0.0), allow_private=True)
        self.fetcher = Fetcher("test", settings.limits, allow_private=True)
        self.schedule = RevisitSchedule(database)
        self.fetching = ClaimExecutor(self.frontier, self.store, self.fetcher, settings, self.tick, self.schedule.is_scheduled)
        self.processing = Processing(database, self.archive, lambda: Home.of(home).engine(), self.tick)
        self.scheduler = self.another()
        self.frontier.add([CrawlRequest(start)])

    def another(self, interval: RevisitInterval | None = None) -> Scheduler:
        """What another process makes steps with."""
        return Scheduler(self.frontier, self.archive, self.tick, interval=interval)

    def tick(self) -> float:
        return self.now

    def fetch(self) -> None:
        """All that is due."""
        while claims := self.frontier.claim(9):
            for claim in claims:
                self.fetching.execute(claim)

    def step(self, **how: Any) -> StepResult:
        return self.scheduler.advance(self.host, **how)

    def run(self, **how: Any) -> None:
        """A run to its end."""
        step = self.step(begin=True, **how)
        for _ in range(20):
            if not step.running:
                return
            self.fetch()
            step = self.step()
        raise AssertionError("the run does not end")

    def memory(self) -> SiteHistory:
        return SiteHistories(self.database).load(self.host)


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(ARTICLES) as served:
        yield served


@pytest.fixture
def way(database: Database, tmp_path: Path, sites: NewsHosts, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    made = Watched(database, tmp_path, sites.start(1))
    yield made
    made.fetcher.__exit__(None, None, None)
    made.store.close()


@pytest.mark.slow
def test_a_site_is_watched_when_its_first_crawl_is_over(way: Watched, sites: NewsHosts) -> None:
    claims = 0
    while claims < 5 and (dealt := way.frontier.claim(1)):
        way.fetching.execute(dealt[0])
        claims += 1
    assert way.schedule.due(way.now) == []
    assert way.step().next_at is None
    assert not way.schedule.is_scheduled(way.host)
    assert way.memory().pages[way.start].kind is PageKind.LIST, "noted all the same, for whoever asks"
    way.fetch()
    assert way.schedule.due(way.now) == [way.host]
    done = way.step()
    assert (done.planned, done.running) == (0, False), "the next run has its time"
    assert done.next_at is not None
    assert done.next_at > way.now
    assert way.schedule.is_scheduled(way.host)
    assert way.schedule.due(way.now) == []
    kinds = Counter(page.kind for page in way.memory().pages.values() if page.visits)
    assert kinds == {PageKind.ARTICLE: ARTICLES, PageKind.LIST: 4}
    assert {r.why for r in way.memory().requests} == {"crawl"}


@pytest.mark.slow
def test_a_new_article_is_found_by_the_plan_and_by_nothing_else(way: Watched, sites: NewsHosts) -> None:
    way.fetch()
    way.step()
    way.now += 61  # what processes remember of a host
    sites.articles += 1
    before = Counter(sites.counts())
    way.now = (way.step().next_at or 0.0) + 1
    step = way.step()
    assert step.planned
    assert step.running
    assert {state.priority for state in FrontierView(way.database).urls(way.host) if state.state is State.QUEUED} == {PRIORITY}
    way.fetch()
    requested = Counter(sites.counts()) - before
    assert not any("/a/" in url for url in requested), "links of a watched site are queued by its plan alone"
    assert way.schedule.due(way.now) == [way.host]
    while way.step().running:
        way.fetch()
    requested = Counter(sites.counts()) - before
    assert [url for url in requested if "/a/" in url] == [f"{way.host}/a/{ARTICLES}"]
    memory = way.memory()
    assert memory.pages[f"{way.start}a/{ARTICLES}"].kind is PageKind.ARTICLE
    assert sum(r.result == "new" and r.kind is PageKind.ARTICLE for r in memory.requests if r.why == "new") == 1
    assert "run" not in memory.facts
    assert (memory.next_at or 0.0) > way.now


@pytest.mark.slow
def test_what_two_processes_do_at_once_is_noted_once(way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    way.fetch()
    way.step()
    way.now += 5 * HOUR
    way.step(begin=True)
    way.fetch()
    first, saved = way.scheduler._histories, []

    def late(*arguments: Any) -> bool:
        if not saved:
            saved.append(way.another().advance(way.host))
        return SiteHistories.save(first, *arguments)

    monkeypatch.setattr(first, "save", late)
    way.step()
    monkeypatch.undo()
    while way.step().running:
        way.fetch()
    requests = Counter((r.url, r.at) for r in way.memory().requests if r.why not in ("crawl", "rules"))
    assert saved
    assert requests
    assert set(requests.values()) == {1}
    visits = {state.url: state.visits for state in FrontierView(way.database).urls(way.host)}
    assert all(page.visits == visits[url] for url, page in way.memory().pages.items() if page.visits and url in visits)


@pytest.mark.slow
def test_a_step_that_is_killed_is_made_again(way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    way.fetch()
    way.step()
    way.now += 5 * HOUR
    with monkeypatch.context() as patch:
        patch.setattr(way.scheduler._histories, "save", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            way.step(begin=True)
    way.fetch()  # what it had put into the frontier
    way.run()
    memory = way.memory()
    assert memory.pages[way.start].visits == 2
    assert [r.why for r in memory.requests if r.url == way.start][1:] != []


@pytest.mark.slow
def test_others_that_save_again_and_again_are_told(way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    way.fetch()
    monkeypatch.setattr(way.scheduler._histories, "save", lambda *_: False)
    with pytest.raises(StoreError, match="changed its history"):
        way.step()


@pytest.mark.slow
def test_what_is_gone_and_what_comes_back(way: Watched, sites: NewsHosts) -> None:
    way.fetch()
    way.step()
    way.now += 5 * HOUR
    sites.articles -= 1
    gone = f"{way.start}a/{ARTICLES - 1}"
    way.run(everything=True)
    memory = way.memory()
    assert memory.pages[gone].life is Life.GONE
    assert [(r.result, r.since > 0) for r in memory.requests if r.url == gone and r.why == "all"] == [("gone", True)]
    assert {r.result for r in memory.requests if r.why == "all" and r.url != gone} == {"same"}, "a list that lost a teaser tells the same"


@pytest.mark.slow
def test_a_page_that_is_put_off_for_long_has_failed_for_the_run(way: Watched) -> None:
    way.fetch()
    way.step()
    way.now += 5 * HOUR
    step = way.step(begin=True)
    for claim in way.frontier.claim(1):
        way.frontier.release(claim, way.now + 9 * HOUR, Backoff(way.now + 9 * HOUR, Ending(Kind.HTTP_ERROR, Cause.STATUS, status=503)))
        url = claim.url
    assert step.running
    while way.step(begin=False).running:
        assert way.frontier.claim(1) == []
        way.now += 2 * HOUR  # the host rests; a run is not left open for ever
        if way.now > 1_772_625_600.0 + 60 * HOUR:
            raise AssertionError("the run does not end")
        way.fetch()
    assert way.memory().pages[url].life in (Life.FAILING, Life.LIVE)


@pytest.mark.slow
def test_a_closed_run_is_taken_over_by_the_next(way: Watched) -> None:
    way.fetch()
    way.step()
    way.now += 5 * HOUR
    planned = way.step(begin=True, everything=True).planned
    for claim in way.frontier.claim(1):
        way.fetching.execute(claim)
    way.step(begin=False, close=True)
    noted = [r for r in way.memory().requests if r.why == "all"]
    assert len(noted) == 1
    way.run()
    assert sum(r.why == "all" for r in way.memory().requests) == planned


@pytest.mark.slow
@pytest.mark.parametrize("number", [10, 17])
def test_many_visits_are_noted_some_at_a_time(number: int, way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_AT_ONCE", number)
    way.fetch()
    steps = [way.step() for _ in range(-(-(ARTICLES + 4) // number))]
    assert [step.recorded for step in steps] == [number] * (len(steps) - 1) + [(ARTICLES + 3) % number + 1]
    assert [step.next_at is None for step in steps] == [True] * (len(steps) - 1) + [False], "watched when all are noted"
    assert sum(page.visits for page in way.memory().pages.values()) == ARTICLES + 4
    way.now += 5 * HOUR
    way.run(everything=True)
    assert sum(r.why == "all" for r in way.memory().requests) == ARTICLES + 4


@pytest.mark.slow
def test_a_command_notes_all_at_once(way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_AT_ONCE", 10)
    way.fetch()
    assert way.step(begin=False).next_at is not None
    assert sum(page.visits for page in way.memory().pages.values()) == ARTICLES + 4


@pytest.mark.slow
def test_a_record_that_is_away_waits(way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    way.fetch()
    with monkeypatch.context() as patch:

        def away(*_: object) -> None:
            raise RecordUnavailableError(Ending(Kind.UNREADABLE, Cause.UNREADABLE_INPUT, detail="the storage is away"))

        patch.setattr(scheduler_module, "stored_response", away)
        way.step()
    assert way.memory().pages == {}
    way.step()
    assert len(way.memory().pages) >= ARTICLES + 4


@pytest.mark.slow
def test_types_come_from_the_model_where_there_is_one(way: Watched, sites: NewsHosts, monkeypatch: pytest.MonkeyPatch) -> None:
    requested: list[str] = []
    real = scheduler_module.PageTypes.kind

    def noted(self: Any, page: Any) -> PageKind | None:
        kind = real(self, page)
        requested.append(f"{page.url} {kind}")
        return kind

    monkeypatch.setattr(scheduler_module.PageTypes, "kind", noted)
    way.fetch()
    way.processing.fit(way.host, 0)
    while way.processing.clean(way.host):
        pass
    way.step()
    assert {line.split()[1] for line in requested} == {"list"}, "what was indexed is an article, and needs no second look"
    requested.clear()
    sites.articles += 1
    way.now += 5 * HOUR
    way.run()
    assert f"{way.start}a/{ARTICLES} article" in requested


@pytest.mark.slow
def test_a_model_that_comes_later_is_asked_about_what_was_noted_before(way: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    way.fetch()
    monkeypatch.setattr("workers.observations.page_observations.kind_of", lambda *_: PageKind.LIST)  # quick evidence that is wrong
    way.step()
    monkeypatch.undo()
    story = f"{way.start}a/7"
    assert way.memory().pages[story].kind is PageKind.LIST
    way.processing.fit(way.host, 0)
    way.step()
    assert way.memory().pages[story].kind is PageKind.LIST, "nothing was cleaned yet"
    while way.processing.clean(way.host):
        pass
    way.step()
    kinds = Counter(page.kind for page in way.memory().pages.values() if page.visits)
    assert kinds == {PageKind.ARTICLE: ARTICLES, PageKind.LIST: 4}
    assert way.scheduler._unprocessed.cleaning_results(way.host) == []


@pytest.mark.slow
def test_a_new_section_of_the_skeleton_is_looked_at(way: Watched, sites: NewsHosts, monkeypatch: pytest.MonkeyPatch) -> None:
    way.fetch()
    way.processing.fit(way.host, 0)
    way.step()
    kept = way.memory().facts["menu"]
    assert {url.rpartition("/")[2] for url in kept["links"]} == {"0", "1", "2"}
    later = kept["tree"].replace(f"{way.start}s/2", f"{way.start}s/3")
    latest = StoredSkeleton(2, way.now, later)
    monkeypatch.setattr(way.scheduler._skeletons, "latest", lambda _: latest)
    way.now += 5 * HOUR
    way.run()
    assert way.memory().pages[f"{way.start}s/3"].life is Life.GONE, "it was asked for, though no page links to it: there is none"


def test_a_site_that_nobody_knows(way: Watched) -> None:
    with pytest.raises(NothingToDoError, match="never crawled"):
        way.scheduler.advance("no.example", begin=True)
    assert way.scheduler.advance("no.example").next_at is None
    assert Sites(way.database).name("no.example") is None, "a wrong name leaves nothing behind"


def test_a_pace_is_checked() -> None:
    with pytest.raises(ValueError, match="shortest <= usual"):
        RevisitInterval(shortest=9.0, usual=3.0)
