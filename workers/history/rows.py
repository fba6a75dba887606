"""Converts a site's history to database rows and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Select, select

from indexer.store.history_tables import KnownPageRow, RequestRow, SightingRow
from indexer.store.url_lifecycle import Life
from workers.fetch.fetcher import Validator
from workers.frontier.urls import url_key
from workers.history.site_history import KnownPage, PageKind, Request, Sighting

PAGES: Select[*tuple[Any, ...]] = select(
    KnownPageRow.url, KnownPageRow.kind, KnownPageRow.found, KnownPageRow.visited, KnownPageRow.published, KnownPageRow.visits,
    KnownPageRow.etag, KnownPageRow.last_modified, KnownPageRow.blocks, KnownPageRow.boxes, KnownPageRow.life, KnownPageRow.failures,
    KnownPageRow.hint,
)  # fmt: skip
SIGHTINGS: Select[*tuple[Any, ...]] = select(
    KnownPageRow.url.label("source"), SightingRow.url, SightingRow.first, SightingRow.last, SightingRow.rank, SightingRow.headline,
    SightingRow.text, SightingRow.words, SightingRow.box,
).join(KnownPageRow, SightingRow.source_id == KnownPageRow.id)  # fmt: skip
REQUESTS: Select[*tuple[Any, ...]] = select(
    RequestRow.url, RequestRow.at, RequestRow.kind, RequestRow.why, RequestRow.since, RequestRow.result, RequestRow.found, RequestRow.alone,
    RequestRow.born, RequestRow.hint, RequestRow.hoped,
)  # fmt: skip


_KINDS, _LIVES = {kind.value: kind for kind in PageKind}, {life.value: life for life in Life}


def page_of(row: tuple[Any, ...]) -> KnownPage:
    """Convert a row of `PAGES` to a page."""
    url, kind, found, visited, published, visits, etag, last_modified, blocks, boxes, life, failures, hint = row
    return KnownPage(
        url=url, kind=_KINDS[kind], found=found, visited=visited, published=published, visits=visits,
        validator=Validator(etag, last_modified), blocks=StoredBlocks(blocks), boxes=_boxes(boxes), life=_LIVES[life], failures=failures,
        hint=hint,
    )  # fmt: skip


class StoredBlocks(Mapping[int, int]):
    """The stored blocks of a page, parsed on first use: a scheduler step needs the blocks of few pages.

    >>> dict(StoredBlocks("ff:40 7:9")), len(StoredBlocks("")), StoredBlocks("7:9") == {7: 9}
    ({255: 40, 7: 9}, 0, True)
    """

    __slots__ = ("_read", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self._read: dict[int, int] | None = None

    def _blocks(self) -> dict[int, int]:
        if self._read is None:
            pairs = (pair.partition(":") for pair in self.written.split())
            self._read = {int(key, 16): int(length) for key, _, length in pairs}
        return self._read

    def __getitem__(self, block: int) -> int:
        return self._blocks()[block]

    def __iter__(self) -> Iterator[int]:
        return iter(self._blocks())

    def __len__(self) -> int:
        return len(self._blocks())

    def __bool__(self) -> bool:
        return bool(self.written)

    def __repr__(self) -> str:
        return repr(self._blocks())


def _written(blocks: Mapping[int, int]) -> str:
    if isinstance(blocks, StoredBlocks):
        return blocks.written
    return " ".join(f"{key:x}:{length}" for key, length in blocks.items())


@lru_cache(maxsize=4_096)
def _boxes(text: str) -> Mapping[str, int]:
    """Parse the boxes of a page; pages of one template have the same boxes, so the result is cached and shared."""
    return MappingProxyType(json.loads(text))


def page_row(site: int, page: KnownPage) -> dict[str, Any]:
    """Convert a page to a row. Its blocks are written as `hash:length` pairs (hexadecimal, decimal), separated by spaces."""
    return {
        "site_id": site, "key": url_key(page.url), "url": page.url, "kind": page.kind.value, "found": page.found, "visited": page.visited,
        "published": page.published, "visits": page.visits, "etag": page.validator.etag, "last_modified": page.validator.last_modified,
        "blocks": _written(page.blocks), "boxes": json.dumps(dict(page.boxes)),
        "life": page.life.value, "failures": page.failures, "hint": page.hint,
    }  # fmt: skip


def sighting_row(source: int, url: str, seen: Sighting) -> dict[str, Any]:
    """Convert a sighting to a row; `source` is the id of the source's row."""
    return {
        "source_id": source, "key": url_key(url), "url": url, "first": seen.first, "last": seen.last, "rank": seen.rank,
        "headline": seen.headline, "text": seen.text, "words": seen.words, "box": seen.box,
    }  # fmt: skip


def request_of(row: tuple[Any, ...]) -> Request:
    """Convert a row of `REQUESTS` to a request."""
    url, at, kind, *others = row
    return Request(url, at, _KINDS[kind], *others)


def request_row(site: int, one: Request) -> dict[str, Any]:
    """Convert a request to a row."""
    return {
        "site_id": site, "url": one.url, "at": one.at, "kind": one.kind.value, "why": one.why, "since": one.since, "result": one.result,
        "found": one.found, "alone": one.alone, "born": one.born, "hint": one.hint, "hoped": one.hoped,
    }  # fmt: skip
