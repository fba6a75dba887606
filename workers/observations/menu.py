"""Finds a site's menu by its stored skeleton and by quick evidence.

The skeleton covers menus anywhere on the page, but is as old as the site's model. Quick evidence finds a new section at the next visit of
the front page, but mistakes a box of archive pages for a menu. With a skeleton, quick evidence therefore adds only newer pages.
"""

from __future__ import annotations

from collections import defaultdict

from indexer import urls
from indexer.errors import ModelError
from indexer.site.skeleton.codec import read
from indexer.site.skeleton.difference import difference
from indexer.store.skeletons import StoredSkeleton
from indexer.store.url_lifecycle import Life
from workers.history.site_history import KnownPage, PageKind, SiteHistory

_FACT = "menu"
_MAX_PAGES = 400
"""Maximum number of pages of a menu; the rest of a larger one, which is a site map, is ignored."""


def record_skeleton(history: SiteHistory, latest: StoredSkeleton | None, now: float) -> None:
    """Record a new skeleton in the history, and add its new menu pages as candidates for exploration.

    A page that left the menu becomes an ordinary page.
    """
    known = history.facts.get(_FACT, {})
    if latest is None or latest.version == known.get("version"):
        return
    try:
        skeleton = read(latest.tree)
        before = read(known["tree"]) if "tree" in known else None
    except ModelError:
        return  # another version of the program wrote it; the next fit replaces it
    links = [url for url in skeleton.links() if url.startswith("http")][:_MAX_PAGES]
    added = set(links) if before is None else set(difference(before, skeleton).added)
    for url in links:
        if url in added and url not in history.pages and urls.site_key(url) == urls.site_key(skeleton.root.url):
            history.put(KnownPage(url, found=now))
    history.facts[_FACT] = {"version": latest.version, "at": latest.at, "tree": latest.tree, "links": links}


def menu_of(history: SiteHistory) -> frozenset[str]:
    """Return the pages of the menu that still exist."""
    quick = quick_menu(history)
    kept = history.facts.get(_FACT)
    if not kept:
        return quick
    listed = [history.pages[url] for url in kept["links"] if url in history.pages]
    live = [page.url for page in listed if page.life in (Life.LIVE, Life.FAILING)]
    if len(live) * 2 < len(listed) or not live:
        return quick  # the skeleton is older than the site's redesign
    came = {url for url in quick if history.pages[url].found > kept["at"]}
    return frozenset({*live, *came})


def quick_menu(history: SiteHistory) -> frozenset[str]:
    """Return the targets of the front page's links in boxes whose links mostly lead to lists."""
    found: set[str] = set()
    for source, sightings in history.shown.items():
        if not urls.is_front_page(source):
            continue
        latest = max((s.last for s in sightings.values()), default=0.0)
        boxes: dict[str, list[str]] = defaultdict(list)
        for url, sighting in sightings.items():
            if sighting.last == latest and url in history.pages:
                boxes[sighting.box].append(url)
        for members in boxes.values():
            lists = sum(history.pages[url].kind is PageKind.LIST for url in members)
            if lists * 2 > sum(history.pages[url].kind is not PageKind.NEW for url in members):
                found.update(members)
    return frozenset(found)
