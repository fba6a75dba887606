"""A site as other recorders leave it: the same pages in the archives and folders of many programs."""

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
class Dressed:
    """An archive.

    Parameters
    ----------
    files : mapping of str to bytes
        By their paths in the folder.
    pages : mapping of str to str
        The last paragraph of each page by its URL.
    named : str
        What a line about the input must name; "" for none.
    base_url : str
        As `winnow index --base-url`.
    """

    files: Files
    pages: Mapping[str, str]
    named: str = ""
    base_url: str = ""


@dataclass(slots=True)
class Site:
    """The pages of one site, and the records that are made of them."""

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
        """A response record, dated by version and page."""
        said = {"WARC-Target-URI": self.url(page), "WARC-Date": date(page, version), "WARC-Record-ID": self.id(page, version)}
        content = {"Content-Type": "application/http; msgtype=response"}
        return record("response", {**said, **content, **_fields(more)}, http(self.html(page, version)) if block is None else block)

    def request(self, page: int, version: int = 0) -> bytes:
        said = {"WARC-Target-URI": self.url(page), "WARC-Date": date(page, version), "WARC-Record-ID": self.id("request", page, version)}
        linked = {"WARC-Concurrent-To": self.id(page, version), "Content-Type": "application/http; msgtype=request"}
        return record("request", {**said, **linked}, f"GET /news/{page}.html HTTP/1.1\r\nHost: herald{self.seed}.example\r\n\r\n".encode())

    def revisit(self, page: int, block: bytes = b"HTTP/1.1 200 OK\r\n\r\n", **more: str) -> bytes:
        said = {"WARC-Target-URI": self.url(page), "WARC-Date": date(page, 7), "WARC-Record-ID": self.id("revisit", page)}
        content = {"WARC-Profile": _REVISIT, "Content-Type": "application/http; msgtype=response"}
        return record("revisit", {**said, **content, **_fields(more)}, block)

    def about(self, kind: str, url: str, block: bytes, content_type: str) -> bytes:
        """A record of any kind that holds no page."""
        said = {"WARC-Target-URI": url, "WARC-Date": date(0, 0), "WARC-Record-ID": self.id(kind, url), "Content-Type": content_type}
        return record(kind, said, block)


def date(page: int, version: int) -> str:
    return f"2026-02-{version + 1:02d}T08:{page:02d}:00Z"


def record(kind: str, said: Mapping[str, str], block: bytes, begin: str = "WARC/1.0") -> bytes:
    fields = {"WARC-Type": kind, **said, "Content-Length": str(len(block))}
    return (begin + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n").encode() + block + b"\r\n\r\n"


def http(body: bytes, status: str = _OK, headers: Mapping[str, str] | None = None, *, sized: bool = True) -> bytes:
    said = {**_HTML, **(headers or {}), **({"Content-Length": str(len(body))} if sized else {})}
    return (status + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in said.items()) + "\r\n").encode() + body


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


def webrecorder(site: Site) -> Dressed:
    """Answers as they came over the wire, chunks and codings left in, a JSON description in `warcinfo`."""
    info = site.about(
        "warcinfo",
        "",
        b'software: Webrecorder Platform v3.7\r\njson-metadata: {"title": "news", "type": "recording"}\r\n',
        "application/warc-fields",
    )
    answers = [_coded(site, page, gzip.compress(site.html(page)), "gzip", chunks=True) for page in range(3)]
    return Dressed(
        {"rec-20260201.warc.gz": members([info, *(each for page in range(3) for each in (answers[page], site.request(page)))])},
        site.texts(),
    )


def heritrix(site: Site) -> Dressed:
    """With `dns:` records, metadata on each URL, and members whose head has Heritrix' extra field; the last file is still open."""
    dns = site.about("response", f"dns:herald{site.seed}.example", b"20260201080000\nherald.example.\t300\tIN\tA\t192.0.2.1\n", "text/dns")
    via = [
        site.about("metadata", site.url(page), b"via: https://herald.example/\r\nhopsFromSeed: L\r\n", "application/warc-fields")
        for page in range(3)
    ]
    packed = [_with_extra(each) for page in range(3) for each in (site.response(page), site.request(page), via[page])]
    whole = b"".join([_with_extra(dns), *packed])
    return Dressed({"WEB-2026-00000.warc.gz": whole, "WEB-2026-00001.warc.gz.open": _with_extra(site.response(3))[:-20]}, site.texts())


