"""Stores robots.txt files for all workers, so that each file is requested once per lifetime and not once per process."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.crawl_tables import RobotsRow
from indexer.store.database import Database


@dataclass(frozen=True, slots=True)
class RobotsState:
    """The state of an origin's robots.txt.

    Parameters
    ----------
    origin : str
        Scheme and host (`indexer.urls.origin`).
    at : float
        The time of the last request, UTC seconds.
    until : float
        The time until which the state is valid: for a response a day later (RFC 9309, 2.4), otherwise the time of the next try.
    status : int
        The status of the last response; 0 if the rules are unknown, in which case no page is requested.
    tries : int
        The number of consecutive requests without a usable response.
    body : bytes
        The rules; empty if there are none.
    ending : Ending or None
        The ending of the last request if the rules are unknown.
    """

    origin: str
    at: float
    until: float
    status: int
    tries: int = 0
    body: bytes = b""
    ending: Ending | None = None


_STATES = select(
    RobotsRow.origin, RobotsRow.at, RobotsRow.until, RobotsRow.status, RobotsRow.tries, RobotsRow.body,
    RobotsRow.outcome, RobotsRow.cause, RobotsRow.limit, RobotsRow.reason,
)  # fmt: skip


class RobotsStates:
    """The robots.txt files of a database.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     states = RobotsStates(database)
    ...     states.put(RobotsState("https://example.org", 0.0, 86_400.0, 200, body=b"User-agent: *"))
    ...     states.get("https://example.org").body, states.get("https://example.net")
    (b'User-agent: *', None)
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, origin: str) -> RobotsState | None:
        """Return the state of an origin, even if it has expired; None if its robots.txt was never requested."""
        with self._database.reading() as connection:
            row = connection.execute(_STATES.where(RobotsRow.origin == origin)).one_or_none()
        return None if row is None else _state(row)

    def unknown(self) -> list[RobotsState]:
        """Return the origins whose rules are unknown, in alphabetical order."""
        with self._database.reading() as connection:
            return [_state(row) for row in connection.execute(_STATES.where(RobotsRow.status == 0).order_by(RobotsRow.origin))]

    def forget(self, origins: Collection[str]) -> None:
        """Delete the states of origins, so that their robots.txt files are requested again."""
        with self._database.writing() as connection:
            connection.execute(delete(RobotsRow).where(RobotsRow.origin.in_(sorted(origins))))

    def put(self, state: RobotsState) -> None:
        """Store a state, which replaces the previous one."""
        ending = state.ending
        values: dict[str, Any] = {
            "at": state.at, "until": state.until, "status": state.status, "tries": state.tries, "body": state.body,
            "reason": ending.detail if ending else "", "outcome": ending.kind.value if ending else None,
            "cause": ending.cause.value if ending else None, "limit": ending.limit if ending else None,
        }  # fmt: skip
        with self._database.writing() as connection:
            if not connection.execute(update(RobotsRow).where(RobotsRow.origin == state.origin).values(values)).rowcount:
                connection.execute(self._database.insert_new(RobotsRow).values(origin=state.origin, **values))


def _state(row: Any) -> RobotsState:
    origin, at, until, status, tries, body, kind, cause, limit, detail = row
    if status:
        return RobotsState(origin, at, until, status, tries, body)
    ending = Ending(Kind(kind or Kind.ROBOTS), Cause(cause or Cause.ROBOTS_UNKNOWN), limit=limit or 0, detail=detail)
    return RobotsState(origin, at, until, status, tries, body, ending)
