"""DatabaseStoryIndex: the index of a site's stories (`indexer.article.stories`) in the database, across runs."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from sqlalchemy import BindParameter, Connection, Select, bindparam, delete, insert, select, update

from indexer.article.stories import KnownStory
from indexer.store.crawl_tables import Url
from indexer.store.database import Database
from indexer.store.sites import site_ids
from indexer.store.story_tables import StoryRow

_DIGEST = 8


class DatabaseStoryIndex:
    """The stories of one site.

    Parameters
    ----------
    database : Database
    site : str
        A registered domain of the site.
    at : float
        Current time in UTC seconds.

    Attributes
    ----------
    released : set of str
        URLs of stories removed from their pages; a copy may now be the story's first page.
    """

    def __init__(self, database: Database, site: str, at: float) -> None:
        self._database = database
        with database.writing() as connection:
            self._site = site_ids(database, connection, [site], at)[site]
        self.released: set[str] = set()

    def by_url(self, url: str) -> KnownStory | None:
        """Return the first story with a URL."""
        return self._story(_BY_URL, _key(url))

    def by_text(self, text: bytes) -> KnownStory | None:
        """Return the first story with a text."""
        return self._story(_BY_TEXT, text)

    def put(self, story: KnownStory) -> None:
        """Store a page's story, replacing its previous one; an unchanged story keeps its rank."""
        with self._database.writing() as connection:
            row = connection.execute(_OF_PAGE, {"key": _key(story.page)}).one_or_none()
            if row is None:
                return
            after = {
                "site_id": self._site, "page_id": row.page_id, "url": story.url, "url_key": _key(story.url), "text_key": story.text or None,
                "blocks": b"".join(sorted(story.blocks)),
            }  # fmt: skip
            if row.id is not None and (row.url, row.text_key) == (story.url, story.text or None):
                connection.execute(_UPDATE, {"row": row.id, "digests": after["blocks"]})
                return
            if row.id is not None:
                self._take_out(connection, row)
            connection.execute(_INSERT, after)

    def forget(self, page: str) -> None:
        """Delete the story of a page that is gone or no longer a story."""
        with self._database.writing() as connection:
            row = connection.execute(_OF_PAGE, {"key": _key(page)}).one_or_none()
            if row is not None and row.id is not None:
                self._take_out(connection, row)

    def _take_out(self, connection: Connection, row: Any) -> None:
        connection.execute(_DELETE, {"row": row.id})
        self.released.add(row.url)

    def _story(self, first: Select[*tuple[Any, ...]], key: bytes) -> KnownStory | None:
        with self._database.reading() as connection:
            row = connection.execute(first, {"site": self._site, "key": key}).one_or_none()
        if row is None:
            return None
        blocks = frozenset(row.blocks[start : start + _DIGEST] for start in range(0, len(row.blocks), _DIGEST))
        return KnownStory(row.page, row.url, blocks, row.text_key or b"")


_KEY: BindParameter[bytes] = bindparam("key")
_FIRST = (
    select(StoryRow.url, StoryRow.text_key, StoryRow.blocks, Url.url.label("page"))
    .join(Url, Url.id == StoryRow.page_id)
    .where(StoryRow.site_id == bindparam("site"))
    .order_by(StoryRow.id)
    .limit(1)
)
_BY_URL, _BY_TEXT = _FIRST.where(StoryRow.url_key == _KEY), _FIRST.where(StoryRow.text_key == _KEY)
_OF_PAGE = (
    select(Url.id.label("page_id"), StoryRow.id, StoryRow.url, StoryRow.text_key)
    .join(StoryRow, StoryRow.page_id == Url.id, isouter=True)
    .where(Url.key == _KEY)
)
_INSERT = insert(StoryRow)
_UPDATE = update(StoryRow).where(StoryRow.id == bindparam("row")).values(blocks=bindparam("digests"))
_DELETE = delete(StoryRow).where(StoryRow.id == bindparam("row"))


def _key(url: str) -> bytes:
    """Return the hash stored in `url.key` (`workers.frontier.urls.url_key`)."""
    return blake2b(url.encode("utf-8", "replace"), digest_size=16).digest()
