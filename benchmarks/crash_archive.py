"""Whether an archive is whole after a crash: read by this product, by warcio and by Python's gzip, and compared with its indexes."""

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

_PIECE = 1 << 20


@dataclass
class Archived:
    """What an archive holds.

    Parameters
    ----------
    files, records : int
    answers : Counter of str
        Records with an answer, by URL.
    places : dict of str to str
        `file:offset` of each of them to its URL.
    wrong : list of str
        What is broken.
    """

    files: int = 0
    records: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    places: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def look(folder: Path) -> Archived:
    """Read all files of an archive."""
    archived = Archived()
    for path in sorted(folder.glob("*.warc.gz")):
        archived.files += 1
        archived.wrong += (f"{path.name}: {wrong}" for wrong in _look(path, archived))
    archived.wrong += (f"{path.name} is left over" for path in sorted(folder.iterdir()) if path.suffix not in (".gz", ".cdxj"))
    return archived


def _look(path: Path, archived: Archived) -> Iterator[str]:
    ours: list[tuple[int, str, str]] = []
    with path.open("rb") as handle:
        for record in records(handle, Limits()):
            if not isinstance(record, Record) or record.cut:
                yield f"nothing whole at byte {record.offset:,}"
                continue
            kind, url = record.headers["warc-type"], record.headers.get("warc-target-uri", "")
            ours.append((record.offset, kind, url))
            if kind == "response":
                archived.answers[url] += 1
                archived.places[f"{path.name}:{record.offset}"] = url
    archived.records += len(ours)
    yield from _oracle(path, ours)
    yield from _gzip(path)
    yield from _index(path)


def _oracle(path: Path, ours: list[tuple[int, str, str]]) -> Iterator[str]:
    """What warcio finds, digests of blocks and payloads included."""
    theirs: list[tuple[int, str, str]] = []
    try:
        with path.open("rb") as handle:
            found = ArchiveIterator(handle, check_digests=True)
            for record in found:
                while record.content_stream().read(_PIECE):
                    pass
                if record.digest_checker.passed is False:
                    yield f"warcio: {record.digest_checker.problems}"
                theirs.append((found.get_record_offset(), record.rec_type, record.rec_headers.get_header("WARC-Target-URI") or ""))
    except (ArchiveLoadFailed, EOFError, zlib.error) as error:
        yield f"warcio: {error}"
    if theirs != ours:
        yield f"warcio finds {len(theirs)} records, we {len(ours)}, and not the same"


def _gzip(path: Path) -> Iterator[str]:
    try:
        with gzip.open(path) as handle:
            while handle.read(_PIECE):
                pass
    except (OSError, EOFError, zlib.error) as error:
        yield f"gzip: {error}"


def _index(path: Path) -> Iterator[str]:
    """The index is that of the file, and each of its lines leads to one whole gzip member that names the line's URL."""
    beside = Path(index_name(str(path)))
    if not beside.exists():
        yield "it has no index"
        return
    said, data = beside.read_text("utf-8"), path.read_bytes()
    with path.open("rb") as handle:
        if said != text_of(captures(handle, path.name)):
            yield "its index is not that of its records"
    for line in said.splitlines():
        capture = parse(line)
        if capture is None:
            yield f"no line of an index: {line}"
            continue
        member = zlib.decompressobj(zlib.MAX_WBITS | 16)
        text = member.decompress(data[capture.offset : capture.offset + capture.length])
        if not member.eof or member.unused_data or f"WARC-Target-URI: {capture.url}\r\n".encode() not in text:
            yield f"its index leads nowhere: {line}"
