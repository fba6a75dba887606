"""Simulates the revisit policy on invented sites without HTTP, HTML or a database, which is fast enough for many seeds.

    python -m benchmarks.revisit_simulation [--days 12] [--seeds 1 2 3] [--site NAME …] [--budget 1.5 2.2 3 5] [--policy winnow known …]

Policy, run, observations and history are those of `winnow recrawl`; the contents of pages are passed to them as values (`Listing`).
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from benchmarks.revisit_baselines import POLICIES, policy_of
from demo.newsroom import Newsroom, Piece
from demo.newsroom_server import Hit
from harness.recrawl import SITES, STEP, Score, score
from indexer.outcome import Ending, Kind
from indexer.page.metadata import Metadata
from indexer.page.parse import parse
from workers.frontier.unprocessed_visits import Visited
from workers.history.site_history import KnownPage, PageKind, SiteHistory
from workers.observations import observer, page_observations
from workers.reading.captured_page import CapturedPage
from workers.reading.feeds import Feed, FeedEntry
from workers.reading.teaser import Listing, Teaser, text_hash
from workers.recrawl.run_state import RunState
from workers.recrawl.run_steps import RunSteps
from workers.recrawl.unplanned_visits import record_unplanned_visits
from workers.revisit.policy import RevisitPolicyParams

HOST = "https://news.example"
_PAGE, _FEED = 20, 40
_ARTICLE = re.compile(r"/(?:[a-z]+/)?(?:\d{4}/\d\d/\d\d/)?story-of-the-day-(\d+)(?:\.html|/)")
_LIST = re.compile(r"/(?:desk/)?([a-z]+)/(?:([a-z]+)/)?(?:\?page=(\d+))?")


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a page: its listing, and its true kind, story number and version."""

    kind: PageKind
    listing: Listing
    number: int = -1
    version: int = 0
    url: str = f"{HOST}/"
    encoding: str = "utf-8"

    @property
    def metadata(self) -> Metadata:
        """The metadata of the page."""
        return self.listing.metadata


