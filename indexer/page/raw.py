"""RawPage: one web server's response, or one file, as bytes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawPage:
    """The bytes of one page and their transport metadata.

    Parameters
    ----------
    url : str
        Where it was fetched; for a file its `file:` URI.
    body : bytes
        The response body after transfer and content decoding.
    source : str
        The file or `WARC#record-id` that contains it.
    content_type : str
        The HTTP Content-Type header, or "" if there was none.
    robots : str
        All X-Robots-Tag headers, one per line, or "".
    status : int
        The HTTP status; 200 for a file.
    fetched : str
        ISO 8601 time of the fetch in UTC (WARC-Date), or "".
    truncated : bool
        True if the body ends before its announced length.
    """

    url: str
    body: bytes
    source: str
    content_type: str = ""
    robots: str = ""
    status: int = 200
    fetched: str = ""
    truncated: bool = False
