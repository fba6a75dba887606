"""The shape of a URL: its common part with its siblings.

Numbers and the words of a headline distinguish pages of one kind; folders, file types and the names of a query's parameters do not.
No shape contains the values of parameters.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

_HEX = re.compile(r"(?<![0-9a-f])(?=[a-f]*+[0-9])[0-9a-f]{8,}+", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_HEADLINE = re.compile(r"[^\W\d_](?:[-_+][^\W_]+){2,}")
"""Matches three or more joined words, as in a file named for its story."""
_FILE_TYPE = re.compile(r"\.[a-z]{2,5}$")


def masked(text: str, mark: str = "0") -> str:
    """Return the text with each number replaced: decimal ones, and hexadecimal ones of eight digits or more.

    >>> masked("page2-7f3a9c2e11"), masked("archive/2026/04", "#"), masked("facade")
    ('page0-0', 'archive/#/#', 'facade')
    """
    return _DIGITS.sub(mark, _HEX.sub(mark, text))


def trap_shape(url: str) -> str:
    """Return a URL without the parts that a counter or a session changes.

    >>> trap_shape("https://example.org/calendar/2026/4?sid=7f3a9c2e11&day=2")
    'https://example.org/calendar/0/0?day&sid'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{masked(parts.path)}{_parameters(parts)}"


def story_shape(url: str) -> str:
    """Return the longest segment of a URL's path, without its numbers and its file type, and the names of its parameters.

    It is the same on every path to a story.

    >>> story_shape("https://example.org/2026/03/tram-7.html?id=9&a=b")
    'tram-?a&id'
    >>> story_shape("https://example.org/tram-returns/print") == story_shape("https://example.org/m/tram-returns")
    True
    """
    parts = urlsplit(url)
    segments = [masked(segment, "") for segment in _FILE_TYPE.sub("", parts.path.lower()).split("/")]
    return max(reversed(segments), key=len) + _parameters(parts)


@lru_cache(maxsize=16_384)
def url_form(url: str) -> str:
    """Return the most specific form of a URL (`url_forms`).

    >>> url_form("https://example.org/city/tram-is-late-17.html")
    '/city/W.html'
    """
    return url_forms(url)[0]


@lru_cache(maxsize=16_384)
def url_forms(url: str) -> tuple[str, ...]:
    """Return the forms of a URL without the parts specific to its page, from the most to the least specific; W is a headline.

    >>> url_forms("https://example.org/city/tram-is-late-17.html")
    ('/city/W.html', '/*/W.html')
    >>> url_forms("https://example.org/tag/topic-3/?page=2")
    ('/tag/topic-0/?page', '/*/topic-0/?page', '/tag/*/?page')
    """
    parts = urlsplit(url)
    segments = [_form(segment) for segment in parts.path.split("/")]
    query = _parameters(parts)
    last = segments[-2:] if not segments[-1] else segments[-1:]
    general = ["*" if segment and at < len(segments) - len(last) else segment for at, segment in enumerate(segments)]
    found = [f"{'/'.join(segments)}{query}", f"{'/'.join(general)}{query}"]
    if not last[0].startswith("W"):
        found.append(sibling_group(url))
    return tuple(dict.fromkeys(found))


def sibling_group(url: str) -> str:
    """Return the common part of a page's URL with its siblings': its folder and the names of its parameters.

    >>> sibling_group("https://example.org/tag/harbour/"), sibling_group("https://example.org/sport/?page=2")
    ('/tag/*/', '/*/?page')
    """
    parts = urlsplit(url)
    folder, _, name = parts.path.removesuffix("/").rpartition("/")
    end = "/" if parts.path.endswith("/") else ""
    return f"{masked(folder)}/{'*' if name else ''}{end}{_parameters(parts)}".replace("//", "/")


def _parameters(parts: SplitResult) -> str:
    """Return the names of a query's parameters, as the end of a shape."""
    names = sorted({masked(pair.partition("=")[0]) for pair in parts.query.split("&") if pair})
    return f"?{'&'.join(names)}" if names else ""


def _form(segment: str) -> str:
    stem, dot, ending = segment.rpartition(".")
    words = stem if dot else segment
    return ("W" if _HEADLINE.search(words) else masked(words)) + (f".{ending}" if dot else "")
