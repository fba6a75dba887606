"""HomeState: how pages ended and which sites' models are doubted, by the database of the home."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from sqlalchemy import func, select

from indexer.errors import ModelError
from indexer.outcome import Kind
from indexer.pipeline import read_models
from indexer.site.doubt import Doubt
from indexer.store.crawl_tables import Url
from indexer.store.database import Database
from indexer.store.site_tables import Site, SiteModelRow

_AGE = 60.0
"""Seconds for which the figures are shown again; on a million URLs they take about a second."""
_MOST_SITES = 200
"""Whose models are read: some milliseconds each, once."""


@dataclass(frozen=True, slots=True)
class HomeState:
    """Pages by outcome, the most frequent first, and the doubts of each site's latest model that has any."""

    outcomes: tuple[tuple[Kind, int], ...] = ()
    doubts: tuple[tuple[str, tuple[Doubt, ...]], ...] = ()


class HomeBoard:
    """The state as it was read last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._state = HomeState()
        self._until = -1.0
        self._doubts: dict[int, tuple[Doubt, ...]] = {}

    def look(self, database: Database | None) -> HomeState:
        """Read again where it is old; nothing where there is no database.

        Raises
        ------
        StoreError
        """
        with self._lock:
            now = self._clock()
            if database is not None and now >= self._until:
                self._state = HomeState(_outcomes(database), self._read_doubts(database))
                self._until = now + _AGE
            return self._state

    def _read_doubts(self, database: Database) -> tuple[tuple[str, tuple[Doubt, ...]], ...]:
        """A model is read once: it never changes."""
        last = select(func.max(SiteModelRow.id)).group_by(SiteModelRow.site_id)
        rows = select(Site.key, SiteModelRow.id).join(SiteModelRow, SiteModelRow.site_id == Site.id).where(SiteModelRow.id.in_(last))
        with database.reading() as connection:
            latest = [(key, number) for key, number in connection.execute(rows.order_by(Site.key).limit(_MOST_SITES))]
            for key, number in latest:
                if number not in self._doubts:
                    text = connection.scalar(select(SiteModelRow.model).where(SiteModelRow.id == number))
                    self._doubts[number] = _doubts_of(key, str(text))
        return tuple((key, self._doubts[number]) for key, number in latest if self._doubts[number])


def _outcomes(database: Database) -> tuple[tuple[Kind, int], ...]:
    ended = select(Url.outcome, func.count()).where(Url.outcome.is_not(None)).group_by(Url.outcome)
    with database.reading() as connection:
        found = [(Kind(kind), number) for kind, number in connection.execute(ended) if kind]
    return tuple(sorted(found, key=lambda each: (-each[1], each[0].value)))


def _doubts_of(site: str, text: str) -> tuple[Doubt, ...]:
    """Of a stored model; () of one that another version of the program made."""
    try:
        return read_models(text)[site].model.doubts
    except (ModelError, KeyError):
        return ()
