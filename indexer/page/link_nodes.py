"""Link nodes: the `a` elements of a page with their paths in the DOM, including inline elements and presentation.

The page's tree (`indexer.page.tree`) omits both, because neither matters for text; one of the papers' methods uses nothing
else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

_PRESENTATION = ("class", "style", "size", "color", "face", "bgcolor", "background", "align", "valign", "width", "height")
"""Presentational attributes: CSS, and those of `font`, `table`, `tr` and `td`."""
_MOST = 20_000
"""Maximum number of links read per page; no page made by a person has more."""


class LinkNode(NamedTuple):
    """One link.

    Parameters
    ----------
    number : int
        Its index in document order among the page's links.
    path : tuple of str
        Tag names from the root to the link.
    style : tuple of str
        The presentational attributes of the same nodes.
    name : str
        The anchor's text; the alternative text if the anchor is an image; or "".
    image : bool
        True if the anchor is an image.
    href : str
        As written.
    """

    number: int
    path: tuple[str, ...]
    style: tuple[str, ...]
    name: str
    image: bool
    href: str


def link_nodes(text: str) -> tuple[LinkNode, ...]:
    """Return the links of a page in document order; none if the parser fails.

    >>> [(node.path[2:], node.style[2:], node.name) for node in link_nodes("<p class=a><a href=/b>B</a><a href=/c><img alt=C>")]
    [(('p', 'a'), ('class=a', ''), 'B'), (('p', 'a'), ('class=a', ''), 'C')]
    """
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "surrogatepass"), parser)
    except etree.XMLSyntaxError:
        return ()
    return tuple(_nodes(root)) if root is not None else ()


def _nodes(root: etree._Element) -> Iterator[LinkNode]:
    number = 0
    for element in root.iter("a"):
        href = element.get("href")
        if href is None:
            continue
        chain = [element, *element.iterancestors()][::-1]
        name = " ".join("".join(map(str, element.itertext())).split())
        image = None if name else next(element.iter("img"), None)
        yield LinkNode(
            number=number,
            path=tuple(str(node.tag) for node in chain),
            style=tuple(_style(node) for node in chain),
            name=name if image is None else " ".join((image.get("alt") or "").split()),
            image=image is not None,
            href=href.strip(),
        )
        number += 1
        if number == _MOST:
            return


def _style(node: etree._Element) -> str:
    return " ".join(f"{name}={value}" for name in _PRESENTATION if (value := node.get(name)))
