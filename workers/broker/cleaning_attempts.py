"""Protects workers from pages whose cleaning kills or blocks the process: such a page is isolated and given up."""

from __future__ import annotations

import logging

import redis

from indexer.cause import Cause
from indexer.errors import WinnowError
from indexer.outcome import Ending, Kind
from workers.indexing.processing import BATCH, Processing

_MAX_LOSSES = 2
"""Number of unfinished attempts on a batch after which its pages are cleaned one at a time."""
_MAX_TRIES = 2
"""Number of unfinished attempts on one page after which it is given up."""
_COUNT_TTL = 86_400
"""Seconds for which the broker keeps the count."""
_LOG = logging.getLogger(__name__)


class CleaningAttempts:
    """Cleans pending pages, and counts the started attempts in the broker.

    Parameters
    ----------
    broker : redis.Redis
        Stores the counts; if it loses them, more processes are killed before the page is given up.
    """

    def __init__(self, broker: redis.Redis, processing: Processing) -> None:
        self._broker = broker
        self._processing = processing

    def clean(self, host: str) -> int:
        """Clean some pending pages of a host; return their number. Only one worker at a time may call it for a host.

        Raises
        ------
        WinnowError
            If the engine or the database is unavailable; then the attempt does not count.
        """
        batch, page = f"winnow:begun:{host}", f"winnow:begun-page:{host}"
        try:
            together = self._begin(batch) < _MAX_LOSSES
            done = len(self._processing.clean(host)) if together else self._one_by_one(host, page)
        except WinnowError:
            self._broker.delete(batch, page)
            raise
        self._broker.delete(batch, page)
        return done

    def _one_by_one(self, host: str, begun: str) -> int:
        for done in range(BATCH):
            lost = self._begin(begun)
            if lost >= _MAX_TRIES:
                ending = Ending(Kind.UNREADABLE, Cause.CLEANING_LOST, count=lost)
                _LOG.warning("%s: %s", self._processing.give_up(host, ending), ending.reason)
            elif not self._processing.clean(host, 1):
                return done
            self._broker.delete(begun)
        return BATCH

    def _begin(self, name: str) -> int:
        """Count a started attempt; return the number of earlier attempts under this name that did not finish."""
        with self._broker.pipeline() as both:
            both.incr(name)
            both.expire(name, _COUNT_TTL)
            return int(both.execute()[0]) - 1
