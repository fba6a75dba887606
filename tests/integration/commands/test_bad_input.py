"""Broken and hostile input, through the real command: each page ends in its outcome, and no other is lost by it."""

from __future__ import annotations

import functools
import gzip
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

MIB = 1 << 20
GOOD = 8
PEAK = 600 * MIB
HOST = "https://herald.example"

Winnow = Callable[..., Any]


def article(number: int, extra: str = "", head: str = "") -> bytes:
    """One page of a small newspaper: a template, and a story of its own."""
    story = "".join(
        f"<p>Sentence {number}.{line} tells that the harbour board met on day {number * 7 + line}, that {number + 3} of"
        f" its members asked about quay {line} and that the answer, as report {number}-{line} has it, was long.</p>"
        for line in range(5)
    )
    title = f"Story {number} of the harbour"
    return (
        f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title>{head}</head><body>"
        f"<nav><a href='/'>Home</a> <a href='/sport'>Sport</a></nav><article><h1>{title}</h1>{story}{extra}</article>"
        f"<footer>The Herald, all rights reserved</footer></body></html>"
    ).encode()


def answer(body: bytes, content_type: str = "text/html", status: str = "200 OK", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def record(url: str, block: bytes, kind: str = "response") -> bytes:
    content_type = "application/http;msgtype=response" if kind in ("response", "request") else "application/warc-fields"
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{kind}:{url}>\r\nWARC-Date: 2024-03-01T00:00:00Z\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def good_records() -> list[bytes]:
    return [record(f"{HOST}/story-{number}", answer(article(number))) for number in range(GOOD)]


@functools.cache
def zeros_as_gzip(size: int, head: bytes = b"", tail: bytes = b"") -> bytes:
    """`head`, `size` zero bytes and `tail` as one gzip member, without ever holding the zeros (RFC 1951, 1952)."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    first = deflate.compress(head) + deflate.flush(zlib.Z_FULL_FLUSH)
    zeros = deflate.compress(bytes(MIB)) + deflate.flush(zlib.Z_FULL_FLUSH)  # depends on nothing before it
    last = deflate.compress(tail) + deflate.flush()
    check = zlib.crc32(head)
    for _ in range(size // MIB):
        check = zlib.crc32(bytes(MIB), check)
    length = len(head) + size // MIB * MIB + len(tail)
    end = struct.pack("<II", zlib.crc32(tail, check), length & 0xFFFFFFFF)
    return b"\x1f\x8b\x08" + bytes(6) + b"\xff" + first + zeros * (size // MIB) + last + end


def json_ld(text: str) -> str:
    return f"<script type='application/ld+json'>{text}</script>"


HTML_FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "empty"),
    "only-spaces": (lambda: b" \r\n\t " * 99, "empty"),
    "only-script": (lambda: b"<html><body><script>var a = 'x'</script></body></html>", "empty"),
    "nested-div": (lambda: b"<html><body>" + b"<div>" * 100_000 + b"deep", "too-large"),
    "nested-b": (lambda: b"<html><body><p>" + b"<b>" * 100_000 + b"Deep in bold.", "other"),
    "nodes": (lambda: b"<html><body>" + b"<p>x</p>" * 300_001, "too-large"),
    "pdf": (lambda: b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n", "not-html"),
    "png": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "not-html"),
    "nul": (lambda: article(100).replace(b"harbour", b"har\x00bour"), "cleaned"),
    "no-charset": (lambda: article(101, "<p>Größe</p>").replace(b"<meta charset=utf-8>", b""), "cleaned"),
    "no-such-charset": (lambda: article(102).replace(b"charset=utf-8", b"charset=x-klingon"), "cleaned"),
    "invalid-utf-8": (lambda: article(103).replace(b"harbour", b"harb\xff\xfe\xc3our"), "cleaned"),
    "cut-in-a-tag": (lambda: article(104)[:-70] + b"<p class='", "cleaned"),
    "deep-json-ld": (lambda: article(105, head=json_ld('{"@graph":[' * 50_000 + "]}" * 50_000)), "cleaned"),
    "endless-json-ld": (lambda: article(106, head=json_ld("[" * 500_000)), "cleaned"),
    "lone-surrogate": (lambda: article(107, head=json_ld('{"@type":"NewsArticle","author":"A\\ud800 B"}')), "cleaned"),
    "entities": (lambda: (
        b'<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
        + article(108, "<p>&b; &c;</p>").removeprefix(b"<!DOCTYPE html>")
    ), "cleaned"),
    "many-attributes": (lambda: article(109, "<i " + " ".join(f"a{n}=''" for n in range(9_000)) + ">x</i>"), "cleaned"),
}  # fmt: skip
"""File name to its content and the outcome; `other`: any that is not a loss."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A newspaper's folder of HTML files, all the bad ones among the good."""
    path = tmp_path_factory.mktemp("folder")
    for number in range(GOOD):
        (path / f"good-{number}.html").write_bytes(article(number))
    for name, (content, _) in HTML_FILES.items():
        (path / f"{name}.html").write_bytes(content())
    with (path / "sparse.html").open("wb") as sparse:
        sparse.write(article(0))
        sparse.truncate(200 * MIB)
    return path


@pytest.fixture(scope="module")
def cleaned_folder(folder: Path, winnow: Winnow) -> Any:
    return winnow("clean", folder)


def by_name(ended: Any) -> dict[str, dict[str, Any]]:
    return {Path(each["source"]).stem: each for each in ended.records()}


@pytest.mark.parametrize("name", HTML_FILES)
def test_a_bad_file_ends_in_its_outcome(cleaned_folder: Any, name: str) -> None:
    found = by_name(cleaned_folder)[name]
    expected = HTML_FILES[name][1]
    if expected == "other":
        assert found["outcome"] in ("cleaned", "not-article")
    else:
        assert (found["outcome"], bool(found["reason"])) == (expected, expected != "cleaned")


def test_no_other_file_is_lost(cleaned_folder: Any, folder: Path) -> None:
    found = by_name(cleaned_folder)
    assert len(cleaned_folder.records()) == len(found) == len(list(folder.iterdir()))
    for number in range(GOOD):
        assert found[f"good-{number}"]["outcome"] == "cleaned"
        assert f"report {number}-4" in found[f"good-{number}"]["articleBody"]
    assert cleaned_folder.code == 1
    assert "Traceback" not in cleaned_folder.err
    assert cleaned_folder.err.count("lost: ") == 5


def test_a_page_of_200_mib_takes_no_memory(cleaned_folder: Any) -> None:
    assert by_name(cleaned_folder)["sparse"]["outcome"] == "too-large"
    assert cleaned_folder.peak < PEAK


def test_no_bad_file_brings_in_what_is_not_its_own(cleaned_folder: Any) -> None:
    body = by_name(cleaned_folder)["entities"]["articleBody"]
    assert "root:" not in body
    assert "aaaaaaaaaa" not in body


def bad_records() -> Iterator[tuple[str, bytes, str]]:
    """Name, record, and the outcome of the page."""
    packed = gzip.compress(article(200))
    html = "text/html"
    bomb = zeros_as_gzip(1024 * MIB)
    yield "bomb", answer(bomb, html, Content_Encoding="gzip"), "too-large"
    yield "bomb-in-bomb", answer(gzip.compress(bomb), html, Content_Encoding="gzip, gzip"), "too-large"
    yield "cut-gzip", answer(packed[:-20], html, Content_Encoding="gzip"), "cleaned"
    yield "damaged-gzip", answer(packed[:30] + b"\xff" * 99, html, Content_Encoding="gzip"), "unreadable"
    yield "not-gzip", answer(article(201), html, Content_Encoding="gzip"), "cleaned"
    yield "no-such-encoding", answer(b"\x00\x01\x02", html, Content_Encoding="x-magic"), "unreadable"
    yield "no-http", b"hello", "unreadable"
    yield "no-body", answer(b""), "empty"
    yield "no-type", b"HTTP/1.1 200 OK\r\n\r\n" + article(202), "cleaned"
    yield "called-image", answer(article(203), "image/png"), "cleaned"
    yield "called-html", answer(b"%PDF-1.7\n" + b"\x00\xe2\xe3" * 999), "not-html"
    yield "json", answer(b'{"a": [1, 2, 3]}', "application/json"), "not-html"
    yield "gone", answer(b"gone", status="410 Gone"), "gone"
    yield "moved", answer(b"", status="301 Moved", Location="/x"), "redirect"
    yield "broken-server", answer(b"oops", status="500 Error"), "http-error"


OTHER_KINDS = ("warcinfo", "request", "metadata", "conversion", "nonsense")


@pytest.fixture(scope="module", params=["plain", "gzip"])
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One archive with good, bad and foreign records; its last record is cut."""
    pack = gzip.compress if request.param == "gzip" else bytes
    path = tmp_path_factory.mktemp("archive") / ("a.warc.gz" if request.param == "gzip" else "a.warc")
    last = pack(record(f"{HOST}/cut", answer(article(300))))
    with path.open("wb") as out:
        for each in good_records():
            out.write(pack(each))
        for name, block, _ in bad_records():
            out.write(pack(record(f"{HOST}/{name}", block)))
        for kind in OTHER_KINDS:
            out.write(pack(record(f"{HOST}/{kind}", b"format: x\r\n", kind)))
        out.write(pack(record("dns:herald.example", b"20240301", "resource")))
        out.write(last[: len(last) // 2])
    return path


def test_bad_records_end_in_their_outcomes_and_no_other_is_lost(archive: Path, winnow: Winnow) -> None:
    ended = winnow("clean", archive)
    found = {each["url"].removeprefix(f"{HOST}/"): each["outcome"] for each in ended.records()}
    cut = [name for name in found if name == "cut" or "#@" in name]  # the compressed record may have lost its URL
    assert [found.pop(name) for name in cut] == ["truncated"]
    expected = {name: outcome for name, _, outcome in bad_records()} | {f"story-{n}": "cleaned" for n in range(GOOD)}
    assert found == expected
    assert {each["url"]: each["reason"] for each in ended.records()}[f"{HOST}/cut-gzip"] == "the response is truncated"
    assert len(ended.records()) == len(expected) + 1
    assert ended.code == 1
    assert "Traceback" not in ended.err
    assert ended.peak < PEAK


def test_an_archive_that_is_a_bomb_itself(tmp_path: Path, winnow: Winnow) -> None:
    """A record of 1 GiB, archives compressed as a whole of which one is a bomb, in a folder with a good one."""
    (tmp_path / "good.warc").write_bytes(b"".join(good_records()))
    first, second = (record(f"{HOST}/{name}", answer(article(400))) for name in ("whole", "next"))
    (tmp_path / "whole.warc.gz").write_bytes(gzip.compress(first + second))
    for name, size, tail in (("bomb", 1024 * MIB, b"\r\n\r\n"), ("whole-bomb", 128 * MIB, second)):
        head = record(f"{HOST}/{name}", b"").removesuffix(b"\r\n\r\n").replace(b"gth: 0", b"gth: %d" % size)
        (tmp_path / f"{name}.warc.gz").write_bytes(zeros_as_gzip(size, head, tail))
    ended = winnow("clean", tmp_path)
    found = {each["url"].removeprefix(f"{HOST}/").removeprefix(f"{tmp_path}/"): each for each in ended.records()}
    good = ["next", *(f"story-{n}" for n in range(GOOD)), "whole"]
    assert sorted(name for name, each in found.items() if each["outcome"] in ("cleaned", "duplicate")) == good
    assert found["bomb"]["outcome"] == found["whole-bomb.warc.gz"]["outcome"] == "too-large"
    assert len(ended.records()) == len(good) + 2
    assert ended.peak < PEAK


@pytest.mark.parametrize("archive", ["gzip"], indirect=True)
def test_index_loses_no_other_page_either(folder: Path, archive: Path, tmp_path: Path, winnow: Winnow) -> None:
    ended = winnow("index", folder, archive, "--home", tmp_path, "--json")
    report = json.loads(ended.out)
    assert ended.code == 1
    assert "Traceback" not in ended.err
    pages = len(list(folder.iterdir())) + GOOD + len(list(bad_records())) + 1
    assert report["pages"] == sum(report["outcomes"].values()) == pages
    found = json.loads(winnow("search", "*", "--arm", "body", "--limit", 200, "--json", "--home", tmp_path).out)
    urls = {hit["url"] for hit in found["hits"]}
    assert {f"{HOST}/story-{n}" for n in range(GOOD)} <= urls
    assert found["total"] == len(urls) == report["outcomes"]["indexed"]
    assert ended.peak < PEAK


def _nothing(path: Path) -> Path:
    path.mkdir()
    (path / "readme.txt").write_text("no page")
    return path


def _unknown(path: Path) -> Path:
    path.write_bytes(os.urandom(5000))
    return path


UNUSABLE: dict[str, tuple[Callable[[Path], Path], int]] = {
    "absent": (lambda path: path, 2),
    "folder-without-html": (_nothing, 3),
    "noise": (_unknown, 2),
}


@pytest.mark.parametrize("command", [("clean",), ("learn", "--out", "-"), ("index",)], ids=lambda c: c[0])
@pytest.mark.parametrize("name", UNUSABLE)
def test_input_that_cannot_be_used_at_all(tmp_path: Path, winnow: Winnow, name: str, command: tuple[str, ...]) -> None:
    make, code = UNUSABLE[name]
    ended = winnow(*command, make(tmp_path / "input"), WINNOW_HOME=str(tmp_path / "home"))
    assert ended.code == code
    assert ended.out == ""
    assert ended.err.startswith("winnow: ")
    assert ended.err.count("\n") == 0
    assert not (tmp_path / "home").exists()


def restricted() -> list[str]:
    """A prefix under which root, too, may not read what the modes forbid."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root reads everything; setpriv (util-linux) would take that from it")
    powers = "-dac_override,-dac_read_search"
    return ["setpriv", "--bounding-set", powers, "--inh-caps", powers]


