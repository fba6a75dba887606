"""Tokens: a page as a sequence of tags and texts, for the alignment of pages.

The module has two tokenizers. `source_tokens` reads the document as served and follows the paper's definition to the letter: every
tag with its attributes sorted, every text between two tags; white space folded, in lower case. `tree_tokens` reads a
parsed Page, whose tokens refer to their nodes and text blocks: a tag is a block-level element's signature (tag, stable classes, id) or
a link with its target, a text is a whole text block. It omits inline elements except links, metadata, and attributes that distinguish
no templates; none of these contains a text block. Implied tags are written out, so `<p>` and `<p></p>` give the same tokens.

References
----------
Geraci, Maggini: A Multi-Sequence Alignment Algorithm for Web Template Detection. Section 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Ints
from indexer.page.page import Page
from indexer.page.tree import Link, Tree

_TAG = re.compile(r"""</?[a-z](?:[^>"']|"[^"]*"|'[^']*')*+>""", re.IGNORECASE)
_UNQUOTED_TAG = re.compile(r"</?[a-z][^>]*+>", re.IGNORECASE)
_DECLARATION = re.compile(r"<[!?][^>]*+>")
_RAW = re.compile(r"<(script|style|textarea|title)\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?""")
_NAME = re.compile(r"<(/?[^\s/>]+)")


def source_tokens(html: str) -> tuple[str, ...]:
    """Return the normalised tokens of a document's text, without comments.

    >>> source_tokens('<P CLASS="b" id=a>One  Two<br/>\\n</P><!-- c --><script>a < b</script>')
    ('<p class="b" id="a">', 'one two', '<br>', '</p>', '<script>', 'a < b', '</script>')
    """
    return tuple(token for piece in _pieces(html) if (token := normalised(piece)))


def normalised(token: str) -> str:
    """Return one token with normalised white space, case, quotation marks and order of attributes.

    >>> normalised("<IMG  src='/A.png' alt >"), normalised("  Read \\n more ")
    ('<img alt src="/a.png">', 'read more')
    """
    if token.startswith("<") and token.endswith(">") and (name := _NAME.match(token)):
        attributes = sorted(_written(*pair) for pair in _ATTRIBUTE.findall(token[name.end() :]))
        return f"<{' '.join([name[1], *attributes])}>".lower()
    return _folded(token)


def _pieces(html: str) -> Iterator[str]:
    """Yield tags and texts as written; linear in the document, even with unclosed constructs."""
    at = text = closed = 0
    snippets: list[str] = []
    tag_at = _TAG
    while (start := html.find("<", at)) >= 0:
        if html.startswith("<!--", start):
            end = html.find("-->", start)
            snippets.append(html[text:start])  # a comment does not split a text
            at = text = len(html) if end < 0 else end + 3
            continue
        found = (_DECLARATION if html[start + 1 : start + 2] in ("!", "?") else tag_at).match(html, start)
        if found is None and tag_at is _TAG and html[start + 1 : start + 2] not in ("!", "?", " ", "<"):
            tag_at = _UNQUOTED_TAG  # a quotation mark stays open to the end of the document
            found = tag_at.match(html, start)
        if found is None:
            if closed < start:
                closed = html.find(">", start)
            at = len(html) if closed < 0 else start + 1
            continue
        yield "".join([*snippets, html[text:start]])
        yield found[0]
        snippets.clear()
        at = text = found.end()
        if raw := _RAW.match(found[0]):
            end = _end_of_raw(html, at, raw[1])
            yield " " + html[at:end]  # a script's text is a text token, even if it begins like a tag
            at = text = end
    yield "".join([*snippets, html[text:]])


def _end_of_raw(html: str, start: int, name: str) -> int:
    """Return the end of a raw-text element's content (a `<` inside begins no tag)."""
    closing = re.compile(rf"</{name}\b", re.IGNORECASE).search(html, start)
    return closing.start() if closing else len(html)


def _written(name: str, value: str) -> str:
    value = value[1:-1] if value[:1] in ("'", '"') else value
    return f'{name}="{_folded(value)}"' if value else name


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


@dataclass(frozen=True, slots=True, eq=False)
class PageTokens:
    """A parsed page's tokens.

    Parameters
    ----------
    name : tuple of str, length k
    node : int64 array, shape (k,)
        The node that the token opens, closes, or belongs to.
    block : int64 array, shape (k,)
        The text block of the token; -1 for a tag.
    """

    name: tuple[str, ...]
    node: Ints
    block: Ints


def tree_tokens(page: Page) -> PageTokens:
    """Return the tokens of a parsed page, in the order of the document.

    >>> from indexer.page.parse import parse
    >>> tree_tokens(parse('<div id="m"><p>One <a href="/b">two</a></div>')).name
    ('<body>', '<div#m>', '<p>', '<a href="/b">', 'one two', '</p>', '</div>', '</body>')
    """
    return _Writer(page.tree, page.links).write()


class _Writer:
    """Writer of one page's tokens: it opens a node after the blocks before it and closes it after its last block."""

    def __init__(self, tree: Tree, links: tuple[Link, ...]) -> None:
        self._tree = tree
        self._links: dict[int, list[Link]] = {}
        for link in links:
            self._links.setdefault(link.block, []).append(link)
        self._owner = tree.node.tolist()
        self._next = 0
        self._rows: list[tuple[str, int, int]] = []

    def write(self) -> PageTokens:
        tree, rows = self._tree, self._rows
        first, last, end = tree.first.tolist(), tree.last.tolist(), tree.end.tolist()
        opened: list[int] = []

        def close_until(node: int) -> None:
            while opened and end[opened[-1]] <= node:
                closed = opened.pop()
                self._blocks_until(last[closed])
                rows.append((f"</{tree.tag[closed]}>", closed, -1))

        for i, signature in enumerate(tree.signature):
            close_until(i)
            self._blocks_until(first[i])
            rows.append((f"<{signature}>", i, -1))
            opened.append(i)
        close_until(len(end))
        names, nodes, blocks = zip(*rows, strict=True) if rows else ((), (), ())
        return PageTokens(names, np.array(nodes, np.int64), np.array(blocks, np.int64))

    def _blocks_until(self, stop: int) -> None:
        for k in range(self._next, stop):
            for link in self._links.get(k, ()):
                self._rows.append((f'<a href="{link.href}">', link.node, -1))
            self._rows.append((_folded(self._tree.text[k]), self._owner[k], k))
        self._next = max(self._next, stop)
