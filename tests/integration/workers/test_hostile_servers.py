"""Servers that mean harm, on loopback: every visit ends in exactly one outcome, within bounds of time and memory, whatever they send.

All go the whole way that workers and the embedded crawl go: claim, robots.txt, request, archive, frontier.
"""

from __future__ import annotations

import gzip
import re
import socket
import ssl
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import brotli
import pytest
import trustme
from backports import zstd
from hypothesis import example, given
from hypothesis import strategies as st

from indexer.archive.entry import Lost
from indexer.archive.scan import scan
from indexer.cause import Cause
from indexer.errors import NothingToDoError, PageError
from indexer.outcome import Kind
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from indexer.urls import resolve
from workers.archive.page_store import PageStore
from workers.clock import moment
from workers.crawl.claim_executor import ClaimExecutor
from workers.fetch import addresses
from workers.fetch.addresses import RefusedAddressError, connect, is_public
from workers.fetch.fetcher import Fetcher, FetchLimits
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView

Behaviour = Callable[[socket.socket], None]
LIMITS = FetchLimits(connect_seconds=1.0, read_seconds=2.0, total_seconds=2.5, page_bytes=200_000)
SECONDS, MEMORY = 20.0, 48 << 20
"""For one visit with all its tries, on a busy machine; a try may take 2.5 s. And what it may hold."""
RULES = b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\nConnection: close\r\n\r\nUser-agent: *"
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


class RawServer:
    """Answers `/robots.txt` well and all else as it is told; counts what it was asked."""

    def __init__(self, behave: Behaviour, address: str = "127.0.0.1", port: int = 0, rules: bytes | Behaviour = RULES) -> None:
        self.behave = behave
        self.rules = rules
        self.requested: list[bytes] = []
        self.wrap: Callable[[socket.socket], socket.socket] = lambda plain: plain
        self.listener = socket.create_server((address, port))
        self.port = int(self.listener.getsockname()[1])
        self.url = f"http://{address}:{self.port}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        with suppress(OSError), ExitStack() as stack:
            stack.callback(plain.close)
            plain.settimeout(15)
            connection = stack.enter_context(closing(self.wrap(plain)))
            while request := connection.recv(65_536):
                path = request.split(b" ")[1] if request.count(b" ") > 1 else b""
                self.requested.append(path)
                if path == b"/robots.txt" and isinstance(self.rules, bytes):
                    connection.sendall(self.rules)
                    return
                (self.behave if path != b"/robots.txt" or isinstance(self.rules, bytes) else self.rules)(connection)

    def close(self) -> None:
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class CleaningOptions:
    """The whole way, with a clock that jumps over pauses."""

    def __init__(self, home: Path, *, allow_private: bool = True) -> None:
        self.now = 1_772_625_600.0
        settings = CrawlSettings(
            contact="https://example.org/bot", politeness=Politeness(delay=0.0), limits=LIMITS, max_redirects=5, allow_private=allow_private
        )
        self.database = Database.open(home)
        self.frontier = Frontier(self.database, lambda: self.now, FrontierParams(delay=0.0))
        self.archive = home / "archive"
        self.store = PageStore(self.archive, "test", lambda: moment(self.now))
        self.fetcher = Fetcher(settings.user_agent, LIMITS, allow_private=allow_private)
        self.fetching = ClaimExecutor(self.frontier, self.store, self.fetcher, settings, lambda: self.now)
        self.view = FrontierView(self.database)

    def run(self, url: str, patience: float = 60.0) -> tuple[Kind, str]:
        """Visit a URL and what follows from it; how the visit ended."""
        self.frontier.add([CrawlRequest(url)])
        while (wakes := self.frontier.next_ready_at()) is not None and wakes <= self.now + patience:
            self.now = max(self.now, wakes)
            for claim in self.frontier.claim(9):
                self.fetching.execute(claim)
        [record] = self.view.history(url)
        assert record.ending.kind is not None
        return record.ending.kind, record.ending.reason

    def close(self) -> None:
        self.fetcher.__exit__(None, None, None)
        self.store.close()
        self.database.close()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def way(stack: ExitStack, tmp_path: Path) -> CleaningOptions:
    path = CleaningOptions(tmp_path)
    stack.callback(path.close)
    return path


