"""The page archive: everything fetched, kept once, as WARC 1.1 files that any other tool reads.

A record is composed in memory and appended in one go, each in its own gzip member: a writer that is killed leaves at
most one cut record at the end of its file, and the next run begins another file. What was asked for and brought no page
is kept as a `metadata` record, so that a second run need not ask again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import BinaryIO
from urllib.parse import urlsplit

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from indexer.archive.entry import Entry
from indexer.archive.limits import Limits
from indexer.archive.scan import scan
from indexer.archive.warc import Record, records
from indexer.errors import NothingToDoError
from indexer.outcome import Kind
from workers.fetch import Fetched

_ROTATE = 1 << 30
"""Bytes after which another file is begun: the usual size, easy to copy and to lose."""
_NOTE = "application/warc-fields"
_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
_LASTING = frozenset({Kind.NOT_HTML, Kind.TOO_LARGE, Kind.UNREADABLE})
"""Outcomes without a page that another request would not change."""


@dataclass(frozen=True, slots=True)
class Known:
    """What earlier runs fetched.

    Parameters
    ----------
    pages : mapping of str to Entry
        By URL; the latest capture.
    notes : mapping of str to (Kind, str)
        URLs that brought no page, with the reason.
    """

    pages: Mapping[str, Entry]
    notes: Mapping[str, tuple[Kind, str]]


class PageStore:
    """A folder of WARC files.

    Parameters
    ----------
    folder : Path
        Made if absent.
    software : str
        For the `warcinfo` record.
    now : callable
        The clock.
    rotate : int
        Bytes after which another file is begun.

    Attributes
    ----------
    written : list of Path
        The files that this run began.
    """

    def __init__(self, folder: Path, software: str, now: Callable[[], datetime], rotate: int = _ROTATE) -> None:
        self._folder = folder
        self._software = software
        self._now = now
        self._rotate = rotate
        self._out: BinaryIO | None = None
        self._files = 0
        self.written: list[Path] = []

    def __enter__(self) -> PageStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Finish the current file; the next record begins another."""
        if self._out is not None:
            self._out.close()
            self._out = None

    def keep(self, fetched: Fetched) -> str:
        """Append an answer and the request that brought it; where the answer lies, as `file:offset`."""
        buffer = BytesIO()
        writer = WARCWriter(buffer, gzip=True, warc_version="WARC/1.1")
        fields = {"WARC-Date": _iso(self._now())}
        if fetched.truncated:
            fields["WARC-Truncated"] = fetched.truncated
        response = writer.create_warc_record(
            fetched.url,
            "response",
            payload=BytesIO(fetched.body),
            length=len(fetched.body),
            warc_headers_dict=fields,
            http_headers=StatusAndHeaders(f"{fetched.status} {fetched.reason}".strip(), _stored(fetched), "HTTP/1.1"),
        )
        parts = urlsplit(fetched.url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        request = writer.create_warc_record(
            fetched.url,
            "request",
            http_headers=StatusAndHeaders(
                f"GET {target} HTTP/1.1", [("Host", parts.netloc), *fetched.request_headers], is_http_request=True
            ),
        )
        writer.write_request_response_pair(request, response)  # the response first
        return self._append(buffer.getvalue())

    def revisit(self, fetched: Fetched) -> None:
        """Append that a page was asked for and is as an earlier record has it (WARC 1.1, 6.7.3: server not modified)."""
        buffer = BytesIO()
        writer = WARCWriter(buffer, gzip=True, warc_version="WARC/1.1")
        headers = StatusAndHeaders(f"{fetched.status} {fetched.reason}".strip(), _stored(fetched), "HTTP/1.1")
        fields = {"WARC-Date": _iso(self._now()), "WARC-Profile": _NOT_MODIFIED, "WARC-Refers-To-Target-URI": fetched.url}
        writer.write_record(
            writer.create_warc_record(
                fetched.url, "revisit", payload=BytesIO(), length=0, warc_headers_dict=fields, http_headers=headers
            )
        )
        self._append(buffer.getvalue())

    def note(self, url: str, kind: Kind, reason: str) -> None:
        """Append that a URL brought no page and will not."""
        if kind not in _LASTING:
            return
        buffer = BytesIO()
        writer = WARCWriter(buffer, gzip=True, warc_version="WARC/1.1")
        content = f"outcome: {kind.value}\r\nreason: {' '.join(reason.split())[:150]}\r\n".encode()
        writer.write_record(
            writer.create_warc_record(
                url,
                "metadata",
                payload=BytesIO(content),
                length=len(content),
                warc_content_type=_NOTE,
                warc_headers_dict={"WARC-Date": _iso(self._now())},
            )
        )
        self._append(buffer.getvalue())

    def known(self) -> Known:
        """What the folder holds already; a record cut by a killed writer is passed over."""
        files = sorted(str(path) for path in self._folder.glob("winnow-*.warc.gz"))
        pages: dict[str, Entry] = {}
        notes: dict[str, tuple[Kind, str]] = {}
        try:
            for entry in scan(files, self._folder) if files else ():
                if isinstance(entry, Entry) and (entry.url not in pages or pages[entry.url].date <= entry.date):
                    pages[entry.url] = entry
        except NothingToDoError:
            pass  # a run that fetched nothing leaves a file without pages
        for file in files:
            notes.update(_notes(file))
        return Known(pages, {url: note for url, note in notes.items() if url not in pages})

    def _append(self, record: bytes) -> str:
        if self._out is not None and self._out.tell() + len(record) > self._rotate:
            self.close()
        if self._out is None:
            self._out = self._begin()
        offset = self._out.tell()
        self._out.write(record)
        self._out.flush()
        return f"{self.written[-1].name}:{offset}"

    def _begin(self) -> BinaryIO:
        """Another file, of a name that no other process takes, with its `warcinfo` record."""
        self._folder.mkdir(parents=True, exist_ok=True)
        while True:
            name = f"winnow-{self._now():%Y%m%d%H%M%S}-{os.getpid()}-{self._files:05d}.warc.gz"
            self._files += 1
            try:
                out = open(self._folder / name, "xb")  # noqa: SIM115 - closed by close()
            except FileExistsError:
                continue
            self.written.append(self._folder / name)
            writer = WARCWriter(out, gzip=True, warc_version="WARC/1.1")
            info = {"software": self._software, "format": "WARC file version 1.1", "robots": "obey"}
            writer.write_record(writer.create_warcinfo_record(name, info))
            return out


def _stored(fetched: Fetched) -> list[tuple[str, str]]:
    """The answer's headers without the transfer coding that was undone."""
    return [(name, value) for name, value in fetched.headers if name.lower() != "transfer-encoding"]


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _notes(file: str) -> Iterator[tuple[str, tuple[Kind, str]]]:
    """The notes of one file."""
    with open(file, "rb") as handle:
        for record in records(handle, Limits()):
            if isinstance(record, Record) and not record.cut and record.headers.get("warc-type") == "metadata":
                fields = dict(line.split(": ", 1) for line in record.head.decode().splitlines() if ": " in line)
                if fields.get("outcome") in {kind.value for kind in _LASTING}:
                    url = record.headers.get("warc-target-uri", "")
                    yield url, (Kind(fields["outcome"]), fields.get("reason", ""))
