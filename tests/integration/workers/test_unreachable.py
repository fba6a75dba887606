"""Hosts that do not answer: down then up, wrong names, a wrong scheme, this machine, private addresses; what a person sees."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import trustme
from click.testing import CliRunner, Result

from harness.servers import free_port
from indexer.cause import Cause
from indexer.home import Home
from indexer.outcome import Ending, Kind
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.store.validators import is_doubtful
from winnow import cli
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult

pytestmark = pytest.mark.slow
SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))


def call(*words: str, home: Path) -> Result:
    return CliRunner().invoke(cli, [*words, "--home", str(home)])


def words(path: str) -> str:
    return "".join(chr(97 + int(digit)) if digit.isdigit() else digit for digit in path)


@contextmanager
def serving(port: int = 0, tls: bool = False) -> Iterator[str]:
    """A front page and a story; the address without a scheme."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"" if self.path == "/robots.txt" else f"<h1>Page {words(self.path)}</h1><a href='/a'>A story</a>".encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: object) -> None:
            return

    server = Server(("127.0.0.1", port), Handler)
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_bare_host_and_port_of_this_machine_is_crawled(tmp_path: Path) -> None:
    with serving() as name:
        done = call("crawl", name, "--delay", "0", "--no-index", home=tmp_path)
        assert done.exit_code == 0, done.output
        assert "2  fetched" in done.output


def test_a_server_that_comes_up_within_a_minute_is_crawled_by_the_run_that_waits(tmp_path: Path) -> None:
    port = free_port()
    slept: list[float] = []
    now = [1_772_625_600.0]

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), lambda: now[0], sleep=sleep) as place:
        begun = now[0]
        report = crawl_sites(place, [f"http://127.0.0.1:{port}/"]).report()
        assert 59 <= now[0] - begun <= 61
        assert [(o.kind, o.ending.cause) for o in report.outcomes] == [(Kind.UNREACHABLE, Cause.CONNECTION_REFUSED)]
        assert report.requests == 5
        with serving(port):
            now[0] += 200
            assert crawl_sites(place, [f"http://127.0.0.1:{port}/"]).report().requests == 0, "it backs off"
            now[0] += 401
            assert crawl_sites(place, [f"http://127.0.0.1:{port}/"]).report().pages == 2


def test_again_asks_now(tmp_path: Path) -> None:
    port = free_port()
    quick = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0, patience=2.0))
    with CrawlSession.open(quick, Home(Settings(home=tmp_path)), time.time) as place:
        report = crawl_sites(place, [f"http://127.0.0.1:{port}/"]).report()
    assert [o.kind for o in report.outcomes] == [Kind.UNREACHABLE]
    shown = json.loads(call("frontier", "--reasons", "--json", home=tmp_path).stdout)
    [host] = shown["hosts"]
    assert (host["origin"], host["outcome"], host["cause"]) == (f"http://127.0.0.1:{port}", "unreachable", "connection-refused")
    assert "unreachable, the host refuses the connection" in call("frontier", "--reasons", home=tmp_path).stdout
    with serving(port) as name:
        done = call("crawl", name, "--again", "--delay", "0", "--no-index", home=tmp_path)
    assert "2  fetched" in done.output, done.output
    assert json.loads(call("frontier", "--reasons", "--json", home=tmp_path).stdout)["hosts"] == []


def test_a_server_that_goes_down_loses_no_page(tmp_path: Path) -> None:
    now = [1_772_625_600.0]
    ports = free_port()
    with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), lambda: now[0], sleep=lambda s: now.__setitem__(0, now[0] + s)) as place:
        start = f"http://127.0.0.1:{ports}/"
        place.frontier.add([CrawlRequest(start), *(CrawlRequest(f"{start}{n}", 1) for n in range(50))])
        with serving(ports):
            place.executor.execute(place.frontier.claim()[0])
            now[0] += 1
            place.executor.execute(place.frontier.claim()[0])
        report = crawl_sites(place, [start]).report()
        assert {o.kind for o in report.outcomes if o.url != start} == {Kind.UNREACHABLE}
        assert report.requests < 10, "a dead host is not asked for each of its pages"
        now[0] += 601
        with serving(ports):
            assert crawl_sites(place, [start]).report().pages == 52


def test_wrong_schemes_are_recognised_and_poison_nothing(tmp_path: Path) -> None:
    with serving() as name:
        done = call("crawl", f"https://{name}/", "--delay", "0", "--no-index", home=tmp_path)
        assert done.exit_code == 1
        assert f"this port speaks http: did you mean http://{name}/?" in done.output
        done = call("crawl", f"http://{name}/", "--delay", "0", "--no-index", home=tmp_path)
        assert "2  fetched" in done.output, done.output
    with serving(tls=True) as name:
        done = call("crawl", f"http://{name}/", "--delay", "0", "--no-index", home=tmp_path)
        assert done.exit_code == 1
        assert f"this port speaks https: did you mean https://{name}/?" in done.output


def test_a_name_without_an_address_is_told_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_args: object, **_options: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    begun = time.monotonic()
    done = call("crawl", "http://no-such-paper.example/", "--contact", "a@example.org", "--delay", "0", "--no-index", home=tmp_path)
    assert time.monotonic() - begun < 30
    assert "unreachable: the host has no address" in done.output, done.output


@pytest.mark.parametrize("start", ["http://10.255.255.1/", "http://192.168.255.1:8000/", "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/"])
def test_private_addresses_are_refused_where_they_are_given(start: str, tmp_path: Path) -> None:
    done = call("crawl", start, "--contact", "a@example.org", home=tmp_path)
    assert done.exit_code != 0
    assert "--allow-private permits it" in f"{done.output}{done.exception}"
    assert not list(tmp_path.glob("archive/*"))


@pytest.mark.parametrize(
    ("changes", "doubtful"),
    [
        ("", False), ("1", False), ("0", False), ("1111", False), ("11110", False), ("111100", False), ("1111000", True), ("11110000", False), ("1010100", False),
        ("0" * 18, False), ("0" * 19, True), ("1" + "0" * 19, True), ("1" + "0" * 38, False), ("1" + "0" * 39, True),
    ],
)  # fmt: skip
def test_validators_are_not_believed_for_ever(changes: str, tmp_path: Path, *, doubtful: bool) -> None:
    with Database.open(tmp_path) as database:
        frontier = Frontier(database, lambda: 1000.0, FrontierParams(delay=0.0))
        frontier.add([CrawlRequest("https://a.org/")])
        number = 0
        for change in changes:
            claim = frontier.claim()[0]
            number = claim.id
            frontier.finish(claim, VisitResult(Ending(Kind.FETCHED), changed=change == "1", next_visit=1000.0))
        assert is_doubtful(database, number) is doubtful


def test_a_list_that_is_silent_while_others_show_news_is_asked_for_itself(tmp_path: Path) -> None:
    now = [1000.0]
    with Database.open(tmp_path) as database:
        frontier = Frontier(database, lambda: now[0], FrontierParams(delay=0.0))
        frontier.add([CrawlRequest("https://a.org/")])
        number = 0
        for change in (True, False, True, False, True, False):
            claim = frontier.claim()[0]
            number, now[0] = claim.id, now[0] + 10
            frontier.finish(claim, VisitResult(Ending(Kind.FETCHED), changed=change, next_visit=now[0]))
        assert not is_doubtful(database, number)
        frontier.add([CrawlRequest(f"https://a.org/{n}") for n in range(5)])
        assert is_doubtful(database, number)
