"""The archive that workers write: its records, its files and their ends, its index, and other storages."""

from __future__ import annotations

import gzip
import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from base64 import b32encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import surt
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker
from warcio.exceptions import ArchiveLoadFailed

from indexer.archive.cdxj import captures, index_name, key_of, parse, text_of
from indexer.archive.entry import Entry, Lost
from indexer.archive.load import RecordUnavailableError, load
from indexer.archive.lookup import answer_of, find
from indexer.archive.place import Place
from indexer.archive.scan import scan
from indexer.archive.storage import is_remote
from indexer.cause import Cause
from indexer.cli.archive import archive
from indexer.errors import ArchiveError, InputError, NothingToDoError, UsageError
from indexer.outcome import Ending, Kind
from indexer.urls import resolve
from tests.conftest import Ended
from workers.archive.page_store import PageStore
from workers.fetch.fetcher import Response

NOW = datetime(2026, 3, 2, 6, tzinfo=UTC)
SENT = (("User-Agent", "winnow/0"), ("If-None-Match", '"a"'))


def answer(url: str, body: bytes = b"<p>one", status: int = 200, truncated: str = "", kind: str = "text/html; charset=utf-8") -> Response:
    headers = (("Content-Type", kind), ("Transfer-Encoding", "chunked"), ("X-Robots-Tag", "noarchive"))
    return Response(url, status, "Fine", headers, body, truncated, SENT, 0.1, "192.0.2.7")


def store(place: Place | Path, **options: Any) -> PageStore:
    return PageStore(place, "winnow/0 (+test)", lambda: NOW, **options)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_records_are_warc_1_1_as_another_reader_sees_them(tmp_path: Path) -> None:
    with store(tmp_path) as one:
        one.keep(answer("https://example.org/a?b=1", truncated="length"))
        one.keep_revisit(answer("https://example.org/a?b=1", status=304, body=b""))
        one.keep_revisit(answer("https://example.org/a?b=1"))
        one.keep_failure("https://example.org/p.pdf", Ending(Kind.NOT_HTML, Cause.MEDIA_TYPE, detail="a PDF document"))
        one.keep_failure("https://example.org/x", Ending(Kind.FETCH_FAILED, Cause.MEDIA_TYPE, detail="may pass"))
    [path] = tmp_path.glob("*.warc.gz")
    with path.open("rb") as handle:
        found = [(r.rec_type, dict(r.rec_headers.headers), r.http_headers and r.http_headers.to_str(), r.content_stream().read()) for r in ArchiveIterator(handle)]
    assert [kind for kind, *_ in found] == ["warcinfo", "response", "request", "revisit", "request", "revisit", "request", "metadata"]
    response, request, not_modified, identical = found[1], found[2], found[3], found[5]
    assert response[1]["WARC-Truncated"] == "length"
    assert response[1]["WARC-IP-Address"] == "192.0.2.7"
    assert request[1]["WARC-Concurrent-To"] == response[1]["WARC-Record-ID"]
    assert "Transfer-Encoding" not in str(response[2])
    assert "GET /a?b=1 HTTP/1.1" in str(request[2])
    assert "Host: example.org" in str(request[2])
    assert response[3] == b"<p>one"
    assert not_modified[1]["WARC-Profile"].endswith("/server-not-modified")
    assert identical[1]["WARC-Profile"].endswith("/identical-payload-digest")
    assert identical[1]["WARC-Payload-Digest"] == response[1]["WARC-Payload-Digest"] == "sha1:" + b32encode(sha1(b"<p>one").digest()).decode()
    assert identical[1]["WARC-Refers-To-Target-URI"] == "https://example.org/a?b=1"
    assert Checker(type("Options", (), {"inputs": [str(path)], "verbose": False})()).process_all() in (None, 0)


