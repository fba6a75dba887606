"""Wait for a cluster that is away or busy: how long, how often it is asked, and when it is given up."""

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
    """How long an answer is waited for: waits double from `first` to `longest` seconds until `total` seconds have gone by.

    Twenty seconds are a restart of a small cluster; a queue is emptied in less.
    """

    first: float = 0.5
    longest: float = 15.0
    total: float = 180.0

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.longest <= self.total:
            raise ValueError("waits grow from the first, above 0, over the longest to all together")

    def wait(self, attempt: int) -> float:
        """Seconds before the attempt with this number, from 1, without chance.

        >>> [Patience().wait(attempt) for attempt in (1, 2, 3, 9)]
        [0.5, 1.0, 2.0, 15.0]
        """
        return float(min(self.longest, self.first * 2 ** min(attempt - 1, 30)))


class Waits:
    """The waits of requests of one kind; once patience has run out, each is tried once until one is answered.

    So a run whose cluster does not come back ends after `Patience.total` seconds, however much it still had to send.

    Parameters
    ----------
    patience : Patience or None
    sleep : callable
        Given seconds.
    """

    def __init__(self, patience: Patience | None = None, sleep: Callable[[float], None] = time.sleep) -> None:
        self.patience = patience or Patience()
        self._sleep = sleep
        self._spent = False
        self._jitter = random.Random()  # noqa: S311 - spreads workers that were turned away together

    def begin(self) -> Callable[[], bool]:
        """A wait of its own: each call sleeps, longer than the one before, or says False at once where the time is over."""
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
        """Nothing is waited for until something is answered."""
        self._spent = True

    def answered(self) -> None:
        """The cluster is there: the next wait has all the time again."""
        self._spent = False


class Asker:
    """Puts questions again until they are answered: such as change nothing, or nothing more when put twice.

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
        """What the cluster answers; questions that were put again are counted in `retried`, by what was answered.

        Raises
        ------
        EngineAwayError
            Where nothing could be reached in time.
        EngineError
            At once, where the answer is an error that waiting does not mend.
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
    """What is lost when the engine stays away, and what to do."""
    return (
        f"{message} (tried for {patience.total:.0f} s): what was not committed is not written:"
        " run the same command again when the engine is back"
    )