def served(stack: ExitStack, behave: Behaviour | bytes, **options: Any) -> RawServer:
    answer = behave
    server = RawServer((lambda connection: send_and_end(connection, answer)) if isinstance(answer, bytes) else answer, **options)
    stack.callback(server.close)
    return server


def send_and_end(connection: socket.socket, data: bytes) -> None:
    connection.sendall(data)
    connection.shutdown(socket.SHUT_RDWR)


def forever(start: bytes, again: bytes, pause: float = 0.0) -> Behaviour:
    """Begin with `start`, then send `again` without end."""

    def behave(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(again)
            if pause:
                time.sleep(pause)

    return behave


def sized(body: bytes, *headers: bytes) -> bytes:
    return OK + b"".join(header + b"\r\n" for header in headers) + b"Content-Length: %d\r\n\r\n" % len(body) + body


def deflated(times: int) -> bytes:
    data = b"<p>" + b" " * 40_000_000
    for _ in range(times):
        data = gzip.compress(data, 1 if times == 1 else 9)
    return data


def brotli_bomb() -> bytes:
    packer = brotli.Compressor(quality=1)
    return b"".join([packer.process(b" " * 8_000_000) for _ in range(20)]) + bytes(packer.finish())


def wide_zstd() -> bytes:
    options = {zstd.CompressionParameter.window_log: 27, zstd.CompressionParameter.compression_level: 1}
    packer = zstd.ZstdCompressor(options=options)
    return packer.compress(b"<p>one ") + packer.compress(b" " * 300_000) + packer.flush()


CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
LINE = b"X-%d: " + b"a" * 60_000 + b"\r\n"
CASES: dict[str, tuple[Behaviour | bytes, Kind, str]] = {
    "endless body": (forever(OK + b"\r\n", b"x" * 65_536), Kind.TOO_LARGE, "200,000"),
    "endless chunks": (forever(CHUNKED, b"10000\r\n" + b"x" * 65_536 + b"\r\n"), Kind.TOO_LARGE, "200,000"),
    "endless small chunks": (forever(CHUNKED, (b"80\r\n" + b"x" * 128 + b"\r\n") * 999), Kind.TOO_LARGE, "200,000"),
    "silence": (lambda connection: time.sleep(4), Kind.UNREACHABLE, "within"),
    "drip in the status line": (forever(b"HTTP/1.1 2", b"0", 0.1), Kind.UNREACHABLE, "within 2.5 s"),
    "drip in a header": (forever(OK + b"X: ", b"a", 0.1), Kind.UNREACHABLE, "within 2.5 s"),
    "drip of headers": (forever(OK, b"X: a\r\n", 0.1), Kind.UNREACHABLE, "within 2.5 s"),
    "drip in the body": (forever(OK + b"Content-Length: 9999\r\n\r\n", b"x", 0.1), Kind.FETCH_FAILED, "within 2.5 s"),
    "drip in a chunk's size": (forever(CHUNKED, b"0", 0.1), Kind.FETCH_FAILED, "within 2.5 s"),
    "drip of trailers": (forever(CHUNKED + b"4\r\n<p>x\r\n0\r\n", b"X: a\r\n", 0.1), Kind.FETCH_FAILED, "within 2.5 s"),
    "flood of trailers": (forever(CHUNKED + b"4\r\n<p>x\r\n0\r\n", b"X: a\r\n" * 999), Kind.FETCH_FAILED, "within 2.5 s"),
    "too long a length": (OK + b"Content-Length: 99999\r\n\r\n<p>one", Kind.FETCHED, "truncated"),
    "too short a length": (OK + b"Content-Length: 6\r\n\r\n<p>oneHTTP/1.1 200 OK\r\n\r\n<p>other", Kind.FETCHED, ""),
    "a negative length": (OK + b"Content-Length: -5\r\n\r\n<p>one", Kind.FETCHED, ""),
    "a length that is no number": (OK + b"Content-Length: many\r\n\r\n<p>one", Kind.FETCHED, ""),
    "an enormous length": (OK + b"Content-Length: " + b"9" * 300 + b"\r\n\r\n<p>one", Kind.FETCHED, "truncated"),
    "two lengths": (OK + b"Content-Length: 6\r\nContent-Length: 60\r\n\r\n<p>one", Kind.FETCH_FAILED, "(?i)length"),
    "chunks and a length": (OK + b"Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n<p>one\r\n0\r\n\r\n", Kind.FETCHED, "^$"),
    "chunks that are none": (CHUNKED + b"zz\r\n<p>one", Kind.FETCHED, "truncated"),
    "a negative chunk": (CHUNKED + b"-6\r\n<p>one\r\n0\r\n\r\n", Kind.FETCHED, "truncated"),
    "an enormous chunk": (CHUNKED + b"f" * 16 + b"\r\n<p>one", Kind.FETCHED, "truncated"),
    "an endless size of a chunk": (forever(CHUNKED, b"0" * 65_536), Kind.FETCHED, "truncated"),
    "a gzip bomb": (sized(deflated(1), b"Content-Encoding: gzip"), Kind.TOO_LARGE, "after decompression"),
    "a gzip bomb in another": (sized(deflated(2), b"Content-Encoding: gzip, gzip"), Kind.TOO_LARGE, "after decompression"),
    "many codings": (sized(b"<p>one", b"Content-Encoding: " + b"gzip," * 2_000), Kind.UNREADABLE, "2000 nested content codings"),
    "a deflate bomb": (sized(zlib.compress(b" " * 40_000_000), b"Content-Encoding: deflate"), Kind.TOO_LARGE, "after decompression"),
    "a brotli bomb": (sized(brotli_bomb(), b"Content-Encoding: br"), Kind.TOO_LARGE, "after decompression"),
    "a zstd bomb": (sized(zstd.compress(b" " * 40_000_000), b"Content-Encoding: zstd"), Kind.TOO_LARGE, "after decompression"),
    "zstd that wants memory": (sized(wide_zstd(), b"Content-Encoding: zstd"), Kind.UNREADABLE, "memory"),
    "damaged gzip": (sized(b"\x1f\x8b\x08" + b"nonsense" * 9, b"Content-Encoding: gzip"), Kind.UNREADABLE, "cannot be decoded"),
    "damaged brotli": (sized(b"nonsense" * 99, b"Content-Encoding: br"), Kind.UNREADABLE, "cannot be decoded"),
    "an unknown coding": (sized(b"nonsense", b"Content-Encoding: klingon"), Kind.UNREADABLE, "klingon"),
    "many headers": (OK + b"".join(b"X-%d: a\r\n" % n for n in range(5_000)) + b"\r\n<p>one", Kind.FETCH_FAILED, "header"),
    "a huge header": (OK + b"X: " + b"a" * 500_000 + b"\r\n\r\n<p>one", Kind.FETCH_FAILED, "line"),
    "headers of 6 MB": (OK + b"".join(LINE % n for n in range(90)) + b"\r\n<p>one", Kind.FETCHED, ""),
    "endless headers": (forever(OK, b"X: a\r\n" * 9_999), Kind.FETCH_FAILED, "header"),
    "an endless header": (forever(OK + b"X: ", b"a" * 65_536), Kind.FETCH_FAILED, "line"),
    "an endless status line": (forever(b"HTTP/1.1 200 ", b"a" * 65_536), Kind.FETCH_FAILED, "line"),
    "a flood of 100": (forever(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 999), Kind.FETCH_FAILED, "1xx"),
    "a flood of 103": (forever(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 999), Kind.FETCH_FAILED, "1xx"),
    "endless headers of a 103": (forever(b"HTTP/1.1 103 Early Hints\r\n", b"X: a\r\n" * 9_999), Kind.FETCH_FAILED, "header lines"),
    "early hints": (b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + sized(b"<p>one"), Kind.FETCHED, ""),
    "another protocol": (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + sized(b"<p>one"), Kind.HTTP_ERROR, "status 101"),
    "HTTP/0.9": (b"<html><p>one", Kind.FETCH_FAILED, ""),
    "nothing": (b"", Kind.FETCH_FAILED, ""),
    "garbage": (bytes(range(256)) * 99, Kind.FETCH_FAILED, ""),
    "another service": (b"220 mail.example ESMTP\r\n", Kind.FETCH_FAILED, ""),
    "a status that is none": (b"HTTP/1.1 999999 X\r\n\r\n", Kind.FETCH_FAILED, ""),
    "NUL in headers": (sized(b"<p>one", b"X-\0: a\0b", b"ETag: \"\0\"", b"Location: /\0"), Kind.FETCHED, ""),
    "folded and injected headers": (sized(b"<p>one", b"X: a\r\n X-Robots-Tag: noindex", b"Y: a\rX-Robots-Tag: none"), Kind.FETCHED, ""),
    "bytes beyond ASCII in headers": (sized(b"<p>one", b"\xff\xfe: \xe9", b"Location: /\xe9", b"Content-Type: text/html; charset=\xff"), Kind.FETCHED, ""),
    "a reason of bytes": (b"HTTP/1.1 200 \xff\0\x85\r\nContent-Length: 6\r\n\r\n<p>one", Kind.FETCHED, ""),
    "a redirect to itself": (b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", Kind.REDIRECT, "302"),
    "a redirect without end": (forever(b"HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", b"x" * 65_536), Kind.REDIRECT, "302"),
    "a location of a megabyte": (b"HTTP/1.1 302 Found\r\nLocation: /" + b"a" * 60_000 + b"\r\n\r\n", Kind.REDIRECT, "302"),
    "a gone page without end": (forever(b"HTTP/1.1 404 Not Found\r\n\r\n", b"x" * 65_536), Kind.GONE, "404"),
    "an error without end": (forever(b"HTTP/1.1 500 Error\r\n\r\n", b"x" * 65_536), Kind.HTTP_ERROR, "500"),
    "unchanged, unasked": (b"HTTP/1.1 304 Not Modified\r\n\r\n", Kind.HTTP_ERROR, "304"),
    "a cookie flood": (b"HTTP/1.1 302 Found\r\nLocation: /\r\n" + b"Set-Cookie: a%d=b\r\n" * 90 + b"Connection: close\r\n\r\n", Kind.REDIRECT, ""),
}


@pytest.mark.parametrize("name", CASES)
def test_every_visit_ends_once_within_its_limits(name: str, stack: ExitStack, way: CleaningOptions) -> None:
    behave, kind, reason = CASES[name]
    server = served(stack, behave)
    tracemalloc.start()
    stack.callback(tracemalloc.stop)
    begun = time.monotonic()
    end = way.run(server.url)
    taken, (_, peak) = time.monotonic() - begun, tracemalloc.get_traced_memory()
    if peak >= MEMORY:  # a thread of an earlier test may still be at work in this process: measured once more
        tracemalloc.reset_peak()
        way.run(served(stack, behave).url)
        peak = tracemalloc.get_traced_memory()[1]
    assert end[0] is kind, end
    assert re.search(reason, end[1]), end
    assert taken < SECONDS
    assert peak < MEMORY
    for state in way.view.urls(server.url[7:-1]):
        assert len(way.view.history(state.url)) == 1, state.url
    way.store.close()
    with suppress(NothingToDoError):  # not every answer is kept
        assert not [item for item in scan([str(path) for path in way.archive.glob("*.warc.gz")], way.archive) if isinstance(item, Lost)]


@pytest.mark.parametrize(
    ("rules", "ended"),
    [
        (forever(OK + b"\r\n", b"# \n" * 20_000), True),
        (forever(OK + b"Content-Length: 99\r\n\r\n", b"x", 0.1), False),
        (lambda connection: time.sleep(4), False),
        (b"HTTP/1.1 302 Found\r\nLocation: /robots.txt\r\nContent-Length: 0\r\n\r\n", True),
        (b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", True),
        (sized(deflated(1), b"Content-Encoding: gzip"), True),
        (sized(b"User-agent: *\nDisallow: /" + b"*" * 2_000 + b"$\nDisallow: /\n" + b"Allow: /*a*a*a*a*a*a*a*a*a*a*b\n" * 99), True),
        (sized(b"User-agent: *\nCrawl-delay: " + b"9" * 400), True),
        (b"\0" * 9_999, False),
    ],
    ids=["endless", "drip", "silence", "loop", "file", "bomb", "patterns", "delay", "garbage"],
)  # fmt: skip
def test_rules_that_mean_harm(rules: Behaviour | bytes, ended: bool, stack: ExitStack, way: CleaningOptions) -> None:
    """Where they are unknown the host waits, and no visit is made of it."""
    answer = rules
    server = served(stack, sized(b"<p>one"), rules=(lambda connection: send_and_end(connection, answer)) if isinstance(answer, bytes) else answer)
    way.frontier.add([CrawlRequest(server.url + "a" * 60)])
    begun = time.monotonic()
    for _ in range(12 if ended else 4):  # a connection that its server resets is another try
        way.now = max(way.now, way.frontier.next_ready_at() or 0.0)
        for claim in way.frontier.claim(9):
            way.fetching.execute(claim)
    assert time.monotonic() - begun < SECONDS
    history = way.view.history(server.url + "a" * 60)
    assert len(history) == ended
    if not ended:
        assert b"/" + b"a" * 60 not in server.requested


def test_a_host_that_takes_no_connection(stack: ExitStack, way: CleaningOptions) -> None:
    """A full queue drops every attempt to connect, so that nothing ever answers."""
    silent = stack.enter_context(closing(socket.socket()))
    silent.bind(("127.0.0.1", 0))
    silent.listen(0)
    for _ in range(3):
        waiting = stack.enter_context(closing(socket.socket()))
        waiting.setblocking(False)
        waiting.connect_ex(silent.getsockname())
    begun = time.monotonic()
    with Fetcher("test", LIMITS, allow_private=True) as fetcher, pytest.raises(PageError, match="within"):
        fetcher.get(f"http://127.0.0.1:{silent.getsockname()[1]}/")
    assert time.monotonic() - begun < SECONDS


# --- addresses ------------------------------------------------------------------------------------------------------------------

OPEN = "127.0.0.2"
"""The one address that counts as public here; the real rule holds for all others."""


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "is_public", lambda address: address == OPEN or is_public(address))


@pytest.mark.usefixtures("public")
@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:{port}/secret", "http://localhost:{port}/secret", "//127.0.0.1:{port}/secret", "http://10.0.0.1/", "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data/", "http://[::1]:{port}/secret", "http://[::ffff:127.0.0.1]:{port}/secret",
        "http://[::ffff:a9fe:a9fe]/", "http://[64:ff9b::7f00:1]:{port}/secret", "http://[::7f00:1]:{port}/secret", "http://[fd00:ec2::254]/",
        "http://[fe80::1%25lo]:{port}/secret", "http://2130706433:{port}/secret", "http://0x7f000001:{port}/secret", "http://0177.0.0.1:{port}/secret",
        "http://127.1:{port}/secret", "http://0:{port}/secret", "http://127.0.0.1.:{port}/secret", "http://127。0。0。1:{port}/secret",
        "http://127.0.0.2@127.0.0.1:{port}/secret", "http://127.0.0.2:80@127.0.0.1:{port}/secret", "http://127.0.0.1:{port}\\@127.0.0.2/secret",
        "http://127.0.0.1:{port}#@127.0.0.2/", "http:127.0.0.1:{port}/secret", "http://127.0.0.2:25/", "http://127.0.0.2:6379/", "http://127.0.0.2:99999/",
        "file:///etc/passwd", "FILE:/etc/passwd", "data:text/html,<p>one", "javascript:alert(1)", "gopher://127.0.0.1:{port}/secret",
        "ftp://127.0.0.1:{port}/secret", "dict://127.0.0.1:{port}/", "http://[::1", "http://[v1.x]/", "http://a..b/", "\x00http://127.0.0.1:{port}/secret",
    ],
)  # fmt: skip
@pytest.mark.parametrize("how", ["header", "refresh"])
def test_no_redirect_leads_to_where_a_crawler_must_not_go(target: str, how: str, stack: ExitStack, tmp_path: Path) -> None:
    secret = served(stack, sized(b"<p>the secret"), rules=RULES)
    where = target.format(port=secret.port)
    page = f'<meta http-equiv="refresh" content="0; url={where}"><a href="{where}">x</a>'.encode()
    moved = b"HTTP/1.1 301 Moved\r\nLocation: " + where.encode() + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    front = served(stack, moved if how == "header" else sized(page), address=OPEN)
    way = CleaningOptions(tmp_path, allow_private=False)
    stack.callback(way.close)
    begun = time.monotonic()
    kind, _ = way.run(front.url)
    assert kind in ({Kind.REDIRECT} if how == "header" else {Kind.REDIRECT, Kind.FETCHED})
    assert time.monotonic() - begun < SECONDS
    assert secret.requested == []
    for counts in way.view.counts():
        for state in way.view.urls(counts.host):
            assert len(way.view.history(state.url)) == (state.state is State.FINISHED), state
            assert state.url.startswith(("http://", "https://"))
            assert state.url.startswith(f"http://{OPEN}:{front.port}/") or state.kind in (None, Kind.FETCH_FAILED, Kind.ROBOTS), state


