"""Metadata: what a page states about itself outside its text, as plain strings without parser objects.

The sources are HTML's `meta`, `link`, `base`, `title` and `time` elements, Open Graph, Dublin Core, RDFa and microdata in
single attributes, JSON-LD, and, as weak evidence, elements whose class names suggest an author.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lxml import etree

from indexer.page import json_ld
from indexer.page.collector import Collector, Marked, Time, distinct_values, first_value
from indexer.page.facts import Fact, facts_of
from indexer.page.json_ld import LinkedData


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of one page, in document order.

    Parameters
    ----------
    title : str
        The text of the first `title` element.
    meta : mapping of str to tuple of str
        The contents of `meta` elements by name, property, itemprop or http-equiv in lower case.
    items : mapping of str to tuple of str
        The values of microdata properties in lower case (see `_ITEMS`), from any element.
    linked : LinkedData
        Values of the JSON-LD scripts.
    canonical : tuple of str
        Every canonical URL, including `meta property=canonical`, as written.
    base : str
        `href` of `base`, as written.
    feeds : tuple of str
        URLs of RSS, Atom and JSON feeds.
    html_lang : str
        The language declared by the root element.
    times : tuple of Time
    item_authors, rel_authors, bylines : tuple of Marked
        Microdata's authors and creators; texts of at most 100 characters of links with rel=author, and of elements whose class names
        suggest an author.
    categories : tuple of Marked
        Such texts of links with rel=category.
    tags : tuple of str
        The same of links with rel=tag.
    breadcrumbs : tuple of str
        The names of the first BreadcrumbList of microdata or RDFa, outermost first, without the start page.
    """

    title: str = ""
    meta: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    linked: LinkedData = LinkedData()
    canonical: tuple[str, ...] = ()
    base: str = ""
    feeds: tuple[str, ...] = ()
    html_lang: str = ""
    times: tuple[Time, ...] = ()
    item_authors: tuple[Marked, ...] = ()
    rel_authors: tuple[Marked, ...] = ()
    bylines: tuple[Marked, ...] = ()
    categories: tuple[Marked, ...] = ()
    tags: tuple[str, ...] = ()
    breadcrumbs: tuple[str, ...] = ()

    def first(self, *names: str) -> str:
        """Return the first non-empty content of the first meta name that has one, or "".

        >>> Metadata(meta={"og:title": ("", "T")}).first("twitter:title", "og:title")
        'T'
        """
        return next((value for name in names for value in self.meta.get(name, ()) if value), "")

    def all(self, *names: str) -> tuple[str, ...]:
        """Return all distinct contents of these meta names, in the names' order.

        >>> Metadata(meta={"article:tag": ("sea", "ice")}).all("article:tag", "keywords")
        ('sea', 'ice')
        """
        return tuple(dict.fromkeys(value for name in names for value in self.meta.get(name, ()) if value))

    @property
    def titles(self) -> tuple[str, ...]:
        """The distinct titles that the page states outside its visible text.

        >>> Metadata(title="Tram | Courier", meta={"og:title": ("Tram",)}).titles
        ('Tram', 'Tram | Courier')
        """
        item = self.linked.item
        headline = item.headline if item else ""
        found = (headline, self.first("og:title"), self.first("twitter:title"), self.title)
        return tuple(dict.fromkeys(title for title in found if title))

    @property
    def declared_body(self) -> str:
        """The body declared by the page's JSON-LD, or ""."""
        item = self.linked.item
        return item.article_body if item else ""


def read_metadata(root: etree._Element) -> Metadata:
    """Return the metadata of a document, or of a flat element with copies of the metadata elements.

    Examples
    --------
    >>> import lxml.html
    >>> page = lxml.html.document_fromstring(
    ...     '<html lang=de><title>Tram</title><meta property="og:title" content="Tram"><time datetime="2026-03-07">')
    >>> read_metadata(page).html_lang, read_metadata(page).times[0].datetime
    ('de', '2026-03-07')
    """
    return read_facts(facts_of(root))


def read_facts(facts: Iterable[Fact]) -> Metadata:
    """Return the metadata that these elements state.

    >>> read_facts([Fact("title", {}, "Tram"), Fact("link", {"rel": "canonical", "href": "/tram"})]).canonical
    ('/tram',)
    """
    c = Collector()
    for fact in facts:
        c.read(fact)
    c.finish()
    canonical = distinct_values(c.lists, "canonical")
    addresses = (*canonical, *c.meta.get("og:url", ()))
    return Metadata(
        title=first_value(c.lists, "title"),
        meta={name: tuple(values) for name, values in c.meta.items()},
        items={name: tuple(values) for name, values in c.items.items()},
        linked=json_ld.read(c.scripts, addresses),
        canonical=canonical,
        base=first_value(c.lists, "base"),
        feeds=distinct_values(c.lists, "feeds"),
        html_lang=c.lang.strip(),
        times=tuple(c.times),
        item_authors=tuple(c.item_authors),
        rel_authors=tuple(c.rel_authors),
        bylines=tuple(c.bylines),
        categories=tuple(c.categories),
        tags=distinct_values(c.lists, "tags"),
        breadcrumbs=c.breadcrumbs,
    )
