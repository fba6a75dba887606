"""`winnow clean` of a page's URL, and of pages that a browser saved as one message."""

from __future__ import annotations

import json
import quopri
import time
from base64 import encodebytes
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from indexer.cli.clean import clean as clean_files
from tests.integration.workers.test_recrawl import Serve, article
from tests.integration.workers.test_recrawl import serve as _serve
from winnow import cli

serve = _serve


def clean(*inputs: str) -> tuple[Result, list[dict[str, Any]]]:
    done = CliRunner().invoke(cli, ["clean", *inputs])
    return done, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


@pytest.mark.slow
def test_a_page_is_fetched_politely_and_cleaned(serve: Serve) -> None:
    url, log = serve({
        "/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /no\n"), "/a.html": article(3), "/no": article(4),
        "/old": (301, {"Location": "/a.html"}, ""),
    })  # fmt: skip
    begun = time.monotonic()
    done, [record] = clean(url + "old")
    assert (record["url"], record["headline"], record["outcome"]) == (url + "a.html", "Story number 3", "cleaned"), done.output
    assert [path for path, _ in log] == ["/robots.txt", "/old", "/a.html"]
    assert time.monotonic() - begun >= 2, "a second between two requests"
    refused, records = clean(url + "no")
    assert (refused.exit_code, records) == (1, [])
    assert "robots.txt forbids it" in str(refused.exception)
    assert "/no" not in [path for path, _ in log]


def test_who_fetches_a_page_must_be_said() -> None:
    done, _ = clean("https://news.example/a")
    assert "--contact" in str(done.exception)


def test_the_same_options_as_for_files() -> None:
    theirs = {param.name for param in cli.get_command(None, "clean").params}  # type: ignore[arg-type, union-attr]
    assert {param.name for param in clean_files.params} <= theirs


@pytest.mark.parametrize("coding", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_a_page_saved_as_one_message(coding: str, charset: str, tmp_path: Path) -> None:
    html = article(5, "Die Fähre legt um acht Uhr an, sagte Bürgermeisterin Jäger.").encode(charset)
    body = {"quoted-printable": quopri.encodestring, "base64": encodebytes, "8bit": bytes}[coding](html)
    head = (
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://news.example/a/5\r\nSubject: A story\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--b"\r\n\r\n'
        f"----b\r\nContent-Type: text/html; charset={charset}\r\nContent-Transfer-Encoding: {coding}\r\n\r\n"
    )
    picture = b"\r\n----b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n----b--\r\n"
    (tmp_path / "story.mhtml").write_bytes(head.encode() + body + picture)
    done, [record] = clean(str(tmp_path), "--base-url", "https://news.example/")
    assert (record["url"], record["headline"]) == ("https://news.example/a/5", "Story number 5"), done.output
    assert "Die Fähre legt um acht Uhr an, sagte Bürgermeisterin Jäger." in record["articleBody"]
    [record] = clean(str(tmp_path / "story.mhtml"))[1]
    assert record["url"].startswith("file:"), "a file speaks for no URL but its own"


def test_a_message_without_a_page_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.mht").write_text('MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/css\n\nb {}\n--b--\n')
    done, records = clean(str(tmp_path))
    assert (done.exit_code, [record["outcome"] for record in records]) == (1, ["unreadable"])
    assert "no part that is a page" in records[0]["reason"]
