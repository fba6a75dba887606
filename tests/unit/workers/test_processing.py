"""What becomes of a site's pages over months: copies that come later, pages that move, a redesign, more pages than were learned from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from indexer.archive.place import Place
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.outcome import Ending, Kind
from indexer.site.params import SiteParams
from indexer.store.database import Database
from indexer.store.site_models import SiteModels
from indexer.store.sites import Sites
from indexer.store.skeletons import Skeletons
from workers.archive.page_store import PageStore
from workers.clock import moment
from workers.fetch.fetcher import FetchLimits, Response
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult
from workers.frontier.view import FrontierView
from workers.indexing.model_refresh import ModelRefresh
from workers.indexing.processing import Processing
from workers.reading.parsed_response import parse_response

SITE = "https://news.example/"
HOST = "news.example"
WORDS = "river council bridge harvest winter school market road light stone garden evening letter village weather music".split()


def prose(seed: object, paragraphs: int = 5) -> list[str]:
    chance = Random(str(seed))
    return [" ".join(chance.choices(WORDS, k=24)).capitalize() + ", and so it goes on, with commas, to its end." for _ in range(paragraphs)]


def article(seed: object, *, modern: bool = False, canonical: str = "") -> str:
    text = "".join(f"<p>{line}</p>" for line in prose(seed))
    head = f"<title>The matter of {seed}</title>" + (f"<link rel=canonical href='{canonical}'>" if canonical else "")
    menu = "".join(f"<li><a href='/s/{n}'>Section {n}</a></li>" for n in range(4))
    if modern:
        return (
            f"<html><head>{head}</head><body><header class=top><ul class=menu>{menu}</ul></header><section class=wrap><div class=grid>"
            f"<aside class=promo><p>Take our letter, it is free, and it comes each day.</p><p>More of it, each day anew, for nothing.</p>"
            f"</aside><div class=piece><h2 class=title>The matter of {seed}</h2><div class=text>{text}</div></div></div></section></body></html>"
        )
    return (
        f"<html><head>{head}</head><body><nav><ul>{menu}</ul></nav><div id=story><h1>The matter of {seed}</h1>{text}</div>"
        f"<footer><p>Published by the paper, all rights reserved, printed on every single page.</p></footer></body></html>"
    )


class Desk:
    """A site's visits made by hand, its archive and index, and a clock set by hand."""

    def __init__(self, database: Database, home: Path) -> None:
        self.now, self.home, self.place = 1_772_625_600.0, home, Place.of("", home)
        self.frontier = Frontier(database, self.tick, FrontierParams(delay=0.0))
        self.store = PageStore(self.place, "test", lambda: moment(self.now))
        self.processing = Processing(database, self.place, lambda: Home.of(home).engine(), self.tick)
        self.view, self.pending, self.models = FrontierView(database), PendingPages(database), SiteModels(database)

    def tick(self) -> float:
        return self.now

    def visit(self, path: str, html: str = "", status: int = 200, location: str = "") -> None:
        """A page is fetched, and answers so."""
        headers = (("Content-Type", "text/html; charset=utf-8"), *((("Location", location),) if location else ()))
        fetched = Response(SITE + path, status, "", headers, html.encode(), "", (), 0.1)
        reading = parse_response(fetched, FetchLimits(), moment(self.now))
        self.frontier.schedule([CrawlRequest(SITE + path)])
        (claim,) = self.frontier.claim()
        record = self.store.keep(fetched)
        self.frontier.finish(claim, VisitResult(reading.ending, content_hash=reading.content_hash, record=record))
        self.now += 1

    def unchanged(self, path: str) -> None:
        """A page is asked for, and the server says that it has not changed."""
        self.frontier.schedule([CrawlRequest(SITE + path)])
        (claim,) = self.frontier.claim()
        self.store.keep_revisit(Response(SITE + path, 304, "Not Modified", (), b"", "", (), 0.1), None, moment(self.now))
        self.frontier.finish(claim, VisitResult(Ending(Kind.NOT_MODIFIED), changed=False, at=self.now))
        self.now += 1

    def learn(self, pages: int, **params: int) -> None:
        """A site of so many articles is fetched, learned, cleaned and indexed."""
        for number in range(pages):
            self.visit(f"a/{number}", article(number))
        self.processing.fit(HOST, 0, SiteParams(**params))
        self.work()
        self.now += 10

    def work(self) -> Counter[str]:
        """Clean all that waits; how it ended."""
        found: Counter[str] = Counter()
        while outcomes := self.processing.clean(HOST):
            found.update(outcome.kind.value for outcome in outcomes)
        return found

    def kind(self, path: str) -> Kind | None:
        state = self.view.url(SITE + path)
        return None if state is None else state.kind

    def leads(self, *paths: str) -> list[str]:
        """The pages whose documents are reached by these, "" for none."""
        with closing(Home.of(self.home).engine()) as engine:
            found = [engine.read(Arm.WEIGHTED, SITE + path) for path in paths]
        return ["" if stored is None else stored.document().page_url.removeprefix(SITE) for stored in found]

    def text(self, path: str) -> str:
        """What the index has of a story."""
        with closing(Home.of(self.home).engine()) as engine:
            stored = engine.read(Arm.WEIGHTED, SITE + path)
        return "" if stored is None else " ".join(part.text for part in stored.document().parts)


