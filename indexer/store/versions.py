"""A site's documents that have a history: a new version is kept only if it differs from the last, and only so many are kept."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from indexer.store.site_tables import Site, SiteModelRow, SkeletonRow


def next_version(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int) -> int:
    """The number of the next version, from 1; two writers at once get it one after the other."""
    connection.execute(select(Site.id).where(Site.id == site).with_for_update(key_share=True))
    return last_version(connection, table, site) + 1


def last_version(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int | None) -> int:
    """The number of the version in use, 0 if there is none."""
    return connection.scalar(select(func.max(table.version)).where(table.site_id == site)) or 0


def forget_old(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int, keep: int) -> None:
    """Delete all but the last `keep` versions."""
    connection.execute(delete(table).where(table.site_id == site, table.version <= last_version(connection, table, site) - keep))
