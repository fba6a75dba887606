"""`winnow ui` as a process, asked over a real socket."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from werkzeug.security import generate_password_hash

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


@contextmanager
def serving(home: Path, *options: str, **environment: str) -> Iterator[str]:
    """The address of the website of a home; it ends with Ctrl-C, without a complaint."""
    command = [sys.executable, "-m", "winnow", "ui", "--home", str(home), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | environment) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().split()[0]
        finally:
            process.send_signal(signal.SIGINT)
            try:
                _, errors = process.communicate(timeout=20)
            finally:
                process.kill()
        assert (process.returncode, errors) == (0, ""), "Ctrl-C is how it is meant to end"


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with serving(home) as served:
        yield served


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
    assert "choose another --port" in ended.err


def test_help_names_every_option(winnow: Callable[..., Any]) -> None:
    ended = winnow("ui", "--help")
    assert ended.code == 0
    assert all(option in ended.out for option in ("--home", "--port", "--host", "127.0.0.1"))


@pytest.mark.server
@pytest.mark.slow
def test_other_machines_are_asked_for_a_password(home: Path, winnow: Callable[..., Any]) -> None:
    refused = winnow("ui", "--home", home, "--port", "0", "--host", "0.0.0.0")
    assert refused.code == 2
    assert "WINNOW_UI_PASSWORD" in refused.err
    hashed = generate_password_hash("höring", "scrypt:1024:8:1")
    with serving(home, "--host", "0.0.0.0", WINNOW_UI_PASSWORD=hashed) as served:
        netloc = f"127.0.0.1:{urlsplit(served).port}"

        def status(password: str | None, path: str = "/") -> int:
            with closing(http.client.HTTPConnection(netloc, timeout=20)) as connection:
                token = b64encode(f"ada:{password}".encode()).decode()
                connection.request("GET", path, headers={} if password is None else {"Authorization": f"Basic {token}"})
                return connection.getresponse().status

        assert [status(password) for password in (None, "wrong", "höring", "", "höring")] == [401, 401, 200, 401, 200]
        assert status(None, "/api/v1/search?q=ferry") == 401
        assert status(None, "/healthz") == 200, "for a monitor"
        assert {status(f"guess {n}") for n in range(25)} == {401, 429}
        assert status("höring") == 200, "who is known stays so"