class Site:
    """The pages of a newsroom at a moment, as values."""

    def __init__(self, room: Newsroom) -> None:
        self.room, self.now, self.log = room, room.start, list[Hit]()

    def url(self, piece: Piece) -> str:
        name = f"story-of-the-day-{piece.number}"
        new = self.room.habits.moves and self.room.modern(piece.published)
        if self.room.habits.slugs != new:
            return f"{HOST}/{piece.published:%Y/%m/%d}/{name}/"
        return f"{HOST}/{piece.section}/{name}.html"

    def section(self, name: str) -> str:
        return f"{HOST}/desk/{name}/" if self.room.modern(self.now) and self.room.habits.moves else f"{HOST}/{name}/"

    def request(self, url: str) -> tuple[int, str, PageContent | Feed | None]:
        """Return status, redirect target and content of a URL; log the request."""
        status, target, shown = self._respond(url.removeprefix(HOST))
        number, version = (shown.number, shown.version) if isinstance(shown, PageContent) else (-1, 0)
        if match := _ARTICLE.fullmatch(url.removeprefix(HOST)):
            number = int(match[1])
        self.log.append(Hit(self.now, url.removeprefix(HOST), status, number, version))
        return status, target, shown

    def _respond(self, path: str) -> tuple[int, str, PageContent | Feed | None]:
        fixed = self._fixed(path)
        if fixed is not None:
            return 200, "", fixed
        if match := _ARTICLE.fullmatch(path):
            return self._article(path, int(match[1]))
        if match := re.fullmatch(r"/tag/([a-z0-9-]+)/", path):
            return self._found(path, self.room.online(self.now, tag=match[1]))
        if match := re.fullmatch(r"/archive/([0-9-]+)/", path):
            return self._found(path, self.room.online(self.now, day=match[1]))
        if (match := _LIST.fullmatch(path)) and self.room.has(match[1], self.now):
            return self._of_section(path, match[1], match[2] or "", int(match[3] or 1))
        return 404, "", None

    def _fixed(self, path: str) -> PageContent | Feed | None:
        habits = self.room.habits
        if path == "/":
            return self._front()
        if path == "/feed.xml" and habits.feed:
            return self._entries(self.room.online(self.now)[:_FEED], sitemap=False)
        if path == "/news-sitemap.xml" and habits.sitemap:
            return self._entries([p for p in self.room.online(self.now) if (self.now - p.published).days < 2], sitemap=True)
        if path in ("/about/", "/contact/"):
            return PageContent(PageKind.OTHER, Listing(tuple(self._frame()), {1: 90}, _metadata()))
        return None

    def _found(
        self, path: str, pieces: Sequence[Piece], number: int = 1, desks: Sequence[str] = ()
    ) -> tuple[int, str, PageContent | None]:
        return (404, "", None) if len(pieces) <= (number - 1) * _PAGE else (200, "", self._list(path, pieces, number, desks))

    def _of_section(self, path: str, name: str, desk: str, number: int) -> tuple[int, str, PageContent | None]:
        habits, proper = self.room.habits, self.section(name).removeprefix(HOST) + (f"{desk}/" if desk else "")
        if path.partition("?")[0] != proper:
            return 301, HOST + proper, None
        if desk and desk not in habits.desks_of(name):
            return 404, "", None
        pieces = self.room.online(self.now, section=name, desk=desk if desk or not habits.gathered else None)
        desks = [f"{self.section(name)}{one}/" for one in habits.desks_of(name)]
        if not pieces and number == 1:
            return 200, "", self._list(proper, pieces, number, desks)
        return self._found(proper, pieces, number, desks)

    def _entries(self, pieces: Iterable[Piece], *, sitemap: bool) -> Feed:
        made = [FeedEntry(self.url(p), f"Story {p.number}", p.published.timestamp(), p.modified(self.now).timestamp()) for p in pieces]
        return Feed(sitemap, tuple(made))

    def _teaser(self, piece: Piece, box: str, place: int = 0) -> Teaser:
        version = piece.version(self.now) if self.room.habits.hints else 0
        odd = bool(version and piece.number % 2)
        headline = f"Story of the day number {piece.number}" + (" – what we know" if odd else "")
        text = text_hash(f"{piece.number} {version if self.room.habits.dated else 0} {odd}")
        return Teaser(self.url(piece), headline, text, text_hash(f"{piece.number} {odd}"), box, place, heading=True)

    def _links(self, targets: Iterable[str], box: str) -> list[Teaser]:
        return [Teaser(url, "Name", text_hash(url), text_hash(url), box) for url in targets]

    def _frame(self) -> list[Teaser]:
        style = "v2" if self.room.modern(self.now) else ""
        menu = self._links((self.section(name) for name in self.room.sections(self.now)), f"{style}nav>ul")
        day, recent = f"{self.now:%Y-%m-%d}", self.room.online(self.now)[:60]
        drawn = Random(f"{self.room.seed}/{len(self.log)}").sample(recent, min(5, len(recent)))
        read = [self._teaser(piece, f"{style}aside>ol") for piece in drawn]
        return [*menu, *read, *self._links([f"{HOST}/about/", f"{HOST}/contact/", f"{HOST}/archive/{day}/"], f"{style}footer")]

    def _front(self) -> PageContent:
        style, newest = "v2" if self.room.modern(self.now) else "", self.room.online(self.now)
        teasers = [self._teaser(piece, f"{style}main") for piece in newest[: self.room.habits.front]]
        for place, name in enumerate(self.room.sections(self.now) if self.room.habits.blocks else ()):
            teasers += [self._teaser(piece, f"{style}main>section", place) for piece in newest if piece.section == name][:3]
        return PageContent(PageKind.LIST, Listing((*teasers, *self._frame()), {}, _metadata(feed=self.room.habits.feed)))

    def _list(self, path: str, pieces: Sequence[Piece], number: int = 1, desks: Sequence[str] = ()) -> PageContent:
        style = "v2" if self.room.modern(self.now) else ""
        teasers = [self._teaser(piece, f"{style}main") for piece in pieces[(number - 1) * _PAGE : number * _PAGE]]
        if number * _PAGE < len(pieces):
            teasers += self._links([f"{HOST}{path}?page={number + 1}"], f"{style}main>p")
        listing = Listing((*teasers, *self._links(desks, f"{style}desks"), *self._frame()), {}, _metadata(feed=self.room.habits.feed))
        return PageContent(PageKind.LIST, listing)

    def _article(self, path: str, number: int) -> tuple[int, str, PageContent | None]:
        piece = self.room.pieces[number] if number < len(self.room.pieces) else None
        if piece is None or piece.published > self.now or self.url(piece) != HOST + path:
            return 404, "", None
        if not piece.online(self.now):
            return 410 if number % 2 else 404, "", None
        version = piece.version(self.now)
        own = {number * 100 + one: 400 for one in range(version + 1)}
        links = self._links([f"{HOST}/tag/{tag}/" for tag in piece.tags], "tags")
        others = [other for other in self.room.online(self.now, section=piece.section) if other.number != number][:4]
        links += [self._teaser(other, "more") for other in others]
        stated = piece.published.isoformat() if self.room.habits.dated and not self.room.habits.terse else ""
        return 200, "", PageContent(PageKind.ARTICLE, Listing((*links, *self._frame()), own, _metadata(stated)), number, version)


