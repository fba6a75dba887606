"""Session identifiers are learned where they are some, and nothing else is taken for one."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.integration.workers.test_moved_sites import found
from tests.integration.workers.test_recrawl import article, invoke
from workers.cli.crawl import crawl
from workers.cli.recrawl import recrawl
from workers.reading.session_ids import SessionId, SessionIds

SITE = "https://example.org"
FORMS: dict[str, Callable[[str, str], str]] = {
    "segment": lambda path, sid: f"/(S({sid})){path}",
    "bare segment": lambda path, sid: f"/{sid}{path}",
    "path parameter": lambda path, sid: f"{path};sess={sid}",
    "query": lambda path, sid: f"{path}?sess={sid}",
    "two of a query": lambda path, sid: f"{path}?CFID={int(sid, 16) % 10**8}&id=7&CFTOKEN={sid}",
}


def sid(number: int) -> str:
    return hashlib.sha1(b"%d" % number).hexdigest()[:24]


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 10**6), stories=st.integers(2, 12))
def test_a_part_that_changes_while_pages_do_not_is_learned(form: str, seed: int, stories: int) -> None:
    chance, numbers, ids = Random(seed), count(seed), SessionIds()
    learned = None
    for _ in range(8 * stories):
        story = chance.randrange(stories)
        learned = learned or ids.record(SITE + FORMS[form](f"/news/story-{story}.html", sid(next(numbers))), b"%d" % story)
    if learned is None:
        return  # chance did not repeat two stories
    assert SessionId.read(str(learned)) == learned
    one, other = (SITE + FORMS[form]("/news/story-1.html", sid(next(numbers))) for _ in range(2))
    assert ids.common_form(one) == ids.common_form(other) != ""
    assert ids.common_form(SITE + FORMS[form]("/news/story-2.html", sid(next(numbers)))) != ids.common_form(one)


@pytest.mark.parametrize("form", FORMS)
def test_four_visits_are_enough(form: str) -> None:
    ids = SessionIds()
    for number, story in enumerate("abab"):
        ids.record(SITE + FORMS[form](f"/news/{story}.html", sid(number)), story.encode())
    assert ids.known


@pytest.mark.parametrize(
    ("urls", "texts"),
    [
        ([f"/news/{n:08}.html" for n in range(40)], [b"%d" % min(n, 30) for n in range(40)]),  # soft 404s below stories
        ([f"/list?page={n}" for n in range(40)], [b"%d" % min(n, 30) for n in range(40)]),  # pages beyond the last
        ([f"/day/{n:06}" for n in range(40)], [b"empty"] * 40),  # a calendar: one text proves nothing
        ([f"/a{n}?from=top" for n in range(20)] + [f"/a{n}?to=top" for n in range(20)], [b"%d" % (n % 20) for n in range(40)]),
        ([f"/{kind}/story-{n}" for n in range(20) for kind in ("print", "read")], [b"%d" % (n // 2) for n in range(40)]),  # words
    ],
)
def test_other_pages_of_one_text_teach_nothing(urls: list[str], texts: list[bytes]) -> None:
    ids = SessionIds()
    for url, text in zip(urls, texts, strict=True):
        assert ids.record(SITE + url, text) is None


def test_a_word_in_the_place_of_an_identifier_is_none() -> None:
    ids = SessionIds()
    for number, story in enumerate("abab"):
        ids.record(f"{SITE}/{sid(number)}/news/{story}.html", story.encode())
    assert ids.known
    assert not ids.common_form(f"{SITE}/sport/news/a.html")
    assert not ids.common_form(f"{SITE}/the-long-reads-of-may-24/news/a.html")


@contextmanager
def sessions(form: Callable[[str, str], str], stories: int) -> Iterator[tuple[str, list[str]]]:
    """A site that writes a new identifier into the links of each answer."""
    numbers, log = count(), list[str]()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1

        def do_GET(self) -> None:
            log.append(self.path)
            here = sid(next(numbers))
            links = [f"<li><a href='{form(f'/news/{n}.html', here)}'>Story number {n}</a></li>" for n in range(stories)]
            story = re.search(r"/news/(\d+)\.html", self.path)
            main = article(int(story[1])) if story else "<h1>Front page</h1>"
            html = f"<nav><a href='{form('/', here)}'>Front page</a><ul>{''.join(links)}</ul></nav><main>{main}</main>"
            body = b"" if self.path == "/robots.txt" else html.encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", log
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_site_with_sessions_is_crawled_once(form: str, tmp_path: Path) -> None:
    options = ("--allow-private", "--delay", "0")
    with sessions(FORMS[form], 9) as (url, log):
        invoke(crawl, url, *options, home=tmp_path)
        assert len(log) <= 20
        assert len(found(tmp_path)) == 9
        for arguments in (options, (*options, "--all")):
            before = len(log)
            invoke(recrawl, url, *arguments, home=tmp_path)
            assert len(log) - before <= 15
            assert len(found(tmp_path)) == 9
