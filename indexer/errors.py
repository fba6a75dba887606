"""What can go wrong, as a tree. Every message says what is lost and what to do.

    WinnowError
    ├── UsageError            the call cannot be carried out as given (exit code 2)
    │   ├── InputError        an input cannot be read at all
    │   ├── ModelError        a stored model cannot be used
    │   ├── StoreError        the database cannot be used
    │   └── EngineError       the engine or its directory cannot be used
    │       ├── EngineLockedError   another process is writing
    │       ├── EngineAwayError     it does not answer, or has no room for more, and may later
    │       └── EngineMissingError  it answers, and has no such index
    ├── NothingToDoError      the input holds no pages (exit code 3)
    └── PageError             one page is lost, the others are not; carries its outcome
"""

from __future__ import annotations

from indexer.outcome import Kind


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


class EngineError(UsageError):
    """The engine, or the directory it lives in, cannot be used."""


class EngineLockedError(EngineError):
    """Another process is writing to the same index."""


class EngineAwayError(EngineError):
    """The engine does not answer, or turns requests away, and may take the same later.

    Parameters
    ----------
    message : str
    brief : str
        Its answer in two or three words, the same each time, to be counted.
    """

    def __init__(self, message: str, brief: str = "no answer") -> None:
        super().__init__(message)
        self.brief = brief


class EngineMissingError(EngineError):
    """The engine answers, and has no such index."""


class NothingToDoError(WinnowError):
    """The input holds no pages."""


class PageError(WinnowError):
    """One page is lost.

    Parameters
    ----------
    kind : Kind
        The outcome that the page ends in.
    reason : str
        One line: what was wrong with the page.

    Examples
    --------
    >>> raise PageError(Kind.TOO_LARGE, "12 MiB, the limit is 8 MiB")
    Traceback (most recent call last):
    indexer.errors.PageError: 12 MiB, the limit is 8 MiB
    """

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
