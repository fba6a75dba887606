"""Look-up of a URL's captures in an archive, by the indexes beside its files."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.archive import http
from indexer.archive.cdxj import Capture, captures, index_name, key_of, parse
from indexer.archive.limits import Limits
from indexer.archive.place import Place
from indexer.archive.storage import WHOLE, input_errors, listed, open_file, size_of
from indexer.archive.warc import block
from indexer.errors import InputError, PageError

_WARC = (".warc", ".warc.gz")
_NEAR = 1 << 14
"""Size of a range of an index that is read without further bisection."""


def find(place: Place, url: str) -> list[Capture]:
    """Return all captures of a URL and its equivalents (`key_of`), the oldest first.

    A file without an index (it is being written, or its writer was killed) is read completely.

    Raises
    ------
    InputError
        If the archive cannot be read.
    """
    try:
        with input_errors():
            found = {capture for name in _files(place) for capture in _in_file(name, url)}
    except OSError as error:
        raise InputError(f"{place.folder}: {error.strerror or error}") from error
    return sorted(found, key=lambda capture: (capture.timestamp, capture.file, capture.offset))


def answer_of(place: Place, capture: Capture, limits: Limits | None = None) -> http.StoredResponse:
    """Return the server's response, with decoded content.

    Raises
    ------
    InputError
        If the record cannot be read.
    """
    limits = limits or Limits()
    try:
        with input_errors(), open_file(place.path(capture.file)) as handle:
            record, data = block(handle, capture.offset, limits)
        answer = http.stored(data, record.headers.get("warc-type", "").lower(), record.headers.get("content-type", ""))
        return http.StoredResponse(answer.status, answer.headers, http.decoded_body(answer, limits.page)[0])
    except OSError as error:
        raise InputError(f"{capture.file}: {error.strerror or error}") from error
    except PageError as error:
        raise InputError(f"{capture.file}, byte {capture.offset:,}: {error}") from error


def _files(place: Place) -> list[str]:
    """Return the archive's WARC files and indexes, including spooled ones; a file's index replaces the file."""
    here = listed(str(place.spool), (*_WARC, ".cdxj")) if place.spool is not None else []
    found = {*listed(place.folder, (*_WARC, ".cdxj")), *here}
    return sorted(name for name in found if not (name.endswith(_WARC) and index_name(name) in found))


def _in_file(name: str, url: str) -> Iterator[Capture]:
    key = key_of(url)
    if name.endswith(_WARC):
        with open_file(name, WHOLE) as handle:
            short = name.rpartition("/")[2]
            yield from (capture for capture in captures(handle, short) if key_of(capture.url) == key)
        return
    for line in _lines(name, f"{key} "):
        capture = parse(line)
        if capture is not None:
            yield capture


def _lines(name: str, prefix: str) -> Iterator[str]:
    """Yield the lines of a sorted file with this prefix, found by bisection."""
    wanted = prefix.encode()
    with open_file(name) as handle:
        low, high = 0, size_of(handle)
        while high - low > _NEAR:
            middle = (low + high) // 2
            handle.seek(middle)
            handle.readline()
            line = handle.readline()
            low, high = (middle, high) if line and line < wanted else (low, middle)
        handle.seek(low)
        if low:
            handle.readline()  # the rest of an earlier line
        for line in handle:
            if line.startswith(wanted):
                yield line.decode("utf-8", "replace")
            elif line > wanted:
                return
