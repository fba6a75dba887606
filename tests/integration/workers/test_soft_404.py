"""Soft 404s: a site's "not found" page under status 200, told by nothing but that dissimilar addresses show it and nothing else."""

from __future__ import annotations

import itertools
import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from harness.invented_text import LETTERS, TextGenerator
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import clean_read, read_page
from indexer.article.learned import LearnedSite, learn
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind
from indexer.page.peer import extracted
from indexer.page.raw import RawPage
from indexer.site.bare_page import bare_page
from indexer.site.draw import drawn
from indexer.site.model import Sampled, SiteModel
from indexer.store.database import Database
from indexer.url_shape import story_shape
from tests.conftest import Ended
from workers.clock import moment
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult
from workers.frontier.view import FrontierView
from workers.indexing.soft_404 import Soft404, Soft404Params

HOST = "paper.example"
NOW = 1_772_625_600.0
_RUNS = itertools.count()


class Paper:
    """A small site of invented text: its template, its articles, lists, empty tags, and what it shows where there is nothing."""

    def __init__(self, seed: int, script: str) -> None:
        self.ink = TextGenerator(random.Random(seed), script)
        self.menu = "".join(f"<li><a href=/s{n}>{self.ink.words(2)}</a></li>" for n in range(4))
        self.foot = self.ink.paragraph(2)
        self.name = self.ink.words(2)
        self.missing = (self.ink.words(3), self.ink.paragraph(2))
        self.wall = (self.ink.words(3), self.ink.paragraph(1))

    def page(self, title: str, body: str) -> str:
        head = f"<title>{title} | {self.name}</title>"
        return f"<html><head>{head}</head><body><nav><ul>{self.menu}</ul></nav><main>{body}</main><footer>{self.foot}</footer></body></html>"

    def article(self) -> str:
        title = self.ink.words(6)
        return self.page(title, f"<h1>{title}</h1>" + "".join(f"<p>{self.ink.paragraph(4)}</p>" for _ in range(4)))

    def listing(self, number: int) -> str:
        title = self.ink.words(2)
        return self.page(title, f"<h1>{title}</h1>" + "".join(f"<h2><a href=/a{number}-{n}>{self.ink.words(6)}</a></h2>" for n in range(9)))

    def short(self) -> str:
        title = self.ink.words(3)
        return self.page(title, f"<h1>{title}</h1><p>{self.ink.sentence()}</p>")

    def not_found(self, address: str) -> str:
        title, text = self.missing
        return self.page(title, f"<h1>{title}</h1><p>{text}</p><p>{address.strip('/')} &mdash; {self.ink.rng.randint(1, 10**9)}</p>")

    def log_in(self) -> str:
        return self.page(self.wall[0], f"<h1>{self.wall[0]}</h1><p>{self.wall[1]}</p>")

    def site(self) -> dict[str, str]:
        pages = {"/": self.listing(0), **{f"/s{n}": self.listing(n) for n in range(4)}}
        pages |= {f"/news/story-{self.slug()}.html": self.article() for _ in range(40)}
        return pages | {f"/about/{self.slug()}": self.short() for _ in range(6)}

    def slug(self) -> str:
        return "-".join("".join(self.ink.rng.choices("abcdefghijklmnop", k=7)) for _ in range(3))


def read(path: str, html: str) -> Sampled:
    raw = RawPage(f"https://{HOST}{path}", html.encode(), path, "text/html; charset=utf-8")
    page = read_page(raw)
    return Sampled(page, raw.url, partial(extracted, page))


def process(database: Database, pages: Mapping[str, str], learned: LearnedSite, rng: random.Random, batch: int = 20) -> dict[str, Kind]:
    """Fetch and clean pages, some at a time, until none waits; how each ended, and why."""
    now = [NOW + next(_RUNS) * 10_000]
    frontier, pending = Frontier(database, lambda: now[0], FrontierParams(delay=0.0)), PendingPages(database)
    paths = sorted(pages)
    rng.shuffle(paths)
    frontier.schedule([CrawlRequest(f"https://{HOST}{path}") for path in paths])
    ended: dict[str, Kind] = {}
    while True:
        now[0] += 1
        claims = [claim for _ in range(batch) for claim in frontier.claim(1) if frontier.finish(claim, VisitResult(Ending(Kind.FETCHED), record="f:0"))]
        waiting = pending.pages(HOST, batch)
        if not claims and not waiting:
            return ended
        soft = Soft404(database, HOST, now[0], waiting)
        noted, settled = [], []
        for stored in waiting:
            path = stored.url.removeprefix(f"https://{HOST}")
            raw = RawPage(stored.url, pages[path].encode(), path, "text/html; charset=utf-8")
            page = read_page(raw)
            cleaned = clean_read(raw, page, learned, HOST, moment(now[0]))
            soft.note(stored, page, learned, cleaned)
            noted.append((path, stored, cleaned))
        for path, stored, read in noted:
            cleaned = soft.judge(stored, read)
            settled.append((stored, cleaned.outcome.ending))
            ended[path] = cleaned.outcome.kind
            assert (cleaned.outcome.kind is Kind.GONE) == (cleaned.outcome.ending.cause is Cause.SOFT_404)
        pending.settle(settled)
        soft.release()


