"""A site's documents that have a history: a new version is kept only where it differs from the last, and only so many are kept."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from indexer.store.site_tables import SiteModelRow, SkeletonRow


def next_version(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int) -> int:
    """The number of the next version, from 1."""
    return (connection.scalar(select(func.max(table.version)).where(table.site_id == site)) or 0) + 1


def forget_old(connection: Connection, table: type[SiteModelRow] | type[SkeletonRow], site: int, keep: int) -> None:
    """Delete all but the last `keep` versions."""
    last = connection.scalar(select(func.max(table.version)).where(table.site_id == site)) or 0
    connection.execute(delete(table).where(table.site_id == site, table.version <= last - keep))
