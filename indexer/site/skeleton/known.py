"""KnownPages: page types and links for the production path, from a sample and a model; other pages are read on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from indexer.page.page import Page
from indexer.site.model import SiteModel, apply
from indexer.site.skeleton.params import RowParams
from indexer.site.skeleton.row import Item, PageRows, page_links, page_rows
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Node


class _Seen(NamedTuple):
    page_type: str
    links: tuple[Item, ...]


_UNSEEN = _Seen("", ())


def _nothing(_place: str) -> None:
    """Return None: no page outside the sample can be read."""


class KnownPages:
    """A site's pages by place; each is judged once, on first use.

    Parameters
    ----------
    sample : mapping of str to Page
        The sample of pages that menus are learned from, by place.
    site : Site
    model : SiteModel
        Determines page types.
    read : callable
        Returns a page outside the sample by its place, or None.
    """

    def __init__(
        self, sample: Mapping[str, Page], site: Site, model: SiteModel, read: Callable[[str], Page | None] = _nothing
    ) -> None:
        self._sample, self._site, self._model, self._read = sample, site, model, read
        self._seen: dict[str, _Seen] = {}

    def rows(self, params: RowParams) -> Iterator[PageRows]:
        """Return the rows of the sample's pages."""
        return (page_rows(page, self._site, params) for page in self._sample.values())

    def root(self, start: str) -> Node:
        """Return the start page, which is in the sample, as a node without children."""
        page = self._sample[start]
        return Node(page.url, page.metadata.title, self.type_of(start))

    def type_of(self, place: str) -> str:
        """Return `article`, `toc`, `other`, or "" if the page is not available."""
        return self._load(place).page_type

    def links_of(self, place: str) -> tuple[Item, ...]:
        """Return all links of a page within the site; none if it is not available."""
        return self._load(place).links

    def _load(self, place: str) -> _Seen:
        if place not in self._seen:
            page = self._sample.get(place) or self._read(place)
            self._seen[place] = _UNSEEN if page is None else self._judged(page)
        return self._seen[place]

    def _judged(self, page: Page) -> _Seen:
        return _Seen(apply(self._model, page, page.url).page_type, tuple(page_links(page, self._site)))
