"""What a page shows of other pages: its teasers in their order, its boxes, and the text of its own.

A *teaser* is the largest part of a page whose links all lead to one page: headline, lead and time belong to it, the
neighbour's do not. A *box* is the place in the page's markup where it stands; pages of one template share their boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from indexer import urls
from indexer.page.metadata import Metadata, read_metadata
from workers.reading.teaser import Listing, Teaser, mark

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_SPACE = re.compile(r"\s+")
_DIGITS = re.compile(r"\d+")
_BLOCKS = frozenset("p li div td th dd dt blockquote pre h1 h2 h3 h4 h5 h6 section article main figcaption".split())
_UNSEEN = frozenset({"script", "style", "template", "noscript", "head", "select", "textarea"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LONGEST_TEASER = 800
"""Characters of a teaser; a paragraph with one link in it is no teaser of what it links to."""
_SHORTEST_BLOCK = 20
"""Characters of a block of text that counts as a page's own."""
_STEPS = 5
"""Steps of markup that name a box."""
MOST_TEASERS = 2_000
"""Teasers taken of one page; the fullest list page seen has 1,100."""


def read_listing(text: str, url: str) -> Listing:
    """Look at a page.

    Parameters
    ----------
    text : str
        Decoded HTML.
    url : str
        Where it was fetched.

    Examples
    --------
    >>> page = read_listing('<main><div><h3><a href="/a">Tram late</a></h3><p>Again.</p></div>'
    ...                     '<div><h3><a href="/b">Ice melts</a></h3><p>Soon.</p></div></main>', "https://example.org/")
    >>> [(teaser.url, teaser.headline, teaser.box) for teaser in page.teasers]
    [('https://example.org/a', 'Tram late', 'body>main'), ('https://example.org/b', 'Ice melts', 'body>main')]
    """
    root = _tree(text)
    if root is None:
        return Listing((), {}, Metadata())
    metadata = read_metadata(root)
    walk = _Walk(urls.document_base(url, metadata.base or None), url)
    walk.run(root)
    return Listing(tuple(walk.teasers()), walk.own, metadata)


