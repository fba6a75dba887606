"""Overlay: a stored capture in its original layout, each text marked as kept with its weight, or as dropped.

Scripts, forms, frames, URLs and everything else that could run code or reach the network are removed; the response's policy (`POLICY`)
blocks anything that remains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lxml import html
from lxml.etree import ParserError
from lxml_html_clean import Cleaner

from indexer.article.cleaned import Cleaned
from indexer.page.blocks import key

POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
"""Content-Security-Policy of an overlay; it allows only the page's inline styles."""
_MOST_CHARACTERS = 3_000_000
_ATTRIBUTES = frozenset({"alt", "class", "colspan", "dir", "id", "lang", "rowspan", "start", "style", "title"})
_CLEANER = Cleaner(
    kill_tags={"svg", "math", "base"}, style=False, links=True, forms=True, page_structure=False,
    safe_attrs_only=True, safe_attrs=_ATTRIBUTES,
)  # fmt: skip
_MARKS = frozenset({"data-winnow", "data-winnow-dropped"})
_NO_TEXT = frozenset({"style", "title", "head"})
_BANNER = "all: initial; display: block; padding: .5rem; font: 1rem sans-serif; background: #fff; color: #1b1f1a"
_STYLE = """
[data-winnow] { outline: 2px solid #15803d !important; background: #e0f7e8 !important; color: #12261a !important }
[data-winnow]::before { content: "\\D7" attr(data-winnow) " "; font: bold .75rem sans-serif; color: #14532d }
[data-winnow-dropped] { opacity: .55 !important; text-decoration: line-through !important }
"""


def overlay(text: str, cleaned: Cleaned) -> str:
    """Return a capture with its blocks marked, as HTML for an iframe; its first line counts the marked blocks.

    Parameters
    ----------
    text : str
        HTML of the capture, cut after 3,000,000 characters.
    cleaned : Cleaned
        The cleaned capture.
    """
    kept = [block for block in cleaned.article.blocks if block.kept] if cleaned.article else []
    content = text[:_MOST_CHARACTERS].encode("utf-8", "replace")
    try:
        root = html.document_fromstring(content or b"<p></p>", html.HTMLParser(encoding="utf-8"))
    except ParserError:
        root = html.document_fromstring("<p></p>")
    _CLEANER(root)
    found = _mark(root, {key(block.text): block.weight for block in kept})
    number = sum(min(count, found[name]) for name, count in Counter(key(block.text) for block in kept).items())
    banner, style = html.Element("div", style=_BANNER), html.Element("style")
    banner.text = f"{number} of {len(kept)} kept blocks are marked with their weights. Scripts, images and links are removed."
    style.text = _STYLE
    root.insert(0, banner)
    root.insert(0, style)
    return str(html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>"))


def _mark(root: html.HtmlElement, weights: dict[str, float]) -> Counter[str]:
    """Mark the outermost elements that equal a kept block, and all other texts; return how often each block was found."""
    found: Counter[str] = Counter()
    longest = max(map(len, weights), default=0)
    stack = [root]
    while stack:
        element = stack.pop()
        if not isinstance(element.tag, str) or element.tag in _NO_TEXT:
            continue
        name = _key_of(element, longest)
        if name in weights and name:
            element.set("data-winnow", f"{weights[name]:.2f}")
            found[name] += 1
            continue
        for piece in _pieces(element):
            name = key(piece.text or "")
            if name in weights:
                piece.set("data-winnow", f"{weights[name]:.2f}")
                found[name] += 1
            else:
                piece.set("data-winnow-dropped", "")
        stack.extend(child for child in reversed(element) if not _MARKS & set(child.attrib))
    return found


def _key_of(element: html.HtmlElement, longest: int) -> str:
    """Return the key of an element's text, or "" if it is longer than every block's key."""
    name = ""
    for part in element.itertext():
        name += key(part)
        if len(name) > longest:
            return ""
    return name


def _pieces(element: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """Move each non-blank text node of an element into a `span` of its own, and yield the spans."""
    if key(element.text or ""):
        piece = html.Element("span")
        piece.text, element.text = element.text, None
        element.insert(0, piece)
        yield piece
    for child in list(element):
        if key(child.tail or ""):
            piece = html.Element("span")
            piece.text, child.tail = child.tail, None
            child.addnext(piece)
            yield piece
