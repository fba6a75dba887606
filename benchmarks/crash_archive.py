"""Checks that an archive is intact after a crash: Winnow, warcio and Python's gzip read it, and its indexes must match its records."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from indexer.archive.cdxj import captures, index_name, parse, text_of
from indexer.archive.limits import Limits
from indexer.archive.warc import Record, records

_CHUNK_SIZE = 1 << 20


@dataclass
class ArchiveContents:
    """The contents of an archive.

    Parameters
    ----------
    files, records : int
    responses : Counter of str
        Number of response records by URL.
    positions : dict of str to str
        `file:offset` of each response record to its URL.
    problems : list of str
        Descriptions of damage.
    """

    files: int = 0
    records: int = 0
    responses: Counter[str] = field(default_factory=Counter)
    positions: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def inspect_archive(folder: Path) -> ArchiveContents:
    """Read and check all files of an archive."""
    archived = ArchiveContents()
    for path in sorted(folder.glob("*.warc.gz")):
        archived.files += 1
        archived.problems += (f"{path.name}: {problems}" for problems in _inspect_file(path, archived))
    archived.problems += (f"{path.name} is a leftover file" for path in sorted(folder.iterdir()) if path.suffix not in (".gz", ".cdxj"))
    return archived


def _inspect_file(path: Path, archived: ArchiveContents) -> Iterator[str]:
    ours: list[tuple[int, str, str]] = []
    with path.open("rb") as handle:
        for record in records(handle, Limits()):
            if not isinstance(record, Record) or record.cut:
                yield f"no complete record at byte {record.offset:,}"
                continue
            kind, url = record.headers["warc-type"], record.headers.get("warc-target-uri", "")
            ours.append((record.offset, kind, url))
            if kind == "response":
                archived.responses[url] += 1
                archived.positions[f"{path.name}:{record.offset}"] = url
    archived.records += len(ours)
    yield from _compare_with_warcio(path, ours)
    yield from _check_gzip(path)
    yield from _check_index(path)


def _compare_with_warcio(path: Path, ours: list[tuple[int, str, str]]) -> Iterator[str]:
    """Compare the records with those that warcio finds, which also checks the digests of blocks and payloads."""
    theirs: list[tuple[int, str, str]] = []
    try:
        with path.open("rb") as handle:
            found = ArchiveIterator(handle, check_digests=True)
            for record in found:
                while record.content_stream().read(_CHUNK_SIZE):
                    pass
                if record.digest_checker.passed is False:
                    yield f"warcio: {record.digest_checker.problems}"
                theirs.append((found.get_record_offset(), record.rec_type, record.rec_headers.get_header("WARC-Target-URI") or ""))
    except (ArchiveLoadFailed, EOFError, zlib.error) as error:
        yield f"warcio: {error}"
    if theirs != ours:
        yield f"warcio finds {len(theirs)} records, Winnow {len(ours)}, and they differ"


def _check_gzip(path: Path) -> Iterator[str]:
    try:
        with gzip.open(path) as handle:
            while handle.read(_CHUNK_SIZE):
                pass
    except (OSError, EOFError, zlib.error) as error:
        yield f"gzip: {error}"


def _check_index(path: Path) -> Iterator[str]:
    """Check that the index matches the file's records and that each line points to one complete gzip member with the line's URL."""
    index_path = Path(index_name(str(path)))
    if not index_path.exists():
        yield "the file has no index"
        return
    index_text, data = index_path.read_text("utf-8"), path.read_bytes()
    with path.open("rb") as handle:
        if index_text != text_of(captures(handle, path.name)):
            yield "the index does not match the records"
    for line in index_text.splitlines():
        capture = parse(line)
        if capture is None:
            yield f"invalid index line: {line}"
            continue
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        text = member.decompress(data[capture.offset : capture.offset + capture.length])
        if not member.eof or member.unused_data or f"WARC-Target-URI: {capture.url}\r\n".encode() not in text:
            yield f"the index line points to no record of its URL: {line}"
