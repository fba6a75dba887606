"""A proxy for a search server that rejects requests or operations of bulk requests, and a server with one constant response."""

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

from harness.http_serving import serving


class ProxyFault(Enum):
    """A fault of the proxy."""

    REQUESTS = "every request is rejected with 429"
    OPERATIONS = "every second operation of a bulk request is rejected with 429"
    SILENCE = "no request gets a response"


_REJECTED = {"type": "es_rejected_execution_exception", "reason": "the queue is full"}
_JSON = {"X-Elastic-Product": "Elasticsearch", "Content-Type": "application/json"}


class FaultyProxy:
    """Proxy with faults; a context manager that listens on a free port.

    Parameters
    ----------
    target : str
        URL of the server.
    """

    def __init__(self, target: str) -> None:
        self.target = urlsplit(target).netloc
        self.rejected = 0
        self.bulk_rejections: tuple[int, int] = (0, 0)
        self._fault: tuple[ProxyFault, float] | None = None
        self._closing = threading.Event()
        self.url = ""
        self._serving = ExitStack()

    def start_fault(self, kind: ProxyFault, seconds: float) -> None:
        """Start a fault that lasts for the given seconds."""
        self._fault = kind, time.monotonic() + seconds

    def reject_bulk(self, bulk_requests: int, status: int) -> None:
        """Reject the next bulk requests with the given status."""
        self.bulk_rejections = bulk_requests, status

    @property
    def now(self) -> ProxyFault | None:
        """The current fault."""
        if self._fault is None or time.monotonic() > self._fault[1]:
            return None
        return self._fault[0]

    def wait(self) -> None:
        """Block until the proxy is closed."""
        self._closing.wait(60)

    def __enter__(self) -> Self:
        self.url = self._serving.enter_context(serving(ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"proxy": self}))))
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
def constant_server(status: int, headers: dict[str, str], body: bytes) -> Iterator[str]:
    """Start a server that sends the same response to every request; yield its URL."""

    class Same(_Replying):
        def _say(self) -> None:
            self.reply(status, headers, body)

        do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _say  # noqa: N815

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Same)) as url:
        yield url


class _Handler(_Replying):
    proxy: FaultyProxy

    def _forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.proxy.now
        if fault is ProxyFault.SILENCE:
            self.proxy.wait()
            self.close_connection = True
        elif fault is ProxyFault.REQUESTS:
            self.proxy.rejected += 1
            self.reply(429, _JSON, json.dumps({"error": _REJECTED, "status": 429}).encode())
        elif "_bulk" in self.path and self.proxy.bulk_rejections[0]:
            left, status = self.proxy.bulk_rejections
            self.proxy.bulk_rejections = left - 1, status
            self.reply(status, _JSON, b'{"error":"busy"}')
        elif fault is ProxyFault.OPERATIONS and "_bulk" in self.path:
            self._forward_half(body)
        else:
            self.reply(*self._send(body))

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _forward  # noqa: N815

    def _forward_half(self, body: bytes) -> None:
        """Forward every second operation and reject the others."""
        operations = list(_operations(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body))
        forwarded = b"".join(line for operation in operations[1::2] for line in operation)
        accepted = iter(())
        if forwarded:
            status, headers, response = self._send(forwarded, plain=True)
            if status != 200:
                self.reply(status, headers, response)
                return
            accepted = iter(json.loads(response)["items"])
        self.proxy.rejected += len(operations[::2])
        items = [next(accepted) if number % 2 else _rejection(operation) for number, operation in enumerate(operations)]
        self.reply(200, _JSON, json.dumps({"took": 1, "errors": True, "items": items}).encode())

    def _send(self, body: bytes, *, plain: bool = False) -> tuple[int, dict[str, str], bytes]:
        """Forward a request to the server and return its response; `plain`: neither body nor response is compressed."""
        headers = {name: value for name, value in self.headers.items() if name.lower() != "content-length"}
        if plain:
            headers = {name: value for name, value in headers.items() if name.lower() not in {"content-encoding", "accept-encoding"}}
        connection = http.client.HTTPConnection(self.proxy.target, timeout=60)
        try:
            connection.request(self.command, self.path, body, headers)
            response = connection.getresponse()
            kept = {name: value for name, value in response.getheaders() if name.lower() not in {"transfer-encoding", "content-length"}}
            return response.status, kept, response.read()
        finally:
            connection.close()


def _operations(body: bytes) -> Iterator[Sequence[bytes]]:
    """Yield the lines of each operation."""
    lines = iter(body.splitlines(keepends=True))
    for line in lines:
        yield (line,) if b'"delete"' in line[:12] else (line, next(lines))


def _rejection(operation: Sequence[bytes]) -> dict[str, Any]:
    ((kind, meta),) = json.loads(operation[0]).items()
    return {kind: {"_index": meta.get("_index", ""), "_id": meta["_id"], "status": 429, "error": _REJECTED}}