def _with_extra(data: bytes) -> bytes:
    packed = gzip.compress(data, 6, mtime=0)
    extra = b"sl" + struct.pack("<H", 8) + struct.pack("<II", len(packed) + 14, len(data))
    return packed[:3] + b"\x04" + packed[4:10] + struct.pack("<H", len(extra)) + extra + packed[10:]


def wget(site: Site) -> Dressed:
    """URIs in angle brackets, the log and the arguments as resource records, a CDX file beside, the pages as files, too."""
    answers = [site.response(page, WARC_Target_URI=f"<{site.url(page)}>") for page in range(3)]
    log = site.about("resource", "metadata://gnu.org/software/wget/warc/wget.log", b"--2026-02-01-- saved\n", "text/plain")
    cdx = b" CDX a b a m s k r M V g u\n" + site.url(0).encode() + b" 20260201080000 - text/html 200 - - - 0 news.warc.gz -\n"
    return Dressed({"news.warc.gz": members([*answers, log]), "news.cdx": cdx}, site.texts())


def wget_dedup(site: Site) -> Dressed:
    """`--warc-dedup`: a second run has revisits with the head alone, truncated by length, of records in the first run's file."""
    body = site.html(0)
    later = site.revisit(0, http(b"", sized=False), WARC_Refers_To=site.id(0, 0), WARC_Truncated="length", WARC_Payload_Digest=digest(body))
    first = [site.response(page, WARC_Payload_Digest=digest(site.html(page))) for page in range(2)]
    return Dressed({"a/first.warc.gz": members(first), "b/second.warc.gz": members([later, site.response(1, version=3)])}, {
        site.url(0): site.text(0), site.url(1): site.text(1, 3),
    })  # fmt: skip


