"""One HTTP request, with a bound on everything a server can make it cost: time, bytes, and where it connects.

Redirects are not followed here: the loop decides whether their target may be fetched.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any
from weakref import WeakKeyDictionary

from urllib3 import BaseHTTPResponse, HTTPConnectionPool, HTTPSConnectionPool, PoolManager, Timeout
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, IncompleteRead, NewConnectionError, ReadTimeoutError

from indexer.archive.http import Answer
from indexer.errors import PageError
from indexer.outcome import Kind
from workers.addresses import connect

_PIECE = 1 << 16
_HOSTS = 32
"""Hosts to which a connection is kept open between two requests."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What one request may cost.

    Parameters
    ----------
    connect_seconds, read_seconds : float
        For a connection, and between two pieces of an answer.
    total_seconds : float
        For the whole request; a server that sends a byte now and then is cut off here.
    page_bytes : int
        Of the body as sent, and again once expanded.
    """

    connect_seconds: float = 10.0
    read_seconds: float = 20.0
    total_seconds: float = 60.0
    page_bytes: int = 16 << 20

    def __post_init__(self) -> None:
        if min(self.connect_seconds, self.read_seconds, self.total_seconds, self.page_bytes) <= 0:
            raise ValueError("limits of a request are positive")


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer as received: transfer coding undone, content coding not.

    Parameters
    ----------
    url : str
    status : int
    reason : str
        The words after the status.
    headers : tuple of (str, str)
        In the server's order.
    body : bytes
    truncated : str
        WARC-Truncated's words `length`, `time` or `disconnect`, or "" for a whole body.
    request_headers : tuple of (str, str)
    seconds : float
        From the request to the last byte.
    """

    url: str
    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    truncated: str
    request_headers: tuple[tuple[str, str], ...]
    seconds: float

    @property
    def answer(self) -> Answer:
        """The same in the form that the archive's reader decodes."""
        headers: dict[str, str] = {}
        for name, value in self.headers:
            key = name.lower()
            if key != "transfer-encoding":
                headers[key] = f"{headers[key]}\n{value}" if key in headers else value
        return Answer(self.status, headers, self.body)

    def header(self, name: str) -> str:
        """The first value of a header, or ""."""
        return self.answer.headers.get(name, "").partition("\n")[0]


class Fetcher:
    """Sends requests one after another, over connections that are kept open.

    Parameters
    ----------
    user_agent : str
    limits : FetchLimits
    allow_private : bool
        Whether loopback, private and link-local addresses may be fetched.

    Attributes
    ----------
    requests : int
        Sent so far.

    Notes
    -----
    Not for use by several threads at once.
    """

    def __init__(self, user_agent: str, limits: FetchLimits, *, allow_private: bool) -> None:
        self._limits = limits
        self._headers = (
            ("User-Agent", user_agent),
            ("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"),
            ("Accept-Encoding", "gzip, deflate"),
        )
        self.requests = 0
        self._line = _Line(allow_private=allow_private)
        self._pools = PoolManager(num_pools=_HOSTS)
        self._pools.pool_classes_by_scheme = _guarded_pools(self._line)

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pools.clear()

    def get(self, url: str, cookie: str = "") -> Fetched:
        """Request one URL.

        Raises
        ------
        PageError
            FETCH_FAILED, with what happened: no address, refused, timed out, not HTTP …
        """
        headers = (*self._headers, ("Cookie", cookie)) if cookie else self._headers
        start = time.monotonic()
        self.requests += 1
        try:
            with self._line.deadline(self._limits.total_seconds) as late:
                response = self._pools.urlopen(
                    "GET",
                    url,
                    headers=dict(headers),
                    redirect=False,
                    retries=False,
                    preload_content=False,
                    decode_content=False,
                    timeout=Timeout(connect=self._limits.connect_seconds, read=self._limits.read_seconds),
                )
                if late.is_set():
                    response.close()
                    raise PageError(Kind.FETCH_FAILED, self._too_late())
                body, truncated = self._read(response, late)
        except HTTPError as error:
            late_too = time.monotonic() - start >= self._limits.total_seconds
            raise PageError(Kind.FETCH_FAILED, self._too_late() if late_too else _explain(error)) from error
        return Fetched(
            url=url,
            status=response.status,
            reason=response.reason or "",
            headers=tuple((str(name), str(value)) for name, value in response.headers.iteritems()),
            body=body,
            truncated=truncated,
            request_headers=headers,
            seconds=time.monotonic() - start,
        )

    def _too_late(self) -> str:
        return f"no answer within {self._limits.total_seconds:g} s"

    def _read(self, response: BaseHTTPResponse, late: threading.Event) -> tuple[bytes, str]:
        """The body, and why it is not whole."""
        parts: list[bytes] = []
        size = 0
        truncated = ""
        try:
            while size <= self._limits.page_bytes and (piece := response.read1(_PIECE, decode_content=False)):
                parts.append(piece)
                size += len(piece)
            if size > self._limits.page_bytes:
                truncated = "length"
        except ReadTimeoutError:
            truncated = "time"
        except (IncompleteRead, HTTPError):
            truncated = "disconnect"
        if late.is_set():
            truncated = "time"
        if truncated:
            response.close()
        else:
            response.release_conn()
        return b"".join(parts)[: self._limits.page_bytes + 1], truncated


class _Line:
    """The connection in use, so that it can be cut when time is up."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._current: HTTPConnection | None = None
        self._sockets: WeakKeyDictionary[HTTPConnection, socket.socket] = WeakKeyDictionary()

    def open(self, connection: HTTPConnection) -> socket.socket:
        timeout = connection.timeout
        seconds = float(timeout) if isinstance(timeout, int | float) else 10.0
        try:
            return connect(connection.host, connection.port or 80, seconds, allow_private=self._allow_private)
        except TimeoutError as error:
            raise ConnectTimeoutError(connection, f"no connection within {seconds:g} s") from error
        except OSError as error:
            raise NewConnectionError(connection, str(error)) from error

    def opened(self, connection: HTTPConnection) -> None:
        """Remember the socket, TLS included; an answer that ends with its connection takes it from the connection."""
        if connection.sock is not None:
            self._sockets[connection] = connection.sock

    def use(self, connection: HTTPConnection) -> None:
        self._current = connection

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[threading.Event]:
        """Cut the connection after `seconds`; the event tells whether that happened."""
        late = threading.Event()
        timer = threading.Timer(seconds, self._cut, (late,))
        timer.daemon = True
        timer.start()
        try:
            yield late
        finally:
            timer.cancel()
            self._current = None

    def _cut(self, late: threading.Event) -> None:
        late.set()
        connection = self._current
        sock = self._sockets.get(connection) if connection is not None else None
        if sock is not None:
            try:
                socket.socket.shutdown(sock, socket.SHUT_RDWR)  # the plain socket's, below any TLS layer
            except OSError:
                return  # closed in the meantime, which is what was wanted


def _guarded_pools(line: _Line) -> dict[str, Any]:
    """urllib3's pools, whose connections go only where `line` lets them."""

    class Plain(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            return line.open(self)

        def connect(self) -> None:
            super().connect()
            line.opened(self)

        def request(self, *args: Any, **kwargs: Any) -> None:
            line.use(self)
            super().request(*args, **kwargs)

    class Secure(Plain, HTTPSConnection):
        """The same over TLS: what is above the plain connection's methods is urllib3's HTTPSConnection."""

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


def _explain(error: HTTPError) -> str:
    """The innermost words of a nest of errors, on one line."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    words = " ".join(str(cause).split()) or type(cause).__name__
    return words[:200]
