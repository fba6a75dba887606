"""Homes in which something breaks: one line that says what was lost and what to do, the right code, and nothing else lost."""

from __future__ import annotations

import json
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from harness.news_hosts import NewsHosts, news_hosts
from indexer.archive.load import load
from indexer.archive.place import Place
from indexer.article.cleaned import Cleaned
from indexer.errors import ArchiveError, EngineError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.settings import Settings
from indexer.store.database import FILE
from tests.conftest import Ended
from tests.integration.commands.test_bad_settings import in_one_line
from workers.archive.files import finish_abandoned
from workers.archive.page_store import PageStore
from workers.clock import make_clock, moment
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.fetcher import Response
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.values import Claim

Winnow = Callable[..., Ended]
SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))
CRAWL = ("--allow-private", "--delay", "0")


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(9) as served:
        yield served


def requested(sites: NewsHosts, path: str = "") -> int:
    """Requests that a site got, for one path or all."""
    with sites.lock:
        return sum(path in (found, "") for requests in sites.log.values() for found, *_ in requests)


def no_database(file: Path) -> None:
    file.write_bytes(b"a text, and no database at all, which goes on for longer than a head does " * 4)


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:9_000])


def newer(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def somebody_elses(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE url (a INTEGER)")


@pytest.mark.parametrize(
    ("damage", "helps"),
    [(no_database, "back-up"), (truncated, "back-up"), (newer, "upgrade the program"), (somebody_elses, "back-up")],
)
def test_a_database_that_cannot_be_used(damage: Callable[[Path], None], helps: str, sites: NewsHosts, winnow: Winnow, tmp_path: Path) -> None:
    with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), make_clock()) as place:
        crawl_sites(place, [sites.start(1)])
    damage(tmp_path / FILE)
    assert helps in in_one_line(winnow("frontier", "--home", tmp_path))
    assert list((tmp_path / "archive").iterdir())


def test_the_report_is_printed_where_the_index_cannot_be_written(sites: NewsHosts, winnow: Winnow, tmp_path: Path) -> None:
    (tmp_path / "index").write_text("no folder", "utf-8")
    ended = winnow("crawl", sites.start(1), *CRAWL, "--json", "--home", tmp_path)
    assert ended.code == 2
    assert "the same command indexes them" in ended.err
    assert json.loads(ended.out)["outcomes"] == {"fetched": sites.pages}
    (tmp_path / "index").unlink()
    again = json.loads(winnow("crawl", sites.start(1), *CRAWL, "--json", "--home", tmp_path).out)
    assert (again["requests"], again["indexed"]["indexed"]) == (0, sites.articles)


def test_no_page_says_why(sites: NewsHosts, winnow: Winnow, tmp_path: Path) -> None:
    assert "robots.txt forbids it" in winnow("crawl", f"{sites.start(1)}private/", *CRAWL, "--home", tmp_path).err


def answer(url: str) -> Response:
    return Response(url, 200, "OK", (("Content-Type", "text/html"),), b"<p>one", "", (), 0.1)


def test_an_archive_that_is_removed_while_it_is_written(tmp_path: Path) -> None:
    with PageStore(tmp_path / "archive", "winnow/0", lambda: moment(0.0)) as store:
        store.keep(answer("https://example.org/1"))
        store.keep(answer("https://example.org/2"))
        shutil.rmtree(tmp_path / "archive")
        with pytest.raises(ArchiveError, match="2 responses in it are lost"):
            store.keep(answer("https://example.org/3"))
        kept = store.keep(answer("https://example.org/3"))
        assert load(Place(str(tmp_path / "archive")).entry("https://example.org/3", kept)).body == b"<p>one"


def test_what_a_removed_archive_had_is_fetched_anew(sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    found = []
    for _ in range(2):
        with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), make_clock()) as place:
            run = crawl_sites(place, [sites.start(1)])
            if not found:
                place.store.close()
                shutil.rmtree(tmp_path / "archive")
            found.append(place.index(run.hosts))
    assert found[0] == {"unreadable": sites.pages}
    assert found[1]["indexed"] == sites.articles


def test_an_index_of_the_archive_that_finds_no_room_is_made_another_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = PageStore(tmp_path, "winnow/0", lambda: moment(0.0))
    store.keep(answer("https://example.org/1"))
    [warc] = tmp_path.glob("*.warc.gz")
    in_its_place = warc.with_name(warc.name.removesuffix(".warc.gz") + ".cdxj")
    in_its_place.mkdir()
    store.close()
    assert "nothing is lost" in caplog.text
    assert not list(tmp_path.glob("*.part"))
    in_its_place.rmdir()
    finish_abandoned(Place(str(tmp_path)), warc.name.split("-", 2)[2].rsplit("-", 3)[0])
    assert in_its_place.is_file()


