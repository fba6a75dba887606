"""A proxy before a search server that turns away requests, or operations of bulk requests; and a server that knows one answer."""

from __future__ import annotations

import gzip
import http.client
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit


class Trouble(Enum):
    """What the proxy does instead of passing on."""

    REQUESTS = "every request is answered with 429"
    OPERATIONS = "every second operation of a bulk request is answered with 429"
    SILENCE = "no request is answered"


_TURNED = {"type": "es_rejected_execution_exception", "reason": "the queue is full"}
_JSON = {"X-Elastic-Product": "Elasticsearch", "Content-Type": "application/json"}


class TurningProxy:
    """Listens on a port of its own from `with` on.

    Parameters
    ----------
    target : str
        URL of the server.
    """

    def __init__(self, target: str) -> None:
        self.target = urlsplit(target).netloc
        self.turned = 0
        self.refusals: tuple[int, int] = (0, 0)
        self._trouble: tuple[Trouble, float] | None = None
        self._closing = threading.Event()
        self.url = ""
        self._serving = ExitStack()

    def trouble(self, kind: Trouble, seconds: float) -> None:
        """From now on, for so long."""
        self._trouble = kind, time.monotonic() + seconds

    def refuse(self, bulk_requests: int, answer: int) -> None:
        """Turn the next bulk requests away with this status."""
        self.refusals = bulk_requests, answer

    @property
    def now(self) -> Trouble | None:
        """The trouble at this moment."""
        if self._trouble is None or time.monotonic() > self._trouble[1]:
            return None
        return self._trouble[0]

    def wait(self) -> None:
        """Keep silent until the proxy is closed."""
        self._closing.wait(60)

    def __enter__(self) -> Self:
        self.url = self._serving.enter_context(_serving(type("Handler", (_Handler,), {"proxy": self})))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._closing.set()
        self._serving.close()


class _Replying(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body)), "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def answering(status: int, headers: dict[str, str], body: bytes) -> Iterator[str]:
    """The URL of a server that says the same to every request."""

    class Same(_Replying):
        def _say(self) -> None:
            self.reply(status, headers, body)

        do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _say  # noqa: N815

    with _serving(Same) as url:
        yield url


@contextmanager
def _serving(handler: type[_Replying]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(_Replying):
    proxy: TurningProxy

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        trouble = self.proxy.now
        if trouble is Trouble.SILENCE:
            self.proxy.wait()
            self.close_connection = True
        elif trouble is Trouble.REQUESTS:
            self.proxy.turned += 1
            self.reply(429, _JSON, json.dumps({"error": _TURNED, "status": 429}).encode())
        elif "_bulk" in self.path and self.proxy.refusals[0]:
            left, answer = self.proxy.refusals
            self.proxy.refusals = left - 1, answer
            self.reply(answer, _JSON, b'{"error":"busy"}')
        elif trouble is Trouble.OPERATIONS and "_bulk" in self.path:
            self._half(body)
        else:
            self.reply(*self._ask(body))

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _pass_on  # noqa: N815

    def _half(self, body: bytes) -> None:
        """Pass every second operation on."""
        operations = list(_operations(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body))
        taken = b"".join(line for operation in operations[1::2] for line in operation)
        answered = iter(())
        if taken:
            status, headers, answer = self._ask(taken, plain=True)
            if status != 200:
                self.reply(status, headers, answer)
                return
            answered = iter(json.loads(answer)["items"])
        self.proxy.turned += len(operations[::2])
        items = [next(answered) if number % 2 else _turned(operation) for number, operation in enumerate(operations)]
        self.reply(200, _JSON, json.dumps({"took": 1, "errors": True, "items": items}).encode())

    def _ask(self, body: bytes, *, plain: bool = False) -> tuple[int, dict[str, str], bytes]:
        """What the server says; `plain`: the body is packed no more, and neither may the answer be."""
        headers = {name: value for name, value in self.headers.items() if name.lower() != "content-length"}
        if plain:
            headers = {name: value for name, value in headers.items() if name.lower() not in {"content-encoding", "accept-encoding"}}
        connection = http.client.HTTPConnection(self.proxy.target, timeout=60)
        try:
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            kept = {name: value for name, value in answer.getheaders() if name.lower() not in {"transfer-encoding", "content-length"}}
            return answer.status, kept, answer.read()
        finally:
            connection.close()


def _operations(body: bytes) -> Iterator[Sequence[bytes]]:
    """The lines of each operation."""
    lines = iter(body.splitlines(keepends=True))
    for line in lines:
        yield (line,) if b'"delete"' in line[:12] else (line, next(lines))


def _turned(operation: Sequence[bytes]) -> dict[str, Any]:
    ((kind, meta),) = json.loads(operation[0]).items()
    return {kind: {"_index": meta.get("_index", ""), "_id": meta["_id"], "status": 429, "error": _TURNED}}
