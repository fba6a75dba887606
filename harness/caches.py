"""Measures the sizes of the program's caches after each kind of use."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import indexer
import workers
from indexer.article.clean import clean_read, read_page
from indexer.article.learned import learn
from indexer.errors import PageError
from indexer.index.document import documents
from indexer.page.raw import RawPage
from indexer.site.params import SiteParams
from workers.reading.link_extractor import extract_links

NOW = datetime(2026, 6, 1, tzinfo=UTC)

_OWN = (str, bytes, int, float, tuple, list, dict, frozenset, set)

_DEEPEST = 6

_LINK = 160
"""Bytes of a cache entry in addition to its key and result."""


class CacheUsage(NamedTuple):
    """A cache: its maximum number of entries (0: unbounded), its current entries, and the bytes of the largest."""

    name: str
    max_entries: int
    entries: int
    largest: int

    @property
    def bound(self) -> int:
        """Upper bound of the cache's size in bytes."""
        return self.max_entries * self.largest


def caches() -> dict[str, Any]:
    """Return all function caches of the program by name."""
    for package in (indexer, workers):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    found = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    names = ((f"{each.__module__}.{getattr(each, '__qualname__', '')}", each) for each in found if hasattr(each, "__module__"))
    return {name: each for name, each in sorted(names, key=lambda pair: pair[0]) if name.startswith(("indexer", "workers"))}


def usage_of(name: str, cache: Any) -> CacheUsage:
    """Return the current use of a cache; the largest key and the largest result count as one entry."""
    info = cache.cache_info()
    parts = [part for part in gc.get_referents(cache) if isinstance(part, _OWN)] if info.currsize else []
    keys = next((part for part in parts if isinstance(part, dict) and len(part) == info.currsize), {})
    results = [part for part in parts if part is not keys and part is not vars(cache)]
    largest = max(map(_size, keys), default=0) + max(map(_size, results), default=0)
    return CacheUsage(name, info.maxsize or 0, info.currsize, largest + _LINK if largest else 0)


def _size(thing: object, deepest: int = _DEEPEST) -> int:
    """Return the bytes of a value and its parts."""
    size = sys.getsizeof(thing)
    if deepest and not isinstance(thing, str | bytes | int | float):
        size += sum(_size(part, deepest - 1) for part in gc.get_referents(thing) if isinstance(part, _OWN))
    return size


def pages(number: int, length: int) -> Iterator[RawPage]:
    """Yield pages of long unique strings."""
    for page in range(number):
        def s(kind: str, page: int = page) -> str:
            return f"{kind}{page}" + "abcdefghij"[page % 10] * length

        html = (
            f"<html lang='{s('en')}'><head><title>{s('t')} | {s('n')}</title><meta name=author content='{s('By A')}'>"
            f"<meta name=keywords content='{s('k')}'><meta property=og:site_name content='{s('o')}'><link rel=canonical href='/{s('c')}'>"
            f"<meta property=article:published_time content='2026-01-01{s(' ')}'>"
            f'<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{s("h")}", "author": "{s("w")}"}}</script></head>'
            f"<body class='{s('b')}'><div id='{s('i')}' style='x: {s('s')}' role='{s('r')}' aria-controls='{s('a')}' data-x='{s('d')}'>"
            f"<a href='/{s('l')}/{s('m')}?{s('q')}={s('v')}' rel='{s('e')}'>{s('x')}</a> <time datetime='{s('2026')}'>{s('1 May ')}</time>"
            f"<p class='{s('p')} {s('z')}'>{s('word')} {s('u')}, and the crane was taken down on Monday.</p>"
            f"<p>{' '.join(s(f'w{n}')[:3000] for n in range(5))}</p><img src='/{s('g')}' alt='{s('alt')}' srcset='{s('j')} 2x'></div>"
            f"<p>The crane is gone, and nobody came to see how it was taken down on Monday.</p></body></html>"
        )  # fmt: skip
        yield RawPage(f"https://a.example/{s('url')}"[:2000] + f"/{page}", html.encode(), "", "text/html")


def measure_caches(number: int, length: int) -> list[CacheUsage]:
    """Clean the pages and return the use of every cache, by decreasing bound."""
    all_caches = caches()
    for cache in all_caches.values():
        cache.cache_clear()
    learned = learn("a.example", [], SiteParams())
    for raw in pages(number, length):
        try:
            page = read_page(raw)
            documents(clean_read(raw, page, learned, "a.example", NOW))
            extract_links(page)
        except PageError:
            continue
    found = [usage_of(name, cache) for name, cache in all_caches.items()]
    return sorted(found, key=lambda one: (-one.bound, -one.largest, one.name))
