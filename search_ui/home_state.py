"""HomeState: outcomes of crawled pages and doubts of site models, from the home's database."""

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
"""Seconds for which the figures are cached; on a million URLs the query takes about a second."""
_MOST_SITES = 200
"""Sites whose models are read, once, in some milliseconds each."""


@dataclass(frozen=True, slots=True)
class HomeState:
    """Pages by outcome, most frequent first, and the doubts of each site's latest model, if any."""

    outcomes: tuple[tuple[Kind, int], ...] = ()
    doubts: tuple[tuple[str, tuple[Doubt, ...]], ...] = ()


class HomeBoard:
    """Cache of the home's state."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._state = HomeState()
        self._until = -1.0
        self._doubts: dict[int, tuple[Doubt, ...]] = {}

    def current(self, database: Database | None) -> HomeState:
        """Return the state, read again if it is outdated; an empty state without a database.

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
        """Return the doubts by site; a model is read once because it never changes."""
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
    """Return the doubts of a stored model; () if another program version wrote it."""
    try:
        return read_models(text)[site].model.doubts
    except (ModelError, KeyError):
        return ()
