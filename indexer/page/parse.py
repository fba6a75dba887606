"""Text of one page to a Page, guarded against what a hostile page may do.

The parser is libxml2's for HTML, without network, entities or huge-tree allowances; it feeds `TreeBuilder`, so that no DOM is built.
"""

from __future__ import annotations

import re

from lxml import etree

from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.blocks import weights
from indexer.page.builder import TreeBuilder
from indexer.page.metadata import read_facts
from indexer.page.page import Page

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


def parse(text: str, url: str = "") -> Page:
    """One page from its decoded text.

    Raises
    ------
    PageError
        EMPTY where no text is left, TOO_LARGE beyond the builder's limits of nodes and depth, UNREADABLE where the
        parser gives up.

    Examples
    --------
    >>> page = parse("<title>T</title><p>One <b>two</b><br>three</p><nav><a href='/x'>Menu</a></nav>")
    >>> page.tree.text, page.tree.link_length.tolist(), [(link.href, link.text) for link in page.links]
    (('One two', 'three', 'Menu'), [0, 0, 4], [('/x', 'Menu')])
    """
    text = _XML_DECLARATION.sub("", text).replace("\x00", "")
    if not text or text.isspace():
        raise PageError(Kind.EMPTY, "no text at all")
    builder = TreeBuilder(text)
    parser = etree.HTMLParser(target=builder, no_network=True, remove_comments=True, remove_pis=True)
    try:
        parser.feed(text)
        tree = parser.close()
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise PageError(Kind.UNREADABLE, f"the parser gives up: {error}") from error
    if not tree.text:
        raise PageError(Kind.EMPTY, "no visible text")
    metadata = read_facts(builder.facts)
    return Page(url, tree, weights(tree.text), tuple(builder.links), metadata)
