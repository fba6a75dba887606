"""The composition root: opens archive, database and engine by the settings, for commands, crawls, workers and the website."""

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
    """What the settings name, opened when it is asked for.

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
        """Return the home that the environment names; a directory and an engine given on the command line take precedence."""
        read = Settings.read()
        return cls(replace(read, home=read.home if directory is None else directory, engine=read.engine if engine is None else engine))

    @property
    def directory(self) -> Path:
        """Where the state is kept that has no other place."""
        return self.settings.home

    @property
    def archive(self) -> Place:
        """The folder of WARC files."""
        return Place.of(self.settings.archive, self.settings.home)

    @property
    def has_database(self) -> bool:
        """Return whether there is a database already; opening one makes it."""
        from indexer.store.database import FILE  # here, as below: a search needs no database, and SQLAlchemy takes half of its start

        return bool(self.settings.database) or (self.settings.home / FILE).is_file()

    @property
    def engine_name(self) -> str:
        """What an experiment notes as its engine: its URLs without passwords, or that it is the embedded one."""
        return re.sub(r"//[^/@]*@", "//", self.settings.engine) or "embedded"

    def database(self) -> Database:
        """Return the database, with the present schema; the caller closes it.

        Raises
        ------
        StoreError
        """
        from indexer.store.database import Database

        return Database.open(self.settings.home, self.settings.database)

    def models(self) -> dict[str, LearnedSite]:
        """Return the models that the home's crawls have learned, by registered domain; none without a database.

        Raises
        ------
        ModelError
            Where one cannot be used.
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
            Where the settings name no engine that there can be.
        """
        if not self.settings.engine:
            from indexer.index.tantivy.engine import TantivyEngine  # here, like the other: commands without an index need neither

            return TantivyEngine(self.settings.index_directory)
        from indexer.index.elasticsearch.connection_settings import ConnectionSettings
        from indexer.index.elasticsearch.engine import ElasticsearchEngine

        return ElasticsearchEngine(ConnectionSettings.of(self.settings))

    def check_engine(self, *, connect: bool = False) -> None:
        """Make sure that the settings name an engine; connect to it where that is asked for, so that a wrong address fails at once.

        Raises
        ------
        EngineError
            Where no engine answers.
        UsageError
            As `engine`.
        """
        if self.settings.engine:
            from indexer.index.elasticsearch.connection import Connection
            from indexer.index.elasticsearch.connection_settings import ConnectionSettings

            with closing(Connection(ConnectionSettings.of(self.settings))) as connection:
                if connect:
                    with connection.ask():
                        pass  # a client exists only after a response

    def beside(self, extractor: str) -> Home:
        """Where the index of a page-level extractor's texts is, beside the arms (`indexer.evaluate.extracted`)."""
        prefix = f"{extractor}-{self.settings.engine_prefix}"
        return Home(replace(self.settings, home=self.settings.home / "extracted" / extractor, engine_prefix=prefix))

    @property
    def refused(self) -> RefusedDocuments:
        """Where documents are kept that the engine refused."""
        from indexer.index.refused import RefusedDocuments

        return RefusedDocuments(self.settings.home / "refused" / f"{self._index_name}.jsonl")

    @property
    def sizes(self) -> Path:
        """Where the sizes are kept that were measured last."""
        return self.settings.home / "sizes" / f"{self._index_name}.json"

    @property
    def _index_name(self) -> str:
        from indexer.index.document import document_id

        name = document_id(self.settings.engine)[:12] if self.settings.engine else "embedded"
        return f"{self.settings.engine_prefix}-{name}"


def models_of(place: Path) -> dict[str, LearnedSite]:
    """Models by site: from a file of `winnow learn`, or those that a home's crawls have learned.

    Raises
    ------
    ModelError
        Where they cannot be read, or there are none.
    StoreError
    """
    if not place.is_dir():
        from indexer.pipeline import read_model_file

        return read_model_file(place)
    found = Home.of(place).models()
    if not found:
        raise ModelError(f"{place}: no crawl of this home has learned a site yet; `winnow learn INPUT --out FILE` writes a model file")
    return found
