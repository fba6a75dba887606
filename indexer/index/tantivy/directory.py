"""Directory of one tantivy index, opened only if its documents were made with this program's settings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tantivy

from indexer.errors import EngineError, EngineLockedError
from indexer.index.tantivy.store import STAMP, register, schema

WRITER_HEAP = 50_000_000
"""Memory budget of a writer in bytes, after which it writes a segment; four arms are written at once."""

_STAMP_FILE = "winnow.json"


def is_index(directory: Path) -> bool:
    """Return whether the directory has an index."""
    return (directory / "meta.json").exists()


def commit_token(directory: Path) -> tuple[int, int]:
    """Return a token that changes with every commit of any process.

    Raises
    ------
    EngineError
        If there is no index.
    """
    try:
        status = (directory / "meta.json").stat()
    except OSError as error:
        msg = f"no index in {directory}: run `winnow index` first, or name another --home"
        raise EngineError(msg) from error
    return status.st_mtime_ns, status.st_ino


def open_index(directory: Path) -> tantivy.Index:
    """Open an index, or create an empty one.

    Raises
    ------
    EngineError
        If it was made with other settings or cannot be read.
    """
    _check_stamp(directory)
    try:
        return register(tantivy.Index(schema(), path=str(directory)))
    except ValueError as error:
        helps = _helps(str(error), "remove it and run `winnow index` again")
        raise EngineError(f"cannot open {directory} ({error}): {helps}") from error


def open_writer(index: tantivy.Index, directory: Path) -> tantivy.IndexWriter:
    """Open the only writer of an index; a killed process leaves no lock.

    Raises
    ------
    EngineLockedError
        If another process has it.
    """
    try:
        return index.writer(WRITER_HEAP, num_threads=1)
    except ValueError as error:
        if "LockBusy" not in str(error):
            raise EngineError(f"cannot write to {directory}: {error}: {_helps(str(error), 'may this user write there?')}") from error
        msg = f"another process is writing to {directory}: wait for it to end, or name another --home"
        raise EngineLockedError(msg) from error


@contextmanager
def writing(directory: Path) -> Iterator[None]:
    """Translate tantivy's exceptions during writes to EngineErrors.

    Raises
    ------
    EngineError
    """
    try:
        yield
    except ValueError as error:
        helps = _helps(str(error), "is its disk full, or was it removed?")
        msg = f"cannot write to {directory}: {error}: {helps}; what was committed before stays, and the same command completes it"
        raise EngineError(msg) from error


def _helps(message: str, otherwise: str) -> str:
    """Return advice for an error of tantivy, so that people do not remove an intact index."""
    if "PermissionDenied" in message or "Permission denied" in message:
        return "this user must be allowed to write there, also to search"
    return "make room on its disk" if "No space left" in message or "File too large" in message else otherwise


def _check_stamp(directory: Path) -> None:
    """Compare the settings of an index with those of this program; stamp a new index."""
    path = directory / _STAMP_FILE
    if not path.exists() and not is_index(directory):
        _write_stamp(path)
    elif not path.exists() or _stamp(path) != STAMP:
        msg = (
            f"the index in {directory} was made with another analyser or other weights and would miss words: remove the"
            " directory and run `winnow index` again, or name another --home"
        )
        raise EngineError(msg)


def _write_stamp(path: Path) -> None:
    """Write the stamp before the first commit, so that every index has one."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(json.dumps(STAMP), "utf-8")
        unfinished.replace(path)
    except OSError as error:
        msg = f"cannot write to {path.parent}: {error.strerror}"
        raise EngineError(msg) from error


def _stamp(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError:
        return None
