"""The production path: from rows of links on a site's pages to the tree of its navigation.

Menus belong to the template: their links recur from page to page. So a whole menu is visible at once, and no page below it is
searched for navigation that it does not have; the false leaves that such a search finds on articles cannot occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from indexer.page.blocks import weight
from indexer.site.skeleton.choice import choose
from indexer.site.skeleton.menu import menus
from indexer.site.skeleton.merit import Known, shown
from indexer.site.skeleton.params import SkeletonParams
from indexer.site.skeleton.row import PageRows
from indexer.site.skeleton.skeleton import Node
from indexer.site.skeleton.tree import tree
from indexer.site.types.page_type import TOC

_NUMBERED = re.compile(r"[/=-]\d+(?:\.\w+)*$")


def learn_tree(pages: Iterable[PageRows], start: str, root: Node, known: Known, params: SkeletonParams | None = None) -> Node:
    """Return the navigation below a site's start page, in time linear in the pages' links; the order of the pages does not matter.

    Parameters
    ----------
    pages : iterable of PageRows
    start : str
        The place of the start page.
    root : Node
        The start page, without children.
    known : Known
        Used only for pages that affect a decision. If a site has no menu, the start page's links to TOC pages are its
        navigation.
    """
    params = params or SkeletonParams()
    found = menus(pages, start, params.menu)
    chosen = choose(found, start, known, params.choice)
    if chosen:
        return tree(root, [shown(menu).row for menu in chosen], found.common, known, params.tree)
    return replace(root, children=tuple(_sections(start, known, params)))


def _sections(start: str, known: Known, params: SkeletonParams) -> Iterable[Node]:
    """Yield the TOC pages that the start page links to by a short name, without further pages of a list (their URLs end in a number)."""
    done = {start}
    for link in known.links_of(start):
        named = bool(link.text) and weight(link.text) <= params.choice.anchor and not _NUMBERED.search(link.place)
        if named and link.place not in done and known.type_of(link.place) == TOC:
            done.add(link.place)
            yield Node(link.url, link.text, TOC)
