"""Inputs: WARC files whole and damaged, folders, HTML files, standard input; warcio is the oracle for whole ones."""

from __future__ import annotations

import gzip
import io
import os
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from harness.paths import SHARED
from indexer.archive.captures import select
from indexer.archive.entry import Entry, Lost
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.cause import Cause
from indexer.errors import InputError, NothingToDoError, PageError
from indexer.outcome import Kind


def page(number: int) -> bytes:
    noise = random.Random(number).randbytes(3000).hex()  # does not compress away, so that cuts hit the middle
    return f"<title>Page {number}</title><p>{noise}".encode()


def warc(pages: int, *, gz: bool = True, **headers: str) -> bytes:
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=gz, warc_version="WARC/1.1")
    writer.write_record(writer.create_warcinfo_record("x.warc", {"software": "test"}))
    for number in range(pages):
        write(writer, f"https://news.example.org/{number}", page(number), **headers)
    return out.getvalue()


def write(
    writer: WARCWriter, url: str, body: bytes, status: str = "200 OK", date: str = "", **headers: str
) -> None:
    fields = [("Content-Type", "text/html"), *((name.replace("_", "-"), value) for name, value in headers.items())]
    http_headers = StatusAndHeaders(status, fields, protocol="HTTP/1.1")
    response = writer.create_warc_record(
        url, "response", payload=io.BytesIO(body), length=len(body), http_headers=http_headers,
        warc_headers_dict={"WARC-Date": date} if date else {},
    )  # fmt: skip
    request = writer.create_warc_record(
        url, "request", http_headers=StatusAndHeaders("GET / HTTP/1.1", [("Host", "x")], is_http_request=True)
    )
    writer.write_request_response_pair(request, response)


def one(url: str, body: bytes, status: str = "200 OK", date: str = "", **headers: str) -> bytes:
    out = io.BytesIO()
    write(WARCWriter(out, gzip=True), url, body, status, date, **headers)
    return out.getvalue()


def read(path: Path, tmp_path: Path, limits: Limits | None = None) -> tuple[list[Entry], list[Lost]]:
    found = list(scan([str(path)], tmp_path, limits))
    return [x for x in found if isinstance(x, Entry)], [x for x in found if isinstance(x, Lost)]


