"""How often a site's cleaning may end its process: a page that kills whoever reads it, or takes for ever, is found and given up."""

from __future__ import annotations

import logging

import redis

from indexer.errors import WinnowError
from workers.indexing.processing import BATCH, Processing

_LOSSES = 2
"""Cleanings of a batch that did not end, after which its pages are cleaned one by one."""
_TRIES = 2
"""Cleanings of one page that did not end, after which it is given up."""
_KEPT = 86_400
"""Seconds for which the broker remembers: whatever ends a process today is not told of a page tomorrow."""
_LOG = logging.getLogger(__name__)


class CleaningAttempts:
    """Cleans the pages that wait, and counts in the broker what was begun.

    Parameters
    ----------
    broker : redis.Redis
        Its memory of this may be lost: then some more processes are.
    processing : Processing
    """

    def __init__(self, broker: redis.Redis, processing: Processing) -> None:
        self._broker = broker
        self._processing = processing

    def clean(self, host: str) -> int:
        """Clean some of a host's pages; their number. One worker at a time does so for a host.

        Raises
        ------
        WinnowError
            Where the engine or the database is away: that is no page's fault.
        """
        batch, page = f"winnow:begun:{host}", f"winnow:begun-page:{host}"
        try:
            together = self._begin(batch) < _LOSSES
            done = len(self._processing.clean(host)) if together else self._one_by_one(host, page)
        except WinnowError:
            self._broker.delete(batch, page)
            raise
        self._broker.delete(batch, page)
        return done

    def _one_by_one(self, host: str, begun: str) -> int:
        for done in range(BATCH):
            lost = self._begin(begun)
            if lost >= _TRIES:
                reason = f"cleaning it was begun {lost} times and never ended"
                _LOG.warning("%s: %s", self._processing.give_up(host, reason), reason)
            elif not self._processing.clean(host, 1):
                return done
            self._broker.delete(begun)
        return BATCH

    def _begin(self, name: str) -> int:
        """How often that was begun before, and has not ended."""
        with self._broker.pipeline() as both:
            both.incr(name)
            both.expire(name, _KEPT)
            return int(both.execute()[0]) - 1
