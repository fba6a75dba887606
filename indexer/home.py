"""The composition root: it opens archive, database and engine from the settings, for commands, crawls, workers and the website."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.archive.place import Place
from indexer.errors import ModelError
from indexer.settings import Settings

if TYPE_CHECKING:
    from indexer.article.learned import LearnedSite
    from indexer.index.engine import Engine
    from indexer.index.refused import RefusedDocuments
    from indexer.store.database import Database


@dataclass(frozen=True, slots=True)
class Home:
    """The services that the settings name, opened on demand.

    Parameters
    ----------
    settings : Settings

    Examples
    --------
    >>> Home(Settings(home=Path("/srv/news"))).archive.folder
    '/srv/news/archive'
    """

    settings: Settings

    @classmethod
    def of(cls, directory: Path | None = None, engine: str | None = None) -> Home:
        """Return the home from the environment; a directory and an engine given on the command line take precedence."""
        read = Settings.read()
        return cls(replace(read, home=read.home if directory is None else directory, engine=read.engine if engine is None else engine))

    @property
    def directory(self) -> Path:
        """The directory of all state without another place."""
        return self.settings.home

    @property
    def archive(self) -> Place:
        """The folder of WARC files."""
        return Place.of(self.settings.archive, self.settings.home)

    @property
    def has_database(self) -> bool:
        """True if a database exists; opening one creates it."""
        from indexer.store.database import FILE  # here, as below: a search needs no database, and SQLAlchemy takes half of its start

        return bool(self.settings.database) or (self.settings.home / FILE).is_file()

    @property
    def engine_name(self) -> str:
        """The engine's name in an experiment: its URLs without passwords, or `embedded`."""
        return re.sub(r"//[^/@]*@", "//", self.settings.engine) or "embedded"

    def database(self) -> Database:
        """Open the database with the current schema; the caller closes it.

        Raises
        ------
        StoreError
        """
        from indexer.store.database import Database

        return Database.open(self.settings.home, self.settings.database)

    def models(self) -> dict[str, LearnedSite]:
        """Return the models learned by the home's crawls, by registered domain; none without a database.

        Raises
        ------
        ModelError
            If a model is unusable.
        StoreError
        """
        from indexer.pipeline import read_models
        from indexer.store.site_models import SiteModels

        if not self.has_database:
            return {}
        with self.database() as database:
            stored = SiteModels(database).in_use()
        return {key: model for key, text in stored.items() for model in read_models(text).values()}

    def engine(self) -> Engine:
        """Return the engine; the caller closes it after writing.

        Raises
        ------
        UsageError
            If the settings name no valid engine.
        """
        if not self.settings.engine:
            from indexer.index.tantivy.engine import TantivyEngine  # here, as below: commands without an index need neither

            return TantivyEngine(self.settings.index_directory)
        from indexer.index.elasticsearch.connection_settings import ConnectionSettings
        from indexer.index.elasticsearch.engine import ElasticsearchEngine

        return ElasticsearchEngine(ConnectionSettings.of(self.settings))

    def check_engine(self, *, connect: bool = False) -> None:
        """Check that the settings name a valid engine; `connect` also connects to it, so that a wrong URL fails at once.

        Raises
        ------
        EngineError
            If no engine responds.
        UsageError
            As for `engine`.
        """
        if self.settings.engine:
            from indexer.index.elasticsearch.connection import Connection
            from indexer.index.elasticsearch.connection_settings import ConnectionSettings

            with closing(Connection(ConnectionSettings.of(self.settings))) as connection:
                if connect:
                    with connection.ask():
                        pass  # a client exists only after a response

    def for_extractor(self, extractor: str) -> Home:
        """Return the home of the index of a page-level extractor's texts (`indexer.evaluate.extracted`)."""
        prefix = f"{extractor}-{self.settings.engine_prefix}"
        return Home(replace(self.settings, home=self.settings.home / "extracted" / extractor, engine_prefix=prefix))

    @property
    def refused(self) -> RefusedDocuments:
        """Storage of the documents that the engine refused."""
        from indexer.index.refused import RefusedDocuments

        return RefusedDocuments(self.settings.home / "refused" / f"{self._index_name}.jsonl")

    @property
    def sizes(self) -> Path:
        """File of the sizes measured last."""
        return self.settings.home / "sizes" / f"{self._index_name}.json"

    @property
    def _index_name(self) -> str:
        from indexer.index.document import document_id

        name = document_id(self.settings.engine)[:12] if self.settings.engine else "embedded"
        return f"{self.settings.engine_prefix}-{name}"


def models_of(place: Path) -> dict[str, LearnedSite]:
    """Return models by site, from a file of `winnow learn`, or those learned by a home's crawls.

    Raises
    ------
    ModelError
        If they cannot be read, or there are none.
    StoreError
    """
    if not place.is_dir():
        from indexer.pipeline import read_model_file

        return read_model_file(place)
    found = Home.of(place).models()
    if not found:
        raise ModelError(f"{place}: no crawl of this home has learned a site yet; `winnow learn INPUT --out FILE` writes a model file")
    return found
