"""The walk: parser events to a Tree. One pass, no parser elements kept; this is the hot loop of the whole product."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.facts import FACT_ELEMENTS, MAX_TEXT, Fact, states_a_fact
from indexer.page.signature import step
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE, Link, Tree

SKIPPED = frozenset(
    "rt rp rtc script style noscript template svg iframe button select option input textarea head title meta link object embed"
    " canvas audio video map math dialog".split()
)
"""Elements whose text is no text of the page: readings of ruby annotations, scripts, form fields, embedded media."""

INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q ruby rb s samp small span strike"
    " strong sub sup time tt u var wbr g-emoji".split()
)
"""Elements that do not end a block of text."""

_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_OUT_OF_SIGHT = re.compile(r"visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{4,}", re.IGNORECASE)
_CONTROLLED = re.compile(r"""(?:aria-controls|data-(?:bs-)?target)\s*=\s*["']?\s*#?([^"'\s>]+)""", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][\w-]{2,30}")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
_TEXTLESS = frozenset({"html", "base", "meta", "link"})
_MOST_OPEN_FACTS = 8

MAX_DEPTH = 1_000
MAX_NODES = 300_000
MAX_FACTS = 5_000
"""Deeper or larger pages than any newspaper serves; a page beyond is hostile or broken."""


class TreeBuilder:
    """Parser target (lxml's target interface): takes start, end and data events, gives a Tree.

    Parameters
    ----------
    source : str
        The document's text, searched for the ids that visible controls open (`aria-controls`, `data-target`).
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._controlled: frozenset[str] | None = None
        self.facts: list[Fact] = []  # the elements that metadata is read from
        self._open_facts: list[tuple[int, int]] = []  # depth and index in `facts`
        self._fact_texts: list[list[str]] = []
        self._depth = 0
        self._skipping = 0  # depth of the skipped element plus one; 0: not skipping
        self._in_body = False
        # the open block-level nodes, and what an inline element changed
        self._node = -1
        self._path = 0
        self._stack: list[tuple[bool, int, int, bool]] = []  # (is a node, node, path, inside a link) to return to
        self._in_link = False
        self._anchor: tuple[str, str, int, int, bool] | None = None
        self._anchor_text: list[str] = []
        # the current block
        self._buffer: list[str] = []
        self._link_length = 0
        self._link_start = -1
        # nodes
        self.tag: list[str] = []
        self.signature: list[str] = []
        self.path: list[int] = []
        self.parent: list[int] = []
        self.end_: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        self.hidden: list[int] = []
        self.images: list[int] = []
        # blocks
        self.text: list[str] = []
        self.node: list[int] = []
        self.link_length: list[int] = []
        self.lead: list[str] = []
        self.links: list[Link] = []

    # -- events ------------------------------------------------------------------------------------------------

    def start(self, tag: str, attrib: Mapping[str, str]) -> None:
        self._depth += 1
        if tag in FACT_ELEMENTS or (attrib and states_a_fact(attrib)):
            self._open_fact(tag, attrib)
        if self._skipping:
            return
        if not self._in_body:
            if tag != "body":
                return
            self._in_body = True
            self._start_node(tag, attrib)
            self._stack.clear()  # the body is closed by the end of the document only: text after </body> is text
        elif tag in INLINE:
            self._start_inline(tag, attrib)
        elif tag in ("html", "body"):
            self._stack.append((False, self._node, self._path, self._in_link))
        elif tag == "br":
            self._stack.append((False, self._node, self._path, self._in_link))
            self._flush()
        elif tag in SKIPPED and not (tag == "button" and "aria-controls" in attrib):
            self._skipping = self._depth
        else:
            self._start_node(tag, attrib)

    def end(self, tag: str) -> None:  # noqa: ARG002 - the parser's interface
        if self._open_facts and self._open_facts[-1][0] == self._depth:
            self._close_fact()
        self._depth -= 1
        if self._skipping:
            if self._depth < self._skipping:
                self._skipping = 0
            return
        if not self._stack:
            return
        is_node, node, path, in_link = self._stack.pop()
        if is_node:
            if self._buffer:
                self._flush()
            self.end_[self._node] = len(self.path)
            self.last[self._node] = len(self.text)
        elif self._in_link and not in_link:
            self._close_anchor()
        self._node, self._path, self._in_link = node, path, in_link

    def data(self, data: str) -> None:
        for text in self._fact_texts:
            text.append(data)
        if self._skipping or not self._in_body:
            return
        self._buffer.append(data)
        if self._in_link:
            self._link_length += len(data)
            self._anchor_text.append(data)

    def close(self) -> Tree:
        while self._stack:
            self.end("")
        if self._in_body:
            self._flush()
            self.end_[0] = len(self.path)
            self.last[0] = len(self.text)
        return Tree(
            tag=tuple(self.tag),
            signature=tuple(self.signature),
            path=np.array(self.path, np.int64),
            parent=np.array(self.parent, np.int64),
            end=np.array(self.end_, np.int64),
            first=np.array(self.first, np.int64),
            last=np.array(self.last, np.int64),
            hidden=np.array(self.hidden, np.int64),
            images=np.array(self.images, np.int64),
            text=tuple(self.text),
            node=np.array(self.node, np.int64),
            link_length=np.array(self.link_length, np.int64),
            lead=tuple(self.lead),
        )

    # -- parts of the events ------------------------------------------------------------------------------------------

    def _start_inline(self, tag: str, attrib: Mapping[str, str]) -> None:
        if attrib and self._visibility(attrib) == HIDDEN:
            self._skipping = self._depth
            return
        self._stack.append((False, self._node, self._path, self._in_link))
        if tag == "a" and not self._in_link:
            href = attrib.get("href")
            if href:
                self._in_link = True
                if self._link_start < 0:
                    self._link_start = len(self._buffer)
                name = attrib.get("aria-label") or attrib.get("title") or ""
                nofollow = "nofollow" in attrib.get("rel", "").lower()
                self._anchor = (href, name, self._node, len(self.text), nofollow)
        elif tag == "img":
            self.images[self._node] += 1
            if self._anchor is not None and not self._anchor[1]:
                href, _, node, block, nofollow = self._anchor
                self._anchor = (href, attrib.get("alt", ""), node, block, nofollow)

    def _start_node(self, tag: str, attrib: Mapping[str, str]) -> None:
        if self._buffer:
            self._flush()
        n = len(self.path)
        if n >= MAX_NODES or self._depth > MAX_DEPTH:
            raise PageError(Kind.TOO_LARGE, f"more than {MAX_NODES} nodes or {MAX_DEPTH} levels")
        parent = self._node
        self._stack.append((True, parent, self._path, self._in_link))
        hidden = self.hidden[parent] if parent >= 0 else VISIBLE
        if attrib:
            identifier = attrib.get("id", "")
            self._path, name = step(self._path, tag, attrib.get("class") or (identifier and "") or _role(attrib), identifier)
            if hidden < HIDDEN:
                hidden = max(hidden, self._visibility(attrib))
        else:
            self._path, name = step(self._path, tag, "", "")
        self._node = n
        self.tag.append(tag)
        self.signature.append(name)
        self.path.append(self._path)
        self.parent.append(parent)
        self.end_.append(0)
        self.first.append(len(self.text))
        self.last.append(0)
        self.hidden.append(hidden)
        self.images.append(0)

    def _flush(self) -> None:
        buffer = self._buffer
        if buffer:
            text = _fold("".join(buffer))
            if text:
                self.text.append(text)
                self.node.append(self._node)
                self.link_length.append(min(self._link_length, len(text)))
                start = self._link_start
                self.lead.append(_fold("".join(buffer[:start])) if start > 0 else "")
            buffer.clear()
        self._link_length = 0
        self._link_start = 0 if self._in_link else -1

    def _close_anchor(self) -> None:
        if self._anchor is None:
            return
        href, name, node, block, nofollow = self._anchor
        text = _fold("".join(self._anchor_text)) or _fold(name)
        self.links.append(Link(href, text, node, block, nofollow))
        self._anchor = None
        self._anchor_text.clear()

    def _visibility(self, attrib: Mapping[str, str]) -> int:
        """How far a reader can see the element: hidden text that a visible control opens is text."""
        style = attrib.get("style")
        if style and _DISPLAY_NONE.search(style):
            return FOLDED
        if "hidden" in attrib or (style and _OUT_OF_SIGHT.search(style)):
            return VISIBLE if attrib.get("id") in self._opened() else HIDDEN
        return VISIBLE

    def _opened(self) -> frozenset[str]:
        if self._controlled is None:
            self._controlled = frozenset(_CONTROLLED.findall(self._source))
        return self._controlled

    def _open_fact(self, tag: str, attrib: Mapping[str, str]) -> None:
        if len(self.facts) >= MAX_FACTS or (tag == "script" and "ld+json" not in attrib.get("type", "")):
            return
        self.facts.append(Fact(tag, dict(attrib)))
        if tag not in _TEXTLESS and len(self._fact_texts) < _MOST_OPEN_FACTS:
            self._open_facts.append((self._depth, len(self.facts) - 1))
            self._fact_texts.append([])

    def _close_fact(self) -> None:
        _, index = self._open_facts.pop()
        fact = self.facts[index]
        text = "".join(self._fact_texts.pop())
        self.facts[index] = Fact(fact.tag, fact.attributes, text if fact.tag == "script" else text[:MAX_TEXT])


def _role(attrib: Mapping[str, str]) -> str:
    """What a page without classes calls a component: the first data attribute that holds a name."""
    for name, value in attrib.items():
        if name.startswith("data-") and _NAME.fullmatch(value):
            return name + "-" + value
    return ""


def _fold(text: str) -> str:
    """White space folded, soft hyphens and zero-width characters removed."""
    text = " ".join(text.split())
    return text if text.isascii() else _INVISIBLE.sub("", text).strip()
