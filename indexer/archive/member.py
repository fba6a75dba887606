"""One member of a compressed file as a bounded stream: a gzip member (RFC 1952) or a zstd frame (RFC 8878).

A WARC file compressed as the standards ask (WARC 1.1, annex D.2; IIPC, "Use of Zstandard in WARC") has one member a record, so that any
record can be reached by seeking; a member is therefore the unit that is read, and damage in one leaves the others alone.
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
"""Magic of the skippable frame that holds the dictionary of all frames after it, and stands first in the file."""
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18", re.DOTALL)
"""Magics of frames that hold no data (RFC 8878, 3.1.2): a dictionary, an index of the frames."""
MAGICS = (GZIP, ZSTD)
_BLOCK = 1 << 15
"""Compressed bytes read at once; most records of a news site fit into one."""
_PIECE = 1 << 16
"""Expanded bytes held at once, so that a bomb costs time but no memory."""
_WINDOW = 27
"""Logarithm of the largest zstd window: 128 MiB, the command line's own limit."""
_LARGEST_DICTIONARY = 16 << 20


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...


class Member:
    """Reads the member that begins at `offset`.

    Parameters
    ----------
    handle : BinaryIO
        The compressed file, seekable.
    offset : int
    begin_only : bool
        Read no more compressed bytes than its first line needs, `LOOK_AHEAD`: whether a record begins there is asked of many places.

    Attributes
    ----------
    damaged : bool
        Whether the compressed data turned out to be broken.
    complete : bool
        Whether the member's end was reached; only then `end` is known.
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
        """Compressed bytes that were read and have to be given to the decoder again."""
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
    """One zstd frame, with the dictionary of its file where it has one."""

    LOOK_AHEAD = 8 * _BLOCK
    """Nothing is expanded before a block of up to 128 KiB is whole."""

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
    """The member that begins at `offset`; None where the bytes there are not compressed."""
    handle.seek(offset)
    magic = handle.read(4)
    if magic.startswith(GZIP):
        return GzipMember(handle, offset, begin_only=begin_only)
    return ZstdMember(handle, offset, begin_only=begin_only) if magic == ZSTD else None


def past_skippable(handle: BinaryIO, offset: int) -> int:
    """Where the frame ends that begins at `offset`, if it is one that holds no data; else `offset`."""
    handle.seek(offset)
    head = handle.read(8)
    return offset + 8 + int.from_bytes(head[4:], "little") if len(head) == 8 and _SKIPPABLE.match(head) else offset


def _dictionary_frame(handle: BinaryIO) -> bytes:
    """What the dictionary's frame holds; b"" where the file begins with none.

    Raises
    ------
    InputError
        For a dictionary that is too large.
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
    """The dictionary, which may itself be compressed; None without one.

    Raises
    ------
    InputError
        For one that is damaged.
    """
    if not frame:
        return None
    try:
        if frame.startswith(ZSTD):
            frame = zstd.ZstdDecompressor().decompress(frame, _LARGEST_DICTIONARY)
        return zstd.ZstdDict(frame, is_raw=frame[:4] != b"\x37\xa4\x30\xec")
    except (zstd.ZstdError, ValueError) as error:
        raise InputError(f"its zstd dictionary is damaged ({error})") from error
