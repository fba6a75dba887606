"""One stored HTTP answer: status, headers, and the body after transfer and content decoding, within limits."""

from __future__ import annotations

import importlib
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from indexer.errors import PageError
from indexer.outcome import Kind

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})\b")
_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_GZIP_MAGIC = b"\x1f\x8b"
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
    encodings = re.split(r"[\s,]+", answer.headers.get("content-encoding", "").lower())
    for encoding in reversed([e for e in encodings if e and e != "identity"]):
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


class _Decompressor(Protocol):
    """What zlib's objects and the optional packages' have in common."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def expand(body: bytes, encoding: str, limit: int) -> tuple[bytes, bool]:
    """Undo one content encoding; the body and whether it ends too early.

    Raises
    ------
    PageError
        TOO_LARGE, UNREADABLE.

    >>> expand(zlib.compress(b"a" * 99), "deflate", 100)[0] == b"a" * 99
    True
    """
    if encoding in ("gzip", "x-gzip"):
        if not body.startswith(_GZIP_MAGIC):
            return body, False
        return _inflate(body, (zlib.MAX_WBITS | 16,), limit)
    if encoding == "deflate":
        return _inflate(body, (zlib.MAX_WBITS, -zlib.MAX_WBITS), limit)
    if encoding == "br":
        return _brotli(body, limit)
    if body.lstrip()[:1] == b"<":
        return body, False
    raise PageError(Kind.UNREADABLE, f"Content-Encoding {encoding[:40]!r} has no decoder here")


def _inflate(body: bytes, windows: tuple[int, ...], limit: int) -> tuple[bytes, bool]:
    """zlib, gzip or raw deflate, whichever of `windows` fits first; the body itself where none does."""
    for window in windows:
        decoder = zlib.decompressobj(window)
        try:
            out = decoder.decompress(body, limit + 1)
        except zlib.error:
            continue
        if len(out) > limit:
            raise PageError(Kind.TOO_LARGE, f"over {limit:,} bytes once expanded ({len(body):,} compressed)")
        return out, not decoder.eof
    if body.lstrip()[:1] == b"<":
        return body, False
    raise PageError(Kind.UNREADABLE, "compressed data is damaged")


def _brotli(body: bytes, limit: int) -> tuple[bytes, bool]:
    """Brotli, where the package is installed; a body that is plainly text was stored expanded."""
    if body.lstrip()[:1] == b"<":
        return body, False
    try:
        brotli = importlib.import_module("brotli")
    except ImportError:
        raise PageError(Kind.UNREADABLE, "Content-Encoding br: install the package brotli to read it") from None
    decoder = brotli.Decompressor()
    parts: list[bytes] = []
    size = 0
    try:
        for at in range(0, len(body), 4096):  # small steps, since the decoder has no limit of its own in old versions
            parts.append(decoder.process(body[at : at + 4096]))
            size += len(parts[-1])
            if size > limit:
                raise PageError(Kind.TOO_LARGE, f"over {limit:,} bytes once expanded ({len(body):,} compressed)")
    except brotli.error:
        raise PageError(Kind.UNREADABLE, "brotli data is damaged") from None
    return b"".join(parts), not decoder.is_finished()
