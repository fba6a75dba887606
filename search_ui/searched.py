"""Searched: what all views share, the engine and the measured sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from search_ui.size_board import SizeBoard

OpenEngine = Callable[[], Engine]


class NoIndexError(EngineError):
    """Nothing was ever indexed."""


class Searched:
    """The engine, opened when it is first needed, and the board of its sizes.

    Parameters
    ----------
    open_engine : callable
        Called again as long as it fails.
    sizes : Path or None
        Where measured sizes are kept.
    """

    def __init__(self, open_engine: OpenEngine, sizes: Path | None = None) -> None:
        self._open_engine = open_engine
        self._lock = Lock()
        self._engine: Engine | None = None
        self.sizes = SizeBoard(sizes)

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
