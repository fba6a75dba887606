"""Parses feeds and sitemaps: RSS, Atom, JSON Feed, XML sitemaps with their news extension and indexes, text sitemaps.

Parsing is lenient: a syntax error loses only the entries after it, an invalid date only the date. Limits on bytes and entries bound the
cost of an endless document.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from indexer.page.sniff import sniff
from workers.reading.feed_entry import FeedEntry, entry_of, time_of
from workers.reading.feed_reader import MAX_ENTRIES, read_entries
from workers.reading.feed_repair import declare_prefixes, escape_references

__all__ = ["Feed", "FeedEntry", "newest", "read_feed"]

_MAX_BYTES = 64 << 20
"""Maximum size of a decompressed file in bytes; the sitemap protocol allows 50 MB."""
_BEGIN = 1 << 18
"""Number of bytes decompressed to detect the format; a document that is no feed (a page, a zip bomb) costs no more."""
_FIRST = 1024
_FIRST_ELEMENT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:<\?(?>.*?\?>)\s*+|<!--(?>.*?-->)\s*+)*+"
    rb"<(?:\w+:)?(?:rss|feed|rdf|urlset|sitemapindex)[\s>]", re.DOTALL | re.IGNORECASE
)
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Feed:
    """A parsed feed or sitemap.

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
    """Parse a feed or sitemap; return None for other content.

    Parameters
    ----------
    body : bytes
        The content, plain or compressed with gzip.
    url : str
        The URL of the file.

    Examples
    --------
    >>> feed = read_feed(b'<rss><channel><item><title>Tram</title><link>/1.html</link>'
    ...                  b'<pubDate>Mon, 02 Mar 2026 06:00:00 GMT</pubDate></item></channel></rss>', "https://example.org/feed")
    >>> feed.entries
    (FeedEntry(url='https://example.org/1.html', title='Tram', published=1772431200.0, updated=0.0),)
    """
    begin = _decompressed(body, _BEGIN)
    start = begin[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] == b"<" or start[:2] in _UTF_16:
        known = _xml_feed(begin, url)
        return known if known is None or len(begin) < _BEGIN else _xml_feed(_decompressed(body, _MAX_BYTES), url)
    if start[:1] == b"{":
        return _json_feed(_decompressed(body, _MAX_BYTES), url)
    return _text_sitemap(_decompressed(body, _MAX_BYTES), url) if start[:4].lower() == b"http" else None


def feed_in(body: bytes, content_type: str, url: str) -> Feed | None:
    """Parse the body of a response; return None unless it is a feed or sitemap.

    >>> feed_in(b"<?xml version='1.0'?><!-- hot --><rss><channel>", "text/html", "https://example.org/").sitemap
    False
    >>> feed_in(b"<!doctype html><feed>", "application/rss+xml", "https://example.org/") is None
    True
    """
    is_page = sniff(body, content_type) is None and _FIRST_ELEMENT.match(body[:_FIRST]) is None
    return None if is_page else read_feed(body, url)


def newest(entries: Iterable[FeedEntry], limit: int) -> list[FeedEntry]:
    """Return at most `limit` entries: dated ones, newest first, then undated ones in the file's order; each URL once.

    >>> [entry.url for entry in newest((FeedEntry("a"), FeedEntry("b", updated=2.0), FeedEntry("c", published=9.0), FeedEntry("b")), 2)]
    ['c', 'b']
    """
    first: dict[str, FeedEntry] = {}
    for entry in entries:
        first.setdefault(entry.url, entry)
    return sorted(first.values(), key=lambda entry: -max(entry.published, entry.updated))[:limit]


def _decompressed(body: bytes, most: int) -> bytes:
    """Return at most `most` bytes of the body, decompressed if it is compressed."""
    if body[:2] != b"\x1f\x8b":
        return body[:most]
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, most)
    except zlib.error:
        return b""


def _xml_feed(body: bytes, url: str) -> Feed | None:
    if body[:2] in _UTF_16:  # the parser obeys the declaration, which is wrong once the document is UTF-8
        text = body.decode("utf-16", "replace").lstrip("\ufeff")
        declaration = _DECLARATION.match(text)
        body = text[declaration.end() if declaration else 0 :].encode()
    read = read_entries(declare_prefixes(escape_references(body.lstrip())), url)
    if read is None:
        return None
    return Feed(read.root in ("urlset", "sitemapindex"), tuple(read.entries[:MAX_ENTRIES]), tuple(read.parts[:MAX_ENTRIES]))


def _text_sitemap(body: bytes, url: str) -> Feed | None:
    """Parse a text sitemap: one URL per line and nothing else (sitemap protocol, "text file")."""
    lines = body.decode("utf-8", "replace").lstrip("\ufeff").split(maxsplit=MAX_ENTRIES)[:MAX_ENTRIES]
    if not all(line[:4].lower() == "http" and "://" in line[:9] for line in lines):
        return None
    entries = (entry_of(url, line) for line in lines)
    return Feed(sitemap=True, entries=tuple(entry for entry in entries if entry is not None))


def _json_feed(body: bytes, url: str) -> Feed | None:
    """Parse a JSON Feed (version 1.1)."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_feed = isinstance(value, dict) and "jsonfeed.org" in str(value.get("version", ""))[:200]
    items = value.get("items") if is_feed else None
    if not isinstance(items, list):
        return None
    entries = (_json_entry(item, url) for item in items[:MAX_ENTRIES] if isinstance(item, dict))
    return Feed(sitemap=False, entries=tuple(entry for entry in entries if entry is not None))


def _json_entry(item: dict[str, Any], url: str) -> FeedEntry | None:
    link, title = item.get("url") or item.get("id"), item.get("title")
    if not isinstance(link, str):
        return None
    words = title if isinstance(title, str) else ""
    return entry_of(url, link, words, time_of(item.get("date_published")), time_of(item.get("date_modified")))
