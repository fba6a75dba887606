"""Generated archives with the known contents of an index of them.

An archive has pages of one site, each with several captures as recorders and crawlers write them: complete (plain, chunked, compressed, in
segments, without HTTP headers), revisits of four forms, truncated, partial, by HEAD or POST, errors, redirects and removals; with several
date formats; in any order, in any number of files, plain or compressed with gzip or zstd, with one member per record or one for all.
"""

from __future__ import annotations

import gzip
import hashlib
from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from indexer.archive.zstd_library import zstd

_SYLLABLES = "ba den kor lim tes vor han mer sil dau gre fon wick tal ros pen ulm sar".split()
_PLACES = "Torvik Brandsund Gallow Lindesmark Aspholm Hollenbek Osterfehn Skarvoy Kalmen Drostby".split()
_BEGUN = 1_772_000_000
HOURS, _TIMES_PER_HOUR = 4, 3
"""Captures cover four hours with three possible times each."""


class Form(StrEnum):
    """The form of a capture."""

    PLAIN = "plain"
    CHUNKED = "chunked"
    GZIP = "gzip"
    SEGMENTED = "segmented"
    RESOURCE = "resource"
    HTTP2 = "http/2"
    REVISIT_BY_ID = "revisit by id"
    REVISIT_BY_DATE = "revisit by URL and date"
    REVISIT_BY_DIGEST = "revisit by digest"
    UNCHANGED = "unchanged (304)"
    GONE = "gone"
    PARTIAL = "206"
    CUT = "cut"
    CUT_CHUNKED = "cut in chunks"
    DECLARED_CUT = "WARC-Truncated"
    EMPTY = "empty"
    HEAD = "HEAD"
    POST = "POST"
    ERROR = "503"
    ELSEWHERE = "302"


WHOLE = (Form.PLAIN, Form.CHUNKED, Form.GZIP, Form.SEGMENTED, Form.RESOURCE, Form.HTTP2)
REVISITS = (Form.REVISIT_BY_ID, Form.REVISIT_BY_DATE, Form.REVISIT_BY_DIGEST, Form.UNCHANGED)
INCOMPLETE = (Form.PARTIAL, Form.CUT, Form.CUT_CHUNKED, Form.DECLARED_CUT, Form.EMPTY, Form.HEAD, Form.POST, Form.ERROR, Form.ELSEWHERE)


class Capture(NamedTuple):
    """A capture of a page: `version` is its content (for a revisit that of the original), `of` the time of a revisit's original."""

    site: int
    page: int
    at: int
    form: Form
    version: int
    of: int = 0

    @property
    def url(self) -> str:
        return f"https://herald{self.site}.example/news/{self.page}.html"

    @property
    def id(self) -> str:
        return f"<urn:uuid:{hashlib.md5(f'{self.url} {self.at} {self.form}'.encode()).hexdigest()}>"


@dataclass(frozen=True, slots=True)
class Archive:
    """Units (records that stay together), and the true contents.

    Parameters
    ----------
    seed : int
    captures : tuple of Capture
    units : tuple of tuple of bytes
        Uncompressed records.
    stories : mapping of str to str
        The last paragraph of each page's newest complete capture, by URL; removed pages are absent.
    """

    seed: int
    captures: tuple[Capture, ...]
    units: tuple[tuple[bytes, ...], ...]
    stories: Mapping[str, str]

    def write(self, folder: Path, order: int, files: int, packing: str) -> list[str]:
        """Distribute the units in a random order over files of the folder; return the files' names."""
        random, units = Random(f"{self.seed} {order}"), list(self.units)
        random.shuffle(units)
        piles: list[list[bytes]] = [[] for _ in range(files)]
        for unit in units:
            piles[random.randrange(files)].extend(unit)
        suffix, pack = _PACKINGS[packing]
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{self.seed}-{number}.warc{suffix}" for number in range(files) if piles[number]]
        for path, pile in zip(paths, filter(None, piles), strict=True):
            path.write_bytes(pack(pile))
        return [str(path) for path in paths]


def archive(seed: int, pages: int = 5) -> Archive:
    """Generate the archive of a seed; each seed has its own site."""
    random = Random(seed)
    captures = [capture for page in range(pages) for capture in _captures(seed, page, random)]
    units = tuple(_unit(capture, captures, Random(f"{seed} {capture.id}")) for capture in captures)
    last = {capture.url: _state([each for each in captures if each.page == capture.page]) for capture in captures}
    stories = {url: paragraphs(seed, one.page, one.version)[-1] for url, one in last.items() if one is not None}
    return Archive(seed, tuple(captures), units, stories)


def archive_until(made: Archive, hour: int) -> Archive:
    """Return the archive as of the end of an hour; `stories` remains that of the whole archive."""
    known = tuple(capture.at < (_BEGUN + (hour + 1) * 3600) * 10**9 for capture in made.captures)
    return replace(made, units=tuple(unit for unit, is_known in zip(made.units, known, strict=True) if is_known))


def paragraphs(site: int, page: int, version: int) -> list[str]:
    """Return the text of a version of a page; versions differ only in their last paragraph."""
    first = Random(f"{site} {page}")
    return [*(_paragraph(first) for _ in range(4)), _paragraph(Random(f"{site} {page} {version}"))]


