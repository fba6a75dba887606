"""`winnow ui` as a process, asked over a real socket and by a real browser."""

from __future__ import annotations

import http.client
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.settings import Settings

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
MENU = "Weather Sports Archive"


def story(number: int) -> Cleaned:
    url = f"https://heron.example/{number}"
    body = f"The ferry number {number} left the quay. " * (number + 1)
    blocks = (Block(MENU, 0.0, False), Block(body.strip(), 0.5 + number / 20, True), Block("水位は31%です。", 0.3, True))
    article = Article(url, url, f"Ferry <{number}> & quay", blocks, in_language="en", date_published="2026-03-04")
    text = "\n".join(block.text for block in blocks)
    return Cleaned(Outcome(url, "w", Ending(Kind.CLEANED)), "heron.example", "model: heron", "article", article, text)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("home")
    with TantivyEngine(Settings(home=directory).index_directory) as engine:
        assert {outcome.kind for outcome in write(map(story, range(9)), engine)} == {Kind.INDEXED}
    return directory


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "winnow", "ui", "--home", str(home), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().split()[0]
        finally:
            process.send_signal(signal.SIGINT)
            try:
                _, errors = process.communicate(timeout=20)
            finally:
                process.kill()  # where SIGINT is ignored, as in a job of a shell, it would never end
        assert (process.returncode, errors) == (0, ""), "Ctrl-C is how it is meant to end"


def ask(address: str, path: str) -> tuple[int, str]:
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.server
def test_the_printed_address_serves_the_website(address: str) -> None:
    assert urlsplit(address).hostname == "127.0.0.1"
    status, text = ask(address, "/?q=ferry")
    assert status == 200
    assert "<mark>Ferry</mark> &lt;3&gt; &amp; quay" in text
    assert ask(address, "/static/winnow.css")[0] == 200
    assert ask(address, "/static/../app.py")[0] == 404


@pytest.mark.server
def test_many_readers_at_once_get_the_same_answer(address: str) -> None:
    paths = ["/?q=ferry", "/?q=weather", "/page?url=https://heron.example/4", "/healthz"] * 6
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda path: ask(address, path), paths))
    assert {status for status, _ in answers} == {200}
    assert len({text for path, (_, text) in zip(paths, answers, strict=True) if path.startswith("/page")}) == 1


@pytest.mark.server
def test_a_port_in_use_is_a_usage_error(address: str, home: Path, winnow: Callable[..., Any]) -> None:
    ended = winnow("ui", "--home", home, "--port", urlsplit(address).port)
    assert (ended.code, ended.out) == (2, "")
    assert "name another --port" in ended.err


def test_help_names_every_option(winnow: Callable[..., Any]) -> None:
    ended = winnow("ui", "--help")
    assert ended.code == 0
    assert all(option in ended.out for option in ("--home", "--port", "--host", "127.0.0.1"))


def browse(address: str, *arguments: str, profile: Path) -> subprocess.CompletedProcess[str]:
    program = next(found for found in map(shutil.which, BROWSERS) if found)
    return subprocess.run(
        [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--hide-scrollbars", "--enable-logging=stderr", f"--user-data-dir={profile}",
            *arguments, address,
        ],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip


@pytest.mark.server(*BROWSERS)
@pytest.mark.parametrize("path", ["?q=ferry", "page?url=https://heron.example/4"])
def test_a_browser_shows_the_page_without_complaint(address: str, path: str, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    ended = browse(
        address + path, "--window-size=360,900", f"--screenshot={picture}", "--dump-dom", profile=tmp_path / "profile"
    )
    assert "Ferry" in ended.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    complaints = [line for line in ended.stderr.splitlines() if "CONSOLE" in line or "Content Security" in line]
    assert complaints == []
