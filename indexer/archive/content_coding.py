"""Decoding of content codings (RFC 9110, 8.4.1): gzip, deflate, brotli and zstd, with limits on output and memory."""

from __future__ import annotations

import zlib

import brotli

from indexer.archive.zstd_library import zstd
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind

_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_WINDOW = 23
"""Logarithm of the largest window: 8 MB, which every client must support and no server may exceed (RFC 9659)."""
_MOST_MEMBERS = 100
"""Maximum number of members of one gzip body; the rest of it is copied for each."""


def expand(body: bytes, encoding: str, limit: int) -> tuple[bytes, bool]:
    """Undo one content coding; return the body and whether it ends too early.

    Archives often name a coding that they have already undone: a body that is plainly text is used unchanged.

    Raises
    ------
    PageError
        TOO_LARGE beyond `limit` bytes (memory use stays near the limit), UNREADABLE for damaged data and unknown codings.

    >>> expand(zlib.compress(b"a" * 99), "deflate", 100)[0] == b"a" * 99
    True
    """
    if encoding in ("gzip", "x-gzip"):
        return _gunzip(body, limit) if body.startswith(_GZIP_MAGIC) else (body, False)
    if encoding == "deflate":
        return _inflate(body, limit)
    if body.lstrip()[:1] == b"<":
        return body, False
    if encoding == "br":
        return _brotli(body, limit)
    if encoding == "zstd":
        return _zstd(body, limit) if body.startswith(_ZSTD_MAGIC) else (body, False)
    raise PageError(Ending(Kind.UNREADABLE, Cause.UNKNOWN_CODING, detail=encoding[:40]))


def _checked(out: bytes, packed: int, limit: int) -> bytes:
    if len(out) > limit:
        raise PageError(Ending(Kind.TOO_LARGE, Cause.EXPANDED_BYTES, count=packed, limit=limit))
    return out


def _gunzip(body: bytes, limit: int) -> tuple[bytes, bool]:
    """Return all members of a gzip body (RFC 1952, 2.2), up to the first damaged one."""
    parts: list[bytes] = []
    size, rest, whole = 0, body, False
    for _ in range(_MOST_MEMBERS):
        decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            parts.append(decoder.decompress(rest, limit + 1 - size))
        except zlib.error:
            whole = False
            break
        size += len(parts[-1])
        if size > limit:
            _checked(b"".join(parts), len(body), limit)
        rest, whole = decoder.unused_data, decoder.eof
        if not rest.startswith(_GZIP_MAGIC):
            break
    if not parts:
        raise _damaged("compressed data")
    return b"".join(parts), not whole or rest.startswith(_GZIP_MAGIC)


def _inflate(body: bytes, limit: int) -> tuple[bytes, bool]:
    """Decode zlib or, as some servers interpret `deflate`, raw deflate, whichever fits first."""
    for window in (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        decoder = zlib.decompressobj(window)
        try:
            out = decoder.decompress(body, limit + 1)
        except zlib.error:
            continue
        return _checked(out, len(body), limit), not decoder.eof
    if body.lstrip()[:1] == b"<":
        return body, False
    raise _damaged("compressed data")


def _brotli(body: bytes, limit: int) -> tuple[bytes, bool]:
    decoder = brotli.Decompressor()
    parts: list[bytes] = []
    size, given = 0, body
    try:
        while size <= limit and not decoder.is_finished():
            part = decoder.process(given, output_buffer_limit=limit + 1 - size)
            given = b""
            if not part and decoder.can_accept_more_data():
                break
            parts.append(part)
            size += len(part)
    except brotli.error:
        raise _damaged("brotli data") from None
    return _checked(b"".join(parts), len(body), limit), not decoder.is_finished()


def _zstd(body: bytes, limit: int) -> tuple[bytes, bool]:
    decoder = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW})
    try:
        out = decoder.decompress(body, limit + 1)
    except zstd.ZstdError:
        raise _damaged("zstd data that is damaged or needs more memory than a browser allows") from None
    return _checked(out, len(body), limit), not decoder.eof


def _damaged(what: str) -> PageError:
    return PageError(Ending(Kind.UNREADABLE, Cause.DAMAGED_CODING, detail=what))
