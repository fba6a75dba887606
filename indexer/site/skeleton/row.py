"""Rows: places of a page with links side by side, as in menus, with the entries below each of them.

A row is recognised by its shape alone: a list; or a node of any tag with at least three links or blocks of one link each; or a
run of links in one node. A link (or an unlinked label) that is followed in its block by further links heads them, and they are one level
below it. So a menu made of tables, of nested `div`s or of bare links gives the same result as one made of lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.site.skeleton.params import RowParams
from indexer.site.skeleton.shape import LISTS, Shape
from indexer.site.skeleton.site import Site


class Item(NamedTuple):
    """One entry of a row.

    Parameters
    ----------
    place : str
        The page that it leads to, as named by `Site.place`; "" for a label, and for a link out of the site.
    url : str
        The page's URL; "" for a label.
    text : str
    level : int
        1 for the row's own entries.
    parent : int
        Index of the entry above, -1 at level 1.
    """

    place: str
    url: str
    text: str
    level: int
    parent: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of one page.

    Parameters
    ----------
    items : tuple of Item
        In document order; every entry after its parent.
    before, after : float
        Shares of the page's text before its first link, and before its last one, in [0, 1].
    early : bool
        True if it is before the page's first running text.
    jumps : float
        Share of its links that lead to a place within another page, in [0, 1].
    tags : frozenset of str
        Tags of the nodes that contain and form it (`nav`, `header`, `footer` …).
    names : str
        Classes and ids of the row and of the nodes just above it.
    """

    items: tuple[Item, ...]
    before: float
    after: float
    early: bool
    jumps: float = 0.0
    tags: frozenset[str] = frozenset()
    names: str = ""


class PageRows(NamedTuple):
    """One page: its place within the site, and its rows."""

    place: str
    rows: tuple[Row, ...]


def page_rows(page: Page, site: Site, params: RowParams) -> PageRows:
    """Return a page's rows, from which the menus are learned.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> html = "<div><a href=/a>A</a> <a href=/b>B</a></div><table><tr><td><a href=/c>C</a><div><a href=/d>D</a></div>"
    >>> html += "<td><a href=/e>E</a><td><a href=/f>F</a></table>"
    >>> page = parse(html, "https://example.org/")
    >>> [[(i.text, i.level) for i in row.items] for row in page_rows(page, Site.of([page.url]), RowParams()).rows]
    [[('C', 1), ('D', 2), ('E', 1), ('F', 1)]]
    """
    return PageRows(site.place(page.url), tuple(_Reader(Shape(page, site, params)).rows()))


def page_links(page: Page, site: Site) -> list[Item]:
    """Return all links of a page within its site, in document order."""
    target_of = LinkResolver(page)
    urls = [(target_of(link.href), link.text) for link in page.links]
    return [Item(place, url, text, 1, -1) for url, text in urls if url and (place := site.place(url))]


@dataclass(slots=True)
class _Entry:
    """An entry under construction: a link, or a label if `link` is -1."""

    link: int
    label: str = ""
    below: list[_Entry] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """True if it only groups the entries below it."""
        return self.link < 0 and not self.label

    def links(self) -> Iterator[int]:
        """Yield its link and those below it, in document order."""
        if self.link >= 0:
            yield self.link
        for entry in self.below:
            yield from entry.links()


