"""Reading of one entry back as a RawPage, or the reason for its absence."""

from __future__ import annotations

from dataclasses import replace

from indexer.archive import http
from indexer.archive.content_coding import expand
from indexer.archive.entry import Entry
from indexer.archive.file_form import line
from indexer.archive.limits import Limits
from indexer.archive.member import GZIP, ZSTD
from indexer.archive.place import is_spooled
from indexer.archive.storage import input_errors, is_remote, open_file, size_of
from indexer.archive.warc import Record, block
from indexer.cause import Cause
from indexer.errors import InputError, PageError
from indexer.outcome import Ending, Kind
from indexer.page.raw import RawPage

_CODINGS = {GZIP: "gzip", ZSTD: "zstd"}
"""Compressions of a saved page, by their first bytes."""
_XHTML_SUFFIXES = (".xhtml", ".xht")


class RecordUnavailableError(PageError):
    """The storage cannot provide the record at present: it is unreachable, or the file is still being sent there."""


def load(entry: Entry, limits: Limits | None = None) -> RawPage:
    """Read one page without touching other parts of its file, and within the limits of memory.

    Raises
    ------
    PageError
        TOO_LARGE, TRUNCATED, GONE (404, 410, 451), REDIRECT (3xx), HTTP_ERROR (any other status but 2xx), UNREADABLE.
    RecordUnavailableError
        UNREADABLE at present: a record on another machine may be available later.
    """
    limits = limits or Limits()
    try:
        with input_errors():
            if entry.is_line:
                return _load_line(entry, limits)
            return _load_record(entry, limits) if entry.record else _load_file(entry, limits)
    except OSError as error:
        kind = RecordUnavailableError if is_remote(entry.path) or is_spooled(entry.path) else PageError
        raise kind(_unreadable(entry, error.strerror or error)) from error
    except InputError as error:
        raise PageError(_unreadable(entry, error)) from error


def _load_file(entry: Entry, limits: Limits) -> RawPage:
    with open_file(entry.path) as handle:
        size = size_of(handle)
        if size > limits.page:
            raise PageError(Ending(Kind.TOO_LARGE, Cause.BYTES, count=size, limit=limits.page))
        body = handle.read(limits.page)
    coding = next((name for magic, name in _CODINGS.items() if body.startswith(magic)), "")
    if coding:
        body, _ = expand(body, coding, limits.page)
    xhtml = entry.input.lower().endswith(_XHTML_SUFFIXES)
    return RawPage(entry.url, body, entry.source, "application/xhtml+xml" if xhtml else "")


def _load_line(entry: Entry, limits: Limits) -> RawPage:
    with open_file(entry.path) as handle:
        handle.seek(entry.offset)
        fields = line(handle.readline(limits.page + limits.headers))
    if fields is None:
        raise InputError("no JSON object with url and html: the file has changed since it was scanned")
    body = fields["html"].encode("utf-8", "replace")
    if len(body) > limits.page:
        raise PageError(Ending(Kind.TOO_LARGE, Cause.BYTES, count=len(body), limit=limits.page))
    return RawPage(entry.url, body, entry.source, "text/html; charset=utf-8", fetched=entry.date)


def _load_record(entry: Entry, limits: Limits) -> RawPage:
    if entry.kept is not None and entry.kept.data is not None:
        record, data = entry.kept, entry.kept.data
    else:
        record, data = _block(entry.path, entry.offset, limits)
    if record.length > limits.page + limits.headers:
        raise PageError(Ending(Kind.TOO_LARGE, Cause.BYTES, count=record.length, limit=limits.page))
    if record.cut:
        raise PageError(record_cut(record))
    for path, offset in entry.segments:
        if len(data) <= limits.page + limits.headers:
            data += _block(path, offset, limits)[1]
    answer = http.stored(data, record.headers.get("warc-type", "").lower(), record.headers.get("content-type", ""))
    refused = http.refusal(entry.url, answer.status, answer.headers.get("location", "").partition("\n")[0])
    if entry.judged is not None:
        target = refused.target if refused is not None else ""
        raise PageError(replace(entry.judged, target=target, status=answer.status))
    if refused is not None:
        raise PageError(refused)
    body, cut = http.decoded_body(answer, limits.page)
    return RawPage(
        url=entry.url,
        body=body,
        source=entry.source,
        content_type=answer.headers.get("content-type", "").partition("\n")[0],
        robots=answer.headers.get("x-robots-tag", ""),
        status=answer.status,
        fetched=entry.date,
        truncated=cut or not entry.complete or "warc-truncated" in record.headers,
    )


def _block(path: str, offset: int, limits: Limits) -> tuple[Record, bytes]:
    with open_file(path) as handle:
        return block(handle, offset, limits)


def record_cut(record: Record) -> Ending:
    """Return how a page ends whose record is incomplete."""
    return Ending(Kind.TRUNCATED, Cause.CUT_RECORD, count=record.present, limit=record.length)


def _unreadable(entry: Entry, said: object) -> Ending:
    return Ending(Kind.UNREADABLE, Cause.UNREADABLE_INPUT, detail=f"{entry.input}: {said}")
