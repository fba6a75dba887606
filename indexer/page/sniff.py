"""Content sniffing: is this HTML? The bytes decide; a header only breaks a tie (MIME sniffing standard, section 7)."""

from __future__ import annotations

import codecs
import json
import re

_DOCTYPE = b"<!doctype html"
_LOOK = 65_536
"""Number of bytes in which a tag must occur; heads of real pages begin with long comments."""
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"),
    (b"BM\x00", "a bitmap image"), (b"\x00\x00\x01\x00", "an icon"), (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"), (b"PK\x03\x04", "a ZIP archive or office document"), (b"PK\x05\x06", "a ZIP archive"),
    (b"\x1f\x8b", "gzip-compressed data"), (b"BZh", "bzip2-compressed data"), (b"\xfd7zXZ", "xz-compressed data"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed data"), (b"7z\xbc\xaf", "a 7z archive"), (b"Rar!", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0", "an office document"), (b"{\\rtf", "an RTF document"), (b"%!PS", "a PostScript document"),
    (b"ID3", "an MP3 file"), (b"OggS", "an Ogg file"), (b"fLaC", "a FLAC file"), (b"\x1aE\xdf\xa3", "a Matroska file"),
    (b"FLV\x01", "a Flash video"), (b"CWS", "a Flash film"), (b"FWS", "a Flash film"), (b"wOFF", "a font"),
    (b"wOF2", "a font"), (b"\x7fELF", "a program"), (b"MZ\x90", "a program"), (b"WARC/", "a WARC file"),
)  # fmt: skip
_RIFF = {b"WEBP": "a WebP image", b"AVI ": "an AVI video", b"WAVE": "a WAV file"}
_PROLOG = re.compile(
    rb"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?!\s+html)[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(rb"<(!doctype\s+html|[a-z][\w.:-]*)", re.IGNORECASE)
_TAG = re.compile(
    rb"<(?:!doctype html|html|head|body|title|meta|link|script|style|div|p|table|t[rdh]|a|h[1-6]|article|main|section"
    rb"|header|footer|nav|aside|span|[uod]l|li|br|hr|img|b|i|em|strong|font|center|form|frameset|iframe|pre|blockquote)\b",
    re.IGNORECASE,
)
_FEEDS = {
    b"rss": "an RSS feed", b"feed": "an Atom feed", b"rdf:rdf": "an RSS 1.0 feed", b"urlset": "a sitemap",
    b"sitemapindex": "a sitemap index", b"opml": "an OPML list", b"svg": "an SVG image",
}  # fmt: skip
_JSON = re.compile(rb"[\[{]\s*(?:[\[{\"\]}]|-?\d|true|false|null)")
_OTHER_TYPES = re.compile(r"text/(?!html|x-server-parsed)|application/(?:(?:x-)?javascript|(?:ld\+)?json|rss|atom|pdf)")
_JSON_LIMIT = 1 << 20
"""Maximum size in bytes of JSON that is parsed; of larger bodies only the beginning is checked."""


def sniff(body: bytes, content_type: str = "") -> str | None:
    """Return the format of bytes that are not HTML, or None if a browser would show a page.

    Parameters
    ----------
    body : bytes
    content_type : str
        The HTTP header's value, or "". It only decides whether text with stray tags counts as text.

    >>> sniff(b"%PDF-1.4 ...", "text/html")
    'a PDF document'
    >>> sniff(b"<!DOCTYPE html><p>Story", "application/octet-stream") is None
    True
    >>> sniff(b"How to write: use <p> for a paragraph", "text/plain")
    'plain text'
    """
    if body[: len(_DOCTYPE)].lower() == _DOCTYPE:
        return None  # nearly every page begins with it, and no later step would find another format
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"<\0", b"\0<")):
        body = body[:_LOOK].replace(b"\0", b"")[2 if body[0] in b"\xff\xfe" else 0 :]
    body = body.removeprefix(codecs.BOM_UTF8)
    magic = _magic(body)
    if magic:
        return magic
    head = body[:_LOOK].replace(b"\0", b"")
    prolog = _PROLOG.match(head)
    start = prolog.end() if prolog else 0
    root = _ROOT.match(head, start)
    if root:
        return _markup(root[1].lower(), xml=head.lstrip()[:5].lower() == b"<?xml", head=head)
    if _is_json(body):
        return "JSON"
    return _text(body, head, content_type)


def _magic(body: bytes) -> str | None:
    """Return the format that the first bytes identify, or None."""
    start = body[:1024].lstrip()
    for magic, name in _MAGIC:
        if body.startswith(magic):
            return name
    if start.startswith(b"%PDF-"):
        return "a PDF document"
    if body[:4] == b"RIFF":
        return _RIFF.get(body[8:12], "a RIFF file")
    return "an MPEG-4 file" if body[4:8] == b"ftyp" else None


def _markup(root: bytes, head: bytes, *, xml: bool) -> str | None:
    """Return the format of a document with first tag `root` if it is not HTML, else None."""
    if root in _FEEDS:
        return _FEEDS[root]
    if xml and root.rpartition(b":")[2] != b"html" and not root.startswith(b"!doctype") and not _TAG.search(head):
        return f"XML ({root.decode('ascii', 'replace')})"
    return None


def _is_json(body: bytes) -> bool:
    """Return whether the body is one JSON array or object."""
    start = body[:256].lstrip()
    if not _JSON.match(start):
        return False
    if len(body) > _JSON_LIMIT:
        return True
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def _text(body: bytes, head: bytes, content_type: str) -> str | None:
    """Return the format of bytes that do not begin with a tag; None if they are a sloppy page."""
    if not body.strip():
        return None
    sample = body[:_LOOK]
    controls = sum(sample.count(code) for code in (*range(9), *range(14, 27), *range(28, 32)))
    if controls * 20 > len(sample) and not _TAG.search(head):
        return "binary data"
    if _OTHER_TYPES.match(content_type.strip().lower()) or not _TAG.search(head):
        return "plain text"
    return None
