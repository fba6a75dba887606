"""Parsing of one page's text to a Page, with guards against hostile input.

The parser is libxml2's for HTML, without network, entities or huge-tree allowances. It feeds `TreeBuilder`, so no DOM is built.
"""

from __future__ import annotations

import re
import threading
from html import escape
from typing import Any, cast

from lxml import etree

from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind
from indexer.page.blocks import weights
from indexer.page.builder import TreeBuilder
from indexer.page.embedded_state import story_lines
from indexer.page.heading_controls import control_blocks, without_blocks, without_controls
from indexer.page.metadata import read_facts
from indexer.page.page import Page
from indexer.page.titles import title_keys
from indexer.page.tree import HIDDEN, Tree
from indexer.page.unclosed import with_closed_descriptions, without_unclosed

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def parse(text: str, url: str = "", utf8: bytes = b"", encoding: str = "utf-8") -> Page:
    """Parse one page from its decoded text.

    Parameters
    ----------
    text : str
        Without NUL characters, as `indexer.page.decode` gives it.
    url : str
    utf8 : bytes
        The same text in UTF-8, if available.
    encoding : str
        The codec that the text was decoded with.

    Raises
    ------
    PageError
        EMPTY if no text is left, TOO_LARGE beyond the builder's limits of nodes and depth, UNREADABLE if the
        parser fails.

    Examples
    --------
    >>> page = parse("<title>T</title><p>One <b>two</b><br>three</p><nav><a href='/x'>Menu</a></nav>")
    >>> page.tree.text, page.tree.link_length.tolist(), [(link.href, link.text) for link in page.links]
    (('One two', 'three', 'Menu'), [0, 0, 4], [('/x', 'Menu')])
    """
    page = parse_any(text, url, utf8, encoding)
    if not page.tree.text:
        raise PageError(Ending(Kind.EMPTY, Cause.NO_VISIBLE_TEXT))
    return page


def parse_any(text: str, url: str = "", utf8: bytes = b"", encoding: str = "utf-8") -> Page:
    """Parse a page that need not have visible text: a frame set has only links.

    Raises
    ------
    PageError
        As for `parse`, but EMPTY only if the document has no text at all.
    """
    html, declaration = text, _XML_DECLARATION.match(text)
    if declaration:
        text, utf8 = text[declaration.end() :], b""
    closed = with_closed_descriptions(without_unclosed(text))
    if closed is not text:
        text, utf8 = closed, b""
    if not text or text.isspace():
        raise PageError(Ending(Kind.EMPTY, Cause.NO_TEXT))
    page = _read(text, html, url, encoding, utf8)
    if "<script" in text and _shows_nothing(page):
        lines = story_lines(text, title_keys(page.metadata.titles))
        if lines:
            built = "".join(f"<p>{escape(line)}</p>" for line in lines)
            page = _read(f"{text}<main><h1>{escape(page.metadata.titles[0])}</h1>{built}</main>", html, url, encoding)
    return page


def _read(text: str, html: str, url: str, encoding: str, utf8: bytes = b"") -> Page:
    """Return the page parsed from `text`, a prepared form of its `html`."""
    try:
        tree, seen = _WALKERS.walker.walk(text, utf8 or text.encode())
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise PageError(Ending(Kind.UNREADABLE, Cause.PARSER, detail=str(error))) from error
    links, facts = seen.links, seen.facts
    controls = control_blocks(tree, links)
    if controls.any():
        tree, at = without_blocks(tree, controls)
        links = [link._replace(block=at[link.block]) for link in links if link.block == len(controls) or not controls[link.block]]
        facts = [fact._replace(block=at[fact.block] if fact.block >= 0 else -1) for fact in facts]
    tree = without_controls(tree, links)
    return Page(
        url=url,
        tree=tree,
        weight=weights(tree.text),
        links=tuple(links),
        metadata=read_facts(facts),
        outlinks=tuple(seen.outlinks),
        refresh=seen.refresh,
        moments=tuple(seen.moments),
        html=html,
        encoding=encoding,
    )


_RUNNING, _LEAST_SHOWN = 60, 200
"""A page with less running text than this is built by a script, or is no text page."""


def _shows_nothing(page: Page) -> bool:
    """Return whether the page itself shows almost no text."""
    length = page.weight
    shown = (length >= _RUNNING) & (page.tree.link_length < 0.5 * length) & (page.tree.hidden[page.tree.node] < HIDDEN)
    return float(length[shown].sum()) < _LEAST_SHOWN


class _Walker:
    """A parser with its builder, reused from page to page: lxml inspects a new target's methods, which costs .2 ms per page."""

    def __init__(self) -> None:
        self._start_anew()

    def _start_anew(self) -> None:
        self._builder = TreeBuilder()
        target = cast(Any, self._builder)  # the stubs require methods that lxml does not need
        self._parser = etree.HTMLParser(target=target, encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)

    def walk(self, text: str, utf8: bytes) -> tuple[Tree, TreeBuilder]:
        """Return a document's tree, and the builder with its other results; both are valid until the next walk."""
        builder = self._builder
        builder.reset(text)
        done = False
        try:
            self._parser.feed(utf8)
            tree = self._parser.close()
            done = True
        finally:
            if not done:  # the parser still contains half a page
                self._start_anew()
        assert isinstance(tree, Tree)
        return tree, builder


class _Walkers(threading.local):
    """One walker per thread."""

    def __init__(self) -> None:
        self.walker = _Walker()


_WALKERS = _Walkers()
