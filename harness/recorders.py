"""The pages of one site in the archives and folders of many recorders and crawlers."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import json
import struct
import zipfile
import zlib
from base64 import b32encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random

import brotli

from harness.generated_archives import html, paragraphs
from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.archive.zstd_library import zstd
from indexer.errors import InputError, NothingToDoError, PageError

Files = dict[str, bytes]

_OK = "HTTP/1.1 200 OK"

_HTML = {"Content-Type": "text/html; charset=utf-8"}

_REVISIT = "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"


@dataclass(frozen=True, slots=True)
class Recording:
    """An archive and its expected contents.

    Parameters
    ----------
    files : mapping of str to bytes
        Files by path in the folder.
    pages : mapping of str to str
        The last paragraph of each page by URL.
    reported : str
        Text that a message about the input must contain; "" for none.
    base_url : str
        As in `winnow index --base-url`.
    """

    files: Files
    pages: Mapping[str, str]
    reported: str = ""
    base_url: str = ""


@dataclass(slots=True)
class Site:
    """The pages of one site, and records of them."""

    seed: int
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def url(self, page: int) -> str:
        return f"https://herald{self.seed}.example/news/{page}.html"

    def html(self, page: int, version: int = 0) -> bytes:
        return html(self.seed, page, version)

    def text(self, page: int, version: int = 0) -> str:
        return paragraphs(self.seed, page, version)[-1]

    def id(self, *of: object) -> str:
        return f"<urn:uuid:{hashlib.md5(repr((self.seed, of)).encode()).hexdigest()}>"

    def texts(self, pages: Sequence[int] = (0, 1, 2), version: int = 0) -> dict[str, str]:
        return {self.url(page): self.text(page, version) for page in pages}

    def response(self, page: int, block: bytes | None = None, version: int = 0, **more: str) -> bytes:
        """Return a response record; version and page determine its date."""
        fields = {"WARC-Target-URI": self.url(page), "WARC-Date": date(page, version), "WARC-Record-ID": self.id(page, version)}
        content = {"Content-Type": "application/http; msgtype=response"}
        return record("response", {**fields, **content, **_fields(more)}, http(self.html(page, version)) if block is None else block)

    def request(self, page: int, version: int = 0) -> bytes:
        fields = {"WARC-Target-URI": self.url(page), "WARC-Date": date(page, version), "WARC-Record-ID": self.id("request", page, version)}
        linked = {"WARC-Concurrent-To": self.id(page, version), "Content-Type": "application/http; msgtype=request"}
        return record("request", {**fields, **linked}, f"GET /news/{page}.html HTTP/1.1\r\nHost: herald{self.seed}.example\r\n\r\n".encode())

    def revisit(self, page: int, block: bytes = b"HTTP/1.1 200 OK\r\n\r\n", **more: str) -> bytes:
        fields = {"WARC-Target-URI": self.url(page), "WARC-Date": date(page, 7), "WARC-Record-ID": self.id("revisit", page)}
        content = {"WARC-Profile": _REVISIT, "Content-Type": "application/http; msgtype=response"}
        return record("revisit", {**fields, **content, **_fields(more)}, block)

    def about(self, kind: str, url: str, block: bytes, content_type: str) -> bytes:
        """Return a record that contains no page."""
        fields = {"WARC-Target-URI": url, "WARC-Date": date(0, 0), "WARC-Record-ID": self.id(kind, url), "Content-Type": content_type}
        return record(kind, fields, block)


def date(page: int, version: int) -> str:
    return f"2026-02-{version + 1:02d}T08:{page:02d}:00Z"


def record(kind: str, headers: Mapping[str, str], block: bytes, begin: str = "WARC/1.0") -> bytes:
    fields = {"WARC-Type": kind, **headers, "Content-Length": str(len(block))}
    return (begin + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode() + block + b"\r\n\r\n"


def http(body: bytes, status: str = _OK, headers: Mapping[str, str] | None = None, *, sized: bool = True) -> bytes:
    fields = {**_HTML, **(headers or {}), **({"Content-Length": str(len(body))} if sized else {})}
    return (status + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode() + body


def chunked(body: bytes, size: int = 500) -> bytes:
    parts = (body[at : at + size] for at in range(0, len(body), size))
    return b"".join(b"%X;ext=1\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\nX-Trailer: 1\r\n\r\n"


def members(records: Sequence[bytes]) -> bytes:
    return b"".join(gzip.compress(each, 6, mtime=0) for each in records)


def digest(body: bytes, name: str = "sha1") -> str:
    return f"{name}:{b32encode(hashlib.new(name, body).digest()).decode()}"


def _fields(more: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in more.items()}


def _coded(site: Site, page: int, body: bytes, coding: str, *, chunks: bool = False) -> bytes:
    headers = {"Content-Encoding": coding, **({"Transfer-Encoding": "chunked"} if chunks else {})}
    return site.response(page, http(chunked(body) if chunks else body, headers=headers, sized=not chunks))


def webrecorder(site: Site) -> Recording:
    """Raw responses with chunks and content codings, and a JSON description in `warcinfo`."""
    info = site.about(
        "warcinfo",
        "",
        b'software: Webrecorder Platform v3.7\r\njson-metadata: {"title": "news", "type": "recording"}\r\n',
        "application/warc-fields",
    )
    responses = [_coded(site, page, gzip.compress(site.html(page)), "gzip", chunks=True) for page in range(3)]
    return Recording(
        {"rec-20260201.warc.gz": members([info, *(each for page in range(3) for each in (responses[page], site.request(page)))])},
        site.texts(),
    )


def heritrix(site: Site) -> Recording:
    """`dns:` records, metadata of each URL, and gzip members with Heritrix' extra field; the last file is still open."""
    dns = site.about("response", f"dns:herald{site.seed}.example", b"20260201080000\nherald.example.\t300\tIN\tA\t192.0.2.1\n", "text/dns")
    via = [
        site.about("metadata", site.url(page), b"via: https://herald.example/\r\nhopsFromSeed: L\r\n", "application/warc-fields")
        for page in range(3)
    ]
    packed = [_with_extra(each) for page in range(3) for each in (site.response(page), site.request(page), via[page])]
    whole = b"".join([_with_extra(dns), *packed])
    return Recording({"WEB-2026-00000.warc.gz": whole, "WEB-2026-00001.warc.gz.open": _with_extra(site.response(3))[:-20]}, site.texts())


