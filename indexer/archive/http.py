"""One stored HTTP answer: status, headers, and the body after transfer and content decoding, within limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from indexer.archive.content_coding import expand
from indexer.errors import PageError
from indexer.outcome import Kind

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})\b")
_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_MOST_CODINGS = 3
_CHUNK = re.compile(rb"\s*([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n")


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers (names in lower case, repeated ones joined by newlines) and raw body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def parse(message: bytes) -> Answer:
    r"""Split an HTTP answer as stored in a WARC record (RFC 9112).

    Raises
    ------
    PageError
        UNREADABLE, where it does not begin with a status line.

    >>> answer = parse(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
    >>> answer.status, answer.headers["content-type"], answer.body
    (200, 'text/html', b'<p>')
    """
    status = status_of(message)
    if not status:
        raise PageError(Kind.UNREADABLE, "the record holds no HTTP answer (no status line)")
    end = _END.search(message)
    head = message[: end.start()] if end else message
    headers: dict[str, str] = {}
    for line in head.decode("latin-1").splitlines()[1:]:
        name, colon, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        if colon and name:
            headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    return Answer(status, headers, message[end.end() :] if end else b"")


def status_of(message: bytes) -> int:
    r"""The status of an HTTP answer, 0 where there is none.

    >>> status_of(b"HTTP/1.1 404 Not Found\r\n"), status_of(b"<html>")
    (404, 0)
    """
    match = _STATUS.match(message)
    return int(match[1]) if match else 0


def decoded_body(answer: Answer, limit: int) -> tuple[bytes, bool]:
    """The body after transfer and content decoding, and whether it was cut.

    Archives often keep the headers of an encoding that they have already undone; then the bytes are taken as they are.

    Raises
    ------
    PageError
        TOO_LARGE beyond `limit` bytes (nothing beyond it is ever held), UNREADABLE for an encoding without decoder.
    """
    body, cut = answer.body, False
    if "chunked" in answer.headers.get("transfer-encoding", "").lower():
        body, cut = _unchunk(body)
    written = re.split(r"[\s,]+", answer.headers.get("content-encoding", "").lower())
    encodings = [encoding for encoding in written if encoding and encoding != "identity"]
    if len(encodings) > _MOST_CODINGS:
        raise PageError(Kind.UNREADABLE, f"{len(encodings)} content codings, one within the other")
    for encoding in reversed(encodings):
        body, short = expand(body, encoding, limit)
        cut = cut or short
    if len(body) > limit:
        raise PageError(Kind.TOO_LARGE, f"{len(body):,} bytes, the limit is {limit:,}")
    return body, cut or _shorter_than_said(answer, body)


def _shorter_than_said(answer: Answer, body: bytes) -> bool:
    said = answer.headers.get("content-length", "")
    plain = "content-encoding" not in answer.headers and "transfer-encoding" not in answer.headers
    return plain and said.isdecimal() and len(body) < int(said[:18])


def _unchunk(body: bytes) -> tuple[bytes, bool]:
    """Chunks joined (RFC 9112, 7.1), and whether the last one is missing; bytes that are not chunked come back."""
    parts: list[bytes] = []
    at = 0
    while match := _CHUNK.match(body, at):
        size = int(match[1], 16)
        if size == 0:
            return b"".join(parts), False
        parts.append(body[match.end() : match.end() + size])
        at = match.end() + size
    return (b"".join(parts), True) if parts else (body, False)
