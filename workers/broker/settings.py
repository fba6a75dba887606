"""A worker's settings, read from the environment when it starts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from indexer.errors import UsageError
from indexer.settings import Settings
from workers.fetch.politeness import LONGEST_DELAY, Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import FrontierParams


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """The settings of one worker process; all workers of one frontier should have the same.

    Parameters
    ----------
    shared : Settings
        Home, database, broker, engine.
    enough : int
        Readable pages of a site that are needed to learn it.
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
        """Read the settings from the environment.

        WINNOW_CONTACT, WINNOW_DELAY (seconds, 1), WINNOW_LEASE (seconds, 300), WINNOW_ALLOW_PRIVATE (1), WINNOW_ENOUGH_PAGES (30),
        WINNOW_PATIENCE (seconds, 300), and what `Settings` reads.

        >>> WorkerSettings.read("1", {"WINNOW_DELAY": "2.5"}).frontier.delay
        2.5

        Raises
        ------
        UsageError
            If a value is not a number or out of range.
        """
        source = os.environ if environment is None else environment
        delay = _number(source, "WINNOW_DELAY", 1.0, 0.0, LONGEST_DELAY)
        crawl = CrawlSettings(
            version=version,
            contact=source.get("WINNOW_CONTACT", ""),
            politeness=Politeness(delay=delay),
            allow_private=_yes(source, "WINNOW_ALLOW_PRIVATE"),
        )
        frontier = FrontierParams(delay=delay, lease=_number(source, "WINNOW_LEASE", 300.0, 1.0, LONGEST_DELAY))
        enough = round(_number(source, "WINNOW_ENOUGH_PAGES", 30, 1, _MOST_PAGES))
        return cls(Settings.read(source), crawl, frontier, enough, _number(source, "WINNOW_PATIENCE", 300.0, 0.0, _YEAR))


_MOST_PAGES, _YEAR = 1_000_000, 31_536_000.0


def _number(source: Mapping[str, str], name: str, default: float, least: float, most: float) -> float:
    text = source.get(name, "")
    try:
        number = float(text) if text else default
    except ValueError as error:
        raise UsageError(f"{name}={text} is no number") from error
    if not least <= number <= most:  # nan is neither
        raise UsageError(f"{name}={text}: a number from {least:,.0f} to {most:,.0f} is needed")
    return number


def _yes(source: Mapping[str, str], name: str) -> bool:
    text = source.get(name, "").strip().lower()
    if text not in (*_YES, *_NO):
        raise UsageError(f"{name}={text}: 1 for yes, 0 or nothing for no")
    return text in _YES


_YES, _NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
