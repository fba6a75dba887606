"""Publishing sites on a simulated clock, and how much of what they do a recrawl finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from demo.newsroom import Newsroom
from demo.newsroom_habits import NIGHT_HOURS, SECTIONS, Habits
from demo.newsroom_pages import answer
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
"""Twelve pages of parts beside eight of sections."""

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
    """What a log says of a crawler."""

    published: int
    found: int
    requests: int
    delay: float
    updates: float
    updates_old: float
    deletions: float
    deletions_old: float
    section: float
    again: int
    useless: int
    worst_day: float


def score(room: Newsroom, log: Sequence[Hit], first: int) -> Score:
    """Judge a log, of which the first `first` requests were the crawl before the simulation."""
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
    again, useless = _again(log, first)
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
        again=again,
        useless=useless,
        worst_day=min(sum(day) / len(day) for day in days.values()),
    ) if served else Score(len(new), 0, len(after), float("inf"), 0, 0, 0, 0, float("nan"), 0, 0, 0)  # fmt: skip


def _again(log: Sequence[Hit], first: int) -> tuple[int, int]:
    """Articles asked for again, and those of them that were as they had been."""
    version: dict[int, int] = {}
    again = useless = 0
    for position, hit in enumerate(log):
        if hit.number < 0:
            continue
        if hit.number in version and position >= first:
            again += 1
            useless += hit.status in (200, 304) and hit.version == version[hit.number]
        version[hit.number] = hit.version
    return again, useless


def _share(seen: Iterable[bool]) -> float:
    values = list(seen)
    return sum(values) / len(values) if values else float("nan")


def _hours(span: timedelta) -> float:
    return span.total_seconds() / 3600


def focused(room: Newsroom, folder: Path, watch: Callable[[datetime], None] = lambda _: None, *, index: bool = False) -> Score:
    """Winnow's own recrawl; `index`: with all pages cleaned and indexed on the way, so that the site's model says what they are."""
    with NewsroomServer(room) as server:
        tick, site = lambda: server.now.timestamp(), site_key(server.url)
        with CrawlSession.open(_SETTINGS, Home(Settings(home=folder)), tick) as place:
            hosts = crawl_sites(place, [server.url]).hosts
            if index:
                place.index(hosts)
            update_histories(place, hosts)
        first = len(server.log)
        while server.now + STEP <= room.end:
            server.now += STEP
            with CrawlSession.open(_SETTINGS, Home(Settings(home=folder)), tick, is_scheduled=lambda _: True) as place:
                recrawl(place, site)
                if index:
                    place.index(hosts)
            watch(server.now)
        return score(room, server.log, first)


def by_hand(room: Newsroom, *, everything: bool) -> Score:
    """A crawler that knows the sections, or one that asks for all it knows; both without HTTP."""
    log: list[Hit] = []
    known: dict[str, None] = {}
    now = room.start

    def ask(path: str) -> list[str]:
        page = answer(room, path, now, len(log))
        log.append(Hit(now, path, page.status, page.number, page.version))
        return re.findall(r'href="(/[^"]*)"', page.body)

    def unknown(paths: Iterable[str]) -> list[str]:
        return [path for path in dict.fromkeys(paths) if path not in known and not path.startswith(("/archive/", "/calendar/"))]

    wave = ["/"]
    while wave:
        known.update(dict.fromkeys(wave))
        wave = unknown([link for path in wave for link in ask(path)])
    first = len(log)
    while now + STEP <= room.end:
        now += STEP
        moved = "/desk" if room.modern(now) and room.habits.moves else ""
        pages = [f"/{section}/{desk}" for section in room.sections(now) for desk in ("", *(f"{d}/" for d in room.habits.desks_of(section)))]
        lists = list(known) if everything else ["/", *(f"{moved}{page}" for page in pages)]
        for path in unknown([link for page in lists for link in ask(page)]):
            if everything or (path.rstrip("/").rpartition("/")[2].removesuffix(".html")[-1:].isdigit() and not path.startswith("/tag/")):
                known[path] = None
                ask(path)
    return score(room, log, first)