def test_a_page_on_which_the_program_fails_loses_itself_alone(
    sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), make_clock()) as place:
        led, poison = place.executor._outlinks.of, f"{sites.start(1)}a/4"

        def of(claim: Claim, *rest: object) -> object:
            if claim.url == poison:
                raise RecursionError("what no test foresaw")
            return led(claim, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(place.executor._outlinks, "of", of)
        report = crawl_sites(place, [sites.start(1)]).report()
    assert report.record()["outcomes"] == {"fetched": sites.pages - 1, "fetch-failed": 1}
    [lost] = report.lost
    assert (lost.url, lost.kind) == (poison, Kind.FETCH_FAILED)
    assert "the program fails on the page: RecursionError: what no test foresaw (" in lost.reason
    assert requested(sites, "/a/4") == 2
    assert poison in caplog.text


def test_a_page_on_which_cleaning_fails_keeps_no_other_from_the_index(
    sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import workers.indexing.cleaning as cleaning

    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), make_clock()) as place:
        run = crawl_sites(place, [sites.start(1)])
        clean, poison = cleaning.clean_read, f"{sites.start(1)}a/4"

        def fails(raw: object, *rest: object) -> object:
            if getattr(raw, "url", "") == poison:
                raise KeyError("what no test foresaw")
            return clean(raw, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(cleaning, "clean_read", fails)
        assert place.index(run.hosts) == {"indexed": sites.articles - 1, "not-article": 4, "unreadable": 1}
        assert place.index(run.hosts) == {}


RUN = [sys.executable, "-m", "winnow"]


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed(closed: str, sites: NewsHosts, tmp_path: Path) -> None:
    words = [*RUN, "crawl", sites.start(1), *CRAWL, "--no-index", "--max-pages", "2", "--home", str(tmp_path)]
    ended = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *words], capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    ended = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *RUN, "crawl", "x://y"], capture_output=True, timeout=60, check=False)
    assert ended.returncode == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_that_is_asked_for_puts_in_order_what_came(number: signal.Signals, sites: NewsHosts, tmp_path: Path) -> None:
    words = [*RUN, "crawl", sites.start(1), "--allow-private", "--delay", "0.3", "--home", str(tmp_path)]
    heard = partial(signal.signal, number, signal.SIG_DFL)  # under nohup, which the program obeys, it would not hear SIGHUP
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    until = time.monotonic() + 30
    while requested(sites) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.splitlines() == ["fetched pages are kept; the same command continues the crawl", "winnow: interrupted"]
    assert len(list((tmp_path / "archive").glob("*.cdxj"))) == 1


DROPS_AN_EXCEPTION = (
    "import os, signal, time, weakref\n"
    "class Thing: pass\n"
    "thing = Thing()\n"
    "reference = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.{number}))\n"
    "del thing\n"
    "time.sleep(20)\n"
)
INSIDE_EXEC = "import os, signal\nexec('os.kill(os.getpid(), signal.{number})')\nimport time\ntime.sleep(20)\n"


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("body", [DROPS_AN_EXCEPTION, INSIDE_EXEC])
def test_an_interrupt_is_not_lost_wherever_it_comes(body: str, number: str, tmp_path: Path) -> None:
    """SQLAlchemy has callbacks of weak references, dataclasses and attrs run `exec`."""
    code = (
        "import sys, winnow, indexer.cli.size as size\n"
        f"size.size.callback = lambda *a, **k: exec({body.format(number=number)!r}, {{}})\n"
        f"sys.argv = ['winnow', 'size', '--home', {str(tmp_path)!r}]\n"
        "winnow.main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=15, check=False)
    assert (ended.returncode, ended.stderr) == (130, "winnow: interrupted\n")


def test_a_fault_of_the_program_is_one_line_and_no_code_of_another_meaning(tmp_path: Path) -> None:
    code = (
        "import sys, winnow, indexer.cli.size as size\n"
        "def broken(*a, **k): raise RuntimeError('what no test foresaw')\n"
        "size.size.callback = broken\n"
        f"sys.argv = ['winnow', 'size', '--home', {str(tmp_path)!r}]\n"
        "winnow.main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (70, "")
    assert ended.stderr.startswith("winnow: a fault of the program (RuntimeError: what no test foresaw (<string>:2))")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("room", [3_000, 30_000])
def test_an_index_that_finds_no_room(room: int, tmp_path: Path) -> None:
    """RLIMIT_FSIZE stands for a full disk: no file may become longer."""
    cleaned = [
        Cleaned(Outcome(f"https://example.org/{n}", "", Ending(Kind.CLEANED)), "example.org", fetched="2026-03-04T12:00:00Z", visible_text=f"word{n} " * 500)
        for n in range(200)
    ]
    with closing(TantivyEngine(tmp_path / "other")) as engine:
        list(write(iter(cleaned[:1]), engine))  # what is loaded with the first document takes room of its own
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(EngineError, match=r"make room|cannot write to"), closing(TantivyEngine(tmp_path / "index")) as engine:
            list(write(iter(cleaned), engine))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with closing(TantivyEngine(tmp_path / "index")) as engine:
        list(write(iter(cleaned), engine))
        assert engine.count(Arm.RAW) == len(cleaned)
