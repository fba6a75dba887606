"""HTTP responses as received, and their validators."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.archive.http import StoredResponse

_MAX_VALIDATOR = 500
"""Maximum characters of a validator; a longer one is ignored, since it would be sent with each request."""


@dataclass(frozen=True, slots=True)
class Validator:
    """Validators for conditional requests (RFC 9110, 8.8).

    Parameters
    ----------
    etag, last_modified : str
        The headers as received; "" if absent.
    """

    etag: str = ""
    last_modified: str = ""

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """The headers of a conditional request; the entity tag takes precedence (RFC 9110, 13.1.3).

        >>> Validator('"a"', "Mon, 02 Mar 2026 06:00:00 GMT").conditions
        (('If-None-Match', '"a"'), ('If-Modified-Since', 'Mon, 02 Mar 2026 06:00:00 GMT'))
        """
        pairs = (("If-None-Match", self.etag), ("If-Modified-Since", self.last_modified))
        return tuple((name, value) for name, value in pairs if value)


@dataclass(frozen=True, slots=True)
class Response:
    """A response as received: transfer coding removed, content coding not.

    Parameters
    ----------
    reason : str
        The reason phrase.
    headers : tuple of (str, str)
        The headers in the server's order.
    truncated : str
        The WARC-Truncated reason `length`, `time` or `disconnect`; "" for a complete body.
    seconds : float
        The time from the request to the last byte.
    address : str
        The IP address of the server; "" if unknown.
    """

    url: str
    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    truncated: str
    request_headers: tuple[tuple[str, str], ...]
    seconds: float
    address: str = ""

    @property
    def answer(self) -> StoredResponse:
        """The response in the form that the archive's reader decodes."""
        headers: dict[str, str] = {}
        for name, value in self.plain_headers:
            key = name.lower()
            headers[key] = f"{headers[key]}\n{value}" if key in headers else value
        return StoredResponse(self.status, headers, self.body)

    @property
    def plain_headers(self) -> tuple[tuple[str, str], ...]:
        """The headers without the removed transfer coding, and without the length that it overrides (RFC 9112, 6.3)."""
        coded = any(name.lower() == "transfer-encoding" for name, _ in self.headers)
        undone = ("transfer-encoding", "content-length") if coded else ()
        return tuple((name, value) for name, value in self.headers if name.lower() not in undone)

    def header(self, name: str) -> str:
        """Return the first value of a header; "" if it is absent."""
        return self.answer.headers.get(name, "").partition("\n")[0]

    @property
    def validator(self) -> Validator:
        """The validators of the response."""
        tag, date = self.header("etag"), self.header("last-modified")
        return Validator(tag if len(tag) <= _MAX_VALIDATOR else "", date if len(date) <= _MAX_VALIDATOR else "")
