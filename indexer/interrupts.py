"""Interrupts (Ctrl-C, a service that is stopped, a closed terminal): raised once in the main thread, never in a writing transaction.

Python raises KeyboardInterrupt between any two instructions. Between the end of a `with` block and the code that commits its
transaction it would leave the database's write lock with the traceback, and whatever puts things in order would wait for that lock.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_REPEAT_AFTER = 0.01
"""Seconds until an interrupt is repeated that Python has dropped."""


class _Interrupt(KeyboardInterrupt):
    """KeyboardInterrupt itself, once it has passed code that `exec` runs, makes Python 3.11 end by SIGINT instead of the exit code."""


class _Deferring(threading.local):
    """The sections of a thread that defer interrupts: how many are open, and whether an interrupt has come."""

    depth = 0
    came = False


_deferring = _Deferring()


def raise_interrupts() -> None:
    """Let SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt, except where they are ignored (nohup).

    Python drops an exception that is raised in a finalizer or in the callback of a weak reference; such an interrupt is repeated.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupt)
    signal.signal(signal.SIGALRM, _interrupt)
    sys.unraisablehook = _repeat_interrupt


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Raise an interrupt that comes in the block when the block has ended; a second one is raised at once.

    >>> with deferred_interrupts():
    ...     pass
    """
    _deferring.depth += 1
    try:
        yield
    finally:
        _deferring.depth -= 1
        if _deferring.came and not _deferring.depth:
            _deferring.came = False
            raise _Interrupt


def _interrupt(*_: object) -> None:
    if _deferring.depth and not _deferring.came:
        _deferring.came = True
    else:
        raise _Interrupt


def _repeat_interrupt(dropped: sys.UnraisableHookArgs) -> None:
    if issubclass(dropped.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, _REPEAT_AFTER)  # an interrupt raised here would be dropped as well
    else:
        sys.__unraisablehook__(dropped)