class Names:
    """A name server whose answers change: one list of addresses after the other, the last again and again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, ...]) -> None:
        self.requested = 0
        self.answers = answers
        self.real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self)

    def __call__(self, host: str, port: int, *args: Any, **options: Any) -> list[Any]:
        if not host.endswith(".example"):
            return self.real(host, port, *args, **options)
        answer = self.answers[min(self.requested, len(self.answers) - 1)]
        self.requested += 1
        return [item for address in answer for item in self.real(address, port, type=socket.SOCK_STREAM)]


@pytest.mark.usefixtures("public")
def test_a_name_that_changes_between_check_and_connection(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    front = served(stack, sized(b"<p>one", b"Connection: close"), address=OPEN)
    secret = served(stack, sized(b"<p>the secret"), port=front.port)
    names = Names(monkeypatch, (OPEN,), ("127.0.0.1",))
    url = f"http://changing.example:{front.port}/"
    with Fetcher("test", LIMITS, allow_private=False) as fetcher:
        got = fetcher.get(url)
        assert (got.body, got.address, names.requested) == (b"<p>one", OPEN, 1), "one look-up, and the connection goes to what it said"
        with pytest.raises(RefusedAddressError, match=r"private address 127\.0\.0\.1"):
            fetcher.get(url)
    assert (secret.requested, names.requested) == ([], 2)


@pytest.mark.usefixtures("public")
def test_of_a_names_addresses_only_public_ones_are_used(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    front = served(stack, sized(b"<p>one", b"Connection: close"), address=OPEN)
    secret = served(stack, sized(b"<p>the secret"), port=front.port)
    Names(monkeypatch, ("127.0.0.1", "::1", OPEN))
    with Fetcher("test", LIMITS, allow_private=False) as fetcher:
        assert fetcher.get(f"http://mixed.example:{front.port}/").address == OPEN
        front.close()
        with pytest.raises(PageError):
            fetcher.get(f"http://mixed.example:{front.port}/")
    assert secret.requested == []


def test_names_with_many_addresses_and_a_name_server_that_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.monotonic()
    Names(monkeypatch, tuple(f"127.0.3.{n}" for n in range(1, 200)))
    with pytest.raises(OSError, match="refused"):
        connect("many.example", 1_024, 2.0, allow_private=True)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(5))
    with pytest.raises(TimeoutError, match="no address"):
        connect("slow.example", 80, 0.3, allow_private=True)
    assert time.monotonic() - begun < 4


# --- TLS ------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """An authority that this process trusts."""
    made = trustme.CA()
    made.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    return made


def secure(server: RawServer, certificate: trustme.LeafCert) -> str:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    server.wrap = lambda plain: context.wrap_socket(plain, server_side=True)
    return server.url.replace("http://", "https://")


def test_certificates(stack: ExitStack, way: CleaningOptions, authority: trustme.CA) -> None:
    past = datetime.now(UTC) - timedelta(days=400)
    bad = {
        "self-signed": (trustme.CA().issue_cert("127.0.0.1"), "certificate"),
        "another name's": (authority.issue_cert("127.0.0.9", "example.org"), "127.0.0.1"),
        "expired": (authority.issue_cert("127.0.0.1", not_before=past, not_after=past + timedelta(days=9)), "expired"),
        "not yet valid": (authority.issue_cert("127.0.0.1", not_before=-past.astimezone(UTC).utcoffset() + datetime.now(UTC) + timedelta(days=9)), "not yet valid"),
    }  # fmt: skip
    for what, (certificate, words) in bad.items():
        server = served(stack, sized(b"<p>one"))
        with pytest.raises(PageError) as error:
            way.fetcher.get(secure(server, certificate))
        assert error.value.ending.cause is Cause.TLS
        assert words in error.value.ending.reason, what
        assert server.requested == [], "nothing was said to a server that cannot show who it is"
    good = served(stack, sized(b"<p>one"))
    assert way.run(secure(good, authority.issue_cert("127.0.0.1")))[0] is Kind.FETCHED


@pytest.mark.parametrize("drip", [b"", b"\x16\x03\x03\x40\x00"])
def test_a_handshake_without_end(drip: bytes, stack: ExitStack, way: CleaningOptions) -> None:
    def never(plain: socket.socket) -> socket.socket:
        plain.sendall(drip)
        while drip:
            plain.sendall(b"\0")
            time.sleep(0.05)
        time.sleep(8)
        raise OSError

    server = served(stack, sized(b"<p>one"))
    server.wrap = never
    begun = time.monotonic()
    with pytest.raises(PageError) as error:
        way.fetcher.get(server.url.replace("http://", "https://"))
    assert error.value.ending.kind is Kind.UNREACHABLE
    assert time.monotonic() - begun < 6


def test_bombs_within_tls(stack: ExitStack, way: CleaningOptions, authority: trustme.CA) -> None:
    server = served(stack, forever(OK + b"\r\n", b"x" * 65_536))
    assert way.run(secure(server, authority.issue_cert("127.0.0.1")))[0] is Kind.TOO_LARGE


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=80), st.sampled_from(["/", "", "?", "//x@", ":8"]))
@example("a" * 70, "/")
@example("xn--a", "/")
@example("a" * 70 + ".example", "/\ud7ff")
@example("[::1%25lo]", ":1/")
def test_no_address_that_a_page_may_write_breaks_a_request(host: str, tail: str) -> None:
    """Only the errors that are expected, for whatever passes as a URL; names are not looked up, and nothing listens at the addresses."""
    url = resolve("https://example.org/", f"http://{host}{tail}")
    if url is None or not url.startswith("http"):
        return

    def nobody(name: str, *_: Any, **__: Any) -> list[Any]:
        name.encode("idna")  # as the real one does first
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.MonkeyPatch.context() as patch, Fetcher("test", LIMITS, allow_private=False) as fetcher:
        patch.setattr(socket, "getaddrinfo", nobody)
        with pytest.raises(PageError) as error:
            fetcher.get(url)
        assert error.value.ending.kind in (Kind.UNREACHABLE, Kind.FETCH_FAILED)
        assert error.value.ending.reason
