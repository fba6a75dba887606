"""Finds links to unknown pages, and selects those that are requested at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from indexer import urls
from indexer.store.url_lifecycle import Life
from indexer.url_shape import sibling_group
from workers.clock import DAY
from workers.history.planned_request import Reason
from workers.history.site_history import PageKind, SiteHistory
from workers.observations.link_model import LinkModel
from workers.reading.teaser import Teaser

LIKELY = 0.5
"""Minimum probability of an article for a new link to be followed at once."""
_FRUITLESS_SECONDS, _MAX_FRUITLESS = 7 * DAY, 4
"""A URL folder with this many fruitless new pages within these seconds is not explored further: it is a tag cloud, not a menu."""
_MENU_NEIGHBOURS = 2
"""Minimum number of menu pages in a link's box."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A link to an unknown page.

    Parameters
    ----------
    story : float
        The probability that it is an article.
    source : str
        The page that links to it.
    menu : bool
        Whether it appears to be in the menu: among links to lists.
    """

    url: str
    story: float
    source: str
    menu: bool


def candidates_of(
    history: SiteHistory, links: LinkModel, menu: Collection[str], url: str, teasers: Sequence[Teaser], now: float
) -> tuple[Candidate, ...]:
    """Return the links of a page to unknown pages, and to gone pages that may have returned by now.

    Parameters
    ----------
    menu : collection of str
        The pages of the site's menu.
    url : str
        The URL of the page.
    """
    boxes: dict[str, list[str]] = defaultdict(list)
    for teaser in teasers:
        boxes[teaser.box].append(teaser.url)
    found: dict[str, Candidate] = {}
    for teaser in teasers:
        if not _is_unknown(history, teaser.url, now):
            continue
        neighbours = [neighbour for neighbour in boxes[teaser.box] if neighbour != teaser.url]
        story = links.story(teaser.url, teaser.headline, neighbours, heading=teaser.heading)
        if teaser.url not in found or found[teaser.url].story < story:
            found[teaser.url] = Candidate(teaser.url, story, url, menu=_in_menu(history, menu, url, neighbours))
    return tuple(found.values())


def _is_unknown(history: SiteHistory, url: str, now: float) -> bool:
    known = history.pages.get(url)
    if known is None or (known.kind is PageKind.NEW and known.life is Life.LIVE):
        return True
    return known.life is Life.GONE and now - known.visited > DAY * 2.0 ** min(known.failures, 10)


def _in_menu(history: SiteHistory, menu: Collection[str], url: str, neighbours: Sequence[str]) -> bool:
    """Return whether a link's neighbours are lists; except on the front page, some of them must be menu pages."""
    kinds = [history.pages[neighbour].kind for neighbour in neighbours if neighbour in history.pages]
    lists = sum(kind is PageKind.LIST for kind in kinds) * 2 > len(kinds)
    return lists and (urls.is_front_page(url) or sum(neighbour in menu for neighbour in neighbours) >= _MENU_NEIGHBOURS)


def is_new_section(one: Candidate, history: SiteHistory, now: float) -> bool:
    """Return whether a page is in the menu and few pages of its folder were fruitless recently."""
    if not one.menu:
        return False
    siblings = sibling_group(one.url)
    fruitless = [
        request
        for request in history.requests
        if request.at > now - _FRUITLESS_SECONDS and request.why == Reason.NEW and request.kind is not PageKind.ARTICLE
        and not request.alone and sibling_group(request.url) == siblings
    ]  # fmt: skip
    return len(fruitless) < _MAX_FRUITLESS
