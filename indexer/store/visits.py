"""A URL's history of visits: what a change rate is estimated from."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from indexer.outcome import Kind
from indexer.store.crawl_tables import Visit


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """How one visit ended.

    Parameters
    ----------
    visit : int
        From 1, without gaps; 0 for a URL that was dropped unasked.
    at : float
        UTC seconds.
    status : int
        HTTP status, 0 where nothing was asked or nothing answered.
    kind : Kind
    reason : str
    changed : bool or None
        Whether the page was another than at the visit before; None where that is unknown.
    new_links : int
        URLs that it led to and that were not known before.
    """

    visit: int
    at: float
    status: int
    kind: Kind
    reason: str
    changed: bool | None
    new_links: int


def history(connection: Connection, url_id: int, limit: int) -> tuple[VisitRecord, ...]:
    """The last `limit` visits of a URL, oldest first."""
    columns = select(Visit.visit, Visit.at, Visit.status, Visit.outcome, Visit.reason, Visit.changed, Visit.new_links)
    rows = connection.execute(columns.where(Visit.url_id == url_id).order_by(Visit.visit.desc()).limit(limit)).all()
    return tuple(
        VisitRecord(visit, at, status, Kind(kind), reason, changed, new)
        for visit, at, status, kind, reason, changed, new in reversed(rows)
    )
