"""Keeps the pages of a site that blocks our location with status 451 (`indexer.archive.legal_walls`).

A page that was gone before stays gone.
"""

from __future__ import annotations

from functools import cached_property

from sqlalchemy import bindparam, select

from indexer.archive.legal_walls import LEGAL, is_legal_wall
from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url, Visit
from indexer.store.database import Database
from workers.clock import DAY
from workers.frontier.urls import url_key

_VISITED = (
    select(Url.url, Visit.status)
    .join(Host, Host.id == Url.host_id)
    .join(Visit, (Visit.url_id == Url.id) & (Visit.visit == Url.visits))
    .where(Host.key == bindparam("host"), Visit.at >= bindparam("since"), Visit.status > 0)
)
"""Selects the newest visit of each page."""
_ABOUT_THE_PAGE = Visit.status.between(200, 399) | Visit.status.in_([404, 410])
_BEFORE = (
    select(Visit.outcome)
    .join(Url, Visit.url_id == Url.id)
    .where(Url.key == bindparam("page"), _ABOUT_THE_PAGE)
    .order_by(Visit.visit.desc())
    .limit(1)
)
"""The outcome of a page's last visit that was answered about it."""


class ClosedSite:
    """Judges the pages of one batch.

    Parameters
    ----------
    now : float
        The current time, UTC seconds.
    """

    def __init__(self, database: Database, host: str, now: float) -> None:
        self._database = database
        self._host = host
        self._since = now - DAY

    def judge(self, cleaned: Cleaned) -> Cleaned:
        """Return the result of cleaning; turn it into a temporary error if the whole site responds with 451."""
        ending = cleaned.outcome.ending
        if ending.kind is not Kind.GONE or ending.status != LEGAL or not self._is_closed or self._was_gone(cleaned.outcome.url):
            return cleaned
        return cleaned.ended(Ending(Kind.HTTP_ERROR, Cause.CLOSED_SITE, status=LEGAL))

    def _was_gone(self, url: str) -> bool:
        """Whether the last answer about the page itself was that it is gone."""
        with self._database.reading() as connection:
            return connection.scalar(_BEFORE, {"page": url_key(url)}) == Kind.GONE.value

    @cached_property
    def _is_closed(self) -> bool:
        """True if the response was also 451 for a front page, or for most pages visited within a day."""
        with self._database.reading() as connection:
            visited = connection.execute(_VISITED, {"host": self._host, "since": self._since}).all()
        return is_legal_wall({row.url: row.status for row in visited})
