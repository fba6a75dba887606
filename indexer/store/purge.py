"""Purge: deletion of old rows, which bounds the size of every table."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Delete, delete, or_, select

from indexer.outcome import Kind
from indexer.store.crawl_tables import RobotsRow, Url, Visit, is_in
from indexer.store.database import Database
from indexer.store.retention import Retention
from indexer.store.site_tables import Redesign
from indexer.store.trap_tables import TrapRow
from indexer.store.url_lifecycle import State

_DAY = 86_400.0
_BATCH = 5_000
"""Rows deleted per transaction, which limits the time that claims wait."""
_KEPT = (
    Kind.FETCHED, Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE, Kind.NOINDEX, Kind.REFUSED, Kind.SUPERSEDED,
    Kind.NOT_MODIFIED,
)  # fmt: skip
"""Outcomes of archived pages, whose URLs are never purged."""
BOUNDED = {
    "site": "one row per crawled registered domain",
    "alias": "one row per additional registered domain of a site",
    "host": "one row per crawled registered domain",
    "site_model": "at most indexer.store.site_models.KEEP rows per site",
    "skeleton": "at most indexer.store.skeletons.KEEP rows per site",
    "watch": "one row per site",
    "fact": "some rows per site",
    "known_page": "purged by site when its history is saved (workers.history.site_histories)",
    "sighting": "purged by site when its history is saved (workers.history.site_histories)",
    "story": "deleted with its page's row",
    "bare_page": "deleted with its page's row",
    "judgement": "kept, because judgements cannot be recreated",
    "experiment": "kept, because results must remain available",
    "request": "purged by site when its history is saved (workers.history.site_histories)",
}
"""Tables that need no purge, with the reason; `purge` handles all others."""


def purge(database: Database, now: float, keep: Retention | None = None) -> Mapping[str, int]:
    """Delete old rows; return the number of deleted rows by table.

    Other tables are bounded by their writers: see `BOUNDED`.
    """
    keep = keep or Retention()
    last = select(Url.visits).where(Url.id == Visit.url_id).scalar_subquery()
    old_visit = or_(Visit.visit <= last - keep.visits, (Visit.at < now - keep.visit_days * _DAY) & (Visit.visit < last))
    forgotten = Url.outcome.not_in([kind.value for kind in _KEPT]) & (Url.ended_at < now - keep.url_days * _DAY)
    old_trap = TrapRow.at < now - keep.url_days * _DAY
    return {
        "visit": _in_batches(database, delete(Visit).where(Visit.id.in_(select(Visit.id).where(old_visit).limit(_BATCH)))),
        "url": _in_batches(database, delete(Url).where(Url.id.in_(select(Url.id).where(is_in(State.FINISHED), forgotten).limit(_BATCH)))),
        "robots": _once(database, delete(RobotsRow).where(RobotsRow.until < now - keep.robots_days * _DAY)),
        "trap": _in_batches(database, delete(TrapRow).where(TrapRow.id.in_(select(TrapRow.id).where(old_trap).limit(_BATCH)))),
        "redesign": _once(database, delete(Redesign).where(Redesign.at < now - keep.redesign_days * _DAY)),
    }


def _in_batches(database: Database, statement: Delete) -> int:
    total = 0
    while count := _once(database, statement):
        total += count
    return total


def _once(database: Database, statement: Delete) -> int:
    with database.writing() as connection:
        return connection.execute(statement).rowcount
