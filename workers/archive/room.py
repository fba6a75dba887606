"""Whether the archive has room for an answer: looked at before it is asked for, so that no page is fetched in vain."""

from __future__ import annotations

import os

from indexer.archive.place import Place
from indexer.errors import ArchiveError

_LEAST = 32 << 20
"""Bytes: the largest answer that is kept, for some processes at a time."""


def check_room(place: Place) -> None:
    """Make sure that the file system of an archive's new files may be written to and is not full.

    Raises
    ------
    ArchiveError
        Says how much room there is.
    """
    folder = place.written_to.absolute()
    while not folder.exists():
        folder = folder.parent
    try:
        found = os.statvfs(folder)
    except OSError as error:
        raise ArchiveError(f"the archive in {place.written_to} cannot be written: {error.strerror}; nothing is fetched") from error
    free = 0 if found.f_flag & os.ST_RDONLY else found.f_bavail * found.f_frsize
    if free < _LEAST:
        words = f"{free >> 20:,} MiB are free, {_LEAST >> 20} have to be; nothing is fetched until then"
        raise ArchiveError(f"the archive in {place.written_to} cannot be written: {words}")
