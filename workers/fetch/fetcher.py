"""Sends single HTTP requests with limits on time, bytes and addresses.

Redirects are not followed here: the frontier schedules their targets.
"""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass
from types import TracebackType

from urllib3 import BaseHTTPResponse, PoolManager, Timeout
from urllib3.exceptions import HTTPError, IncompleteRead, ProtocolError, ReadTimeoutError

from indexer.cause import Cause
from indexer.errors import PageError
from indexer.events import event
from indexer.outcome import Ending, Kind
from workers.fetch.connections import ConnectionGuard, guarded_pools
from workers.fetch.failure import failure, is_disconnect, wrong_scheme
from workers.fetch.response import Response, Validator

__all__ = ["FetchLimits", "Fetcher", "Response", "Validator"]

_CHUNK = 1 << 16
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]+")
_HOSTS = 32
"""Maximum number of hosts with open connections between requests."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Limits of one request.

    Parameters
    ----------
    connect_seconds, read_seconds : float
        Time limits for connecting, and between two chunks of a response.
    total_seconds : float
        Time limit for the whole request, which stops servers that trickle bytes.
    page_bytes : int
        Maximum size of the body, both as received and decompressed.
    """

    connect_seconds: float = 10.0
    read_seconds: float = 20.0
    total_seconds: float = 60.0
    page_bytes: int = 16 << 20

    def __post_init__(self) -> None:
        if min(self.connect_seconds, self.read_seconds, self.total_seconds, self.page_bytes) <= 0:
            raise ValueError("the limits of a request must be positive")


class Fetcher:
    """Sends requests one after another over persistent connections.

    Parameters
    ----------
    allow_private : bool
        Whether loopback, private and link-local addresses may be fetched.

    Attributes
    ----------
    requests : int
        The number of requests sent so far.

    Notes
    -----
    Not thread-safe.
    """

    def __init__(self, user_agent: str, limits: FetchLimits, *, allow_private: bool) -> None:
        self._limits = limits
        self._headers = (
            ("User-Agent", user_agent),
            ("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"),
            ("Accept-Encoding", "gzip, deflate, br, zstd"),
        )
        self.requests = 0
        self._guard = ConnectionGuard(allow_private=allow_private)
        self._pools = PoolManager(num_pools=_HOSTS)
        self._pools.pool_classes_by_scheme = guarded_pools(self._guard)

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pools.clear()
        self._guard.close()

    def get(self, url: str, cookie: str = "", validator: Validator | None = None) -> Response:
        """Request one URL; with a validator, conditionally (RFC 9110, 13.1), so that the response may be 304 without a body.

        Raises
        ------
        PageError
            With kind UNREACHABLE (no address, connection refused, TLS error, time-out) or FETCH_FAILED (disconnected, not HTTP …).
        """
        headers = (*self._headers, ("Cookie", cookie)) if cookie else self._headers
        if validator is not None:
            headers = (*headers, *validator.conditions)
        start = time.monotonic()
        self.requests += 1
        try:
            with self._guard.deadline(self._limits.total_seconds) as late:
                response = self._send(url, dict(headers))
                address = self._guard.address
                if late.is_set():
                    response.close()
                    raise PageError(self._too_late())
                body, truncated = self._read(response, late)
        except HTTPError as error:
            late_too = time.monotonic() - start >= self._limits.total_seconds
            ending = self._too_late() if late_too else failure(error, url, self._limits.connect_seconds, self._limits.read_seconds)
            if ending.kind is Kind.FETCH_FAILED and self._guard.speaks_tls(url, self._limits.connect_seconds):
                ending = wrong_scheme(url, "https")
            event("request", url=url, seconds=time.monotonic() - start, error=ending.reason)
            raise PageError(ending) from error
        seconds = time.monotonic() - start
        event("request", url=url, status=response.status, bytes=len(body), seconds=seconds, truncated=truncated, address=address)
        return Response(
            url=url,
            status=response.status,
            reason=_one_line(response.reason or "").encode("ascii", "replace").decode("ascii"),
            headers=tuple((_one_line(name), _one_line(value)) for name, value in response.headers.iteritems()),
            body=body,
            truncated=truncated,
            request_headers=headers,
            seconds=seconds,
            address=address,
        )

    def _send(self, url: str, headers: dict[str, str]) -> BaseHTTPResponse:
        """Send a request, and repeat it if the server has closed the persistent connection (RFC 9112, 9.3.1)."""
        opened = self._guard.connections
        timeout = Timeout(connect=self._limits.connect_seconds, read=self._limits.read_seconds)
        while True:
            try:
                return self._pools.urlopen(
                    "GET", url, headers=headers, redirect=False, retries=False, preload_content=False, decode_content=False, timeout=timeout
                )
            except ProtocolError as error:
                if self._guard.connections > opened or not is_disconnect(error):
                    raise

    def _too_late(self) -> Ending:
        return Ending(Kind.UNREACHABLE, Cause.TIMEOUT, limit=self._limits.total_seconds)

    def _read(self, response: BaseHTTPResponse, late: threading.Event) -> tuple[bytes, str]:
        """Read the body; return it with the reason for its truncation, "" if it is complete."""
        parts: list[bytes] = []
        size = 0
        truncated = ""
        try:
            while size <= self._limits.page_bytes and (piece := response.read1(_CHUNK, decode_content=False)):
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
        if truncated or response.status < 200:
            response.close()
        else:
            response.release_conn()
        return b"".join(parts)[: self._limits.page_bytes + 1], truncated


def _one_line(text: object) -> str:
    """Return the name or value of a header on one line: control characters and line breaks become spaces."""
    return _CONTROL.sub(" ", str(text)).strip()
