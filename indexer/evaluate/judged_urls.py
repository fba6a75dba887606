"""Matching of judged URLs to stories of the index in any spelling, with the reason if there is no match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from urllib.parse import urlsplit

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Request
from indexer.index.query import All, Field, Filter, Query
from indexer.urls import normalise


class Unmatched(StrEnum):
    """Why a judged URL has no document."""

    NO_URL = "not the address of a web page"
    OTHER_HOST = "the index has no page of this host"
    NOT_INDEXED = "the index has other pages of this host, but not this one"


def story_of(engine: Engine, arms: Sequence[Arm], url: str) -> str | None:
    """Return the canonical URL of a URL's document, preferably from a cleaned arm.

    The spellings are tried in the order of `spellings`, the URL as written first.
    """
    for spelling in spellings(url):
        for arm in sorted(arms, key=lambda arm: not arm.cleaned):
            if fields := engine.find(arm, spelling):
                return str(fields["canonicalUrl"])
    return None


def why_unmatched(engine: Engine, arms: Sequence[Arm], url: str) -> Unmatched:
    """Return why no story was found for a URL."""
    try:
        parts = urlsplit(normalise(url))
        host = parts.hostname if parts.scheme in {"http", "https"} else None
    except ValueError:
        host = None
    if not host:
        return Unmatched.NO_URL
    named = Query(All((Filter(Field.SITE, host.removeprefix("www.")),)))
    there = any(engine.search(arm, Request(named, limit=0, highlight=False)).total for arm in arms)
    return Unmatched.NOT_INDEXED if there else Unmatched.OTHER_HOST


def spellings(url: str) -> Iterator[str]:
    """Yield distinct spellings of a URL: as written, normalised, and with the other scheme, `www.` and trailing slash toggled.

    >>> list(spellings("HTTP://a.org/b?utm_source=x"))[:3]
    ['HTTP://a.org/b?utm_source=x', 'http://a.org/b', 'http://a.org/b/']
    >>> "https://www.a.org/b" in spellings("http://a.org/b/"), len(list(spellings("http://a.org/b")))
    (True, 8)
    """
    normal = normalise(url)
    found = [url, normal]
    scheme, mark, rest = normal.partition("://")
    if mark and scheme in {"http", "https"}:
        bare = rest.removeprefix("www.")
        page, query_mark, query = bare.partition("?")
        pages = (bare, f"{page.rstrip('/') if page.endswith('/') else page + '/'}{query_mark}{query}")
        other = "http" if scheme == "https" else "https"
        found += [f"{s}://{w}{p}" for s in (scheme, other) for w in ("", "www.") for p in pages]
    yield from dict.fromkeys(found)
