"""Version numbers and retention of a site's models and skeletons."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from indexer.store.site_tables import Site, SiteModelRow, SkeletonRow


def next_version(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int) -> int:
    """Return the next version number, from 1; a row lock serialises concurrent writers."""
    connection.execute(select(Site.id).where(Site.id == site).with_for_update(key_share=True))
    return last_version(connection, table, site) + 1


def last_version(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int | None) -> int:
    """Return the current version number; 0 if there is none."""
    return connection.scalar(select(func.max(table.version)).where(table.site_id == site)) or 0


def forget_old(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int, keep: int) -> None:
    """Delete all but the last `keep` versions."""
    connection.execute(delete(table).where(table.site_id == site, table.version <= last_version(connection, table, site) - keep))
