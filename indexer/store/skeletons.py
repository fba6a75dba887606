"""Skeletons: versioned navigation trees of sites."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import insert, select

from indexer.store.database import Database
from indexer.store.site_tables import SkeletonRow
from indexer.store.sites import site_id, site_ids
from indexer.store.versions import forget_old, next_version

KEEP = 50
"""Skeletons kept per site; a new or removed section creates one."""


@dataclass(frozen=True, slots=True)
class StoredSkeleton:
    """One version of a site's skeleton: its number from 1, the start of its validity (UTC seconds), and the tree as JSON."""

    version: int
    at: float
    tree: str


class Skeletons:
    """The skeletons of a database, by registered domain.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     skeletons = Skeletons(database)
    ...     skeletons.put("example.org", "[]", at=0.0), skeletons.put("example.org", "[]", at=9.0)
    ...     skeletons.latest("example.org")
    (1, 1)
    StoredSkeleton(version=1, at=0.0, tree='[]')
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, key: str, tree: str, at: float) -> int:
        """Store a skeleton unless it equals the latest one; return its version."""
        with self._database.writing() as connection:
            site = site_ids(self._database, connection, [key], at)[key]
            version = next_version(connection, SkeletonRow, site)
            last = select(SkeletonRow.tree).where(SkeletonRow.site_id == site, SkeletonRow.version == version - 1)
            if connection.scalar(last) == tree:
                return version - 1
            connection.execute(insert(SkeletonRow).values(site_id=site, version=version, at=at, tree=tree))
            forget_old(connection, SkeletonRow, site, KEEP)
            return version

    def latest(self, key: str) -> StoredSkeleton | None:
        """Return the current skeleton; None for a site without one."""
        return next(iter(self.history(key, limit=1)), None)

    def history(self, key: str, limit: int = KEEP) -> tuple[StoredSkeleton, ...]:
        """Return the site's skeletons, latest first."""
        with self._database.reading() as connection:
            mine = select(SkeletonRow.version, SkeletonRow.at, SkeletonRow.tree)
            mine = mine.where(SkeletonRow.site_id == site_id(connection, key))
            rows = connection.execute(mine.order_by(SkeletonRow.version.desc()).limit(limit))
            return tuple(StoredSkeleton(*row) for row in rows)
