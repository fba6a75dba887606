"""SEW: a site's skeleton from its start page downwards, as published.

On each page, links are grouped into candidate sets; the set most similar to the navigation of known sites is the page's
navigation, if it is similar enough; the pages it leads to are searched in the same way.

References
----------
Liu, Ng, Lim: An Automated Algorithm for Extracting Website Skeleton (DASFAA 2004), figures 2 to 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from indexer.page.link_nodes import LinkNode
from indexer.site.methods.sew_candidates import candidates
from indexer.site.methods.sew_features import Where, select
from indexer.site.methods.sew_params import Norms, SewParams
from indexer.site.methods.sew_pruning import targets
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Node
from indexer.urls import resolve


class Fetched(NamedTuple):
    """A page as SEW reads it: its URL, the URL that its links are relative to, and its links."""

    url: str
    base: str
    links: Sequence[LinkNode]


Fetch = Callable[[str], Fetched | None]
"""Returns the page at a URL, or None."""


def find_skeleton(start: str, fetch: Fetch, norms: Norms, site: Site, params: SewParams | None = None) -> Node:
    """Return the skeleton below a page (SEWALGORITHM and FINDSKELETON, figure 4).

    A page is searched once, so that cycles end; links out of the site are no nodes.

    Parameters
    ----------
    start : str
        The base URL.
    fetch : callable
        Called once for each page that is searched.
    norms : Norms
    site : Site
        Defines which URLs are one page, and which belong to the site.
    """
    search = _Search(start, fetch, norms, site, params or SewParams())
    return search.below(Node(start), 0)


@dataclass(slots=True)
class _Search:
    home: str
    fetch: Fetch
    norms: Norms
    site: Site
    params: SewParams
    met: set[str] = field(default_factory=set)
    known: set[frozenset[str]] = field(default_factory=set)

    def below(self, node: Node, level: int) -> Node:
        """Return a node with its children, at most `params.levels` deep, which is at most 20."""
        self.met.add(self.site.place(node.url))
        page = self.fetch(node.url) if level < self.params.levels else None
        if page is None:
            return node
        sets = candidates(page.links, page.base, self.known, self.params)
        chosen = select(sets, Where(page.url, page.base, self.home), self.norms, self.params)
        if chosen:
            self.known.add(targets(chosen, page.base))
        children = []
        for link in chosen:
            url = resolve(page.base, link.href) or ""
            place = self.site.place(url) if url else ""
            if place:
                child = Node(url, link.name)
                children.append(child if place in self.met else self.below(child, level + 1))
        return Node(node.url, node.text, node.page_type, tuple(children))
