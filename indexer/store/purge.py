"""What is forgotten: no table grows for ever."""

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
"""Rows that one transaction deletes: claims wait for no longer than that takes."""
_KEPT = (
    Kind.FETCHED, Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE, Kind.NOINDEX, Kind.REFUSED, Kind.SUPERSEDED,
    Kind.NOT_MODIFIED,
)  # fmt: skip
"""Outcomes of pages that the archive has: their URLs are known as long as it is."""
BOUNDED = {
    "site": "one row a registered domain that was crawled",
    "alias": "one row a registered domain under which a site answers as well",
    "host": "one row a registered domain that was crawled",
    "site_model": "as many as indexer.store.site_models.KEEP a site",
    "skeleton": "as many as indexer.store.skeletons.KEEP a site",
    "watch": "one row a site",
    "fact": "some rows a site",
    "known_page": "tidied site by site as its memory is saved (workers.history.site_histories)",
    "sighting": "tidied site by site as its memory is saved (workers.history.site_histories)",
    "story": "a row goes with its page's",
    "bare_page": "a row goes with its page's",
    "judgement": "kept: what people said cannot be had again",
    "experiment": "kept: a result that can be looked up later is what it is for",
    "request": "tidied site by site as its memory is saved (workers.history.site_histories)",
}
"""Why a table needs no purge; `purge` sees to all others."""


def purge(database: Database, now: float, keep: Retention | None = None) -> Mapping[str, int]:
    """Forget what is older than it need be; the rows deleted by table.

    Other tables are bounded as they are written: see `BOUNDED`.
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
