"""The page archive: every response, stored once in WARC 1.1 files.

A record is composed in memory and appended in one write, as a gzip member of its own, so that a killed writer leaves at most one truncated
record at the end of its file. Each writer has its own locked file with a unique name. A full file gets its index (CDXJ), and the writer
begins another. Remote storages cannot append, so their files are written on this machine and uploaded when they are full or a minute old.
The next writer on the machine finishes the files of a killed writer.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from indexer.archive.cdxj import Capture
from indexer.archive.place import Place
from indexer.archive.storage import check_storage
from indexer.errors import ArchiveError
from indexer.outcome import Ending, Kind
from workers.archive.files import finish, finish_abandoned, lock_file
from workers.archive.originals import Original
from workers.archive.records import ComposedRecords, metadata_record, response_records, revisit_records, warcinfo_record
from workers.fetch.fetcher import Response

_ROTATE, _ROTATE_SENT = 1 << 30, 64 << 20
"""Bytes after which a new file begins; fewer for a remote storage, where a file can be read only after its upload."""
_MAX_AGE = 60.0
"""Seconds after which a file is uploaded even if it is not full."""
_LASTING = frozenset({Kind.NOT_HTML, Kind.TOO_LARGE, Kind.UNREADABLE})
"""Outcomes without a page that another request is unlikely to change."""
_HOST = re.sub(r"[^a-z0-9]+", "-", socket.gethostname().lower())[:40].strip("-") or "host"
_MIN_FREE_BYTES = 32 << 20
"""Minimum free bytes of the disk: room for the largest responses of several processes."""


class PageStore:
    """Writes captures to an archive.

    Parameters
    ----------
    place : Place or Path
        The archive; its folder is created if missing.
    software : str
        The program's name in the `warcinfo` record.
    now : callable
        Returns the current time.
    rotate : int or None
        Bytes after which a new file begins.
    oldest : float
        Seconds after which a file for a remote storage is uploaded.

    Attributes
    ----------
    place : Place
        The archive.
    written : list of Path
        The files that this writer has begun on this machine.

    Raises
    ------
    InputError
        If the storage is unknown, or its library is not installed.

    Notes
    -----
    Thread-safe.
    """

    def __init__(
        self, place: Place | Path, software: str, now: Callable[[], datetime], rotate: int | None = None, oldest: float = _MAX_AGE
    ) -> None:
        self.place = place if isinstance(place, Place) else Place(str(place))
        self._software = software
        self._now = now
        self._rotate = rotate or (_ROTATE if self.place.spool is None else _ROTATE_SENT)
        self._oldest = oldest
        if self.place.spool is not None:
            check_storage(self.place.folder)
        self._lock = threading.RLock()
        self._timer: threading.Timer | None = None
        self._sender: threading.Thread | None = None
        self._out: BinaryIO | None = None
        self._index: list[Capture] = []
        self._files = 0
        self.written: list[Path] = []

    def __enter__(self) -> PageStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Finish the current file and those of killed writers; the next record begins another file."""
        done = self._end_file()
        if self._sender is not None:
            self._sender.join()
        if done:  # else the storage is unavailable, which was just logged
            finish_abandoned(self.place, _HOST)

    def keep(self, response: Response, at: datetime | None = None) -> str:
        """Append a response with its request, dated `at` (None for now); return its place as `file:offset`."""
        return self._append(response_records(response, at or self._now()))

    def keep_revisit(self, response: Response, original: Original | None = None, at: datetime | None = None) -> None:
        """Append a revisit record for a page that is unchanged since `original` (None if unknown), dated `at` (None for now)."""
        self._append(revisit_records(response, at or self._now(), original))

    def keep_failure(self, url: str, ending: Ending) -> None:
        """Append a metadata record for a URL that has no page, unless another request may change that."""
        if ending.kind in _LASTING:
            self._append(metadata_record(url, ending, self._now()))

    def keep_judgement(self, url: str, ending: Ending, at: datetime) -> None:
        """Append a judgement of the capture dated `at`, so that an index rebuilt from the archive agrees with it."""
        self._append(metadata_record(url, ending, at, self._now()))

    def _append(self, records: ComposedRecords) -> str:
        """Append records; return their place.

        Raises
        ------
        ArchiveError
            If there is no space, or the folder is gone; then no part of the records is stored.
        """
        try:
            return self._appended(records)
        except OSError as error:
            raise ArchiveError(
                f"the archive in {self.place.written_to} cannot be written: {error.strerror or error}: the current response is lost "
                "and will be requested again, earlier ones are kept; free space or change the permissions, and repeat the command"
            ) from error

    def _appended(self, records: ComposedRecords) -> str:
        with self._lock:
            self._check()
            if self._out is not None and self._out.tell() + len(records.data) > self._rotate:
                self._end_file(wait=False)
            if self._out is None:
                self._out = self._begin()
            name, offset = self.written[-1].name, self._out.tell()
            _write(self._out, records.data)
            if records.capture is not None:
                self._index.append(replace(records.capture, file=name, offset=offset))
            return f"{name}:{offset}"

    def _check(self) -> None:
        """Check that the current file was not removed.

        Raises
        ------
        ArchiveError
        """
        if self._out is None or os.fstat(self._out.fileno()).st_nlink:
            return
        self._out.close()
        self._out = None
        raise ArchiveError(
            f"{self.written[-1]} was removed while it was written: {len(self._index):,} responses in it are lost; run the same "
            "command twice: the first run finds what is missing, the second fetches it again"
        )

    def _begin(self) -> BinaryIO:
        """Begin a file with a unique name and a `warcinfo` record."""
        folder = self.place.written_to
        folder.mkdir(parents=True, exist_ok=True)
        if not self._files and self.place.spool is not None:
            finish_abandoned(self.place, _HOST)
        while True:
            writer = f"{_HOST}-{os.getpid()}-{self._files:05d}-{secrets.token_hex(4)}"
            name = f"winnow-{self._now():%Y%m%d%H%M%S}-{writer}.warc.gz"
            self._files += 1
            try:
                out = open(folder / name, "xb", buffering=0)  # noqa: SIM115 - closed by `finish`
            except FileExistsError:
                continue
            if not lock_file(out, folder / name, without_locks=True):
                out.close()
                continue
            self.written.append(folder / name)
            self._index = []
            _write(out, warcinfo_record(name, self._software).data)
            if self.place.spool is not None:
                self._timer = threading.Timer(self._oldest, self._end_file)
                self._timer.daemon = True
                self._timer.start()
            return out

    def _end_file(self, *, wait: bool = True) -> bool:
        """Index and upload the current file; return False if that failed, in which case the next upload includes it."""
        with self._lock:
            out, self._out = self._out, None
            path, index = (self.written[-1], self._index) if out is not None else (None, [])
            if self._timer is not None:
                self._timer.cancel()
        if out is None or path is None:
            return True
        if wait or self.place.spool is None:
            return finish(self.place, out, path, index)
        self._sender = threading.Thread(target=finish, args=(self.place, out, path, index))
        self._sender.start()
        return True


def _write(out: BinaryIO, data: bytes) -> None:
    """Append a record completely, or not at all if the disk is full."""
    begin, left = out.tell(), memoryview(data)
    try:
        while left:
            left = left[out.write(left) :]
    except OSError:
        out.truncate(begin)
        out.seek(begin)
        raise


def check_room(place: Place) -> None:
    """Check that new files can be written and the disk is not full.

    Raises
    ------
    ArchiveError
        If they cannot; the message states the free space.
    """
    folder = place.written_to.absolute()
    while not folder.exists():
        folder = folder.parent
    try:
        found = os.statvfs(folder)
    except OSError as error:
        raise ArchiveError(f"the archive in {place.written_to} cannot be written: {error.strerror}; nothing is fetched") from error
    free = 0 if found.f_flag & os.ST_RDONLY else found.f_bavail * found.f_frsize
    if free < _MIN_FREE_BYTES:
        words = f"{free >> 20:,} MiB are free, {_MIN_FREE_BYTES >> 20} MiB are needed; nothing is fetched until then"
        raise ArchiveError(f"the archive in {place.written_to} cannot be written: {words}")
