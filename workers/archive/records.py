"""Composes WARC 1.1 records (ISO 28500) as bytes, each as a gzip member of its own, with their index entries."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from indexer.archive.cdxj import REVISIT, Capture, mime_of
from indexer.archive.note import CONTENT_TYPE, text_of
from indexer.outcome import Ending
from workers.archive.originals import Original
from workers.fetch.fetcher import Response

_VERSION = "WARC/1.1"
_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
_IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"


@dataclass(frozen=True, slots=True)
class ComposedRecords:
    """Records to append in one write.

    Parameters
    ----------
    capture : Capture or None
        The index entry of the first record; its offset is relative to the start of `data`, and its file is not set yet.
    """

    data: bytes
    capture: Capture | None = None


def response_records(response: Response, at: datetime) -> ComposedRecords:
    """Compose a response record, with WARC-Truncated if it is incomplete, and the record of its request."""
    buffer, writer = _writer()
    fields = _fields(response, at)
    if response.truncated:
        fields["WARC-Truncated"] = response.truncated
    record = writer.create_warc_record(
        response.url,
        "response",
        payload=BytesIO(response.body),
        length=len(response.body),
        warc_headers_dict=fields,
        http_headers=_response_head(response),
    )
    return _composed(buffer, writer, record, response, at, mime_of(response.header("content-type")))


def revisit_records(response: Response, at: datetime, original: Original | None = None) -> ComposedRecords:
    """Compose a revisit record (WARC 1.1, 6.7) and the record of its request: the page is identical to an earlier capture.

    The server responded with 304, or sent the same content again.
    """
    buffer, writer = _writer()
    fields = {**_fields(response, at), "WARC-Refers-To-Target-URI": response.url}
    if original is not None:
        fields |= {
            "WARC-Refers-To-Target-URI": original.url, "WARC-Refers-To-Date": original.date, "WARC-Refers-To": original.record,
        }  # fmt: skip
    if response.status == 304:
        fields["WARC-Profile"] = _NOT_MODIFIED
    else:
        digest = b32encode(hashlib.sha1(response.body, usedforsecurity=False).digest()).decode("ascii")
        fields |= {"WARC-Profile": _IDENTICAL, "WARC-Payload-Digest": f"sha1:{digest}"}
    record = writer.create_warc_record(
        response.url, "revisit", payload=BytesIO(), length=0, warc_headers_dict=fields, http_headers=_response_head(response)
    )
    return _composed(buffer, writer, record, response, at, REVISIT)


def metadata_record(url: str, ending: Ending, at: datetime, judged: datetime | None = None) -> ComposedRecords:
    """Compose a metadata record with the ending of a URL; if `judged` is given, it is a judgement of the capture dated `at`."""
    buffer, writer = _writer()
    content = text_of(ending, judged)
    record = writer.create_warc_record(
        url,
        "metadata",
        payload=BytesIO(content),
        length=len(content),
        warc_content_type=CONTENT_TYPE,
        warc_headers_dict={"WARC-Date": _iso(at)},
    )
    writer.write_record(record)
    return ComposedRecords(buffer.getvalue())


def warcinfo_record(name: str, software: str) -> ComposedRecords:
    """Compose the `warcinfo` record of a file."""
    buffer, writer = _writer()
    info = {"software": software, "format": "WARC file version 1.1", "robots": "obey"}
    writer.write_record(writer.create_warcinfo_record(name, info))
    return ComposedRecords(buffer.getvalue())


def _composed(buffer: BytesIO, writer: WARCWriter, record: Any, response: Response, at: datetime, mime: str) -> ComposedRecords:
    """Write a record and the record of its request."""
    writer.write_record(record)
    length = buffer.tell()
    request = _request(writer, response, at)
    request.rec_headers.add_header("WARC-Concurrent-To", record.rec_headers.get_header("WARC-Record-ID"))
    writer.write_record(request)
    digest = record.rec_headers.get_header("WARC-Payload-Digest") or ""
    timestamp = at.astimezone(UTC).strftime("%Y%m%d%H%M%S")
    return ComposedRecords(buffer.getvalue(), Capture(response.url, timestamp, str(response.status), mime, digest, 0, length, ""))


def _writer() -> tuple[BytesIO, WARCWriter]:
    buffer = BytesIO()
    return buffer, WARCWriter(buffer, gzip=True, warc_version=_VERSION)


def _fields(response: Response, at: datetime) -> dict[str, str]:
    return {"WARC-Date": _iso(at), **({"WARC-IP-Address": response.address} if response.address else {})}


def _response_head(response: Response) -> StatusAndHeaders:
    return StatusAndHeaders(f"{response.status} {response.reason}".strip(), list(response.plain_headers), "HTTP/1.1")


def _request(writer: WARCWriter, response: Response, at: datetime) -> Any:
    parts = urlsplit(response.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = StatusAndHeaders(f"GET {target} HTTP/1.1", [("Host", parts.netloc), *response.request_headers], is_http_request=True)
    return writer.create_warc_record(response.url, "request", http_headers=headers, warc_headers_dict={"WARC-Date": _iso(at)})


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