@pytest.mark.slow
@pytest.mark.parametrize("script", LETTERS)
def test_not_found_pages_are_gone_and_nothing_else(script: str, database: Database) -> None:
    paper, rng = Paper(7, script), random.Random(1)
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    missing = [f"/news/story-{paper.slug()}.html", f"/old/{paper.slug()}", f"/{paper.slug()}.php?id=7&lang=en", f"/shop/{paper.slug()}/", "/wp-content/x"]
    ended = process(database, pages | {path: paper.not_found(path) for path in missing}, learned, rng)
    assert {path for path, kind in ended.items() if kind is Kind.GONE} == set(missing)


@pytest.mark.slow
def test_the_order_of_pages_does_not_matter(database: Database, tmp_path: Path) -> None:
    paper = Paper(8, "latin")
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    pages |= {path: paper.not_found(path) for path in ("/a/x", "/b/y", "/c/z", "/d/w")}
    first = process(database, pages, learned, random.Random(1), batch=3)
    with Database.open(tmp_path / "another") as another:
        assert process(another, pages, learned, random.Random(2), batch=70) == first
    assert sum(kind is Kind.GONE for kind in first.values()) == 4


@pytest.mark.slow
def test_two_are_chance_and_numbers_are_no_difference(database: Database) -> None:
    paper = Paper(9, "latin")
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    few = {path: paper.not_found(path) for path in ("/a/x", "/b/y")}
    same = {f"/calendar/2026/{n}": paper.log_in() for n in range(9)} | {f"/search?q={paper.slug()}": paper.log_in() for _ in range(3)}
    assert Kind.GONE not in process(database, pages | few | same, learned, random.Random(1)).values()


@pytest.mark.slow
def test_a_wall_before_much_of_the_site_is_no_not_found_page(database: Database) -> None:
    paper = Paper(10, "latin")
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    walled = {path: paper.log_in() if n % 2 else html for n, (path, html) in enumerate(pages.items())}
    process(database, walled, learned, random.Random(1))
    ended = {state.url.removeprefix(f"https://{HOST}"): state.kind for state in FrontierView(database).urls(HOST)}
    assert {ended[path] for n, path in enumerate(pages) if n % 2} == {Kind.EMPTY}, "nothing of the wall is indexed, and nothing leaves the index"
    assert Kind.GONE not in ended.values()


@pytest.mark.slow
def test_a_wall_that_a_small_run_meets_is_no_not_found_page(database: Database) -> None:
    """A recrawl asks for a fifth of the site: all of it is walled; then of another fifth a quarter is gone."""
    paper, rng = Paper(10, "latin"), random.Random(1)
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    process(database, pages, learned, rng)
    stories = [path for path in pages if path.startswith("/news/")]
    walled = process(database, dict.fromkeys(stories[:10], paper.log_in()), learned, rng)
    assert set(walled.values()) == {Kind.EMPTY}, "no document leaves the index"
    some = {path: paper.not_found(path) if number < 9 else pages[path] for number, path in enumerate(stories[10:])}
    assert Counter(process(database, some, learned, rng).values()) == {Kind.GONE: 9, Kind.CLEANED: 21}


@pytest.mark.slow
def test_a_story_that_goes_and_comes_back(database: Database) -> None:
    paper, rng = Paper(11, "latin"), random.Random(1)
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    stories = [path for path in pages if path.startswith("/news/")][:4]
    assert {process(database, pages, learned, rng)[path] for path in stories} == {Kind.CLEANED}
    taken = process(database, {path: paper.not_found(path) for path in stories}, learned, rng)
    assert set(taken.values()) == {Kind.GONE}
    assert set(process(database, {path: pages[path] for path in stories}, learned, rng).values()) == {Kind.CLEANED}
    again = {path: paper.not_found(path) for path in stories[:2]}
    assert Kind.GONE not in process(database, again, learned, rng).values(), "those that say something again are no evidence"


