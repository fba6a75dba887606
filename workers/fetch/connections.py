"""Opens connections to permitted addresses, and shuts them down when a request exceeds its time limit."""

from __future__ import annotations

import os
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from indexer.errors import PageError
from workers.fetch.addresses import connect
from workers.fetch.watchdog import Watchdog

_INTERIM = 20
"""Maximum number of interim responses (1xx) before the final one (RFC 9110, 15.2)."""
_HANDSHAKE = 3.0
"""Time limit in seconds of the TLS handshake that tests the scheme of a port."""
_LINE, _LINES = 65_536, 100
"""Maximum bytes per header line, and lines per interim response; http.client has the same limits for the final response."""


class ConnectionGuard:
    """Tracks the connection in use, so that it can be shut down at the deadline, even during its TLS handshake.

    Attributes
    ----------
    connections : int
        The number of connections opened so far.
    """

    def __init__(self, *, allow_private: bool) -> None:
        self.connections = 0
        self._allow_private = allow_private
        self._current: HTTPConnection | None = None
        self._sockets: WeakKeyDictionary[HTTPConnection, socket.socket] = WeakKeyDictionary()
        self._addresses: WeakKeyDictionary[HTTPConnection, str] = WeakKeyDictionary()
        self._watchdog = Watchdog(self._cut)
        self._guard = threading.Lock()
        self._opening: int | None = None  # a duplicate descriptor of a socket that is still in its handshake

    def open(self, connection: HTTPConnection) -> socket.socket:
        """Open a socket to a permitted address.

        Raises
        ------
        ConnectTimeoutError, NewConnectionError
            In the cases in which urllib3's own connections raise them.
        """
        timeout = connection.timeout
        seconds = float(timeout) if isinstance(timeout, int | float) else 10.0
        self.connections += 1
        try:
            sock = connect(connection.host, connection.port or 80, seconds, allow_private=self._allow_private)
        except TimeoutError as error:
            raise ConnectTimeoutError(connection, f"no connection within {seconds:g} s") from error
        except OSError as error:
            raise NewConnectionError(connection, str(error)) from error
        with suppress(OSError):
            self._addresses[connection] = str(sock.getpeername()[0])
        self._close_duplicate()
        self._opening = os.dup(sock.fileno())
        return sock

    def speaks_tls(self, url: str, seconds: float) -> bool:
        """Return whether a port that disconnected during an http request accepts a TLS handshake; port 80 is not tested."""
        parts = urlsplit(url)
        if parts.scheme != "http" or parts.port in (None, 80):
            return False
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # nothing is sent
        try:
            with connect(parts.hostname or "", parts.port or 80, seconds, allow_private=self._allow_private) as plain:
                plain.settimeout(min(seconds, _HANDSHAKE))
                with context.wrap_socket(plain, server_hostname=parts.hostname):
                    return True
        except (OSError, PageError):
            return False

    def opened(self, connection: HTTPConnection) -> None:
        """Store the socket (for https, the TLS socket), because a response that closes its connection detaches it."""
        self._close_duplicate()
        if connection.sock is not None:
            self._sockets[connection] = connection.sock

    def use(self, connection: HTTPConnection) -> None:
        """Set the connection on which a request is sent."""
        self._current = connection

    @property
    def address(self) -> str:
        """The peer's IP address of the connection in use; "" without a connection."""
        return self._addresses.get(self._current, "") if self._current is not None else ""

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[threading.Event]:
        """Shut the connection down after `seconds`, and set the yielded event."""
        try:
            with self._watchdog.watch(seconds) as late:
                yield late
        finally:
            self._current = None
            self._close_duplicate()

    def close(self) -> None:
        """Stop the watchdog."""
        self._watchdog.close()

    def _cut(self) -> None:
        with self._guard, suppress(OSError):
            if self._opening is not None:
                with socket.socket(fileno=os.dup(self._opening)) as opening:
                    opening.shutdown(socket.SHUT_RDWR)
        connection = self._current
        sock = self._sockets.get(connection) if connection is not None else None
        if sock is not None:
            try:
                socket.socket.shutdown(sock, socket.SHUT_RDWR)  # the plain socket, below any TLS layer
            except OSError:
                return  # already closed

    def _close_duplicate(self) -> None:
        with self._guard:
            opening, self._opening = self._opening, None
            if opening is not None:
                os.close(opening)


class FinalResponse(HTTPResponse):
    """Skips interim responses; http.client skips status 100 only, and returns any other 1xx as the final response."""

    def _read_status(self) -> tuple[str, int, str]:
        for _ in range(_INTERIM):
            version, status, reason = super()._read_status()  # type: ignore[misc]
            if not 100 <= status < 200 or status == 101:
                return version, status, reason
            for _ in range(_LINES):
                if self.fp.readline(_LINE) in (b"\r\n", b"\n", b""):
                    break
            else:
                raise HTTPException(f"over {_LINES} header lines in an interim response")
        raise HTTPException(f"over {_INTERIM} interim responses (1xx)")


def guarded_pools(guard: ConnectionGuard) -> dict[str, Any]:
    """Return urllib3's pool classes by scheme, with connections that `guard` opens."""

    class Plain(HTTPConnection):
        response_class = FinalResponse

        def _new_conn(self) -> socket.socket:
            return guard.open(self)

        def connect(self) -> None:
            super().connect()
            guard.opened(self)

        def request(self, *args: Any, **kwargs: Any) -> None:
            guard.use(self)
            super().request(*args, **kwargs)

    class Secure(Plain, HTTPSConnection):
        """A guarded connection over TLS."""

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}
