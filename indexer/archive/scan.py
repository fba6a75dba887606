"""Inputs to entries: WARC files, HTML files, folders of both, standard input. Nothing is parsed and no page is held."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from indexer.archive import http
from indexer.archive.entry import Entry, Lost
from indexer.archive.gzip_member import MAGIC, GzipMember
from indexer.archive.limits import Limits
from indexer.archive.load import record_cut
from indexer.archive.spool import expand_whole, spool
from indexer.archive.storage import WHOLE, is_remote, kind_of, listed, local_path, open_file, told
from indexer.archive.warc import PAGE_RECORDS, Budget, Gap, NotSeekableError, Record, is_warc, records
from indexer.cause import Cause
from indexer.errors import InputError, NothingToDoError
from indexer.outcome import Ending, Kind, Outcome
from indexer.urls import site_key

HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".xht")
WARC_SUFFIXES = (".warc", ".warc.gz")
STDIN = "-"
_STDIN_URL = "file:///dev/stdin"
_WANTED = f"expected a WARC file, an HTML file ({' '.join(HTML_SUFFIXES)}), a folder of them, or - for standard input"


@dataclass(frozen=True, slots=True)
class _Run:
    """What one scan works with."""

    spool_folder: Path
    limits: Limits
    budget: Budget


def scan(
    inputs: Sequence[str], spool_folder: Path, limits: Limits | None = None, stdin: BinaryIO | None = None
) -> Iterator[Entry | Lost]:
    """Every page of the inputs, in the inputs' order (`select` brings them into the order of processing).

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
    run = _Run(spool_folder, limits, Budget(limits.kept))
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


def _scan_one(name: str, run: _Run, stdin: BinaryIO | None) -> Iterator[Entry | Lost]:
    if name == STDIN:
        assert stdin is not None
        return _file(STDIN, str(spool(stdin, run.spool_folder, run.limits.spool, "standard input")), run, "-")
    if is_remote(name):
        return _remote(name, run)
    if os.path.isdir(name):
        return _folder(name, run)
    return _file(name, name, run, os.path.normpath(os.path.dirname(name) or "."))


def _remote(name: str, run: _Run) -> Iterator[Entry | Lost]:
    """A file of another storage, or all of a folder there; one that cannot be read is lost, not the others."""
    for file in listed(name, HTML_SUFFIXES + WARC_SUFFIXES) if kind_of(name) == "folder" else [name]:
        try:
            with told():
                yield from _file(file, file, run, name)
        except OSError as error:
            yield _unreadable(file, str(error.strerror or error))


def _folder(name: str, run: _Run) -> Iterator[Entry | Lost]:
    """HTML and WARC files of a folder and its subfolders, in the order of their paths; links are not followed."""
    site = os.path.normpath(name)
    refused: list[OSError] = []
    for folder, subfolders, files in os.walk(name, onerror=refused.append):
        subfolders.sort()
        for file in sorted(files):
            if not file.lower().endswith(HTML_SUFFIXES + WARC_SUFFIXES):
                continue
            path = os.path.join(folder, file)
            if os.path.islink(path) or not os.path.isfile(path):
                yield _lost(path, Ending(Kind.UNREADABLE, Cause.NOT_FOLLOWED))
            elif not os.access(path, os.R_OK):
                yield _unreadable(path, "the file may not be read")
            else:
                yield from _file(path, path, run, site)
    for error in refused:
        yield _unreadable(str(error.filename), f"folder skipped: {error.strerror}")


def _file(name: str, path: str, run: _Run, site: str) -> Iterator[Entry | Lost]:
    """The pages of one file, which its content, not its name, says is a WARC file."""
    with open_file(path) as handle:
        try:
            kind = _kind(handle, name)
        except InputError as error:
            yield _unreadable(name, str(error))
            return
    if kind == "empty":
        yield _lost(name, Ending(Kind.EMPTY, Cause.EMPTY_FILE))
    elif kind == "html":
        url = _STDIN_URL if name == STDIN else f"file:///{path.partition('://')[2]}" if is_remote(path) else Path(path).resolve().as_uri()
        yield Entry(site, url, name, "", path, 0)
    else:
        yield from _warc(name, path, run)


def _kind(handle: BinaryIO, name: str) -> str:
    """`warc`, `html` or `empty`.

    Raises
    ------
    InputError
        For anything else.
    """
    head = handle.read(1024)
    if not head:
        return "empty"
    if head.startswith(MAGIC) and not name.lower().endswith(HTML_SUFFIXES):
        inner = GzipMember(handle, 0).read(5)
        if inner != b"WARC/" and (inner or len(head) == 1024):
            raise InputError(f"{name}: compressed, but not a WARC file; {_WANTED}")
        return "warc"
    if is_warc(head) and not head.startswith(MAGIC):
        return "warc"
    begins = head.lower()
    if name == STDIN or name.lower().endswith(HTML_SUFFIXES) or b"<html" in begins or b"<!doctype html" in begins:
        return "html"
    raise InputError(f"{name}: {_WANTED}")


def _warc(name: str, path: str, run: _Run) -> Iterator[Entry | Lost]:
    """Pages of a WARC file; one compressed as a whole is expanded first, and lost as a whole where that cannot be."""
    try:
        found = list(_pages(name, path, run))
    except NotSeekableError:
        try:
            expanded = str(expand_whole(path, run.spool_folder, run.limits.spool, name))
        except InputError as error:
            yield _lost(name, Ending(Kind.TOO_LARGE, Cause.UNREADABLE_INPUT, detail=str(error)))
            return
        found = list(_pages(name, expanded, run))
    yield from found


def _pages(name: str, path: str, run: _Run) -> Iterator[Entry | Lost]:
    with open_file(path, WHOLE) as handle:
        for item in records(handle, run.limits, run.budget):
            page = _gap(name, item) if isinstance(item, Gap) else _page(name, path, item)
            if page is not None:
                yield page


def _gap(name: str, gap: Gap) -> Lost:
    if gap.last:
        return _lost(f"{name}#@{gap.offset}", Ending(Kind.TRUNCATED, Cause.CUT_FILE, count=gap.end))
    return _lost(f"{name}#@{gap.offset}", Ending(Kind.UNREADABLE, Cause.NO_RECORD, detail=f"{gap.offset:,} to {gap.end:,}"))


def _page(name: str, path: str, record: Record) -> Entry | Lost | None:
    """A page's entry, how it ended, or None for a record that is no page's."""
    kind = record.headers.get("warc-type", "").lower()
    url = record.headers.get("warc-target-uri", "").strip("<>").replace(" ", "%20")
    if not url.lower().startswith(("http:", "https:", "file:")) or kind not in (*PAGE_RECORDS, "revisit"):
        return None
    identifier = record.headers.get("warc-record-id", "").strip("<> ") or f"@{record.offset}"
    source = f"{name}#{identifier}"
    if kind == "revisit":
        return Lost(Outcome(url, source, Ending(Kind.DUPLICATE, Cause.REVISIT)))
    if record.cut:
        return Lost(Outcome(url, source, record_cut(record)))
    status = 200 if kind == "resource" else http.status_of(record.head)
    date = record.headers.get("warc-date", "")
    kept = record if record.data is not None else None
    return Entry(site_key(url) or name, url, name, identifier, path, record.offset, date, status, kept)


def _lost(name: str, ending: Ending) -> Lost:
    return Lost(Outcome(name, name, ending))


def _unreadable(name: str, said: str) -> Lost:
    return _lost(name, Ending(Kind.UNREADABLE, Cause.UNREADABLE_INPUT, detail=said))
