"""The notes of a crawl: what a first look at a whole site leaves in its memory.

What a page is can be told best once all of them were seen, so the notes are worked out at the end. A crawl that is killed leaves none;
the next one reads the same pages from the archive.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from indexer import urls
from workers.fetch import Validator
from workers.listing import read_listing
from workers.memory_file import MemoryFile
from workers.page_kinds import KindModel, Look, kind_of, learn_kinds, look_at
from workers.plan_line import Why
from workers.robot_memory import remember_robots
from workers.robots import Robots
from workers.sightings import sightings_of, stated_time
from workers.site_memory import KnownPage, PageKind, Request, Sighting, SiteMemory
from workers.visits import PageText

_DAY = 86_400.0
_UNDATED_AGE, _FRONT_AGE = 7 * _DAY, _DAY / 2
"""How old an article counts that does not say: what stands on the front page is young."""
_FEED_PLACES = ("/sitemap.xml", "/feed/", "/rss.xml")
"""Where a site that names no feed and no sitemap may have one; each is asked once."""


class _Note(NamedTuple):
    look: Look
    validator: Validator
    at: float
    published: float
    feeds: tuple[str, ...]
    sightings: Mapping[str, Sighting]


class CrawlNotes:
    """A crawl's notebook (`workers.loop.Notebook`).

    Parameters
    ----------
    file : MemoryFile

    Attributes
    ----------
    files : list of Path
        What the crawl wrote.
    """

    def __init__(self, file: MemoryFile) -> None:
        self._file = file
        self._notes: dict[str, dict[str, _Note]] = defaultdict(dict)
        self._rules: dict[str, list[tuple[str, Robots]]] = defaultdict(list)
        self._known: dict[str, dict[str, float]] = {}
        self.files: list[Path] = []

    def page(self, url: str, page: PageText, validator: Validator, at: float) -> None:
        """Note a page that is not known from as late a visit."""
        if at <= self._visited(url):
            return
        listing = read_listing(page.text, url)
        self._notes[urls.site_key(url)][url] = _Note(
            look_at(listing, url), validator, at, stated_time(listing.metadata, url, at), listing.metadata.feeds,
            sightings_of(listing.teasers, at),
        )  # fmt: skip

    def _visited(self, url: str) -> float:
        site = urls.site_key(url)
        if site not in self._known:
            self._known[site] = {page.url: page.visited for page in self._file.load(site).pages.values()}
        return self._known[site].get(url, -1.0)

    def robots(self, url: str, rules: Robots) -> None:
        """Note an origin's rules."""
        self._rules[urls.site_key(url)].append((url, rules))

    def written(self, files: Sequence[Path]) -> None:
        """Note the files that the crawl began."""
        self.files.extend(files)

    def save(self) -> None:
        """Work the notes out and store them, site by site."""
        for site, notes in sorted(self._notes.items()):
            memory = self._file.load(site)
            now = max(note.at for note in notes.values())
            _remember(memory, notes, now)
            for url, rules in self._rules[site]:
                remember_robots(memory, url, rules, now)
            _guess_feeds(memory, notes, now)
            self._file.save(memory, now)


def _remember(memory: SiteMemory, notes: Mapping[str, _Note], now: float) -> None:
    """Pages with their kinds, lists with what they show; a page known from a later visit stays as it is."""
    fresh = {url: note for url, note in notes.items() if url not in memory.pages or memory.pages[url].visited < note.at}
    pages = [KnownPage(url, visited=note.at, blocks=note.look.blocks, boxes=note.look.boxes) for url, note in fresh.items()]
    model = learn_kinds([*pages, *memory.pages.values()])
    kinds = {url: _kind(note.look, model) for url, note in fresh.items()}
    young = {target for url, note in fresh.items() if urls.is_front_page(url) for target in note.sightings}
    for url, note in sorted(fresh.items()):
        known = memory.pages.get(url)
        kind = known.kind if known is not None and known.visits else kinds[url]
        guessed = note.at - (_FRONT_AGE if url in young else _UNDATED_AGE)
        found = known.found if known else guessed if kind is PageKind.ARTICLE else note.at
        page = KnownPage(
            url, kind, found, note.at, note.published, (known.visits if known else 0) + 1, note.validator, note.look.blocks, note.look.boxes
        )
        memory.put(page)
        memory.log([Request(url, note.at, kind, Why.CRAWL, known.visited if known else 0.0, "same" if known else "new", born=page.birth)])
        if kind is PageKind.LIST:
            memory.see(url, note.sightings)
    memory.requests.sort(key=lambda request: (request.at, request.url))
    for address in _feeds(fresh):
        if address not in memory.pages and urls.site_key(address) == memory.site:
            memory.put(KnownPage(address, PageKind.FEED, found=now))


def _kind(look: Look, model: KindModel) -> PageKind:
    return PageKind.LIST if urls.is_front_page(look.url) else kind_of(look, model)


def _feeds(notes: Mapping[str, _Note]) -> Iterable[str]:
    """The feeds that lists name; those of single articles are their comments."""
    named: dict[str, int] = defaultdict(int)
    for url, note in notes.items():
        for written in note.feeds:
            if address := urls.resolve(url, written):
                named[address] += 1
    return sorted(address for address, number in named.items() if number > 1 or len(notes) < 3)


def _guess_feeds(memory: SiteMemory, notes: Mapping[str, _Note], now: float) -> None:
    """Take note of the usual places where the site names neither feed nor sitemap."""
    if any(page.kind in (PageKind.FEED, PageKind.SITEMAP) for page in memory.pages.values()):
        return
    start = min(notes, key=lambda url: (len(url), url))
    for place in _FEED_PLACES:
        address = urls.resolve(start, place)
        if address is not None and address not in memory.pages:
            kind = PageKind.SITEMAP if "sitemap" in place else PageKind.FEED
            memory.put(KnownPage(address, kind, found=now))
