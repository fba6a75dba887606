"""A site's memory as rows of the store's tables, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, select

from indexer.store.memory_tables import KnownPageRow, RequestRow, SightingRow
from workers.fetch.fetcher import Validator
from workers.frontier.urls import url_key
from workers.memory.site_memory import KnownPage, Life, PageKind, Request, Sighting

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


def page_of(row: tuple[Any, ...]) -> KnownPage:
    """A row of `PAGES`."""
    url, kind, found, visited, published, visits, etag, last_modified, blocks, boxes, life, failures, hint = row
    return KnownPage(
        url=url, kind=PageKind(kind), found=found, visited=visited, published=published, visits=visits,
        validator=Validator(etag, last_modified), blocks=_blocks(blocks), boxes=json.loads(boxes), life=Life(life), failures=failures,
        hint=hint,
    )  # fmt: skip


def page_row(site: int, page: KnownPage) -> dict[str, Any]:
    """The row of a page; blocks as `hash:length` in hexadecimal and decimal digits, parted by blanks."""
    return {
        "site_id": site, "key": url_key(page.url), "url": page.url, "kind": page.kind.value, "found": page.found, "visited": page.visited,
        "published": page.published, "visits": page.visits, "etag": page.validator.etag, "last_modified": page.validator.last_modified,
        "blocks": " ".join(f"{key:x}:{length}" for key, length in page.blocks.items()), "boxes": json.dumps(dict(page.boxes)),
        "life": page.life.value, "failures": page.failures, "hint": page.hint,
    }  # fmt: skip


def sighting_row(source: int, url: str, seen: Sighting) -> dict[str, Any]:
    """The row of a page as the source of that number shows it."""
    return {
        "source_id": source, "key": url_key(url), "url": url, "first": seen.first, "last": seen.last, "rank": seen.rank,
        "headline": seen.headline, "text": seen.text, "words": seen.words, "box": seen.box,
    }  # fmt: skip


def request_of(row: tuple[Any, ...]) -> Request:
    """A row of `REQUESTS`."""
    url, at, kind, *others = row
    return Request(url, at, PageKind(kind), *others)


def request_row(site: int, one: Request) -> dict[str, Any]:
    """The row of a request."""
    return {
        "site_id": site, "url": one.url, "at": one.at, "kind": one.kind.value, "why": one.why, "since": one.since, "result": one.result,
        "found": one.found, "alone": one.alone, "born": one.born, "hint": one.hint, "hoped": one.hoped,
    }  # fmt: skip


def _blocks(text: str) -> Mapping[int, int]:
    return {int(key, 16): int(length) for key, _, length in (pair.partition(":") for pair in text.split())}
