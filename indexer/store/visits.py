"""A URL's history of visits, from which its change rate is estimated."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from indexer.outcome import Ending
from indexer.store.crawl_tables import Visit
from indexer.store.ending_columns import columns_of, ended


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """The result of one visit.

    Parameters
    ----------
    visit : int
        From 1, without gaps; 0 for a URL rejected without a request.
    at : float
        UTC seconds.
    ending : Ending
    changed : bool or None
        Whether the page differed from the previous visit; None if unknown.
    new_links : int
        Number of previously unknown URLs on the page.
    """

    visit: int
    at: float
    ending: Ending
    changed: bool | None
    new_links: int


def history(connection: Connection, url_id: int, limit: int) -> tuple[VisitRecord, ...]:
    """Return the last `limit` visits of a URL, oldest first."""
    columns = select(Visit.visit, Visit.at, Visit.changed, Visit.new_links, *columns_of(Visit))
    rows = connection.execute(columns.where(Visit.url_id == url_id).order_by(Visit.visit.desc()).limit(limit)).all()
    return tuple(VisitRecord(visit, at, ended(ending), changed, new) for visit, at, changed, new, *ending in reversed(rows))