def test_what_may_not_be_read(tmp_path: Path, winnow: Winnow) -> None:
    folder = tmp_path / "folder"
    (folder / "closed").mkdir(parents=True)
    for number in range(GOOD):
        (folder / f"good-{number}.html").write_bytes(article(number))
    (folder / "secret.html").write_bytes(article(99))
    (folder / "secret.html").chmod(0)
    (folder / "closed").chmod(0)
    ended = winnow("clean", folder, prefix=restricted())
    assert sorted(each["outcome"] for each in ended.records()) == ["cleaned"] * GOOD + ["unreadable"] * 2
    assert ended.code == 1
    folder.chmod(0)
    ended = winnow("clean", folder, prefix=restricted())
    folder.chmod(0o755)
    (folder / "closed").chmod(0o755)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"winnow: {folder}: the folder may not be read"


def test_a_home_that_cannot_be_written(tmp_path: Path, winnow: Winnow) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    page = tmp_path / "a.html"
    page.write_bytes(article(1))
    ended = winnow("index", page, "--home", home, prefix=restricted())
    assert ended.code == 2
    assert ended.err == f"winnow: cannot write to {home / 'index' / 'raw'}: Permission denied"
    assert winnow("index", page, "--home", page).code == 2


def test_a_home_of_another_version(tmp_path: Path, winnow: Winnow) -> None:
    page = tmp_path / "a.html"
    page.write_bytes(article(1))
    assert winnow("index", page, "--home", tmp_path / "home").code == 0
    stamp = tmp_path / "home/index/raw/winnow.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text("utf-8")), "schema": 0}), "utf-8")
    ended = winnow("index", page, "--home", tmp_path / "home")
    assert ended.code == 2
    assert "remove the directory and run `winnow index` again" in ended.err
    assert ended.err.count("\n") == 0


