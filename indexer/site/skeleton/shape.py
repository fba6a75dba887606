"""Shape: one page's links by their nodes, and the properties of a node that follow from their arrangement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from indexer.page.blocks import key, weight
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.site.skeleton.params import RowParams
from indexer.site.skeleton.site import Site

LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
HEADS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"})


class Part(NamedTuple):
    """A part of a node with links: an own link (`node` is -1), or a child node (`link` is its first one)."""

    link: int
    node: int

    @property
    def is_link(self) -> bool:
        return self.node < 0


class Shape:
    """The links of a page in its tree; links that lead to no page are left out.

    Parameters
    ----------
    page : Page
    site : Site
    params : RowParams

    Attributes
    ----------
    url, place : list of str, one for each link of the page
        Its target, and the target as a place of the site; "" for a link that leads to no page, or out of the site.
    parts : mapping of int to list of Part
        In document order, by node.
    count : list of int, length n
        Links in each node's subtree.
    """

    __slots__ = (
        "_first_block", "_first_link", "_last_block", "_linked", "_text", "count", "own", "page", "params", "parent", "parts", "place",
        "tag", "url",
    )  # fmt: skip

    def __init__(self, page: Page, site: Site, params: RowParams) -> None:
        tree = page.tree
        self.page, self.params, self.tag = page, params, tree.tag
        target_of = LinkResolver(page)
        self.url = [target_of(link.href) for link in page.links]
        self.place = [site.place(url) if url else "" for url in self.url]
        self.own = site.place(page.url)
        self.parent: list[int] = tree.parent.tolist()
        linked: list[int] = tree.link_length.tolist()
        letters = [len(key(text)) if n else len(text) for text, n in zip(tree.text, linked, strict=True)]  # bars between links are none
        self._text = _running_sum(letters)
        self._linked = _running_sum(list(map(min, linked, letters)))
        self._first_block: list[int] = tree.first.tolist()
        self._last_block: list[int] = tree.last.tolist()
        self.parts: dict[int, list[Part]] = {}
        self._first_link, self.count = self._spread()

    def _spread(self) -> tuple[list[int], list[int]]:
        """Return by node the first link of its subtree and the number of links; fills `parts`."""
        nodes, none = len(self.parent), len(self.page.links)
        first, count = [none] * nodes, [0] * nodes
        for i, link in enumerate(self.page.links):
            if self.url[i]:
                count[link.node] += 1
                first[link.node] = min(first[link.node], i)
                self.parts.setdefault(link.node, []).append(Part(i, -1))
        for node in range(nodes - 1, 0, -1):
            if count[node]:
                above = self.parent[node]
                count[above] += count[node]
                first[above] = min(first[above], first[node])
                self.parts.setdefault(above, []).append(Part(first[node], node))
        for parts in self.parts.values():
            parts.sort()
        return first, count

    # -- links and texts ---------------------------------------------------------------------------------------------

    def size(self, part: Part) -> int:
        """Return the number of links in a part."""
        return 1 if part.is_link else self.count[part.node]

    def below(self, node: int) -> Iterator[int]:
        """Yield the links of a node's subtree."""
        left, i = self.count[node], self._first_link[node]
        while left:
            if self.url[i]:
                yield i
                left -= 1
            i += 1

    def text_before(self, block: int) -> float:
        """Return the share of the page's text before a block."""
        return self._text[min(block, len(self._text) - 1)] / max(1, self._text[-1])

    def first_running(self) -> int:
        """Return the index of the first block of running text, or the number of blocks."""
        tree = self.page.tree
        mostly_text = [2 * linked < len(text) for linked, text in zip(tree.link_length.tolist(), tree.text, strict=True)]
        long = (self.page.weight >= self.params.running).tolist()
        return next((k for k, (a, b) in enumerate(zip(mostly_text, long, strict=True)) if a and b), len(tree.text))

    def is_linked(self, block: int) -> bool:
        """Return whether a block's text is mostly links."""
        if block + 1 >= len(self._text):
            return False
        return self._linked[block + 1] - self._linked[block] >= self.params.linked * (self._text[block + 1] - self._text[block])

    def is_dense(self, node: int) -> bool:
        """Return whether a node's text is mostly links."""
        first, last = self._first_block[node], self._last_block[node]
        text = self._text[last] - self._text[first]
        return self._linked[last] - self._linked[first] >= self.params.linked * text

    def label(self, node: int) -> str:
        """Return the short unlinked text at the beginning of a node, before its first link, or ""."""
        block = self._first_block[node]
        return self._short(block) if block < self.page.links[self._first_link[node]].block else ""

    def title(self, node: int, before: Part | None) -> str:
        """Return the short unlinked text directly before a node and after the preceding part, or ""."""
        block = self._first_block[node] - 1
        start = self._first_block[self.parent[node]]
        if before is not None:
            start = self.page.links[before.link].block + 1 if before.is_link else self._last_block[before.node]
        return self._short(block) if block >= start and not self.page.tree.link_length[block] else ""

    def _short(self, block: int) -> str:
        text = self.page.tree.text[block]
        return text if weight(text) <= self.params.label else ""

    # -- arrangement -------------------------------------------------------------------------------------------------

    def narrow(self, node: int) -> int:
        """Return the innermost node that contains all links of a node."""
        while len(parts := self.parts[node]) == 1 and not parts[0].is_link:
            node = parts[0].node
        return node

    def passes_list(self, node: int, inner: int) -> bool:
        """Return whether `inner`, a descendant of `node`, is a list or inside a list below `node`."""
        while inner > node:
            if self.tag[inner] in LISTS:
                return True
            inner = self.parent[inner]
        return False

    def is_row(self, node: int) -> bool:
        """Return whether a node's parts are entries with different targets: links, blocks of one link, or a link with its group."""
        parts = self.parts[node]
        if len(parts) < self.params.least or max(map(self.size, parts)) > self.params.widest * self.count[node]:
            return False
        tags = Counter("a" if part.is_link else self.tag[part.node] for part in parts)
        if 2 * max(tags.values()) < len(parts):
            return False  # header, main, footer: the parts of a page, not of a row
        headed = bool(self.headings(node))
        entries = [part for part in parts if part.is_link or self.is_entry(part.node) or (headed and self._is_flat(part.node))]
        known = set(entries)
        others = [(before, part) for before, part in pairwise([None, *parts]) if part and part not in known]
        labelled = [part for before, part in others if self._is_labelled(part.node, before)]
        if len(labelled) <= len(entries):  # otherwise these are boxes, each with its title
            entries += labelled
        if not headed and self.tag[node] not in LISTS and any(self._is_list(part.node) for _, part in others if part not in labelled):
            return False  # for example a list before teasers, which is a row of its own
        if len({self.url[part.link] for part in entries}) < self.params.least:
            return False  # for example logo and menu, each twice
        return sum(map(self.size, entries)) >= (1 - self.params.loose) * self.count[node]

    def _is_list(self, node: int) -> bool:
        """Return whether a node consists of a list of enough links."""
        inner = self.narrow(node)
        return self.passes_list(self.parent[node], inner) and len(self.parts[inner]) >= self.params.least

    def _is_labelled(self, node: int, before: Part | None) -> bool:
        """Return whether a node is a label with single links below it, or follows one."""
        return bool(self.label(node) or self.title(node, before)) and self._is_flat(node)

    def _is_flat(self, node: int) -> bool:
        return all(self.size(part) == 1 for part in self.parts[self.narrow(node)])

    def is_entry(self, node: int) -> bool:
        """Return whether a node is one entry of a row."""
        inner = self.narrow(node)
        return self.count[inner] == 1 or (self.tag[inner] not in LISTS and self.head(inner) >= 0)

    def head(self, node: int) -> int:
        """Return the link that heads a node's other links: the first, if it is alone before them; else -1."""
        parts = self.parts[node]
        first, rest = parts[0], parts[1:]
        if not rest:
            return -1
        if first.is_link:
            others = any(part.is_link and self.place[part.link] != self.place[first.link] for part in rest)
            return -1 if others else first.link
        heads = self.tag[first.node] in HEADS or any(self.size(part) > 1 for part in rest)
        return first.link if self.count[first.node] == 1 and heads else -1

    def headings(self, node: int) -> frozenset[Part]:
        """Return the parts that head those after them: `dt` and headings, or single links each before a group; none without this order."""
        parts = self.parts[node]
        if self.tag[node] in LISTS - {"dl"} or len(parts) < 2:
            return frozenset()
        by_tag = [part for part in parts if not part.is_link and self.tag[part.node] in HEADS]
        if by_tag and by_tag[0] == parts[0] and len(by_tag) < len(parts):
            return frozenset(by_tag)
        groups = [k for k, part in enumerate(parts) if not part.is_link and not self.is_entry(part.node) and not self._titled(parts, k)]
        if groups and all(k > 0 and self.size(parts[k - 1]) == 1 for k in groups):
            return frozenset(part for part in parts if self.size(part) == 1)
        return frozenset()

    def _titled(self, parts: Sequence[Part], k: int) -> bool:
        return bool(self.title(parts[k].node, parts[k - 1] if k else None))


def _running_sum(values: Sequence[int]) -> list[int]:
    out = [0]
    for value in values:
        out.append(out[-1] + value)
    return out
