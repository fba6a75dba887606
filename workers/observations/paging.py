"""What lists are believed to show now: what they showed last, less what new articles pushed off their ends, which then stands on
their next pages.

A list with pages is one list. Its order is known from what its first page showed over the days, so that a page
further on need not have been seen lately to know what should stand there, or what is missing there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.store.url_lifecycle import Life
from workers.history.site_history import HOUR, PageKind, Sighting, SiteHistory
from workers.observations.hints import longest_run
from workers.observations.list_membership import ListMembership, is_live_article, main_box
from workers.reading.pagination import next_page

_NUMBER = re.compile(r"[2-9]|1\d")
_PAGES = 8
"""Pages of one list that are followed."""
_MATCHES = 4
"""Articles known from the first page that a later page has to show to be compared with it."""


@dataclass(frozen=True, slots=True)
class Series:
    """A list with its following pages.

    Parameters
    ----------
    pages : tuple of str
        At least one.
    box : str
        The box that goes on from page to page.
    size : int
        Articles that a page has in this box.
    order : tuple of str
        The live articles of the box on all pages, as far as known, the newest first.
    rate : float
        Articles an hour that push it on.
    """

    pages: tuple[str, ...]
    box: str
    size: int
    order: tuple[str, ...]
    rate: float

    def shown(self, page: int, pushed: float) -> tuple[str, ...]:
        """What stands on a page, counted from 0, after so many new articles.

        >>> series = Series(("/", "/2"), "main", 2, ("a", "b", "c", "d", "e"), 1.0)
        >>> series.shown(0, 1.0), series.shown(1, 1.0)
        (('a',), ('b', 'c'))
        """
        begin = page * self.size - round(pushed)
        return self.order[max(begin, 0) : max(begin + self.size, 0)]


def expected_shown(history: SiteHistory, now: float) -> dict[str, set[str]]:
    """By source the articles that it should show at a moment.

    Parameters
    ----------
    now : float
        UTC seconds, the present or later.
    """
    found: dict[str, set[str]] = {}
    belonging = ListMembership.of(history)
    for source, sightings in history.shown.items():
        page = history.pages.get(source)
        if page is not None and page.life is Life.LIVE and page.kind.source:
            new = belonging.newcomers(history, source) if page.kind is PageKind.LIST else []
            found[source] = set(_still_shown(sightings, new, max(now - page.visited, 0.0) / HOUR))
    for series in all_series(history):
        new = belonging.newcomers(history, series.pages[0])
        pushed = series.rate * max(now - history.pages[series.pages[0]].visited, 0.0) / HOUR
        full = replace(series, order=(*new, *series.order))
        for number, url in enumerate(series.pages[1:], 1):
            found[url] = set(full.shown(number, max(pushed - len(new), 0.0)))
    return found


def _still_shown(sightings: Mapping[str, Sighting], new: Sequence[str], hours: float) -> Iterable[str]:
    """What a source showed at its last visit and `new` in its largest box, less what new articles will have pushed off, box by box."""
    latest = max((s.last for s in sightings.values()), default=0.0)
    boxes: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for url, s in sightings.items():
        if s.last == latest:
            boxes[s.box].append((s.rank, url))
    largest = max(boxes, key=lambda name: (len(boxes[name]), name), default="")
    for box, members in boxes.items():
        known = new if box == largest else ()
        unknown = max(_rate(sightings, box) * hours - len(known), 0.0)
        yield from (*known, *(url for _, url in sorted(members)))[: max(len(members) - round(unknown), 0)]


def _rate(sightings: Mapping[str, Sighting], box: str) -> float:
    """Pages an hour that came into a box since the source was first seen."""
    first = min((s.first for s in sightings.values()), default=0.0)
    latest = max((s.last for s in sightings.values()), default=0.0)
    return sum(s.first > first for s in sightings.values() if s.box == box) / max((latest - first) / HOUR, 1.0)


def all_series(history: SiteHistory) -> list[Series]:
    """The lists that have a second page which is known."""
    key = ("series",)
    if key not in history.derived:
        history.derived[key] = _all_series(history)
    found: list[Series] = history.derived[key]
    return found


def _all_series(history: SiteHistory) -> list[Series]:
    following = {}
    for source, sightings in history.shown.items():
        page = history.pages.get(source)
        if page is not None and page.life is Life.LIVE and page.kind is PageKind.LIST:
            after = next_page(source, sightings)
            if after != source and after in history.shown and history.pages[after].life is Life.LIVE:
                following[source] = after
    heads = sorted(following.keys() - set(following.values()))
    found = (_series(history, head, following) for head in heads)
    return [series for series in found if series is not None]


def _series(history: SiteHistory, head: str, following: Mapping[str, str]) -> Series | None:
    pages = [head]
    while pages[-1] in following and following[pages[-1]] not in pages and len(pages) < _PAGES:
        pages.append(following[pages[-1]])
    _, members = main_box(history, head)
    if not members:
        return None
    box = next(iter(members.values())).box
    order = _in_order({url: s for url, s in history.shown[head].items() if s.box == box and is_live_article(history, url)})
    for page in pages[1:]:
        _insert(order, _in_order({url: s for url, s in history.shown[page].items() if s.box == box and is_live_article(history, url)}))
    return Series(tuple(pages), box, len(members), tuple(order), _rate(history.shown[head], box))


def _insert(order: list[str], further: Iterable[str]) -> None:
    """What only a later page showed takes its place behind what stood before it there."""
    places = {url: place for place, url in enumerate(order)}
    behind: dict[int, list[str]] = defaultdict(list)
    place = len(order) - 1
    for url in further:
        if url in places:
            place = places[url]
        else:
            behind[place].append(url)
    order[:] = [one for place, url in enumerate(order) for one in (url, *behind[place])]


def _in_order(sightings: Mapping[str, Sighting]) -> list[str]:
    """What a first page showed over the days, the newest first, without what left it while older articles stayed."""
    ordered = sorted(sightings, key=lambda url: (-sightings[url].first, -sightings[url].last, sightings[url].rank))
    leaving = sorted(range(len(ordered)), key=lambda place: (sightings[ordered[place]].last, -place))
    turn = {place: number for number, place in enumerate(leaving)}
    kept = longest_run([turn[place] for place in reversed(range(len(ordered)))])
    return [url for place, url in enumerate(ordered) if len(ordered) - 1 - place in kept]


def earlier(history: SiteHistory, url: str, after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """What a source showed before, to be compared with what it shows now (`workers.observations.hints.compare`).

    Parameters
    ----------
    url : str
        The source.
    after : mapping of str to Sighting
        What it shows now.

    Returns
    -------
    dict of str to Sighting
        Of a list's later page what the first page showed of the articles that should stand there now, in its order; else what
        the source itself showed at its last visit.
    """
    return _renamed(_earlier(history, url, after), after)


def _earlier(history: SiteHistory, url: str, after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    shown = history.shown.get(url, {})
    latest = max((s.last for s in shown.values()), default=0.0)
    own = {target: s for target, s in shown.items() if s.last == latest}
    series = next((one for one in all_series(history) if url in one.pages[1:]), None) if _NUMBER.search(url) else None
    if series is None:
        return own | _with_newcomers(history, url, after)
    first = history.shown[series.pages[0]]
    top = max(s.last for s in first.values())
    visits = sorted({s.first for s in first.values()} | {s.last for s in first.values()})
    passed = [target for target in series.order if target in first and first[target].last < top]
    here = {target: s for target, s in own.items() if s.box == series.box}
    if sum(target in after for target in passed) < _MATCHES:
        return _below_the_first(here, after)
    due = [target for target in passed if target in here or visits[bisect_right(visits, first[target].last)] > latest]
    return _below_the_first({t: replace(here.get(t, first[t]), rank=rank, box=series.box) for rank, t in enumerate(due)}, after)


def _with_newcomers(history: SiteHistory, url: str, after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """The largest box of a list in the order of time, with what should stand there by now; nothing where it has another order."""
    latest, members = main_box(history, url)
    births = [history.pages[target].birth for target in members]
    new = ListMembership.of(history).newcomers(history, url) if members and births == sorted(births, reverse=True) else []
    if not new:
        return {}
    some = next(iter(members.values()))
    listed = {t: replace(after.get(t, some), first=latest, last=latest, box=some.box) for t in new} | dict(members)
    ordered = sorted(listed, key=lambda target: (-history.pages[target].birth, listed[target].rank))
    return {target: replace(listed[target], rank=some.rank + place) for place, target in enumerate(ordered)}


def _below_the_first(before: Mapping[str, Sighting], after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """Without what stood above all that is still there: it may have moved up to the page before, where something went."""
    top = min((s.rank for url, s in before.items() if url in after), default=0)
    return {url: s for url, s in before.items() if s.rank >= top}


def _renamed(before: dict[str, Sighting], after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """With boxes under the names that a new design gives them: that of the box in which most of their articles stand now."""
    there = {s.box for s in after.values()}
    names: dict[str, str] = {}
    for box in sorted({s.box for s in before.values()} - there):
        now = Counter(after[url].box for url, s in before.items() if s.box == box and url in after)
        name = max(now, key=lambda one: (now[one], one), default=box)
        names[box] = name if now[name] >= _MATCHES else box
    return {url: replace(s, box=names.get(s.box, s.box)) for url, s in before.items()}
