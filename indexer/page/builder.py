"""Conversion of parser events to a Tree in one pass that keeps no parser element: the hot loop of the product.

It is one long class because splitting it would cost a call per element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from indexer.arrays import Ints
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind
from indexer.page.blocks import are_words, fold, fold_cached, fold_lines
from indexer.page.elements import ANCHOR, BREAK, CODE, FACT, HEADINGS, IN_TEXT, NODE, PHRASING_ONLY, ROLE, SKIP
from indexer.page.facts import MAX_TEXT, Fact, named_for_author, states_a_fact
from indexer.page.signature import step
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE, Link, Tree
from indexer.page.twins import ALL, BEHIND, FORMULA, Twin, audience, drop_duplicates
from indexer.page.visibility import controlled_ids, is_streamed, is_tooltip, style_visibility

_NAME = re.compile(r"[A-Za-z][\w-]{2,30}")

MAX_DEPTH = 1_000
MAX_NODES = 300_000
"""No newspaper serves deeper or larger pages; a page beyond the limits is hostile or broken."""
MAX_FACTS = 5_000

_RESOURCES = frozenset(
    {"stylesheet", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "icon", "shortcut icon", "apple-touch-icon"}
)
"""Relations of links that name the page's resources and say nothing about the page; modern pages have fifty."""
_REFERRING = frozenset({"a", "area", "frame"})
"""Elements that refer to other pages by href or src."""
_DIALOGUES = frozenset({"dialog", "alertdialog"})
_STATING = frozenset({"itemprop", "rel", "property", "itemtype", "typeof"})
_OF_LINES = frozenset({"a", "span", "time"})
"""Elements that a style sets apart from each other in a line."""
_NOTED = frozenset({"img", "math"})
"""Inline elements that matter without attributes."""
_TEXTLESS = frozenset({"html", "base", "meta", "link"})
_MOST_OPEN_FACTS = 8
_link = partial(tuple.__new__, Link)
"""`Link._make` without a Python call: pages have hundreds of links."""


