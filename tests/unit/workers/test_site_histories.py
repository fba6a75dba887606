"""What is remembered of sites, on both databases: kept, forgotten, and never overwritten by whoever loaded an older state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.migrate import config, upgrade
from indexer.store.revisit_schedule import RevisitSchedule
from indexer.store.sites import Sites
from indexer.store.url_lifecycle import Life
from workers.fetch.fetcher import Validator
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.unprocessed_visits import UnprocessedVisits
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult
from workers.history.clock_skew import correct_clock_skew
from workers.history.planned_request import Reason
from workers.history.site_histories import SiteHistories
from workers.history.site_history import KnownPage, PageKind, Request, Sighting, SiteHistory
from workers.recrawl.run_state import RunState

HOME = "https://news.example/"
DAY = 86_400.0
NOW = 1_772_431_200.0


def remembered() -> SiteHistory:
    memory = SiteHistory("news.example")
    for n in range(3):
        url = f"{HOME}story-{n}.html"
        memory.put(KnownPage(url, PageKind.ARTICLE, NOW - DAY, NOW, NOW - DAY, 2, Validator('"a"', "now"), {2**55: 40, n: 7}, {"main": 3}))
        memory.log([Request(url, NOW, PageKind.ARTICLE, Reason.NEW, born=NOW - DAY, hint="moved x#y")])
    memory.put(KnownPage(HOME, PageKind.LIST, NOW, NOW, visits=1, life=Life.FAILING, failures=2, hint="date a# b#"))
    memory.record_sightings(HOME, {f"{HOME}story-{n}.html": Sighting(NOW, NOW, n, 2**55 + n, n, n, "main[1]") for n in range(3)})
    memory.facts["run"] = {"at": NOW, "asked": {HOME: {"why": "news"}}}
    memory.since, memory.next_at = NOW, NOW + 99.5
    return memory


def state(memory: SiteHistory) -> tuple[object, ...]:
    return memory.pages, memory.shown, memory.requests, memory.facts, memory.since, memory.next_at


def test_a_memory_is_kept(database: Database) -> None:
    memory, memories = remembered(), SiteHistories(database)
    assert memories.save(memory, NOW)
    again = memories.load("news.example")
    assert state(again) == state(memory)
    assert memories.load("other.example").pages == {}
    Sites(database).add_alias("news.example", "news.test", NOW)
    assert state(memories.load("news.test")) == state(memory), "under each of its names"
    page = again.pages[HOME]
    again.put(replace(page, life=Life.LIVE, visits=9))
    again.facts.pop("run")
    assert memories.save(again, NOW + 1)
    later = memories.load("news.example")
    assert (later.pages[HOME].visits, later.facts, len(later.requests)) == (9, again.facts, 3)


def test_of_two_that_loaded_the_same_one_saves(database: Database) -> None:
    memories = SiteHistories(database)
    memories.save(remembered(), NOW)
    first, second = memories.load("news.example"), memories.load("news.example")
    for memory, name in ((first, "one"), (second, "two")):
        memory.put(KnownPage(HOME + name, PageKind.ARTICLE, NOW, NOW, visits=1))
        memory.log([Request(HOME + name, NOW, PageKind.ARTICLE, Reason.NEW)])
    assert memories.save(first, NOW)
    assert not memories.save(second, NOW)
    assert not memories.save(SiteHistory("news.example"), NOW), "nor who takes the site for a new one"
    assert first.pages.keys() == memories.load("news.example").pages.keys()
    assert [r.url for r in memories.load("news.example").requests][3:] == [HOME + "one"]
    assert memories.save(first, NOW), "who saved may go on"


def test_what_is_old_is_forgotten(database: Database) -> None:
    memories, memory = SiteHistories(database), remembered()
    memories.save(memory, NOW)
    later = NOW + 60 * DAY
    assert memories.save(memory, later)
    kept = memories.load("news.example")
    assert (kept.requests, kept.shown, kept.pages.keys()) == ([], {}, memory.pages.keys()), "sightings and requests of two months"
    assert memories.save(kept, NOW + 130 * DAY)
    assert list(memories.load("news.example").pages) == [HOME], "articles that nothing shows any more; sources stay"


def test_an_article_that_is_still_shown_is_not_forgotten(database: Database) -> None:
    memories, memory = SiteHistories(database), remembered()
    memories.save(memory, NOW)
    late = NOW + 200 * DAY
    memory.record_sightings(HOME, {HOME + "story-1.html": replace(memory.shown[HOME][HOME + "story-1.html"], last=late)})
    memories.save(memory, late)
    assert sorted(memories.load("news.example").pages) == [HOME, HOME + "story-1.html"]


def test_requests_that_were_moved_back_replace_the_others(database: Database) -> None:
    memories = SiteHistories(database)
    memories.save(remembered(), NOW)
    memory = memories.load("news.example")
    correct_clock_skew(memory, NOW - 30 * DAY)
    memories.save(memory, NOW - 30 * DAY)
    again = memories.load("news.example")
    assert len(again.requests) == 3
    assert again.last < NOW - 30 * DAY


def visit(frontier: Frontier, *urls: str) -> None:
    frontier.schedule([CrawlRequest(url) for url in urls])
    while claims := frontier.claim(9):
        for claim in claims:
            frontier.finish(claim, VisitResult(Ending(Kind.FETCHED, status=200), record="a.warc.gz:1", etag='"e"', content_hash="c"))


def test_visits_wait_until_they_are_noted_with_the_memory(database: Database) -> None:
    frontier, unprocessed, memories = Frontier(database, lambda: NOW, FrontierParams(delay=0.0)), UnprocessedVisits(database), SiteHistories(database)
    visit(frontier, HOME, HOME + "a")
    first = unprocessed.of("news.example", 99)
    assert [(v.url, v.visit, v.status, v.ending.kind, v.record) for v in first] == [
        (url, 1, 200, Kind.FETCHED, "a.warc.gz:1") for url in (HOME, HOME + "a")
    ]
    assert first[0].validator == Validator('"e"', "")
    memory = memories.load("news.example")
    visit(frontier, HOME)
    assert memories.save(memory, NOW, first)
    assert [(v.url, v.visit, v.changed) for v in unprocessed.of("news.example", 99)] == [(HOME, 2, False)], "a visit after those that were noted"
    frontier.add([CrawlRequest(HOME + "b")])
    assert unprocessed.has_queued("news.example")
    assert (unprocessed.exceeds("news.example", 0), unprocessed.exceeds("news.example", 1)) == (True, False)
    assert unprocessed.url_statuses([HOME + "b", HOME + "a", HOME + "z"]).keys() == {HOME + "b", HOME + "a"}
    assert unprocessed.url_statuses([HOME + "b"])[HOME + "b"].fetched_at == 0.0


@pytest.mark.slow
def test_which_sites_are_due(database: Database) -> None:
    frontier, schedule, memories = Frontier(database, lambda: NOW, FrontierParams(delay=0.0)), RevisitSchedule(database), SiteHistories(database)
    visit(frontier, HOME, "https://other.example/")
    frontier.add([CrawlRequest("https://other.example/b")])
    assert schedule.due(NOW) == ["news.example"], "the other one is still being crawled"
    memory = memories.load("news.example")
    memory.since, memory.next_at = NOW, NOW + 50
    memories.save(memory, NOW, UnprocessedVisits(database).of("news.example", 99))
    assert (schedule.is_scheduled("news.example"), schedule.is_scheduled("other.example"), schedule.is_scheduled("no.example")) == (True, False, False)
    assert (schedule.due(NOW + 49), schedule.due(NOW + 50), schedule.due(NOW + 50, "other.example")) == ([], ["news.example"], [])
    frontier.add([CrawlRequest(HOME + "new")])
    (claim,) = frontier.claim(1, {"news.example"})
    frontier.finish(claim, VisitResult(Ending(Kind.GONE, status=404)))
    assert schedule.due(NOW) == ["news.example"], "whatever else of a watched site waits"


def test_a_site_that_turns_out_to_be_another_one_is_remembered_there(database: Database) -> None:
    frontier, schedule, memories = Frontier(database, lambda: NOW, FrontierParams(delay=0.0)), RevisitSchedule(database), SiteHistories(database)
    visit(frontier, "https://old.example/", HOME)
    for site in ("old.example", "news.example"):
        memory = memories.load(site)
        memory.put(KnownPage(f"https://{site}/", PageKind.LIST, NOW, NOW, visits=1))
        memory.since = memory.next_at = NOW
        memories.save(memory, NOW, UnprocessedVisits(database).of(site, 99))
    Sites(database).add_alias("news.example", "old.example", NOW)
    assert [v.url for v in UnprocessedVisits(database).of("news.example", 99)] == ["https://old.example/"]
    assert schedule.due(NOW) == ["news.example"]
    assert list(memories.load("old.example").pages) == [HOME]


@pytest.mark.parametrize("back", ["0001"])
def test_an_older_database_keeps_its_visits_and_is_still_to_be_noted(back: str, database: Database, tmp_path: Path) -> None:
    visit(Frontier(database, lambda: NOW, FrontierParams(delay=0.0)), HOME)
    with database.writing() as connection:
        command.downgrade(config(connection), back)
        connection.execute(text("UPDATE url SET reason = 'unchanged'"))
    upgrade(database.engine)
    assert [(v.url, v.status, v.ending.cause) for v in UnprocessedVisits(database).of("news.example", 99)] == [(HOME, 200, Cause.NOT_MODIFIED)]


def test_an_older_database_is_still_to_be_told_what_cleaning_came_to(database: Database) -> None:
    frontier, memories, unprocessed = Frontier(database, lambda: NOW, FrontierParams(delay=0.0)), SiteHistories(database), UnprocessedVisits(database)
    visit(frontier, HOME, HOME + "a")
    PendingPages(database).settle([(page, Ending(Kind.INDEXED)) for page in PendingPages(database).pages("news.example", 1)])
    memories.save(remembered(), NOW, unprocessed.of("news.example", 99))
    with database.writing() as connection:
        connection.execute(text("UPDATE url SET unobserved = NULL"))
        command.downgrade(config(connection), "0004")
    upgrade(database.engine)
    assert [(v.url, v.ending.kind) for v in unprocessed.cleaning_results("news.example")] == [(HOME, Kind.INDEXED)], "the other one waits to be cleaned"


def test_a_verdict_is_told_until_the_memory_that_knows_it_is_saved(database: Database) -> None:
    frontier, memories, unprocessed = Frontier(database, lambda: NOW, FrontierParams(delay=0.0)), SiteHistories(database), UnprocessedVisits(database)
    pending, memory = PendingPages(database), remembered()
    visit(frontier, HOME)
    pages = pending.pages("news.example", 9)
    [first] = unprocessed.of("news.example", 9)
    pending.settle([(page, Ending(Kind.INDEXED)) for page in pages])
    assert unprocessed.cleaning_results("news.example") == [], "of a visit that is to be noted the visit tells it"
    assert memories.save(memory, NOW, [first])
    [result] = unprocessed.cleaning_results("news.example")
    pending.settle([(page, Ending(Kind.NOINDEX)) for page in pages])
    assert memories.save(memory, NOW, (), [result])
    [later] = unprocessed.cleaning_results("news.example")
    assert (result.ending.kind, later.ending.kind) == (Kind.INDEXED, Kind.NOINDEX), "it has changed meanwhile"
    assert memories.save(memory, NOW, (), [later])
    pending.settle([(page, Ending(Kind.NOINDEX)) for page in pages])
    assert unprocessed.cleaning_results("news.example") == [], "cleaned once more to the same end"


def test_a_request_s_result_is_corrected(database: Database) -> None:
    memories = SiteHistories(database)
    memories.save(remembered(), NOW)
    memory = memories.load("news.example")
    before = list(memory.requests)
    memory.log([Request(HOME + "late", NOW + 1, PageKind.ARTICLE, Reason.NEW)])
    memory.amend(1, "gone")
    memory.amend(len(before), "deindexed")
    assert memories.save(memory, NOW + 1)
    again = memories.load("news.example")
    assert again.requests == memory.requests
    assert [r.result for r in again.requests] == [before[0].result, "gone", *(r.result for r in before[2:]), "deindexed"]


def test_an_older_database_names_redirected_and_deindexed_pages_anew(database: Database) -> None:
    """Pages with what they show, requests, and the run in progress; a page whose URL is the old word keeps it."""
    memories, history = SiteHistories(database), remembered()
    lives = {HOME + "r": Life.REDIRECTED, HOME + "d": Life.DEINDEXED, HOME + "g": Life.GONE, HOME + "aside": Life.LIVE}
    for url, life in lives.items():
        history.put(KnownPage(url, PageKind.ARTICLE, NOW, NOW, visits=1, life=life))
    history.log(Request(url, NOW, PageKind.ARTICLE, Reason.AGE, result=result) for url, result in zip(lives, ("moved", "deindexed", "gone", "same"), strict=True))
    run = RunState(NOW)
    for url in lives:
        run.begin(url, Reason.AGE, history.pages[url])
    run.end(HOME + "d", "deindexed")
    run.store(history)
    assert memories.save(history, NOW)
    before = memories.load("news.example")
    with database.writing() as connection:
        command.downgrade(config(connection), "0010")
        assert set(connection.scalars(text("SELECT life FROM known_page"))) == {"live", "failing", "gone", "away", "aside"}
        stored = connection.scalar(text("SELECT value FROM fact WHERE name = 'run'"))
        assert "deindexed" not in stored
        assert '"asked": {' in stored
        assert connection.scalar(text("SELECT count(*) FROM request WHERE result = 'aside'")) == 1
    upgrade(database.engine)
    after = SiteHistories(database).load("news.example")
    assert {url: after.pages[url].life for url in lives} == lives
    assert (after.pages, after.requests, after.facts, after.shown) == (before.pages, before.requests, before.facts, before.shown)
    assert after.shown == history.shown
