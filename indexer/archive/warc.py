"""WARC files (ISO 28500), and ARC files under the same interface: the places of the pages' records, and reading one record back.

Records are framed here rather than by warcio, which writes the archive: a scan must survive a damaged record, must keep
at most a piece of it, and must know the start and the completeness of each record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from indexer.archive import arc
from indexer.archive.limits import Limits
from indexer.archive.member import DICTIONARY, GZIP, MAGICS, ZSTD, Member, member, past_skippable
from indexer.archive.storage import size_of
from indexer.errors import InputError

PAGE_RECORDS = ("response", "resource")
"""Types of records that contain pages."""
_LARGEST_KEPT = 1 << 20
"""Size in bytes of the largest block that a scan keeps."""
_VERSION = b"WARC/"
_MARK = b"\xef\xbb\xbf"
"""A byte order mark, which editors add to a file."""
_RECORD = re.compile(rb"\nWARC/\d+\.\d+[ \t]*\r?\nWARC-", re.IGNORECASE)
_VERSION_LINE = re.compile(rb"WARC/\d+\.\d+[ \t]*\r?\n?")
_REPEATED = ("warc-concurrent-to",)
"""Fields that a record may repeat, joined by newlines; of other fields the last counts."""
_PEEK = 1 << 14
"""Size in bytes of a block's beginning that a scan keeps: enough for the HTTP headers of nearly all responses."""
_TAIL = 64
"""Size in bytes of its end, which contains the last chunk of a chunked response."""
_SMALLEST = 12
"""Minimum length in bytes of a line that may begin an ARC record."""
_WINDOW = 1 << 16
_FIRST_WINDOW = 1 << 9
"""Number of bytes searched for the next record: few at first, because it is usually near, and twice as many each time."""
_APART = 32
"""Minimum distance in bytes between tested compression marks: fewer bytes contain no record, and each test costs a decoder."""
_LONGEST_LINE = 1 << 13
_PADDING = 1 << 20
"""Maximum number of bytes skipped after a record within its gzip member; more means that the member is no record's."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record's headers (names in lower case), its place, and the available length of its block.

    `head` and `tail` are the beginning and the end of its block; `data` is the whole block if it was within the scan's budget, else None.
    """

    offset: int
    end: int
    headers: Mapping[str, str]
    length: int
    present: int
    head: bytes
    tail: bytes = b""
    data: bytes | None = None

    @property
    def cut(self) -> bool:
        return self.present < self.length


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes without a readable record; `last` if nothing follows."""

    offset: int
    end: int
    last: bool


class NotSeekableError(InputError):
    """A compressed member contains several records: the file must be expanded before records can be read by offset."""


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...
    def readline(self, limit: int, /) -> bytes: ...
    def skip(self, size: int, /) -> int: ...


class _Plain:
    """An uncompressed file from `offset`, with the interface of a compressed member."""

    def __init__(self, handle: BinaryIO, offset: int) -> None:
        handle.seek(offset)
        self._handle = handle
        self.read = handle.read
        self.readline = handle.readline

    def skip(self, size: int) -> int:
        here = self._handle.tell()
        there = min(here + size, size_of(self._handle))
        self._handle.seek(max(there, here))
        return max(there - here, 0)


def is_warc(head: bytes) -> bool:
    """Return whether a plain WARC or ARC file begins like this.

    >>> is_warc(b"WARC/1.1\\r\\n"), is_warc(b"filedesc://a.arc 0.0.0.0 20010203040506 text/plain 76\\n"), is_warc(b"<html>")
    (True, True, False)
    """
    begin = head.removeprefix(_MARK).lstrip(b"\r\n")
    return begin.startswith((_VERSION, arc.HEAD)) or arc.header(begin.partition(b"\n")[0] + b"\n") is not None


def holds_record(head: bytes) -> bool:
    r"""Return whether the beginning of a file, whose first bytes are damaged, contains the start of a record.

    >>> holds_record(b"lost bytes\r\nWARC/1.0\r\nWARC-Type: response\r\n"), holds_record(b"we read WARC/1.0 files")
    (True, False)
    """
    return _RECORD.search(head) is not None


def is_compressed(head: bytes) -> bool:
    """Return whether a file that begins like this has a compression of WARC files.

    >>> is_compressed(GZIP), is_compressed(ZSTD), is_compressed(b"WARC/1.1")
    (True, True, False)
    """
    return head.startswith((*MAGICS, DICTIONARY))


class Budget:
    """Bytes of blocks that a scan may still keep, so that small archives are not read twice."""

    def __init__(self, left: int) -> None:
        self._left = left

    def take(self, size: int) -> bool:
        """Return whether a block of this size may be kept, and count it if so.

        >>> budget = Budget(10)
        >>> budget.take(8), budget.take(8), budget.take(2)
        (True, False, True)
        """
        if size > min(self._left, _LARGEST_KEPT):
            return False
        self._left -= size
        return True


def records(handle: BinaryIO, limits: Limits, budget: Budget | None = None) -> Iterator[Record | Gap]:
    """Yield all records of a file in order, and the gaps between them if it is damaged.

    Parameters
    ----------
    budget : Budget, optional
        For the blocks of records that may be pages; none is kept by default.

    Raises
    ------
    NotSeekableError
        If a compressed record shares its member with the next.
    """
    size = size_of(handle)
    budget = budget or Budget(0)
    handle.seek(0)
    offset, unread = len(_MARK) if handle.read(len(_MARK)) == _MARK else 0, -1
    while (offset := past_skippable(handle, offset)) < size:
        record = _frame(handle, offset, limits, budget)
        if record is None:
            unread = offset if unread < 0 else unread
            offset = _resync(handle, offset + 1, size)
            continue
        if unread >= 0:
            yield Gap(unread, offset, last=False)
            unread = -1
        yield record
        offset = _resync(handle, offset + 1, size) if record.cut else record.end
    if unread >= 0:
        yield Gap(unread, size, last=True)


def block(handle: BinaryIO, offset: int, limits: Limits) -> tuple[Record, bytes]:
    """Return the record at `offset` and its block, read up to the limits of page and headers.

    Raises
    ------
    InputError
        If no record begins there: the file has changed since it was scanned.
    """
    stream = _open(handle, offset)
    headers = _headers(stream, limits.headers)
    if headers is None:
        raise InputError(f"no WARC record at offset {offset}: the file has changed since it was scanned")
    length = _length(headers)
    wanted = min(length, limits.page + limits.headers + 1)
    data = stream.read(wanted)
    present = length if len(data) == wanted else len(data)
    return Record(offset, 0, headers, length, present, b""), data


def _open(handle: BinaryIO, offset: int) -> Member | _Plain:
    return member(handle, offset) or _Plain(handle, offset)


def _frame(handle: BinaryIO, offset: int, limits: Limits, budget: Budget) -> Record | None:
    """Return the record at `offset`, or None if it is unreadable."""
    stream = _open(handle, offset)
    headers = _headers(stream, limits.headers)
    if headers is None or (length := _length(headers)) < 0:
        return None
    data: bytes | None
    if headers.get("warc-type", "").lower() in PAGE_RECORDS and budget.take(length):
        data = stream.read(length)
        head, tail, present = data[:_PEEK], data[-_TAIL:], len(data)
    else:
        data = None
        head = stream.read(min(_PEEK, length))
        between = stream.skip(max(length - len(head) - _TAIL, 0))
        rest = stream.read(min(length - len(head) - between, _TAIL))  # a missing end is not requested
        tail, present = (head + rest)[-_TAIL:] if not between else rest, len(head) + between + len(rest)
    if isinstance(stream, _Plain):
        return Record(offset, _after_blank(handle), headers, length, present, head, tail, data)
    if _another(stream):
        raise NotSeekableError("several records share one compressed member")
    stream.skip(_PADDING)
    if not stream.complete:
        present = min(present, length - 1)  # the member's checksum is missing, so its bytes cannot be trusted
    return Record(offset, stream.end, headers, length, present, head, tail, data)


def _another(stream: Member) -> bool:
    """Return whether a record follows within the member."""
    line = stream.readline(_WINDOW)
    while line and not line.strip():
        line = stream.readline(_WINDOW)
    return line.startswith(_VERSION[:4]) or (len(line) >= _SMALLEST and arc.header(line) is not None)


def _after_blank(handle: BinaryIO) -> int:
    """Return the offset of the next record; the number of line ends after a block varies."""
    at = handle.tell()
    rest = handle.read(64)
    return at + len(rest) - len(rest.lstrip(b"\r\n"))


def _headers(stream: _Stream, limit: int) -> dict[str, str] | None:
    """Return a record's named fields; None if no record begins, or its header is cut or endless."""
    line = stream.readline(limit)
    while line in (b"\r\n", b"\n"):
        line = stream.readline(limit)
    if not _VERSION_LINE.fullmatch(line):
        return arc.header(line)
    fields: dict[str, list[str]] = {}
    name, left = "", limit
    while (line := stream.readline(left)).endswith(b"\n"):
        left -= len(line)
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if not text:
            return {name: "".join(parts) for name, parts in fields.items()}
        if left <= 0 or _VERSION_LINE.fullmatch(line):  # another record: it is read in its own turn
            break
        if text[0] in " \t" and name:
            fields[name] += (" ", text.strip())
        else:
            name, _, value = text.partition(":")
            name = name.strip().lower()
            fields[name] = [*fields[name], "\n", value.strip()] if name in _REPEATED and name in fields else [value.strip()]
    return None


def _length(headers: Mapping[str, str]) -> int:
    """Return Content-Length, or -1 if it is missing or implausible."""
    text = headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1


def _resync(handle: BinaryIO, offset: int, size: int) -> int:
    """Return the offset of the next apparent record, or `size`."""
    handle.seek(offset)
    tail, width = b"", _FIRST_WINDOW
    while piece := handle.read(width):
        width = min(2 * width, _WINDOW)
        window = tail + piece
        start = handle.tell() - len(window)
        for mark, lead in ((GZIP, 0), (ZSTD, 0), (b"\nWARC/1.", 1), (b"\nhttp", 1)):
            at = window.find(mark)
            while at >= 0:
                if _begins(handle, start + at + lead):
                    return start + at + lead
                at = window.find(mark, at + (_APART if lead == 0 else 1))
        handle.seek(start + len(window))
        tail = window[-8:]
    return size


def _begins(handle: BinaryIO, offset: int) -> bool:
    """Return whether a record begins at `offset`."""
    line = (member(handle, offset, begin_only=True) or _Plain(handle, offset)).readline(_LONGEST_LINE)
    return _VERSION_LINE.fullmatch(line) is not None or arc.header(line) is not None
