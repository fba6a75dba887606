"""Input of WISDOM: the terms of a page's text blocks and anchors, and the targets of the anchors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.tree import HIDDEN
from indexer.site.site_path import path_within, site_path
from indexer.text import language_code, phrases, terms
from indexer.urls import site_key

_NUMBER = re.compile(r"\d[\d.,]*")
_CACHED_LENGTH = 200

Terms = tuple[str, ...]
"""Terms in text order."""


class Reading(NamedTuple):
    """How texts of a site are converted to terms.

    Parameters
    ----------
    language : str
        ISO 639-1 code of the language that terms are stemmed in, or "".
    words : int
        Length of a term; above 1: phrases of this many consecutive words in a text block.
    """

    language: str
    words: int


def site_language(pages: Iterable[Page]) -> str:
    """Return the language for stemming the site's terms: the one that most pages declare, so that a term is the same on all pages.

    >>> from indexer.page.parse import parse
    >>> site_language([parse("<html lang=de-AT><p>Kran</p>"), parse("<p>Luchs</p>")])
    'de'
    """
    declared = Counter(language_code(page.metadata.html_lang) for page in pages)
    del declared[""]
    return min(declared, key=lambda code: (-declared[code], code), default="")


def block_terms(page: Page, reading: Reading) -> list[Terms]:
    """Return the terms of each text block in text order; none for invisible blocks.

    >>> from indexer.page.parse import parse
    >>> block_terms(parse("<p>Cranes of 1990</p><p hidden>Menu</p>"), Reading("en", 1))
    [('crane', 'of'), ()]
    """
    hidden = (page.tree.hidden[page.tree.node] == HIDDEN).tolist()
    return [() if h else text_terms(text, reading) for text, h in zip(page.tree.text, hidden, strict=True)]


def text_terms(text: str, reading: Reading) -> Terms:
    """Return the terms of one text without numbers (4.4); a text shorter than a phrase is one phrase.

    >>> text_terms("The 3 harbour cranes", Reading("en", 2)), text_terms("Home", Reading("en", 2))
    (('the harbour', 'harbour crane'), ('home',))
    """
    return _short_terms(text, reading) if len(text) < _CACHED_LENGTH else _terms(text, reading)


def _terms(text: str, reading: Reading) -> Terms:
    return phrases([term for term in terms(text, reading.language) if not _NUMBER.fullmatch(term)], reading.words)


@lru_cache(maxsize=1 << 13)  # menus are on every page; long texts are a page's own, and would fill the memory
def _short_terms(text: str, reading: Reading) -> Terms:
    return _terms(text, reading)


def link_paths(page: Page) -> list[str]:
    """Return the target of each link as a path within the page's site; "" outside of it, and for links to the page itself.

    >>> from indexer.page.parse import parse
    >>> link_paths(parse("<a href=b/>B</a><a href='#top'>Top</a><a href='//example.org/c'>C</a>", "https://example.com/a/"))
    ['/a/b', '', '']
    """
    target_of = LinkResolver(page)
    sites, own = (site_key(page.url),), site_path(page.url)
    found = [path_within(target_of(link.href), sites) for link in page.links]
    return ["" if target == own else target for target in found]