def browsertrix(site: Site) -> Dressed:
    """A WACZ file with texts, screenshots and page information as resource records, and HTTP/2 noted beside the answer."""
    answers = [
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
        whole.writestr("archive/rec-0.warc.gz", members([*answers, *more]))
        whole.writestr("pages/pages.jsonl", '{"format": "json-pages-1.0"}\n' + json.dumps({"url": site.url(0), "title": "One"}) + "\n")
        whole.writestr("datapackage.json", '{"profile": "data-package"}')
    return Dressed({"crawl.wacz": out.getvalue()}, site.texts())


def warcprox(site: Site) -> Dressed:
    """The answer before its request, and duplicates as revisits that name URL and date."""
    again = site.revisit(0, http(b"", sized=False), WARC_Refers_To_Target_URI=site.url(0), WARC_Refers_To_Date=date(0, 0))
    answers = [each for page in range(3) for each in (site.response(page, WARC_IP_Address="192.0.2.1"), site.request(page))]
    other = site.about("resource", "screenshot:https://herald.example/", b"\xff\xd8\xff", "image/jpeg")
    return Dressed({"warcprox-0.warc": b"".join([*answers, again, other])}, site.texts())


def httrack(site: Site) -> Dressed:
    """A mirror: pages with a line that says where each is from, an index of its own, a log and a cache."""
    host = site.url(0).split("/")[2]
    pages = {
        f"{host}/news/{page}.html": site.html(page).replace(
            b"<head>",
            f"<head>\n<!-- Mirrored from {host}/news/{page}.html by HTTrack Website Copier/3.x [XR&CO'2014], Sun -->\n".encode(),
            1,
        )
        for page in range(3)
    }
    return Dressed({**pages, "hts-log.txt": b"HTTrack3.49 launched", "cookies.txt": b"", f"{host}/style.css": b"p {}"}, {
        url.replace("https:", "http:"): text for url, text in site.texts().items()
    }, base_url=f"http://{host}/")  # fmt: skip


def scrapy_warcio(site: Site) -> Dressed:
    """Bodies already decoded beside the headers of the wire: gzip and chunks that are there no more, and a length of what was."""
    headers = {"Content-Encoding": "gzip", "Transfer-Encoding": "chunked"}
    one = site.response(0, http(site.html(0), "HTTP/1.1 200 ", headers, sized=False))
    other = site.response(1, http(site.html(1), headers={"Content-Encoding": "br"}, sized=False))
    return Dressed({"scrapy.warc.gz": members([one, other])}, site.texts((0, 1)))


def common_crawl(site: Site) -> Dressed:
    """Codings undone and their headers renamed."""
    headers = {"X-Crawl-Content-Encoding": "gzip", "X-Crawl-Transfer-Encoding": "chunked", "X-Crawl-Content-Length": "99"}
    answers = [site.response(page, http(site.html(page), headers=headers), WARC_Identified_Payload_Type="text/html") for page in range(3)]
    return Dressed({"CC-MAIN-2026-00000.warc.gz": members(answers)}, site.texts())


def common_crawl_texts(site: Site) -> Dressed:
    """WET: `conversion` records of plain text hold no page, and that is said."""
    texts = [site.about("conversion", site.url(page), site.text(page).encode(), "text/plain") for page in range(2)]
    return Dressed({"CC-MAIN-2026-00000.warc.wet.gz": members(texts)}, {}, "no pages")


def common_crawl_metadata(site: Site) -> Dressed:
    """WAT: JSON on each record; the same."""
    about = json.dumps({"Envelope": {"Format": "WARC", "Payload-Metadata": {}}}).encode()
    return Dressed(
        {"CC-MAIN-2026-00000.warc.wat.gz": members([site.about("metadata", site.url(0), about, "application/json")])}, {}, "no pages"
    )


def pywb(site: Site) -> Dressed:
    """Dates in microseconds, a revisit of a record that is in no file, and one whose original follows in another file."""
    answers = [
        site.response(page, WARC_Date=date(page, 0)[:-1] + ".123456Z", WARC_Payload_Digest=digest(site.html(page))) for page in range(2)
    ]
    lone = site.revisit(2, WARC_Refers_To="<urn:uuid:00000000-0000-0000-0000-000000000000>", WARC_Payload_Digest=digest(b"elsewhere"))
    known = site.revisit(3, WARC_Refers_To_Target_URI=site.url(1), WARC_Refers_To_Date=date(1, 0), WARC_Payload_Digest=digest(site.html(1)))
    return Dressed(
        {"rec/a.warc.gz": members([lone, known]), "rec/b.warc.gz": members(answers)}, {**site.texts((0, 1)), site.url(3): site.text(1)}
    )


def zeno(site: Site) -> Dressed:
    """Zstandard, a frame a record, with a compressed dictionary before them; digests of other kinds."""
    answers = [
        site.response(page, WARC_Block_Digest=digest(site.html(page), "sha256")).replace(b"WARC/1.0", b"WARC/1.1", 1) for page in range(3)
    ]
    raw = b"".join(answers)[:3000]
    words = zstd.ZstdDict(raw, is_raw=True)
    packed = zstd.compress(raw)
    frame = b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(packed)) + packed
    return Dressed({"ZENO-0.warc.zst": frame + b"".join(zstd.compress(each, zstd_dict=words) for each in answers)}, site.texts())


def archivebox(site: Site) -> Dressed:
    """A folder a snapshot: wget's archive beside what describes it."""

    def snapshot(page: int) -> Files:
        place = f"archive/17700{page}/"
        index = json.dumps({"url": site.url(page), "title": "news"}).encode()
        return {
            f"{place}warc/17700{page}.warc.gz": members([site.response(page)]),
            f"{place}index.json": index,
            f"{place}headers.json": b"{}",
        }

    return Dressed({**snapshot(0), **snapshot(1), "index.sqlite3": b"SQLite format 3\0", "ArchiveBox.conf": b"[X]\n"}, site.texts((0, 1)))


def arc_files(site: Site) -> Dressed:
    """ARC, versions 1 and 2 of its header lines, a record a member or plain."""

    def one(page: int) -> bytes:
        block = http(site.html(page))
        return f"{site.url(page)} 192.0.2.1 2026020108000{page} text/html {len(block)}\n".encode() + block + b"\n"

    version = b"1 0 Internet Archive\nURL IP-address Archive-date Content-type Archive-length\n"
    first = f"filedesc://a.arc 0.0.0.0 20260201080000 text/plain {len(version)}\n".encode() + version + b"\n"
    return Dressed({"a.arc.gz": members([first, one(0), one(1)]), "b.arc": first + one(2)}, site.texts())


def old_versions(site: Site) -> Dressed:
    """WARC/0.17 and 0.18 beside 1.1."""
    begins = (b"WARC/0.17", b"WARC/0.18", b"WARC/1.1")
    return Dressed({"old.warc": b"".join(site.response(page).replace(b"WARC/1.0", begins[page], 1) for page in range(3))}, site.texts())


