"""What is forgotten: no table grows for ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Delete, delete, or_, select

from indexer.outcome import Kind
from indexer.store.crawl_tables import RobotsRow, State, Url, Visit, is_in
from indexer.store.database import Database

_DAY = 86_400.0
_BATCH = 5_000
"""Rows that one transaction deletes: claims wait for no longer than that takes."""
_NOT_MISSED = (Kind.SKIPPED, Kind.ROBOTS, Kind.GONE)


@dataclass(frozen=True, slots=True)
class Retention:
    """How much is kept.

    Parameters
    ----------
    visits : int
        Of each URL, whatever their age; an estimate of its change rate needs no more.
    visit_days : float
        After which a visit that is not its URL's last is forgotten.
    url_days : float
        After which a URL that ended as left out, forbidden or gone, with no visit planned, is forgotten; met again, it is new.
    robots_days : float
        After which a robots.txt that nobody asked for again is forgotten.
    """

    visits: int = 60
    visit_days: float = 400.0
    url_days: float = 400.0
    robots_days: float = 30.0

    def __post_init__(self) -> None:
        if self.visits < 1 or min(self.visit_days, self.url_days, self.robots_days) <= 0:
            raise ValueError("a URL's last visit is always kept, and times are positive")


def purge(database: Database, now: float, keep: Retention | None = None) -> Mapping[str, int]:
    """Forget what is older than it need be; the rows deleted by table.

    Models and skeletons need no purge: `site_models.KEEP` and `skeletons.KEEP` bound them as they are written.
    """
    keep = keep or Retention()
    last = select(Url.visits).where(Url.id == Visit.url_id).scalar_subquery()
    old_visit = or_(Visit.visit <= last - keep.visits, (Visit.at < now - keep.visit_days * _DAY) & (Visit.visit < last))
    forgotten = Url.outcome.in_([kind.value for kind in _NOT_MISSED]) & (Url.ended_at < now - keep.url_days * _DAY)
    return {
        "visit": _in_batches(database, delete(Visit).where(Visit.id.in_(select(Visit.id).where(old_visit).limit(_BATCH)))),
        "url": _in_batches(database, delete(Url).where(Url.id.in_(select(Url.id).where(is_in(State.ENDED), forgotten).limit(_BATCH)))),
        "robots": _once(database, delete(RobotsRow).where(RobotsRow.until < now - keep.robots_days * _DAY)),
    }


def _in_batches(database: Database, statement: Delete) -> int:
    total = 0
    while count := _once(database, statement):
        total += count
    return total


def _once(database: Database, statement: Delete) -> int:
    with database.writing() as connection:
        return connection.execute(statement).rowcount
