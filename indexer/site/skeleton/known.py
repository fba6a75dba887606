"""KnownPages: what the production path asks of pages, answered from a sample and a model; other pages are read when asked for."""

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
    """No page beyond the sample can be read."""


class KnownPages:
    """A site's pages by place; each is judged once, when it is first asked for.

    Parameters
    ----------
    sample : mapping of str to Page
        The pages that menus are learned from, by place.
    site : Site
    model : SiteModel
        What page types are told by.
    read : callable
        A page beyond the sample by its place; None where there is none.
    """

    def __init__(
        self, sample: Mapping[str, Page], site: Site, model: SiteModel, read: Callable[[str], Page | None] = _nothing
    ) -> None:
        self._sample, self._site, self._model, self._read = sample, site, model, read
        self._seen: dict[str, _Seen] = {}

    def rows(self, params: RowParams) -> Iterator[PageRows]:
        """The rows of the sample's pages."""
        return (page_rows(page, self._site, params) for page in self._sample.values())

    def root(self, start: str) -> Node:
        """The start page, which the sample holds, as a node without children."""
        page = self._sample[start]
        return Node(page.url, page.metadata.title, self.type_of(start))

    def type_of(self, place: str) -> str:
        """`article`, `toc`, `other`, or "" where the page was not seen."""
        return self._load(place).page_type

    def links_of(self, place: str) -> tuple[Item, ...]:
        """All links of a page within the site; none where it was not seen."""
        return self._load(place).links

    def _load(self, place: str) -> _Seen:
        if place not in self._seen:
            page = self._sample.get(place) or self._read(place)
            self._seen[place] = _UNSEEN if page is None else self._judged(page)
        return self._seen[place]

    def _judged(self, page: Page) -> _Seen:
        return _Seen(apply(self._model, page, page.url).page_type, tuple(page_links(page, self._site)))
