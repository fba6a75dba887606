"""Serves the generated sites on loopback.

Content types are those of each site (one has no charset); there are ETag and Last-Modified with 304 (RFC 9110 §13), 301 for redirects, and
404 for unknown paths. Each site is a host: if possible (Linux), each has its own loopback address with a common port; otherwise each has
its own port on 127.0.0.1.
"""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Mapping, Sequence
from email.utils import formatdate, parsedate_to_datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from demo.site_tree import SiteTree

_FIRST_HOST = 2
"""127.0.0.1 is left to other servers of the machine."""
_NOT_FOUND = b"<!DOCTYPE html><html><head><title>404</title></head><body><p>404 Not Found</p></body></html>\n"
_IDLE_SECONDS = 30
"""A connection that is idle for this time is closed."""


def free_bases(count: int) -> list[str]:
    """Return free base URLs: distinct addresses with one port, or 127.0.0.1 with distinct ports.

    >>> len(set(free_bases(3)))
    3

    Raises
    ------
    OSError
        If 127.0.0.1 cannot be bound either.
    """
    try:
        return _free([f"127.0.0.{_FIRST_HOST + n}" for n in range(count)], same_port=True)
    except OSError:
        return _free(["127.0.0.1"] * count, same_port=False)


def _free(hosts: Sequence[str], *, same_port: bool) -> list[str]:
    sockets: list[socket.socket] = []
    try:
        for host in hosts:
            sockets.append(socket.socket())
            sockets[-1].bind((host, sockets[0].getsockname()[1] if same_port and len(sockets) > 1 else 0))
        return [f"http://{host}:{one.getsockname()[1]}" for host, one in zip(hosts, sockets, strict=True)]
    finally:
        for one in sockets:
            one.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, tree: SiteTree) -> None:
        where = urlsplit(tree.base)
        super().__init__((where.hostname or "127.0.0.1", where.port or 80), _Handler)
        self.tree = tree


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_SECONDS

    def do_GET(self) -> None:
        """Respond with the page, its redirect, or 404."""
        assert isinstance(self.server, _Server)
        tree = self.server.tree
        if self.path in tree.redirects:
            self._respond(HTTPStatus.MOVED_PERMANENTLY, b"", {"Location": tree.redirects[self.path]})
            return
        file = tree.find(self.path)
        if file is None:
            self._respond(HTTPStatus.NOT_FOUND, _NOT_FOUND, {"Content-Type": "text/html; charset=utf-8"})
            return
        data, modified = file.read_bytes(), file.stat().st_mtime
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        headers = {"ETag": tag, "Last-Modified": formatdate(modified, usegmt=True)}
        if self._unchanged(tag, modified):
            self._respond(HTTPStatus.NOT_MODIFIED, b"", headers)
        else:
            self._respond(HTTPStatus.OK, data, headers | {"Content-Type": tree.type_of(self.path)})

    def do_HEAD(self) -> None:
        """Respond to HEAD, without a body."""
        self.do_GET()

    def _unchanged(self, tag: str, modified: float) -> bool:
        """Return whether the response is 304: If-None-Match takes precedence over If-Modified-Since (RFC 9110 §13.2.2)."""
        match = self.headers.get("If-None-Match")
        if match is not None:
            return match.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in match.split(","))
        try:
            since = parsedate_to_datetime(self.headers.get("If-Modified-Since", ""))
        except ValueError:
            return False
        return int(modified) <= since.timestamp()

    def _respond(self, status: HTTPStatus, data: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's signature
        """Suppress the log."""


class DemoServer:
    """Servers of all sites of a generated folder; a context manager, or call `close`."""

    def __init__(self, trees: Sequence[SiteTree]) -> None:
        self.urls = [tree.base + "/" for tree in trees]
        self._servers: list[_Server] = []
        try:
            for tree in trees:
                self._servers.append(_Server(tree))
        except OSError:
            for server in self._servers:
                server.server_close()
            raise
        for server in self._servers:
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        """Stop serving and release the ports."""
        for server in self._servers:
            server.shutdown()
            server.server_close()
        self._servers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def serve(out_dir: Path) -> DemoServer:
    """Serve all sites of a folder of demo.generate at their base URLs.

    Raises
    ------
    OSError
        If an address is in use or cannot be bound; generate again for other bases (`free_bases`).
    """
    trees = [SiteTree.read(path.parent) for path in out_dir.glob("*/server.json")]
    return DemoServer(sorted(trees, key=lambda tree: tree.base))
