"""SharedState: the engine, services and caches shared by all views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Protocol

from flask import current_app

from indexer.archive.cdxj import Capture
from indexer.article.cleaned import Cleaned
from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.preprocessor import Preprocessor
from indexer.store.database import Database
from indexer.store.experiments import ExperimentLog
from indexer.store.judgements import Judgement, JudgementLog
from search_ui.comparisons import Compare, Comparisons
from search_ui.experiment_board import ExperimentBoard
from search_ui.home_state import HomeBoard
from search_ui.overview import ChangeBoard
from search_ui.size_board import SizeBoard

OpenEngine = Callable[[], Engine]
Cleaner = Callable[[str, str], Cleaned]
"""Cleans a page, given its URL and HTML."""


class OpenDatabase(Protocol):
    """Opens a home's database."""

    def __call__(self, *, make: bool) -> Database | None:
        """Return the database, created if `make` is true; None if it does not exist."""


@dataclass(frozen=True, slots=True)
class Services:
    """Services of a home besides its index.

    Parameters
    ----------
    clean : callable or None
        Cleans one page with its site's model; by default each page is cleaned without a model.
    open_database : callable or None
        Opens the database of judgements and experiments; None disables both.
    captures : callable or None
        Returns the archive's captures of a URL.
    content : callable or None
        Returns the HTML of a capture.
    compare : callable or None
        Computes comparisons in other processes.
    engine : str
        Name of the engine in the records of experiment runs.
    extractor_engine : callable or None
        Returns the index of a page-level extractor's texts, given the extractor's name.
    """

    clean: Cleaner | None = None
    open_database: OpenDatabase | None = None
    captures: Callable[[str], Sequence[Capture]] | None = None
    content: Callable[[Capture], str] | None = None
    compare: Compare | None = None
    engine: str = ""
    extractor_engine: Callable[[str], Engine] | None = None


class NoIndexError(EngineError):
    """The index is empty."""


class SharedState:
    """The engine, opened on first use, and the caches of its figures.

    Parameters
    ----------
    open_engine : callable
        Called again after a failure.
    sizes : Path or None
        File of the measured sizes.
    services : Services
    """

    def __init__(self, open_engine: OpenEngine, sizes: Path | None = None, services: Services | None = None) -> None:
        self._open_engine = open_engine
        self._lock = Lock()
        self._engine: Engine | None = None
        self.sizes = SizeBoard(sizes)
        self.change = ChangeBoard()
        self.services = services or Services()
        self.comparisons = Comparisons(self.services.compare)
        self.clean = self.services.clean or Preprocessor({}).clean
        self.experiment_board = ExperimentBoard()
        self.home_board = HomeBoard()
        self._database: Database | None = None

    @property
    def engine(self) -> Engine:
        """The engine; it sees new commits without being reopened.

        Raises
        ------
        EngineError
            If the engine cannot be opened.
        NoIndexError
            If every arm is empty.
        """
        with self._lock:
            if self._engine is None:
                self._engine = self._open_engine()
        if not any(self._engine.count(arm) for arm in Arm):
            raise NoIndexError("The index holds no page: nothing was written under this --home.")
        return self._engine

    @property
    def judgements(self) -> JudgementLog | None:
        """The log to append to, its database created if missing; None without a database service.

        Raises
        ------
        StoreError
        """
        database = self.database(make=True)
        return JudgementLog(database) if database else None

    def experiments(self, *, make: bool) -> ExperimentLog | None:
        """Return the experiments; None without a database."""
        database = self.database(make=make)
        return ExperimentLog(database) if database else None

    def current_judgements(self) -> list[Judgement]:
        """Return the current judgements; this never creates a database."""
        database = self.database(make=False)
        return JudgementLog(database).standing() if database else []

    def database(self, *, make: bool) -> Database | None:
        """Return the home's database, created if `make` is true; None if it does not exist."""
        with self._lock:
            if self._database is None and self.services.open_database:
                self._database = self.services.open_database(make=make)
            return self._database


def shared() -> SharedState:
    """Return the shared state of the current application."""
    found = current_app.extensions["winnow"]
    assert isinstance(found, SharedState)
    return found
