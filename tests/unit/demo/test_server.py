"""The server of the generated sites, asked over real sockets."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from demo.generate import Scale, generate
from demo.server import DemoServer, free_bases, serve
from demo.site_tree import SiteTree

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoServer]:
    folder = tmp_path_factory.mktemp("served")
    generate(5, folder, free_bases(3), Scale(articles=24, days=9))
    with serve(folder) as server:
        yield server


def ask(base: str, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    out = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return out


def url(server: DemoServer, mark: str) -> str:
    """The URL of the site whose front page holds a text."""
    return next(one for one in server.urls if mark in ask(one, "/")[2].decode())


def test_each_site_is_a_host_of_its_own(served: DemoServer) -> None:
    assert len({urlsplit(one).netloc for one in served.urls}) == 3


def test_charset_is_declared_by_the_server_on_two_sites_only(served: DemoServer) -> None:
    assert sorted(ask(one, "/")[1]["content-type"] for one in served.urls) == [
        "text/html", "text/html; charset=UTF-8", "text/html; charset=utf-8",
    ]


def test_latin_1_page_is_announced_as_such(served: DemoServer, tmp_path: Path) -> None:
    bases = free_bases(3)
    generate(5, tmp_path, bases, Scale(articles=24, days=9))
    lines = (tmp_path / "bote/pages.tsv").read_text("utf-8").splitlines()
    legacy = [line.split("\t") for line in lines if "cp1252" in line]
    _, headers, data = ask(url(served, "Kranzfelder"), urlsplit(legacy[0][0]).path)
    assert headers["content-type"] == "text/html; charset=iso-8859-1"
    assert legacy[0][3] in data.decode("cp1252")


def test_unchanged_pages_are_not_sent_again(served: DemoServer) -> None:
    base = url(served, "Courier")
    status, headers, data = ask(base, "/city/")
    assert status == 200
    assert data
    for condition in (
        {"If_None_Match": headers["etag"]}, {"If_None_Match": f'W/"x", {headers["etag"]}'}, {"If_None_Match": "*"},
        {"If_Modified_Since": headers["last-modified"]},
    ):
        assert ask(base, "/city/", **condition)[::2] == (304, b"")
    for condition in (
        {"If_None_Match": '"other"', "If_Modified_Since": headers["last-modified"]}, {"If_Modified_Since": "yesterday"},
        {"If_Modified_Since": "Mon, 01 Jan 2001 00:00:00 GMT"},
    ):
        assert ask(base, "/city/", **condition)[::2] == (200, data)


def test_lists_with_a_query_string_and_head(served: DemoServer) -> None:
    base = url(served, "汐見新報")
    status, _, data = ask(base, "/list?c=bunka&t=kofun")
    assert status == 200
    assert "古墳" in data.decode()
    assert ask(base, "/list?c=bunka&t=kofun", "HEAD")[1]["content-length"] == str(len(data))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/today", 301), ("/jobs/", 404), ("/robots.txt", 200), ("/media/rates.pdf", 200), ("/status/", 200),
        ("/search?q=x", 404),
    ],
)
def test_odd_paths(served: DemoServer, path: str, status: int) -> None:
    got, headers, data = ask(url(served, "Courier"), path)
    assert got == status
    if status == 301:
        assert headers["location"] == "/"
    if path.endswith(".pdf"):
        assert headers["content-type"] == "application/pdf"
    if path == "/robots.txt":
        assert b"Disallow: /account/" in data


@pytest.mark.parametrize(
    "path",
    ["/../server.json", "/%2e%2e/server.json", "/..%2fserver.json", "/a/../../pages.tsv", "/%00", "//etc/passwd"],
)
def test_nothing_outside_the_site_is_served(served: DemoServer, path: str) -> None:
    assert ask(served.urls[0], path)[0] == 404


def test_closing_gives_the_ports_back(tmp_path: Path) -> None:
    generate(5, tmp_path, free_bases(3), Scale(articles=24, days=9))
    for _ in range(2):
        with serve(tmp_path) as server:
            assert ask(server.urls[0], "/")[0] == 200
    with serve(tmp_path), pytest.raises(OSError, match="in use"):
        serve(tmp_path)


def test_a_tree_reads_what_the_generator_wrote(tmp_path: Path) -> None:
    generate(5, tmp_path, [f"http://127.0.0.1:{port}" for port in (1, 2, 3)], Scale(articles=24, days=9))
    tree = SiteTree.read(tmp_path / "shimpo")
    assert tree.base == "http://127.0.0.1:3"
    assert tree.type_of("/list?c=bunka") == "text/html"
    assert tree.find("/no/such/page") is None
