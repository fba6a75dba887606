"""Metadata: what a page says about itself outside its text. Strings only; nothing of the parser is left in it.

Sources: HTML's `meta`, `link`, `base`, `title` and `time` elements, Open Graph, Dublin Core, RDFa and microdata as far
as single attributes carry them, JSON-LD, and, as weak evidence, elements that are named for an author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lxml import etree

from indexer.page import json_ld
from indexer.page.facts import NAMED_FOR_AUTHOR, Fact, facts_of
from indexer.page.json_ld import LinkedData
from indexer.page.json_values import MAX_TEXT, MAX_VALUES, plain

MAX_NAME = 100
"""Characters of an element's text that may still be a name or a date line."""
MAX_TIMES = 50
"""`time` elements kept; tables of contents have one a teaser."""

_READINGS = re.compile(r"<r[tp]\b[^<>]*+>[^<]*+(?:</r[tp]>)?|</?r(?:uby|b|tc)\b[^<>]*+>", re.IGNORECASE)
_FEED = re.compile(r"application/(?:rss|atom)\+xml|application/feed\+json", re.IGNORECASE)
_ITEMS = frozenset({
    "headline", "alternativeheadline", "name", "author", "creator", "datepublished", "datecreated", "datemodified",
    "articlesection", "keywords", "inlanguage", "isaccessibleforfree", "publisher",
})  # fmt: skip
"""Microdata properties that are kept (in lower case)."""
_HOLDERS = frozenset({"author", "creator"})
"""Properties whose value may be the `name` of the node they open."""


@dataclass(frozen=True, slots=True)
class Time:
    """A `time` element: its machine-readable value, what the reader sees, and what it is said to be."""

    datetime: str
    text: str
    role: str = ""
    """itemprop and class names, in lower case"""
    published: bool = False
    """carries the `pubdate` attribute"""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What one page says about itself, in document order.

    Parameters
    ----------
    title : str
        The text of the first `title` element.
    meta : mapping of str to tuple of str
        The contents of `meta` elements by name, property, itemprop or http-equiv in lower case.
    items : mapping of str to tuple of str
        The values of microdata properties in lower case (see `_ITEMS`), from any element.
    linked : LinkedData
        What the JSON-LD scripts say.
    canonical : tuple of str
        Every canonical address, `meta property=canonical` included, as written.
    base, next_page, previous_page, amp : str
        `href` of `base` and of the links `next`, `prev`, `amphtml`, as written.
    feeds : tuple of str
        Addresses of RSS, Atom and JSON feeds.
    html_lang : str
        The language that the root element declares.
    times : tuple of Time
    rel_authors, bylines, tags : tuple of str
        Texts of at most 100 characters: of links with rel=author, of elements named for an author, of links with
        rel=tag.
    """

    title: str = ""
    meta: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    linked: LinkedData = LinkedData()  # noqa: RUF009 - frozen
    canonical: tuple[str, ...] = ()
    base: str = ""
    next_page: str = ""
    previous_page: str = ""
    amp: str = ""
    feeds: tuple[str, ...] = ()
    html_lang: str = ""
    times: tuple[Time, ...] = ()
    rel_authors: tuple[str, ...] = ()
    bylines: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def first(self, *names: str) -> str:
        """The first non-empty content of the first of these meta names that has one; "" for none.

        >>> Metadata(meta={"og:title": ("", "T")}).first("twitter:title", "og:title")
        'T'
        """
        return next((value for name in names for value in self.meta.get(name, ()) if value), "")

    def all(self, *names: str) -> tuple[str, ...]:
        """Every content of these meta names, in the names' order, each once.

        >>> Metadata(meta={"article:tag": ("sea", "ice")}).all("article:tag", "keywords")
        ('sea', 'ice')
        """
        return tuple(dict.fromkeys(value for name in names for value in self.meta.get(name, ()) if value))

    @property
    def titles(self) -> tuple[str, ...]:
        """What the page calls itself in places that no reader of its text sees, each once.

        >>> Metadata(title="Tram | Courier", meta={"og:title": ("Tram",)}).titles
        ('Tram', 'Tram | Courier')
        """
        item = self.linked.item
        headline = item.headline if item else ""
        found = (headline, self.first("og:title"), self.first("twitter:title"), self.title)
        return tuple(dict.fromkeys(title for title in found if title))

    def robots(self, agent: str = "winnow") -> tuple[str, ...]:
        """The directives for all robots and for this one, in lower case, as written in `meta` elements.

        >>> Metadata(meta={"robots": ("NOINDEX, follow",), "winnow": ("none",)}).robots()
        ('noindex, follow', 'none')
        """
        return tuple(content.lower() for content in self.all("robots", agent))


def read_metadata(root: etree._Element) -> Metadata:
    """The metadata of a document, or of a flat element that holds copies of the elements in question.

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
    """The metadata in these elements.

    >>> read_facts([Fact("title", {}, "Tram"), Fact("link", {"rel": "canonical", "href": "/tram"})]).canonical
    ('/tram',)
    """
    collector = _Collector()
    for fact in facts:
        reader = _READERS.get(fact.tag)
        if reader is not None:
            reader(collector, fact)
        collector.weak(fact)
    return collector.metadata()