@pytest.mark.parametrize("name", ["a.warc.gz", "a.warc", "misnamed.bin"])
def test_every_response_is_a_page(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(warc(5, gz=name != "a.warc", X_Robots_Tag="noindex"))
    entries, lost = read(path, tmp_path)
    assert not lost
    with open(path, "rb") as handle:
        expected = [
            (r.rec_headers["WARC-Target-URI"], r.rec_headers["WARC-Record-ID"].strip("<>"), r.content_stream().read())
            for r in ArchiveIterator(handle)
            if r.rec_type == "response"
        ]
    raw = [load(entry) for entry in entries]
    assert [(p.url, p.source.partition("#")[2], p.body) for p in raw] == expected
    assert {(p.content_type, p.robots, p.status, p.truncated) for p in raw} == {("text/html", "noindex", 200, False)}
    assert {entry.site for entry in entries} == {"example.org"}
    assert all(p.fetched.startswith("20") and p.source.startswith(str(path)) for p in raw)


def test_whole_file_compression_is_expanded(tmp_path: Path) -> None:
    path = tmp_path / "whole.warc.gz"
    path.write_bytes(gzip.compress(warc(5, gz=False)))
    entries, lost = read(path, tmp_path)
    assert [load(entry).body for entry in entries] == [page(n) for n in range(5)]
    assert not lost
    assert entries[0].source.startswith(str(path) + "#urn:uuid:")
    entries, lost = read(path, tmp_path, Limits(spool=1000))
    assert not entries
    assert [item.outcome.kind for item in lost] == [Kind.TOO_LARGE]
    assert "recompress" in lost[0].outcome.reason


@pytest.mark.parametrize("gz", [True, False])
def test_a_cut_file_loses_the_cut_page_alone(tmp_path: Path, gz: bool) -> None:
    whole = warc(6, gz=gz)
    path = tmp_path / "cut.warc.gz"
    for at in range(len(whole) - 3, 200, -len(whole) // 23):
        path.write_bytes(whole[:at])
        entries, lost = read(path, tmp_path)
        assert [load(entry).body for entry in entries] == [page(n) for n in range(len(entries))]
        assert len(lost) <= 1
        assert all(item.outcome.kind is Kind.TRUNCATED for item in lost)
        assert len(entries) + 1 >= 6 * at / len(whole) - 1


@pytest.mark.parametrize("gz", [True, False])
def test_damage_in_the_middle_loses_what_it_hits(tmp_path: Path, gz: bool) -> None:
    whole = warc(8, gz=gz)
    path = tmp_path / "damaged.warc"
    for seed in range(12):
        at = random.Random(seed).randrange(500, len(whole) - 500)
        path.write_bytes(whole[:at] + b"\0\1\2\3\0" * 4 + whole[at + 20 :])
        entries, lost = read(path, tmp_path)
        assert len(entries) + len(lost) >= 8 - gz
        assert len(entries) >= 7
        good = sum(load(entry).body in {page(n) for n in range(8)} for entry in entries)
        assert good >= len(entries) - 1


@pytest.mark.slow
def test_a_record_without_end_of_header_is_no_memory_hole(tmp_path: Path) -> None:
    path = tmp_path / "bomb.warc.gz"
    path.write_bytes(gzip.compress(b"WARC/1.1\r\nX: " + b"a" * 80_000_000) + one("https://a.example/", b"<p>x"))
    tracemalloc.start()
    entries, lost = read(path, tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [entry.url for entry in entries] == ["https://a.example/"]
    assert [item.outcome.kind for item in lost] == [Kind.UNREADABLE]
    assert peak < 8_000_000


@pytest.mark.slow
def test_pages_too_large_never_enter_memory(tmp_path: Path) -> None:
    limits = Limits(page=1 << 20)
    path = tmp_path / "large.warc.gz"
    bomb = gzip.compress(b" " * 50_000_000)
    path.write_bytes(
        one("https://a.example/large", b"<p>" + b"x" * 30_000_000)
        + one("https://a.example/bomb", bomb, Content_Encoding="gzip")
        + one("https://a.example/fine", gzip.compress(b"<p>fine"), Content_Encoding="gzip")
    )
    tracemalloc.start()
    entries, lost = read(path, tmp_path)
    with pytest.raises(PageError) as large:
        load(entries[0], limits)
    with pytest.raises(PageError) as expanded:
        load(entries[1], limits)
    assert load(entries[2], limits).body == b"<p>fine"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [error.value.ending.cause for error in (large, expanded)] == [Cause.BYTES, Cause.EXPANDED_BYTES]
    assert not lost
    assert peak < 12_000_000


@pytest.mark.parametrize(
    ("status", "headers", "kind"),
    [
        ("404 Not Found", {}, Kind.GONE),
        ("410 Gone", {}, Kind.GONE),
        ("301 Moved", {"Location": "/new"}, Kind.REDIRECT),
        ("304 Not Modified", {}, Kind.HTTP_ERROR),
        ("503 Busy", {}, Kind.HTTP_ERROR),
        ("200 OK", {"Content_Encoding": "x-unknown"}, Kind.UNREADABLE),
        ("200 OK", {"Content_Encoding": "deflate"}, Kind.UNREADABLE),
    ],
)
def test_answers_that_are_no_pages(tmp_path: Path, status: str, headers: dict[str, str], kind: Kind) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(one("https://a.example/x", b"\x01\x02words", status, **headers))
    [entry] = read(path, tmp_path)[0]
    with pytest.raises(PageError) as error:
        load(entry)
    assert error.value.ending.kind is kind


def test_headers_of_an_encoding_already_undone(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(
        one("https://a.example/1", b"<p>plain", Content_Encoding="gzip")
        + one("https://a.example/2", b"<p>plain", Content_Encoding="br")
        + one("https://a.example/3", b"<p>plain", Transfer_Encoding="chunked")
        + one("https://a.example/4", b"4\r\n<p>p\r\n4;x=y\r\nlain\r\n0\r\n\r\n", Transfer_Encoding="chunked")
    )
    assert [load(entry).body for entry in read(path, tmp_path)[0]] == [b"<p>plain"] * 4


def test_cut_answers_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(
        one("https://a.example/1", b"<p>short", Content_Length="100")
        + one("https://a.example/2", b"9\r\n<p>sho", Transfer_Encoding="chunked")
        + one("https://a.example/3", gzip.compress(b"<p>" + os.urandom(999))[:-50], Content_Encoding="gzip")
    )
    assert [load(entry).truncated for entry in read(path, tmp_path)[0]] == [True] * 3


def test_revisits_and_resources(tmp_path: Path) -> None:
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    writer.write_record(writer.create_revisit_record("https://a.example/r", "sha1:X", "https://a.example/", "2020"))
    writer.write_record(
        writer.create_warc_record("https://a.example/s", "resource", io.BytesIO(b"<p>s"), 4, "text/html; charset=utf-8")
    )
    writer.write_record(writer.create_warc_record("dns:a.example", "response", io.BytesIO(b"1"), 1, "text/dns"))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(out.getvalue())
    entries, lost = read(path, tmp_path)
    assert [load(entry).content_type for entry in entries] == ["text/html; charset=utf-8"]
    assert not lost
    ended = [item.outcome for item in select(scan([str(path)], tmp_path)) if isinstance(item, Lost)]
    assert [(outcome.url, outcome.kind) for outcome in ended] == [("https://a.example/r", Kind.NOT_MODIFIED)]


@pytest.mark.parametrize("gz", [True, False])
def test_arc_files(tmp_path: Path, gz: bool) -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(1)
    version = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
    lines = [b"filedesc://a.arc 0.0.0.0 20010203040506 text/plain %d\n%s\n" % (len(version), version)]
    lines += [b"http://a.example/%d 192.0.2.1 2001020304050%d text/html %d\n%s\n" % (n, n, len(answer), answer) for n in range(3)]
    path = tmp_path / "a.arc.gz"
    path.write_bytes(b"".join(gzip.compress(line) if gz else line for line in lines))
    entries, lost = read(path, tmp_path)
    assert [(entry.url, entry.date) for entry in entries] == [(f"http://a.example/{n}", f"2001-02-03T04:05:0{n}Z") for n in range(3)]
    assert [load(entry).body for entry in entries] == [page(1)] * 3
    assert not lost


def test_select_is_independent_of_the_order_of_records(tmp_path: Path) -> None:
    records = [
        one("https://a.example/long/path", b"<p>1", date="2024-01-01T00:00:00Z"),
        one("https://a.example/", b"<p>old", date="2023-01-01T00:00:00Z"),
        one("https://a.example/", b"<p>new", date="2024-01-01T00:00:00Z"),
        one("https://a.example/", b"", "503 Busy", date="2025-01-01T00:00:00Z"),
        one("https://b.example/", b"<p>2", date="2024-01-01T00:00:00Z"),
    ]
    path = tmp_path / "a.warc.gz"
    seen = set()
    for seed in range(4):
        random.Random(seed).shuffle(records)
        path.write_bytes(b"".join(records))
        chosen = list(select(scan([str(path)], tmp_path)))
        pages = [x for x in chosen if isinstance(x, Entry)]
        assert [load(x).body for x in pages] == [b"<p>new", b"<p>1", b"<p>2"]
        assert len(chosen) == len(records)
        assert {x.outcome.kind for x in chosen if isinstance(x, Lost)} == {Kind.SUPERSEDED}
        seen.add(tuple(x.source if isinstance(x, Entry) else x.outcome.source for x in chosen))
    assert len(seen) == 1


def test_a_page_that_has_gone_counts_as_its_latest_state(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(
        one("https://a.example/", b"<p>old", date="2023-01-01T00:00:00Z")
        + one("https://a.example/", b"", "410 Gone", date="2024-01-01T00:00:00Z")
    )
    best = next(iter(select(scan([str(path)], tmp_path))))
    assert isinstance(best, Entry)
    assert best.status == 410


def test_folders(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "deep").mkdir(parents=True)
    (site / "b.HTML").write_bytes(b"<p>b")
    (site / "deep" / "a.xhtml").write_bytes(b"<p>a")
    (site / "deep" / "x.warc.gz").write_bytes(warc(2))
    (site / "notes.txt").write_bytes(b"no page")
    (site / "empty.htm").write_bytes(b"")
    (site / "link.html").symlink_to("/etc/hostname")
    entries, lost = read(site, tmp_path)
    files = [entry for entry in entries if not entry.record]
    assert [(entry.source, entry.site) for entry in files] == [
        (str(site / "b.HTML"), str(site)),
        (str(site / "deep" / "a.xhtml"), str(site)),
    ]
    assert load(files[1]).content_type == "application/xhtml+xml"
    assert load(files[0]).url == (site / "b.HTML").as_uri()
    assert [entry.site for entry in entries if entry.record] == ["example.org"] * 2
    assert [(item.outcome.url, item.outcome.kind) for item in lost] == [
        (str(site / "empty.htm"), Kind.EMPTY),
        (str(site / "link.html"), Kind.UNREADABLE),
    ]


def test_single_files_of_one_folder_are_one_site(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        (tmp_path / name).write_bytes(b"<p>x")
    found = list(scan([str(tmp_path / "a.html"), str(tmp_path / "b.html")], tmp_path))
    assert {entry.site for entry in found if isinstance(entry, Entry)} == {str(tmp_path)}


@pytest.mark.parametrize(
    ("content", "kind"), [(b"<p>x", "html"), (warc(2), "warc"), (b"", "empty")], ids=["html", "warc", "empty"]
)
def test_standard_input(tmp_path: Path, content: bytes, kind: str) -> None:
    found = list(scan(["-"], tmp_path, stdin=io.BytesIO(content)))
    if kind == "empty":
        assert [x.outcome.kind for x in found if isinstance(x, Lost)] == [Kind.EMPTY]
        return
    first = found[0]
    assert isinstance(first, Entry)
    assert first.source.startswith("-")
    assert load(first).body == (page(0) if kind == "warc" else b"<p>x")


def _folder_without_pages(path: Path) -> None:
    path.mkdir()
    (path / "a.txt").write_bytes(b"x")


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda path: None, InputError, "no such file"),
        (_folder_without_pages, NothingToDoError, "no pages in"),
        (lambda path: path.write_bytes(b"some text"), InputError, "expected a WARC or ARC file"),
        (lambda path: path.write_bytes(gzip.compress(b"text" * 900)), InputError, "expected a WARC or ARC file"),
        (lambda path: os.mkfifo(path), InputError, "neither a file nor a folder"),
    ],
)
def test_inputs_that_cannot_be_read(
    tmp_path: Path, make: Callable[[Path], object], error: type[Exception], words: str
) -> None:
    path = tmp_path / "input"
    make(path)
    with pytest.raises(error, match=words):
        list(scan([str(path)], tmp_path))


def test_a_missing_input_is_refused_before_the_first_page(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>x")
    with pytest.raises(InputError):
        next(scan([str(tmp_path / "a.html"), str(tmp_path / "missing")], tmp_path))


def test_files_that_change_after_the_scan(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(warc(3))
    entries = [item for item in scan([str(path)], tmp_path, Limits(kept=0)) if isinstance(item, Entry)]
    path.write_bytes(b"something else altogether")
    with pytest.raises(PageError, match="changed") as error:
        load(entries[1])
    assert error.value.ending.kind is Kind.UNREADABLE
    path.unlink()
    with pytest.raises(PageError, match="No such file"):
        load(entries[1])


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared sites are not beside the checkout")
def test_real_archives_read_as_warcio_reads_them(tmp_path: Path) -> None:
    path = SHARED / "sites" / "wyofile" / "site.warc.gz"
    entries, lost = read(path, tmp_path)
    with open(path, "rb") as handle:
        expected = [record.content_stream().read() for record in ArchiveIterator(handle)]
    assert [load(entry).body for entry in entries] == expected
    assert not lost


def test_small_archives_are_read_once_and_large_ones_again(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(warc(3))
    kept = [item for item in scan([str(path)], tmp_path) if isinstance(item, Entry)]
    again = [item for item in scan([str(path)], tmp_path, Limits(kept=0)) if isinstance(item, Entry)]
    assert kept == again
    assert all(entry.kept is not None for entry in kept)
    assert all(entry.kept is None for entry in again)
    expected = [load(entry) for entry in again]
    path.unlink()
    assert [load(entry) for entry in kept] == expected