def _tree(text: str) -> etree._Element | None:
    text = _XML_DECLARATION.sub("", text).replace("\0", "")
    if not text.strip():
        return None
    parser = etree.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(text, parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


@dataclass(slots=True)
class _Node:
    """An element while its content is read: its text, the one page it links to ("" none, "*" several), open teasers."""

    element: etree._Element
    text: list[str]
    target: str = ""
    linked: int = 0


class _Walk:
    """One pass over a document, children before parents."""

    def __init__(self, base: str, url: str) -> None:
        self._base = base
        self._own_url = urls.normalise(url)
        self._parts: dict[etree._Element, tuple[str, str]] = {}
        self._order: list[etree._Element] = []
        self._headlines: dict[etree._Element, str] = {}
        self._blocks: list[tuple[etree._Element, str, int]] = []
        self._units: dict[etree._Element, etree._Element] = {}
        self.own: dict[int, int] = {}

    def run(self, root: etree._Element) -> None:
        """Read texts and targets, then tell teasers from blocks of the page's own."""
        stack: list[_Node] = []
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if not isinstance(element.tag, str) or element.tag in _UNSEEN:
                if event == "start":
                    walk.skip_subtree()
                elif stack and element.tail:
                    stack[-1].text.append(element.tail)
            elif event == "start":
                stack.append(_Node(element, [element.text] if element.text else []))
            else:
                self._close(stack)
        self._read_blocks()

    def _close(self, stack: list[_Node]) -> None:
        node = stack.pop()
        element = node.element
        if element.tag == "a":
            self._link(node)
        if element.tag == "time" and element.get("datetime"):
            node.text.append(f" {element.get('datetime')} ")
        text = "".join(node.text)
        if element.tag in _BLOCKS:
            self._blocks.append((element, text, node.linked))
            text = f"\n{text}\n"
        self._parts[element] = (node.target, text if len(text) <= _LONGEST_TEASER * 2 else "")
        if stack:
            parent = stack[-1]
            own = text if element.tag not in _BLOCKS or len(text) <= _LONGEST_TEASER * 2 else text[: _LONGEST_TEASER * 2 + 1]
            parent.text.append(own)
            parent.linked += node.linked
            if element.tail:
                parent.text.append(element.tail)
            if node.target:
                parent.target = node.target if parent.target in ("", node.target) else "*"

    def _link(self, node: _Node) -> None:
        href = node.element.get("href")
        target = urls.resolve(self._base, href) if href and "nofollow" not in node.element.get("rel", "") else None
        if target is None or not target.startswith("http") or target == self._own_url or not urls.same_site(target, self._own_url):
            return
        node.target = target
        words = _SPACE.sub(" ", "".join(node.text)).strip()
        node.linked = len(words)
        self._order.append(node.element)
        self._headlines[node.element] = words

    def _unit(self, link: etree._Element) -> etree._Element:
        """The largest part around a link that leads to its page alone."""
        if link in self._units:
            return self._units[link]
        target = self._parts[link][0]
        unit = link
        for parent in link.iterancestors():
            found, text = self._parts.get(parent, ("*", ""))
            if found != target or not text or len(text) > _LONGEST_TEASER or parent.tag in ("body", "html"):
                break
            unit = parent
        self._units[link] = unit
        return unit

    def teasers(self) -> Iterator[Teaser]:
        """The teasers in the order of their first links."""
        units: dict[etree._Element, list[etree._Element]] = {}
        for link in self._order:
            units.setdefault(self._unit(link), []).append(link)
        seen: set[tuple[str, str]] = set()
        places: dict[str, dict[etree._Element | None, int]] = {}
        for unit, links in units.items():
            target, text = self._parts[unit]
            box = _box(unit)
            places.setdefault(box, {}).setdefault(unit.getparent(), len(places[box]))
            if (target, box) in seen or len(seen) >= MOST_TEASERS:
                continue
            seen.add((target, box))
            headline = max((self._headlines[link] for link in links), key=len)
            heading = any(_in_heading(link, unit) for link in links)
            place = places[box][unit.getparent()]
            yield Teaser(target, headline[:300], mark(text), mark(_DIGITS.sub("", text)), box, place, heading)

    def _read_blocks(self) -> None:
        """The innermost blocks with text that is mostly no link's and in no teaser."""
        inner: set[etree._Element] = set()
        teasers = {self._unit(link) for link in self._order if self._leads(link)}
        for element, text, linked in self._blocks:
            squashed = _SPACE.sub(" ", text).strip()
            if element in inner or len(squashed) < _SHORTEST_BLOCK:
                continue
            inner.update(element.iterancestors())
            if linked * 2 > len(squashed) or any(one in teasers for one in _upwards(element)):
                continue
            self.own[mark(squashed)] = len(squashed)

    def _leads(self, link: etree._Element) -> bool:
        """Whether a link is what its part of the page is about, not a word in a sentence."""
        unit = self._unit(link)
        text = _SPACE.sub(" ", self._parts[unit][1]).strip()
        headline = self._headlines[link]
        return _in_heading(link, unit) or len(headline) * 2 >= len(text) or bool(headline and text.startswith(headline))


def _upwards(element: etree._Element) -> Iterator[etree._Element]:
    yield element
    yield from element.iterancestors()


def _in_heading(link: etree._Element, unit: etree._Element) -> bool:
    """Whether a heading within the teaser, or just around it, holds the link, or the link holds a heading."""
    for parent in link.iterancestors():
        if parent.tag in _HEADINGS:
            return True
        if parent is unit:
            break
    return any(isinstance(child.tag, str) and child.tag in _HEADINGS for child in link.iterdescendants())


def _box(unit: etree._Element) -> str:
    """The names of the elements around a teaser, from outside in."""
    names: list[str] = []
    for parent in unit.iterancestors():
        classes = " ".join(name for name in parent.get("class", "").split()[:2] if not _DIGITS.search(name))
        names.append(f"{parent.tag}.{classes}" if classes else str(parent.tag))
        if parent.tag == "body" or len(names) == _STEPS:
            break
    return ">".join(reversed(names))[-200:]
