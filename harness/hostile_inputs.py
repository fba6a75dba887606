"""Hostile archives, feeds, sitemaps, robots.txt files and queries, and the functions that process them."""

from __future__ import annotations

import gzip
import struct
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from harness.hostile import STORY
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.archive.zstd_library import zstd
from indexer.errors import InputError, NothingToDoError, PageError
from indexer.index.query_parser import parse
from workers.fetch.robots import Robots
from workers.reading.feeds import newest, read_feed

Made = Callable[[int], bytes]

URL = "https://a.example/news/1.html"

CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"

MESSAGE = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"

ARC = b"filedesc://a.arc 0.0.0.0 20260101000000 text/plain 0\n\n"

HTTP = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><title>A</title>{STORY}".encode()


def record(number: int, block: bytes = HTTP, kind: str = "response", **more: str) -> bytes:
    fields = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in more.items() if name != "url")
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Target-URI: {more.get('url', URL)}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00.{number % 10**9:09d}Z\r\nContent-Type: application/http\r\n{fields}"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def repeated(piece: bytes, before: bytes = b"", after: bytes = b"") -> Made:
    return lambda size: before + piece * (size // len(piece)) + after


def numbered(piece: str, before: str = "", after: str = "") -> Made:
    return lambda size: (before + "".join(piece.format(number) for number in range(size // len(piece))) + after).encode()


def records(made: Callable[[int], bytes], each: int = 400) -> Made:
    """Return a generator of records with about the given total size."""
    return lambda size: record(0) + b"".join(made(number + 1) for number in range(size // each))


def _zip_of(size: int, name: str, data: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for number in range(max(size // 200, 1)):
            whole.writestr(name.format(number), data)
        whole.writestr("page.warc", record(0))
    return out.getvalue()


def _lying(_: int) -> bytes:
    return b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999999\r\n\r\nx\r\n\r\n"


def _segment(number: int) -> bytes:
    return record(number, b"x", "continuation", WARC_Segment_Number=str(number + 1), WARC_Segment_Origin_ID="<urn:uuid:0>")


def _captured_again(number: int, **fields: str) -> bytes:
    return record(2 * number, b"HTTP/1.1 200 OK\r\n\r\n<p>x", WARC_Payload_Digest="sha1:A") + record(2 * number + 1, b"", "revisit", **fields)


def _redirects(number: int) -> bytes:
    block = f"HTTP/1.1 301 Moved\r\nLocation: https://a.example/{number + 1}\r\n\r\n".encode()
    return record(number, block, url=f"https://a.example/{number}")


def _crossed(number: int) -> bytes:
    block = f"HTTP/1.1 301 Moved\r\nLocation: https://a.example/{number % 2}\r\n\r\n".encode()
    return record(number, block, url=f"https://a.example/{(number + 1) % 2}")


def _judged(number: int) -> bytes:
    block = f"outcome: gone\r\ncause: soft-404\r\njudged: 2026-01-02T00:00:{number % 60:02d}Z\r\n".encode()
    return record(number, block, "metadata", url=f"https://a.example/{number}")


ARCHIVES: Mapping[str, tuple[str, Made]] = {
    "repeated version lines": (".warc", repeated(b"WARC/1.0\r\n", record(0))),
    "records without fields": (".warc", repeated(b"WARC/1.0\r\n\r\n", record(0))),
    "fields without end": (".warc", numbered("Field-{}: x\r\n", record(0).decode() + "WARC/1.0\r\n")),
    "one line": (".warc", repeated(b"x", record(0) + b"WARC/1.0\r\nWARC-Type: ")),
    "folded lines": (".warc", repeated(b" x\r\n", record(0) + b"WARC/1.0\r\nWARC-Type: a\r\n")),
    "lengths that lie": (".warc", records(_lying, 60)),
    "captures of one page": (".warc", records(lambda n: record(n, b"HTTP/1.1 503 No\r\n\r\n"), 330)),
    "chain of revisits": (".warc", records(lambda n: record(n, b"", "revisit", WARC_Refers_To=f"<urn:uuid:{n - 1}>"))),
    "circle of revisits": (".warc", records(lambda n: record(n, b"", "revisit", WARC_Refers_To=f"<urn:uuid:{n ^ 1}>"))),
    "revisits by digest": (".warc", records(lambda n: record(n, b"", "revisit", WARC_Payload_Digest="sha1:A"))),
    "captures and revisits by date": (".warc", records(lambda n: _captured_again(n, WARC_Refers_To_Date="2026-01-01T00:00:00Z"), 700)),
    "captures and revisits by digest": (".warc", records(lambda n: _captured_again(n, WARC_Payload_Digest="sha1:A"), 700)),
    "revisits of nothing": (".warc", records(lambda n: record(n, b"", "revisit"), 330)),
    "chain of redirects": (".warc", records(_redirects, 330)),
    "redirects of two pages to each other": (".warc", records(_crossed, 330)),
    "judgements": (".warc", records(_judged, 380)),
    "segments": (".warc", records(_segment)),
    "other methods": (".warc", records(lambda n: record(n, b"POST / HTTP/1.1\r\n\r\n", "request", WARC_Concurrent_To="<urn:uuid:9>"))),
    "small members": (".warc.gz", lambda size: gzip.compress(record(0)) + gzip.compress(b"x") * (size // 21)),
    "empty members": (".warc.gz", lambda size: gzip.compress(record(0)) + gzip.compress(b"") * (size // 20)),
    "marks of compression": (".warc.gz", lambda size: gzip.compress(record(0)) + b"\x1f\x8b\x08" * (size // 3)),
    "bomb of gzip": (".warc.gz", lambda size: gzip.compress(record(0)) + gzip.compress(record(1, HTTP + b"\0" * (200 * size)))),
    "bomb of zstd": (".warc.zst", lambda size: zstd.compress(record(0)) + zstd.compress(record(1, HTTP + b"\0" * (200 * size)))),
    "skippable frames": (".warc.zst", lambda size: zstd.compress(record(0)) + (b"\x50\x2a\x4d\x18" + struct.pack("<I", 0)) * (size // 8)),
    "zip of pages": (".zip", lambda size: _zip_of(size, "{}.html", STORY.encode())),
    "zip of paths": (".zip", lambda size: _zip_of(size, "../../{}/../x.warc", record(1))),
    "zip of zips": (".zip", lambda size: _zip_of(size, "{}.zip", b"PK\x03\x04" + b"\0" * 60)),
    "chunks of a byte": (".warc", lambda size: record(0, CHUNKED + b"1\r\nx\r\n" * (size // 6))),
    "interim answers": (".warc", lambda size: record(0, b"HTTP/1.1 100 Continue\r\n\r\n" * (size // 25) + HTTP)),
    "header fields": (".warc", lambda size: record(0, b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * (size // 6) + b"\r\n<p>x")),
    "ARC lines": (".arc", repeated(b"http://a.example/ 1.1.1.1 20260101000000 text/html 0\n", ARC)),
    "lines of pages": (".jsonl", numbered('{{"url": "https://a.example/{}", "html": "<p>x"}}\n')),
    "a line of brackets": (".jsonl", lambda size: b'{"url": "https://a.example/", "html": "<p>x", "x": ' + b"[" * size),
    "parts of a message": (".mht", repeated(b"--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n", MESSAGE)),
    "messages in messages": (".mht", repeated(b"--b\r\n" + MESSAGE, MESSAGE)),
}  # fmt: skip

JSON = '{"version": "https://jsonfeed.org/version/1.1", "items": ['

RSS, ATOM = "<rss version='2.0'><channel>", "<feed xmlns='http://www.w3.org/2005/Atom'>"

ITEM = "<item><link>https://a.example/{0}</link><title>A {0}</title><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item>"

FEEDS: Mapping[str, Made] = {
    "items": numbered(ITEM, RSS, "</channel></rss>"),
    "items without end": numbered("<item><link>https://a.example/{}", RSS),
    "links of an entry": numbered("<link rel=alternate href='/{}'/>", ATOM + "<entry>"),
    "nested elements": lambda size: (RSS + "<a>" * (size // 3)).encode(),
    "bases in bases": numbered("<entry xml:base='{}/'>", ATOM),
    "entities": lambda size: (
        "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'>" + "".join(f"<!ENTITY a{n} '&a;&a;&a;'>" for n in range(size // 28)) + "]>" + RSS + "&a9;"
    ).encode(),
    "bare ampersands": repeated(b"&", (RSS + "<item><link>https://a.example/?").encode(), b"</link></item></channel></rss>"),
    "named references": repeated(b"&eacute;", (RSS + "<item><title>").encode(), b"</title></item></channel></rss>"),
    "undeclared prefixes": numbered("<p{0}:x>", RSS + "<item>", "<link>https://a.example/</link></item>"),
    "comments": repeated(b"<!--", RSS.encode()),
    "comments before": repeated(b"<!-- -->", b"", b"<rss/>"),
    "instructions": repeated(b"<?x ?>", b"", b"<rss/>"),
    "CDATA": repeated(b"<![CDATA[", (RSS + "<item><title>").encode()),
    "dates": repeated(b"1 ", (RSS + "<item><link>https://a.example/</link><pubDate>").encode(), b"</pubDate></item></channel></rss>"),
    "attributes": numbered("a{}='b' ", "<rss "),
    "JSON items": numbered('{{"id": "{0}", "url": "https://a.example/{0}"}}, ', JSON, "{}]}"),
    "JSON brackets": repeated(b"[", JSON.encode()),
    "bomb": lambda size: gzip.compress((RSS + ITEM.format(1)).encode() + b" " * (100 * size)),
    "sitemap": numbered("<url><loc>https://a.example/{}</loc></url>", "<urlset>", "</urlset>"),
    "sitemap index": numbered("<sitemap><loc>https://a.example/{}.xml</loc></sitemap>", "<sitemapindex>", "</sitemapindex>"),
    "sitemap images": numbered("<image:loc>{}</image:loc>", "<urlset><url><loc>https://a.example/</loc>"),
    "text sitemap": numbered("https://a.example/{}\n"),
    "text without line ends": repeated(b"https://a.example/"),
}  # fmt: skip

ROBOTS: Mapping[str, Made] = {
    "wildcards": lambda size: b"User-agent: *\nDisallow: /" + b"*a" * (size // 2),
    "rules of wildcards": repeated(b"Disallow: /*a*a*a*a*b$\n", b"User-agent: *\n"),
    "rules": numbered("Disallow: /{}\n", "User-agent: *\n"),
    "groups": numbered("User-agent: bot{}\nDisallow: /\n\n"),
    "agents of a group": numbered("User-agent: bot{}\n", "", "Disallow: /"),
    "sitemaps": numbered("Sitemap: /{}.xml\n"),
    "delays": repeated(b"Crawl-delay: 1\n", b"User-agent: *\n"),
    "percent signs": lambda size: b"User-agent: *\nDisallow: /" + b"%2" * (size // 2),
    "octets": lambda size: b"User-agent: *\nDisallow: /" + b"\xff" * size,
    "comments": repeated(b"#", b"User-agent: *\n"),
    "zeros": repeated(b"\0"),
    "UTF-16": lambda size: ("User-agent: *\n" + "Disallow: /a\n" * (size // 26)).encode("utf-16"),
}  # fmt: skip

QUERIES: Mapping[str, Made] = {
    "words": numbered("word{} "),
    "one word": repeated(b"w"),
    "quotation marks": repeated(b'"'),
    "brackets": repeated(b"("),
    "brackets closed": lambda size: b"(" * (size // 2) + b")" * (size // 2),
    "minus signs": repeated(b"-"),
    "alternatives": repeated(b"a OR "),
    "fields": repeated(b"site:"),
    "ranges": repeated(b"date:2026-01-01..2026-02-02 "),
    "stars": repeated(b"*"),
    "tildes": repeated(b'"a b"~9 '),
    "full stops": repeated(b"a."),
    "ignorable characters": lambda size: ("a" + "\u200b" * (size // 3)).encode(),
    "combining marks": lambda size: ("a" + "\u0301" * (size // 2)).encode(),
    "overrides": lambda size: ("\u202ea" * (size // 4)).encode(),
}  # fmt: skip


def read_archive(suffix: str, data: bytes) -> str:
    """Read an archive and return the counts of its most frequent outcomes."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"input{suffix}"
        path.write_bytes(data)
        try:
            for item in select(scan([str(path)], Path(folder))):
                if isinstance(item, Entry):
                    with suppress(PageError):
                        load(item)
                        found["page"] += 1
                else:
                    found[item.outcome.kind.value] += 1
        except (InputError, NothingToDoError) as error:
            found[type(error).__name__] += 1
    return ", ".join(f"{number:,} {kind}" for kind, number in found.most_common(3))


def _read_feed(data: bytes) -> str:
    feed = read_feed(data, "https://a.example/feed.xml")
    return "no feed" if feed is None else f"{len(newest(feed.entries, 2_000)):,} entries"


def _read_robots(data: bytes) -> str:
    rules = Robots.parse(data, "winnow")
    allowed = [rules.allows(f"https://a.example/{path}") for path in ("a" * 2_000, "?" + "a=b&" * 400, "x" + "%2" * 900)]
    return f"{sum(allowed)} of 3 allowed, {len(rules.sitemap_urls(URL))} sitemaps"


def _read_query(data: bytes) -> str:
    query = parse(data.decode())
    return f"{len(query.notes)} notes"


def attacks() -> dict[str, tuple[Made, Callable[[bytes], str]]]:
    """Return the generator of each input and the function that processes it, by name."""
    found: dict[str, tuple[Made, Callable[[bytes], str]]] = {}
    for name, (suffix, made) in ARCHIVES.items():
        found[f"archive: {name}"] = made, lambda data, suffix=suffix: read_archive(suffix, data)
    for kind, group, read in (("feed", FEEDS, _read_feed), ("robots", ROBOTS, _read_robots), ("query", QUERIES, _read_query)):
        found |= {f"{kind}: {name}": (made, read) for name, made in group.items()}
    return found


def seconds(work: Callable[[], str]) -> tuple[float, str]:
    """Call `work`; return the processor seconds and its result."""
    begun = time.process_time()
    outcome = work()
    return time.process_time() - begun, outcome
