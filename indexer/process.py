"""What a process of ours is told about itself before it works: one thread for small matrices, few heaps, fewer searches for cycles."""

from __future__ import annotations

import ctypes
import gc
import os

_COLLECT_EVERY = 100_000
"""Allocations between two searches for cycles. Pages are many objects without any: the default of 700 costs a tenth of the time."""
_ARENAS = 2
"""Heaps of the C library. By default each of many threads gets one (the embedded engine has thirty), and keeps what it once needed: a
process that runs for days holds 200 MiB more, and its size goes up and down by 100."""
_M_ARENA_MAX = -8
"""Of glibc's malloc.h."""


def prepare() -> None:
    """Set it for this process and for those that it starts; what the operator has set in the environment stays.

    Has to come before numpy is imported and before threads are started.

    >>> prepare()
    >>> "OPENBLAS_NUM_THREADS" in os.environ
    True
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices of 300 rows: threads would only wait for each other
    gc.set_threshold(_COLLECT_EVERY)
    if "MALLOC_ARENA_MAX" not in os.environ:
        os.environ["MALLOC_ARENA_MAX"] = str(_ARENAS)  # read by glibc when a process starts: for those to come
        _call_malloc("mallopt", _M_ARENA_MAX, _ARENAS)


def cores() -> int:
    """Return the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def keep_private() -> None:
    """Create files and folders for their owner alone from now on: a home holds what was read, and cookies of crawls."""
    global _usual_umask
    _usual_umask = os.umask(0o077)


def shared_mode() -> int:
    """Return the permissions of a file that the operator names, as any other program would create it.

    >>> oct(shared_mode() & 0o600)
    '0o600'
    """
    if _usual_umask is not None:
        return 0o666 & ~_usual_umask
    umask = os.umask(0o077)
    os.umask(umask)
    return 0o666 & ~umask


_usual_umask: int | None = None


def give_back() -> None:
    """Return free memory to the system, after a batch of pages or a fit: some milliseconds, for a fifth of a long-lived process's size.

    >>> give_back()
    """
    _call_malloc("malloc_trim", 0)


def _call_malloc(function: str, *values: int) -> None:
    call = getattr(ctypes.CDLL(None), function, None)  # of glibc; musl and macOS have none of them
    if call is not None:
        call(*values)
