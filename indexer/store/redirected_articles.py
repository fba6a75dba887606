"""RedirectedArticles: visits of a site's articles that redirect to other pages, and recently visited pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from sqlalchemy import and_, exists, or_, select

from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import Host, Url, Visit
from indexer.store.database import Database
from indexer.store.ending_columns import columns_of, ended
from indexer.store.history_tables import KnownPageRow
from indexer.store.sites import site_id
from indexer.store.story_tables import StoryRow

_LATEST = 20
"""Visits read per page."""


@dataclass(frozen=True, slots=True)
class PageVisit:
    """The outcome of a visit of a page, and its time (UTC seconds)."""

    at: float
    ending: Ending


@dataclass(frozen=True, slots=True)
class RecentVisit:
    """The outcome of a page's last visit, and whether the index has its story."""

    page: int
    ending: Ending
    has_story: bool


class RedirectedArticles:
    """The pages of one site.

    Parameters
    ----------
    database : Database
    site : str
        A registered domain of the site.
    """

    def __init__(self, database: Database, site: str) -> None:
        self._database = database
        self._site = site

    def has_story(self, page: int) -> bool:
        """Return whether the index has the story of a page."""
        with self._database.reading() as connection:
            return bool(connection.scalar(select(exists().where(StoryRow.page_id == page))))

    def visits(self, page: int) -> list[PageVisit]:
        """Return the last visits of a page, newest first."""
        mine = select(Visit.at, *columns_of(Visit)).where(Visit.url_id == page).order_by(Visit.visit.desc()).limit(_LATEST)
        with self._database.reading() as connection:
            return [PageVisit(at, ended(ending)) for at, *ending in connection.execute(mine)]

    def is_list(self, url: str) -> bool:
        """Return whether the site's history has the page as a list."""
        key = blake2b(url.encode("utf-8", "replace"), digest_size=16).digest()  # as `url.key`
        with self._database.reading() as connection:
            known = and_(KnownPageRow.site_id == site_id(connection, self._site), KnownPageRow.key == key, KnownPageRow.kind == "list")
            return bool(connection.scalar(select(exists().where(known))))

    def visited(self, since: float) -> Sequence[RecentVisit]:
        """Return the articles last visited since a time (UTC seconds), and the pages found gone or redirected since then."""
        has_story = StoryRow.id.is_not(None)
        left = and_(Url.visits > 1, Url.outcome.in_([Kind.GONE.value, Kind.REDIRECT.value]))
        columns = select(Url.id, has_story, *columns_of(Url)).join(Host, Url.host_id == Host.id)
        columns = columns.join(StoryRow, StoryRow.page_id == Url.id, isouter=True).where(Url.ended_at >= since, or_(has_story, left))
        with self._database.reading() as connection:
            rows = connection.execute(columns.where(Host.site_id == site_id(connection, self._site))).all()
        return [RecentVisit(page, ended(ending), has_story) for page, has_story, *ending in rows if ending[0] is not None]
