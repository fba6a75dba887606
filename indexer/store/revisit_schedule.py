"""RevisitSchedule: the sites to revisit, and when they are due."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, exists, func, select, union

from indexer.store.crawl_tables import Host, Url, is_in, is_unobserved
from indexer.store.database import Database
from indexer.store.history_tables import ScheduleRow
from indexer.store.site_tables import Alias, Site
from indexer.store.sites import site_id
from indexer.store.url_lifecycle import State, Unobserved

_KEY: BindParameter[str] = bindparam("key")
_SITE = func.coalesce(
    select(Alias.site_id).where(Alias.key == _KEY).scalar_subquery(), select(Site.id).where(Site.key == _KEY).scalar_subquery()
)  # fmt: skip
_WATCHED = select(ScheduleRow.site_id).where(ScheduleRow.site_id == _SITE, ScheduleRow.since.is_not(None))
"""A single statement, because it is executed for each page whose links may be followed."""


class RevisitSchedule:
    """The revisit schedule of a database.

    Parameters
    ----------
    database : Database

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     RevisitSchedule(database).is_scheduled("example.org"), RevisitSchedule(database).due(0.0)
    (False, [])
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def is_scheduled(self, key: str) -> bool:
        """Return whether the site's first crawl is over, so that the revisit policy decides which links to request."""
        with self._database.reading() as connection:
            return connection.scalar(_WATCHED, {"key": key}) is not None

    def due(self, now: float, only: str | None = None) -> list[str]:
        """Return the sites that the scheduler must advance, longest overdue first: sites that are due, and sites with visits not yet
        recorded in their history.

        A site in its first crawl is omitted until none of its URLs is queued. `only` restricts the result to the site of a registered
        domain.
        """
        unseen = select(Host.site_id).where(exists().where(Url.host_id == Host.id, is_unobserved(Unobserved.VISIT)))
        queued = exists().where(Url.host_id == Host.id, is_in(State.QUEUED))
        crawled = select(Host.site_id).where(queued | Host.leased_url_id.is_not(None))
        is_scheduled = select(ScheduleRow.site_id).where(ScheduleRow.since.is_not(None))
        unobserved = unseen.where(Host.site_id.in_(is_scheduled) | Host.site_id.not_in(crawled))
        timely = select(ScheduleRow.site_id).where(ScheduleRow.next_at <= now)
        with self._database.reading() as connection:
            if only is not None:  # avoids reading the hosts of other sites
                number = site_id(connection, only)
                unobserved, timely = unobserved.where(Host.site_id == number), timely.where(ScheduleRow.site_id == number)
            wanted = union(timely, unobserved).subquery()
            found = select(Site.key).outerjoin(ScheduleRow, ScheduleRow.site_id == Site.id).where(Site.id.in_(select(wanted.c.site_id)))
            found = found.where(Site.key.not_in(select(Alias.key)))  # an alias has its history with its site
            return list(connection.scalars(found.order_by(func.coalesce(ScheduleRow.next_at, 0.0), Site.key)))
