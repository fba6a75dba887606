"""Queries on single pages of the frontier: the latest page of a host, and whether a URL still lacks a response."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b

from sqlalchemy import or_, select

from indexer.outcome import UNANSWERED, Kind
from indexer.store.crawl_tables import Host, Url
from indexer.store.database import Database
from indexer.urls import site_key

_UNANSWERED = [kind.value for kind in sorted(UNANSWERED)]


def latest_page(database: Database, host: str, front: str = "") -> str:
    """Return the URL of the last visited archived page of a registered domain; with `front`, another page of its origin.

    Return "" if there is none.
    """
    mine = select(Url.url).join(Host, Host.id == Url.host_id).where(Host.key == host, Url.record.is_not(None))
    if front:
        mine = mine.where(Url.url != front, Url.url.startswith(front, autoescape=True))
    with database.reading() as connection:
        return connection.scalar(mine.order_by(Url.ended_at.desc(), Url.id.desc()).limit(1)) or ""


def with_targets(database: Database, hosts: Collection[str]) -> frozenset[str]:
    """Registered domains, and those to which their start pages redirect; these are sites of their own."""
    found, more = frozenset[str](), frozenset(hosts)
    while more:
        found |= more
        redirects = select(Url.target).join(Host, Host.id == Url.host_id).where(Url.depth == 0, Url.outcome == Kind.REDIRECT.value)
        with database.reading() as connection:
            targets = connection.scalars(redirects.where(Host.key.in_(sorted(more)))).all()
        more = frozenset(site_key(target) for target in targets if target) - found
    return found


def is_awaited(database: Database, url: str) -> bool:
    """Return whether the frontier has a URL without any response yet."""
    key = blake2b(url.encode("utf-8", "replace"), digest_size=16).digest()  # as `url.key`
    open_yet = or_(Url.outcome.is_(None), Url.outcome.in_(_UNANSWERED)) & Url.record.is_(None)
    with database.reading() as connection:
        return connection.scalar(select(Url.id).where(Url.key == key, open_yet)) is not None
