"""Folders and files as wget, HTTrack, browsers and other crawlers leave them."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from demo.archive import Capture, write_warc
from indexer.archive.captures import select
from indexer.archive.entry import Entry, Lost
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.cause import Cause
from indexer.errors import InputError, PageError
from indexer.outcome import Kind

PAGE = b"<!doctype html><title>A mill</title><p>The mill turns."


def read(path: Path, base_url: str = "") -> tuple[dict[str, bytes], list[Lost], list[str]]:
    """The bodies by URL, what was lost, and what was said."""
    said: list[str] = []
    spool = path.parent / "spool"
    spool.mkdir(exist_ok=True)
    found = list(select(scan([str(path)], spool, base_url=base_url, notice=said.append)))
    return {item.url: load(item).body for item in found if isinstance(item, Entry)}, [x for x in found if isinstance(x, Lost)], said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "site"
    (made / "news.example" / "a").mkdir(parents=True)
    return made


@pytest.mark.parametrize(
    ("name", "content", "url"),
    [
        ("index.html?p=12", PAGE, "https://news.example/a/index.html?p=12"),
        ("index.html", PAGE, "https://news.example/a/"),
        ("a.php", PAGE, "https://news.example/a/a.php"),
        ("nosuffix", b"<?xml version='1.0'?>\n" + PAGE, "https://news.example/a/nosuffix"),
        ("b.html.gz", gzip.compress(PAGE, mtime=0), "https://news.example/a/b.html.gz"),
        ("c.html", gzip.compress(PAGE, mtime=0), "https://news.example/a/c.html"),
        ("saved.html", b"<!-- saved from url=(0023)https://m.news.example/x -->\n" + PAGE, "https://m.news.example/x"),
        ("foreign.html", b"<!-- saved from url=(0023)https://other.example/x -->\n" + PAGE, "https://news.example/a/foreign.html"),
        ("ht.html", b"<!-- Mirrored from news.example/y.html by HTTrack Website Copier/3.x -->" + PAGE, "http://news.example/y.html"),
        ("one.html", b"<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: https://news.example/z \n-->" + PAGE, "https://news.example/z"),
        ("sechzehn", "\ufeff<html><p>straße".encode("utf-16-le"), "https://news.example/a/sechzehn"),
    ],
)
def test_pages_whatever_their_names(folder: Path, name: str, content: bytes, url: str) -> None:
    (folder / "news.example" / "a" / name).write_bytes(content)
    bodies, lost, said = read(folder, "https://news.example/")
    assert (list(bodies), lost, said) == ([url], [], [])
    assert b"mill" in bodies[url] or "straße".encode("utf-16-le") in bodies[url]


def test_what_is_not_read_is_counted_and_named(folder: Path) -> None:
    for name, content in {"x.js": b'a = "<html>"', "y.png": b"\x89PNG", "z.PNG": b"\x89PNG", "README": b"text", "a.rar": b"Rar!"}.items():
        (folder / name).write_bytes(content)
    (folder / "page.html").write_bytes(PAGE)
    bodies, lost, said = read(folder)
    assert len(bodies) == 1
    assert said == [f"{folder}: files passed over, as they hold no page: 2 .png, 1 .js, 1 README"]
    assert [item.outcome.kind for item in lost] == [Kind.UNREADABLE]
    assert "RAR" in lost[0].outcome.reason


def packed(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
    return out.getvalue()


def test_zip_files(folder: Path) -> None:
    (folder / "a.zip").write_bytes(packed({"in/a.html": PAGE, "in/b.css": b"a{}", "c.zip": packed({"d.html": PAGE})}))
    bodies, lost, said = read(folder, "https://n.example/")
    assert bodies == {"https://n.example/in/a.html": PAGE}
    assert [item.outcome.reason for item in lost] == ["a zip file within a zip file"]
    assert "1 .css" in said[0]


def test_a_wacz_file_is_its_archives(tmp_path: Path) -> None:
    write_warc(tmp_path / "data.warc.gz", [Capture("https://n.example/1", PAGE, "text/html")])
    members = {"archive/data.warc.gz": (tmp_path / "data.warc.gz").read_bytes(), "datapackage.json": b"{}", "pages/index.html": PAGE}
    path = tmp_path / "in.wacz"
    path.write_bytes(packed(members))
    assert read(path)[0] == {"https://n.example/1": PAGE}


@pytest.mark.slow
def test_a_bomb_in_a_zip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    path.write_bytes(packed({"a.html": PAGE + b" " * 100_000_000, "b.html": PAGE}))
    found = list(scan([str(path)], tmp_path, Limits(spool=1 << 20)))
    assert [type(item).__name__ for item in found] == ["Lost", "Entry"]


def test_a_damaged_zip_file_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "cut.zip"
    path.write_bytes(packed({"a.html": PAGE * 99})[:-30])
    assert [item.outcome.kind for item in scan([str(path)], tmp_path) if isinstance(item, Lost)] == [Kind.UNREADABLE]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_json_lines(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    rows: list[Any] = [
        {"url": "https://n.example/1", "html": PAGE.decode() + "é", "date": "2026-03-01T08:00:00Z", "more": [1]},
        {"url": "https://n.example/1", "html": "<p>older", "date": "2026-02-01"},
        {"url": "https://n.example/2", "html": "<p>" + "x" * 9000},
        {"url": 3, "html": ""},
    ]
    path = tmp_path / "pages.jsonl"
    path.write_bytes(pack("\n".join([*map(json.dumps, rows), ""]).encode()))
    bodies, lost, _ = read(path)
    assert bodies == {"https://n.example/1": PAGE + "é".encode(), "https://n.example/2": b"<p>" + b"x" * 9000}
    assert sorted(item.outcome.kind for item in lost) == [Kind.SUPERSEDED, Kind.UNREADABLE]


@pytest.mark.slow
def test_a_compressed_page_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "a.html.gz"
    path.write_bytes(gzip.compress(PAGE + b" " * 30_000_000))
    [entry] = scan([str(path)], tmp_path)
    assert isinstance(entry, Entry)
    with pytest.raises(PageError) as error:
        load(entry)
    assert error.value.ending.cause is Cause.EXPANDED_BYTES


def test_a_folder_is_refused_for_nothing_that_lies_in_it(folder: Path) -> None:
    (folder / "pages.tar").write_bytes(b"\0" * 257 + b"ustar" + b"\0" * 300)
    with pytest.raises(InputError, match="tar archive"):
        list(scan([str(folder / "pages.tar")], folder))
    assert [item.outcome.kind for item in scan([str(folder)], folder) if isinstance(item, Lost)] == [Kind.UNREADABLE]


def test_formats_for_people(tmp_path: Path, winnow: Callable[..., Any]) -> None:
    text = " ".join(f"The mill of Torvik turned {number} times on that windy day, the miller said." for number in range(12))
    path = tmp_path / "a.html"
    path.write_bytes(f"<!doctype html><title>Mill *turns*</title><article><h1>Mill *turns*</h1><p>1. {text}</p><p>{text[::-1]}</p></article>".encode())
    markdown = winnow("clean", str(path), "--format", "markdown").out
    assert markdown.startswith("# Mill \\*turns\\*\n\n")
    assert "\n\n1\\. The mill" in markdown
    assert winnow("clean", str(path), "--format", "text").out.startswith("Mill *turns*\n1. The mill")
    head, row = winnow("clean", str(path), "--format", "csv").out.split("\n", 1)
    assert head.startswith("url,canonicalUrl,outcome")
    assert row.startswith("file:///")
    assert winnow("clean", str(path), "--base-url", "nowhere").code == 2