def _with_extra(data: bytes) -> bytes:
    packed = gzip.compress(data, 6, mtime=0)
    extra = b"sl" + struct.pack("<H", 8) + struct.pack("<II", len(packed) + 14, len(data))
    return packed[:3] + b"\x04" + packed[4:10] + struct.pack("<H", len(extra)) + extra + packed[10:]


def wget(site: Site) -> Recording:
    """URIs in angle brackets, the log as a resource record, and a CDX file."""
    responses = [site.response(page, WARC_Target_URI=f"<{site.url(page)}>") for page in range(3)]
    log = site.about("resource", "metadata://gnu.org/software/wget/warc/wget.log", b"--2026-02-01-- saved\n", "text/plain")
    cdx = b" CDX a b a m s k r M V g u\n" + site.url(0).encode() + b" 20260201080000 - text/html 200 - - - 0 news.warc.gz -\n"
    return Recording({"news.warc.gz": members([*responses, log]), "news.cdx": cdx}, site.texts())


def wget_dedup(site: Site) -> Recording:
    """`--warc-dedup`: a second run has revisits of records in the first run's file, with only the HTTP headers, truncated by length."""
    body = site.html(0)
    later = site.revisit(0, http(b"", sized=False), WARC_Refers_To=site.id(0, 0), WARC_Truncated="length", WARC_Payload_Digest=digest(body))
    first = [site.response(page, WARC_Payload_Digest=digest(site.html(page))) for page in range(2)]
    return Recording({"a/first.warc.gz": members(first), "b/second.warc.gz": members([later, site.response(1, version=3)])}, {
        site.url(0): site.text(0), site.url(1): site.text(1, 3),
    })  # fmt: skip


