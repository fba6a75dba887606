"""The life of a URL: every change that is allowed happens, no other does, and the document draws the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from harness.paths import ROOT
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Url
from indexer.store.database import Database
from indexer.store.url_lifecycle import AFTER_CLEANING, AFTER_VISIT, OBSERVATIONS, TRANSITIONS, Life, State, Unobserved
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.unprocessed_visits import UnprocessedVisits
from workers.frontier.values import CrawlRequest, FrontierParams, RejectedUrl, VisitResult
from workers.frontier.view import FrontierView
from workers.history.site_histories import SiteHistories
from workers.history.site_history import KnownPage, PageKind, SiteHistory, mark_visited
from workers.observations.cleaning_results import CleaningResults, moved_life

URL, LATER = "https://a.org/1", 500.0
DOCUMENT = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
FETCHED, TRAP = VisitResult(Ending(Kind.FETCHED, status=200), record="a:1"), Ending(Kind.SKIPPED, Cause.TRAP_PATH)
Do = Callable[[Frontier], object]


def add(frontier: Frontier) -> None:
    frontier.add([CrawlRequest(URL)])


def add_later(frontier: Frontier) -> None:
    frontier.add([CrawlRequest(URL, due=LATER)])


def reject(frontier: Frontier) -> None:
    frontier.add([CrawlRequest("https://a.org/0")])
    frontier.finish(frontier.claim()[0], FETCHED, rejected=[RejectedUrl(URL, TRAP)])


def schedule(frontier: Frontier) -> None:
    frontier.schedule([CrawlRequest(URL)])


def schedule_later(frontier: Frontier) -> None:
    frontier.schedule([CrawlRequest(URL, due=LATER)])


def claim(frontier: Frontier) -> None:
    frontier.claim()


def finish(frontier: Frontier) -> None:
    frontier.finish(frontier.claim()[0], FETCHED)


def release(frontier: Frontier) -> None:
    frontier.release(frontier.claim()[0])


def retry_later(frontier: Frontier) -> None:
    frontier.retry(frontier.claim()[0], LATER, FETCHED)


def close(frontier: Frontier) -> None:
    frontier.close_host(URL, Ending(Kind.ROBOTS, Cause.ROBOTS))


PATHS: dict[tuple[State | None, State], tuple[Do, ...]] = {
    (None, State.QUEUED): (add,),
    (None, State.DEFERRED): (add_later,),
    (None, State.FINISHED): (reject,),
    (State.QUEUED, State.FETCHING): (add, claim),
    (State.QUEUED, State.DEFERRED): (add, schedule_later),
    (State.QUEUED, State.FINISHED): (add, close),
    (State.DEFERRED, State.QUEUED): (add_later, schedule),
    (State.DEFERRED, State.FINISHED): (add_later, close),
    (State.FETCHING, State.QUEUED): (add, release),
    (State.FETCHING, State.DEFERRED): (add, retry_later),
    (State.FETCHING, State.FINISHED): (add, finish),
    (State.FINISHED, State.QUEUED): (add, finish, schedule),
    (State.FINISHED, State.DEFERRED): (add, finish, schedule_later),
}
"""What brings a URL to its last state; (deferred, fetching) takes time to pass, and is below."""


@pytest.mark.slow
@pytest.mark.parametrize(("change", "steps"), PATHS.items(), ids=lambda value: "-".join(map(str, value)) if isinstance(value[0], State | None) else "")
def test_every_transition_happens(change: tuple[State | None, State], steps: tuple[Do, ...], database: Database) -> None:
    assert change[1] in TRANSITIONS[change[0]]
    frontier = Frontier(database, lambda: 10.0, FrontierParams(delay=0.0))
    for step in steps:
        step(frontier)
    state = FrontierView(database).url(URL)
    assert state is not None
    assert state.state is change[1]


def test_a_deferred_url_is_claimed_when_its_time_has_come(database: Database) -> None:
    now = [10.0]
    frontier = Frontier(database, lambda: now[0], FrontierParams(delay=0.0))
    add_later(frontier)
    assert frontier.claim() == []
    now[0] = LATER
    assert [claim.url for claim in frontier.claim()] == [URL]


def test_no_transition_is_left_untried() -> None:
    tried = {*PATHS, (State.DEFERRED, State.FETCHING)}
    assert tried == {(before, after) for before, states in TRANSITIONS.items() for after in states}


def test_what_a_history_has_not_taken_in(database: Database) -> None:
    """Every change of `unobserved`, in one life."""
    frontier = Frontier(database, lambda: 10.0, FrontierParams(delay=0.0))
    histories, unprocessed, pending = SiteHistories(database), UnprocessedVisits(database), PendingPages(database)
    history, changes, last = SiteHistory("a.org"), set[tuple[Unobserved | None, Unobserved | None]](), None

    def now(expected: Unobserved | None) -> None:
        nonlocal last
        with database.reading() as connection:
            value = connection.scalar(select(Url.unobserved))
        assert value == expected
        changes.add((last, expected))
        last = expected

    def clean(kind: Kind) -> None:
        pending.requeue("a.org")
        pending.settle([(page, Ending(kind)) for page in pending.pages("a.org", 9)])

    add(frontier)
    finish(frontier)
    now(Unobserved.VISIT)
    assert histories.save(history, 10.0, unprocessed.of("a.org", 9))
    now(None)
    clean(Kind.INDEXED)
    now(Unobserved.RESULT)
    assert histories.save(history, 10.0, (), unprocessed.cleaning_results("a.org"))
    now(None)
    clean(Kind.NOINDEX)
    now(Unobserved.RESULT)
    schedule(frontier)
    finish(frontier)
    now(Unobserved.VISIT)
    read = unprocessed.of("a.org", 9)
    clean(Kind.INDEXED)
    assert histories.save(history, 10.0, read), "cleaned since the visit was read"
    now(Unobserved.RESULT)
    assert changes == {(before, after) for before, states in OBSERVATIONS.items() for after in states}


PAGES = st.builds(
    KnownPage, st.just("https://a.org/a"), st.sampled_from(PageKind), visited=st.just(5.0), visits=st.integers(0, 3), life=st.sampled_from(Life),
    failures=st.integers(0, 3),
)  # fmt: skip
ENDINGS = st.builds(Ending, st.sampled_from(Kind), st.sampled_from(Cause))


@given(PAGES, ENDINGS)
def test_what_a_visit_makes_of_a_page_s_life(page: KnownPage, ending: Ending) -> None:
    assert mark_visited(page, 9.0).life in AFTER_VISIT[page.life]
    assert moved_life(page, replace(ending, kind=Kind.REDIRECT)) in AFTER_VISIT[page.life]


@given(PAGES, ENDINGS)
def test_what_cleaning_makes_of_a_page_s_life(page: KnownPage, ending: Ending) -> None:
    history = SiteHistory("a.org")
    history.put(page)
    CleaningResults(history, None).apply(page.url, ending)
    after = history.pages[page.url]
    assert after.life is page.life or after.life in AFTER_CLEANING[page.life]


def test_the_document_draws_the_same_machine() -> None:
    states = {(None if before == "–" else State(before), State(after)) for before, after in documented("queued")}
    assert states == {(before, after) for before, afters in TRANSITIONS.items() for after in afters}
    for name in (*Life, *PageKind):
        assert f"`{name.value}`" in DOCUMENT, name
    observed = {(before or "observed", after or "observed") for before, afters in OBSERVATIONS.items() for after in afters}
    assert documented("settled") == {("settled", "pending"), ("pending", "settled")}
    assert documented("observed") == observed


def documented(first: str) -> set[tuple[str, str]]:
    """The filled cells of the table whose second column has that name: (row, column)."""
    (table,) = re.findall(rf"^(\| from \| {first} \|.*\n(?:\|.*\n)+)", DOCUMENT, re.MULTILINE)
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {(row[0], name) for row in rows for name, cell in zip(head[1:], row[1:], strict=True) if cell}


@given(PAGES, ENDINGS)
def test_no_kind_becomes_new_again(page: KnownPage, ending: Ending) -> None:
    """And cleaning makes no page a feed or sitemap, or a feed or sitemap a page."""
    history = SiteHistory("a.org")
    history.put(page)
    CleaningResults(history, None).apply(page.url, ending)
    after, pages = history.pages[page.url].kind, {PageKind.ARTICLE, PageKind.LIST, PageKind.OTHER}
    assert after is page.kind or (after in pages and page.kind in pages | {PageKind.NEW})
