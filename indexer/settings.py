"""What the surroundings decide: the home directory and the engine. Read when asked for, never at import."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one run.

    Parameters
    ----------
    home : Path
        WINNOW_HOME: the directory that holds all state of the embedded default.
    engine : str
        WINNOW_ENGINE: URL of an engine; "" for the embedded one under `home`.
    """

    home: Path = Path("winnow-home")
    engine: str = ""

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings as the environment gives them; unset and empty variables leave the default.

        >>> Settings.read({"WINNOW_HOME": "/srv/news"})
        Settings(home=PosixPath('/srv/news'), engine='')
        """
        source = os.environ if environment is None else environment
        return cls(home=Path(source.get("WINNOW_HOME") or "winnow-home"), engine=source.get("WINNOW_ENGINE", ""))

    @property
    def index_directory(self) -> Path:
        """Where the embedded engine keeps one directory an arm.

        >>> Settings(home=Path("h")).index_directory.as_posix()
        'h/index'
        """
        return self.home / "index"
