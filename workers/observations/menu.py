"""A site's menu: its stored skeleton where there is one, with what has come since by quick evidence, and that alone elsewhere.

The skeleton knows a menu wherever it stands, but is as old as the site's model. The quick evidence sees a new section at the next visit
of the front page, and takes a box of archives for a menu too.
"""

from __future__ import annotations

from collections import defaultdict

from indexer import urls
from indexer.errors import ModelError
from indexer.site.skeleton.codec import read
from indexer.site.skeleton.difference import difference
from indexer.store.skeletons import StoredSkeleton
from workers.history.site_history import KnownPage, Life, PageKind, SiteHistory

_FACT = "menu"
_MOST = 400
"""Pages of a menu that are looked at; beyond, it is a site map."""


def take_skeleton(history: SiteHistory, latest: StoredSkeleton | None, now: float) -> None:
    """Take note of a skeleton that the memory has not seen: pages that came into the menu are to be looked at.

    A page that left it is known as any other from then on, and has to bring news to be asked for.
    """
    known = history.facts.get(_FACT, {})
    if latest is None or latest.version == known.get("version"):
        return
    try:
        skeleton = read(latest.tree)
        before = read(known["tree"]) if "tree" in known else None
    except ModelError:
        return  # of another version of the program: the next fit stores one of this
    links = [url for url in skeleton.links() if url.startswith("http")][:_MOST]
    added = set(links) if before is None else set(difference(before, skeleton).added)
    for url in links:
        if url in added and url not in history.pages and urls.site_key(url) == urls.site_key(skeleton.root.url):
            history.put(KnownPage(url, found=now))
    history.facts[_FACT] = {"version": latest.version, "at": latest.at, "tree": latest.tree, "links": links}


def menu_of(history: SiteHistory) -> frozenset[str]:
    """The pages of the menu, as far as the site still has them."""
    quick = quick_menu(history)
    kept = history.facts.get(_FACT)
    if not kept:
        return quick
    listed = [history.pages[url] for url in kept["links"] if url in history.pages]
    live = [page.url for page in listed if page.life in (Life.LIVE, Life.FAILING)]
    if len(live) * 2 < len(listed) or not live:
        return quick  # the site was redesigned, and its skeleton is of before
    came = {url for url in quick if history.pages[url].found > kept["at"]}
    return frozenset({*live, *came})


def quick_menu(history: SiteHistory) -> frozenset[str]:
    """What the front page links to from boxes in which most links lead to lists."""
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