def one_member(site: Site) -> Dressed:
    """All records in one gzip member, named .warc though it is compressed."""
    return Dressed({"all.warc": gzip.compress(b"".join(map(site.response, range(3))))}, site.texts())


def blocks_of_tape(site: Site) -> Dressed:
    """Members padded with zero bytes to whole blocks."""
    return Dressed(
        {"tape.warc.gz": b"".join(each + b"\0" * (-len(each) % 512) for each in (members([site.response(page)]) for page in range(3)))},
        site.texts(),
    )


def http_versions(site: Site) -> Dressed:
    """Status lines of HTTP/2 and 3, with and without a reason, and of HTTP/1.0."""
    lines = ("HTTP/2 200", "HTTP/3 200 ", "HTTP/1.0 200 Document follows", "HTTP/2.0 200 OK")
    return Dressed({"h.warc": b"".join(site.response(n, http(site.html(n), line)) for n, line in enumerate(lines))}, site.texts(range(4)))


def pseudo_headers(site: Site) -> Dressed:
    """HTTP/2 pseudo headers among the others."""
    block = b"HTTP/2 200\r\n:status: 200\r\ncontent-type: text/html; charset=utf-8\r\n\r\n"
    return Dressed({"h2.warc": site.response(0, block + site.html(0))}, site.texts((0,)))


def content_codings(site: Site) -> Dressed:
    """Every content coding, one within the other, too, in chunks."""
    raw = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    made: list[tuple[bytes, str]] = [
        (brotli.compress(site.html(0)), "br"),
        (zstd.compress(site.html(1)), "zstd"),
        (zlib.compress(site.html(2)), "deflate"),
        (raw.compress(site.html(3)) + raw.flush(), "Deflate"),
        (brotli.compress(gzip.compress(site.html(4))), "gzip, br"),
        (gzip.compress(site.html(5)), "x-gzip"),
    ]
    answers = [_coded(site, page, body, coding, chunks=bool(page % 2)) for page, (body, coding) in enumerate(made)]
    return Dressed({"coded.warc.gz": members(answers)}, site.texts(range(6)))


def identity_coding(site: Site) -> Dressed:
    """Codings that name none: identity, utf-8, an empty value."""
    codings = ("identity", "UTF-8", "", "none")
    return Dressed({"i.warc": b"".join(_coded(site, n, site.html(n), coding) for n, coding in enumerate(codings))}, site.texts(range(4)))


def without_length(site: Site) -> Dressed:
    """Answers without Content-Length, with a wrong one that is too small, and with two equal ones."""
    bodies = [
        http(site.html(0), sized=False),
        http(site.html(1), headers={"content-length": str(len(site.html(1)))}),
        http(site.html(2), headers={"Content-Length": f"{len(site.html(2))}, {len(site.html(2))}"}, sized=False),
    ]
    return Dressed({"n.warc": b"".join(site.response(page, body) for page, body in enumerate(bodies))}, site.texts())


def line_ends(site: Site) -> Dressed:
    """Heads of records and answers with bare line feeds."""
    bare = []
    for page in range(2):
        block = http(site.html(page)).replace(b"\r\n", b"\n")
        head, _, _ = site.response(page, block).partition(b"\r\n\r\n")
        bare.append(head.replace(b"\r\n", b"\n") + b"\n\n" + block + b"\n\n")
    return Dressed(
        {"lf.warc": b"".join(bare), "lf2.warc.gz": members([site.response(2, http(site.html(2)).replace(b"\r\n", b"\n"))])}, site.texts()
    )


def byte_order_marks(site: Site) -> Dressed:
    """A byte order mark before the file, before the body, and against the charset."""
    body = b"\xef\xbb\xbf" + site.html(1)
    wide = "\ufeff".encode("utf-16-le") + site.html(2).decode().encode("utf-16-le")
    answers = [
        site.response(0),
        site.response(1, http(body, headers={"Content-Type": "text/html; charset=iso-8859-1"})),
        site.response(2, http(wide)),
    ]
    return Dressed({"bom.warc": b"\xef\xbb\xbf" + b"".join(answers)}, site.texts())


def header_names(site: Site) -> Dressed:
    """Names of fields in lower and upper case, without a blank, with blanks around, types in capitals."""
    lower = _heads(site.response(0), lambda name, value: f"{name.lower()}:{value}")
    upper = _heads(site.response(1), lambda name, value: f"{name.upper()}:  {value}  ")
    capital = site.response(2).replace(b"WARC-Type: response", b"WARC-Type: Response", 1)
    return Dressed({"names.warc": lower + upper + capital}, site.texts())


