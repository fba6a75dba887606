"""Finishes the archive's files: writes their indexes and uploads both to the storage.

A file belongs to the process that holds its lock. An unlocked file was left by a killed process: it is finished like the others, after its
truncated last record is removed.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from indexer.archive.cdxj import Capture, captures, index_name, text_of
from indexer.archive.limits import Limits
from indexer.archive.place import Place
from indexer.archive.storage import join, send
from indexer.archive.warc import Record, records
from indexer.errors import InputError

_LOG = logging.getLogger("winnow.archive")
PATTERN = "winnow-*.warc.gz"
_ABANDONED = 86_400.0
"""Seconds after which a file of another machine counts as abandoned, because locks of other machines are not visible here."""
_MAX_FINISH_SECONDS = 10.0
"""Seconds after which no further abandoned file is finished: an exiting worker has little time, and another worker continues."""


def lock_file(out: BinaryIO, path: Path, *, without_locks: bool) -> bool:
    """Lock an open file; return whether this process now holds the lock and the file still exists.

    The system releases the lock when the file is closed or the process is killed. On file systems without locks, the result is
    `without_locks`.
    """
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return without_locks
    return path.exists()


def finish(place: Place, out: BinaryIO, path: Path, index: Iterable[Capture]) -> bool:
    """Write a file's index, close the file, and upload both; return False if that failed and must be repeated later."""
    index_path = Path(index_name(str(path)))
    with out:
        return _write_index(path, index_path, index) and (place.spool is None or _send(place, path, index_path))


def _write_index(path: Path, index_path: Path, index: Iterable[Capture]) -> bool:
    part = index_path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_text(text_of(index), "utf-8")
        part.replace(index_path)
    except OSError as error:
        _LOG.warning("%s has no index yet (%s); the next crawl writes it, and nothing is lost", path, error.strerror or error)
        with suppress(OSError):
            part.unlink()
        return False
    return True


def finish_abandoned(place: Place, host: str) -> None:
    """Finish files that killed processes of this machine left, and old ones of any machine, within a time limit."""
    until = time.monotonic() + _MAX_FINISH_SECONDS
    for path in sorted(place.written_to.glob(PATTERN)):
        if place.spool is None and os.path.exists(index_name(str(path))):
            continue
        if time.monotonic() > until:
            return
        if _may_finish(path, host):
            try:
                sent = _finish_one(place, path)
            except FileNotFoundError:
                continue  # another process has finished it
            except (OSError, InputError) as error:
                _LOG.warning("%s was abandoned by another process and cannot be finished: %s", path, error)
                continue
            if not sent:
                return


def _may_finish(path: Path, host: str) -> bool:
    try:
        return f"-{host}-" in path.name or time.time() - path.stat().st_mtime > _ABANDONED
    except FileNotFoundError:
        return False


def _finish_one(place: Place, path: Path) -> bool:
    """Finish a file if no process holds its lock; return False if it could not be uploaded."""
    with open(path, "r+b") as out:
        if not lock_file(out, path, without_locks=False):
            return True
        end = _complete_length(out)
        if not end:
            path.unlink()
            return True
        out.truncate(end)
        return finish(place, out, path, list(captures(out, path.name)))


def _complete_length(handle: BinaryIO) -> int:
    """Return the length of a file without a truncated last record."""
    end = 0
    for record in records(handle, Limits()):
        if isinstance(record, Record) and not record.cut:
            end = record.end
    return end


def _send(place: Place, path: Path, index_path: Path) -> bool:
    """Upload the file before its index, so that no index refers to a missing file."""
    try:
        send(path, join(place.folder, path.name))
        send(index_path, join(place.folder, index_path.name))
    except (OSError, InputError) as error:
        _LOG.warning("%s stays in %s: %s; it is uploaded with the next file", path.name, path.parent, error)
        return False
    path.unlink()
    index_path.unlink()
    return True