def browsertrix(site: Site) -> Recording:
    """A WACZ file with texts, screenshots and page information as resource records, and responses marked as HTTP/2."""
    responses = [
        site.response(page, http(site.html(page), headers={"x-orig-content-encoding": "br"}), WARC_Protocol="h2", WARC_Page_ID=f"p{page}")
        for page in range(3)
    ]
    more = [
        site.about("resource", f"urn:text:{site.url(0)}", b"The text of the page", "text/plain"),
        site.about("resource", f"urn:view:{site.url(0)}", b"\x89PNG", "image/png"),
        site.about("resource", f"urn:pageinfo:{site.url(0)}", b"{}", "application/json"),
    ]
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as whole:
        whole.writestr("archive/rec-0.warc.gz", members([*responses, *more]))
        whole.writestr("pages/pages.jsonl", '{"format": "json-pages-1.0"}\n' + json.dumps({"url": site.url(0), "title": "One"}) + "\n")
        whole.writestr("datapackage.json", '{"profile": "data-package"}')
    return Recording({"crawl.wacz": out.getvalue()}, site.texts())


def warcprox(site: Site) -> Recording:
    """Responses before their requests, and duplicates as revisits with URL and date."""
    again = site.revisit(0, http(b"", sized=False), WARC_Refers_To_Target_URI=site.url(0), WARC_Refers_To_Date=date(0, 0))
    responses = [each for page in range(3) for each in (site.response(page, WARC_IP_Address="192.0.2.1"), site.request(page))]
    other = site.about("resource", "screenshot:https://herald.example/", b"\xff\xd8\xff", "image/jpeg")
    return Recording({"warcprox-0.warc": b"".join([*responses, again, other])}, site.texts())


def httrack(site: Site) -> Recording:
    """A mirror: pages with a comment on their origin, a log, and other files."""
    host = site.url(0).split("/")[2]
    pages = {
        f"{host}/news/{page}.html": site.html(page).replace(
            b"<head>",
            f"<head>\n<!-- Mirrored from {host}/news/{page}.html by HTTrack Website Copier/3.x [XR&CO'2014], Sun -->\n".encode(),
            1,
        )
        for page in range(3)
    }
    return Recording({**pages, "hts-log.txt": b"HTTrack3.49 launched", "cookies.txt": b"", f"{host}/style.css": b"p {}"}, {
        url.replace("https:", "http:"): text for url, text in site.texts().items()
    }, base_url=f"http://{host}/")  # fmt: skip


def scrapy_warcio(site: Site) -> Recording:
    """Decoded bodies with the original headers, which still declare content codings and chunks."""
    headers = {"Content-Encoding": "gzip", "Transfer-Encoding": "chunked"}
    one = site.response(0, http(site.html(0), "HTTP/1.1 200 ", headers, sized=False))
    other = site.response(1, http(site.html(1), headers={"Content-Encoding": "br"}, sized=False))
    return Recording({"scrapy.warc.gz": members([one, other])}, site.texts((0, 1)))


def common_crawl(site: Site) -> Recording:
    """Decoded bodies with renamed headers."""
    headers = {"X-Crawl-Content-Encoding": "gzip", "X-Crawl-Transfer-Encoding": "chunked", "X-Crawl-Content-Length": "99"}
    responses = [site.response(page, http(site.html(page), headers=headers), WARC_Identified_Payload_Type="text/html") for page in range(3)]
    return Recording({"CC-MAIN-2026-00000.warc.gz": members(responses)}, site.texts())


def common_crawl_texts(site: Site) -> Recording:
    """WET: `conversion` records of plain text contain no page, which must be reported."""
    texts = [site.about("conversion", site.url(page), site.text(page).encode(), "text/plain") for page in range(2)]
    return Recording({"CC-MAIN-2026-00000.warc.wet.gz": members(texts)}, {}, "no pages")


def common_crawl_metadata(site: Site) -> Recording:
    """WAT: JSON metadata contains no page, which must be reported."""
    about = json.dumps({"Envelope": {"Format": "WARC", "Payload-Metadata": {}}}).encode()
    return Recording(
        {"CC-MAIN-2026-00000.warc.wat.gz": members([site.about("metadata", site.url(0), about, "application/json")])}, {}, "no pages"
    )


