"""Scan of the inputs to entries: web archives, saved pages, folders of both, standard input. No page is parsed or kept."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import BinaryIO

from indexer.archive.entry import Entry, Found
from indexer.archive.file_form import (
    HTML_SUFFIXES,
    PACKED_SUFFIXES,
    RECORD_SUFFIXES,
    SNIFFED,
    STDIN,
    WANTED,
    Form,
    NoPageError,
    form_of,
    line,
)
from indexer.archive.limits import Limits
from indexer.archive.mhtml import saved_page
from indexer.archive.record_pages import Run, lost, record_pages, unreadable
from indexer.archive.saved_url import marked_url, placed_url
from indexer.archive.spool import expand_whole, spool
from indexer.archive.storage import WHOLE, input_errors, is_remote, kind_of, listed, local_path, open_file
from indexer.archive.warc import Budget, is_compressed
from indexer.archive.zip_members import zip_members
from indexer.capture_time import iso
from indexer.cause import Cause
from indexer.errors import InputError, NothingToDoError
from indexer.outcome import Ending, Kind
from indexer.urls import has_authority_over, site_key

_STDIN_URL = "file:///dev/stdin"
_BESIDE = (".cdxj", ".cdx", ".cdx.gz", ".idx")
"""Indexes of archives, which are beside them and contain no page."""
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class _File:
    """A file to read.

    Parameters
    ----------
    name : str
        As the user named it, or its name within what the user named.
    path : str
        The path to open.
    site : str
        The site of its pages if they have no host.
    place : str
        Path relative to the given folder.
    """

    name: str
    path: str
    site: str
    place: str


@dataclass(slots=True)
class _Scan:
    """Context of one scan, and counts of the files that it skips."""

    run: Run
    base_url: str
    passed: Counter[str] = field(default_factory=Counter)


def scan(
    inputs: Sequence[str],
    spool_folder: Path,
    limits: Limits | None = None,
    stdin: BinaryIO | None = None,
    *,
    base_url: str = "",
    notice: Callable[[str], None] | None = None,
) -> Iterator[Found]:
    """Yield every page of the inputs, in the inputs' order (`captures.select` chooses and orders them).

    Parameters
    ----------
    inputs : sequence of str
        Paths, or `-`.
    spool_folder : Path
        A temporary folder that exists as long as the entries are used.
    limits : Limits, optional
    stdin : BinaryIO, optional
        The stream for `-`.
    base_url : str
        URL of the saved folder: files get URLs below it, or their marked URLs if these are of the same site.
    notice : callable or None
        Called with a line for each input with pages of which other files were skipped.

    Raises
    ------
    InputError
        Before the first page, if an input does not exist or has an unknown form.
    NothingToDoError
        After the last input, if none contains a page.
    """
    limits = limits or Limits()
    inputs = [str(local_path(name)) if "://" in name and not is_remote(name) else name for name in inputs]
    run = Run(spool_folder, limits, Budget(limits.kept))
    for name in inputs:
        _check(name, stdin, limits)
    seen = False
    for name in inputs:
        scanning = _Scan(run, base_url)
        for found in _scan_one(name, scanning, stdin):
            seen = True
            yield found
        if seen and scanning.passed and notice is not None:
            notice(f"{name}: {_passed(scanning.passed)}")
    if not seen:
        raise NothingToDoError(f"no pages in {', '.join(inputs) or 'no input'}; {WANTED}")


def _passed(passed: Counter[str]) -> str:
    """Return the number of skipped files, the most frequent kinds first."""
    named = sorted(passed.items(), key=lambda item: (-item[1], item[0]))
    shown = ", ".join(f"{number} {suffix}" for suffix, number in named[:_MOST_NAMED])
    more = f" and {len(named) - _MOST_NAMED} other kinds" if len(named) > _MOST_NAMED else ""
    return f"files passed over, as they hold no page: {shown}{more}"


def _check(name: str, stdin: BinaryIO | None, limits: Limits) -> None:
    """Reject an unreadable input with a message that states the remedy."""
    if name == STDIN:
        if stdin is None:
            raise InputError("- was given, but standard input is closed")
        return
    (_check_remote if is_remote(name) else _check_local)(name, limits)


def _check_local(name: str, limits: Limits) -> None:
    path = Path(name)
    if not path.exists():
        raise InputError(f"{name}: no such file or folder")
    if path.is_dir():
        if not os.access(path, os.R_OK | os.X_OK):
            raise InputError(f"{name}: the folder may not be read")
        return
    if not path.is_file():
        raise InputError(f"{name}: neither a file nor a folder; {WANTED}")
    try:
        with open(path, "rb") as handle:
            form_of(handle, name, limits.page)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror}") from error


def _check_remote(name: str, limits: Limits) -> None:
    try:
        kind = kind_of(name)
        if kind == "file":
            with input_errors(), open_file(name) as handle:
                form_of(handle, name, limits.page)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from error
    if not kind:
        raise InputError(f"{name}: the storage has no such file or folder")


def _scan_one(name: str, scanning: _Scan, stdin: BinaryIO | None) -> Iterator[Found]:
    if name == STDIN:
        assert stdin is not None
        path = spool(stdin, scanning.run.spool_folder, scanning.run.limits.spool, "standard input")
        return _file(_File(STDIN, str(path), "-", ""), scanning)
    if is_remote(name):
        return _remote(name, scanning)
    if os.path.isdir(name):
        return _folder(name, scanning)
    return _file(_File(name, name, os.path.normpath(os.path.dirname(name) or "."), os.path.basename(name)), scanning)


def _remote(name: str, scanning: _Scan) -> Iterator[Found]:
    """Yield a file of another storage, or a folder's files with matching names; an unreadable one does not affect the others."""
    suffixes = HTML_SUFFIXES + RECORD_SUFFIXES + PACKED_SUFFIXES
    for file in listed(name, suffixes) if kind_of(name) == "folder" else [name]:
        try:
            with input_errors():
                yield from _file(_File(file, file, name, file.removeprefix(name).strip("/")), scanning)
        except OSError as error:
            yield unreadable(file, str(error.strerror or error))