@pytest.mark.slow
def test_what_a_bare_page_is() -> None:
    paper = Paper(12, "latin")
    pages = paper.site()
    model = learn(HOST, [read(path, html) for path, html in pages.items()]).model
    one, other = (read(path, paper.not_found(path)) for path in ("/a/tram", "/b/depot"))
    first, second = bare_page(one.page, one.url, model), bare_page(other.page, other.url, model)
    assert first is not None
    assert second is not None
    assert (first.mark == second.mark, first.shape == second.shape) == (True, False)
    story = next(read(path, html) for path, html in pages.items() if path.startswith("/news/"))
    assert bare_page(story.page, story.url, model) is None
    nothing = read("/x", paper.page("", ""))
    assert bare_page(nothing.page, nothing.url, model) is None
    assert story_shape("https://a.example/2026/x?b=1") == story_shape("https://a.example/1999/x?b=2")


@pytest.mark.slow
def test_a_short_story_under_several_addresses_stays(database: Database) -> None:
    """Its print and mobile versions, and what states when it was published or who wrote it, under any address."""
    paper, rng = Paper(14, "latin"), random.Random(14)
    pages = paper.site()
    learned = learn(HOST, [read(path, html) for path, html in pages.items()])
    title, line, slug = paper.ink.words(5), paper.ink.sentence(), paper.slug()
    brief = paper.page(title, f"<h1>{title}</h1><p>{line}</p>")
    versions = {f"{before}{slug}{after}": brief for before, after in [("/", ".html"), ("/print/", ""), ("/m/", ".html"), ("/", "/amp")]}
    title, line = paper.ink.words(5), paper.ink.sentence()
    signed = paper.page(title, f"<h1>{title}</h1><p>{line} <time itemprop=datePublished datetime=2026-03-04>4 March</time></p>")
    copies = {f"/{paper.slug()}": signed for _ in range(4)}
    assert Kind.GONE not in process(database, pages | versions | copies, learned, rng).values()


@pytest.mark.parametrize(("min_urls", "max_share"), [(1, 0.5), (3, 0.0), (3, 1.5)])
def test_ranges(min_urls: int, max_share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        Soft404Params(min_urls, max_share)


SITES = [("sites", "wyofile"), ("sites", "globaloffensive"), ("sites_hard", "serbianblog_ru")]
"""The smallest, and the one with most pages of which others show as much."""


@pytest.mark.shared
@pytest.mark.parametrize(("folder", "name"), SITES)
def test_real_sites_have_none_by_chance(folder: str, name: str, shared: Path, tmp_path: Path) -> None:
    archive = shared / folder / name / "site.warc.gz"
    sample: list[Sampled] = []
    for entry in select(scan([str(archive)], tmp_path)):
        if isinstance(entry, Entry):
            try:
                page = read_page(load(entry))
            except PageError:
                continue
            sample.append(Sampled(page, page.url, partial(extracted, page)))
    model = learn(name, sorted(sample, key=lambda one: drawn(one.url))[:300]).model
    assert most_alike(sample, model) < Soft404Params().min_urls


def most_alike(sample: Sequence[Sampled], model: SiteModel) -> int:
    """Of how many dissimilar addresses the bare page is that most show."""
    shapes: dict[bytes, set[bytes]] = {}
    for one in sample:
        bare = bare_page(one.page, one.url, model)
        if bare is not None:
            shapes.setdefault(bare.mark, set()).add(bare.shape)
    return max(map(len, shapes.values()), default=0)


def test_a_crawl_tells_them_and_leaves_them_out_of_the_index(winnow: Callable[..., Ended], tmp_path: Path) -> None:
    paper = Paper(13, "latin")
    pages = paper.site()
    dead = [f"/news/{paper.slug()}.html", f"/old/{paper.slug()}", f"/{paper.slug()}", f"/shop/{paper.slug()}/"]
    links = "".join(f"<p><a href={path}>{paper.ink.words(4)}</a></p>" for path in [*pages, *dead])
    pages["/"] = paper.page("", links)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            found = pages.get(self.path)
            body = (paper.not_found(self.path) if found is None else found).encode()
            self.send_response(404 if self.path == "/robots.txt" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        ended = winnow("crawl", url, "--home", tmp_path, "--allow-private", "--delay", "0", "--json")
        server.shutdown()
    assert ended.code == 0, ended.err
    with Database.open(tmp_path) as database:
        last = {state.url.removeprefix(url): (state.kind, state.ending.reason) for state in FrontierView(database).urls(url[7:-1])}
    missing = {path.lstrip("/") for path in dead} | {href.lstrip("/") for href in re.findall(r"href=(/a\d[\w-]*)", "".join(pages.values()))}
    assert {path for path, (kind, _) in last.items() if kind is Kind.GONE} <= missing
    assert {path.lstrip("/") for path in dead} <= {path for path, (kind, _) in last.items() if kind is Kind.GONE}
    assert all(reason.startswith("soft 404") for kind, reason in last.values() if kind is Kind.GONE)
    assert sum(kind is Kind.INDEXED for kind, _ in last.values()) >= 40