def pywb(site: Site) -> Recording:
    """Dates with microseconds, a revisit of a missing record, and one whose original is in a later file."""
    responses = [
        site.response(page, WARC_Date=date(page, 0)[:-1] + ".123456Z", WARC_Payload_Digest=digest(site.html(page))) for page in range(2)
    ]
    lone = site.revisit(2, WARC_Refers_To="<urn:uuid:00000000-0000-0000-0000-000000000000>", WARC_Payload_Digest=digest(b"elsewhere"))
    known = site.revisit(3, WARC_Refers_To_Target_URI=site.url(1), WARC_Refers_To_Date=date(1, 0), WARC_Payload_Digest=digest(site.html(1)))
    return Recording(
        {"rec/a.warc.gz": members([lone, known]), "rec/b.warc.gz": members(responses)}, {**site.texts((0, 1)), site.url(3): site.text(1)}
    )


def zeno(site: Site) -> Recording:
    """Zstandard with one frame per record and a compressed dictionary before them; digests of other algorithms."""
    responses = [
        site.response(page, WARC_Block_Digest=digest(site.html(page), "sha256")).replace(b"WARC/1.0", b"WARC/1.1", 1) for page in range(3)
    ]
    raw = b"".join(responses)[:3000]
    words = zstd.ZstdDict(raw, is_raw=True)
    packed = zstd.compress(raw)
    frame = b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(packed)) + packed
    return Recording({"ZENO-0.warc.zst": frame + b"".join(zstd.compress(each, zstd_dict=words) for each in responses)}, site.texts())


def archivebox(site: Site) -> Recording:
    """One folder per snapshot: wget's archive and files that describe it."""

    def snapshot(page: int) -> Files:
        place = f"archive/17700{page}/"
        index = json.dumps({"url": site.url(page), "title": "news"}).encode()
        return {
            f"{place}warc/17700{page}.warc.gz": members([site.response(page)]),
            f"{place}index.json": index,
            f"{place}headers.json": b"{}",
        }

    return Recording({**snapshot(0), **snapshot(1), "index.sqlite3": b"SQLite format 3\0", "ArchiveBox.conf": b"[X]\n"}, site.texts((0, 1)))


def arc_files(site: Site) -> Recording:
    """ARC files with one gzip member per record, and uncompressed."""

    def one(page: int) -> bytes:
        block = http(site.html(page))
        return f"{site.url(page)} 192.0.2.1 2026020108000{page} text/html {len(block)}\n".encode() + block + b"\n"

    version = b"1 0 Internet Archive\nURL IP-address Archive-date Content-type Archive-length\n"
    first = f"filedesc://a.arc 0.0.0.0 20260201080000 text/plain {len(version)}\n".encode() + version + b"\n"
    return Recording({"a.arc.gz": members([first, one(0), one(1)]), "b.arc": first + one(2)}, site.texts())


def old_versions(site: Site) -> Recording:
    """Records of WARC/0.17, 0.18 and 1.1."""
    begins = (b"WARC/0.17", b"WARC/0.18", b"WARC/1.1")
    return Recording({"old.warc": b"".join(site.response(page).replace(b"WARC/1.0", begins[page], 1) for page in range(3))}, site.texts())


def one_member(site: Site) -> Recording:
    """All records in one gzip member, in a compressed file named .warc."""
    return Recording({"all.warc": gzip.compress(b"".join(map(site.response, range(3))))}, site.texts())


def blocks_of_tape(site: Site) -> Recording:
    """Gzip members padded with zero bytes to full blocks."""
    return Recording(
        {"tape.warc.gz": b"".join(each + b"\0" * (-len(each) % 512) for each in (members([site.response(page)]) for page in range(3)))},
        site.texts(),
    )


def http_versions(site: Site) -> Recording:
    """Status lines of HTTP/2 and 3, with and without a reason phrase, and of HTTP/1.0."""
    lines = ("HTTP/2 200", "HTTP/3 200 ", "HTTP/1.0 200 Document follows", "HTTP/2.0 200 OK")
    return Recording({"h.warc": b"".join(site.response(n, http(site.html(n), line)) for n, line in enumerate(lines))}, site.texts(range(4)))


def pseudo_headers(site: Site) -> Recording:
    """HTTP/2 pseudo-headers among the header fields."""
    block = b"HTTP/2 200\r\n:status: 200\r\ncontent-type: text/html; charset=utf-8\r\n\r\n"
    return Recording({"h2.warc": site.response(0, block + site.html(0))}, site.texts((0,)))


