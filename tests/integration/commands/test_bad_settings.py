"""Settings that make no sense: told at once, in one line that says what would, with exit code 2."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.servers import free_port, redis_server
from indexer.archive.storage import check_storage
from indexer.errors import InputError, StoreError, UsageError
from indexer.settings import Settings
from indexer.store.advice import advice
from indexer.store.database import Database
from tests.conftest import Ended
from workers.archive.page_store import PageStore
from workers.broker.broker_check import broker_error
from workers.broker.settings import WorkerSettings
from workers.clock import moment
from workers.crawl.crawl_run import start_url
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings

Winnow = Callable[..., Ended]


def in_one_line(ended: Ended, code: int = 2) -> str:
    """What a run said that failed as it should."""
    assert (ended.code, ended.out) == (code, ""), ended.err
    assert "Traceback" not in ended.err
    assert len([line for line in ended.err.splitlines() if line.startswith("winnow: ")]) == 1, ended.err
    return ended.err


@pytest.mark.parametrize("text", ["yesterday", "2026-13-40", "9999-12-31T23:59:59Z", "0001-01-01", "1970-01-01T00:00:00+14:00"])
def test_a_time_that_is_none_or_out_of_range(text: str) -> None:
    with pytest.raises(UsageError, match="WINNOW_NOW"):
        Settings.read({"WINNOW_NOW": text})


@pytest.mark.parametrize("text", ["1970-01-01", "2100-01-01T00:00:00Z", "8999-12-31"])
def test_a_time_far_away_is_one(text: str) -> None:
    assert Settings.read({"WINNOW_NOW": text}).now is not None


@pytest.mark.parametrize("url", ["nonsense", "http://a:1", "amqp://a", "redis://", "redis://a:port/0", "redis://[/0"])
def test_a_broker_that_is_no_redis(url: str) -> None:
    with pytest.raises(UsageError, match="WINNOW_BROKER names no Redis"):
        Settings.read({"WINNOW_BROKER": url})


@pytest.mark.parametrize(
    ("variable", "values"),
    [
        ("WINNOW_DELAY", ["abc", "-1", "nan", "inf", "1e308", "86401"]),
        ("WINNOW_LEASE", ["0", "nan", "1e9", "-5"]),
        ("WINNOW_ENOUGH_PAGES", ["0", "nan", "inf", "ten"]),
        ("WINNOW_PATIENCE", ["-3", "x", "inf"]),
        ("WINNOW_ALLOW_PRIVATE", ["maybe", "2"]),
    ],
)
def test_numbers_of_a_worker_that_cannot_be(variable: str, values: list[str]) -> None:
    for value in values:
        with pytest.raises(UsageError, match=f"{variable}={value}"):
            WorkerSettings.read("1", {variable: value})


def test_yes_is_yes_in_several_words() -> None:
    requested = {word: WorkerSettings.read("1", {"WINNOW_ALLOW_PRIVATE": word}).crawl.allow_private for word in ("1", "true", "YES", "0", "no", "")}
    assert requested == {"1": True, "true": True, "YES": True, "0": False, "no": False, "": False}


def test_a_worker_with_nonsense_does_not_start(winnow: Winnow, tmp_path: Path) -> None:
    broker = f"redis://127.0.0.1:{free_port()}/0"
    for name, value in {"WINNOW_DELAY": "abc", "WINNOW_ENGINE": "nonsense", "WINNOW_ARCHIVE": "nowhere://x/y"}.items():
        said = in_one_line(winnow("worker", "--home", tmp_path, WINNOW_BROKER=broker, **{name: value}))
        assert value in said


@pytest.mark.parametrize("contact", ["a\nb", "\u65e5\u672c", "x" * 201, "a\x1b[31m"])
def test_a_contact_that_no_header_can_carry(contact: str) -> None:
    with pytest.raises(UsageError, match="one line"):
        CrawlSettings(contact=contact)


def test_a_blank_contact_is_none() -> None:
    assert not CrawlSettings(contact="  ").may_request("https://example.org/")


@pytest.mark.parametrize("delay", ["nan", "inf", "-1", "1e300", "abc"])
def test_a_delay_that_is_none(winnow: Winnow, delay: str) -> None:
    ended = winnow("crawl", "https://example.org/", "--contact", "me@example.org", "--delay", delay)
    assert (ended.code, ended.out) == (2, "")
    assert "--delay" in ended.err


def test_no_politeness_is_beyond_all_bounds() -> None:
    for delay in (float("nan"), float("inf"), -1.0):
        with pytest.raises(ValueError, match="the delay must lie"):
            Politeness(delay=delay)


@pytest.mark.parametrize("url", ["nonsense", "postgresql://u@127.0.0.1:port/x", "mysql://a@b/c", "postgres://u@h/x"])
def test_a_database_that_is_none(url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="postgresql://user@host/name"):
        Database.connect(tmp_path, url)


def test_what_a_database_says_is_followed_by_what_helps() -> None:
    for said, helps in {
        "database or disk is full": "make room",
        "database is locked": "let it end",
        "attempt to write a readonly database": "writable",
        "file is not a database": "back-up",
        'FATAL:  password authentication failed for user "a"': "name user and password",
        "connection failed: Connection refused": "is the server running",
        "permission denied for table url": "rights",
    }.items():
        assert helps in advice(said)
    assert advice("something else") == ""


@pytest.mark.server("redis-server")
def test_a_broker_that_answers_wants_a_password_or_is_away() -> None:
    with redis_server("--requirepass", "secret") as server:
        with pytest.raises(UsageError, match="requires a password") as told:
            broker_error(server.url)
        wrong = server.url.replace("redis://", "redis://:guess@")
        with pytest.raises(UsageError, match="requires a password") as told_again:
            broker_error(wrong)
        assert "guess" not in str(told.value) + str(told_again.value)
        right = server.url.replace("redis://", "redis://:secret@")
        assert broker_error(right) == ""
        with pytest.raises(UsageError, match="cannot be used"):
            broker_error(right.removesuffix("0") + "9999")
    assert "refused" in broker_error(server.url)


@pytest.mark.parametrize("name", ["nowhere://x/y", "http://x/y", "s3://", "s3:///"])
def test_an_archive_on_a_storage_that_is_none(name: str, winnow: Winnow, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=name):
        check_storage(name)
    said = in_one_line(winnow("crawl", "http://127.0.0.1:9/", "--allow-private", "--home", tmp_path, WINNOW_ARCHIVE=name))
    assert name in said


def test_a_page_store_knows_its_storage_from_the_start(tmp_path: Path) -> None:
    from indexer.archive.place import Place

    with pytest.raises(InputError, match="fsspec"):
        PageStore(Place.of("nowhere://x/y", tmp_path), "winnow/0", lambda: moment(0.0))


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "javascript:alert(1)", "ftp://example.org/", "http://", "http://[::1", "", " ", "http://a b/", "http://....", "x" * 9_000,
     f"http://{'a' * 300}.example/", "http://127.0.0.1:99999/"],
)  # fmt: skip
def test_a_start_that_is_no_page_of_the_web(url: str) -> None:
    with pytest.raises(UsageError, match="is not an http") as told:
        start_url(url)
    assert len(str(told.value)) < 300


@pytest.mark.parametrize("url", ["https://user:secret@example.org/", "user:secret@example.org", "ftp://a:secret@x/", "mailto:secret@example.org"])
def test_a_name_and_password_are_refused_and_never_shown(url: str) -> None:
    with pytest.raises(UsageError, match="neither sent nor kept") as told:
        start_url(url)
    assert "secret" not in str(told.value)


def test_starts_of_all_kinds_are_brought_into_one_form() -> None:
    assert start_url("HTTPS://News.Example.ORG/#top") == "https://news.example.org/"
    assert start_url("http://b\u00fccher.example/") == "http://xn--bcher-kva.example/"
    assert start_url("http://[::1]:8000/a") == "http://[::1]:8000/a"
    assert start_url("https://example.org/a@b") == "https://example.org/a@b"


@pytest.mark.parametrize("url", ["http://x:99999/", "http://[", "://", ""])
def test_what_is_asked_of_the_archive_is_a_url(url: str, winnow: Winnow, tmp_path: Path) -> None:
    in_one_line(winnow("archive", "list", url, "--home", tmp_path))


def test_days_that_are_none(winnow: Winnow, tmp_path: Path) -> None:
    for days in ("nan", "inf", "0"):
        ended = winnow("store", "purge", "--days", days, "--home", tmp_path)
        assert (ended.code, ended.out) == (2, "")


def test_an_engine_that_does_not_answer_is_not_waited_for_at_the_start(winnow: Winnow, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>one", "utf-8")
    begun = time.monotonic()
    said = in_one_line(winnow("index", tmp_path / "a.html", "--engine", f"http://127.0.0.1:{free_port()}", "--home", tmp_path))
    assert "is it running" in said
    assert time.monotonic() - begun < 60
