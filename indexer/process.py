"""Process-wide performance settings: one thread for small matrices, few heaps, fewer garbage collections."""

from __future__ import annotations

import ctypes
import gc
import os
import signal

_COLLECT_EVERY = 100_000
"""Number of allocations between two collections. Pages are many objects without cycles: the default of 700 costs a tenth of the time."""
_ARENAS = 2
"""Number of heaps of the C library. By default each of many threads gets one (the embedded engine has thirty) and keeps its maximum size: a
process that runs for days then has 200 MiB more, and its size varies by 100 MiB."""
_M_ARENA_MAX = -8
"""From glibc's malloc.h."""
_PR_SET_PDEATHSIG = 1
"""From Linux's prctl.h."""


def prepare() -> None:
    """Apply the settings to this process and to its future children; settings of the operator in the environment take precedence.

    It must run before numpy is imported and before threads are started.

    >>> prepare()
    >>> "OPENBLAS_NUM_THREADS" in os.environ
    True
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices of 300 rows: threads would only wait for one another
    gc.set_threshold(_COLLECT_EVERY)
    if "MALLOC_ARENA_MAX" not in os.environ:
        os.environ["MALLOC_ARENA_MAX"] = str(_ARENAS)  # glibc reads it when a process starts: for future children
        _call_libc("mallopt", _M_ARENA_MAX, _ARENAS)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def restrict_umask() -> None:
    """Create files and folders for their owner alone from now on: a home contains fetched pages and crawl cookies."""
    global _usual_umask
    _usual_umask = os.umask(0o077)


def shared_mode() -> int:
    """Return the permissions of a file named by the operator, as any other program would create it.

    >>> oct(shared_mode() & 0o600)
    '0o600'
    """
    if _usual_umask is not None:
        return 0o666 & ~_usual_umask
    umask = os.umask(0o077)
    os.umask(umask)
    return 0o666 & ~umask


_usual_umask: int | None = None


def release_memory() -> None:
    """Return free memory to the system, after a batch of pages or a fit; takes some milliseconds, saves a fifth of a long-lived process.

    >>> release_memory()
    """
    _call_libc("malloc_trim", 0)


def end_with_parent() -> None:
    """Let the system kill this process when the process ends that started it; without effect on other systems than Linux."""
    _call_libc("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL)


def _call_libc(function: str, *values: int) -> None:
    call = getattr(ctypes.CDLL(None), function, None)  # musl and macOS lack some of them
    if call is not None:
        call(*values)