class TreeBuilder:
    """Parser target (lxml's target interface) that receives start, end and data events and returns a Tree.

    Elements end in the reverse order of their starts. So inline elements need no stack, and the chain of parents is the stack of nodes.

    Parameters
    ----------
    source : str
        The document's text, which is searched for the ids that visible controls open (`aria-controls`, `data-target`).
    """

    __slots__ = (
        "_anchor",
        "_anchor_text",
        "_anchors",
        "_buffer",
        "_caption",
        "_closed",
        "_controlled",
        "_depth",
        "_end",
        "_fact_depth",
        "_fact_texts",
        "_facts_around",
        "_first",
        "_hidden",
        "_images",
        "_in_body",
        "_in_link",
        "_last",
        "_lead",
        "_line_end",
        "_link_length",
        "_link_lengths",
        "_link_start",
        "_node",
        "_nodes",
        "_open_facts",
        "_opener",
        "_parent",
        "_path",
        "_paths",
        "_pre",
        "_roles",
        "_seam",
        "_signature",
        "_skipping",
        "_source",
        "_tag",
        "_text",
        "_twin_depth",
        "_twins",
        "_word",
        "_word_end",
        "facts",
        "links",
        "moments",
        "outlinks",
        "refresh",
    )  # fmt: skip

    def __init__(self, source: str = "") -> None:
        self.reset(source)

    def reset(self, source: str) -> None:
        """Begin another document."""
        self._source = source
        self._controlled: frozenset[str] | None = None
        self._skipping = 0  # open elements since (and with) the skipped one; 0: not skipping
        self._in_body = False
        # metadata
        self.facts: list[Fact] = []
        self._fact_depth = 0  # open elements since the outermost fact whose text is being collected
        self._open_facts: list[tuple[int, int]] = []  # depth of each and its index in `facts`
        self._fact_texts: list[list[str]] = []
        self._facts_around = 0  # facts that are open around an element of code, whose text is not theirs
        # the innermost open node
        self._node = -1
        self._path = 0
        self._depth = 0
        # links
        self.links: list[Link] = []
        self.outlinks: dict[str, None] = {}
        self.moments: list[tuple[int, str]] = []
        self.refresh = ""
        self._in_link = False
        self._anchors: list[bool] = []  # for each open `a` element: whether it begins a link
        self._anchor: tuple[str, str, int, int] = ("", "", -1, 0)
        self._anchor_text: list[str] = []
        # the current block
        self._buffer: list[str] = []
        self._link_length = 0
        self._link_start = -1
        self._word = self._word_end = -1  # where a button's text begins and ends in the buffer
        self._line_end = 0  # where a line of a program ends in the buffer; 0: nowhere
        self._closed = self._seam = 0  # where an element of a line ends in the buffer, and where another follows it; 0: nowhere
        self._twins: list[Twin] = []  # elements of the block shown to sighted readers only or to screen readers only
        self._twin_depth = 0  # open elements since the last of them
        # nodes
        self._pre = 0  # open preformatted nodes
        self._caption = 0  # open span elements since (and with) one that is a node, as the caption of the image before it
        self._opener = -2  # the block of the last button that opens a text
        self._roles: list[int] = []  # roles of the open elements whose tag names do not decide it
        self._tag: list[str] = []
        self._signature: list[str] = []
        self._paths: list[int] = []
        self._parent: list[int] = []
        self._end: list[int] = []
        self._first: list[int] = []
        self._last: list[int] = []
        self._hidden: dict[int, int] = {}
        self._images: dict[int, int] = {}
        # blocks
        self._text: list[str] = []
        self._nodes: list[int] = []
        self._link_lengths: list[int] = []
        self._lead: list[str] = []

    # -- events ------------------------------------------------------------------------------------------------

    def start(self, tag: str, attrib: Mapping[str, str]) -> None:  # noqa: C901 - splitting it costs a call per element
        role = ROLE.get(tag, -1)
        if role < 0:
            role = self._open_unknown(tag)
        # `states_a_fact` is inlined: it saves a call per element
        if self._fact_depth and (role % FACT in (BREAK, NODE)):
            for text in self._fact_texts:
                text.append("\n")
        if role >= FACT or (
            attrib
            and (not _STATING.isdisjoint(attrib) or ((classes := attrib.get("class")) and named_for_author(classes)))
            and states_a_fact(attrib)
        ):
            self._open_fact(tag, attrib)
            role %= FACT
        elif self._fact_depth:
            self._fact_depth += 1
        if self._twin_depth:
            self._twin_depth += 1
        if self._skipping:
            self._skipping += 1
            if tag in _REFERRING:
                self._note_outlink(attrib)
            return
        if role <= BREAK:
            if not self._in_body:
                self._open_body({})
            if self._line_end and tag == "code" and self._line_end == len(self._buffer):
                self._flush()  # each line of the program is an element
            if role == NODE:
                self._start_node(tag, attrib)
            elif role == ANCHOR:
                self._seam = self._closed
                self._start_anchor(attrib)
            elif role == BREAK:
                self._flush()
            else:
                if tag in _OF_LINES:
                    self._seam = self._closed
                    if self._caption and tag == "span":
                        self._caption += 1
                if attrib or tag in _NOTED:
                    self._start_inline(tag, attrib)
        elif role == SKIP:
            self._start_skipped(tag, attrib)
        elif tag == "body" and not self._in_body:
            self._open_body(attrib)

    def _open_unknown(self, tag: str) -> int:
        """Return the role of an element unknown to HTML: inline, or a node for a custom element outside a sentence."""
        if "-" not in tag:
            return IN_TEXT
        if self._skipping:
            return NODE
        inline = bool(self._buffer) or (self._node >= 0 and self._tag[self._node] in PHRASING_ONLY)
        self._roles.append(IN_TEXT if inline else NODE)
        return self._roles[-1]

    def _start_skipped(self, tag: str, attrib: Mapping[str, str]) -> None:
        """Open an element whose text is not the page's, unless it is a word of a sentence, opens a text, or is a shadow tree."""
        opens = tag == "button" and ("aria-controls" in attrib or "aria-expanded" in attrib)
        if opens:
            self._opener = len(self._text)
        if tag == "button" and self._buffer:
            self._word, self._word_end = len(self._buffer), -1
            self._roles.append(IN_TEXT)
        elif tag == "button" and self._node >= 0 and self._tag[self._node] in HEADINGS:  # a heading that expands the text below it
            self._roles.append(IN_TEXT)
        elif (opens and self._in_body) or (tag == "template" and "shadowrootmode" in attrib):
            self._start_node(tag, attrib)
            self._roles.append(NODE)
        else:
            self._skipping = 1
            is_fact = bool(self._open_facts) and self._open_facts[-1][0] == self._fact_depth
            self._facts_around = len(self._fact_texts) - is_fact if tag in CODE else 0

    def _open_body(self, attrib: Mapping[str, str]) -> None:
        """Begin the body at its tag, or at the first element or text that is not allowed in a head (HTML standard)."""
        self._in_body = True
        self._start_node("body", attrib)

    def _start_inline(self, tag: str, attrib: Mapping[str, str]) -> None:
        hidden = ("style" in attrib or "hidden" in attrib) and self._visibility(attrib) == HIDDEN
        if hidden or (self._buffer and is_tooltip(attrib)):
            self._skipping, self._facts_around = 1, 0
        elif tag == "img":
            self._see_image(attrib)
        elif tag == "span" and not self._buffer and self._is_caption(attrib):
            self._caption = 1
            self._start_node(tag, attrib)
        elif not self._twin_depth:
            self._open_twin(tag, attrib)
        if tag in _REFERRING:
            self._note_outlink(attrib)
        if tag == "area" and not self._in_link and (href := attrib.get("href")):
            name = attrib.get("alt") or attrib.get("aria-label") or attrib.get("title") or ""
            self.links.append(_link((href, fold(name), self._node, len(self._text))))

    def _is_caption(self, attrib: Mapping[str, str]) -> bool:
        """Return whether an inline element is named as the caption of an image in its node, which no style puts on a line of text."""
        named = "caption" in attrib.get("class", "").lower()
        return named and not self._caption and self._node in self._images and "caption" not in self._signature[self._node]

    def _open_twin(self, tag: str, attrib: Mapping[str, str]) -> None:
        """Note a formula, an inline element for sighted readers or screen readers only, and one directly after it, which may repeat it."""
        kind = FORMULA if tag == "math" else audience(attrib)
        if kind == ALL and self._twins and not "".join(self._buffer[self._twins[-1].end :]).strip():
            kind = BEHIND
        if kind != ALL:
            self._twins.append(Twin(kind, len(self._buffer), len(self._buffer)))
            self._twin_depth = 1

    def end(self, tag: str) -> None:  # noqa: C901 - splitting it costs a call per element
        if self._fact_depth:
            self._leave_fact()
        if self._twin_depth:
            self._leave_twin()
        if self._skipping:
            self._skipping -= 1
            return
        role = ROLE.get(tag, -1)
        if role == SKIP or (role < 0 and "-" in tag):
            role = self._leave_unknown(tag)
        if role == NODE:
            if self._node > 0:  # the body ends with the document: text after </body> is text
                self._end_node()
        elif tag in _OF_LINES:
            self._closed = len(self._buffer)
            if self._caption and tag == "span":
                self._caption -= 1
                if not self._caption:
                    self._end_node()
            elif role == ANCHOR and self._anchors and self._anchors.pop():
                self._close_link()
        elif self._pre and tag == "code":
            self._line_end = len(self._buffer)

    def _leave_twin(self) -> None:
        self._twin_depth -= 1
        if not self._twin_depth:
            self._twins[-1] = self._twins[-1]._replace(end=len(self._buffer))

    def _leave_unknown(self, tag: str) -> int:
        role = self._roles.pop()
        if tag == "button" and role == IN_TEXT:
            self._word_end = len(self._buffer)
        return role

    def _end_node(self) -> None:
        for text in self._fact_texts:
            text.append("\n")
        if self._buffer:
            self._flush()
        else:
            self._link_start = 0 if self._in_link else -1
        node = self._node
        self._pre -= self._tag[node] == "pre"
        self._end[node] = len(self._paths)
        self._last[node] = len(self._text)
        self._node = node = self._parent[node]
        self._path = self._paths[node]
        self._depth -= 1

    def data(self, data: str) -> None:
        if self._seam and self._seam == len(self._buffer) and not (self._pre or self._skipping) and are_words(self._buffer[-1], data):
            data = " " + data
        if self._fact_depth:
            for text in self._fact_texts[self._facts_around :] if self._skipping else self._fact_texts:
                text.append(data)
        if self._skipping or (not self._buffer and data.isspace()):
            return
        if not self._in_body:
            self._open_body({})
        self._buffer.append(data)
        if self._in_link:
            self._link_length += len(data)
            self._anchor_text.append(data)

    def close(self) -> Tree:
        while self._node > 0:
            self.end("div")
        if self._in_body:
            self._flush()
            self._end[0] = len(self._paths)
            self._last[0] = len(self._text)
        return Tree(
            tag=tuple(self._tag),
            signature=tuple(self._signature),
            path=np.array(self._paths, np.int64),
            parent=np.array(self._parent, np.int64),
            end=np.array(self._end, np.int64),
            first=np.array(self._first, np.int64),
            last=np.array(self._last, np.int64),
            hidden=self._inherited_visibility(),
            images=_sparse(self._images, len(self._paths)),
            text=tuple(self._text),
            node=np.array(self._nodes, np.int64),
            link_length=np.array(self._link_lengths, np.int64),
            lead=tuple(self._lead),
        )

    # -- nodes and blocks ----------------------------------------------------------------------------------------

    def _start_node(self, tag: str, attrib: Mapping[str, str]) -> None:
        if self._buffer:
            self._flush()
        else:
            self._link_start = 0 if self._in_link else -1
        n = len(self._paths)
        self._depth += 1
        if n >= MAX_NODES:
            raise PageError(Ending(Kind.TOO_LARGE, Cause.NODES, limit=MAX_NODES))
        if self._depth > MAX_DEPTH:
            raise PageError(Ending(Kind.TOO_LARGE, Cause.DEPTH, limit=MAX_DEPTH))
        if attrib:
            identifier = attrib.get("id", "")
            classes = attrib.get("class") or (identifier and " ") or _component(attrib)
            self._path, name = step(self._path, tag, classes, identifier)
            if (
                (len(attrib) > 1 or not classes)  # otherwise it has only classes
                and ("style" in attrib or "hidden" in attrib or "role" in attrib)
                and (state := self._visibility(attrib)) != VISIBLE
            ):
                self._hidden[n] = state
        else:
            self._path, name = step(self._path, tag, "", "")
        self._pre += tag == "pre"
        self._tag.append(tag)
        self._signature.append(name)
        self._paths.append(self._path)
        self._parent.append(self._node)
        self._end.append(0)
        self._first.append(len(self._text))
        self._last.append(0)
        self._node = n

    def _flush(self) -> None:
        buffer = self._buffer
        if self._word >= 0:
            if self._word_end > self._word and not "".join(buffer[self._word_end :]).strip():
                del buffer[self._word :]  # a button after a text is not part of it
            self._word = -1
        if self._twins:
            if buffer:
                drop_duplicates(buffer, self._twins)
            self._twins.clear()
            self._twin_depth = 0
        if buffer:
            written = "".join(buffer)
            text = fold_lines(written) if self._pre else fold(written)
            if text:
                self._text.append(text)
                self._nodes.append(self._node)
                self._lead.append(fold("".join(buffer[: self._link_start])) if self._link_start > 0 else "")
                linked = self._link_length
                self._link_lengths.append(linked if linked <= len(text) else len(text))
            buffer.clear()
            self._link_length = self._line_end = 0
        self._closed = self._seam = 0
        self._link_start = 0 if self._in_link else -1

    def _see_image(self, attrib: Mapping[str, str]) -> None:
        self._images[self._node] = self._images.get(self._node, 0) + 1
        if self._in_link and not self._anchor[1]:
            href, _, node, block = self._anchor
            self._anchor = (href, attrib.get("alt", ""), node, block)

    def _visibility(self, attrib: Mapping[str, str]) -> int:
        """Return the visibility of the element; hidden text that a visible control opens counts as visible; a script opens a dialogue.

        A control opens the text with its id (`aria-controls`), or that which begins behind its own words (`aria-expanded`).
        """
        state = style_visibility(attrib["style"]) if "style" in attrib else VISIBLE
        if state == FOLDED:
            return FOLDED
        if "hidden" in attrib or state == HIDDEN:
            name = attrib.get("id", "")
            follows = len(self._text) == self._opener + 1 and not self._buffer
            return VISIBLE if follows or name in self._controlled_ids() or is_streamed(name, self._source) else HIDDEN
        return FOLDED if attrib.get("role") in _DIALOGUES else VISIBLE

    def _controlled_ids(self) -> frozenset[str]:
        if self._controlled is None:
            self._controlled = controlled_ids(self._source)
        return self._controlled

    def _inherited_visibility(self) -> Ints:
        """Return each node's visibility: the least visible value among the node and its ancestors."""
        out = np.zeros(len(self._paths), np.int64)
        for i, state in self._hidden.items():
            inside = out[i : self._end[i]]
            np.maximum(inside, state, out=inside)
        return out

    # -- links -----------------------------------------------------------------------------------------------------

    def _start_anchor(self, attrib: Mapping[str, str]) -> None:
        name = ""
        if len(attrib) != 1 or "href" not in attrib:  # otherwise it has only its href
            if ("style" in attrib or "hidden" in attrib) and self._visibility(attrib) == HIDDEN:
                self._skipping = 1
                self._note_outlink(attrib)
                return
            name = attrib.get("aria-label") or attrib.get("title") or ""
        href = attrib.get("href")
        if href and ("rel" not in attrib or "nofollow" not in attrib["rel"].lower()):
            self.outlinks[href] = None
        if not href or self._in_link:
            self._anchors.append(False)
            return
        self._anchors.append(True)
        self._in_link = True
        if self._link_start < 0:
            self._link_start = len(self._buffer)
        self._anchor = (href, name, self._node, len(self._text))

    def _note_outlink(self, attrib: Mapping[str, str]) -> None:
        href = attrib.get("href") or attrib.get("src")
        if href and "nofollow" not in attrib.get("rel", "").lower():
            self.outlinks[href] = None

    def _close_link(self) -> None:
        href, name, node, block = self._anchor
        text = fold_cached("".join(self._anchor_text)) or fold(name)
        self.links.append(_link((href, text, node, block)))
        self._in_link = False
        self._anchor_text.clear()

    # -- metadata ----------------------------------------------------------------------------------------------------

    def _open_fact(self, tag: str, attrib: Mapping[str, str]) -> None:
        note = _NOTES.get(tag)
        if note is not None:
            note(self, attrib)
        wanted = len(self.facts) < MAX_FACTS and not (
            (tag == "script" and "ld+json" not in attrib.get("type", "")) or (tag == "link" and attrib.get("rel", "").lower() in _RESOURCES)
        )
        if wanted:
            self.facts.append(Fact(tag, attrib, "", self._next_block(tag)))
        if wanted and tag not in _TEXTLESS and len(self._fact_texts) < _MOST_OPEN_FACTS:
            self._fact_depth += 1
            self._open_facts.append((self._fact_depth, len(self.facts) - 1))
            self._fact_texts.append([])
        elif self._fact_depth:
            self._fact_depth += 1

    def _next_block(self, tag: str) -> int:
        """Return the block of an element that begins now: for a node a new one, for an inline element the open one; -1 while skipping."""
        if self._skipping:
            return -1
        ends_block = bool(self._buffer) and ROLE.get(tag, NODE) % FACT == NODE
        return len(self._text) + ends_block

    def _leave_fact(self) -> None:
        if self._open_facts[-1][0] == self._fact_depth:
            _, index = self._open_facts.pop()
            fact = self.facts[index]
            text = "".join(self._fact_texts.pop())
            self.facts[index] = fact._replace(text=text if fact.tag == "script" else text[:MAX_TEXT], inside=len(self.facts) - index - 1)
        self._fact_depth = self._fact_depth - 1 if self._open_facts else 0


    def _note_next(self, attrib: Mapping[str, str]) -> None:
        if "next" in attrib.get("rel", "").lower().split():
            self._note_outlink(attrib)

    def _note_moment(self, attrib: Mapping[str, str]) -> None:
        if "datetime" in attrib and len(self.moments) < MAX_FACTS:
            self.moments.append((max(0, self._node), attrib["datetime"]))

    def _note_refresh(self, attrib: Mapping[str, str]) -> None:
        if not self._skipping and not self.refresh and attrib.get("http-equiv", "").strip().lower() == "refresh":
            self.refresh = attrib.get("content", "")


_NOTES: Mapping[str, Callable[[TreeBuilder, Mapping[str, str]], None]] = {
    "link": TreeBuilder._note_next,
    "time": TreeBuilder._note_moment,
    "meta": TreeBuilder._note_refresh,
}
"""Further values that some elements state."""


def _sparse(values: Mapping[int, int], length: int) -> Ints:
    out = np.zeros(length, np.int64)
    for i, value in values.items():
        out[i] = value
    return out


def _component(attrib: Mapping[str, str]) -> str:
    """Return the component name that a page without classes gives: the first data attribute whose value is a name."""
    for name, value in attrib.items():
        if name.startswith("data-") and _NAME.fullmatch(value):
            return name + "-" + value
    return ""
