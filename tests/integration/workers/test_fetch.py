"""One request against real servers on loopback that answer well, badly, slowly or without end."""

from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from indexer.archive.http import decoded_body
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Kind
from workers.fetch.addresses import RefusedAddressError, is_public
from workers.fetch.fetcher import Fetcher, FetchLimits
from workers.fetch.robots import Robots, RobotsUnknownError, read_robots

Answer = Callable[[socket.socket], None]


def answer_all(listener: socket.socket, answers: tuple[bytes | Answer, ...]) -> None:
    """Each connection gets the next answer, the last one again and again."""
    served = 0
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        answer = answers[min(served, len(answers) - 1)]
        served += 1
        threading.Thread(target=answer_one, args=(connection, answer), daemon=True).start()


def answer_one(connection: socket.socket, answer: bytes | Answer) -> None:
    with closing(connection), suppress(OSError):
        connection.settimeout(20)
        connection.recv(65536)
        if isinstance(answer, bytes):
            connection.sendall(answer)
        else:
            answer(connection)


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Serves raw bytes on loopback."""
    listeners: list[socket.socket] = []

    def start(*answers: bytes | Answer) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        threading.Thread(target=answer_all, args=(listener, answers), daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}/"

    yield start
    for listener in listeners:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def fetcher(allow_private: bool = True, **limits: float) -> Fetcher:
    defaults = {"connect_seconds": 2.0, "read_seconds": 2.0, "total_seconds": 5.0, "page_bytes": 1 << 20}
    merged = defaults | limits
    return Fetcher(
        "winnow/0 (+test)",
        FetchLimits(
            merged["connect_seconds"], merged["read_seconds"], merged["total_seconds"], int(merged["page_bytes"])
        ),
        allow_private=allow_private,
    )


def test_an_answer_as_it_came(serve: Callable[..., str]) -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 203 Fine\r\nX-Robots-Tag: a\r\nX-Robots-Tag: b\r\nContent-Length: 3\r\n\r\n<p>")

    url = serve(answer)
    with fetcher() as client:
        got = client.get(url + "x?y=1", cookie="a=1")
        assert (got.status, got.reason, got.body, got.truncated) == (203, "Fine", b"<p>", "")
        assert got.answer.headers["x-robots-tag"] == "a\nb"
        assert ("Cookie", "a=1") in got.request_headers
        assert client.requests == 1


def test_chunks_are_joined_and_compression_is_kept(serve: Callable[..., str]) -> None:
    packed = gzip.compress(b"<p>hello")
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
    url = serve(head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed))
    with fetcher() as client:
        got = client.get(url)
    assert got.body == packed
    assert decoded_body(got.answer, 100) == (b"<p>hello", False)


def test_a_body_without_end_is_cut_at_the_limit(serve: Callable[..., str]) -> None:
    def endless(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    with fetcher(page_bytes=200_000) as client:
        got = client.get(serve(endless))
    assert got.truncated == "length"
    assert len(got.body) == 200_001


@pytest.mark.slow
def test_a_gzip_bomb_is_refused_expanded(serve: Callable[..., str]) -> None:
    bomb = gzip.compress(b" " * 30_000_000)
    url = serve(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s" % (len(bomb), bomb))
    with fetcher() as client:
        got = client.get(url)
    with pytest.raises(PageError) as error:
        decoded_body(got.answer, 1 << 20)
    assert error.value.ending.kind is Kind.TOO_LARGE


@pytest.mark.slow
@pytest.mark.parametrize("where", ["status", "headers", "body", "chunk", "unsized"])
def test_a_slow_drip_is_cut_off(serve: Callable[..., str], where: str) -> None:
    starts = {
        "status": b"HTTP/1.1 2",
        "headers": b"HTTP/1.1 200 OK\r\nX: ",
        "body": b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
        "unsized": b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
        "chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    }

    def drip(connection: socket.socket) -> None:
        connection.sendall(starts[where])
        while True:
            time.sleep(0.1)
            connection.sendall(b"0")

    start = time.monotonic()
    with fetcher(total_seconds=1.0) as client:
        if where in ("body", "chunk", "unsized"):
            assert client.get(serve(drip)).truncated == "time"
        else:
            with pytest.raises(PageError, match="within 1 s"):
                client.get(serve(drip))
    assert time.monotonic() - start < 2.5


@pytest.mark.slow
def test_silence_is_given_up(serve: Callable[..., str]) -> None:
    with fetcher(read_seconds=0.3) as client, pytest.raises(PageError) as error:
        client.get(serve(lambda connection: time.sleep(3)))
    assert error.value.ending.cause is Cause.TIMEOUT


def test_a_wrong_content_length(serve: Callable[..., str]) -> None:
    with fetcher() as client:
        long = client.get(serve(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>more"))
        short = client.get(serve(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<p>less"))
    assert (long.body, long.truncated) == (b"<p>", "")
    assert (short.body, short.truncated) == (b"<p>less", "disconnect")


JUNK = [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\0" * 5000, b"\xff\xfe\r\n" * 99]


@pytest.mark.parametrize("junk", JUNK)
def test_no_http(serve: Callable[..., str], junk: bytes) -> None:
    with fetcher() as client, pytest.raises(PageError) as error:
        client.get(serve(junk))
    assert error.value.ending.kind is Kind.FETCH_FAILED
    assert error.value.ending.reason


def test_too_many_headers(serve: Callable[..., str]) -> None:
    for head in (b"".join(b"X-%d: a\r\n" % n for n in range(5000)), b"X: " + b"a" * 200_000 + b"\r\n"):
        with fetcher() as client, pytest.raises(PageError):
            client.get(serve(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n<p>"))


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with fetcher() as client, pytest.raises(PageError, match="refused"):
        client.get(f"http://127.0.0.1:{port}/")
    with fetcher() as client, pytest.raises(PageError) as error:
        client.get("http://name.invalid/")
    assert (error.value.ending.kind, error.value.ending.cause) == (Kind.UNREACHABLE, Cause.UNKNOWN_HOST)


def test_private_addresses_are_refused(serve: Callable[..., str]) -> None:
    url = serve(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    port = url.rpartition(":")[2]
    for name in ("127.0.0.1", "localhost", "0.0.0.0", "127.1", "2130706433", "0x7f.1"):
        with fetcher(allow_private=False) as client, pytest.raises(PageError) as error:
            client.get(f"http://{name}:{port}")
        unknown = "resol" in error.value.ending.reason or "Name" in error.value.ending.reason
        assert unknown or isinstance(error.value, RefusedAddressError)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False), ("100.64.0.1", False),
        ("169.254.169.254", False), ("0.0.0.0", False), ("224.0.0.1", False), ("255.255.255.255", False),
        ("::1", False), ("fe80::1%eth0", False), ("fc00::1", False), ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False), ("2002:7f00:1::", False), ("2606:4700::1111", True),
    ],
)  # fmt: skip
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_connections_are_kept_open(serve: Callable[..., str]) -> None:
    connections = 0

    def twice(connection: socket.socket) -> None:
        nonlocal connections
        connections += 1
        for _ in range(3):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>")
            connection.recv(65536)

    url = serve(twice)
    with fetcher() as client:
        for _ in range(3):
            assert client.get(url).body == b"<p>"
    assert connections == 1


@pytest.mark.parametrize("fails_again", [False, True])
def test_a_connection_that_the_server_closed_meanwhile(serve: Callable[..., str], *, fails_again: bool) -> None:
    """The request is sent once more, on a new connection; a new connection that fails is the end."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>"
    served = []

    def then_closed(connection: socket.socket) -> None:
        connection.sendall(answer)
        served.append(connection.recv(65536))

    def closed(connection: socket.socket) -> None:
        served.append(b"")

    url = serve(then_closed, closed if fails_again else answer, answer)
    with fetcher() as client:
        client.get(url)
        if fails_again:
            with pytest.raises(PageError) as error:
                client.get(url)
            assert error.value.ending.kind is Kind.FETCH_FAILED
        else:
            assert client.get(url).body == b"<p>"
    assert served[0].startswith(b"GET / ")


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\nUser-agent: *\nDisallow: /", False),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", True),
        (b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", True),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", True),
        (b"HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n", None),
        (b"HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n", None),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *", None),
        (b"nonsense", None),
    ],
)
def test_robots_by_status(serve: Callable[..., str], answer: bytes, allowed: bool | None) -> None:
    url = serve(answer)
    with fetcher() as client:
        if allowed is None:
            with pytest.raises(RobotsUnknownError):
                read_robots(client, url + "a", "winnow")
        else:
            assert read_robots(client, url + "a", "winnow").allows(url + "a") is allowed