def html(site: int, page: int, version: int) -> bytes:
    """Return the HTML of a version of a page."""
    headline = f"{_PLACES[page % len(_PLACES)]} {' '.join(_word(Random(f'{site} {page} title {n}')) for n in range(5))}"
    body = "\n".join(f"<p>{text}</p>" for text in paragraphs(site, page, version))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{headline} - Herald</title></head><body>'
        f'<header><p class="brand">Herald</p><nav><ul><li><a href="/">Front</a></li><li><a href="/w/">World</a></li></ul></nav></header>'
        f"<main><article><h1>{headline}</h1>\n{body}\n</article></main><footer><p>Printed in Torvik since 1911</p></footer></body></html>"
    ).encode()


def _captures(site: int, page: int, random: Random) -> list[Capture]:
    """Generate one complete capture and others of any form before and after it, each at a different time."""
    number = random.randint(1, 5)
    moments = sorted(random.sample(range(HOURS * _TIMES_PER_HOUR), number))
    whole, apart = random.randrange(number), random.choice((1_000_000_000, 250_000_000, 7))
    done: list[Capture] = []
    for place, moment in enumerate(moments):
        at = (_BEGUN + moment // _TIMES_PER_HOUR * 3600) * 10**9 + moment % _TIMES_PER_HOUR * apart
        before = [each for each in done if each.form in WHOLE]
        form = random.choice(WHOLE) if place == whole else random.choice((*WHOLE, *REVISITS, *INCOMPLETE, *INCOMPLETE[:5], Form.GONE))
        if form in REVISITS and (not before or (form is Form.UNCHANGED and done[-1].form is Form.GONE)):
            form = Form.PLAIN
        if form in REVISITS:
            of = before[-1] if form is Form.UNCHANGED else random.choice(before)
            if form is Form.UNCHANGED:
                of = _state(done) or of
            done.append(Capture(site, page, at, form, of.version, of.at))
        else:
            done.append(Capture(site, page, at, form, random.randrange(3)))
    return done


def _state(captures: Sequence[Capture]) -> Capture | None:
    """Return the last capture with the content of the page; None if the page was removed."""
    known = [each for each in captures if each.form in (*WHOLE, *REVISITS, Form.GONE)]
    return known[-1] if known and known[-1].form is not Form.GONE else None


def _unit(capture: Capture, captures: Sequence[Capture], random: Random) -> tuple[bytes, ...]:
    body = html(capture.site, capture.page, capture.version)
    fields = {"WARC-Target-URI": capture.url, "WARC-Date": _date(capture.at, random)}
    if capture.form in REVISITS:
        return (_revisit(capture, captures, fields),)
    response = partial(_record, "response", capture.id, fields)
    if random.random() < 0.5 or any(each.form is Form.REVISIT_BY_DIGEST and each.page == capture.page for each in captures):
        fields["WARC-Payload-Digest"] = _digest(body)
    request = _request("GET", capture, fields)
    records_of = {
        Form.PLAIN: lambda: (request, response(_http("200 OK", body))),
        Form.HTTP2: lambda: (response(b"HTTP/2 200\r\ncontent-type: text/html\r\n\r\n" + body), request),
        Form.CHUNKED: lambda: (response(_http("200 OK", _chunks(body) + b"0\r\n\r\n", **_CHUNKED)),),
        Form.GZIP: lambda: (response(_http("200 OK", gzip.compress(body, mtime=0), **{"Content-Encoding": "gzip"})),),
        Form.RESOURCE: lambda: (_record("resource", capture.id, fields, body, "text/html"),),
        Form.SEGMENTED: lambda: _segments(capture, fields, _http("200 OK", body)),
        Form.GONE: lambda: (response(_http("404 Not Found", b"<p>not here")),),
        Form.PARTIAL: lambda: (response(_http("206 Partial Content", body[: len(body) // 2])), request),
        Form.CUT: lambda: (response(_http("200 OK", body[: len(body) * 2 // 3], length=len(body))),),
        Form.CUT_CHUNKED: lambda: (response(_http("200 OK", _chunks(body)[:-100], **_CHUNKED)),),
        Form.DECLARED_CUT: lambda: (_record("response", capture.id, fields | {"WARC-Truncated": "length"}, _http("200 OK", body[:900])),),
        Form.EMPTY: lambda: (response(_http("200 OK", b"")),),
        Form.HEAD: lambda: (response(_http("200 OK", b"", length=len(body))), _request("HEAD", capture, fields)),
        Form.POST: lambda: (_request("POST", capture, fields), response(_http("200 OK", body))),
        Form.ERROR: lambda: (response(_http("503 Service Unavailable", b"<p>later")),),
        Form.ELSEWHERE: lambda: (response(_http("302 Found", b"", Location="/login")), request),
    }
    return records_of[capture.form]()


_RESPONSE = "application/http; msgtype=response"
_CHUNKED = {"Transfer-Encoding": "chunked"}


def _record(kind: str, identifier: str, headers: Mapping[str, str], block: bytes, mime: str = _RESPONSE) -> bytes:
    fields = {"WARC-Type": kind, "WARC-Record-ID": identifier, **headers, "Content-Type": mime, "Content-Length": str(len(block))}
    head = "WARC/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"
    return head.encode() + block + b"\r\n\r\n"


def _request(method: str, capture: Capture, fields: Mapping[str, str]) -> bytes:
    identifier = f"<urn:uuid:{hashlib.md5(f'{method} {capture.id}'.encode()).hexdigest()}>"
    block = f"{method} /news/{capture.page}.html HTTP/1.1\r\nHost: herald{capture.site}.example\r\n\r\n".encode()
    return _record("request", identifier, {**fields, "WARC-Concurrent-To": capture.id}, block, "application/http; msgtype=request")


def _revisit(capture: Capture, captures: Sequence[Capture], fields: dict[str, str]) -> bytes:
    original = next(each for each in captures if (each.page, each.at) == (capture.page, capture.of))
    profile = "server-not-modified" if capture.form is Form.UNCHANGED else "identical-payload-digest"
    fields["WARC-Profile"] = f"http://netpreserve.org/warc/1.1/revisit/{profile}"
    if capture.form is Form.REVISIT_BY_ID:
        fields["WARC-Refers-To"] = original.id
    elif capture.form is Form.REVISIT_BY_DATE:
        fields |= {"WARC-Refers-To-Target-URI": capture.url, "WARC-Refers-To-Date": _iso(original.at)}
    elif capture.form is Form.REVISIT_BY_DIGEST:
        fields["WARC-Payload-Digest"] = _digest(html(capture.site, capture.page, capture.version))
    status = "304 Not Modified" if capture.form is Form.UNCHANGED else "200 OK"
    return _record("revisit", capture.id, fields, f"HTTP/1.1 {status}\r\n\r\n".encode())


def _segments(capture: Capture, fields: Mapping[str, str], block: bytes) -> tuple[bytes, ...]:
    middle = len(block) // 2
    first = _record("response", capture.id, fields | {"WARC-Segment-Number": "1"}, block[:middle])
    numbered = {"WARC-Segment-Number": "2", "WARC-Segment-Origin-ID": capture.id, "WARC-Segment-Total-Length": str(len(block))}
    return _record("continuation", capture.id.replace("uuid:", "uuid:c"), {**fields, **numbered}, block[middle:]), first


def _http(status: str, body: bytes, length: int | None = None, **headers: str) -> bytes:
    fields = {"Content-Type": "text/html; charset=utf-8", **headers}
    if "Transfer-Encoding" not in fields:
        fields["Content-Length"] = str(len(body) if length is None else length)
    return f"HTTP/1.1 {status}\r\n{''.join(f'{name}: {value}{chr(13)}{chr(10)}' for name, value in fields.items())}\r\n".encode() + body


def _chunks(body: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:700], body[700:]))


def _digest(body: bytes) -> str:
    return "sha1:" + b32encode(hashlib.sha1(body).digest()).decode()


def _iso(at: int) -> str:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at // 10**9)
    fraction = f".{at % 10**9:09d}" if at % 10**9 else ""
    return f"{moment:%Y-%m-%dT%H:%M:%S}{fraction}Z"


def _date(at: int, random: Random) -> str:
    """Format a time in one of the formats that occur in archives."""
    if at % 10**9:
        return _iso(at)
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at // 10**9)
    ahead = f"{moment + timedelta(hours=2):%Y-%m-%dT%H:%M:%S}+02:00"
    return random.choice((_iso(at), f"{moment:%Y%m%d%H%M%S}", ahead, _iso(at)[:-1] + ".000Z"))


def _word(random: Random) -> str:
    return "".join(random.choice(_SYLLABLES) for _ in range(random.randint(2, 3)))


def _paragraph(random: Random) -> str:
    words = [_word(random) for _ in range(24)]
    return f"{words[0].capitalize()} {' '.join(words[1:])} in {random.choice(_PLACES)}, {random.randint(2, 90)} of them."


def _members(pack: Callable[[bytes], bytes], records: Sequence[bytes]) -> bytes:
    return b"".join(map(pack, records))


def _with_dictionary(records: Sequence[bytes]) -> bytes:
    raw = b"".join(records)[:4096]
    dictionary = zstd.ZstdDict(raw, is_raw=True)
    frame = b"\x5d\x2a\x4d\x18" + len(raw).to_bytes(4, "little") + raw
    return frame + _members(partial(zstd.compress, zstd_dict=dictionary), records)


_PACKINGS: Mapping[str, tuple[str, Callable[[Sequence[bytes]], bytes]]] = {
    "plain": ("", b"".join),
    "gzip": (".gz", partial(_members, partial(gzip.compress, compresslevel=1, mtime=0))),
    "gzip, one member": (".gz", lambda records: gzip.compress(b"".join(records), 1)),
    "zstd": (".zst", partial(_members, zstd.compress)),
    "zstd, one frame": (".zst", lambda records: zstd.compress(b"".join(records))),
    "zstd with dictionary": (".zst", _with_dictionary),
}
PACKINGS = tuple(_PACKINGS)
