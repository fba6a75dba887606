"""Reads the entries of a feed or sitemap from parser events. It builds no tree, so its memory depends only on the entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, cast

from lxml import etree

from indexer import urls
from workers.reading.feed_entry import MAX_LENGTH, FeedEntry, entry_of, time_of

MAX_ENTRIES = 50_000
"""Maximum number of entries read from one file; the sitemap protocol allows no more."""
_MAX_ELEMENTS = 20 * MAX_ENTRIES
_MAX_ATTRIBUTES = 50
_MAX_DEPTH = 200
"""Maximum nesting of elements."""
_ENTRIES = frozenset({"item", "entry", "url", "sitemap"})
_ROOTS = frozenset({"rss", "feed", "rdf", "channel", "urlset", "sitemapindex"})
_UPDATED = ("updated", "lastmod", "modified")
_PUBLISHED = ("published", "pubdate", "publication_date", "issued", "created", "date")
_DATES = frozenset({*_UPDATED, *_PUBLISHED})
"""Fields read in any XML namespace: many feeds add Dublin Core dates to the entry's own."""
_OWN = re.compile(r"https?://(?:www\.w3\.org/2005/Atom|purl\.org/(?:atom/ns|rss/1\.0)|my\.netscape\.com/rdf)", re.IGNORECASE)
"""The namespaces of Atom, RSS 1.0 and RSS 0.9, whose elements also occur in entries of other formats."""
_OWN_PREFIXES = frozenset({"atom", "atom10", "rss"})
_ORIGINAL = "origlink"
"""The element with an entry's original link, in feeds whose ordinary links go through a click counter."""
_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_CHUNK = 1 << 16