def test_the_index_is_the_one_that_another_indexer_makes(tmp_path: Path) -> None:
    with store(tmp_path) as one:
        for n, kind in enumerate(("text/html; charset=x", "text/html", "", "application/rss+xml")):
            one.keep(answer(f"https://www.Example.org/{n}".lower(), kind=kind))
        one.keep(answer("https://example.org/gone", status=404))
        one.keep_revisit(answer("https://example.org/1", status=304, body=b""))
        one.keep_failure("https://example.org/p.pdf", Ending(Kind.NOT_HTML, Cause.MEDIA_TYPE, detail="a PDF document"))
    [path] = tmp_path.glob("*.warc.gz")
    command = [sys.executable, "-c", "from cdxj_indexer.main import main; main()", str(path), "--sort"]
    theirs = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ours = Path(index_name(str(path))).read_text()
    with path.open("rb") as handle:
        assert text_of(captures(handle, path.name)) == ours, "made while writing, or from the file"

    def read(text: str) -> list[tuple[str, str, dict[str, Any]]]:
        parts = (line.split(" ", 2) for line in text.splitlines())
        return [(key, at, {name: value for name, value in json.loads(rest).items() if value}) for key, at, rest in parts]

    assert read(ours) == sorted(read(theirs), key=lambda each: each[:2])


PARTS = st.text("abAB.-_~019", min_size=1, max_size=6)


@given(
    st.sampled_from(["https://example.org", "http://www.example.org:8080", "https://127.0.0.1", "https://www2.a.example.co.uk"]),
    st.lists(PARTS, max_size=4).map("/".join),
    st.lists(st.tuples(PARTS, PARTS).map("=".join), max_size=3).map("&".join),
)
def test_keys_are_the_ones_of_the_reference(origin: str, path: str, query: str) -> None:
    url = resolve(origin, f"{origin}/{path}" + (f"?{query}" if query else ""))
    assert url is not None
    assert key_of(url) == surt.surt(url)


def test_files_rotate_and_each_has_its_index(tmp_path: Path) -> None:
    with store(tmp_path, rotate=4_000) as one:
        places = [one.keep(answer(f"https://example.org/{n}", os.urandom(900))) for n in range(9)]
    found = sorted(tmp_path.glob("*.warc.gz"))
    assert len(found) > 2
    assert all(path.stat().st_size <= 4_000 for path in found)
    assert files(tmp_path) == sorted([*(path.name for path in found), *(index_name(path.name) for path in found)])
    for n, place in enumerate(places):
        [capture] = find(Place(str(tmp_path)), f"http://example.org/{n}/")
        assert f"{capture.file}:{capture.offset}" == place


def write_until_killed(folder: Path, ready: Any) -> None:
    one = store(folder)
    for n in range(1_000_000):
        one.keep(answer(f"https://example.org/{os.getpid()}/{n}", os.urandom(20_000)))
        ready.value = n


def responses(path: Path) -> int:
    """How many whole answers warcio reads in a file, up to its first error."""
    number = 0
    with path.open("rb") as handle, suppress(ArchiveLoadFailed, EOFError, zlib.error):
        for record in ArchiveIterator(handle):
            if record.rec_type == "response":
                record.content_stream().read()
                number += 1
    return number


