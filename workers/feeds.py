"""Feeds and sitemaps: entries with their dates, whatever the dialect (RSS, Atom, JSON Feed, sitemap, news sitemap, index).

Read leniently: a broken end costs the entries behind it, a strange date the date.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from lxml import etree

from indexer import urls
from indexer.archive.http import expand
from indexer.errors import PageError

_MOST = 50_000
"""Entries of one file, which is what the sitemap protocol allows."""
_LARGEST = 64 << 20
"""Bytes of an expanded file; the protocol allows 50 MB."""
_ENTRIES = frozenset({"item", "entry", "url", "sitemap"})
_UPDATED = frozenset({"updated", "lastmod", "modified"})
_PUBLISHED = frozenset({"published", "pubdate", "publication_date", "issued", "created", "date"})


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry.

    Parameters
    ----------
    url : str
        Normalised.
    title : str
    published, updated : float
        UTC seconds, 0.0 where the entry does not say.
    """

    url: str
    title: str = ""
    published: float = 0.0
    updated: float = 0.0


@dataclass(frozen=True, slots=True)
class Feed:
    """What a file holds.

    Parameters
    ----------
    sitemap : bool
        Whether it is a sitemap rather than a feed.
    entries : tuple of FeedEntry
        In the file's order.
    parts : tuple of FeedEntry
        The sitemaps that a sitemap index names.
    """

    sitemap: bool
    entries: tuple[FeedEntry, ...]
    parts: tuple[FeedEntry, ...] = ()


def read_feed(body: bytes, url: str) -> Feed | None:
    """The entries of a feed or sitemap, None for anything else.

    Parameters
    ----------
    body : bytes
        Gzip is undone.
    url : str
        Where it was fetched.

    Examples
    --------
    >>> feed = read_feed(b'<rss><channel><item><title>Tram</title><link>/1.html</link>'
    ...                  b'<pubDate>Mon, 02 Mar 2026 06:00:00 GMT</pubDate></item></channel></rss>', "https://example.org/feed")
    >>> feed.entries
    (FeedEntry(url='https://example.org/1.html', title='Tram', published=1772431200.0, updated=0.0),)
    """
    try:
        body, _ = expand(body, "gzip", _LARGEST)
    except (PageError, zlib.error):
        return None
    start = body[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] == b"{":
        return _json_feed(body, url)
    return _xml_feed(body, url) if start[:1] == b"<" else None


def _xml_feed(body: bytes, url: str) -> Feed | None:
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True)
    try:
        root = etree.fromstring(body.lstrip(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    name = _name(root) if root is not None else ""
    if name not in ("rss", "feed", "rdf", "urlset", "sitemapindex"):
        return None
    found: list[FeedEntry] = []
    parts: list[FeedEntry] = []
    for element in root.iter():
        if len(found) + len(parts) >= _MOST:
            break
        if _name(element) in _ENTRIES and (entry := _entry(element, url)):
            (parts if _name(element) == "sitemap" else found).append(entry)
    return Feed(sitemap=name in ("urlset", "sitemapindex"), entries=tuple(found), parts=tuple(parts))


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def _entry(element: etree._Element, url: str) -> FeedEntry | None:
    link = title = ""
    published = updated = 0.0
    for child in _fields(element):
        name, text = _name(child), (child.text or "").strip()
        if name == "link" and child.get("rel", "alternate") == "alternate" and not link:
            link = child.get("href", "") or text
        elif name == "loc" and not link:
            link = text
        elif name == "title" and not title:
            title = text
        elif name in _PUBLISHED:
            published = published or _time(text)
        elif name in _UPDATED:
            updated = updated or _time(text)
    target = urls.resolve(url, link)
    return FeedEntry(target, title[:300], published, updated) if target and target.startswith("http") else None


def _fields(element: etree._Element) -> Iterator[etree._Element]:
    """The children, and those of a news sitemap's `news`; its image's `loc` is none of the page's."""
    for child in element:
        if _name(child) == "news":
            yield from child
        else:
            yield child


def _json_feed(body: bytes, url: str) -> Feed | None:
    """JSON Feed 1.1."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    items = value.get("items") if isinstance(value, dict) and "jsonfeed.org" in str(value.get("version", "")) else None
    if not isinstance(items, list):
        return None
    entries = (_json_entry(item, url) for item in items[:_MOST] if isinstance(item, dict))
    return Feed(sitemap=False, entries=tuple(entry for entry in entries if entry is not None))


def _json_entry(item: dict[str, Any], url: str) -> FeedEntry | None:
    target = urls.resolve(url, str(item.get("url") or item.get("id") or ""))
    if target is None or not target.startswith("http"):
        return None
    return FeedEntry(target, str(item.get("title") or "")[:300], _time(item.get("date_published")), _time(item.get("date_modified")))


_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def _time(value: object) -> float:
    """A date of RFC 3339, W3C or RFC 822 as UTC seconds, 0.0 where it is none.

    >>> _time("2026-03-02T06:00:00Z"), _time("2026-03-02"), _time("soon")
    (1772431200.0, 1772409600.0, 0.0)
    """
    text = str(value or "").strip()[:60]
    try:
        when = datetime.fromisoformat(text) if _ISO.match(text) else parsedate_to_datetime(text)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 0.0
