"""robots.txt files as they were last read, shared by all workers: each is asked for once in its time, not once a process."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from indexer.store.crawl_tables import RobotsRow
from indexer.store.database import Database


@dataclass(frozen=True, slots=True)
class RobotsState:
    """What is known of an origin's robots.txt.

    Parameters
    ----------
    origin : str
        Scheme and host (`indexer.urls.origin`).
    at : float
        When it was asked for last, UTC seconds.
    until : float
        Until when that holds: a day for an answer (RFC 9309, 2.4), until the next try for none.
    status : int
        Of the answer that settled it; 0 where the rules are unknown, which is never a yes.
    tries : int
        Requests in a row that left them unknown.
    body : bytes
        The rules; empty where there are none.
    reason : str
        Why they are unknown.
    """

    origin: str
    at: float
    until: float
    status: int
    tries: int = 0
    body: bytes = b""
    reason: str = ""


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
        """What is known, also where its time is over; None for an origin never asked."""
        columns = select(
            RobotsRow.origin, RobotsRow.at, RobotsRow.until, RobotsRow.status, RobotsRow.tries, RobotsRow.body, RobotsRow.reason
        )  # fmt: skip
        with self._database.reading() as connection:
            row = connection.execute(columns.where(RobotsRow.origin == origin)).one_or_none()
        return None if row is None else RobotsState(*row)

    def put(self, state: RobotsState) -> None:
        """Replace what is known."""
        values = {
            "at": state.at, "until": state.until, "status": state.status, "tries": state.tries, "body": state.body, "reason": state.reason,
        }  # fmt: skip
        with self._database.writing() as connection:
            if not connection.execute(update(RobotsRow).where(RobotsRow.origin == state.origin).values(values)).rowcount:
                connection.execute(self._database.insert_new(RobotsRow).values(origin=state.origin, **values))