class _Reader:
    """Rows of one page's shape."""

    __slots__ = ("params", "running", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape, self.params = shape, shape.params
        self.running = shape.first_running()

    def rows(self) -> Iterator[Row]:
        """Yield the outermost rows, from the body down; no row is inside another."""
        shape = self.shape
        waiting = [0] if shape.parts else []
        while waiting:
            node = waiting.pop()
            if shape.count[node] < self.params.least:
                continue
            if shape.is_dense(node) and (shape.tag[node] in LISTS or shape.is_row(node)):
                yield from self._row(node, self._entries(node, self.params.deepest))
                continue
            for run in self._runs(node):
                yield from self._row(node, [_Entry(link) for link in run])
            waiting += [part.node for part in reversed(shape.parts[node]) if not part.is_link]

    def _runs(self, node: int) -> Iterator[list[int]]:
        """Yield the rows among the own links of a node that is no row itself: consecutive blocks of mostly linked text."""
        run: list[int] = []
        last = -2
        for link in (part.link for part in self.shape.parts[node] if part.is_link):
            block = self.shape.page.links[link].block
            linked = self.shape.is_linked(block)
            if run and (not linked or block > last + 1):
                yield run
                run = []
            if linked:
                run.append(link)
                last = block
        yield run

    def _entries(self, node: int, depth: int, label: str = "") -> list[_Entry]:
        """Return the entries of a row, each with those below it; beyond `depth` levels all share one. `label` already heads the row."""
        shape = self.shape
        if depth <= 0:
            return [_Entry(link) for link in shape.below(node)]
        node = shape.narrow(node)
        heads = shape.headings(node)
        terms, in_list = shape.tag[node] == "dl", shape.tag[node] in LISTS - {"dl"}
        found: list[_Entry] = []
        for before, part in pairwise([None, *shape.parts[node]]):
            assert part is not None
            if part.is_link:
                found.append(_Entry(part.link))
                continue
            title = "" if in_list or (shape.size(part) == 1 and not terms) else shape.title(part.node, before)
            if title not in ("", label):
                found.append(_Entry(-1, title, self._entries(part.node, depth - 1)))
            elif found and (part not in heads if heads else shape.tag[part.node] == "dd" or (in_list and shape.tag[part.node] in LISTS)):
                found[-1].below += self._entries(part.node, depth - 1)  # a nested list outside any item belongs to the item before it
            else:
                found += self._entry(part.node, depth)
        return _lifted(found)

    def _entry(self, node: int, depth: int) -> list[_Entry]:
        """Return one entry, or several if the node only groups them."""
        shape = self.shape
        if depth <= 0:
            return [_Entry(link) for link in shape.below(node)]
        inner = shape.narrow(node)
        if shape.count[inner] == 1:
            label = shape.label(node) if shape.passes_list(node, inner) else ""
            single = [_Entry(link) for link in shape.below(inner)]
            return [_Entry(-1, label, single)] if label else single
        head = -1 if shape.tag[inner] in LISTS else shape.head(inner)
        if head >= 0:
            rest = [part.node for part in shape.parts[inner][1:] if not part.is_link]
            return [_Entry(head, "", _lifted([entry for other in rest for entry in self._entry(other, depth - 1)]))]
        if shape.tag[node] in LISTS:
            return self._entries(inner, depth - 1)
        label = shape.label(node)
        return [_Entry(-1, label, self._entries(inner, depth - 1, label))]

    def _row(self, node: int, entries: Sequence[_Entry]) -> Iterator[Row]:
        """Yield the row of these entries, if it has enough links."""
        items: list[Item] = []
        self._write(entries, 1, -1, items)
        pages, links_to = {item.place for item in items if item.place}, {item.url for item in items if item.url}
        if len(pages) < self.params.internal or len(links_to) < self.params.least:
            return
        shape, links = self.shape, [link for entry in entries for link in entry.links()]
        first = shape.page.links[links[0]].block
        above = list(_upwards(shape.parent, node))
        yield Row(
            items=tuple(items),
            before=shape.text_before(first),
            after=shape.text_before(shape.page.links[links[-1]].block),
            early=first <= self.running,
            jumps=sum(bool(shape.page.links[i].href.partition("#")[2]) and shape.place[i] != shape.own for i in links) / len(links),
            tags=frozenset(shape.tag[i] for i in above),
            names=" ".join(shape.page.tree.signature[i].removeprefix(shape.tag[i]) for i in above[: self.params.names]),
        )

    def _write(self, entries: Sequence[_Entry], level: int, parent: int, items: list[Item]) -> None:
        for entry in entries:
            if entry.link >= 0:
                text = self.shape.page.links[entry.link].text
                items.append(Item(self.shape.place[entry.link], self.shape.url[entry.link], text, level, parent))
            else:
                items.append(Item("", "", entry.label, level, parent))
            self._write(entry.below, level + 1, len(items) - 1, items)


def _lifted(entries: list[_Entry]) -> list[_Entry]:
    """Dissolve groups without a head (columns, wrappers), unless an entry beside them has one."""
    if any(entry.below and not entry.is_bare for entry in entries):
        return entries
    return [one for entry in entries for one in (entry.below if entry.is_bare else [entry])]


def _upwards(parent: Sequence[int], node: int) -> Iterator[int]:
    """Yield a node and its ancestors, without the body."""
    while node > 0:
        yield node
        node = parent[node]