def test_writers_at_once_have_files_of_their_own_and_a_killed_one_leaves_whole_records(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    counts = [context.Value("i", 0, lock=False) for _ in range(3)]
    writers = [context.Process(target=write_until_killed, args=(tmp_path, count), daemon=True) for count in counts]
    for writer in writers:
        writer.start()
    while any(count.value < 20 for count in counts):
        assert all(writer.is_alive() for writer in writers)
        time.sleep(0.01)
    for writer in writers:
        os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join()
    found = sorted(tmp_path.glob("*.warc.gz"))
    assert len(found) == 3, "one a writer"
    place = Place(str(tmp_path))
    pid, done = writers[0].pid, counts[0].value
    assert len(find(place, f"https://example.org/{pid}/{done}")) == 1, "found without an index, too"
    torn = found[0]
    with torn.open("ab") as handle:
        handle.write(found[1].read_bytes()[:150])
    assert responses(torn) >= done, "another reader has all records before the break"
    with store(tmp_path) as another:
        another.keep(answer("https://example.org/next"))
    assert len(list(tmp_path.glob("*.cdxj"))) == 4
    assert sum(map(responses, tmp_path.glob("*.warc.gz"))) >= sum(count.value + 1 for count in counts) + 1
    assert not [item for item in scan([str(tmp_path)], tmp_path) if isinstance(item, Lost)]
    assert load(next(item for item in scan([str(torn)], tmp_path) if isinstance(item, Entry))).body


def test_a_file_that_another_holds_is_left_alone(tmp_path: Path) -> None:
    first = store(tmp_path)
    first.keep(answer("https://example.org/1"))
    with store(tmp_path) as second:
        second.keep(answer("https://example.org/2"))
    assert len(list(tmp_path.glob("*.cdxj"))) == 1
    assert first.keep(answer("https://example.org/3")).startswith(first.written[0].name)
    first.close()
    assert len(list(tmp_path.glob("*.cdxj"))) == 2
    assert all(len(find(Place(str(tmp_path)), f"https://example.org/{n}")) == 1 for n in (1, 2, 3))


def test_an_index_is_searched_and_not_read(tmp_path: Path) -> None:
    with store(tmp_path) as one:
        for n in range(2_000):
            one.keep(answer(f"https://example.org/{n}"))
    place = Place(str(tmp_path))
    for n in (0, 1, 7, 999, 1_000, 1_999):
        assert [capture.url for capture in find(place, f"https://example.org/{n}")] == [f"https://example.org/{n}"]
    assert find(place, "https://example.org/2000") == find(place, "https://zzz.example/") == find(place, "https://0.example/") == []
    [path] = tmp_path.glob("*.warc.gz")
    Path(index_name(str(path))).write_text("nonsense\n!meta {}\norg,example)/1 2026 {}\n")
    assert find(place, "https://example.org/1") == []


@pytest.mark.parametrize("line", ["", "a", "a b", "a b c", "a 1 []", 'a 1 {"url": 1}', "a 1 " + "[" * 100_000, 'a 1 {"url": "u", "offset": "x"}'])
def test_lines_that_are_none(line: str) -> None:
    assert parse(line) is None


def test_a_full_disk_leaves_no_half_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = store(tmp_path)
    one.keep(answer("https://example.org/1"))
    real = one._out
    assert real is not None

    class Full(io.RawIOBase):
        def write(self, data: Any) -> int:
            if len(data) > 100:
                return real.write(data[:100])
            raise OSError(28, "No space left on device")

        def __getattribute__(self, name: str) -> Any:
            return getattr(real, name) if name in ("tell", "truncate", "seek", "fileno") else super().__getattribute__(name)

    monkeypatch.setattr(one, "_out", Full())
    with pytest.raises(ArchiveError, match="space"):
        one.keep(answer("https://example.org/2"))
    monkeypatch.setattr(one, "_out", real)
    one.keep(answer("https://example.org/3"))
    one.close()
    assert [len(find(Place(str(tmp_path)), f"https://example.org/{n}")) for n in (1, 2, 3)] == [1, 0, 1]
    assert not [item for item in scan([str(tmp_path)], tmp_path) if isinstance(item, Lost)]


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """An S3 server on loopback, and a bucket in it; s3fs is told by the environment, as an operator would."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1",
        }.items():  # fmt: skip
            patch.setenv(name, value)
        boto3.client("s3").create_bucket(Bucket="news")
        yield "s3://news/archive"
    server.stop()


@pytest.fixture(params=["memory", "s3"])
def remote(request: pytest.FixtureRequest) -> str:
    name = f"{request.node.name}-{time.monotonic_ns()}".replace("[", "-").replace("]", "")
    if request.param == "memory":
        return f"memory://{name}/archive"
    return f"{request.getfixturevalue('bucket')}/{name}"


def test_another_storage(remote: str, tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    place = Place.of(remote, tmp_path)
    with store(place) as one:
        record = one.keep(answer("https://example.org/a"))
        one.keep(answer("https://example.org/b", b"<p>two"))
        file, _, offset = record.rpartition(":")
        waiting = Entry("example.org", "https://example.org/a", file, offset, place.path(file), int(offset))
        assert not is_remote(waiting.path)
        assert load(waiting).body == b"<p>one", "read before it was sent"
        elsewhere = Place.of(remote, tmp_path / "another machine")
        with pytest.raises(RecordUnavailableError):
            load(Entry("example.org", "https://example.org/a", file, offset, elsewhere.path(file), int(offset)))
        assert [capture.file for capture in find(place, "https://example.org/b")] == [file], "found before it was sent"
    assert files(tmp_path / "archive-spool") == []
    sent = Entry("example.org", "https://example.org/a", file, offset, elsewhere.path(file), int(offset))
    assert is_remote(sent.path)
    assert load(sent).body == b"<p>one"
    assert [(item.url, load(item).body) for item in scan([remote], tmp_path) if isinstance(item, Entry)] == [
        ("https://example.org/a", b"<p>one"), ("https://example.org/b", b"<p>two")
    ]  # fmt: skip
    assert [item.url for item in scan([f"{remote}/{file}"], tmp_path) if isinstance(item, Entry)] == ["https://example.org/a", "https://example.org/b"]
    if remote.startswith("s3:"):
        cleaned = winnow("clean", remote)
        assert [(page["url"], page["outcome"]) for page in cleaned.records()] == [(f"https://example.org/{path}", "not-article") for path in "ab"], cleaned.err
    [capture] = find(elsewhere, "https://example.org/b")
    assert answer_of(elsewhere, capture).body == b"<p>two"
    with pytest.raises(InputError, match="no such"):
        list(scan([f"{remote}/nothing"], tmp_path))


def test_a_remote_file_is_sent_when_it_is_full_or_old(remote: str, tmp_path: Path) -> None:
    place = Place.of(remote, tmp_path)
    with store(place, rotate=4_000, oldest=0.3) as one:
        for n in range(9):
            one.keep(answer(f"https://example.org/{n}", os.urandom(900)))
        until = time.monotonic() + 20
        while files(tmp_path / "archive-spool") and time.monotonic() < until:
            time.sleep(0.05)
        assert files(tmp_path / "archive-spool") == []
    assert all(len(find(Place.of(remote, tmp_path / "other"), f"https://example.org/{n}")) == 1 for n in range(9))


def test_what_a_killed_writer_left_is_sent_by_the_next(remote: str, tmp_path: Path) -> None:
    place, spool = Place.of(remote, tmp_path), tmp_path / "archive-spool"
    with store(spool) as local:
        local.keep(answer("https://example.org/left"))
    [left] = spool.glob("*.warc.gz")
    Path(index_name(str(left))).unlink()
    with left.open("ab") as handle:
        handle.write(b"\x1f\x8b\x08torn")
    (spool / left.name.replace("-00000-", "-00009-")).write_bytes(b"")
    with store(place) as one:
        one.keep(answer("https://example.org/new"))
    assert files(spool) == []
    assert all(len(find(place, f"https://example.org/{path}")) == 1 for path in ("left", "new"))


def test_a_storage_that_is_away_loses_nothing(bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    import s3fs

    with monkeypatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
        s3fs.S3FileSystem.clear_instance_cache()
        place = Place.of(f"{bucket}/away", tmp_path)
        with store(place) as one:
            record = one.keep(answer("https://example.org/a"))
        assert [record.partition(":")[0] in line.getMessage() for line in caplog.records if line.name == "winnow.archive"] == [True], "once"
        assert len(files(tmp_path / "archive-spool")) == 2
        with pytest.raises(InputError):
            list(scan([f"{bucket}/away"], tmp_path))
        with pytest.raises(RecordUnavailableError):
            load(Entry("example.org", "https://example.org/a", "x", "0", f"{bucket}/away/x", 0))
    s3fs.S3FileSystem.clear_instance_cache()
    with store(place) as another:
        another.keep(answer("https://example.org/b"))
    assert files(tmp_path / "archive-spool") == []
    assert all(len(find(place, f"https://example.org/{path}")) == 1 for path in "ab")


def test_names_that_no_storage_has(tmp_path: Path) -> None:
    for name, words in (("https://example.org/a.warc.gz", "winnow crawl"), ("klingon://a/b", "klingon"), ("gs://a/b", "gcsfs")):
        with pytest.raises(InputError, match=words):
            list(scan([name], tmp_path))


def test_threads_write_into_one_file_whole_records(tmp_path: Path) -> None:
    with store(tmp_path) as one:
        threads = [threading.Thread(target=lambda k=k: [one.keep(answer(f"https://example.org/{k}/{n}")) for n in range(50)]) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    [path] = tmp_path.glob("*.warc.gz")
    with path.open("rb") as handle:
        assert len(list(captures(handle, path.name))) == 200


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*words: str) -> Any:
        return CliRunner().invoke(archive, [*words, "--home", str(tmp_path)])

    with store(tmp_path / "archive") as one:
        one.keep(answer("https://example.org/a", b"\xff<p>one"))
        one.keep_revisit(answer("https://example.org/a", status=304, body=b""))
    assert [line.split()[1:3] for line in run("list", "www.example.org/a").stdout.splitlines()] == [["200", "text/html"], ["304", "warc/revisit"]]
    listed = json.loads(run("list", "https://example.org/a", "--json").stdout)
    assert [capture["status"] for capture in listed["captures"]] == ["200", "304"]
    assert run("show", "https://example.org/a").stdout_bytes == b"\xff<p>one"
    assert b"x-robots-tag: noarchive\n\n\xff<p>one" in run("show", "https://example.org/a", "--headers", "--at", "2026-03-02").stdout_bytes
    assert isinstance(run("show", "https://example.org/a", "--at", "2025").exception, NothingToDoError)
    assert isinstance(run("show", "https://example.org/a", "--at", "now").exception, UsageError)
    assert isinstance(run("list", "https://example.org/b").exception, NothingToDoError)
    monkeypatch.setenv("WINNOW_ARCHIVE", str(tmp_path / "archive"))
    assert CliRunner().invoke(archive, ["list", "example.org/a", "--home", str(tmp_path / "other")]).exit_code == 0


def test_local_files_need_no_fsspec(tmp_path: Path) -> None:
    with store(tmp_path) as one:
        one.keep(answer("https://example.org/a"))
    code = f"""
import sys
from pathlib import Path
from indexer.archive.scan import scan
from indexer.archive.load import load
assert [load(item).body for item in scan([{str(tmp_path)!r}], Path({str(tmp_path)!r}))] == [b"<p>one"]
assert "fsspec" not in sys.modules
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_names_of_this_machine_with_a_scheme(tmp_path: Path) -> None:
    with store(Place.of(f"file://{tmp_path}/a", tmp_path)) as one:
        one.keep(answer("https://example.org/a"))
    assert Place.of(f"local://{tmp_path}/a", tmp_path) == Place(str(tmp_path / "a"))
    assert [item.url for item in scan([f"file://{tmp_path}/a"], tmp_path) if isinstance(item, Entry)] == ["https://example.org/a"]


def test_what_cannot_be_finished_is_told_and_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with store(tmp_path) as one:
        one.keep(answer("https://example.org/a"))
    [path] = tmp_path.glob("*.warc.gz")
    Path(index_name(str(path))).unlink()
    odd = path.with_name(path.name.replace("-00000-", "-00001-"))
    odd.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()) * 2))
    with store(tmp_path) as another:
        another.keep(answer("https://example.org/b"))
    assert len(list(tmp_path.glob("*.cdxj"))) == 2
    assert [odd.name in line.getMessage() for line in caplog.records if line.name == "winnow.archive"] == [True]
    assert odd.exists()


def test_a_crawl_into_a_bucket_is_cleaned_and_found_again(bucket: str, winnow: Callable[..., Ended], tmp_path: Path) -> None:
    pages = {"/": "<a href=/1>one</a><a href=/2>two</a>", "/1": "<h1>One</h1><p>A page.", "/2": "<h1>Two</h1><p>Another."}

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        place = {"WINNOW_ARCHIVE": f"{bucket}/crawled"}
        ended = winnow("crawl", url, "--home", tmp_path, "--allow-private", "--delay", "0", "--json", **place)
        server.shutdown()
    assert ended.code == 0, ended.err
    report = json.loads(ended.out)
    assert report["outcomes"] == {"fetched": 3}
    assert sum(report["indexed"].values()) == 3, "read back to be cleaned"
    assert files(tmp_path / "archive-spool") == []
    shown = winnow("archive", "show", f"{url}1", "--home", tmp_path, **place)
    assert (shown.code, shown.out) == (0, pages["/1"])
    assert [winnow("clean", f"{bucket}/crawled").code, winnow("archive", "list", url, "--home", tmp_path).code] == [0, 3]