@pytest.fixture
def desk(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    made = Desk(database, tmp_path)
    yield made
    made.store.close()


@pytest.mark.slow
def test_copies_are_told_from_what_was_indexed_before(desk: Desk) -> None:
    desk.learn(12)
    desk.visit("copy/3", article(3))
    desk.visit("mobile/4", article(4, canonical=SITE + "a/4"))
    assert desk.work() == {"duplicate": 2}
    state = desk.view.url(SITE + "copy/3")
    assert state is not None
    assert state.ending.reason == f"same story as {SITE}a/3"
    assert desk.leads("a/3", "copy/3", "a/4", "mobile/4") == ["a/3", "a/3", "a/4", "a/4"]
    desk.visit("a/3", article(3) + "<!-- again -->")
    assert desk.work() == {"indexed": 1}, "the first is no copy of its copies"


@pytest.mark.slow
def test_a_copy_takes_the_place_of_the_story_that_is_gone(desk: Desk) -> None:
    desk.learn(12)
    desk.visit("copy/3", article(3))
    desk.visit("mobile/4", article(4, canonical=SITE + "a/4"))
    desk.work()
    desk.visit("a/3", status=410)
    desk.visit("a/4", article("something else"))
    assert desk.work() == {"gone": 1, "indexed": 3}
    assert (desk.kind("copy/3"), desk.kind("mobile/4")) == (Kind.INDEXED, Kind.INDEXED)
    assert desk.leads("a/3", "copy/3") == ["", "copy/3"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "location", "stays"),
    [(301, "/new/3", False), (308, "/new/3", False), (302, "/new/3", True), (307, "/new/3", True), (302, "/", False), (302, SITE, False)],
)
def test_a_page_that_moved_for_good_loses_its_document(desk: Desk, status: int, location: str, *, stays: bool) -> None:
    """Or that is sent to the front page, since it was taken down; behind another passing redirect it may be back (`test_taken_down`)."""
    desk.learn(12)
    desk.visit("a/3", status=status, location=location)
    desk.visit("new/3", article(3))
    ended = "gone" if status == 302 and not stays else "redirect"
    assert desk.work() == {ended: 1, "duplicate" if stays else "indexed": 1}
    assert desk.leads("new/3") == ["a/3" if stays else "new/3"]
    with closing(Home.of(desk.home).engine()) as engine:
        assert (engine.read(Arm.RAW, SITE + "a/3") is not None) is stays


@pytest.mark.slow
def test_a_redirect_that_is_seen_again_takes_nothing_from_its_target(desk: Desk) -> None:
    """The target calls the old address its canonical one."""
    desk.learn(12)
    desk.visit("old", status=301, location="/old/")
    desk.visit("old/", article("moved", canonical=SITE + "old"))
    desk.work()
    assert desk.leads("old") == ["old/"]
    desk.visit("old", status=301, location="/old/")
    desk.work()
    assert desk.leads("old") == ["old/"]


@pytest.mark.slow
def test_a_redesign_is_learned_from_the_new_pages(desk: Desk, database: Database) -> None:
    desk.learn(30)
    for number in range(10):
        desk.visit(f"b/{number}", article(f"b {number}", modern=True))
    desk.work()
    assert desk.processing.due(HOST) == "", "ten pages may be of another section"
    begun = desk.now
    for number in range(10, 24):
        desk.visit(f"b/{number}", article(f"b {number}", modern=True))
    desk.work()
    assert desk.processing.due(HOST) == "drift"
    assert desk.processing.refit(HOST, 1)
    assert (desk.processing.version(HOST), desk.processing.due(HOST)) == (2, "")
    assert not desk.processing.refit(HOST, 1), "another worker has replaced that version"
    (redesign,) = Sites(database).redesigns(HOST)
    assert redesign.at < begun
    assert "do not fit" in redesign.reason
    waiting = {page.url.removeprefix(SITE) for page in desk.pending.pages(HOST, 99)}
    assert waiting == {f"b/{number}" for number in range(24)}, "what is of the old design stays as it was cleaned"
    assert desk.work() == {"indexed": 24}
    assert "take our letter" not in desk.text("b/3").lower()
    assert all(line[:60] in desk.text("b/3") for line in prose("b 3"))
    assert len(Skeletons(database).history(HOST)) == 2
    assert desk.processing.due(HOST) == ""


@pytest.mark.slow
def test_pages_that_fit_are_counted_beside_the_model(desk: Desk, database: Database) -> None:
    desk.learn(30)
    for number in range(25, 40):
        desk.visit(f"a/{number}", article(number))
    desk.work()
    known = ModelRefresh(database).in_use(HOST)
    assert known is not None
    assert (known.version, known.due) == (1, "")
    since = known.learned.model.since
    assert (since.seen.pages, since.seen.articles, since.seen.misfits) == (15, 15, 0), "those visited since the fit, and no others"


@pytest.mark.slow
def test_a_site_that_has_grown_is_learned_from_more_of_it(desk: Desk) -> None:
    desk.learn(8)
    for number in range(8, 32):
        desk.visit(f"a/{number}", article(number))
    desk.work()
    assert desk.processing.due(HOST) == "growth"
    assert desk.processing.refit(HOST, 1)
    stored = desk.models.latest(HOST)
    assert stored is not None
    assert (stored.version, stored.fitted_on["pages"]) == (2, 32)
    assert desk.work() == {"indexed": 32}
    assert desk.processing.due(HOST) == ""