@lru_cache(maxsize=4096)
def _metadata(published: str = "", *, feed: bool = False) -> Metadata:
    html = f'<meta property="article:published_time" content="{published}">' if published else ""
    html += '<link rel="alternate" type="application/atom+xml" href="/feed.xml">' if feed else ""
    return parse(f"<html><head>{html}</head><body><p>A story.</p></body></html>", HOST + "/").metadata


def simulate(
    room: Newsroom,
    params: RevisitPolicyParams,
    watch: Callable[[SiteHistory, datetime], None] = lambda *_: None,
    policy: str = "winnow",
) -> Score:
    """Crawl the site, then recrawl it every step to the end of the simulation."""
    site, history = Site(room), SiteHistory("news.example")
    originals = observer.read_listing, page_observations.read_listing
    observer.read_listing = page_observations.read_listing = lambda page: page.listing
    try:
        _crawl(site, history)
        first = len(site.log)
        last_rules = site.now
        while site.now + STEP <= room.end:
            site.now += STEP
            run = RunState(site.now.timestamp())
            if (site.now - last_rules).days:
                last_rules = site.now
                run.rules.append(f"{HOST}/robots.txt")
                site.log.append(Hit(site.now, "/robots.txt", 200, -1, 0))
            with policy_of(policy, room):
                _run(site, history, run, params)
            watch(history, site.now)
    finally:
        observer.read_listing, page_observations.read_listing = originals
    return score(room, site.log, first)


def _crawl(site: Site, history: SiteHistory) -> None:
    known, wave, visits = {f"{HOST}/": None}, [f"{HOST}/"], list[tuple[Visited, Any]]()
    while wave:
        following: dict[str, None] = {}
        for url in wave:
            visited, content = _visit(site, url)
            visits.append((visited, content))
            if isinstance(content, CapturedPage):
                following.update(dict.fromkeys(t.url for t in content.page.listing.teasers if t.url not in known))  # type: ignore[attr-defined]
        known.update(following)
        wave = list(following)
    contents = {visited.url: content for visited, content in visits}
    record_unplanned_visits(history, [visited for visited, _ in visits], lambda v: contents[v.url], _typed)
    if site.room.habits.sitemap:
        history.put(KnownPage(f"{HOST}/news-sitemap.xml", PageKind.SITEMAP, found=site.now.timestamp()))


def _typed(page: Any) -> PageKind:
    kind: PageKind = page.kind
    return kind


def _visit(site: Site, url: str) -> tuple[Visited, CapturedPage | Feed | None]:
    status, target, shown = site.request(url)
    kind = Kind.REDIRECT if target else Kind.GONE if status in (404, 410) else Kind.FETCHED
    ending = Ending(kind, target=target, status=status) if target else Ending(kind)
    content = CapturedPage(shown) if isinstance(shown, PageContent) else shown  # type: ignore[arg-type]
    return Visited(0, 0, url, site.now.timestamp(), status, ending), content


def _run(site: Site, history: SiteHistory, run: RunState, params: RevisitPolicyParams) -> None:
    contents: dict[str, CapturedPage | Feed | None] = {}
    steps = RunSteps(history, run, lambda visited: contents[visited.url], _typed, {"news.example"}, params)
    requested = steps.start()
    while True:
        for url in requested:
            visited, contents[url] = _visit(site, url)
            steps.record(visited)
        before = run.articles
        requested = steps.next(0)
        if not requested and before:
            break
    run.log_requests(history)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--days", type=float, default=12)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--site", action="append", choices=list(SITES))
    parser.add_argument("--budget", type=float, nargs="+", default=[RevisitPolicyParams().budget])
    parser.add_argument("--policy", nargs="+", choices=POLICIES, default=["winnow"])
    options = parser.parse_args()
    for name, budget, policy in product(options.site or SITES, options.budget, options.policy):
        for seed in options.seeds:
            begun = time.process_time()
            s = simulate(Newsroom(seed, options.days, SITES[name]), replace(RevisitPolicyParams(), budget=budget), policy=policy)
            _print(f"{name:14} {policy:11} {budget:4.2f} {seed:3}", s, time.process_time() - begun)


def _print(name: str, s: Score, seconds: float) -> None:
    print(
        f"{name}  found {s.found:4}/{s.published:4} {s.found / s.published:6.1%}  requests/new {s.requests / max(s.found, 1):5.2f}  "
        f"delay {s.delay:4.1f} h  updates {s.updates:4.0%} ({s.updates_old:4.0%})  deletions {s.deletions:4.0%} ({s.deletions_old:4.0%})  "
        f"revisits {s.revisits:4} unchanged {s.unchanged_revisits:4}  worst day {s.worst_day:4.0%}  {seconds:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
