"""A lock that all workers see, held for as long as its holder lives: it is renewed while the work goes on, and opens soon after a kill."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis
from redis.exceptions import LockError, RedisError

_LASTS = 12.0
"""Seconds after which a lock that nobody renews opens."""
_RENEW = 3.0


@contextmanager
def redis_lock(broker: redis.Redis, name: str) -> Iterator[bool]:
    """Whether this process got the lock.

    It spares work that would be done twice, and nothing relies on it: should the broker forget it, two work where one would do.
    """
    lock = broker.lock(f"winnow:{name}", timeout=_LASTS, blocking=False, thread_local=False)
    if not lock.acquire():
        yield False
        return
    over = threading.Event()

    def renew() -> None:
        while not over.wait(_RENEW):
            with suppress(LockError, RedisError):
                lock.reacquire()

    renewer = threading.Thread(target=renew, daemon=True)
    renewer.start()
    try:
        yield True
    finally:
        over.set()
        renewer.join()
        with suppress(LockError, RedisError):
            lock.release()
