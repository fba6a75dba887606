"""What went wrong with a request, as an ending: the innermost of the errors that urllib3 puts one within the other says it."""

from __future__ import annotations

import socket
import ssl
from http.client import BadStatusLine

from urllib3.exceptions import HTTPError, ReadTimeoutError

from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.urls import origin

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


def _spoken(error: BaseException) -> str:
    """The scheme that a port speaks, by how it answered the other one; "" for any other failure.

    OpenSSL calls plain text in place of a TLS record a wrong version number; a TLS server answers plain text with an alert (RFC 8446, 6).
    """
    if isinstance(error, ssl.SSLError) and {error.reason} & _PLAIN_TEXT:  # OpenSSL's code, no words
        return "http"
    return "https" if isinstance(error, BadStatusLine) and str(error).strip("'\"").startswith(_ALERT) else ""


def wrong_scheme(url: str, spoken: str) -> Ending:
    """How a page ends whose port speaks another scheme."""
    return Ending(Kind.UNREACHABLE, Cause.WRONG_SCHEME, f"{spoken}:{origin(url).partition(':')[2]}/", detail=spoken)


_PLAIN_TEXT = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST"})
_ALERT = ("\x15\x03", "\\x15\\x03")
"""A TLS alert, and as `repr` writes it, which is what `http.client` keeps."""


def failure(error: HTTPError, url: str, connect_seconds: float, read_seconds: float) -> Ending:
    """How a page ends whose request failed; the limits are those that were set for it.

    >>> failure(ReadTimeoutError(None, "/", "timed out"), "https://example.org/", 10.0, 20.0).reason
    'no answer within 20 s'
    >>> failure(HTTPError(BadStatusLine("\x15\x03\x01")), "http://example.org:8443/", 10.0, 20.0).reason
    'this port speaks https: did you mean https://example.org:8443/?'
    """
    inner = _innermost(error)
    spoken = _spoken(inner)
    if spoken and not url.startswith(spoken + ":"):
        return wrong_scheme(url, spoken)
    detail = " ".join(str(inner).split())[:_LONGEST] or type(inner).__name__
    if isinstance(inner, TimeoutError | ReadTimeoutError):
        limit = read_seconds if isinstance(error, ReadTimeoutError) else connect_seconds
        return Ending(Kind.UNREACHABLE, Cause.TIMEOUT, limit=limit)
    kind, cause = next((kind, cause) for of, kind, cause in _CAUSES if isinstance(inner, of))
    return Ending(kind, cause, detail=detail)
