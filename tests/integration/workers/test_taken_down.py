"""Articles behind redirects that are not meant to last: taken down, away for an hour, or behind a wall as all others are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from indexer.archive import http
from indexer.cause import Cause
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.url_lifecycle import Life
from tests.integration.workers.test_cleaning_results import STORIES, Changing, Paced
from tests.integration.workers.test_cleaning_results import site as _site
from tests.integration.workers.test_cleaning_results import way as _way
from tests.unit.workers.test_processing import HOST, SITE, Desk, article
from workers.frontier.values import CrawlRequest, VisitResult
from workers.history.site_histories import SiteHistories
from workers.history.site_history import KnownPage, PageKind
from workers.indexing.taken_down import TakenDownParams
from workers.revisit.policy import choose_articles

HOUR, DAY = 3600.0, 86_400.0
site, way = _site, _way


@pytest.fixture
def desk(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    made = Desk(database, tmp_path)
    made.learn(20)
    yield made
    made.store.close()


def away(desk: Desk, path: str, to: str = "/story-of-another.html", status: int = 302) -> None:
    desk.visit(path, status=status, location=to)


def arms(desk: Desk, path: str) -> int:
    with closing(Home.of(desk.home).engine()) as engine:
        return sum(engine.read(arm, SITE + path) is not None for arm in Arm)


@pytest.mark.slow
@pytest.mark.parametrize("status", [302, 303, 307])
def test_an_article_that_is_still_sent_on_a_day_later_has_gone_and_may_come_back(desk: Desk, status: int) -> None:
    away(desk, "a/3", status=status)
    assert desk.work() == {"redirect": 1}
    assert arms(desk, "a/3") == 4, "it may be away for an hour"
    desk.now += DAY
    away(desk, "a/3", status=status)
    assert desk.work() == {"gone": 1}
    assert arms(desk, "a/3") == 0
    state = desk.view.url(SITE + "a/3")
    assert state is not None
    assert state.ending.reason == f"taken down: status {status} to {SITE}story-of-another.html for 24 hours"
    desk.pending.requeue(HOST)
    assert desk.work()["gone"] == 1, "cleaned once more it is still gone"
    desk.now += DAY
    away(desk, "a/3", status=status)
    assert desk.work() == {"gone": 1}, "and at the next visit"
    desk.visit("a/3", article(3))
    assert desk.work() == {"indexed": 1}
    assert arms(desk, "a/3") == 4


def test_two_looks_within_the_day_and_one_that_found_it_are_no_evidence(desk: Desk) -> None:
    away(desk, "a/3")
    desk.now += 3 * HOUR
    away(desk, "a/3")
    assert desk.work() == {"redirect": 1}
    desk.visit("a/3", article(3))
    desk.now += DAY
    away(desk, "a/3")
    assert desk.work() == {"redirect": 1}, "it was back in between"
    assert arms(desk, "a/3") == 4


@pytest.mark.parametrize("other", [Kind.FETCH_FAILED, Kind.HTTP_ERROR])
def test_a_visit_without_an_answer_is_no_sign_of_life(desk: Desk, other: Kind) -> None:
    away(desk, "a/3")
    desk.work()
    desk.now += DAY
    desk.visit("a/3", status=503 if other is Kind.HTTP_ERROR else 500)
    desk.now += DAY
    away(desk, "a/3")
    assert desk.work()["gone"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(("to", "kind", "gone"), [("/s/1", PageKind.LIST, True), ("/s/1", PageKind.OTHER, False), ("/", None, True), ("/x", None, False)])
def test_where_it_leads_may_say_it_at_once(desk: Desk, to: str, kind: PageKind | None, *, gone: bool) -> None:
    memories = SiteHistories(desk.frontier.database)
    memory = memories.load(HOST)
    if kind is not None:
        memory.put(KnownPage(SITE + "s/1", kind, visits=1, visited=1.0))
    memories.save(memory, desk.now)
    away(desk, "a/3", to)
    assert desk.work() == {"gone" if gone else "redirect": 1}
    assert arms(desk, "a/3") == (0 if gone else 4)


@pytest.mark.slow
@pytest.mark.parametrize("to", ["/log-in", "/", "/s/1"])
def test_a_wall_empties_no_index(desk: Desk, to: str) -> None:
    memories = SiteHistories(desk.frontier.database)
    memory = memories.load(HOST)
    memory.put(KnownPage(SITE + "s/1", PageKind.LIST, visits=1, visited=1.0))
    memories.save(memory, desk.now)
    for _ in range(3):
        desk.now += 2 * DAY
        for number in range(12):
            away(desk, f"a/{number}", to)
        assert desk.work() == {"redirect": 12}
        desk.pending.requeue(HOST)
        desk.work()
    assert [arms(desk, f"a/{number}") for number in range(20)] == [4] * 20


@pytest.mark.slow
def test_those_that_were_judged_before_the_wall_was_seen_are_not_gone(desk: Desk) -> None:
    desk.now += 2 * DAY
    for number in range(12):
        away(desk, f"a/{number}", "/")
        desk.work()
    kinds = Counter(desk.kind(f"a/{number}") for number in range(12))
    assert kinds == {Kind.REDIRECT: 12}
    assert sum(arms(desk, f"a/{number}") == 0 for number in range(12)) == TakenDownParams().tolerated, "these wait for their next visit"
    for number in range(12):
        desk.visit(f"a/{number}", article(number))
    assert desk.work() == {"indexed": 12}


@pytest.mark.slow
def test_few_of_many_are_taken_down(desk: Desk) -> None:
    """The others were visited in the same day, and are there."""
    desk.now += 2 * DAY
    for number in range(20):
        desk.visit(f"a/{number}", article(number) + "<!-- again -->") if number > 3 else away(desk, f"a/{number}", "/")
    assert desk.work() == {"gone": 4, "indexed": 16}


def test_what_the_index_never_had_is_a_redirect(desk: Desk) -> None:
    away(desk, "short/1", "/")
    desk.now += 2 * DAY
    away(desk, "short/1", "/")
    assert desk.work() == {"redirect": 1}


@pytest.mark.slow
def test_the_plan_asks_once_more_after_a_day_and_knows_what_came_of_it(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    path = site[0].stories[2]
    site[0].put(path, status=302, Location="/elsewhere.html")
    way.visit_all()
    url = way.start + path.lstrip("/")
    assert way.life(path) is Life.REDIRECTED
    assert url not in {line.url for line in choose_articles(way.memory(), way.now + DAY - 60, 99)}
    assert url in {line.url for line in choose_articles(way.memory(), way.now + DAY, 99)}
    way.now += DAY
    way.visit_all()
    assert (way.life(path), way.indexed(path)) == (Life.GONE, False)
    assert way.results(path)[-1] == "gone"
    way.visit_all()
    assert way.life(path) is Life.GONE, "still"
    site[0].back(path)
    way.visit_all()
    assert (way.life(path), way.indexed(path)) == (Life.LIVE, True)


@pytest.mark.slow
def test_articles_behind_a_wall_are_asked_for_until_they_are_back(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    for _ in range(2):
        for path in site[0].stories:
            site[0].put(path, status=302, Location=f"/log-in?from={path}")
        way.now += DAY
        way.visit_all()
    assert way.kinds() == {"redirected": STORIES}
    assert all(way.indexed(path) for path in site[0].stories)
    for path in site[0].stories:
        site[0].back(path)
    way.visit_all()
    assert way.kinds() == {"live": STORIES}


def test_redirects() -> None:
    def end(status: int, location: str) -> Ending | None:
        return http.refusal(SITE + "a", status, location)

    assert [end(status, "/x").moved for status in (301, 308, 302, 303, 307)] == [True, True, False, False, False]
    assert end(302, "/x").target == SITE + "x"
    assert end(302, "http://[bad").target == ""
    assert end(302, "").kind is Kind.HTTP_ERROR


@pytest.mark.parametrize("wrong", [{"min_interval": 0.0}, {"max_share": 0.0}, {"max_share": 1.5}, {"tolerated": -1}])
def test_ranges(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="share"):
        TakenDownParams(**wrong)  # type: ignore[arg-type]


def test_a_page_removed_for_legal_reasons_leaves_the_index_and_a_site_that_shuts_us_out_loses_nothing(desk: Desk) -> None:
    desk.visit("a/3", status=451)
    assert desk.work() == {"gone": 1}
    assert arms(desk, "a/3") == 0
    desk.now += DAY
    for number in range(4, 9):
        desk.visit(f"a/{number}", status=451)
    assert desk.work() == {"http-error": 5}
    assert [arms(desk, f"a/{number}") for number in range(4, 9)] == [4] * 5


@pytest.mark.slow
@pytest.mark.parametrize("wall", [401, 403, 451])
@pytest.mark.parametrize("gone", [404, 410])
@pytest.mark.parametrize("indexed_between", [True, False], ids=["indexed between", "indexed after"])
def test_what_was_gone_before_the_site_shut_us_out_leaves_and_the_rest_stays(desk: Desk, gone: int, wall: int, *, indexed_between: bool) -> None:
    desk.visit("a/3", status=gone)
    if indexed_between:
        assert desk.work() == {"gone": 1}
    desk.now += DAY
    for number in range(2, 9):
        refused(desk, f"a/{number}", wall)
    desk.work()
    assert [arms(desk, f"a/{number}") for number in range(2, 9)] == [4, 0, 4, 4, 4, 4, 4]


def refused(desk: Desk, path: str, status: int) -> None:
    """A page is asked for, and the site shuts us out: 401 and 403 are errors, which the archive does not keep."""
    if status == 451:
        desk.visit(path, status=status)
        return
    desk.frontier.schedule([CrawlRequest(SITE + path)])
    (claim,) = desk.frontier.claim()
    desk.frontier.finish(claim, VisitResult(Ending(Kind.HTTP_ERROR, Cause.STATUS, status=status)))
    desk.now += 1
