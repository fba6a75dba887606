"""What cleaning finds out later than the plan: gone, deindexed, back; whichever of the two comes first, the site's memory knows in the end."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from indexer.cause import Cause
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.url_lifecycle import Life
from tests.integration.workers.test_soft_404 import Paper
from tests.unit.workers.test_scheduler import Watched
from workers.frontier.view import FrontierView
from workers.history.site_history import KnownPage, PageKind, Request, SiteHistory
from workers.observations.cleaning_results import CleaningResults
from workers.recrawl import scheduler as scheduler_module
from workers.revisit.article_revisits import choose_revisits

HOUR, DAY = 3600.0, 86_400.0
STORIES = 24
Answer = tuple[int, dict[str, str], str]


class Changing:
    """A site on loopback whose answers a test replaces."""

    def __init__(self) -> None:
        self.paper = Paper(21, "latin")
        self.answers: dict[str, Answer] = {}
        self.log: list[str] = []
        self.stories = [f"/news/story-{self.paper.slug()}.html" for _ in range(STORIES)]
        self.texts = {path: self.paper.article() for path in self.stories}
        links = [f"<h2><a href={path}>{self.paper.ink.words(6)}</a></h2>" for path in self.stories]
        self.put("/", self.paper.page("Front", "".join(links[:12])))
        for n in range(4):
            self.put(f"/s{n}", self.paper.page(f"Part {n}", "".join(links[n::4])))
        for path, text in self.texts.items():
            self.put(path, text)

    def put(self, path: str, body: str = "", status: int = 200, **headers: str) -> None:
        self.answers[path] = (status, headers, body)

    def missing(self, path: str) -> None:
        """The "not found" page under status 200."""
        self.put(path, self.paper.not_found(path))

    def stub(self, path: str) -> None:
        """Where the text was there is next to nothing."""
        self.put(path, self.paper.page("Log in", "<h1>Log in</h1><form><input name=user><button>Log in</button></form>"))

    def back(self, path: str) -> None:
        self.put(path, self.texts[path])

    def noindex(self, path: str) -> None:
        self.put(path, self.texts[path].replace("<head>", "<head><meta name=robots content=noindex>"))


@pytest.fixture
def site() -> Iterator[tuple[Changing, str]]:
    made = Changing()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            made.log.append(self.path)
            status, headers, body = made.answers.get(self.path, (404, {}, "gone"))
            self.send_response(status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body.encode())), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield made, f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


class Paced(Watched):
    """Workers of which either the plan or cleaning is the first to see what came."""

    cleans_first = False

    def clean(self) -> None:
        """All that waits."""
        if not self.processing.version(self.host):
            self.processing.fit(self.host, 0)
        while self.processing.clean(self.host):
            pass

    def crawl(self) -> None:
        """The first crawl, to the end."""
        self.fetch()
        self.settle()

    def settle(self) -> None:
        """What came is cleaned and taken note of, in the test's order; then both once more, as they do all day."""
        for part in (self.clean, self.step, self.clean, self.step) if self.cleans_first else (self.step, self.clean, self.step):
            part()

    def visit_all(self) -> None:
        """Every known page once more, five hours later."""
        self.now += 5 * HOUR
        step = self.step(begin=True, everything=True)
        while step.running:
            self.fetch()
            if self.cleans_first:
                self.clean()
            step = self.step()
        self.settle()

    def life(self, path: str) -> Life:
        return self.memory().pages[self.start + path.lstrip("/")].life

    def results(self, path: str) -> list[str]:
        return [request.result for request in self.memory().requests if request.url == self.start + path.lstrip("/")]

    def kinds(self) -> Counter[str]:
        """Articles by how they stand in the memory."""
        return Counter(page.life.value for page in self.memory().pages.values() if page.kind is PageKind.ARTICLE)

    def indexed(self, path: str) -> bool:
        with closing(Home.of(self.home).engine()) as engine:
            return all(engine.read(arm, self.start + path.lstrip("/")) is not None for arm in Arm)


