"""Searched: what all views share, the engine and what was measured of it."""

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
"""URL and HTML to the cleaned page."""


class OpenDatabase(Protocol):
    """Opens the database of a home."""

    def __call__(self, *, make: bool) -> Database | None:
        """The database; None where there is none and none is to be made."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the website has of a home beside its index.

    Parameters
    ----------
    clean : callable or None
        Cleans one page of a site by its model; by default each page is cleaned alone.
    open_database : callable or None
        For judgements and experiments; without, none are kept.
    captures : callable or None
        URL to its captures in the archive.
    content : callable or None
        Capture to its HTML.
    compare : callable or None
        Makes comparisons in other processes.
    engine : str
        What a run of an experiment notes as its engine.
    beside : callable or None
        A page-level extractor's name to the index of its texts.
    """

    clean: Cleaner | None = None
    open_database: OpenDatabase | None = None
    captures: Callable[[str], Sequence[Capture]] | None = None
    content: Callable[[Capture], str] | None = None
    compare: Compare | None = None
    engine: str = ""
    beside: Callable[[str], Engine] | None = None


class NoIndexError(EngineError):
    """Nothing was ever indexed."""


class Searched:
    """The engine, opened when it is first needed, and the boards of its figures.

    Parameters
    ----------
    open_engine : callable
        Called again as long as it fails.
    sizes : Path or None
        Where measured sizes are kept.
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
        """The engine; it sees every commit when it is made.

        Raises
        ------
        EngineError
            Where it cannot be used.
        NoIndexError
            Where it holds nothing at all.
        """
        with self._lock:
            if self._engine is None:
                self._engine = self._open_engine()
        if not any(self._engine.count(arm) for arm in Arm):
            raise NoIndexError("The index holds no page: nothing was written under this --home.")
        return self._engine


    @property
    def judgements(self) -> JudgementLog | None:
        """The log to append to, its database made where there is none; None where judgements are not kept.

        Raises
        ------
        StoreError
        """
        database = self.database(make=True)
        return JudgementLog(database) if database else None

    def experiments(self, *, make: bool) -> ExperimentLog | None:
        """The experiments; None where there is no database."""
        database = self.database(make=make)
        return ExperimentLog(database) if database else None

    def judged(self) -> list[Judgement]:
        """The judgements that stand; looking makes no database."""
        database = self.database(make=False)
        return JudgementLog(database).standing() if database else []

    def database(self, *, make: bool) -> Database | None:
        """The home's database; None where there is none and none is to be made."""
        with self._lock:
            if self._database is None and self.services.open_database:
                self._database = self.services.open_database(make=make)
            return self._database


def searched() -> Searched:
    """What the application of this request shares."""
    found = current_app.extensions["winnow"]
    assert isinstance(found, Searched)
    return found
