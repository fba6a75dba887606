"""BarePages: a site's pages with hardly any content of their own, across batches, runs and machines."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, func, insert, select, update

from indexer.outcome import Kind
from indexer.site.bare_page import BarePage
from indexer.store.bare_tables import BarePageRow
from indexer.store.crawl_tables import Host, Url
from indexer.store.database import Database
from indexer.store.sites import site_ids

_MOST = 1_000
"""Limit of pages read per mark."""
_OWN_TEXT = [kind.value for kind in (Kind.INDEXED, Kind.CLEANED, Kind.DUPLICATE, Kind.NOT_ARTICLE)]


class BarePages:
    """The bare pages of one site.

    Parameters
    ----------
    database : Database
    site : str
        A registered domain of the site.
    at : float
        Current time in UTC seconds.
    """

    def __init__(self, database: Database, site: str, at: float) -> None:
        self._database = database
        with database.writing() as connection:
            self._site = site_ids(database, connection, [site], at)[site]

    def known(self, pages: Collection[int]) -> dict[int, BarePage]:
        """Return the bare pages among some pages."""
        columns = select(BarePageRow.page_id, BarePageRow.mark, BarePageRow.shape).where(BarePageRow.page_id.in_(sorted(pages)))
        with self._database.reading() as connection:
            return {page: BarePage(mark, shape) for page, mark, shape in connection.execute(columns)}

    def sharing(self, mark: bytes) -> list[tuple[int, bytes]]:
        """Return the pages with the same mark and the shapes of their URLs, in the order of their discovery."""
        columns = select(BarePageRow.page_id, BarePageRow.shape).where(BarePageRow.site_id == self._site, BarePageRow.mark == mark)
        with self._database.reading() as connection:
            return [(page, shape) for page, shape in connection.execute(columns.order_by(BarePageRow.page_id).limit(_MOST))]

    def put(self, page: int, bare: BarePage) -> None:
        """Store a bare page's current content."""
        with self._database.writing() as connection:
            values = {"site_id": self._site, "mark": bare.mark, "shape": bare.shape}
            if not connection.execute(update(BarePageRow).where(BarePageRow.page_id == page).values(values)).rowcount:
                connection.execute(insert(BarePageRow).values(page_id=page, **values))

    def forget(self, page: int) -> None:
        """Delete a page that is no longer bare."""
        with self._database.writing() as connection:
            connection.execute(delete(BarePageRow).where(BarePageRow.page_id == page))

    def pages(self) -> int:
        """Return the number of archived pages of the site."""
        mine = select(func.count()).select_from(Url).join(Host, Url.host_id == Host.id)
        with self._database.reading() as connection:
            return int(connection.scalar(mine.where(Host.site_id == self._site, Url.record.is_not(None))) or 0)

    def others_since(self, pages: Collection[int]) -> int:
        """Return the number of the site's processed pages with text of their own visited since the first of these pages."""
        first = select(func.min(Url.ended_at)).where(Url.id.in_(sorted(pages))).scalar_subquery()
        mine = select(func.count()).select_from(Url).join(Host, Url.host_id == Host.id).where(Host.site_id == self._site)
        others = (Url.ended_at >= first, Url.outcome.in_(_OWN_TEXT), Url.pending.is_(False), Url.id.not_in(sorted(pages)))
        with self._database.reading() as connection:
            return int(connection.scalar(mine.where(*others)) or 0)
