"""Files of an archive, on this machine or on any storage that fsspec supports (`s3://bucket/archive`, `memory://…`).

A name without a scheme, or with `file:`, is a path on this machine and is opened without fsspec. Connection and credentials of a storage
are fsspec's: s3fs reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL` and the files of the AWS command line;
fsspec also `FSSPEC_S3_…` (its documentation, "Configuration").
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import SEEK_END, UnsupportedOperation
from pathlib import Path
from typing import Any, BinaryIO, cast

from indexer.errors import InputError

_LOCAL = re.compile(r"(?:file|local)://", re.IGNORECASE)
_SCHEME = re.compile(r"(?:[a-z0-9]+::)*([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
"""Also a chain, such as `simplecache::s3://…`; a single letter is a drive."""
_WEB = frozenset({"http", "https"})
_EXTRAS = {"s3": "'winnow-news[s3]'", "s3a": "'winnow-news[s3]'", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs"}
_BUCKETS = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "az"})
_RECORD, WHOLE = 1 << 18, 4 << 20
"""Read-ahead in bytes: for one record, and for a file that is read completely; nearly all records are shorter."""


def is_remote(name: str) -> bool:
    """Return whether a name is one for fsspec rather than for this machine.

    >>> is_remote("s3://news/archive"), is_remote("/srv/news"), is_remote("file:///srv/news"), is_remote("C:/news")
    (True, False, False, False)
    """
    match = _SCHEME.match(name)
    return match is not None and not _LOCAL.match(name)


def local_path(name: str) -> Path:
    """Return the path of a name on this machine.

    >>> local_path("file:///srv/news").as_posix(), local_path("news").as_posix()
    ('/srv/news', 'news')
    """
    return Path(_LOCAL.sub("", name, count=1) if _LOCAL.match(name) else name)


def join(place: str, file: str) -> str:
    """Return the name of a file in a folder.

    >>> join("s3://news/archive/", "a.warc.gz"), join("home/archive", "a.warc.gz")
    ('s3://news/archive/a.warc.gz', 'home/archive/a.warc.gz')
    """
    return f"{place.rstrip('/')}/{file}" if is_remote(place) else str(local_path(place) / file)


def open_file(name: str, piece: int = _RECORD) -> BinaryIO:
    """Open a file for reading, with seeking.

    Raises
    ------
    OSError
        If it does not exist or cannot be reached.
    InputError
        If the kind of storage is unknown.
    """
    if not is_remote(name):
        return open(local_path(name), "rb")
    with input_errors():
        filesystem, path = _filesystem(name)
        return cast(BinaryIO, filesystem.open(path, "rb", block_size=piece, cache_type="readahead"))


def size_of(handle: BinaryIO) -> int:
    """Return the length of an open file; a local file is not moved."""
    try:
        return os.fstat(handle.fileno()).st_size
    except (UnsupportedOperation, AttributeError):
        here = handle.tell()
        size = handle.seek(0, SEEK_END)
        handle.seek(here)
        return size


def kind_of(name: str) -> str:
    """Return `file`, `folder`, or "" if it does not exist.

    Raises
    ------
    OSError, InputError
        As for `open_file`.
    """
    with input_errors():
        filesystem, path = _filesystem(name)
        return "folder" if filesystem.isdir(path) else "file" if filesystem.isfile(path) else ""


def listed(folder: str, suffixes: tuple[str, ...]) -> list[str]:
    """Return the sorted names of the files in a folder and its subfolders with one of these suffixes; none without a folder.

    Raises
    ------
    OSError, InputError
        As for `open_file`.
    """
    if not is_remote(folder):
        found = (str(path) for path in local_path(folder).rglob("*") if path.is_file() and not path.is_symlink())
        return sorted(name for name in found if name.lower().endswith(suffixes))
    with input_errors():
        filesystem, path = _filesystem(folder)
        filesystem.invalidate_cache(path)
        return sorted(filesystem.unstrip_protocol(name) for name in filesystem.find(path) if name.lower().endswith(suffixes))


def send(path: Path, name: str) -> None:
    """Copy a file of this machine to a storage; it appears there when it is complete.

    Raises
    ------
    OSError, InputError
        As for `open_file`.
    """
    with input_errors():
        filesystem, target = _filesystem(name)
        filesystem.makedirs(target.rpartition("/")[0], exist_ok=True)
        filesystem.put_file(str(path), target)


def check_storage(name: str) -> None:
    """Check that the kind of storage exists and its requirements are installed, without connecting.

    Raises
    ------
    InputError
    """
    _filesystem(name)


@contextmanager
def input_errors() -> Iterator[None]:
    """Convert the own exceptions of storage libraries to OSError."""
    try:
        yield
    except _foreign() as error:
        raise OSError(f"the storage cannot be reached: {' '.join(str(error).split())[:300]}") from error


def _foreign() -> tuple[type[Exception], ...]:
    """Return the exceptions of imported libraries that are no OSError: botocore's, without a connection or credentials."""
    botocore = sys.modules.get("botocore.exceptions")
    return () if botocore is None else (botocore.BotoCoreError, botocore.ClientError)


def _filesystem(name: str) -> tuple[Any, str]:
    """Return fsspec's file system for a name, and the name within it."""
    match = _SCHEME.match(name)
    scheme = match[1].lower() if match else "file"
    if scheme in _WEB:
        raise InputError(f"{name}: pages of the web are fetched by winnow crawl, not read as an archive")
    from fsspec.core import url_to_fs  # imported here: local files need no fsspec

    try:
        filesystem, path = url_to_fs(name)
    except ImportError as error:
        raise InputError(f"{name}: pip install {_EXTRAS.get(scheme, 'what fsspec asks for')} ({error})") from error
    except ValueError as error:
        raise InputError(f"{name}: no storage that fsspec knows ({error})") from error
    if scheme in _BUCKETS and not path.strip("/"):
        raise InputError(f"{name} names no bucket, as {scheme}://bucket/archive does")
    return filesystem, path
