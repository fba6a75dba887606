"""One HTTP request, with a bound on everything a server can make it cost: time, bytes, and where it connects.

Redirects are not followed here: the loop decides whether their target may be fetched.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from types import TracebackType

from urllib3 import BaseHTTPResponse, PoolManager, Timeout
from urllib3.exceptions import HTTPError, IncompleteRead, ReadTimeoutError

from indexer.archive.http import Answer
from indexer.errors import PageError
from indexer.outcome import Kind
from workers.connections import Line, guarded_pools

_PIECE = 1 << 16
_LONGEST_VALIDATOR = 500
"""Characters of an entity tag or date; a longer one would have to be sent back each time, and is dropped."""
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
class Validator:
    """What a server said by which an answer can be recognised (RFC 9110, 8.8).

    Parameters
    ----------
    etag, last_modified : str
        The headers as they came, "" without.
    """

    etag: str = ""
    last_modified: str = ""

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """The headers of a conditional request; the entity tag decides where there are both (RFC 9110, 13.1.3).

        >>> Validator('"a"', "Mon, 02 Mar 2026 06:00:00 GMT").conditions
        (('If-None-Match', '"a"'), ('If-Modified-Since', 'Mon, 02 Mar 2026 06:00:00 GMT'))
        """
        pairs = (("If-None-Match", self.etag), ("If-Modified-Since", self.last_modified))
        return tuple((name, value) for name, value in pairs if value)


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

    @property
    def validator(self) -> Validator:
        """By what the answer can be recognised another time."""
        tag, date = self.header("etag"), self.header("last-modified")
        return Validator(tag if len(tag) <= _LONGEST_VALIDATOR else "", date if len(date) <= _LONGEST_VALIDATOR else "")


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
        self._line = Line(allow_private=allow_private)
        self._pools = PoolManager(num_pools=_HOSTS)
        self._pools.pool_classes_by_scheme = guarded_pools(self._line)

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pools.clear()

    def get(self, url: str, cookie: str = "", validator: Validator | None = None) -> Fetched:
        """Request one URL, with a validator only if it changed (RFC 9110, 13.1: the answer may be 304 without a body).

        Raises
        ------
        PageError
            FETCH_FAILED, with what happened: no address, refused, timed out, not HTTP …
        """
        headers = (*self._headers, ("Cookie", cookie)) if cookie else self._headers
        if validator is not None:
            headers = (*headers, *validator.conditions)
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


def _explain(error: HTTPError) -> str:
    """The innermost words of a nest of errors, on one line."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    words = " ".join(str(cause).split()) or type(cause).__name__
    return words[:200]
