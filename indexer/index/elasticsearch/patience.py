"""Retries with exponential back-off for a cluster that is unreachable or busy."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from indexer.errors import EngineAwayError
from indexer.index.elasticsearch.client_library import Client
from indexer.index.elasticsearch.connection import Connection

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """Retry policy: waits double from `first` to `longest` seconds until `total` seconds have passed.

    A small cluster restarts in twenty seconds; a full queue empties sooner.
    """

    first: float = 0.5
    longest: float = 15.0
    total: float = 180.0

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.longest <= self.total:
            raise ValueError("waits must satisfy 0 < first <= longest <= total")

    def wait(self, attempt: int) -> float:
        """Return the seconds before the attempt with this number, from 1, without jitter.

        >>> [Patience().wait(attempt) for attempt in (1, 2, 3, 9)]
        [0.5, 1.0, 2.0, 15.0]
        """
        return float(min(self.longest, self.first * 2 ** min(attempt - 1, 30)))


class Waits:
    """Waits between retries of one kind of request; after a timeout, each request is tried only once until one is answered.

    A run therefore ends after `Patience.total` seconds if its cluster does not come back, however many requests remain.

    Parameters
    ----------
    patience : Patience or None
    sleep : callable
        Sleeps for some seconds.
    """

    def __init__(self, patience: Patience | None = None, sleep: Callable[[float], None] = time.sleep) -> None:
        self.patience = patience or Patience()
        self._sleep = sleep
        self._spent = False
        self._jitter = random.Random()  # noqa: S311 - spreads the retries of workers refused at the same time

    def begin(self) -> Callable[[], bool]:
        """Return a function that sleeps before a retry, longer each time, and returns False after the timeout."""
        deadline = time.monotonic() + (0 if self._spent else self.patience.total)
        attempt = 0

        def again() -> bool:
            nonlocal attempt
            left = deadline - time.monotonic()
            if left <= 0:
                self.give_up()
                return False
            attempt += 1
            self._sleep(min(left, self.patience.wait(attempt) * self._jitter.uniform(0.75, 1.25)))
            return True

        return again

    def give_up(self) -> None:
        """Stop waiting until a request is answered."""
        self._spent = True

    def answered(self) -> None:
        """Reset the timeout, because the cluster responds."""
        self._spent = False


class Asker:
    """Retries idempotent requests until they are answered.

    Parameters
    ----------
    connection : Connection
    waits : Waits
    """

    def __init__(self, connection: Connection, waits: Waits) -> None:
        self._connection = connection
        self._waits = waits
        self.give_up = waits.give_up

    def ask(self, question: Callable[[Client], T], retried: Counter[str] | None = None) -> T:
        """Return the response of the cluster; `retried` counts retries by the error in brief.

        Raises
        ------
        EngineAwayError
            If the cluster cannot be reached in time.
        EngineError
            At once, for an error that a retry cannot fix.
        """
        again = self._waits.begin()
        while True:
            try:
                with self._connection.ask() as client:
                    answer = question(client)
            except EngineAwayError as error:
                if not again():
                    raise EngineAwayError(given_up(str(error), self._waits.patience)) from error
                if retried is not None:
                    retried[error.brief] += 1
            else:
                self._waits.answered()
                return answer


def given_up(message: str, patience: Patience) -> str:
    """Return the message for an engine that stays unreachable: what is lost, and what to do."""
    return (
        f"{message} (tried for {patience.total:.0f} s): what was not committed is not written:"
        " run the same command again when the engine is back"
    )
