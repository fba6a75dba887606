"""Simulated publishing sites, and the share of their news, changes and deletions that a recrawl finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from demo.newsroom import Newsroom
from demo.newsroom_habits import NIGHT_HOURS, SECTIONS, Habits
from demo.newsroom_pages import respond
from demo.newsroom_server import Hit, NewsroomServer
from indexer.home import Home
from indexer.settings import Settings
from indexer.urls import site_key
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.recrawl.recrawl import recrawl, update_histories

STEP = timedelta(hours=4)

_GRACE = timedelta(days=1)

_SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0), max_pages=5_000)

_DESKS = {"politics": 3, "sport": 3, "business": 2, "city": 2, "culture": 1, "science": 1}
"""Number of desk pages by section: twelve, beside eight section pages."""

SITES: dict[str, Habits] = {
    "helpful": Habits(),
    "plain": Habits(feed=False, sitemap=False, validators=False, hints=False, dated=False),
    "no-feed": Habits(feed=False, sitemap=False),
    "quiet": Habits(feed=False, sitemap=False, hints=False),
    "small-front": Habits(feed=False, sitemap=False, front=6, blocks=False),
    "moves": Habits(feed=False, moves=True, slugs=False),
    "terse": Habits(feed=False, sitemap=False, terse=True, validators=False),
    "wide": Habits(feed=False, sitemap=False, validators=False, hints=False, front=10, blocks=False, desks=_DESKS, evenly=True,
                   update_hours=36.0, delete_hours=36.0),
    "early": Habits(feed=False, sitemap=False, hints=False, front=12, desks=_DESKS, update_hours=2.5, delete_hours=6.0),
    "scattered": Habits(feed=False, sitemap=False, hints=False, front=12, desks=_DESKS, gathered=False),
    "even": Habits(sections=dict.fromkeys(SECTIONS, 7.5), sitemap=False, updated=0.2, deleted=0.1),
    "bursts": Habits(feed=False, sitemap=False, hints=False, bursts=1.0),
    "night-shifts": Habits(feed=False, sitemap=False, hints=False, hours=NIGHT_HOURS),
    "weekly-columns": Habits(sections={**SECTIONS, "travel": 28.0, "letters": 21.0, "science": 21.0}, feed=False, sitemap=False,
                             hints=False, columns={"travel": 5, "letters": 6, "science": 3}, opens=None, closes=None),
    "late-edits": Habits(feed=False, sitemap=False, hints=False, update_hours=336.0, archive_days=40),
    "mass-deletions": Habits(feed=False, sitemap=False, hints=False, purged=5.3),
}


@dataclass(frozen=True, slots=True)
class Score:
    """Figures of a crawler, computed from the server's log."""

    published: int
    found: int
    requests: int
    delay: float
    updates: float
    updates_old: float
    deletions: float
    deletions_old: float
    section: float
    revisits: int
    unchanged_revisits: int
    worst_day: float


def score(room: Newsroom, log: Sequence[Hit], first: int) -> Score:
    """Compute the figures of a log; its first `first` requests belong to the crawl before the simulation."""
    after = log[first:]
    fetched: dict[int, list[Hit]] = {}
    for hit in log:
        if hit.number >= 0:
            fetched.setdefault(hit.number, []).append(hit)
    last = after[-1].at
    new = [p for p in room.pieces if room.start < p.published <= last - STEP and (p.deleted is None or p.deleted > p.published + STEP)]
    delays = {p.number: _hours(fetched[p.number][0].at - p.published) for p in new if p.number in fetched}
    served = {hit.number for hit in after if hit.status == 200 and room.pieces[max(hit.number, 0)].published > room.start}
    updates = [(p.number, at) for p in room.pieces for at in p.updates if at > room.start and p.number in fetched and at <= last]
    gone = [(p.number, p.deleted) for p in room.pieces if p.deleted and room.start < p.deleted <= last and p.number in fetched
            and fetched[p.number][0].at < p.deleted]  # fmt: skip
    seen_update = {(n, at): any(h.at >= at and h.status == 200 for h in fetched[n]) for n, at in updates}
    seen_gone = {(n, at): any(h.at >= at and h.status in (404, 410) for h in fetched[n]) for n, at in gone}
    sections = [h.at for h in after if re.fullmatch(r"/(?:desk/)?climate/", h.path) and h.status == 200]
    revisits, unchanged_revisits = _revisits(log, first)
    days: dict[int, list[bool]] = {}
    for p in new:
        days.setdefault((p.published - room.start).days, []).append(p.number in delays and delays[p.number] <= 24)
    return Score(
        published=len(new),
        found=len(delays),
        requests=len(after),
        delay=median(delays.values()) if delays else float("inf"),
        updates=_share(seen_update.values()),
        updates_old=_share(seen for (_, at), seen in seen_update.items() if at <= last - _GRACE),
        deletions=_share(seen_gone.values()),
        deletions_old=_share(seen for (_, at), seen in seen_gone.items() if at <= last - _GRACE),
        section=_hours(sections[0] - room.opened) if sections and room.opened else float("nan"),
        revisits=revisits,
        unchanged_revisits=unchanged_revisits,
        worst_day=min(sum(day) / len(day) for day in days.values()),
    ) if served else Score(len(new), 0, len(after), float("inf"), 0, 0, 0, 0, float("nan"), 0, 0, 0)  # fmt: skip


