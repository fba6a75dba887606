"""Predicts which articles lists show now: new articles push older ones off a page and onto the next one.

A paginated list is treated as one list. Its order follows from the sightings of its first page over several days. It predicts the articles
of a later page, and so reveals those missing there, even if that page was not visited recently.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.store.url_lifecycle import Life
from workers.clock import HOUR
from workers.history.site_history import PageKind, Sighting, SiteHistory
from workers.observations.hints import longest_run
from workers.observations.list_membership import ListMembership, is_live_article, main_box
from workers.reading.pagination import next_page

_NUMBER = re.compile(r"[2-9]|1\d")
_PAGES = 8
"""Maximum number of pages of one list that are considered."""
_MATCHES = 4
"""Minimum number of articles that two pages, or a box under two names, must share to be matched."""


@dataclass(frozen=True, slots=True)
class Series:
    """A paginated list.

    Parameters
    ----------
    pages : tuple of str
        The URLs of its pages, at least one.
    box : str
        The box that continues from page to page.
    size : int
        The number of articles per page in this box.
    order : tuple of str
        The known live articles of the box on all pages, newest first.
    rate : float
        New articles per hour.
    """

    pages: tuple[str, ...]
    box: str
    size: int
    order: tuple[str, ...]
    rate: float

    def shown(self, page: int, pushed: float) -> tuple[str, ...]:
        """Return the articles on a page (counted from 0) after `pushed` new articles.

        >>> series = Series(("/", "/2"), "main", 2, ("a", "b", "c", "d", "e"), 1.0)
        >>> series.shown(0, 1.0), series.shown(1, 1.0)
        (('a',), ('b', 'c'))
        """
        begin = page * self.size - round(pushed)
        return self.order[max(begin, 0) : max(begin + self.size, 0)]


def expected_shown(history: SiteHistory, now: float) -> dict[str, set[str]]:
    """Return the articles that each source should show at a time.

    Parameters
    ----------
    now : float
        UTC seconds, now or later.
    """
    found: dict[str, set[str]] = {}
    membership = ListMembership.of(history)
    for source, sightings in history.shown.items():
        page = history.pages.get(source)
        if page is not None and page.life is Life.LIVE and page.kind.source:
            new = membership.newcomers(history, source) if page.kind is PageKind.LIST else []
            found[source] = set(_still_shown(sightings, new, max(now - page.visited, 0.0) / HOUR))
    for series in all_series(history):
        new = membership.newcomers(history, series.pages[0])
        pushed = series.rate * max(now - history.pages[series.pages[0]].visited, 0.0) / HOUR
        full = replace(series, order=(*new, *series.order))
        for number, url in enumerate(series.pages[1:], 1):
            found[url] = set(full.shown(number, max(pushed - len(new), 0.0)))
    return found


def _still_shown(sightings: Mapping[str, Sighting], new: Sequence[str], hours: float) -> Iterable[str]:
    """Yield the articles of a source's last visit and, in its largest box, `new`, without those pushed off by new articles."""
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
    """Return the number of new pages per hour in a box since the source was first visited."""
    first = min((s.first for s in sightings.values()), default=0.0)
    latest = max((s.last for s in sightings.values()), default=0.0)
    return sum(s.first > first for s in sightings.values() if s.box == box) / max((latest - first) / HOUR, 1.0)


def all_series(history: SiteHistory) -> list[Series]:
    """Return the paginated lists whose second page is known."""
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


def _insert(order: list[str], later_page: Iterable[str]) -> None:
    """Insert the articles that only a later page showed, each after its predecessor on that page."""
    places = {url: place for place, url in enumerate(order)}
    behind: dict[int, list[str]] = defaultdict(list)
    place = len(order) - 1
    for url in later_page:
        if url in places:
            place = places[url]
        else:
            behind[place].append(url)
    order[:] = [one for place, url in enumerate(order) for one in (url, *behind[place])]


def _in_order(sightings: Mapping[str, Sighting]) -> list[str]:
    """Return the articles that a page showed over time, newest first, without those that left it before older ones."""
    ordered = sorted(sightings, key=lambda url: (-sightings[url].first, -sightings[url].last, sightings[url].rank))
    leaving = sorted(range(len(ordered)), key=lambda place: (sightings[ordered[place]].last, -place))
    turn = {place: number for number, place in enumerate(leaving)}
    kept = longest_run([turn[place] for place in reversed(range(len(ordered)))])
    return [url for place, url in enumerate(ordered) if len(ordered) - 1 - place in kept]


def earlier(history: SiteHistory, url: str, after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """Return the previous sightings with which `workers.observations.hints.compare` compares a source's sightings.

    Parameters
    ----------
    url : str
        The source.
    after : mapping of str to Sighting
        Its sightings now.

    Returns
    -------
    dict of str to Sighting
        For a later page of a list, the first page's sightings of the articles that it should show now, in its order. For any other source,
        its own sightings at its last visit.
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
    in_series = {target: s for target, s in own.items() if s.box == series.box}
    if sum(target in after for target in passed) < _MATCHES:
        return _below_the_first(in_series, after)
    due = [target for target in passed if target in in_series or visits[bisect_right(visits, first[target].last)] > latest]
    return _below_the_first({t: replace(in_series.get(t, first[t]), rank=rank, box=series.box) for rank, t in enumerate(due)}, after)


def _with_newcomers(history: SiteHistory, url: str, after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """Return the largest box of a list sorted by time, with the articles that it should show by now.

    The result is empty for a list in another order, or without such articles.
    """
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
    """Return the sightings without those above the first page that is still there.

    They may have moved up to the previous page of the list, after the deletion of an article there.
    """
    top = min((s.rank for url, s in before.items() if url in after), default=0)
    return {url: s for url, s in before.items() if s.rank >= top}


def _renamed(before: dict[str, Sighting], after: Mapping[str, Sighting]) -> dict[str, Sighting]:
    """Rename boxes to those of a new design: a box takes the name of the box that now holds most of its articles."""
    present_boxes = {s.box for s in after.values()}
    names: dict[str, str] = {}
    for box in sorted({s.box for s in before.values()} - present_boxes):
        now = Counter(after[url].box for url, s in before.items() if s.box == box and url in after)
        name = max(now, key=lambda one: (now[one], one), default=box)
        names[box] = name if now[name] >= _MATCHES else box
    return {url: replace(s, box=names.get(s.box, s.box)) for url, s in before.items()}
