"""Structured logs: what they say, in which names, and what they never say."""

from __future__ import annotations

import ast
import json
import logging
import re
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.paths import ROOT
from indexer.errors import UsageError
from indexer.events import EVENTS, JsonLines, TextLines, event, start
from tests.conftest import Ended

LOG = logging.getLogger("winnow")


@pytest.fixture
def untouched() -> Iterator[None]:
    """The logger as it was, afterwards."""
    before = LOG.handlers[:], LOG.level, LOG.propagate
    yield
    LOG.handlers[:], LOG.level, LOG.propagate = before


def record(name: str, **fields: object) -> logging.LogRecord:
    made: list[logging.LogRecord] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            made.append(record)

    keep, before = Keep(), (LOG.level, LOG.propagate)
    LOG.addHandler(keep)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    try:
        event(name, **fields)
    finally:
        LOG.removeHandler(keep)
        LOG.level, LOG.propagate = before
        LOG.manager._clear_cache()  # type: ignore[attr-defined]
    return made[0]


def test_a_line_of_json_and_a_line_of_text() -> None:
    told = record("fetch", url="https://u:p@example.org/a", outcome="gone", reason="status 404", changed=None, seconds=1.23456, outcomes={"indexed": 2})
    line = JsonLines().format(told)
    assert "\n" not in line
    fields = json.loads(line)
    assert datetime.fromisoformat(fields.pop("time")).tzinfo is not None
    assert fields == {
        "level": "info", "event": "fetch", "url": "https://example.org/a", "outcome": "gone", "reason": "status 404", "seconds": 1.235, "outcomes": {"indexed": 2}
    }  # fmt: skip
    words = TextLines().format(told).split(" ", 3)
    assert words[1:3] == ["info", "fetch"]
    assert words[3].startswith('url=https://example.org/a outcome=gone reason="status 404" seconds=1.235')


@given(st.text(max_size=80), st.text(max_size=20))
def test_no_value_breaks_a_line_or_shows_a_password(text: str, secret: str) -> None:
    secret = "s3cret" + re.sub(r"[/?#\s@]", "", secret)
    told = record("request", url=f"https://user:{secret}@example.org/", error=f"{text} http://{secret}@h/ {text}")
    for line in (JsonLines().format(told), TextLines().format(told)):
        assert "\n" not in line
        assert "s3cret" not in line
    assert json.loads(JsonLines().format(told))["event"] == "request"


def test_what_other_loggers_say_is_an_event_too() -> None:
    other = logging.getLogger("winnow.archive").makeRecord("winnow.archive", logging.WARNING, "f", 1, "%s stays", ("a.warc.gz",), None)
    fields = json.loads(JsonLines().format(other))
    assert (fields["level"], fields["event"], fields["logger"], fields["message"]) == ("warning", "message", "winnow.archive", "a.warc.gz stays")


@pytest.mark.usefixtures("untouched")
def test_silent_unless_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    event("fit", site="example.org")
    start("")
    event("fit", site="example.org")
    assert capfd.readouterr() == ("", "")
    with pytest.raises(UsageError, match="json or text"):
        start("yaml")


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Every call of `event` in the sources: where, which, with what fields."""
    for package in ("indexer", "workers", "search_ui", "demo"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "event" and node.args:
                    name = ast.literal_eval(node.args[0])
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", name, {str(keyword.arg) for keyword in node.keywords}


@pytest.mark.slow
def test_names_and_fields_are_those_on_record() -> None:
    found = list(calls())
    assert len(found) > 5
    for where, name, fields in found:
        assert name in EVENTS, where
        assert fields <= set(EVENTS[name][1]), where


PAGE = "<html><body><h1>A headline of seven words and more</h1>" + "".join(f"<p>Sentence {n} of the body, a secret of the page.</p>" for n in range(9)) + "</body></html>"


@pytest.fixture
def site() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            return

        def do_GET(self) -> None:
            answers: dict[str, tuple[int, str]] = {
                "/": (200, '<a href="/1">1</a><a href="/gone">g</a><a href="/busy">b</a>' + PAGE), "/1": (200, PAGE), "/robots.txt": (404, ""), "/busy": (500, "")
            }  # fmt: skip
            status, body = answers.get(self.path, (404, ""))
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_a_crawl_tells_what_it_does(site: str, winnow: Callable[..., Ended], tmp_path: Path) -> None:
    words = ("crawl", site, "--home", tmp_path, "--allow-private", "--delay", "0.01", "--json")
    ended = winnow(*words, WINNOW_LOG="json")
    assert ended.code in (0, 1), ended.err
    json.loads(ended.out)
    lines: list[dict[str, Any]] = [json.loads(line) for line in ended.err.splitlines() if line.startswith("{")]
    visits = {line["url"].removeprefix(site): line["outcome"] for line in lines if line["event"] == "fetch"}
    assert visits == {"": "fetched", "1": "fetched", "gone": "gone", "busy": "http-error"}
    requests = [line for line in lines if line["event"] == "request"]
    assert {"url", "status", "bytes", "seconds", "address"} <= set(requests[0])
    assert requests[0]["url"] == site + "robots.txt"
    assert any(line["event"] == "deferred" for line in lines)
    for line in lines:
        assert set(line) <= {"time", "level", "event", *EVENTS[line["event"]][1]}, line
    assert "secret" not in ended.err
    assert winnow(*words).err == ""
    bad = winnow("frontier", "--home", tmp_path, WINNOW_LOG="yaml")
    assert (bad.code, "json or text" in bad.err) == (2, True)
