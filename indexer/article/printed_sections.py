"""Sections of an article that only its page's links name: categories, breadcrumbs, a link beside the headline."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import islice
from urllib.parse import unquote, urlsplit

from indexer.article.headline_context import HeadlineContext, Place
from indexer.article.labels import LONGEST
from indexer.article.site_names import key
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.tree import Link
from indexer.urls import is_front_page, same_site

_CRUMBS = re.compile("breadcrumb", re.IGNORECASE)
"""WAI-ARIA's name for the path to a page."""
_OF_LABELS = re.compile(r"/(?:tags?|search)/", re.IGNORECASE)
_MOST_BESIDE = 2
"""More links whose addresses repeat their texts are the story's labels."""


def printed_sections(page: Page, around: HeadlineContext, headline: str = "", others: Collection[str] = ()) -> tuple[str, ...]:
    """Return the sections that the links of a page name, the likeliest kind only.

    These are links with rel=category near the story, else the last step of the breadcrumbs, else the section's link beside the headline.

    Parameters
    ----------
    page : Page
    around : HeadlineContext
    headline : str
        The article's headline, the last step of many breadcrumbs.
    others : collection of str
        Keys of texts that are no sections: the names of authors and of the site.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> page = parse("<h1>Crane gone</h1><a href=/news/sea>Sea</a> <a href=/author/ada>Ada</a><p>A long story", "https://example.org/a/b")
    >>> printed_sections(page, HeadlineContext(headline=0, first=2, last=2))
    ('Sea',)
    """
    near = [(around.place(mark.block), mark.text) for mark in page.metadata.categories]
    best = min((place for place, _ in near), default=Place.ELSEWHERE)
    if best < Place.ELSEWHERE:
        return tuple(text for place, text in near if place == best)
    crumbs = tuple(one for one in printed_breadcrumbs(page) if key(one) != key(headline))
    return crumbs[-1:] or _beside_headline(page, around, others)


def printed_breadcrumbs(page: Page) -> tuple[str, ...]:
    """Return the texts of the links in the page's first node named for breadcrumbs, without those to the front page.

    >>> from indexer.page.parse import parse
    >>> printed_breadcrumbs(parse("<ol class=breadcrumbs><li><a href=/>Start</a><li><a href=/sea>Sea</a></ol>", "https://example.org/sea/a"))
    ('Sea',)
    """
    box = next((n for n, name in enumerate(page.tree.signature) if _CRUMBS.search(name)), -1)
    if box < 0:
        return ()
    to, inside = LinkResolver(page), range(box, int(page.tree.end[box]))
    links = [link for link in page.links if link.node in inside and link.text]
    return tuple(link.text for link in links if (url := to(link.href)) and not is_front_page(url))


def _beside_headline(page: Page, around: HeadlineContext, others: Collection[str]) -> tuple[str, ...]:
    """Return the text of the link beside the headline to a folder of the page's address, or to one elsewhere that has its text's name."""
    if around.headline < 0:
        return ()
    own = urlsplit(page.url).path.rstrip("/")
    refused = {*others, *(key(mark.text) for mark in (*around.profiles, *page.metadata.rel_authors, *page.metadata.bylines))}
    named = [(text, path) for text, path in _labels_beside(page, around) if key(text) not in refused]
    above = [(len(path), text) for text, path in named if own.startswith(f"{path}/")]
    if above:
        return (max(above)[1],)
    deep = ((text, path.rpartition("/")[2]) for text, path in named if path.count("/") > 1 and not path.startswith(own))
    alike = dict.fromkeys(text for text, name in deep if _plain(name.partition(".")[0]) == _plain(text))
    return tuple(islice(alike, 1)) if len(alike) <= _MOST_BESIDE else ()


def _labels_beside(page: Page, around: HeadlineContext) -> Iterator[tuple[str, str]]:
    """Yield text and path of the short links between headline and story that lead to other pages of the site, without digits."""
    to, front = LinkResolver(page), {"", "/"}
    for link in page.links:
        if not link.text or len(link.text) > LONGEST or link.block == around.headline or around.place(link.block) > Place.HEAD:
            continue
        url = to(link.href)
        path = urlsplit(url).path.rstrip("/")
        plain = path not in front and not _OF_LABELS.search(path) and not any(map(str.isdigit, link.text + path.rpartition("/")[2]))
        if url and plain and same_site(page.url, url) and not is_front_page(url) and not _is_of_row(page, link):
            yield link.text, path


def _is_of_row(page: Page, link: Link) -> bool:
    """Return whether a link fills a block beside another one at the same place that a link fills, too: a menu's."""
    tree = page.tree
    around = [k for k in range(max(link.block - 1, 0), min(link.block + 2, len(tree.text))) if tree.link_length[k] >= len(tree.text[k])]
    paths = [int(tree.path[tree.node[k]]) for k in around]
    return link.block in around and paths.count(paths[around.index(link.block)]) > 1


def _plain(text: str) -> str:
    """Return the key of a text without accents, as addresses have it."""
    return key("".join(c for c in unicodedata.normalize("NFD", unquote(text)) if not unicodedata.combining(c)))
