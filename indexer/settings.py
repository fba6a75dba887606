"""What the surroundings decide: the home directory and the engine. Read when asked for, never at import."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from indexer.errors import UsageError


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run.

    Parameters
    ----------
    home : Path
        WINNOW_HOME: the directory that holds all state of the embedded default.
    engine : str
        WINNOW_ENGINE: URL of an engine; "" for the embedded one under `home`.
    now : datetime or None
        WINNOW_NOW (ISO 8601): the clock for one command, for tests and simulations; None for the machine's clock.
    """

    home: Path = Path("winnow-home")
    engine: str = ""
    now: datetime | None = None

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings as the environment gives them; unset and empty variables leave the default.

        >>> Settings.read({"WINNOW_HOME": "/srv/news"})
        Settings(home=PosixPath('/srv/news'), engine='', now=None)

        Raises
        ------
        UsageError
            Where WINNOW_NOW is no time.
        """
        source = os.environ if environment is None else environment
        return cls(
            home=Path(source.get("WINNOW_HOME") or "winnow-home"),
            engine=source.get("WINNOW_ENGINE", ""),
            now=_time(source.get("WINNOW_NOW", "")),
        )

    @property
    def index_directory(self) -> Path:
        """Where the embedded engine keeps one directory an arm.

        >>> Settings(home=Path("h")).index_directory.as_posix()
        'h/index'
        """
        return self.home / "index"


def _time(text: str) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"WINNOW_NOW={text} is no ISO 8601 time, as 2026-03-04T12:00:00Z is") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
