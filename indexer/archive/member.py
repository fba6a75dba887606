"""One member of a compressed file as a bounded stream: a gzip member (RFC 1952) or a zstd frame (RFC 8878).

A WARC file compressed as the standards require (WARC 1.1, annex D.2; IIPC, "Use of Zstandard in WARC") has one member per record, so any
record can be reached by seeking. A member is therefore the unit of reading, and damage in one does not affect the others.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import BinaryIO, Protocol

from indexer.archive.zstd_library import zstd
from indexer.errors import InputError

GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
DICTIONARY = b"\x5d\x2a\x4d\x18"
"""Magic of the skippable frame with the dictionary of all later frames, the first frame of the file."""
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18", re.DOTALL)
"""Magics of frames without data (RFC 8878, 3.1.2): a dictionary, an index of the frames."""
MAGICS = (GZIP, ZSTD)
_BLOCK = 1 << 15
"""Number of compressed bytes per read; most records of a news site fit into one."""
_PIECE = 1 << 16
"""Number of expanded bytes in memory, so that a bomb costs time but no memory."""
_WINDOW = 27
"""Logarithm of the largest zstd window: 128 MiB, the command line's own limit."""
_LARGEST_DICTIONARY = 16 << 20


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...


class Member:
    """Reader of the member that begins at `offset`.

    Parameters
    ----------
    handle : BinaryIO
        The compressed file, seekable.
    offset : int
    begin_only : bool
        True to read at most `LOOK_AHEAD` compressed bytes, enough for its first line: many places are tested for the start of a record.

    Attributes
    ----------
    damaged : bool
        True if the compressed data is broken.
    complete : bool
        True if the member's end was reached; `end` is known only then.
    """

    LOOK_AHEAD = _BLOCK

    def __init__(self, handle: BinaryIO, offset: int, *, begin_only: bool = False) -> None:
        handle.seek(offset)
        self._most = self.LOOK_AHEAD if begin_only else -1
        self._handle = handle
        self._offset = offset
        self._consumed = 0
        self._decoder: _Decoder = self._begin()
        self._buffer = b""
        self._at = 0  # number of bytes of the buffer already returned
        self.damaged = False

    @property
    def complete(self) -> bool:
        return self._decoder.eof and not self.damaged

    @property
    def end(self) -> int:
        """Offset of the first byte after the member."""
        return self._offset + self._consumed - len(self._decoder.unused_data)

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; fewer only at the member's end."""
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
        """Return a line with its end, cut at `limit` bytes."""
        found = self._buffer.find(b"\n", self._at, self._at + limit)
        while found < 0 and len(self._buffer) - self._at < limit and self._fill():
            found = self._buffer.find(b"\n", 0, limit)
        start = self._at
        self._at = found + 1 if found >= 0 else min(start + limit, len(self._buffer))
        return self._buffer[start : self._at]

    def skip(self, size: int) -> int:
        """Skip up to `size` bytes; return how many there were."""
        left = size
        while left > len(self._buffer) - self._at:
            left -= len(self._buffer) - self._at
            self._at = len(self._buffer)
            if not self._fill():
                return size - left
        self._at += left
        return size

    def _fill(self) -> bool:
        """Append the next piece to the rest of the buffer; False at the end."""
        piece = self._next()
        self._buffer = self._buffer[self._at :] + piece if self._at < len(self._buffer) else piece
        self._at = 0
        return bool(piece)

    def _next(self) -> bytes:
        """Return the next expanded piece, b"" at the end."""
        piece = b""
        while not piece and not self._decoder.eof and not self.damaged:
            block = self._held()
            if not block and self._wants_input() and self._consumed == self._most:
                break
            if not block and self._wants_input():
                block = self._handle.read(_BLOCK)
                self._consumed += len(block)
                if not block:
                    break
            try:
                piece = self._expand(block)
            except (zlib.error, zstd.ZstdError):
                self.damaged = True
        return piece

    def _begin(self) -> _Decoder:
        raise NotImplementedError

    def _held(self) -> bytes:
        """Return compressed bytes that must be passed to the decoder again."""
        return b""

    def _wants_input(self) -> bool:
        return True

    def _expand(self, block: bytes) -> bytes:
        raise NotImplementedError


class GzipMember(Member):
    """One gzip member."""

    def _begin(self) -> _Decoder:
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
        return self._inflate

    def _held(self) -> bytes:
        return self._inflate.unconsumed_tail

    def _expand(self, block: bytes) -> bytes:
        return self._inflate.decompress(block, _PIECE)


class ZstdMember(Member):
    """One zstd frame, with the dictionary of its file, if any."""

    LOOK_AHEAD = 8 * _BLOCK
    """Number of bytes read before the first output: a block of up to 128 KiB is expanded as a unit."""

    def _begin(self) -> _Decoder:
        dictionary = _dictionary(_dictionary_frame(self._handle))
        self._handle.seek(self._offset)
        self._zstd = zstd.ZstdDecompressor(zstd_dict=dictionary, options={zstd.DecompressionParameter.window_log_max: _WINDOW})
        return self._zstd

    def _wants_input(self) -> bool:
        return self._zstd.needs_input

    def _expand(self, block: bytes) -> bytes:
        return self._zstd.decompress(block, _PIECE)


def member(handle: BinaryIO, offset: int, *, begin_only: bool = False) -> Member | None:
    """Return the member that begins at `offset`; None if the bytes there are not compressed."""
    handle.seek(offset)
    magic = handle.read(4)
    if magic.startswith(GZIP):
        return GzipMember(handle, offset, begin_only=begin_only)
    return ZstdMember(handle, offset, begin_only=begin_only) if magic == ZSTD else None


def past_skippable(handle: BinaryIO, offset: int) -> int:
    """Return the end of the frame that begins at `offset` if it is one without data; else `offset`."""
    handle.seek(offset)
    head = handle.read(8)
    return offset + 8 + int.from_bytes(head[4:], "little") if len(head) == 8 and _SKIPPABLE.match(head) else offset


def _dictionary_frame(handle: BinaryIO) -> bytes:
    """Return the content of the dictionary's frame; b"" if the file does not begin with one.

    Raises
    ------
    InputError
        If the dictionary is too large.
    """
    handle.seek(0)
    if handle.read(4) != DICTIONARY:
        return b""
    size = past_skippable(handle, 0) - 8
    if size > _LARGEST_DICTIONARY:
        raise InputError(f"its zstd dictionary has {size:,} bytes, the limit is {_LARGEST_DICTIONARY:,}")
    handle.seek(8)
    return handle.read(size)


@lru_cache(maxsize=4)
def _dictionary(frame: bytes) -> zstd.ZstdDict | None:
    """Return the dictionary, which may itself be compressed; None without one.

    Raises
    ------
    InputError
        If it is damaged.
    """
    if not frame:
        return None
    try:
        if frame.startswith(ZSTD):
            frame = zstd.ZstdDecompressor().decompress(frame, _LARGEST_DICTIONARY)
        return zstd.ZstdDict(frame, is_raw=frame[:4] != b"\x37\xa4\x30\xec")
    except (zstd.ZstdError, ValueError) as error:
        raise InputError(f"its zstd dictionary is damaged ({error})") from error
