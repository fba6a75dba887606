"""Serves a newsroom on loopback, with a clock that the caller sets and a log of every request."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from demo.newsroom import Newsroom
from demo.newsroom_pages import Page, respond


def tag_of(page: Page) -> str:
    """Return a strong entity tag of a response."""
    return f'"{blake2b(page.body.encode(), digest_size=8).hexdigest()}"'


@dataclass(frozen=True, slots=True)
class Hit:
    """A request and its response.

    Parameters
    ----------
    at : datetime
        Time on the simulated clock.
    path : str
    status : int
    number, version : int
        Number of the story, -1 for none, and its version.
    """

    at: datetime
    path: str
    status: int
    number: int
    version: int


class NewsroomServer:
    """Serves a newsroom; a context manager.

    Parameters
    ----------
    room : Newsroom
    host : str
        A loopback address.

    Attributes
    ----------
    now : datetime
        The site's clock, which the caller advances.
    log : list of Hit
    url : str
        URL of the front page.
    """

    def __init__(self, room: Newsroom, host: str = "127.0.0.1") -> None:
        self.room = room
        self.now: datetime = room.start
        self.log: list[Hit] = []
        self._lock = threading.Lock()
        owner = self

        class Handler(_Handler):
            newsroom = owner

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://{host}:{self._server.server_address[1]}/"

    def respond(self, path: str) -> Page:
        """Return the response to a request and log it."""
        with self._lock:
            page = respond(self.room, path, self.now, len(self.log))
            self.log.append(Hit(self.now, path, page.status, page.number, page.version))
            return page

    def unchanged(self) -> None:
        """Change the last response in the log to 304."""
        with self._lock:
            last = self.log[-1]
            self.log[-1] = Hit(last.at, last.path, 304, last.number, last.version)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = 30
    newsroom: NewsroomServer

    def do_GET(self) -> None:
        """Respond, with validators if the site has them."""
        server = self.newsroom
        page = server.respond(self.path)
        headers = {"Content-Type": page.kind}
        if page.location:
            headers["Location"] = page.location
        if server.room.habits.validators and page.status == 200:
            headers["ETag"] = tag_of(page)
            if page.number >= 0:
                headers["Last-Modified"] = format_datetime(server.room.pieces[page.number].modified(server.now), usegmt=True)
            if self.headers.get("If-None-Match") == headers["ETag"]:
                server.unchanged()
                self._send(304, headers, b"")
                return
        self._send(page.status, headers, page.body.replace("{base}", server.url.rstrip("/")).encode())

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's signature
        """The newsroom keeps its own log."""
