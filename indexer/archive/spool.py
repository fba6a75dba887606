"""Temporary files for inputs that cannot be read in place (standard input, archives compressed as a whole)."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from indexer.archive.member import member, past_skippable
from indexer.archive.storage import WHOLE, open_file, size_of
from indexer.errors import InputError

_PIECE = 1 << 20
_RATIO = 100
_ALWAYS = 64 << 20
"""An archive may expand to 100 times its size (pages expand 5 to 20 times), or to 64 MiB; a bomb expands 1,000 times."""


def spool(stream: IO[bytes], folder: Path, limit: int, name: str) -> Path:
    """Copy a stream into `folder`.

    Raises
    ------
    InputError
        If it is longer than `limit` bytes or cannot be written.
    """
    return _write(stream.read, folder, limit, name)


def expand_whole(path: str, folder: Path, limit: int, name: str) -> Path:
    """Expand all members of a gzip or zstd file into `folder`; damage ends it early, and the scan reports the cut record.

    `limit` is lowered to the maximum plausible size.

    Raises
    ------
    InputError
        As for `spool`.
    """
    with open_file(path, WHOLE) as handle:
        size = size_of(handle)
        limit = min(limit, max(_ALWAYS, _RATIO * size))
        at = member(handle, past_skippable(handle, 0))

        def read(wanted: int) -> bytes:
            nonlocal at
            piece = at.read(wanted) if at is not None else b""
            while not piece and at is not None and at.complete and at.end < size:
                at = member(handle, past_skippable(handle, at.end))
                piece = at.read(wanted) if at is not None else b""
            return piece

        return _write(read, folder, limit, name)


def _write(read: Callable[[int], bytes], folder: Path, limit: int, name: str) -> Path:
    try:
        descriptor, path = tempfile.mkstemp(dir=folder)
        with os.fdopen(descriptor, "wb") as out:
            while piece := read(_PIECE):
                if out.tell() + len(piece) > limit:
                    raise InputError(f"{name}: over {limit:,} bytes once expanded; recompress it record by record")
                out.write(piece)
    except OSError as error:
        raise InputError(f"{name}: cannot be copied to {folder}: {error.strerror}") from error
    return Path(path)
