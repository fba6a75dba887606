"""The settings of a worker, which it reads from the environment when it starts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from indexer.configuration import number, switch, values_of
from indexer.errors import UsageError
from indexer.settings import Settings
from workers.fetch.politeness import MAX_DELAY, Politeness
from workers.fetch.scope import Scope
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import FrontierParams


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """The settings of one worker process; all workers of a frontier should have the same settings.

    Parameters
    ----------
    shared : Settings
        The settings of home, database, broker and engine.
    enough : int
        Minimum number of pending pages with which a site is learned.
    patience : float
        Seconds after which a site is learned from fewer pages.
    """

    shared: Settings = field(default_factory=Settings)
    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    frontier: FrontierParams = field(default_factory=FrontierParams)
    enough: int = 30
    patience: float = 300.0

    def __post_init__(self) -> None:
        if self.enough < 1 or self.patience < 0:
            raise UsageError("WINNOW_ENOUGH_PAGES must be at least 1, and WINNOW_PATIENCE must not be negative")

    @classmethod
    def read(cls, version: str, environment: Mapping[str, str] | None = None) -> WorkerSettings:
        """Read the settings from environment variables (`indexer.configuration`), by default those of the process.

        >>> WorkerSettings.read("1", {"WINNOW_DELAY": "2.5"}).frontier.delay
        2.5

        Raises
        ------
        UsageError
            If a value is not a number or out of range.
        """
        values = values_of(os.environ if environment is None else environment)
        delay = number(values, "WINNOW_DELAY", 0.0, MAX_DELAY)
        crawl = CrawlSettings(
            version=version,
            contact=values["WINNOW_CONTACT"],
            politeness=Politeness(delay=delay),
            allow_private=switch(values, "WINNOW_ALLOW_PRIVATE"),
            scope=Scope.of(values),
        )
        frontier = FrontierParams(delay=delay, lease=number(values, "WINNOW_LEASE", 1.0, MAX_DELAY))
        enough = round(number(values, "WINNOW_ENOUGH_PAGES", 1, _MAX_PAGES))
        return cls(Settings.read(values), crawl, frontier, enough, number(values, "WINNOW_PATIENCE", 0.0, _YEAR))


_MAX_PAGES, _YEAR = 1_000_000, 31_536_000.0
