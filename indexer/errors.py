"""The tree of errors. Every message states the loss and the remedy.

    WinnowError
    ├── UsageError            the call cannot be carried out as given (exit code 2)
    │   ├── InputError        an input cannot be read at all
    │   ├── ModelError        a stored model cannot be used
    │   ├── StoreError        the database cannot be used
    │   ├── ArchiveError      what was fetched cannot be kept, and may be later
    │   └── EngineError       the engine or its directory cannot be used
    │       ├── EngineLockedError   another process is writing
    │       ├── EngineAwayError     it does not answer, or has no room for more, and may later
    │       └── EngineMissingError  it answers, and has no such index
    ├── NothingToDoError      the input holds no pages (exit code 3)
    └── PageError             one page is lost, the others are not; carries its outcome
"""

from __future__ import annotations

import traceback
from pathlib import Path

from indexer.cause import Cause
from indexer.outcome import Ending, Kind


class WinnowError(Exception):
    """Any error that Winnow expects and explains."""


class UsageError(WinnowError):
    """The call cannot be carried out as given."""


class InputError(UsageError):
    """An input cannot be read at all."""


class ModelError(UsageError):
    """A stored model cannot be used."""


class StoreError(UsageError):
    """The database cannot be used."""


class ArchiveError(UsageError):
    """The archive cannot be written: a full disk, a lost mount."""


class EngineError(UsageError):
    """The engine, or its directory, cannot be used."""


class EngineLockedError(EngineError):
    """Another process is writing to the same index."""


class EngineAwayError(EngineError):
    """The engine does not respond, or rejects requests temporarily.

    Parameters
    ----------
    message : str
    brief : str
        The reason in two or three words, constant so that it can be counted.
    silent : bool
        True if there was no response; False if the engine rejected the request.
    """

    def __init__(self, message: str, brief: str = "no answer", *, silent: bool = True) -> None:
        super().__init__(message)
        self.brief = brief
        self.silent = silent


class EngineMissingError(EngineError):
    """The engine responds, but has no such index."""


class NothingToDoError(WinnowError):
    """The input holds no pages."""


class PageError(WinnowError):
    """One page is lost.

    Parameters
    ----------
    ending : Ending
        How the page ends.

    Examples
    --------
    >>> from indexer.cause import Cause
    >>> from indexer.outcome import Kind
    >>> raise PageError(Ending(Kind.TOO_LARGE, Cause.BYTES, count=9_000_000, limit=8_388_608))
    Traceback (most recent call last):
    indexer.errors.PageError: 9,000,000 bytes exceed the limit of 8,388,608
    """

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.reason)
        self.ending = ending

    def __reduce__(self) -> tuple[type[PageError], tuple[Ending]]:
        """Support pickling between processes: rebuild the error from its ending."""
        return type(self), (self.ending,)


def is_page_fault(error: Exception) -> bool:
    """Return whether an unexpected error is attributed to the current page.

    Errors that Winnow explains, system errors, and a task's time limit (billiard's, which Celery raises inside) are not.

    >>> is_page_fault(KeyError("a")), is_page_fault(StoreError("away")), is_page_fault(OSError("no files left"))
    (True, False, False)
    """
    return not isinstance(error, WinnowError | OSError | MemoryError) and not type(error).__module__.startswith("billiard")


def ending_of(error: Exception) -> Ending:
    """Return how the page ends on which an error occurred: a fault of the program loses this page only.

    Raises
    ------
    Exception
        The error itself, if it is not attributed to the page (`is_page_fault`).
    """
    if isinstance(error, PageError):
        return error.ending
    if not is_page_fault(error):
        raise error
    return Ending(Kind.UNREADABLE, Cause.FAULT, detail=fault(error))


def fault(error: BaseException) -> str:
    """Return an unexpected error on one line, with the place that raised it.

    >>> try:
    ...     int("x" * 300)
    ... except ValueError as error:
    ...     fault(error).partition(":")[0], len(fault(error)) < 400
    ('ValueError', True)
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({'/'.join(Path(frames[-1].filename).parts[-3:])}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:_LONGEST]}{place}"


_LONGEST = 200