def read_entries(body: bytes, url: str) -> Reader | None:
    """Read an XML document; return None if it is neither a feed nor a sitemap.

    A malformed document keeps the entries before the error. Entities are not expanded, and external resources are not loaded.
    """
    reader = Reader(url)
    parser = etree.XMLParser(
        target=cast(Any, reader), recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        for at in range(0, len(body), _CHUNK):
            parser.feed(body[at : at + _CHUNK])
            if reader.is_complete:
                break
        else:
            parser.close()
    except (etree.XMLSyntaxError, ValueError):
        pass  # the entries read so far are kept
    return reader.finished() if reader.root in _ROOTS else None


_IN_SITEMAP = frozenset({"url", "sitemap"})


class Reader:
    """A parser target for lxml that collects entries.

    A field is a child of its entry, or of the `news` element of a news sitemap; the `loc` of an image is not a field.

    Attributes
    ----------
    root : str
        The name of the root element; "" before it is read.
    entries, parts : list of FeedEntry
        The pages, and the sitemaps listed by a sitemap index.
    """

    def __init__(self, url: str) -> None:
        self.root = ""
        self.entries: list[FeedEntry] = []
        self.parts: list[FeedEntry] = []
        self._bases = [url]
        self._path: list[str] = []
        self._elements = 0
        self._entry_at = 0  # depth of the open entry; 0 if none
        self._fields: dict[str, str] = {}
        self._vocabulary = ""
        self._field_at = 0  # depth of the open field; 0 if none
        self._words: list[str] = []
        self._size = 0

    @property
    def is_complete(self) -> bool:
        """True if the rest of the document need not be parsed."""
        strange = self.root not in ("", *_ROOTS) or len(self._path) > _MAX_DEPTH
        return strange or self._elements > _MAX_ELEMENTS or len(self.entries) + len(self.parts) >= MAX_ENTRIES

    def finished(self) -> Reader:
        """End the entry that a truncated document left open."""
        while self._entry_at:
            self.end("")
        return self

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        vocabulary, name = _split_tag(tag)
        self.root = self.root or name
        self._elements += 1
        self._path.append(name)
        written = attributes.get(_XML_BASE)
        self._bases.append(urls.document_base(self._bases[-1], written) if written else self._bases[-1])
        if not self._entry_at and name in _ENTRIES:
            self._entry_at, self._fields, self._field_at, self._vocabulary = len(self._path), {}, 0, vocabulary
            self._named_by_attributes(attributes)
            if name in _IN_SITEMAP:  # some sitemaps write the URL without `loc`
                self._words, self._size, self._field_at = [], 0, self._entry_at
        elif self._is_field():
            self._words, self._size = [], 0
            self._field_at = len(self._path) if self._wanted(vocabulary, name, attributes) else 0

    def _named_by_attributes(self, attributes: Mapping[str, str]) -> None:
        """Read the URL of an entry from its attributes (RDF, CDF)."""
        about = _attribute(attributes, "about")
        self._fields.update({name: value for name, value in (("id", about), ("link", _attribute(attributes, "href"))) if value})

    def _is_field(self) -> bool:
        inside = len(self._path) - self._entry_at
        return bool(self._entry_at) and (inside == 1 or (inside == 2 and self._path[-2] == "news"))

    def _wanted(self, vocabulary: str, name: str, attributes: Mapping[str, str]) -> bool:
        """Return whether to read a field's text; the URL of an Atom link comes from its attribute instead."""
        own = vocabulary == self._vocabulary or vocabulary in _OWN_PREFIXES or _OWN.match(vocabulary) is not None
        if not own and self._path[-2] != "news":
            return name in _DATES or name == _ORIGINAL
        if name == "guid":
            return attributes.get("isPermaLink", "true") == "true"
        if name != "link":
            return True
        if attributes.get("rel", "alternate") != "alternate":
            return False  # a link to the entry itself, a payment form …
        if attributes.get("href"):
            self._fields.setdefault("translation" if attributes.get("hreflang") else "link", attributes["href"])
        return True

    def data(self, data: str) -> None:
        if self._field_at and self._size < MAX_LENGTH:
            self._words.append(data)
            self._size += len(data)

    def end(self, tag: str) -> None:  # noqa: ARG002 - elements end in reverse order
        name, depth, base = self._path.pop(), len(self._path) + 1, self._bases.pop()
        if depth == self._field_at:
            self._field_at = 0
            text = "".join(self._words).strip()
            if depth == self._entry_at:
                self._fields["loc"] = text if text.lower().startswith("http") else ""
            elif text:
                self._fields.setdefault(name, text)
        if depth == self._entry_at:
            self._entry_at = 0
            entry = _entry(self._fields, base, in_sitemap=name in _IN_SITEMAP)
            if entry is not None:
                (self.parts if name == "sitemap" else self.entries).append(entry)

    def close(self) -> None:
        return None


def _split_tag(tag: str) -> tuple[str, str]:
    """Split a tag into its namespace and its lower-case name.

    >>> _split_tag("{http://www.w3.org/2005/Atom}Link"), _split_tag("item")
    (('http://www.w3.org/2005/Atom', 'link'), ('', 'item'))
    """
    space, _, name = tag.rpartition("}")
    return space[1:], name.lower()


def _attribute(attributes: Mapping[str, str], wanted: str) -> str:
    limited = islice(attributes.items(), _MAX_ATTRIBUTES)
    return next((value for name, value in limited if _split_tag(name)[1] == wanted), "")


def _entry(fields: Mapping[str, str], base: str, *, in_sitemap: bool) -> FeedEntry | None:
    if in_sitemap:
        link = fields.get("loc", "")
    else:
        named = (fields.get(name, "") for name in (_ORIGINAL, "link", "translation", "guid"))
        link = next(filter(None, named), "") or (fields.get("id", "") if fields.get("id", "").lower().startswith("http") else "")
    return entry_of(base, link, fields.get("title", ""), _first_time(fields, _PUBLISHED), _first_time(fields, _UPDATED))


def _first_time(fields: Mapping[str, str], names: Iterable[str]) -> float:
    return next(filter(None, (time_of(fields[name]) for name in names if name in fields)), 0.0)
