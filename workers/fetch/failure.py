"""What went wrong with a request, as an ending: the innermost of the errors that urllib3 puts one within the other says it."""

from __future__ import annotations

import socket
import ssl

from urllib3.exceptions import HTTPError, ReadTimeoutError

from indexer.cause import Cause
from indexer.outcome import Ending, Kind

_LONGEST = 200
"""Characters of an error's words."""

_CAUSES: tuple[tuple[type[BaseException], Kind, Cause], ...] = (
    (ssl.SSLError, Kind.UNREACHABLE, Cause.TLS),
    (socket.gaierror, Kind.UNREACHABLE, Cause.UNKNOWN_HOST),
    (ConnectionRefusedError, Kind.UNREACHABLE, Cause.CONNECTION_REFUSED),
    (ConnectionError, Kind.FETCH_FAILED, Cause.CONNECTION),
    (OSError, Kind.UNREACHABLE, Cause.CONNECTION),
    (BaseException, Kind.FETCH_FAILED, Cause.NO_HTTP),
)
"""The first that an error is an instance of; a host that answers and breaks off is there."""


def _innermost(error: BaseException) -> BaseException:
    """urllib3 raises an error from another, or hands it over as an argument."""
    inner = error.__cause__ or next((given for given in error.args if isinstance(given, BaseException)), None)
    return error if inner is None else _innermost(inner)


def failure(error: HTTPError, connect_seconds: float, read_seconds: float) -> Ending:
    """How a page ends whose request failed; the limits are those that were set for it.

    >>> failure(ReadTimeoutError(None, "/", "timed out"), 10.0, 20.0).reason
    'no answer within 20 s'
    """
    inner = _innermost(error)
    detail = " ".join(str(inner).split())[:_LONGEST] or type(inner).__name__
    if isinstance(inner, TimeoutError | ReadTimeoutError):
        limit = read_seconds if isinstance(error, ReadTimeoutError) else connect_seconds
        return Ending(Kind.UNREACHABLE, Cause.TIMEOUT, limit=limit)
    kind, cause = next((kind, cause) for of, kind, cause in _CAUSES if isinstance(inner, of))
    return Ending(kind, cause, detail=detail)
