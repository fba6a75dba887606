"""Searched: what all views share, the engine and what was measured of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Protocol

from flask import current_app

from indexer.article.cleaned import Cleaned
from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.preprocessor import Preprocessor
from indexer.store.judgements import Judgement, JudgementLog
from search_ui.overview import ChangeBoard
from search_ui.size_board import SizeBoard

OpenEngine = Callable[[], Engine]
Cleaner = Callable[[str, str], Cleaned]
"""URL and HTML to the cleaned page."""


class OpenLog(Protocol):
    """Opens the judgements of a home."""

    def __call__(self, *, make: bool) -> JudgementLog | None:
        """The log; None where there is no database and none is to be made."""


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
    clean : callable or None
        By default each page is cleaned alone.
    open_log : callable or None
        Opens the judgements' database; without, none are kept.
    """

    def __init__(
        self, open_engine: OpenEngine, sizes: Path | None = None, clean: Cleaner | None = None, open_log: OpenLog | None = None
    ) -> None:
        self._open_engine = open_engine
        self._lock = Lock()
        self._engine: Engine | None = None
        self.sizes = SizeBoard(sizes)
        self.change = ChangeBoard()
        self.clean = clean or Preprocessor({}).clean
        self._open_log = open_log
        self._log: JudgementLog | None = None

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
        with self._lock:
            if self._log is None and self._open_log:
                self._log = self._open_log(make=True)
            return self._log

    def judged(self) -> list[Judgement]:
        """The judgements that stand; looking makes no database."""
        with self._lock:
            if self._log is None and self._open_log:
                self._log = self._open_log(make=False)
            log = self._log
        return log.standing() if log else []


def searched() -> Searched:
    """What the application of this request shares."""
    found = current_app.extensions["winnow"]
    assert isinstance(found, Searched)
    return found
