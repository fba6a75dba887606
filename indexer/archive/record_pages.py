"""The pages of a WARC or ARC file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from sys import intern

from indexer.archive import http, note
from indexer.archive.entry import Entry, Found, Judgement, Lost, Revisit, Segment
from indexer.archive.limits import Limits
from indexer.archive.load import record_cut
from indexer.archive.spool import expand_whole
from indexer.archive.storage import WHOLE, open_file
from indexer.archive.warc import PAGE_RECORDS, Budget, Gap, NotSeekableError, Record, records
from indexer.capture_time import iso
from indexer.cause import Cause
from indexer.errors import InputError, PageError
from indexer.outcome import Ending, Kind, Outcome
from indexer.urls import site_key

_SCHEMES = ("http:", "https:", "file:")


@dataclass(frozen=True, slots=True)
class Run:
    """Context of one scan.

    Parameters
    ----------
    spool_folder : Path
        A temporary folder that exists as long as the entries are used.
    limits : Limits
    budget : Budget
    """

    spool_folder: Path
    limits: Limits
    budget: Budget


def record_pages(name: str, path: str, run: Run) -> Iterator[Found]:
    """Yield the pages of a file; a file compressed as a whole is expanded first, and lost as a whole if that fails.

    Parameters
    ----------
    name : str
        As the user named it.
    path : str
        The path to read.
    run : Run
    """
    try:
        found = _File(name, path).found(run)
    except NotSeekableError:
        try:
            expanded = str(expand_whole(path, run.spool_folder, run.limits.spool, name))
        except InputError as error:
            yield lost(name, Ending(Kind.TOO_LARGE, Cause.UNREADABLE_INPUT, detail=str(error)))
            return
        found = _File(name, expanded).found(run)
    except InputError as error:
        yield unreadable(name, str(error))
        return
    yield from found


def lost(name: str, ending: Ending) -> Lost:
    """Return the loss of an input, or of a part of one, that yields no page."""
    return Lost(Outcome(name, name, ending))


def unreadable(name: str, said: str) -> Lost:
    """Return the loss of an unreadable input."""
    return lost(name, Ending(Kind.UNREADABLE, Cause.UNREADABLE_INPUT, detail=said))


class _File:
    """Reader of one file."""

    def __init__(self, name: str, path: str) -> None:
        self._name = name
        self._path = path
        self._methods: dict[str, str] = {}
        self._request_of: dict[str, str] = {}

    def found(self, run: Run) -> list[Found]:
        """Return the file's pages in order.

        Raises
        ------
        InputError
            If it cannot be read.
        """
        found: list[Found] = []
        with open_file(self._path, WHOLE) as handle:
            for item in records(handle, run.limits, run.budget):
                read = self._gap(item) if isinstance(item, Gap) else self._record(item)
                if read is not None:
                    found.append(read)
        return [self._of_get(item) if isinstance(item, Entry) else item for item in found] if self._methods else found

    def _gap(self, gap: Gap) -> Lost:
        name = f"{self._name}#@{gap.offset}"
        if gap.last:
            return lost(name, Ending(Kind.TRUNCATED, Cause.CUT_FILE, count=gap.end))
        return lost(name, Ending(Kind.UNREADABLE, Cause.NO_RECORD, detail=f"{gap.offset:,} to {gap.end:,}"))

    def _record(self, record: Record) -> Found | None:
        """Return a record's statement about a page, or None."""
        kind, url = record.headers.get("warc-type", "").lower(), _url(record.headers)
        if kind == "request":
            self._note_request(record)
        if not url.lower().startswith(_SCHEMES):
            return None
        if kind == "revisit":
            return self._revisit(record, url)
        if kind == "continuation":
            return self._segment(record, url)
        if kind == "metadata":
            return self._judgement(record, url)
        return self._page(record, kind, url) if kind in PAGE_RECORDS else None

    def _source(self, record: Record) -> str:
        return f"{self._name}#{_identifier(record)}"

    def _page(self, record: Record, kind: str, url: str) -> Entry | Lost:
        if record.cut:
            return Lost(Outcome(url, self._source(record), record_cut(record)))
        headers = record.headers
        status, complete, location = _answer(record, kind)
        if "warc-concurrent-to" in headers:
            self._request_of[_identifier(record)] = headers["warc-concurrent-to"]
        return Entry(
            intern(site_key(url)) or self._name, url, self._name, _identifier(record), self._path, record.offset,
            date=iso(headers.get("warc-date", "")),
            status=status,
            kept=record if record.data is not None else None,
            complete=complete and "warc-truncated" not in headers,
            digest=headers.get("warc-payload-digest", ""),
            location=location,
            segmented=headers.get("warc-segment-number", "") == "1",
        )  # fmt: skip

    def _revisit(self, record: Record, url: str) -> Revisit:
        headers = record.headers
        return Revisit(
            url, self._source(record), iso(headers.get("warc-date", "")),
            refers_to=headers.get("warc-refers-to", "").strip("<> "),
            refers_to_url=headers.get("warc-refers-to-target-uri", "").strip("<> "),
            refers_to_date=iso(headers.get("warc-refers-to-date", "")),
            digest=headers.get("warc-payload-digest", ""),
        )  # fmt: skip

    def _segment(self, record: Record, url: str) -> Segment | Lost:
        headers = record.headers
        if record.cut:
            return Lost(Outcome(url, self._source(record), record_cut(record)))
        origin = headers.get("warc-segment-origin-id", "").strip("<> ")
        number, total = (_number(headers.get(f"warc-segment-{field}", "")) for field in ("number", "total-length"))
        return Segment(url, self._source(record), origin, number, self._path, record.offset, total)

    def _judgement(self, record: Record, url: str) -> Judgement | None:
        judged = None if record.cut else note.judgement(record.head)
        return None if judged is None else Judgement(url, iso(record.headers.get("warc-date", "")), self._source(record), *judged)

    def _note_request(self, record: Record) -> None:
        """Record the responses to methods other than GET: they are no pages."""
        method, blank, _ = record.head.partition(b" ")
        name = method[:20].decode("latin-1").upper()
        if blank and name.isalpha() and name != "GET":
            for identifier in (_identifier(record), *record.headers.get("warc-concurrent-to", "").split("\n")):
                self._methods[identifier.strip("<> ")] = name

    def _of_get(self, entry: Entry) -> Entry | Lost:
        requests = (identifier.strip("<> ") for identifier in self._request_of.get(entry.record, "").split("\n"))
        for identifier in (entry.record, *requests):
            method = self._methods.get(identifier) if identifier else None
            if method is not None:
                return Lost(Outcome(entry.url, entry.source, Ending(Kind.SUPERSEDED, Cause.OTHER_METHOD, detail=method)))
        return entry


def _url(headers: Mapping[str, str]) -> str:
    return headers.get("warc-target-uri", "").strip("<>").replace(" ", "%20")


def _identifier(record: Record) -> str:
    return record.headers.get("warc-record-id", "").strip("<> ") or f"@{record.offset}"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _answer(record: Record, kind: str) -> tuple[int, bool, str]:
    """Return status (0 without one), whether the response is complete and has a body, and the target of a permanent redirect."""
    try:
        answer = http.stored(record.head, kind, record.headers.get("content-type", ""))
    except PageError:
        return 0, True, ""
    size = record.length - len(record.head) + len(answer.body)
    location = answer.headers.get("location", "").partition("\n")[0] if answer.status in http.LASTING else ""
    return answer.status, size > 0 and http.is_whole(answer, size, record.tail), location
