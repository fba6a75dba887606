"""The link graph of a site as a value: its pages, the links between them, and their anchor terms.

Duplicate links count once, with the longest of their anchors: headline, picture and "read more" of one teaser are one link. A page
does not link to itself. `indexer.site.links.builder` builds the graph; `indexer.site.links.pages` builds it from pages.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from indexer.arrays import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class LinkGraph:
    """Pages (n), hubs (h), distinct links (e) and distinct anchor texts (a).

    Parameters
    ----------
    urls : tuple of str, length n
        The available pages sorted, then the others in the same order.
    fetched : int
        Number of available pages.
    hub_page : int array, shape (h,)
        The page of each hub: in page mode a hub is a linking page, in content block mode a block of one. Ascending.
    source : int array, shape (e,)
        The hub of each link, ascending.
    target : int array, shape (e,)
        The page that it leads to, ascending within a hub.
    anchor : int array, shape (e,)
        Its anchor text.
    anchors : tuple of str, length a
        Sorted.
    entropy : float array, shape (a,)
        E(AN), of each anchor text.
    terms : int array, shape (a,)
        Number of different terms of each anchor text.
    """

    urls: tuple[str, ...]
    fetched: int
    hub_page: Ints
    source: Ints
    target: Ints
    anchor: Ints
    anchors: tuple[str, ...]
    entropy: Floats
    terms: Ints

    @property
    def page(self) -> Ints:
        """The page of each link, shape (e,)."""
        return self.hub_page[self.source]

    def degrees(self) -> tuple[Ints, Ints]:
        """Return each page's numbers of pages linked to and of pages linking to it; two int arrays of shape (n,)."""
        n = len(self.urls)
        both = np.unique(self.page * n + self.target)
        return np.bincount(both // max(n, 1), minlength=n), np.bincount(both % max(n, 1), minlength=n)