def _heads(data: bytes, said: Callable[[str, str], str]) -> bytes:
    head, _, rest = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    made = [said(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    return "\r\n".join([first, *made, "", ""]).encode() + rest


def folded_fields(site: Site) -> Dressed:
    """Fields over several lines, in the record's head and the answer's."""
    one = site.response(0).replace(b"WARC-Date: ", b"WARC-Filename: a\r\n\tlong name\r\nWARC-Date:\r\n ", 1)
    other = site.response(1, http(site.html(1), headers={"Content-Type": "text/html;\r\n\tcharset=utf-8", "Set-Cookie": "a=b;\r\n path=/"}))
    return Dressed({"folded.warc": one + other}, site.texts((0, 1)))


def out_of_order(site: Site) -> Dressed:
    """Newer captures before older ones, revisits and segments before what they belong to."""
    return Dressed({"order.warc.gz": members(_unordered(site))}, _of_unordered(site))


def across_files(site: Site) -> Dressed:
    """The same with a file a record, plain and compressed."""
    records = _unordered(site)
    site.random.shuffle(records)
    files = {f"part{n}.warc{'.zst' if n % 2 else ''}": zstd.compress(each) if n % 2 else each for n, each in enumerate(records)}
    return Dressed(files, _of_unordered(site))


def _unordered(site: Site) -> list[bytes]:
    block = http(site.html(1))
    half = len(block) // 2
    first = site.response(1, block[:half], WARC_Segment_Number="1")
    said = {
        "WARC-Target-URI": site.url(1), "WARC-Date": date(1, 0), "WARC-Record-ID": site.id("rest"), "WARC-Segment-Number": "2",
        "WARC-Segment-Origin-ID": site.id(1, 0), "WARC-Segment-Total-Length": str(len(block)),
    }  # fmt: skip
    rest = record("continuation", said, block[half:])
    revisit = site.revisit(2, WARC_Refers_To=site.id(2, 0))
    return [rest, revisit, site.response(0, version=4), site.response(2, version=3), first, site.response(0), site.response(2)]


def _of_unordered(site: Site) -> dict[str, str]:
    return {site.url(0): site.text(0, 4), site.url(1): site.text(1), site.url(2): site.text(2)}


def odd_ends(site: Site) -> Dressed:
    """No line ends after the last record, one or many between others, blank lines before the first."""
    a, b, c = (site.response(page)[:-4] for page in range(3))
    return Dressed({"ends.warc": b"\r\n\r\n" + a + b"\r\n" + b + b"\r\n\r\n\r\n\r\n\r\n" + c}, site.texts())


def spelled_urls(site: Site) -> Dressed:
    """URIs with capitals, ports, fragments and blanks."""
    spelled = (f"HTTPS://HERALD{site.seed}.EXAMPLE:443/news/0.html", f"{site.url(1)}#top", f" {site.url(2)} ")
    return Dressed({"u.warc": b"".join(site.response(n, WARC_Target_URI=url) for n, url in enumerate(spelled))}, site.texts())


def spelled_dates(site: Site) -> Dressed:
    """14 digits, an offset, a fraction of nanoseconds, no date: the newest counts."""

    def at(version: int, spelled: str) -> bytes:
        return site.response(0, version=version, WARC_Date=spelled)

    records = [
        at(1, "20260209080000"),
        at(2, "2026-02-09T10:00:01+02:00"),
        at(3, "2026-02-09T08:00:00.999999999Z"),
        at(4, ""),
        at(5, "2026-02-08"),
    ]
    return Dressed({"d.warc": b"".join(records)}, {site.url(0): site.text(0, 2)})


def interim_answers(site: Site) -> Dressed:
    """100 and 103 before the answer."""
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
    blocks = (b"HTTP/1.1 100 Continue\r\n\r\n" + http(site.html(0)), hints + http(site.html(1)))
    return Dressed({"i.warc": b"".join(site.response(n, block) for n, block in enumerate(blocks))}, site.texts((0, 1)))


def content_types(site: Site) -> Dressed:
    """Records that name their type in other ways, or not."""
    kinds = ("application/http;msgtype=response", "APPLICATION/HTTP; MsgType=response", "application/http", "")
    return Dressed({"t.warc": b"".join(site.response(n, Content_Type=kind) for n, kind in enumerate(kinds))}, site.texts(range(4)))


def other_schemes(site: Site) -> Dressed:
    """FTP, whois, mail and `data:` records between the pages."""
    others = [
        site.about("resource", url, b"x" * 40, "text/plain")
        for url in ("ftp://ftp.example/a.txt", "whois://whois.example/a", "mid:7@example", "data:text/plain,x")
    ]
    return Dressed(
        {"s.warc.gz": members([others[0], site.response(0), others[1], others[2], site.response(1), others[3]])}, site.texts((0, 1))
    )


def archives_in_a_zip(site: Site) -> Dressed:
    """A zip file of archives and pages."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("a/one.warc.gz", members([site.response(0)]))
        whole.writestr("a/two.warc", site.response(1))
        whole.writestr("__MACOSX/a/._two.warc", b"\0\5\x16\7")
    return Dressed({"export.zip": out.getvalue()}, site.texts((0, 1)))


def odd_names(site: Site) -> Dressed:
    """Archives under names that say nothing of their form."""
    return Dressed(
        {"a/capture": site.response(0), "b/data.bin": members([site.response(1)]), "c/x.warc.gz.1": members([site.response(2)])},
        site.texts(),
    )


def unread_packings(site: Site) -> Dressed:
    """bzip2 beside an archive that is read: named."""
    return Dressed({"a.warc": site.response(0), "b.warc.bz2": bz2.compress(site.response(1))}, site.texts((0,)), "bz2")


def damaged_between(site: Site) -> Dressed:
    """Bytes that are no record between two records, plain and compressed."""
    packed = members([site.response(0)]) + b"\x1f\x8b\x08\x00garbage garbage" + members([site.response(1)])
    return Dressed({"p.warc.gz": packed, "q.warc": b"garbage\r\n" + site.response(2)}, site.texts(), "record")


def damaged_begin(site: Site) -> Dressed:
    """The first member is cut in its midst, or overwritten."""
    cut, other = members([site.response(0)])[:300], b"\0" * 400
    rest = members([site.response(1)]), members([site.response(2)])
    return Dressed({"a.warc.gz": cut + rest[0], "b.warc.gz": other + rest[1]}, site.texts((1, 2)))


def large_head(site: Site) -> Dressed:
    """Thousands of header bytes, cookies and policies."""
    headers = {"Content-Security-Policy": "default-src 'self'; " * 400, "Set-Cookie": "a=" + "b" * 4000}
    return Dressed({"l.warc": b"".join(site.response(n, http(site.html(n), headers=headers)) for n in range(2))}, site.texts((0, 1)))


def latin_heads(site: Site) -> Dressed:
    """Header values in Latin-1 and UTF-8, a name without a value, a line that is no field."""
    head = "HTTP/1.1 200 OK\r\nServer: Café\r\nX-Empty:\r\nno field at all\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return Dressed(
        {"l.warc": site.response(0, head.encode("latin-1") + site.html(0)) + site.response(1, head.encode() + site.html(1))},
        site.texts((0, 1)),
    )


RECORDERS: Mapping[str, Callable[[Site], Dressed]] = {
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


def broken(made: Dressed, folder: Path) -> Iterator[str]:
    """What is not right of an archive, read from a folder."""
    for name, data in made.files.items():
        path = folder / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    found, said = _read(folder, made.base_url)
    yield from (f"misses {url}" for url, text in made.pages.items() if text not in found.get(url, ""))
    yield from (f"finds {url}" for url in sorted(found.keys() - made.pages.keys()))
    if made.named and made.named not in said:
        yield f"does not name {made.named}: {said or 'nothing'}"


def _read(folder: Path, base_url: str) -> tuple[dict[str, str], str]:
    """Texts of the pages that count by URL, and what was said of the rest."""
    found: dict[str, str] = {}
    said: list[str] = []
    try:
        for item in select(scan([str(folder / "in")], folder, base_url=base_url, notice=said.append)):
            if isinstance(item, Entry):
                with suppress(PageError):
                    raw = load(item)
                    found[item.url.strip().lower().replace(":443", "").partition("#")[0]] = _text(raw.body)
            else:
                said.append(item.outcome.ending.reason)
    except (InputError, NothingToDoError) as error:
        said.append(str(error))
    return found, "; ".join(said)


def _text(body: bytes) -> str:
    return body.decode("utf-16" if body.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8", "replace")
