"""SiteModels: versioned site models with information on their training samples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select, union_all, update

from indexer.store.database import Database
from indexer.store.site_tables import Alias, Site, SiteModelRow
from indexer.store.sites import site_id, site_ids
from indexer.store.versions import forget_old, last_version, next_version

KEEP = 10
"""Models kept per site, about 100 KB each; a redesign or the replacement of a small model creates one."""


@dataclass(frozen=True, slots=True)
class StoredModel:
    """One version of a site's model.

    Parameters
    ----------
    version : int
        From 1.
    at : float
        When it was stored, UTC seconds.
    model : str
        JSON from `indexer.pipeline.write_models`.
    fitted_on : mapping
        Training information: number of pages, the sample's archive files, the program's version …
    """

    version: int
    at: float
    model: str
    fitted_on: Mapping[str, Any]


class SiteModels:
    """The models of a database, by registered domain.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     models = SiteModels(database)
    ...     models.put("example.org", '{"version": 3}', {"pages": 120}, at=0.0)
    ...     models.latest("example.org")
    1
    StoredModel(version=1, at=0.0, model='{"version": 3}', fitted_on={'pages': 120})
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, key: str, model: str, fitted_on: Mapping[str, Any], at: float, replaces: int | None = None) -> int:
        """Store a model and return its version; if `replaces` is no longer the current version, store nothing and return 0."""
        with self._database.writing() as connection:
            site = site_ids(self._database, connection, [key], at)[key]
            version = next_version(connection, SiteModelRow, site)
            if replaces not in (None, version - 1):
                return 0
            text = json.dumps(fitted_on, ensure_ascii=False, sort_keys=True)
            connection.execute(insert(SiteModelRow).values(site_id=site, version=version, at=at, model=model, fitted_on=text))
            forget_old(connection, SiteModelRow, site, KEEP)
            return version

    def recount(self, key: str, version: int, model: str, fitted_on: Mapping[str, Any]) -> bool:
        """Replace a version's text by one with updated page counts; return False if the version is no longer current."""
        with self._database.writing() as connection:
            site = site_id(connection, key)
            if version != last_version(connection, SiteModelRow, site):
                return False
            text = json.dumps(fitted_on, ensure_ascii=False, sort_keys=True)
            mine = update(SiteModelRow).where(SiteModelRow.site_id == site, SiteModelRow.version == version)
            return connection.execute(mine.values(model=model, fitted_on=text)).rowcount == 1

    def version(self, key: str) -> int:
        """Return the current version; 0 for a site without a model."""
        with self._database.reading() as connection:
            return last_version(connection, SiteModelRow, site_id(connection, key))

    def about(self, key: str) -> Mapping[str, Any]:
        """Return the training information of the current model; empty for a site without a model."""
        with self._database.reading() as connection:
            mine = select(SiteModelRow.fitted_on).where(SiteModelRow.site_id == site_id(connection, key))
            text = connection.scalar(mine.order_by(SiteModelRow.version.desc()).limit(1))
        return {} if text is None else dict(json.loads(text))

    def latest(self, key: str) -> StoredModel | None:
        """Return the current model; None for a site without a model."""
        return next(iter(self.history(key, limit=1)), None)

    def in_use(self) -> dict[str, str]:
        """Return the text of each site's current model, under all registered domains of the site."""
        names = union_all(select(Site.key, Site.id), select(Alias.key, Alias.site_id)).subquery()
        last = select(SiteModelRow.site_id, func.max(SiteModelRow.version).label("version")).group_by(SiteModelRow.site_id).subquery()
        mine = select(names.c.key, SiteModelRow.model).join(SiteModelRow, SiteModelRow.site_id == names.c.id)
        mine = mine.join(last, (last.c.site_id == SiteModelRow.site_id) & (last.c.version == SiteModelRow.version))
        with self._database.reading() as connection:
            rows = connection.execute(mine.order_by(names.c.key)).all()
        return {str(key): str(model) for key, model in rows}

    def history(self, key: str, limit: int = KEEP) -> tuple[StoredModel, ...]:
        """Return the site's models, latest first."""
        with self._database.reading() as connection:
            mine = select(SiteModelRow.version, SiteModelRow.at, SiteModelRow.model, SiteModelRow.fitted_on)
            mine = mine.where(SiteModelRow.site_id == site_id(connection, key))
            rows = connection.execute(mine.order_by(SiteModelRow.version.desc()).limit(limit))
            return tuple(StoredModel(version, at, model, json.loads(text)) for version, at, model, text in rows)
