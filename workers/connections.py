"""Connections that go where they may, and that can be cut when a request's time is up."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from workers.addresses import connect


class Line:
    """The connection in use, so that it can be cut when time is up."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._current: HTTPConnection | None = None
        self._sockets: WeakKeyDictionary[HTTPConnection, socket.socket] = WeakKeyDictionary()

    def open(self, connection: HTTPConnection) -> socket.socket:
        """A socket to a permitted address.

        Raises
        ------
        ConnectTimeoutError, NewConnectionError
            urllib3's, as its own connections would.
        """
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
        """Note the connection that a request goes out on."""
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


def guarded_pools(line: Line) -> dict[str, Any]:
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