def content_codings(site: Site) -> Recording:
    """Every content coding, nested ones included, with and without chunks."""
    raw = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    made: list[tuple[bytes, str]] = [
        (brotli.compress(site.html(0)), "br"),
        (zstd.compress(site.html(1)), "zstd"),
        (zlib.compress(site.html(2)), "deflate"),
        (raw.compress(site.html(3)) + raw.flush(), "Deflate"),
        (brotli.compress(gzip.compress(site.html(4))), "gzip, br"),
        (gzip.compress(site.html(5)), "x-gzip"),
    ]
    responses = [_coded(site, page, body, coding, chunks=bool(page % 2)) for page, (body, coding) in enumerate(made)]
    return Recording({"coded.warc.gz": members(responses)}, site.texts(range(6)))


def identity_coding(site: Site) -> Recording:
    """Content-Encoding without a coding: identity, utf-8, an empty value, none."""
    codings = ("identity", "UTF-8", "", "none")
    return Recording({"i.warc": b"".join(_coded(site, n, site.html(n), coding) for n, coding in enumerate(codings))}, site.texts(range(4)))


def without_length(site: Site) -> Recording:
    """Responses without Content-Length, and with repeated ones."""
    bodies = [
        http(site.html(0), sized=False),
        http(site.html(1), headers={"content-length": str(len(site.html(1)))}),
        http(site.html(2), headers={"Content-Length": f"{len(site.html(2))}, {len(site.html(2))}"}, sized=False),
    ]
    return Recording({"n.warc": b"".join(site.response(page, body) for page, body in enumerate(bodies))}, site.texts())


def line_ends(site: Site) -> Recording:
    """Headers of records and responses with bare line feeds."""
    bare = []
    for page in range(2):
        block = http(site.html(page)).replace(b"\r\n", b"\n")
        head, _, _ = site.response(page, block).partition(b"\r\n\r\n")
        bare.append(head.replace(b"\r\n", b"\n") + b"\n\n" + block + b"\n\n")
    return Recording(
        {"lf.warc": b"".join(bare), "lf2.warc.gz": members([site.response(2, http(site.html(2)).replace(b"\r\n", b"\n"))])}, site.texts()
    )


def byte_order_marks(site: Site) -> Recording:
    """A byte order mark before the file, before a body, and in contradiction to the charset."""
    body = b"\xef\xbb\xbf" + site.html(1)
    wide = "\ufeff".encode("utf-16-le") + site.html(2).decode().encode("utf-16-le")
    responses = [
        site.response(0),
        site.response(1, http(body, headers={"Content-Type": "text/html; charset=iso-8859-1"})),
        site.response(2, http(wide)),
    ]
    return Recording({"bom.warc": b"\xef\xbb\xbf" + b"".join(responses)}, site.texts())


def header_names(site: Site) -> Recording:
    """Field names in lower and upper case, without and with extra spaces, and a capitalised record type."""
    lower = _heads(site.response(0), lambda name, value: f"{name.lower()}:{value}")
    upper = _heads(site.response(1), lambda name, value: f"{name.upper()}:  {value}  ")
    capital = site.response(2).replace(b"WARC-Type: response", b"WARC-Type: Response", 1)
    return Recording({"names.warc": lower + upper + capital}, site.texts())


