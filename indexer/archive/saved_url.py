"""The URL of a page that was saved as a file: from the mark of the saving program, or from its place in the folder."""

from __future__ import annotations

import re
from pathlib import PurePath
from urllib.parse import quote

from indexer.urls import host, normalise

_MARKS = (
    re.compile(rb"<!--\s*saved from url=\(\d{4}\)(https?://[^\s<>]+)\s*-->", re.IGNORECASE),
    re.compile(rb"<!--\s*Mirrored from (\S+) by HTTrack", re.IGNORECASE),
    re.compile(rb"<!--\s*Page saved with SingleFile\s+url:\s*(https?://\S+)", re.IGNORECASE),
)
"""Marks of browsers ("mark of the web"), HTTrack and SingleFile at the beginning of a page."""
_INDEX = re.compile(r"(^|/)index\.html?$")
_KEPT = "/?&=;%:@,+~()!*'$"


def marked_url(head: bytes) -> str:
    """Return the URL in a saved page's mark, or "".

    >>> marked_url(b"<!-- saved from url=(0024)https://news.example/a?b -->")
    'https://news.example/a?b'
    >>> marked_url(b"<!-- Mirrored from www.news.example/a.html by HTTrack Website Copier/3.x -->")
    'http://www.news.example/a.html'
    """
    for mark in _MARKS:
        found = mark.search(head)
        if found:
            url = found[1].decode("utf-8", "replace")
            return url if "://" in url else f"http://{url}"
    return ""


def placed_url(base: str, path: str) -> str:
    """Return the URL of a file's place below a base URL.

    Parameters
    ----------
    base : str
    path : str
        Relative to the folder; a first folder with the name of the base's host, as wget creates, is dropped.

    >>> placed_url("https://news.example", "news.example/a/index.html?p=12"), placed_url("https://news.example/x/", "a/index.html")
    ('https://news.example/a/index.html?p=12', 'https://news.example/x/a/')
    """
    parts = PurePath(path).parts
    inner = "/".join(parts[1:] if len(parts) > 1 and parts[0] == host(base) else parts)
    return normalise(f"{base.rstrip('/')}/{quote(_INDEX.sub(chr(92) + '1', inner), safe=_KEPT)}")
