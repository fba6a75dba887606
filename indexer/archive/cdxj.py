"""The index of a WARC file: one sorted CDXJ line per capture, beside the file (`a.warc.gz` has `a.cdxj`), as pywb and others use it.

A line is the URL's key, the time of capture, and a JSON object with the place of the record:

    org,example)/news/1 20260302060000 {"url": "https://example.org/news/1", "mime": "text/html", "status": "200", …}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from indexer.archive import http
from indexer.archive.limits import Limits
from indexer.archive.warc import Record, block, records

SUFFIX = ".cdxj"
_CAPTURES = ("response", "resource", "revisit")
_WWW = re.compile(r"www\d*\.")
REVISIT = "warc/revisit"
"""MIME type of an unchanged page."""
_HEAD = Limits(page=1 << 16, headers=1 << 16)


@dataclass(frozen=True, slots=True)
class Capture:
    """One record of a URL.

    Parameters
    ----------
    url : str
    timestamp : str
        Capture time as 14 digits, UTC.
    status : str
        HTTP status, "" without one.
    mime : str
        Content type without parameters; `warc/revisit` if the record only states that the page is unchanged.
    digest : str
        Payload digest, as in the record; "" if it has none.
    offset, length : int
        Place of the record in the file, in bytes as stored.
    file : str
        File name without a folder.
    """

    url: str
    timestamp: str
    status: str
    mime: str
    digest: str
    offset: int
    length: int
    file: str

    @property
    def revisit(self) -> bool:
        """True if the content is that of an earlier capture."""
        return self.mime == REVISIT

    @property
    def line(self) -> str:
        """The CDXJ line, without its line end."""
        fields = {"url": self.url, "mime": self.mime, "status": self.status, "digest": self.digest}
        place = {"length": str(self.length), "offset": str(self.offset), "filename": self.file}
        said = {name: value for name, value in fields.items() if value}
        return f"{key_of(self.url)} {self.timestamp} {json.dumps(said | place)}"


def index_name(file: str) -> str:
    """Return the name of the index that belongs to a WARC file.

    >>> index_name("archive/a.warc.gz")
    'archive/a.cdxj'
    """
    return file.removesuffix(".gz").removesuffix(".warc") + SUFFIX


def key_of(url: str) -> str:
    """Return the key by which captures of a URL are sorted: SURT, by the Internet Archive's rules for URL equality.

    The host's parts are in reverse order, so that a domain's captures are adjacent; scheme, `www.`, case and the order of parameters are
    dropped. Unlike in the Internet Archive's own library, session identifiers stay: `indexer.urls.normalise` has removed them.

    >>> key_of("https://www.News.example.org/A/?b=2&a=1"), key_of("http://127.0.0.1:8000/")
    ('org,example,news)/a?a=1&b=2', '1,0,0,127:8000)/')
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port
    host = _WWW.sub("", host, count=1) if _WWW.match(host) else host
    name = ",".join(reversed(host.split(".")))
    path = parts.path.lower()
    path = path.rstrip("/") if len(path) > 1 else "/"
    query = "&".join(sorted(parts.query.lower().split("&"))) if parts.query else ""
    return f"{name}{f':{port}' if port else ''}){path or '/'}{'?' + query if query else ''}".replace(" ", "%20")


def mime_of(content_type: str) -> str:
    """Return a Content-Type without its parameters.

    >>> mime_of(" text/html;charset=utf-8")
    'text/html'
    """
    return re.split(r"[;\s]", content_type.strip(), maxsplit=1)[0]


def captures(handle: BinaryIO, file: str) -> Iterator[Capture]:
    """Yield the captures in a WARC file, in order; cut or damaged records are skipped.

    Parameters
    ----------
    handle : BinaryIO
    file : str
        The file name in the captures.
    """
    for record in records(handle, _HEAD):
        if isinstance(record, Record) and not record.cut and record.headers.get("warc-type", "") in _CAPTURES:
            yield _capture(handle, record, file)


def _capture(handle: BinaryIO, record: Record, file: str) -> Capture:
    kind, mime, status = record.headers["warc-type"], record.headers.get("content-type", ""), ""
    if "http" in mime:
        _, data = block(handle, record.offset, _HEAD)
        answer = http.parse(data) if http.status_of(data) else http.StoredResponse(0, {}, b"")
        mime, status = answer.headers.get("content-type", ""), str(answer.status or "")
    mime = REVISIT if kind == "revisit" else mime_of(mime)
    date = re.sub(r"\D", "", record.headers.get("warc-date", ""))[:14]
    url = record.headers.get("warc-target-uri", "").strip("<>").replace(" ", "%20")
    digest = record.headers.get("warc-payload-digest", "")
    return Capture(url, date, status, mime, digest, record.offset, record.end - record.offset, file)


def text_of(found: Iterable[Capture]) -> str:
    """Return the text of an index."""
    return "".join(sorted(f"{capture.line}\n" for capture in found))


def parse(line: str) -> Capture | None:
    """Return the capture in a line, which another program may have written; None if the line is invalid.

    >>> parse('org,a)/ 20260302060000 {"url": "https://a.org/", "offset": "7", "length": "9", "filename": "a.warc.gz"}').offset
    7
    >>> parse("!meta {}") is None
    True
    """
    _, _, rest = line.partition(" ")
    timestamp, _, text = rest.partition(" ")
    try:
        fields: dict[str, Any] = json.loads(text)
        return Capture(
            str(fields["url"]), timestamp, str(fields.get("status", "")), str(fields.get("mime", "")), str(fields.get("digest", "")),
            int(fields["offset"]), int(fields["length"]), str(fields["filename"]),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