def test_robots_redirects_end(serve: Callable[..., str]) -> None:
    rules = b"User-agent: winnow\nDisallow: /no"
    moved = b"HTTP/1.1 302 Found\r\nLocation: /other.txt\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    url = serve(moved, b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(rules), rules))
    with fetcher() as client:
        robots = read_robots(client, url, "winnow")
        assert not robots.allows(url + "no")
        assert robots.allows(url + "yes")
        assert read_robots(client, serve(moved), "winnow").allows("http://127.0.0.1/")
        assert client.requests == 2 + 6


@pytest.mark.parametrize("body", [b"\0\xff" * 999, b"Disallow: /\n", b"User-agent: *\nCrawl-delay: soon\n", b"<html>"])
def test_robots_from_any_bytes(body: bytes) -> None:
    robots = Robots.parse(body, "winnow")
    assert robots.allows("https://example.org/")
    assert robots.crawl_delay is None


def test_robots_limit() -> None:
    body = b"User-agent: *\n" + b"#" * (500 * 1024) + b"\nDisallow: /\n"
    assert Robots.parse(body, "winnow").allows("https://example.org/")


OPENSSL = shutil.which("openssl")


@pytest.mark.slow
@pytest.mark.skipif(OPENSSL is None, reason="needs the openssl command for a certificate")
def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificates are checked against the name, and a drip under TLS is cut off too."""
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [str(OPENSSL), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(certificate),
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n<p>")
        while True:
            time.sleep(0.1)
            connection.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        secure = context.wrap_socket(listener, server_side=True, do_handshake_on_connect=True)
        threading.Thread(target=answer_all, args=(secure, (drip,)), daemon=True).start()
        port = listener.getsockname()[1] if listener.fileno() >= 0 else secure.getsockname()[1]
        with fetcher() as client, pytest.raises(PageError, match="certificate"):
            client.get(f"https://localhost:{port}/")
        threading.Thread(target=answer_all, args=(secure, (drip,)), daemon=True).start()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with fetcher() as client, pytest.raises(PageError, match=r"127\.0\.0\.1"):
            client.get(f"https://127.0.0.1:{port}/")
        threading.Thread(target=answer_all, args=(secure, (drip,)), daemon=True).start()
        start = time.monotonic()
        with fetcher(total_seconds=1.0) as client:
            got = client.get(f"https://localhost:{port}/")
        assert (got.truncated, got.body[:4]) == ("time", b"<p>x")
        assert time.monotonic() - start < 2.5
        secure.close()
