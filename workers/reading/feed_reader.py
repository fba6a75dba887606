"""The fields of a feed's or sitemap's entries, from a parser's events; no tree is built, so memory stays constant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, cast

from lxml import etree

from indexer import urls
from workers.reading.feed_entry import LONGEST, FeedEntry, entry_of, time_of

MOST_ENTRIES = 50_000
"""Entries of one file, which is what the sitemap protocol allows."""
_MOST_ELEMENTS = 20 * MOST_ENTRIES
_MOST_ATTRIBUTES = 50
_DEEPEST = 200
"""Elements within each other."""
_ENTRIES = frozenset({"item", "entry", "url", "sitemap"})
_ROOTS = frozenset({"rss", "feed", "rdf", "channel", "urlset", "sitemapindex"})
_UPDATED = ("updated", "lastmod", "modified")
_PUBLISHED = ("published", "pubdate", "publication_date", "issued", "created", "date")
_DATES = frozenset({*_UPDATED, *_PUBLISHED})
"""Fields that are read from any vocabulary: Dublin Core dates stand beside the entry's own."""
_OWN = re.compile(r"https?://(?:www\.w3\.org/2005/Atom|purl\.org/(?:atom/ns|rss/1\.0)|my\.netscape\.com/rdf)", re.IGNORECASE)
"""Atom, RSS 1.0 and 0.9 within an entry of another."""
_OWN_PREFIXES = frozenset({"atom", "atom10", "rss"})
_ORIGINAL = "origlink"
"""The original link of an entry in a feed service whose own links count clicks."""
_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_PIECE = 1 << 16


def read_entries(body: bytes, url: str) -> Reader | None:
    """Read an XML document; None if it is neither a feed nor a sitemap. Entries before any damage are kept.

    Entities are not expanded and nothing outside the document is read.
    """
    reader = Reader(url)
    parser = etree.XMLParser(
        target=cast(Any, reader), recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        for at in range(0, len(body), _PIECE):
            parser.feed(body[at : at + _PIECE])
            if reader.is_complete:
                break
        else:
            parser.close()
    except (etree.XMLSyntaxError, ValueError):
        pass  # the entries read so far are kept
    return reader.finished() if reader.root in _ROOTS else None


_IN_SITEMAP = frozenset({"url", "sitemap"})


class Reader:
    """A parser target (lxml's protocol).

    A field is a child of its entry, or of a news sitemap's `news` within it; the `loc` of an image does not belong to the page.

    Attributes
    ----------
    root : str
        The name of the outermost element, "" before it.
    entries, parts : list of FeedEntry
        Pages, and the sitemaps of an index.
    """

    def __init__(self, url: str) -> None:
        self.root = ""
        self.entries: list[FeedEntry] = []
        self.parts: list[FeedEntry] = []
        self._bases = [url]
        self._path: list[str] = []
        self._elements = 0
        self._entry_at = 0  # depth of the entry that is open, 0 outside
        self._fields: dict[str, str] = {}
        self._vocabulary = ""
        self._field_at = 0  # depth of the field that is open, 0 outside
        self._words: list[str] = []
        self._size = 0

    @property
    def is_complete(self) -> bool:
        """Whether parsing can stop."""
        strange = self.root not in ("", *_ROOTS) or len(self._path) > _DEEPEST
        return strange or self._elements > _MOST_ELEMENTS or len(self.entries) + len(self.parts) >= MOST_ENTRIES

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
            if name in _IN_SITEMAP:  # some write the URL without a `loc` around it
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
        """Whether the text of a field is read; a link in Atom has its URL in an attribute."""
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
        if self._field_at and self._size < LONGEST:
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
    """Namespace and name of a tag.

    >>> _split_tag("{http://www.w3.org/2005/Atom}Link"), _split_tag("item")
    (('http://www.w3.org/2005/Atom', 'link'), ('', 'item'))
    """
    space, _, name = tag.rpartition("}")
    return space[1:], name.lower()


def _attribute(attributes: Mapping[str, str], wanted: str) -> str:
    few = islice(attributes.items(), _MOST_ATTRIBUTES)
    return next((value for name, value in few if _split_tag(name)[1] == wanted), "")


def _entry(fields: Mapping[str, str], base: str, *, in_sitemap: bool) -> FeedEntry | None:
    if in_sitemap:
        link = fields.get("loc", "")
    else:
        named = (fields.get(name, "") for name in (_ORIGINAL, "link", "translation", "guid"))
        link = next(filter(None, named), "") or (fields.get("id", "") if fields.get("id", "").lower().startswith("http") else "")
    return entry_of(base, link, fields.get("title", ""), _first_time(fields, _PUBLISHED), _first_time(fields, _UPDATED))


def _first_time(fields: Mapping[str, str], names: Iterable[str]) -> float:
    return next(filter(None, (time_of(fields[name]) for name in names if name in fields)), 0.0)
