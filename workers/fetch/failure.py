"""Determines the ending of a failed request from the root cause of the nested errors that urllib3 raises."""

from __future__ import annotations

import socket
import ssl
from http.client import BadStatusLine

from urllib3.exceptions import HTTPError, ReadTimeoutError

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.urls import origin

_MAX_MESSAGE = 200
"""Maximum characters of an error message."""

_CAUSES: tuple[tuple[type[BaseException], Kind, Cause], ...] = (
    (ssl.SSLError, Kind.UNREACHABLE, Cause.TLS),
    (socket.gaierror, Kind.UNREACHABLE, Cause.UNKNOWN_HOST),
    (ConnectionRefusedError, Kind.UNREACHABLE, Cause.CONNECTION_REFUSED),
    (ConnectionError, Kind.FETCH_FAILED, Cause.CONNECTION),
    (OSError, Kind.UNREACHABLE, Cause.CONNECTION),
    (BaseException, Kind.FETCH_FAILED, Cause.NO_HTTP),
)
"""Error types with kind and cause; the first match decides. A host that disconnects during a response is not unreachable."""


def _innermost(error: BaseException) -> BaseException:
    """Return the root cause of an error; urllib3 chains it, or passes it as an argument."""
    inner = error.__cause__ or next((given for given in error.args if isinstance(given, BaseException)), None)
    return error if inner is None else _innermost(inner)


def is_disconnect(error: BaseException) -> bool:
    """Return whether the peer closed the connection before it sent a response."""
    return isinstance(_innermost(error), ConnectionError)


def _actual_scheme(error: BaseException) -> str:
    """Return the scheme that a port speaks, if it was addressed by the other one; "" for any other failure.

    OpenSSL reports plain text as a wrong version number; a TLS server responds to plain text with an alert (RFC 8446, 6).
    """
    if isinstance(error, ssl.SSLError) and {error.reason} & _PLAIN_TEXT:  # OpenSSL's error code
        return "http"
    return "https" if isinstance(error, BadStatusLine) and str(error).strip("'\"").startswith(_ALERT) else ""


def wrong_scheme(url: str, scheme: str) -> Ending:
    """Return the ending of a page whose port speaks another scheme than its URL names."""
    return Ending(Kind.UNREACHABLE, Cause.WRONG_SCHEME, f"{scheme}:{origin(url).partition(':')[2]}/", detail=scheme)


_PLAIN_TEXT = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST"})
_ALERT = ("\x15\x03", "\\x15\\x03")
"""The start of a TLS alert, as characters and in the `repr` that `http.client` stores."""


def failure(error: HTTPError, url: str, connect_seconds: float, read_seconds: float) -> Ending:
    """Return the ending of a page whose request failed; the two durations are the time limits of the request.

    >>> failure(ReadTimeoutError(None, "/", "timed out"), "https://example.org/", 10.0, 20.0).reason
    'no response within 20 s'
    >>> failure(HTTPError(BadStatusLine("\x15\x03\x01")), "http://example.org:8443/", 10.0, 20.0).reason
    'this port speaks https: did you mean https://example.org:8443/?'
    """
    inner = _innermost(error)
    scheme = _actual_scheme(inner)
    if scheme and not url.startswith(scheme + ":"):
        return wrong_scheme(url, scheme)
    detail = " ".join(str(inner).split())[:_MAX_MESSAGE] or type(inner).__name__
    if isinstance(inner, TimeoutError | ReadTimeoutError):
        limit = read_seconds if isinstance(error, ReadTimeoutError) else connect_seconds
        return Ending(Kind.UNREACHABLE, Cause.TIMEOUT, limit=limit)
    kind, cause = next((kind, cause) for of, kind, cause in _CAUSES if isinstance(inner, of))
    return Ending(kind, cause, detail=detail)
