"""Finishing the archive's files: writes their index and sends both to the storage.

A file belongs to the process that holds its lock. A file that no process holds was left by a killed one: its truncated
end is removed, and it is finished like the others.
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
"""Seconds after which a file of another machine counts as abandoned; locks of other machines are not visible."""
_LONGEST = 10.0
"""Seconds after which no further file is started: an exiting worker has little time, and another worker continues."""


def lock_file(out: BinaryIO, path: Path, *, without_locks: bool) -> bool:
    """Whether this process now holds the lock of an open file that still exists.

    The system releases the lock when the file is closed, however the process ends. `without_locks` is the result on file systems without
    locks.
    """
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return without_locks
    return path.exists()


def finish(place: Place, out: BinaryIO, path: Path, index: Iterable[Capture]) -> bool:
    """Write a file's index, close it, and send both; False if that failed and is to be repeated later."""
    index_path = Path(index_name(str(path)))
    with out:
        return _write_index(path, index_path, index) and (place.spool is None or _send(place, path, index_path))


def _write_index(path: Path, index_path: Path, index: Iterable[Capture]) -> bool:
    part = index_path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_text(text_of(index), "utf-8")
        part.replace(index_path)
    except OSError as error:
        _LOG.warning("%s has no index yet (%s); it is made by the next crawl, and nothing is lost", path, error.strerror or error)
        with suppress(OSError):
            part.unlink()
        return False
    return True


def finish_abandoned(place: Place, host: str) -> None:
    """Finish files left by other processes of this machine, or long ago of any machine; if there are many, some of them."""
    until = time.monotonic() + _LONGEST
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
    """Finish a file that nobody holds; False if it could not be sent."""
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
    """The length of a file without a truncated last record."""
    end = 0
    for record in records(handle, Limits()):
        if isinstance(record, Record) and not record.cut:
            end = record.end
    return end


def _send(place: Place, path: Path, index_path: Path) -> bool:
    """The file first: an index never names a missing file."""
    try:
        send(path, join(place.folder, path.name))
        send(index_path, join(place.folder, index_path.name))
    except (OSError, InputError) as error:
        _LOG.warning("%s stays in %s: %s; it is sent with the next file", path.name, path.parent, error)
        return False
    path.unlink()
    index_path.unlink()
    return True
