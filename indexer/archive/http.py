"""One stored HTTP response: status, headers, and the body after transfer and content decoding, within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from indexer import urls
from indexer.archive.content_coding import expand
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind

_STATUS = re.compile(rb"HTTP(?:/\d(?:\.\d)?)?[ \t]+(\d{3})\b|(?::status|status):[ \t]*(\d{3})\b", re.IGNORECASE)
"""A status line (also without a version, as from servers of the nineties); or the form of recorders that see only header fields (HTTP/2's
`:status`)."""
_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_MOST_CODINGS = 3
_LONGEST_SHOWN = 200
"""Maximum number of characters of an invalid header that are reported."""
GONE = (404, 410, 451)
"""Statuses of a removed page (451: for legal reasons, RFC 7725)."""
LASTING = (301, 308)
"""Statuses of permanent redirects (RFC 9110, 15.4)."""
_CODED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
"""Magic bytes of gzip and zstd."""
_LAST_CHUNK = re.compile(rb"(?:^|\n)0+[ \t]*(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*(?:\r?\n)?$")
_CHUNK = re.compile(rb"\s*([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n")


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """Status, headers (names in lower case, repeated ones joined by newlines) and raw body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def parse(message: bytes) -> StoredResponse:
    r"""Split an HTTP response as stored in a WARC record (RFC 9112); skip interim responses before it (1xx, RFC 9110, 15.2).

    Raises
    ------
    PageError
        UNREADABLE if it does not begin with a status line.

    >>> answer = parse(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
    >>> answer.status, answer.headers["content-type"], answer.body
    (200, 'text/html', b'<p>')
    """
    begin, end = 0, _END.search(message)
    status = status_of(message)
    while end is not None and 100 <= status < 200 and (following := status_of(message, end.end())):
        begin, status, end = end.end(), following, _END.search(message, end.end())
    if not status:
        raise PageError(Ending(Kind.UNREADABLE, Cause.NO_STATUS_LINE))
    head = message[begin : end.start()] if end else message[begin:]
    headers: dict[str, list[str]] = {}
    for line in head.decode("latin-1").splitlines()[1:]:
        name, colon, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        if colon and name:
            headers.setdefault(name, []).append(value)
    joined = {name: "\n".join(values) for name, values in headers.items()}
    return StoredResponse(status, joined, message[end.end() :] if end else b"")


def status_of(message: bytes, begin: int = 0) -> int:
    r"""Return the status of an HTTP response that begins at an offset, or 0.

    >>> status_of(b"HTTP/1.1 404 Not Found\r\n"), status_of(b"HTTP 200 Document follows\r\n"), status_of(b"<html>")
    (404, 200, 0)
    """
    match = _STATUS.match(message, begin)
    return int(match[1] or match[2]) if match else 0


def stored(data: bytes, record_type: str, content_type: str) -> StoredResponse:
    """Return the response in a record's block: an HTTP message, or a page alone (a resource, or a response stored without its headers).

    Parameters
    ----------
    data : bytes
        The block, or its beginning.
    record_type, content_type : str
        WARC-Type and Content-Type of the record.

    Raises
    ------
    PageError
        As for `parse`.

    >>> stored(b"<p>", "resource", "text/html").headers, stored(b"<p>", "response", "application/http").status
    ({'content-type': 'text/html'}, 200)
    """
    is_message = "application/http" in content_type.lower()
    if not status_of(data) and (record_type == "resource" or data.lstrip()[:1] == b"<" or (content_type and not is_message)):
        return StoredResponse(200, {} if is_message else {"content-type": content_type}, data)
    if record_type == "resource" and not is_message:
        return StoredResponse(200, {"content-type": content_type}, data)
    return parse(data)


def is_whole(answer: StoredResponse, size: int, tail: bytes) -> bool:
    """Return whether a response is as long as it declares.

    Parameters
    ----------
    answer : StoredResponse
        The beginning of its body is sufficient.
    size : int
        Length of the body as stored, in bytes.
    tail : bytes
        Its last bytes.
    """
    if answer.status == 206:
        return False
    if "chunked" in answer.headers.get("transfer-encoding", "").lower() and _CHUNK.match(answer.body):
        return _LAST_CHUNK.search(tail) is not None
    return not _is_short(answer, size)


def refusal(url: str, status: int, location: str) -> Ending | None:
    """Return how a response without a page ends (RFC 9110, 15); None for one with a page.

    >>> refusal("https://example.org/a", 302, "/b").target, refusal("https://example.org/a", 200, "")
    ('https://example.org/b', None)
    """
    if 200 <= status < 300:
        return None
    if status in GONE:
        return Ending(Kind.GONE, Cause.STATUS, status=status)
    if not (300 <= status < 400 and location):
        return Ending(Kind.HTTP_ERROR, Cause.STATUS, status=status)
    target = urls.resolve(url, urls.location_of(location))
    if not target:
        return Ending(Kind.REDIRECT, Cause.BAD_LOCATION, status=status, detail=location[:_LONGEST_SHOWN])
    return Ending(Kind.REDIRECT, Cause.REDIRECT_PERMANENT if status in LASTING else Cause.REDIRECT_TEMPORARY, target, status=status)


def decoded_body(answer: StoredResponse, limit: int) -> tuple[bytes, bool]:
    """Return the body after transfer and content decoding, and whether it was cut.

    Archives often keep the headers of an encoding that they have already undone; the bytes are then used unchanged.

    Raises
    ------
    PageError
        TOO_LARGE beyond `limit` bytes (memory use stays within the limit), UNREADABLE for an encoding without a decoder.
    """
    body, cut = answer.body, False
    if "chunked" in answer.headers.get("transfer-encoding", "").lower():
        body, cut = _unchunk(body)
    written = re.split(r"[\s,]+", answer.headers.get("content-encoding", "").lower())
    encodings = [encoding for encoding in written if encoding and encoding != "identity"]
    if len(encodings) > _MOST_CODINGS:
        raise PageError(Ending(Kind.UNREADABLE, Cause.MANY_CODINGS, count=len(encodings)))
    for encoding in reversed(encodings):
        body, short = expand(body, encoding, limit)
        cut = cut or short
    if len(body) > limit:
        raise PageError(Ending(Kind.TOO_LARGE, Cause.BYTES, count=len(body), limit=limit))
    return body, cut or answer.status == 206 or _is_short(answer, len(answer.body))


def _is_short(answer: StoredResponse, size: int) -> bool:
    """Return whether fewer bytes are stored than were sent; an archive that has undone a coding keeps the length that was sent."""
    said = answer.headers.get("content-length", "").partition("\n")[0]
    as_sent = "content-encoding" not in answer.headers or answer.body.startswith(_CODED)
    return as_sent and "transfer-encoding" not in answer.headers and said.isdecimal() and size < int(said[:18])


def _unchunk(body: bytes) -> tuple[bytes, bool]:
    """Return the joined chunks (RFC 9112, 7.1), and whether the last one is missing; a body that is not chunked is unchanged."""
    parts: list[bytes] = []
    at = 0
    while match := _CHUNK.match(body, at):
        size = int(match[1], 16)
        if size == 0:
            return b"".join(parts), False
        parts.append(body[match.end() : match.end() + size])
        at = match.end() + size
    return (b"".join(parts), True) if parts else (body, False)
