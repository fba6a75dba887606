"""Detection of a file's form from its content; its name decides only if the content is ambiguous."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import BinaryIO

from indexer.archive.member import member, past_skippable
from indexer.archive.warc import holds_record, is_compressed, is_warc
from indexer.errors import InputError

HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".xht")
RECORD_SUFFIXES = tuple(f".{name}{packed}" for name in ("warc", "arc") for packed in ("", ".gz", ".zst"))
PACKED_SUFFIXES = (".mht", ".mhtml", ".wacz", ".zip", ".jsonl", ".jsonl.gz", ".jsonl.zst")
STDIN = "-"
WANTED = (
    "expected a WARC or ARC file, a WACZ or zip file of them or of pages, an HTML or MHTML file, JSON Lines of url and html, a folder of "
    "all these, or - for standard input"
)
SNIFFED = 4096
"""Number of bytes read for the detection."""
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*|<!doctype(?!\s+html)[^>]*>\s*)*"
    r"<(?:!doctype\s+html|html|head|body|title|meta|base|link|article|main|section|header|h[1-6]|div|table|p)\b",
    re.IGNORECASE | re.DOTALL,
)
"""Matches the beginning of pages (MIME Sniffing Standard, 7.1), and of parts of pages."""
_MHTML = re.compile(rb"(?:[!-9;-~]+:.*+\n(?:[ \t].*+\n)*+){0,40}?Content-Type:\s*multipart/related\b", re.IGNORECASE)
"""Matches the header lines of a message up to the one that declares its parts as related."""
_OTHERS = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"BZh": "compressed by bzip2",
    b"\xfd7zXZ": "compressed by xz",
    b"%PDF": "a PDF",
}
"""Formats that are likely to contain pages but are not supported, by their first bytes."""
_TAR = (257, b"ustar")


class Form(StrEnum):
    """The form of a file's content."""

    EMPTY = "empty"
    RECORDS = "records"
    """WARC or ARC"""
    PAGE = "page"
    """HTML, possibly compressed"""
    LINES = "lines"
    """JSON Lines of url and html"""
    MHTML = "mhtml"
    """a page with its pictures as one MIME message (RFC 2557)"""
    ZIP = "zip"
    """WACZ, or any other"""


class NoPageError(InputError):
    """A file of another kind, of which every saved folder contains many."""


def form_of(handle: BinaryIO, name: str, longest: int) -> Form:
    """Return the form of an open file.

    Parameters
    ----------
    handle : BinaryIO
        At its beginning.
    name : str
    longest : int
        Maximum length in bytes of a line that is read.

    Raises
    ------
    NoPageError
        For a file without pages.
    InputError
        For one that may contain pages and cannot be read.
    """
    head = handle.read(SNIFFED)
    if not head:
        return Form.EMPTY
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return Form.ZIP
    if is_compressed(head):
        inner = _expanded(handle, longest)
        return _plain_form(inner, name) if inner or len(head) == SNIFFED else Form.RECORDS
    if head.lstrip()[:1] == b"{":
        handle.seek(0)
        head = handle.readline(longest)
    return _plain_form(head, name)


def _expanded(handle: BinaryIO, longest: int) -> bytes:
    """Return the beginning of a compressed file; its first line, if that may be a line of JSON Lines."""
    begin = past_skippable(handle, 0)
    packed = member(handle, begin)
    head = b"" if packed is None else packed.read(SNIFFED)
    again = member(handle, begin) if head.lstrip()[:1] == b"{" else None
    return head if again is None else again.readline(longest)


def _plain_form(head: bytes, name: str) -> Form:
    if is_warc(head):
        return Form.RECORDS
    if is_line(head):
        return Form.LINES
    if _MHTML.match(head):
        return Form.MHTML
    if name == STDIN or name.lower().endswith(HTML_SUFFIXES) or is_html(head):
        return Form.PAGE
    if holds_record(head) or name.lower().endswith(RECORD_SUFFIXES):  # an archive with a damaged beginning
        return Form.RECORDS
    other = next((what for magic, what in _OTHERS.items() if head.startswith(magic)), "")
    if head[_TAR[0] :].startswith(_TAR[1]):
        other = "a tar archive"
    if other:
        raise InputError(f"{name}: it is {other}, which is not read: unpack it; {WANTED}")
    raise NoPageError(f"{name}: {WANTED}")


def is_html(head: bytes) -> bool:
    """Return whether a page begins like this.

    >>> is_html(b"<?xml version='1.0'?>\\n<!-- saved --><html>"), is_html(b"<?xml version='1.0'?><rss>"), is_html(b"if (a < b) <div>")
    (True, False, False)
    """
    encoding = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return _HTML.match(head[:SNIFFED].decode(encoding, "replace")) is not None


def is_line(head: bytes) -> bool:
    """Return whether a line of JSON Lines begins like this: a JSON object with `url` and `html`."""
    if head.lstrip()[:1] != b"{":
        return False
    return line(head.partition(b"\n")[0]) is not None


def line(text: bytes) -> dict[str, str] | None:
    """Return the fields of a line of JSON Lines, or None for another line.

    >>> line(b'{"url": "https://a.example/", "html": "<p>x", "date": null}')
    {'url': 'https://a.example/', 'html': '<p>x'}
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not isinstance(value.get("url"), str) or not isinstance(value.get("html"), str):
        return None
    return {name: field for name in ("url", "html", "date") if isinstance(field := value.get(name), str)}
