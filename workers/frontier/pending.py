"""Pending pages, which are fetched but not yet cleaned and indexed. The database stores them, so that a lost message loses no page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, bindparam, case, func, literal_column, or_, select, update

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url, Visit
from indexer.store.database import Database
from indexer.store.ending_columns import bound, parameters_of
from indexer.store.url_lifecycle import Unobserved

_PENDING: ColumnElement[bool] = literal_column("url.pending")
_UNREAD = frozenset({Kind.TRUNCATED, Kind.UNREADABLE})


@dataclass(frozen=True, slots=True)
class PendingHost:
    """A registered domain with the number of its pending pages, and the time (UTC seconds) since which the oldest is pending."""

    host: str
    pages: int
    since: float


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page in the archive.

    Parameters
    ----------
    id, visit : int
        The id of the URL and the number of its last visit.
    record : str
        `file:offset` in the archive.
    at : float
        The time at which it was fetched, UTC seconds.
    cause : Cause
        The cause of its outcome so far.
    """

    id: int
    visit: int
    url: str
    record: str
    at: float
    cause: Cause = Cause.NONE


class PendingPages:
    """The pending pages of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def hosts(self) -> list[PendingHost]:
        """Return the hosts with pending pages, longest waiting first."""
        since = func.min(Url.ended_at)
        waiting = select(Host.key, func.count(), since).join(Url, Url.host_id == Host.id).where(_PENDING).group_by(Host.key)
        with self._database.reading() as connection:
            return [PendingHost(host, pages, at or 0.0) for host, pages, at in connection.execute(waiting.order_by(since, Host.key))]

    def pages(self, host: str, limit: int) -> list[StoredPage]:
        """Return at most `limit` pending pages of a host, in the order in which they were found."""
        return self._stored(host, limit, waiting=True)

    def archived(self, host: str, limit: int) -> list[StoredPage]:
        """Return at most `limit` archived pages of a host, pending or not, most recently found first."""
        return self._stored(host, limit, waiting=False)

    def visited(self, host: str, after: float, limit: int) -> list[StoredPage]:
        """Return at most `limit` archived pages of a host last visited after a time (UTC seconds), most recent first."""
        visited = _STORED.where(Host.key == host, Url.record.is_not(None), Url.ended_at > after)
        with self._database.reading() as connection:
            return _pages(connection.execute(visited.order_by(Url.ended_at.desc(), Url.id.desc()).limit(limit)).all())

    def requeue(self, host: str, since: float = 0.0) -> int:
        """Requeue the archived pages of a host visited since a time, by default all, for a new model; return their number."""
        with self._database.writing() as connection:
            mine = (Url.host_id == _number(host), Url.record.is_not(None), Url.ended_at >= since)
            return connection.execute(update(Url).where(*mine).values(pending=True)).rowcount

    def requeue_pages(self, pages: Collection[int]) -> int:
        """Requeue archived pages by the ids of their URLs; return their number."""
        with self._database.writing() as connection:
            mine = (Url.id.in_(sorted(pages)), Url.record.is_not(None))
            return connection.execute(update(Url).where(*mine).values(pending=True)).rowcount

    def requeue_copies(self, host: str, stories: Collection[str]) -> int:
        """Requeue the duplicates of these stories on the host's site, which may be originals now; return their number."""
        with self._database.writing() as connection:
            site = select(Host.site_id).where(Host.key == host).scalar_subquery()
            hosts = select(Host.id).where(Host.site_id == site)
            mine = (Url.host_id.in_(hosts), Url.outcome == Kind.DUPLICATE.value, Url.duplicate_of.in_(sorted(stories)))
            return connection.execute(update(Url).where(*mine).values(pending=True)).rowcount

    def settle(self, settled: Sequence[tuple[StoredPage, Ending]]) -> None:
        """Replace the outcome `fetched` by the results of cleaning. A page that was fetched again meanwhile stays pending.

        The validators of an unreadable page are cleared, so that its next visit is unconditional.
        """
        if not settled:
            return
        rows = [{"number": page.id, "of": page.visit, **parameters_of(ending)} for page, ending in settled]
        with self._database.writing() as connection:
            connection.execute(_SETTLE_VISIT, rows)
            connection.execute(_SETTLE_URL, rows)
            unread = [{"number": page.id, "of": page.visit} for page, ending in settled if ending.kind in _UNREAD]
            if unread:
                connection.execute(_FORGET, unread)

    def _stored(self, host: str, limit: int, *, waiting: bool) -> list[StoredPage]:
        condition, order = (_PENDING, Url.id.asc()) if waiting else (Url.record.is_not(None), Url.id.desc())
        with self._database.reading() as connection:
            return _pages(connection.execute(_STORED.where(Host.key == host, condition).order_by(order).limit(limit)).all())


def _number(host: str) -> ScalarSelect[int]:
    return select(Host.id).where(Host.key == host).scalar_subquery()


def _pages(rows: Iterable[Sequence[Any]]) -> list[StoredPage]:
    return [StoredPage(number, visit, url, record or "", at or 0.0, Cause(cause or "")) for number, visit, url, record, at, cause in rows]


_STORED = select(Url.id, Url.visits, Url.url, Url.record, Url.ended_at, Url.cause).join(Host, Url.host_id == Host.id)
_SETTLE_VISIT = (
    update(Visit)
    .where(Visit.url_id == bindparam("number"), Visit.visit == bindparam("of"))
    .values(**bound(Visit, "status"))
)
_NEW = bound(Url, "status")
_DIFFERS = or_(*(getattr(Url, name).is_distinct_from(new) for name, new in _NEW.items()))
_SETTLE_URL = (
    update(Url)
    .where(Url.id == bindparam("number"), Url.visits == bindparam("of"))
    .values(**_NEW, pending=False, unobserved=case((Url.unobserved.is_(None) & _DIFFERS, Unobserved.RESULT.value), else_=Url.unobserved))
)
_FORGET = (
    update(Url)
    .where(Url.id == bindparam("number"), Url.visits == bindparam("of"))
    .values(etag=None, last_modified=None, content_hash=None)
)