def _folder(name: str, scanning: _Scan) -> Iterator[Found]:
    """Yield the files of a folder and its subfolders, with any name, in the order of their paths; links are not followed."""
    site = os.path.normpath(name)
    refused: list[OSError] = []
    for folder, subfolders, files in os.walk(name, onerror=refused.append):
        subfolders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            if file.lower().endswith(_BESIDE):
                continue
            yield from _in_folder(_File(path, path, site, os.path.relpath(path, name)), scanning)
    for error in refused:
        yield unreadable(str(error.filename), f"folder skipped: {error.strerror}")


def _in_folder(file: _File, scanning: _Scan) -> Iterator[Found]:
    """Yield the pages of a file that the user did not name; one without pages is skipped and counted."""
    may_hold_pages = file.path.lower().endswith(HTML_SUFFIXES + RECORD_SUFFIXES + PACKED_SUFFIXES)
    if os.path.islink(file.path) or not os.path.isfile(file.path):
        if may_hold_pages:
            yield lost(file.name, Ending(Kind.UNREADABLE, Cause.NOT_FOLLOWED))
        return
    if not os.access(file.path, os.R_OK):
        yield unreadable(file.name, "the file may not be read")
        return
    if not may_hold_pages and not os.path.getsize(file.path):
        return
    yield from _file(file, scanning)


