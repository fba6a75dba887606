"""Inputs to entries: WARC files, HTML files, folders of both, standard input. Nothing is parsed and no page is held."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from indexer.archive.entry import Entry, Found
from indexer.archive.limits import Limits
from indexer.archive.member import member, past_skippable
from indexer.archive.record_pages import Run, lost, record_pages, unreadable
from indexer.archive.spool import spool
from indexer.archive.storage import is_remote, kind_of, listed, local_path, open_file, told
from indexer.archive.warc import Budget, is_compressed, is_warc
from indexer.cause import Cause
from indexer.errors import InputError, NothingToDoError
from indexer.outcome import Ending, Kind

HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".xht")
RECORD_SUFFIXES = tuple(f".{name}{packed}" for name in ("warc", "arc") for packed in ("", ".gz", ".zst"))
STDIN = "-"
_SNIFFED = 1024
"""Bytes by which a file is known."""
_STDIN_URL = "file:///dev/stdin"
_WANTED = f"expected a WARC file, an HTML file ({' '.join(HTML_SUFFIXES)}), a folder of them, or - for standard input"


def scan(
    inputs: Sequence[str], spool_folder: Path, limits: Limits | None = None, stdin: BinaryIO | None = None
) -> Iterator[Found]:
    """Every page of the inputs, in the inputs' order (`captures.select` says which count, and brings them into the order of processing).

    Parameters
    ----------
    inputs : sequence of str
        Paths, or `-`.
    spool_folder : Path
        A temporary folder that outlives the use of the entries.
    limits : Limits, optional
    stdin : BinaryIO, optional
        What `-` reads.

    Raises
    ------
    InputError
        Before the first page, if an input does not exist or is of no known kind.
    NothingToDoError
        After the last input, if none held a page.
    """
    limits = limits or Limits()
    inputs = [str(local_path(name)) if "://" in name and not is_remote(name) else name for name in inputs]
    run = Run(spool_folder, limits, Budget(limits.kept))
    for name in inputs:
        _check(name, stdin)
    seen = False
    for name in inputs:
        for found in _scan_one(name, run, stdin):
            seen = True
            yield found
    if not seen:
        raise NothingToDoError(f"no pages in {', '.join(inputs) or 'no input'}; {_WANTED}")


def _check(name: str, stdin: BinaryIO | None) -> None:
    """Refuse an input that cannot be read at all, in words that say what to do."""
    if name == STDIN:
        if stdin is None:
            raise InputError("- was given, but standard input is closed")
        return
    (_check_remote if is_remote(name) else _check_local)(name)


def _check_local(name: str) -> None:
    path = Path(name)
    if not path.exists():
        raise InputError(f"{name}: no such file or folder")
    if path.is_dir():
        if not os.access(path, os.R_OK | os.X_OK):
            raise InputError(f"{name}: the folder may not be read")
        return
    if not path.is_file():
        raise InputError(f"{name}: neither a file nor a folder; {_WANTED}")
    try:
        with open(path, "rb") as handle:
            _kind(handle, name)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror}") from error


def _check_remote(name: str) -> None:
    try:
        kind = kind_of(name)
        if kind == "file":
            with told(), open_file(name) as handle:
                _kind(handle, name)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from error
    if not kind:
        raise InputError(f"{name}: the storage has no such file or folder")


def _scan_one(name: str, run: Run, stdin: BinaryIO | None) -> Iterator[Found]:
    if name == STDIN:
        assert stdin is not None
        return _file(STDIN, str(spool(stdin, run.spool_folder, run.limits.spool, "standard input")), run, "-")
    if is_remote(name):
        return _remote(name, run)
    if os.path.isdir(name):
        return _folder(name, run)
    return _file(name, name, run, os.path.normpath(os.path.dirname(name) or "."))


def _remote(name: str, run: Run) -> Iterator[Found]:
    """A file of another storage, or all of a folder there; one that cannot be read is lost, not the others."""
    for file in listed(name, HTML_SUFFIXES + RECORD_SUFFIXES) if kind_of(name) == "folder" else [name]:
        try:
            with told():
                yield from _file(file, file, run, name)
        except OSError as error:
            yield unreadable(file, str(error.strerror or error))


def _folder(name: str, run: Run) -> Iterator[Found]:
    """HTML and WARC files of a folder and its subfolders, in the order of their paths; links are not followed."""
    site = os.path.normpath(name)
    refused: list[OSError] = []
    for folder, subfolders, files in os.walk(name, onerror=refused.append):
        subfolders.sort()
        for file in sorted(files):
            if not file.lower().endswith(HTML_SUFFIXES + RECORD_SUFFIXES):
                continue
            path = os.path.join(folder, file)
            if os.path.islink(path) or not os.path.isfile(path):
                yield lost(path, Ending(Kind.UNREADABLE, Cause.NOT_FOLLOWED))
            elif not os.access(path, os.R_OK):
                yield unreadable(path, "the file may not be read")
            else:
                yield from _file(path, path, run, site)
    for error in refused:
        yield unreadable(str(error.filename), f"folder skipped: {error.strerror}")


def _file(name: str, path: str, run: Run, site: str) -> Iterator[Found]:
    """The pages of one file, which its content, not its name, says is a WARC file."""
    with open_file(path) as handle:
        try:
            kind = _kind(handle, name)
        except InputError as error:
            yield unreadable(name, str(error))
            return
    if kind == "empty":
        yield lost(name, Ending(Kind.EMPTY, Cause.EMPTY_FILE))
    elif kind == "html":
        url = _STDIN_URL if name == STDIN else f"file:///{path.partition('://')[2]}" if is_remote(path) else Path(path).resolve().as_uri()
        yield Entry(site, url, name, "", path, 0)
    else:
        yield from record_pages(name, path, run)


def _kind(handle: BinaryIO, name: str) -> str:
    """`warc`, `html` or `empty`.

    Raises
    ------
    InputError
        For anything else.
    """
    head = handle.read(_SNIFFED)
    if not head:
        return "empty"
    if is_warc(head):
        return "warc"
    if is_compressed(head) and not name.lower().endswith(HTML_SUFFIXES):
        return _compressed_kind(handle, name, len(head))
    begins = head.lower()
    if name == STDIN or name.lower().endswith(HTML_SUFFIXES) or b"<html" in begins or b"<!doctype html" in begins:
        return "html"
    raise InputError(f"{name}: {_WANTED}")


def _compressed_kind(handle: BinaryIO, name: str, size: int) -> str:
    packed = member(handle, past_skippable(handle, 0))
    inner = packed.read(_SNIFFED) if packed is not None else b""
    if not is_warc(inner) and (inner or size == _SNIFFED):
        raise InputError(f"{name}: compressed, but not a WARC file; {_WANTED}")
    return "warc"