@pytest.mark.parametrize("command", ["clean", "learn"])
def test_output_that_cannot_be_written(tmp_path: Path, winnow: Winnow, command: str) -> None:
    page = tmp_path / "a.html"
    page.write_bytes(article(1))
    for out in (tmp_path / "absent" / "x", tmp_path, Path("/dev/full")):
        ended = winnow(command, page, "--out", out)
        assert ended.code == 2
        assert ended.err.startswith(f"winnow: {out}: cannot be written: "), ended.err
        assert ended.err.count("\n") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html"]


def test_special_files_and_links_stay_what_they_are(tmp_path: Path, winnow: Winnow) -> None:
    page = tmp_path / "a.html"
    page.write_bytes(article(1))
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("target")
    reader = subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE)
    assert winnow("clean", page, "--out", tmp_path / "pipe").code == 0
    assert json.loads(reader.communicate()[0])["outcome"] == "cleaned"
    assert (tmp_path / "pipe").is_fifo()
    assert winnow("clean", page, "--out", tmp_path / "link").code == 0
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "target").read_bytes())["outcome"] == "cleaned"


@pytest.fixture
def long_archive(tmp_path: Path) -> Path:
    """Enough pages for a signal to come in between."""
    path = tmp_path / "long.warc"
    path.write_bytes(b"".join(record(f"{HOST}/{number}", answer(article(number))) for number in range(1000)))
    return path


def test_a_closed_pipe_ends_in_silence(long_archive: Path) -> None:
    command = f"{sys.executable} -m winnow clean {long_archive} | head -n 1; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert json.loads(ended.stdout)["outcome"] == "cleaned"
    assert (ended.returncode, ended.stderr) == (141, "")


def test_json_is_utf_8_in_any_locale(tmp_path: Path, winnow: Winnow) -> None:
    page = tmp_path / "a.html"
    page.write_bytes(article(1).replace(b"quay", "Größe 埠頭".encode()))
    ended = winnow("clean", page, PYTHONIOENCODING="ascii")
    assert ended.code == 0
    assert "Größe 埠頭" in ended.out


def test_a_full_disk_behind_standard_output(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_bytes(article(1))
    command = f"{sys.executable} -m winnow clean {page} > /dev/full"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == "winnow: standard output: No space left on device"


def test_an_interrupt_leaves_no_half_file(long_archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "winnow", "clean", long_archive, "--out", out], stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while not any(path.stat().st_size for path in tmp_path.glob("out.jsonl.*")):  # until it writes
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "winnow: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == [long_archive.name]