class _Collector:
    """What has been read so far."""

    __slots__ = ("_holder", "_lists", "items", "lang", "meta", "scripts", "times")

    def __init__(self) -> None:
        self.meta: dict[str, list[str]] = {}
        self.items: dict[str, list[str]] = {}
        self.scripts: list[str] = []
        self.times: list[Time] = []
        self.lang = ""
        self._lists: dict[str, list[str]] = {}
        self._holder = ""  # an author element without text of its own: the next `name` is its value

    def read_html(self, fact: Fact) -> None:
        self.lang = self.lang or fact.attributes.get("lang") or fact.attributes.get(_XML_LANG) or ""

    def read_title(self, fact: Fact) -> None:
        self._put("title", _READINGS.sub("", fact.text))

    def read_base(self, fact: Fact) -> None:
        self._put("base", fact.attributes.get("href", ""))

    def read_meta(self, fact: Fact) -> None:
        get = fact.attributes.get
        content = get("content")
        if not content:
            return
        names = f"{get('name', '')} {get('property', '')} {get('itemprop', '')} {get('http-equiv', '')}"
        for name in dict.fromkeys(names.lower().split()):
            if name == "canonical":
                self._put("canonical", content)
            _append(self.meta, name, content)

    def read_link(self, fact: Fact) -> None:
        get = fact.attributes.get
        href = get("href")
        if not href:
            return
        for rel in get("rel", "").lower().split():
            if rel in _LINKS:
                self._put(_LINKS[rel], href)
            elif rel == "alternate" and _FEED.match(get("type", "").strip()):
                self._put("feeds", href)

    def read_script(self, fact: Fact) -> None:
        if "ld+json" in fact.attributes.get("type", "").lower() and fact.text:
            self.scripts.append(fact.text)

    def read_time(self, fact: Fact) -> None:
        if len(self.times) >= MAX_TIMES:
            return
        get = fact.attributes.get
        role = f"{get('itemprop', '')} {get('class', '')}".lower().strip()
        value, text = get("datetime", "").strip(), plain(fact.text[:MAX_TEXT])
        if len(value) <= MAX_NAME and len(text) <= MAX_NAME and (value or text):
            self.times.append(Time(value, text, role, "pubdate" in fact.attributes))

    def weak(self, fact: Fact) -> None:
        """Microdata, rel and class names, on whatever element they stand."""
        attributes = fact.attributes
        if "itemprop" in attributes:
            self._item(fact, attributes["itemprop"].lower().split())
        if fact.tag in ("link", "meta", "script"):
            return
        rel = attributes.get("rel")
        if rel:
            self._relation(fact, rel.lower().split())
        if NAMED_FOR_AUTHOR.search(attributes.get("class", "")):
            self._name("bylines", fact)

    def _item(self, fact: Fact, names: list[str]) -> None:
        value = _item_value(fact)
        for name in names:
            if name == "name" and self._holder:
                name, self._holder = self._holder, ""
            elif name not in _ITEMS:
                continue
            elif name in _HOLDERS and not value:
                self._holder = name
            elif name != "name":
                self._holder = ""
            if value:
                _append(self.items, name, value)

    def _relation(self, fact: Fact, relations: list[str]) -> None:
        if "author" in relations:
            self._name("rel_authors", fact)
        if "tag" in relations:
            self._name("tags", fact)

    def _name(self, key: str, fact: Fact) -> None:
        text = plain(fact.text[: MAX_NAME * 4])
        if 0 < len(text) <= MAX_NAME:
            self._put(key, text)

    def _put(self, key: str, value: str) -> None:
        _append(self._lists, key, value)

    def metadata(self) -> Metadata:
        def one(key: str) -> str:
            return next(iter(self._lists.get(key, ())), "")

        def many(key: str) -> tuple[str, ...]:
            return tuple(dict.fromkeys(self._lists.get(key, ())))

        canonical = many("canonical")
        addresses = (*canonical, *self.meta.get("og:url", ()))
        return Metadata(
            title=one("title"),
            meta={name: tuple(values) for name, values in self.meta.items()},
            items={name: tuple(values) for name, values in self.items.items()},
            linked=json_ld.read(self.scripts, addresses),
            canonical=canonical,
            base=one("base"),
            next_page=one("next_page"),
            previous_page=one("previous_page"),
            amp=one("amp"),
            feeds=many("feeds"),
            html_lang=self.lang.strip(),
            times=tuple(self.times),
            rel_authors=many("rel_authors"),
            bylines=many("bylines"),
            tags=many("tags"),
        )


_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_LINKS = {
    "canonical": "canonical",
    "next": "next_page",
    "prev": "previous_page",
    "previous": "previous_page",
    "amphtml": "amp",
}
_READERS = {
    "html": _Collector.read_html,
    "title": _Collector.read_title,
    "base": _Collector.read_base,
    "meta": _Collector.read_meta,
    "link": _Collector.read_link,
    "script": _Collector.read_script,
    "time": _Collector.read_time,
}


def _append(lists: dict[str, list[str]], key: str, value: str) -> None:
    """Add a value to the list of its key, within the bounds of both."""
    values = lists.setdefault(key, []) if len(lists) < MAX_VALUES else lists.get(key)
    if values is not None and len(values) < MAX_VALUES:
        value = plain(value[:MAX_TEXT])
        if value:
            values.append(value)


def _item_value(fact: Fact) -> str:
    """A microdata property's value (HTML standard, 5.2.4), but an anchor's text rather than its address."""
    get = fact.attributes.get
    if fact.tag == "meta":
        return get("content") or ""
    return get("content") or get("datetime") or fact.text