def _file(file: _File, scanning: _Scan) -> Iterator[Found]:
    """Yield the pages of one file, whose form is detected from its content."""
    with open_file(file.path) as handle:
        try:
            form = form_of(handle, file.name, scanning.run.limits.page)
        except NoPageError as error:
            if file.name.lower().endswith(HTML_SUFFIXES + RECORD_SUFFIXES + PACKED_SUFFIXES):
                yield unreadable(file.name, str(error))
            else:
                scanning.passed[_kind_of_name(file.name)] += 1
            return
        except InputError as error:
            yield unreadable(file.name, str(error))
            return
    yield from _of_form(form, file, scanning)


def _kind_of_name(name: str) -> str:
    path = PurePath(name)
    return path.suffix.lower() if path.suffix and len(path.suffix) <= _MOST_NAMED and path.suffix[1:].isalnum() else path.name


def _of_form(form: Form, file: _File, scanning: _Scan) -> Iterator[Found]:
    if form is Form.EMPTY:
        yield lost(file.name, Ending(Kind.EMPTY, Cause.EMPTY_FILE))
    elif form is Form.PAGE:
        yield _page(file, scanning.base_url)
    elif form is Form.MHTML:
        yield _saved_message(file, scanning)
    elif form is Form.LINES:
        yield from _lines(file, scanning.run)
    elif form is Form.ZIP:
        yield from _zip(file, scanning)
    else:
        yield from record_pages(file.name, file.path, scanning.run)


def _saved_message(file: _File, scanning: _Scan) -> Found:
    try:
        with open_file(file.path) as handle:
            saved = saved_page(handle, file.name, scanning.run.limits.page, scanning.run.spool_folder)
    except InputError as error:
        return unreadable(file.name, str(error))
    return _entry(replace(file, path=str(saved.path)), scanning.base_url, saved.url)


def _page(file: _File, base_url: str) -> Entry:
    with open_file(file.path) as handle:
        return _entry(file, base_url, marked_url(handle.read(SNIFFED)) if base_url else "")


def _entry(file: _File, base_url: str, marked: str) -> Entry:
    """Return a page saved as a file; its mark may be forged, so it is trusted only for the given site."""
    url = marked if base_url else ""
    if base_url and not has_authority_over(base_url, url):
        url = placed_url(base_url, file.place) if file.place else ""
    return Entry(file.site, url or _file_url(file), file.name, "", file.path, 0)


def _file_url(file: _File) -> str:
    if file.name == STDIN:
        return _STDIN_URL
    return f"file:///{file.name.partition('://')[2]}" if is_remote(file.name) else Path(file.name).resolve().as_uri()


def _lines(file: _File, run: Run) -> Iterator[Found]:
    """Yield the pages of JSON Lines; an invalid line is a loss."""
    path, longest = file.path, run.limits.page + run.limits.headers
    with open_file(path) as handle:
        compressed = is_compressed(handle.read(SNIFFED))
    if compressed:
        path = str(expand_whole(path, run.spool_folder, run.limits.spool, file.name))
    with open_file(path, WHOLE) as handle:
        number, offset = 0, 0
        while text := handle.readline(longest):
            number += 1
            fields = line(text) if text.strip() else {}
            name = f"line {number}"
            if fields:
                site = site_key(fields["url"]) or file.site
                yield Entry(site, fields["url"], file.name, name, path, offset, date=iso(fields.get("date", "")), is_line=True)
            elif fields is None:
                yield unreadable(f"{file.name}#{name}", "no JSON object with url and html, or one that is too long")
            offset = handle.tell()


def _zip(file: _File, scanning: _Scan) -> Iterator[Found]:
    run = scanning.run
    with open_file(file.path) as handle:
        try:
            for member in zip_members(handle, file.name, run.spool_folder, run.limits):
                inner = _File(f"{file.name}/{member.name}", str(member.path), file.site, member.name)
                if member.problem:
                    yield unreadable(inner.name, member.problem)
                elif member.form is Form.EMPTY:
                    scanning.passed[_kind_of_name(member.name)] += 1
                else:
                    yield from _of_form(member.form, inner, scanning)
        except InputError as error:
            yield unreadable(file.name, str(error))
