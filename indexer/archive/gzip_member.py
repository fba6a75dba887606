"""One member of a gzip file as a bounded stream.

A WARC file compressed as the standard asks (WARC 1.1, annex D.2) has one member a record, so that any record can be
reached by seeking; a member is therefore the unit that is read, and damage in one leaves the others alone.
"""

from __future__ import annotations

import zlib
from typing import BinaryIO

MAGIC = b"\x1f\x8b\x08"
_BLOCK = 1 << 15
"""Compressed bytes read at once; most records of a news site fit into one."""
_PIECE = 1 << 16
"""Expanded bytes held at once, so that a bomb costs time but no memory."""


class GzipMember:
    """Reads the member that begins at `offset`.

    Parameters
    ----------
    handle : BinaryIO
        The compressed file, seekable.
    offset : int

    Attributes
    ----------
    damaged : bool
        Whether the compressed data turned out to be broken.
    complete : bool
        Whether the member's end was reached; only then `end` is known.
    """

    def __init__(self, handle: BinaryIO, offset: int) -> None:
        handle.seek(offset)
        self._handle = handle
        self._offset = offset
        self._consumed = 0
        self._decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._buffer = b""
        self._at = 0  # what of the buffer was handed out
        self.damaged = False

    @property
    def complete(self) -> bool:
        return self._decoder.eof and not self.damaged

    @property
    def end(self) -> int:
        """Offset of the first byte after the member."""
        return self._offset + self._consumed - len(self._decoder.unused_data)

    def read(self, size: int) -> bytes:
        """Up to `size` bytes; fewer only at the member's end."""
        parts = [self._buffer[self._at : self._at + size]]
        have = len(parts[0])
        self._at += have
        while have < size and self._fill():
            part = self._buffer[: size - have]
            self._at = len(part)
            parts.append(part)
            have += len(part)
        return b"".join(parts)

    def readline(self, limit: int) -> bytes:
        """A line with its end, cut at `limit` bytes."""
        found = self._buffer.find(b"\n", self._at, self._at + limit)
        while found < 0 and len(self._buffer) - self._at < limit and self._fill():
            found = self._buffer.find(b"\n", 0, limit)
        start = self._at
        self._at = found + 1 if found >= 0 else min(start + limit, len(self._buffer))
        return self._buffer[start : self._at]

    def skip(self, size: int) -> int:
        """Pass over up to `size` bytes; how many there were."""
        left = size
        while left > len(self._buffer) - self._at:
            left -= len(self._buffer) - self._at
            self._at = len(self._buffer)
            if not self._fill():
                return size - left
        self._at += left
        return size

    def _fill(self) -> bool:
        """Put the next piece behind what is left of the buffer; False at the end."""
        piece = self._next()
        self._buffer = self._buffer[self._at :] + piece if self._at < len(self._buffer) else piece
        self._at = 0
        return bool(piece)

    def _next(self) -> bytes:
        """The next expanded piece, b"" at the end."""
        piece = b""
        while not piece and not self._decoder.eof and not self.damaged:
            block = self._decoder.unconsumed_tail
            if not block:
                block = self._handle.read(_BLOCK)
                self._consumed += len(block)
                if not block:
                    break
            try:
                piece = self._decoder.decompress(block, _PIECE)
            except zlib.error:
                self.damaged = True
        return piece
