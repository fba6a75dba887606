"""A lock shared by all workers. Its holder renews it; it expires soon after the holder was killed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis
from redis.exceptions import LockError, RedisError

_TTL = 12.0
"""Seconds after which a lock expires unless it is renewed."""
_RENEW = 3.0


@contextmanager
def redis_lock(broker: redis.Redis, name: str) -> Iterator[bool]:
    """Try to acquire the lock for the block; yield whether this process holds it.

    The lock only avoids duplicate work: if the broker loses it, two workers do the same work with the same result.
    """
    lock = broker.lock(f"winnow:{name}", timeout=_TTL, blocking=False, thread_local=False)
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