@pytest.fixture(params=[False, True], ids=["plan first", "cleaning first"])
def way(
    request: pytest.FixtureRequest, tmp_path: Path, site: tuple[Changing, str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Paced]:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    with Database.open(tmp_path) as database:  # what is asked of both databases is in test_memories
        made = Paced(database, tmp_path, site[1])
        made.cleans_first = request.param
        yield made
        made.fetcher.__exit__(None, None, None)
        made.store.close()


def test_a_soft_404_is_gone_for_the_plan_too_and_back_when_it_is_back(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    assert way.kinds() == {"live": STORIES}
    dead = site[0].stories[:4]
    for path in dead:
        site[0].missing(path)
    way.visit_all()
    assert {way.life(path) for path in dead} == {Life.GONE}
    assert way.kinds() == {"live": STORIES - 4, "gone": 4}
    assert {way.results(path)[-1] for path in dead} == {"gone"}, "what the plan learns from is what it came to"
    site[0].back(dead[0])
    way.visit_all()
    assert [way.life(path) for path in dead] == [Life.LIVE, *[Life.GONE] * 3]
    assert way.results(dead[0])[-1] in ("changed", "same")
    assert way.indexed(dead[0])


def test_what_is_judged_gone_on_later_evidence_is_told(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    dead = site[0].stories[:4]
    for path in dead[:2]:
        site[0].missing(path)
    way.visit_all()
    assert Life.GONE not in {way.life(path) for path in dead[:2]}, "two may be chance"
    for path in dead[2:]:
        site[0].missing(path)
    way.visit_all()
    assert {way.life(path) for path in dead} == {Life.GONE}
    assert not any(way.indexed(path) for path in dead)


def test_a_wall_takes_back_what_was_gone(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    for path in site[0].stories[:4]:
        site[0].stub(path)
    way.visit_all()
    assert way.kinds() == {"live": STORIES - 4, "gone": 4}
    for path in site[0].stories[:14]:
        site[0].stub(path)
    way.visit_all()
    assert {way.life(path) for path in site[0].stories[:14]} == {Life.LIVE}, "they are behind it"
    kept = [way.indexed(path) for path in site[0].stories[4:14]]
    assert sum(kept) >= len(kept) / 2, "what the index has stays, but for those that came before the wall was seen"
    for path in site[0].stories:
        site[0].back(path)
    way.visit_all()
    assert way.kinds() == {"live": STORIES}
    assert all(way.indexed(path) for path in site[0].stories)


def test_a_new_page_that_says_it_is_not_there_is_no_news(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    dead = [f"/{way.processing.__class__.__name__}-{n}/{site[0].paper.slug()}.html" for n in range(4)]
    _, _, front = site[0].answers["/"]
    links = "".join(f"<h2><a href={path}>{site[0].paper.ink.words(6)}</a></h2>" for path in dead)
    site[0].put("/", front.replace("<main>", f"<main>{links}"))
    for path in dead:
        site[0].missing(path)
    way.visit_all()
    assert {way.life(path) for path in dead} == {Life.GONE}
    assert {tuple(way.results(path)) for path in dead} == {("gone",)}


def test_an_article_that_asks_to_be_left_out_is_aside_and_comes_back(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    path = site[0].stories[5]
    site[0].noindex(path)
    way.visit_all()
    assert way.life(path) is Life.DEINDEXED
    assert way.results(path)[-1] == "deindexed"
    assert not way.indexed(path)
    way.visit_all()
    assert (way.life(path), way.results(path)[-1]) == (Life.DEINDEXED, "same"), "told once"
    site[0].back(path)
    way.visit_all()
    assert (way.life(path), way.results(path)[-1]) == (Life.LIVE, "same"), "its text is as it was"
    assert way.indexed(path)


def test_a_list_that_asks_to_be_left_out_still_leads_to_news(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    _, _, body = site[0].answers["/s1"]
    site[0].put("/s1", body.replace("<head>", "<head><meta name=robots content=noindex>"))
    way.visit_all()
    page = way.memory().pages[way.start + "s1"]
    assert (page.kind, page.life) == (PageKind.LIST, Life.LIVE)


def test_an_article_that_becomes_a_stub_is_asked_again_now_and_then(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    path = site[0].stories[5]
    site[0].stub(path)
    way.visit_all()
    page = way.memory().pages[way.start + path.lstrip("/")]
    assert (page.kind, page.life) == (PageKind.ARTICLE, Life.DEINDEXED)
    site[0].back(path)
    way.visit_all()
    assert way.life(path) is Life.LIVE
    assert way.indexed(path)


def test_a_page_that_failed_once_and_is_as_it_was_is_there(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    path = site[0].stories[5]
    site[0].put(path, "forbidden", status=403)
    way.visit_all()
    assert way.life(path) is Life.FAILING
    site[0].back(path)
    way.visit_all()
    state = FrontierView(way.database).url(way.start + path.lstrip("/"))
    assert state is not None
    assert (way.life(path), state.kind, way.indexed(path)) == (Life.LIVE, Kind.INDEXED, True)


def test_verdicts_are_taken_once(way: Paced, site: tuple[Changing, str]) -> None:
    way.crawl()
    assert way.scheduler._unprocessed.cleaning_results(way.host) == []
    path = site[0].stories[0]
    site[0].noindex(path)
    way.visit_all()
    assert way.scheduler._unprocessed.cleaning_results(way.host) == []
    state = FrontierView(way.database).url(way.start + path.lstrip("/"))
    assert state is not None
    assert state.kind is Kind.NOINDEX


def test_what_cleaning_has_taken_for_an_article_is_not_parsed_for_its_type(
    way: Paced, site: tuple[Changing, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    way.crawl()
    new = f"/news/story-{site[0].paper.slug()}.html"
    site[0].put(new, site[0].paper.article())
    _, _, front = site[0].answers["/"]
    site[0].put("/", front.replace("<main>", f"<main><h2><a href={new}>{site[0].paper.ink.words(6)}</a></h2>"))
    requested: list[str] = []
    monkeypatch.setattr(scheduler_module.PageTypes, "kind", lambda _self, page: requested.append(page.url))
    way.visit_all()
    assert (way.start + new.lstrip("/") in requested) is not way.cleans_first
    page = way.memory().pages[way.start + new.lstrip("/")]
    assert (page.kind, page.life) == (PageKind.ARTICLE, Life.LIVE)


URL = "https://paper.example/a"


def deindexed(age: float, visited: float) -> SiteHistory:
    memory = SiteHistory("paper.example")
    memory.put(KnownPage(URL, PageKind.ARTICLE, 0.0, visited, 0.0, 2, life=Life.DEINDEXED))
    memory.log([Request(URL, visited, PageKind.ARTICLE, "age", born=0.0)])
    return memory


@pytest.mark.parametrize(
    ("visited", "after", "requested"),
    [(5.0, 20.0, False), (5.0, 24.0, True), (48.0, 40.0, False), (48.0, 48.0, True), (900.0, 900.0, False)],
)
def test_what_is_aside_is_asked_after_a_day_and_then_when_it_is_twice_as_old(visited: float, after: float, *, requested: bool) -> None:
    lines = choose_revisits(deindexed(0.0, visited * HOUR), (visited + after) * HOUR)
    assert [line.url for line in lines] == [URL] * requested


def told(page: KnownPage, kind: Kind, cause: Cause = Cause.NONE) -> KnownPage:
    memory = SiteHistory("paper.example")
    memory.put(page)
    memory.log([Request(page.url, page.visited, page.kind, "new", 0.0, "new")])
    CleaningResults(memory, None).apply(page.url, Ending(kind, cause))
    return memory.pages[page.url]


@pytest.mark.parametrize(
    ("page", "kind", "cause", "expected"),
    [
        (KnownPage(URL, PageKind.LIST, visited=1.0, visits=1), Kind.INDEXED, Cause.NONE, (PageKind.ARTICLE, Life.LIVE)),
        (KnownPage(URL, PageKind.ARTICLE, visited=1.0, visits=1), Kind.NOT_ARTICLE, Cause.TOC, (PageKind.LIST, Life.LIVE)),
        (KnownPage(URL, PageKind.ARTICLE, visited=1.0, visits=1), Kind.NOT_ARTICLE, Cause.NONE, (PageKind.OTHER, Life.LIVE)),
        (KnownPage(URL, PageKind.ARTICLE, visited=1.0, visits=2), Kind.NOT_ARTICLE, Cause.NONE, (PageKind.ARTICLE, Life.DEINDEXED)),
        (KnownPage(URL, PageKind.LIST, visited=1.0, visits=1), Kind.NOT_ARTICLE, Cause.NONE, (PageKind.LIST, Life.LIVE)),
        (KnownPage(URL, PageKind.OTHER, visited=1.0, visits=1), Kind.DUPLICATE, Cause.NONE, (PageKind.ARTICLE, Life.LIVE)),
        (KnownPage(URL, PageKind.ARTICLE, visited=1.0, visits=1), Kind.DUPLICATE, Cause.NONE, (PageKind.ARTICLE, Life.LIVE)),
        (KnownPage(URL, PageKind.FEED, visited=1.0, visits=1), Kind.FETCHED, Cause.FEED, (PageKind.FEED, Life.LIVE)),
        (KnownPage(URL, PageKind.FEED, visited=1.0, visits=1), Kind.INDEXED, Cause.NONE, (PageKind.FEED, Life.LIVE)),
        (KnownPage(URL, PageKind.ARTICLE, visited=1.0, visits=3), Kind.EMPTY, Cause.NONE, (PageKind.ARTICLE, Life.LIVE)),
        (KnownPage(URL, PageKind.ARTICLE, visited=1.0, visits=3, life=Life.FAILING), Kind.INDEXED, Cause.NONE, (PageKind.ARTICLE, Life.FAILING)),
        (KnownPage(URL, PageKind.NEW, visited=1.0, life=Life.GONE, failures=1), Kind.INDEXED, Cause.NONE, (PageKind.ARTICLE, Life.LIVE)),
        (KnownPage(URL, PageKind.NEW), Kind.INDEXED, Cause.NONE, (PageKind.NEW, Life.LIVE)),
        (KnownPage("https://paper.example/", PageKind.LIST, visited=1.0, visits=1), Kind.INDEXED, Cause.NONE, (PageKind.LIST, Life.LIVE)),
    ],
)  # fmt: skip
def test_what_a_verdict_makes_of_a_page(page: KnownPage, kind: Kind, cause: Cause, expected: tuple[PageKind, Life]) -> None:
    after = told(page, kind, cause)
    assert (after.kind, after.life) == expected
