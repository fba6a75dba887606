"""A URL's history of visits: what a change rate is estimated from."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from indexer.outcome import Ending
from indexer.store.crawl_tables import Visit
from indexer.store.ending_columns import columns_of, ended


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """How one visit ended.

    Parameters
    ----------
    visit : int
        From 1, without gaps; 0 for a URL that was dropped unasked.
    at : float
        UTC seconds.
    ending : Ending
    changed : bool or None
        Whether the page was another than at the visit before; None where that is unknown.
    new_links : int
        URLs that it led to and that were not known before.
    """

    visit: int
    at: float
    ending: Ending
    changed: bool | None
    new_links: int


def history(connection: Connection, url_id: int, limit: int) -> tuple[VisitRecord, ...]:
    """The last `limit` visits of a URL, oldest first."""
    columns = select(Visit.visit, Visit.at, Visit.changed, Visit.new_links, *columns_of(Visit))
    rows = connection.execute(columns.where(Visit.url_id == url_id).order_by(Visit.visit.desc()).limit(limit)).all()
    return tuple(VisitRecord(visit, at, ended(ending), changed, new) for visit, at, changed, new, *ending in reversed(rows))
