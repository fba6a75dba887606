"""The page walk against its slow twin: the same rules as a textbook recursion over lxml's DOM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from harness.strategies import documents
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.blocks import are_words
from indexer.page.elements import BLOCKS as NODES
from indexer.page.elements import INLINE, PHRASING_ONLY, SKIPPED
from indexer.page.parse import parse
from indexer.page.signature import path_hash, signature
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE, Tree
from indexer.page.unclosed import without_unclosed
from indexer.page.visibility import is_tooltip

# -- the slow twin -----------------------------------------------------------------------------------------------------


@dataclass
class Node:
    tag: str
    signature: str
    names: list[str]
    parent: int
    hidden: int
    first: int
    images: int = 0
    end: int = 0
    last: int = 0


@dataclass
class Twin:
    """The walk by recursion, one element at a time, with nothing shared with the fast one but the signature of a node."""

    source: str
    nodes: list[Node] = field(default_factory=list)
    blocks: list[tuple[str, int, int, str]] = field(default_factory=list)  # text, node, link length, lead
    links: list[tuple[str, str, int, int]] = field(default_factory=list)
    inner: int = -1
    line: str = ""  # the text since the last boundary
    linked: int = 0
    lead_end: int | None = None  # where in the line its first link begins
    anchor: str | None = None  # the text of the open link
    word: tuple[int, int] = (-1, -1)  # a button's text in the line
    pieces: int = 0  # texts of the line
    piece: str = ""  # the last of them
    closed: int = 0  # number of the line's texts when an element of the line ended
    seam: int = 0  # the same when another one begins directly after it
    opener: int | None = None  # the block of the last button that opens a text

    def document(self) -> None:
        root = etree.fromstring(self.source, etree.HTMLParser(no_network=True, remove_comments=True, remove_pis=True))
        if root is not None:
            self.shell(root)
        self.boundary()
        for node in self.nodes[:1]:
            node.end, node.last = len(self.nodes), len(self.blocks)

    def shell(self, element: etree._Element) -> None:
        """html, head and body: no boundaries, no nodes, but the first body is the root of the page."""
        if element.tag == "body" and not self.nodes:
            self.open_node("body", element)
        self.say(element.text)
        for child in element:
            self.element(child)
            self.say(child.tail)

    def element(self, e: etree._Element) -> None:
        tag = str(e.tag)
        if tag in ("html", "head", "body"):
            self.shell(e)
            return
        if tag == "button" and is_opener(e):
            self.opener = len(self.blocks)
        if tag == "button" and self.line:
            begin = len(self.line)
            self.inside(e)
            self.word = (begin, len(self.line))
        elif tag in SKIPPED and not self.opens(e):
            return
        elif tag in INLINE or tag == "br" or (tag not in NODES | SKIPPED and not self.is_box(tag)):
            self.need_body()
            self.inline(tag, e)
        else:
            self.need_body()
            self.box(tag, e)

    def box(self, tag: str, e: etree._Element) -> None:
        outer = self.inner
        self.open_node(tag, e)
        self.inside(e)
        self.boundary()
        here = self.nodes[self.inner]
        here.end, here.last = len(self.nodes), len(self.blocks)
        self.inner = outer

    def opens(self, e: etree._Element) -> bool:
        if e.tag == "template":
            return "shadowrootmode" in e.attrib
        return e.tag == "button" and is_opener(e) and bool(self.nodes)

    def is_box(self, tag: str) -> bool:
        """Whether a custom element, which may be anything, stands outside of a sentence."""
        in_text = self.line or (self.nodes and self.nodes[self.inner].tag in PHRASING_ONLY)
        return "-" in tag and not in_text

    def inside(self, e: etree._Element) -> None:
        self.say(e.text)
        for child in e:
            self.element(child)
            self.say(child.tail)

    def inline(self, tag: str, e: etree._Element) -> None:
        in_line = tag in ("a", "span", "time")
        if in_line:
            self.seam = self.closed
        shown = self.in_line(tag, e)
        if in_line and shown:
            self.closed = self.pieces

    def in_line(self, tag: str, e: etree._Element) -> bool:
        """Whether the element is shown."""
        if tag == "br":
            self.boundary()
            self.inside(e)
        elif self.visibility(e) == HIDDEN or (tag != "a" and self.line and is_tooltip(dict(e.attrib))):
            return False
        elif tag == "a" and e.get("href") and self.anchor is None:
            self.anchor = ""
            self.lead_end = len(self.line) if self.lead_end is None else self.lead_end
            node, block = self.inner, len(self.blocks)
            self.inside(e)
            image = next((i.get("alt") or "" for i in self.shown_images(e) if i.get("alt")), "")
            text = fold(self.anchor) or fold(e.get("aria-label") or e.get("title") or image)
            self.links.append((e.get("href"), text, node, block))
            self.anchor = None
        elif tag == "span" and not self.line and self.is_caption(e):
            self.box(tag, e)
        else:
            self.nodes[self.inner].images += tag == "img"
            self.inside(e)
        return True

    def is_caption(self, e: etree._Element) -> bool:
        around = [self.nodes[n] for n in self.around()]
        within = any(node.tag == "span" for node in around)
        return "caption" in (e.get("class") or "").lower() and not within and around[0].images > 0 and "caption" not in around[0].signature

    def shown_images(self, e: etree._Element) -> list[etree._Element]:
        found = []
        for child in e:
            tag = str(child.tag)
            if tag in SKIPPED and not (tag == "button" and is_opener(child)):
                continue
            if tag in INLINE and self.visibility(child) == HIDDEN:
                continue
            found += [child] if tag == "img" else self.shown_images(child)
        return found

    def need_body(self) -> None:
        if not self.nodes:
            self.open_node("body", etree.Element("body"))

    def open_node(self, tag: str, e: etree._Element) -> None:
        self.boundary()
        name = signature(tag, e.get("class") or ("" if e.get("id") else component(e)), e.get("id") or "")
        above = [] if "#" in name or self.inner < 0 else self.nodes[self.inner].names
        inherited = self.nodes[self.inner].hidden if self.inner >= 0 else VISIBLE
        self.nodes.append(Node(tag, name, [*above, name], self.inner, max(inherited, self.visibility(e)), len(self.blocks)))
        self.inner = len(self.nodes) - 1

    def visibility(self, e: etree._Element) -> int:
        style = (e.get("style") or "").lower().replace(" ", "")
        if "display:none" in style:
            return FOLDED
        if "hidden" in e.attrib or "visibility:hidden" in style or re.search(r"(left|top|text-indent):-\d{4}", style):
            opened = re.findall(r"""(?:aria-controls|data-target)=["']#?([^"']*)""", self.source)
            follows = self.opener is not None and len(self.blocks) == self.opener + 1 and not self.line
            return VISIBLE if follows or e.get("id") in opened else HIDDEN
        return VISIBLE

    def say(self, text: str | None) -> None:
        if not text or (not self.line and text.isspace()):
            return
        self.need_body()
        preformatted = any(self.nodes[n].tag == "pre" for n in self.around())
        if self.seam and self.seam == self.pieces and not preformatted and are_words(self.piece, text):
            text = " " + text
        self.pieces, self.piece = self.pieces + 1, text
        self.line += text
        if self.anchor is not None:
            self.linked += len(text)
            self.anchor += text

    def around(self) -> Iterator[int]:
        """Yield the open nodes, the innermost first."""
        n = self.inner
        while n >= 0:
            yield n
            n = self.nodes[n].parent

    def boundary(self) -> None:
        begin, end = self.word
        if end > begin and not self.line[end:].strip():
            self.line = self.line[:begin]
        self.word = (-1, -1)
        text = fold(self.line)
        if text:
            lead = "" if self.lead_end is None else fold(self.line[: self.lead_end])
            self.blocks.append((text, self.inner, min(self.linked, len(text)), lead))
        self.pieces = self.closed = self.seam = 0
        self.line, self.linked, self.lead_end = "", 0, None if self.anchor is None else 0


def is_opener(button: etree._Element) -> bool:
    return "aria-controls" in button.attrib or "aria-expanded" in button.attrib


def component(e: etree._Element) -> str:
    return next((f"{k}-{v}" for k, v in e.attrib.items() if k.startswith("data-") and re.fullmatch(r"[A-Za-z][\w-]{2,30}", v)), "")


def fold(text: str) -> str:
    return re.sub("[\u00ad\u200b\u2060\ufeff]", "", " ".join(text.split())).strip()


def twin(source: str) -> Twin:
    found = Twin(without_unclosed(source))
    found.document()
    return found


# -- against the twin ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(documents())
@example("<p>a<a href=/x>b<div>c</div>d</a>e</p>")
@example("<ruby>水<rt>みず</rt></ruby>")
@example("<button aria-controls='x'><p>open</p></button><div id=x hidden>inside</div>")
@example("<button aria-expanded=false>open</button><div hidden>inside</div><div hidden>gone</div>")
@example("<p><a href=/x><img alt=Crane></a>")
@example("<div><img><span class=photo__caption>The <span>quay</span></span>Text <span class=caption>of it</span></div><figcaption><img><span class=caption>x</span>")
@example("<p><span>Quill</span><time>6 March 2026</time><a href=/x>Leave</a><pre><a>ab</a><a>Cd</a>")
def test_the_walk_agrees_with_its_slow_twin(source: str) -> None:
    expected = twin(source)
    if not expected.blocks:
        with pytest.raises(PageError) as caught:
            parse(source)
        assert caught.value.ending.kind is Kind.EMPTY
        return
    page = parse(source)
    tree, nodes = page.tree, expected.nodes
    assert list(tree.text) == [text for text, *_ in expected.blocks]
    assert tree.node.tolist() == [node for _, node, *_ in expected.blocks]
    assert tree.link_length.tolist() == [linked for _, _, linked, _ in expected.blocks]
    if all(link.text for link in page.links):
        assert list(tree.lead) == [lead for *_, lead in expected.blocks]
    assert list(tree.tag) == [n.tag for n in nodes]
    assert list(tree.signature) == [n.signature for n in nodes]
    assert tree.path.tolist() == [path_hash(">".join(n.names)) for n in nodes]
    for name in ("parent", "end", "first", "last", "hidden", "images"):
        assert getattr(tree, name).tolist() == [getattr(n, name) for n in nodes], name
    assert [tuple(link) for link in page.links] == expected.links


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(documents(), st.data())
def test_sums_and_marks_over_subtrees(source: str, data: st.DataObject) -> None:
    try:
        tree = parse(source).tree
    except PageError:
        return
    n = len(tree.tag)
    for i in range(n):  # first, last, end and parent say the same thing about the tree
        below = [j for j in range(n) if i in ancestors(tree, j)]
        assert below == list(range(i, int(tree.end[i])))
        assert [k for k, node in enumerate(tree.node.tolist()) if node in below] == list(range(tree.first[i], tree.last[i]))
    values = np.array(data.draw(st.lists(st.integers(-9, 9), min_size=len(tree.text), max_size=len(tree.text))), float)
    assert tree.subtree_sum(values).tolist() == [
        sum(values[k] for k, node in enumerate(tree.node.tolist()) if i in ancestors(tree, node)) for i in range(n)
    ]
    marked = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool)
    assert tree.under(marked).tolist() == [any(marked[a] for a in ancestors(tree, i)) for i in range(n)]


def ancestors(tree: Tree, i: int) -> list[int]:
    """The node itself and all above it."""
    found = []
    while i >= 0:
        found.append(i)
        i = int(tree.parent[i])
    return found


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(documents())
def test_a_path_written_out_hashes_to_the_path(source: str) -> None:
    try:
        tree = parse(source).tree
    except PageError:
        return
    assert [path_hash(tree.path_name(i)) for i in range(len(tree.tag))] == tree.path.tolist()