def _revisits(log: Sequence[Hit], first: int) -> tuple[int, int]:
    """Return the number of revisits of articles, and of those that found no change."""
    version: dict[int, int] = {}
    revisits = unchanged_revisits = 0
    for position, hit in enumerate(log):
        if hit.number < 0:
            continue
        if hit.number in version and position >= first:
            revisits += 1
            unchanged_revisits += hit.status in (200, 304) and hit.version == version[hit.number]
        version[hit.number] = hit.version
    return revisits, unchanged_revisits


def _share(seen: Iterable[bool]) -> float:
    values = list(seen)
    return sum(values) / len(values) if values else float("nan")


def _hours(span: timedelta) -> float:
    return span.total_seconds() / 3600


def run_recrawl(room: Newsroom, folder: Path, watch: Callable[[datetime], None] = lambda _: None, *, index: bool = False) -> Score:
    """Run Winnow's recrawl on a site; `index` also cleans and indexes all pages, so that the site's model determines their types."""
    with NewsroomServer(room) as server:
        clock, site = lambda: server.now.timestamp(), site_key(server.url)
        with CrawlSession.open(_SETTINGS, Home(Settings(home=folder)), clock) as session:
            hosts = crawl_sites(session, [server.url]).hosts
            if index:
                session.index(hosts)
            update_histories(session, hosts)
        first = len(server.log)
        while server.now + STEP <= room.end:
            server.now += STEP
            with CrawlSession.open(_SETTINGS, Home(Settings(home=folder)), clock, is_scheduled=lambda _: True) as session:
                recrawl(session, site)
                if index:
                    session.index(hosts)
            watch(server.now)
        return score(room, server.log, first)


def run_baseline(room: Newsroom, *, everything: bool) -> Score:
    """Run a baseline crawler without HTTP: it requests the front page and section pages in each step, or everything it knows."""
    log: list[Hit] = []
    known: dict[str, None] = {}
    now = room.start

    def request(path: str) -> list[str]:
        page = respond(room, path, now, len(log))
        log.append(Hit(now, path, page.status, page.number, page.version))
        return re.findall(r'href="(/[^"]*)"', page.body)

    def unknown(paths: Iterable[str]) -> list[str]:
        return [path for path in dict.fromkeys(paths) if path not in known and not path.startswith(("/archive/", "/calendar/"))]

    wave = ["/"]
    while wave:
        known.update(dict.fromkeys(wave))
        wave = unknown([link for path in wave for link in request(path)])
    first = len(log)
    while now + STEP <= room.end:
        now += STEP
        moved = "/desk" if room.modern(now) and room.habits.moves else ""
        pages = [f"/{section}/{desk}" for section in room.sections(now) for desk in ("", *(f"{d}/" for d in room.habits.desks_of(section)))]
        lists = list(known) if everything else ["/", *(f"{moved}{page}" for page in pages)]
        for path in unknown([link for page in lists for link in request(page)]):
            if everything or (path.rstrip("/").rpartition("/")[2].removesuffix(".html")[-1:].isdigit() and not path.startswith("/tag/")):
                known[path] = None
                request(path)
    return score(room, log, first)
