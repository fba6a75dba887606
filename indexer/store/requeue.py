"""Requeues pages that were judged on less evidence than there is now."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import update

from indexer.outcome import Kind
from indexer.store.crawl_tables import Url
from indexer.store.database import Database


def requeue(database: Database, pages: Collection[int], kind: Kind) -> int:
    """Requeue pages (ids of URLs) whose outcome is not `kind`; returns their number."""
    with database.writing() as connection:
        mine = (Url.id.in_(sorted(pages)), Url.outcome != kind.value, Url.record.is_not(None), Url.pending.is_(False))
        return connection.execute(update(Url).where(*mine).values(pending=True)).rowcount
