"""Skeleton: the tree of pages that a site's navigation forms, as a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Node:
    """One page of the skeleton, or a label that only groups pages.

    Parameters
    ----------
    url : str
        "" for a label.
    text : str
        The menu's name for it.
    page_type : str
        `article`, `toc` or `other`; "" if the page is not available.
    children : tuple of Node
        In the menu's order.
    """

    url: str
    text: str = ""
    page_type: str = ""
    children: tuple[Node, ...] = ()


class Visit(NamedTuple):
    """A node on a walk: its level (0 for the root) and the URLs of its ancestors, the root's first; labels appear as their text."""

    node: Node
    level: int
    above: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A site's skeleton.

    Parameters
    ----------
    site : str
        The site's name (`indexer.urls.site_key`, or a folder).
    root : Node
        The start page.
    pages : int
        Number of pages that it was learned from.
    method : str
    """

    site: str
    root: Node
    pages: int = 0
    method: str = "winnow"

    def walk(self) -> Iterator[Visit]:
        """Yield every node in the menu's order, parents first.

        >>> tree = Skeleton("a.org", Node("https://a.org/", children=(Node("https://a.org/b", "B", "toc"),)))
        >>> [(visit.level, visit.node.text) for visit in tree.walk()]
        [(0, ''), (1, 'B')]
        """
        waiting = [Visit(self.root, 0, ())]
        while waiting:
            visit = waiting.pop()
            yield visit
            above = (*visit.above, visit.node.url or visit.node.text)
            waiting += [Visit(child, visit.level + 1, above) for child in reversed(visit.node.children)]

    def links(self, level: int | None = None) -> list[str]:
        """Return the distinct URLs below the root, down to a level (None: all)."""
        found = (v.node.url for v in self.walk() if v.level and v.node.url and (level is None or v.level <= level))
        return list(dict.fromkeys(found))


def nested(node: Node) -> dict[str, Any]:
    """Return the tree below a node as JSON values.

    >>> nested(Node("https://a.org/", "A"))
    {'url': 'https://a.org/', 'text': 'A', 'pageType': None, 'children': []}
    """
    return {
        "url": node.url or None,
        "text": node.text,
        "pageType": node.page_type or None,
        "children": [nested(child) for child in node.children],
    }