def _heads(data: bytes, write_field: Callable[[str, str], str]) -> bytes:
    head, _, rest = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    made = [write_field(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    return "\r\n".join([first, *made, "", ""]).encode() + rest


def folded_fields(site: Site) -> Recording:
    """Folded fields in the headers of the record and of the response."""
    one = site.response(0).replace(b"WARC-Date: ", b"WARC-Filename: a\r\n\tlong name\r\nWARC-Date:\r\n ", 1)
    other = site.response(1, http(site.html(1), headers={"Content-Type": "text/html;\r\n\tcharset=utf-8", "Set-Cookie": "a=b;\r\n path=/"}))
    return Recording({"folded.warc": one + other}, site.texts((0, 1)))


def out_of_order(site: Site) -> Recording:
    """Newer captures before older ones, revisits before their originals, and continuations before first segments."""
    return Recording({"order.warc.gz": members(_unordered(site))}, _of_unordered(site))


def across_files(site: Site) -> Recording:
    """The unordered records with one file per record, plain and compressed."""
    records = _unordered(site)
    site.random.shuffle(records)
    files = {f"part{n}.warc{'.zst' if n % 2 else ''}": zstd.compress(each) if n % 2 else each for n, each in enumerate(records)}
    return Recording(files, _of_unordered(site))


def _unordered(site: Site) -> list[bytes]:
    block = http(site.html(1))
    half = len(block) // 2
    first = site.response(1, block[:half], WARC_Segment_Number="1")
    fields = {
        "WARC-Target-URI": site.url(1), "WARC-Date": date(1, 0), "WARC-Record-ID": site.id("rest"), "WARC-Segment-Number": "2",
        "WARC-Segment-Origin-ID": site.id(1, 0), "WARC-Segment-Total-Length": str(len(block)),
    }  # fmt: skip
    rest = record("continuation", fields, block[half:])
    revisit = site.revisit(2, WARC_Refers_To=site.id(2, 0))
    return [rest, revisit, site.response(0, version=4), site.response(2, version=3), first, site.response(0), site.response(2)]


def _of_unordered(site: Site) -> dict[str, str]:
    return {site.url(0): site.text(0, 4), site.url(1): site.text(1), site.url(2): site.text(2)}


def odd_ends(site: Site) -> Recording:
    """No line end after the last record, one or many between others, blank lines before the first."""
    a, b, c = (site.response(page)[:-4] for page in range(3))
    return Recording({"ends.warc": b"\r\n\r\n" + a + b"\r\n" + b + b"\r\n\r\n\r\n\r\n\r\n" + c}, site.texts())


def spelled_urls(site: Site) -> Recording:
    """URIs with capital letters, ports, fragments and spaces."""
    spelled = (f"HTTPS://HERALD{site.seed}.EXAMPLE:443/news/0.html", f"{site.url(1)}#top", f" {site.url(2)} ")
    return Recording({"u.warc": b"".join(site.response(n, WARC_Target_URI=url) for n, url in enumerate(spelled))}, site.texts())


def spelled_dates(site: Site) -> Recording:
    """Dates with 14 digits, an offset, nanoseconds, and a missing date: the newest capture is used."""

    def at(version: int, spelled: str) -> bytes:
        return site.response(0, version=version, WARC_Date=spelled)

    records = [
        at(1, "20260209080000"),
        at(2, "2026-02-09T10:00:01+02:00"),
        at(3, "2026-02-09T08:00:00.999999999Z"),
        at(4, ""),
        at(5, "2026-02-08"),
    ]
    return Recording({"d.warc": b"".join(records)}, {site.url(0): site.text(0, 2)})


def interim_answers(site: Site) -> Recording:
    """Interim responses 100 and 103 before the final one."""
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
    blocks = (b"HTTP/1.1 100 Continue\r\n\r\n" + http(site.html(0)), hints + http(site.html(1)))
    return Recording({"i.warc": b"".join(site.response(n, block) for n, block in enumerate(blocks))}, site.texts((0, 1)))


def content_types(site: Site) -> Recording:
    """Other spellings of the record's content type, and none."""
    kinds = ("application/http;msgtype=response", "APPLICATION/HTTP; MsgType=response", "application/http", "")
    return Recording({"t.warc": b"".join(site.response(n, Content_Type=kind) for n, kind in enumerate(kinds))}, site.texts(range(4)))


def other_schemes(site: Site) -> Recording:
    """Records of FTP, whois, mail and `data:` URLs between the pages."""
    others = [
        site.about("resource", url, b"x" * 40, "text/plain")
        for url in ("ftp://ftp.example/a.txt", "whois://whois.example/a", "mid:7@example", "data:text/plain,x")
    ]
    return Recording(
        {"s.warc.gz": members([others[0], site.response(0), others[1], others[2], site.response(1), others[3]])}, site.texts((0, 1))
    )


def archives_in_a_zip(site: Site) -> Recording:
    """A ZIP file of archives."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("a/one.warc.gz", members([site.response(0)]))
        whole.writestr("a/two.warc", site.response(1))
        whole.writestr("__MACOSX/a/._two.warc", b"\0\5\x16\7")
    return Recording({"export.zip": out.getvalue()}, site.texts((0, 1)))


def odd_names(site: Site) -> Recording:
    """Archives whose names do not indicate the format."""
    return Recording(
        {"a/capture": site.response(0), "b/data.bin": members([site.response(1)]), "c/x.warc.gz.1": members([site.response(2)])},
        site.texts(),
    )


def unread_packings(site: Site) -> Recording:
    """A bzip2 file, which must be reported, beside a readable archive."""
    return Recording({"a.warc": site.response(0), "b.warc.bz2": bz2.compress(site.response(1))}, site.texts((0,)), "bz2")


def damaged_between(site: Site) -> Recording:
    """Garbage between two compressed records, and before a plain one."""
    packed = members([site.response(0)]) + b"\x1f\x8b\x08\x00garbage garbage" + members([site.response(1)])
    return Recording({"p.warc.gz": packed, "q.warc": b"garbage\r\n" + site.response(2)}, site.texts(), "record")


def damaged_begin(site: Site) -> Recording:
    """A truncated first member, and an overwritten one."""
    cut, other = members([site.response(0)])[:300], b"\0" * 400
    rest = members([site.response(1)]), members([site.response(2)])
    return Recording({"a.warc.gz": cut + rest[0], "b.warc.gz": other + rest[1]}, site.texts((1, 2)))


def large_head(site: Site) -> Recording:
    """Headers of thousands of bytes: cookies and policies."""
    headers = {"Content-Security-Policy": "default-src 'self'; " * 400, "Set-Cookie": "a=" + "b" * 4000}
    return Recording({"l.warc": b"".join(site.response(n, http(site.html(n), headers=headers)) for n in range(2))}, site.texts((0, 1)))


def latin_heads(site: Site) -> Recording:
    """Header values in Latin-1 and UTF-8, a field without a value, and a line that is not a field."""
    head = "HTTP/1.1 200 OK\r\nServer: Café\r\nX-Empty:\r\nno field at all\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return Recording(
        {"l.warc": site.response(0, head.encode("latin-1") + site.html(0)) + site.response(1, head.encode() + site.html(1))},
        site.texts((0, 1)),
    )


RECORDERS: Mapping[str, Callable[[Site], Recording]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        webrecorder, heritrix, wget, wget_dedup, browsertrix, warcprox, httrack, scrapy_warcio, common_crawl, common_crawl_texts,
        common_crawl_metadata, pywb, zeno, archivebox, arc_files, old_versions, one_member, blocks_of_tape, http_versions, pseudo_headers,
        content_codings, identity_coding, without_length, line_ends, byte_order_marks, header_names, folded_fields, out_of_order,
        across_files, odd_ends, spelled_urls, spelled_dates, interim_answers, content_types, other_schemes, archives_in_a_zip, odd_names,
        unread_packings,
        damaged_between, damaged_begin, large_head, latin_heads,
    )
}  # fmt: skip


def problems(made: Recording, folder: Path) -> Iterator[str]:
    """Write an archive to a folder, read it, and yield the problems."""
    for name, data in made.files.items():
        path = folder / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    found, messages = _read(folder, made.base_url)
    yield from (f"misses {url}" for url, text in made.pages.items() if text not in found.get(url, ""))
    yield from (f"wrongly finds {url}" for url in sorted(found.keys() - made.pages.keys()))
    if made.reported and made.reported not in messages:
        yield f"does not report {made.reported}: {messages or 'no messages'}"


def _read(folder: Path, base_url: str) -> tuple[dict[str, str], str]:
    """Return the texts of the selected pages by URL, and the messages about the rest."""
    found: dict[str, str] = {}
    messages: list[str] = []
    try:
        for item in select(scan([str(folder / "in")], folder, base_url=base_url, notice=messages.append)):
            if isinstance(item, Entry):
                with suppress(PageError):
                    raw = load(item)
                    found[item.url.strip().lower().replace(":443", "").partition("#")[0]] = _text(raw.body)
            else:
                messages.append(item.outcome.ending.reason)
    except (InputError, NothingToDoError) as error:
        messages.append(str(error))
    return found, "; ".join(messages)


def _text(body: bytes) -> str:
    return body.decode("utf-16" if body.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8", "replace")
