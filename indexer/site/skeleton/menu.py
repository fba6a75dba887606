"""Menus: rows of links that recur from page to page, recognised by their targets regardless of place and markup."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from indexer.algorithms.alike import similarity
from indexer.site.skeleton.params import MenuParams
from indexer.site.skeleton.row import PageRows, Row


class Copy(NamedTuple):
    """A row of a page, with those of its targets that the site's pages share."""

    page: str
    row: Row
    shared: frozenset[str]


@dataclass(frozen=True, slots=True)
class Menu:
    """A group of links on many pages.

    Parameters
    ----------
    copies : tuple of Copy
        Those of one page that shows it (`page`), in document order: a page may repeat a menu.
    places : frozenset of str
        The pages that it leads to.
    share : float
        Share of the site's pages with it.
    before, early : float
        Medians over its pages: the first copy's `Row.before`, and whether any copy is early.
    """

    copies: tuple[Copy, ...]
    places: frozenset[str]
    share: float
    before: float
    early: float

    @property
    def page(self) -> str:
        return self.copies[0].page


class Menus(NamedTuple):
    """A site's menus in no particular order, and the places that so many pages link to in rows that they belong to the template."""

    found: tuple[Menu, ...]
    common: frozenset[str]


def menus(pages: Iterable[PageRows], start: str, params: MenuParams) -> Menus:
    """Return the menus of a site, in time linear in the pages' links.

    Parameters
    ----------
    start : str
        The preferred page for the copies of a menu.
    """
    ordered = sorted(pages, key=lambda page: page.place)
    common = _common(ordered, start, params)
    groups = _groups(ordered, common)
    clusters = _clusters(groups, params)
    found = (_menu([copy for key in cluster for copy in groups[key]], len(ordered), start) for cluster in clusters)
    return Menus(tuple(found), common)


def _common(pages: Sequence[PageRows], start: str, params: MenuParams) -> frozenset[str]:
    """Return the places that enough pages link to in rows; with few pages, the start page alone is enough."""
    frequency: Counter[str] = Counter()
    first: set[str] = set()
    for page in pages:
        linked = {item.place for row in page.rows for item in row.items if item.place}
        frequency.update(linked)
        if page.place == start:
            first = linked
    share = params.share * len(pages)
    return frozenset(place for place, n in frequency.items() if n >= share and (n >= params.pages or place in first))


def _groups(pages: Sequence[PageRows], common: Collection[str]) -> dict[frozenset[str], list[Copy]]:
    """Return the rows by their common targets, without rows most of whose entries are not common."""
    groups: dict[frozenset[str], list[Copy]] = defaultdict(list)
    for page in pages:
        for row in page.rows:
            own = {item.place for item in row.items if item.place and item.level == 1}
            shared = frozenset(item.place for item in row.items if item.place in common)
            if len(shared) >= 2 and (2 * len(own & shared) >= len(own)):
                groups[shared].append(Copy(page.place, row, shared))
    return groups


def _clusters(groups: Mapping[frozenset[str], Sequence[Copy]], params: MenuParams) -> list[list[frozenset[str]]]:
    """Return groups of nearly equal sets of targets, the most frequent first."""
    order = sorted(groups, key=lambda s: (-len({c.page for c in groups[s]}), -len(s), sorted(s)))[: params.most]
    clusters: list[list[frozenset[str]]] = []
    for places in order:
        near = next((c for c in clusters if similarity(places, c[0]) >= params.alike), None)
        if near is None:
            clusters.append([places])
        else:
            near.append(places)
    return clusters


def _menu(copies: Sequence[Copy], pages: int, start: str) -> Menu:
    by_page: dict[str, list[Copy]] = defaultdict(list)
    for copy in copies:
        by_page[copy.page].append(copy)
    shown = start if start in by_page else min(by_page, key=lambda p: (-max(len(c.shared) for c in by_page[p]), len(p), p))
    return Menu(
        copies=tuple(by_page[shown]),
        places=frozenset().union(*(c.shared for c in by_page[shown])),
        share=len(by_page) / pages,
        before=median(min(c.row.before for c in found) for found in by_page.values()),
        early=median(any(c.row.early for c in found) for found in by_page.values()),
    )
