"""A page that takes too much time or memory ends as such, names the step, and costs no other page anything."""

from __future__ import annotations

import gc
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import indexer.article.clean
import indexer.page.parse
from harness.strategies import prose
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.budget import Budget, exempt_from_budget, within_budget
from indexer.pipeline import Job, clean
from indexer.preprocessor import Preprocessor

_SLOW = re.compile(r"(a+)+b")


def endless() -> None:
    while True:
        pass


def test_what_ends_in_time_is_given_back() -> None:
    assert within_budget(lambda: 7, Budget(1.0)) == 7
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


@pytest.mark.parametrize("work", [endless, lambda: _SLOW.match("a" * 60)], ids=["a loop", "a matcher written in C"])
def test_what_does_not_is_ended(work: object) -> None:
    assert callable(work)
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(PageError) as caught:
        within_budget(work, Budget(0.05))
    assert (caught.value.ending.kind, caught.value.ending.cause) == (Kind.TOO_COSTLY, Cause.PROCESSOR_TIME)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) == before


@pytest.mark.slow
def greedy() -> None:
    held = []
    while True:
        held.append(bytes(1 << 20))


def test_memory_is_bounded_as_time_is() -> None:
    with pytest.raises(PageError) as caught:
        within_budget(greedy, Budget(60.0, 64 << 20))
    assert (caught.value.ending.kind, caught.value.ending.cause) == (Kind.TOO_COSTLY, Cause.MEMORY)
    assert caught.value.ending.limit == 64 << 20
    assert "bytes of memory" in caught.value.ending.reason


def test_memory_taken_off_budget_is_not_counted() -> None:
    held = []

    def work() -> int:
        with exempt_from_budget():
            held.append(b"x" * (80 << 20))
        begun = time.process_time()
        while time.process_time() < begun + 0.25:
            pass
        return 7

    assert within_budget(work, Budget(60.0, 40 << 20)) == 7


def test_a_garbage_collection_is_not_the_page_s() -> None:
    """The heap of a process that keeps much takes seconds to look through."""
    kept: list[list[object]] = [[] for _ in range(1_500_000)]

    def work() -> int:
        for _ in range(12):
            gc.collect()
        return len(kept)

    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    assert within_budget(work, Budget(0.2)) == len(kept)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - used > 0.4


def test_nobody_in_between_stops_it() -> None:
    def stubborn() -> None:
        for _ in range(2):
            with suppress(Exception, BaseException):
                endless()
        endless()

    with pytest.raises(PageError):
        within_budget(stubborn, Budget(0.05))


def test_another_thread_is_not_bounded_and_not_harmed() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(within_budget(lambda: 7, Budget(0.01))))
    thread.start()
    thread.join()
    assert found == [7]


def test_an_inner_step_goes_by_the_outer_bound() -> None:
    with pytest.raises(PageError):
        within_budget(lambda: within_budget(endless, Budget(60.0)), Budget(0.05))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(6):
        story = "".join(f"<p>{prose(number).paragraph()}</p>" for _ in range(4))
        (tmp_path / f"{number}.html").write_text(f"<title>Story {number}</title><article><h1>Story {number}</h1>{story}</article>")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("where", ["parse_any", "body_of"])
def test_a_run_goes_on_and_its_other_pages_are_right(folder: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(now=datetime(2026, 6, 1, tzinfo=UTC))
    right = {page.outcome.url: page.record() for page in clean([str(folder)], job)}
    monkeypatch.setattr(indexer.article.clean, "budget_for", lambda size: Budget(0.5))
    genuine = getattr(indexer.article.clean, where)

    def costly(*arguments: Any, **named: Any) -> Any:
        page = genuine(*arguments, **named)
        if "Story 3" in (arguments[0] if where == "parse_any" else arguments[0].html):
            endless()
        return page

    monkeypatch.setattr(indexer.article.clean, where, costly)
    begun = time.process_time()
    found = {page.outcome.url: page for page in clean([str(folder)], job)}
    assert time.process_time() - begun < 5
    (lost,) = (page for page in found.values() if page.outcome.kind is Kind.TOO_COSTLY)
    assert lost.outcome.kind.lost
    assert lost.outcome.ending.limit == 0.5
    if where == "body_of":
        for url, page in found.items():
            assert page is lost or page.record() == right[url]
    assert found.keys() == right.keys()


@pytest.mark.slow
def test_work_off_budget_is_free_and_the_bound_holds_after_it() -> None:
    def work() -> float:
        begun = time.process_time()
        with exempt_from_budget():
            while time.process_time() < begun + 0.5:
                pass
        return time.process_time() - begun

    assert within_budget(work, Budget(0.2)) >= 0.5
    with pytest.raises(PageError):
        within_budget(lambda: (work(), endless()), Budget(0.2))


@pytest.mark.slow
def test_a_parser_that_was_interrupted_parses_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<p>" + "</p><p>".join(prose(1).paragraph() for _ in range(6_000)) + "</p>"
    right = Preprocessor({}).clean("https://example.org/a", "<h1>A</h1>" + html[:4_000])
    for milliseconds in (1, 2, 5, 10, 20, 40):
        with suppress(PageError):
            within_budget(lambda: indexer.page.parse.parse(html, "https://example.org/b"), Budget(milliseconds / 1000))
        again = Preprocessor({}).clean("https://example.org/a", "<h1>A</h1>" + html[:4_000])
        assert again.record() == right.record()


_ENDLESS = """
import indexer.article.clean
from indexer.page.budget import Budget
from winnow import main
def endless(*_):
    print("reached", flush=True)
    while True:
        pass
indexer.article.clean.parse_any = endless
indexer.article.clean.budget_for = lambda size: Budget(60.0)
main()
"""


@pytest.mark.slow
def test_an_interrupt_ends_a_run_within_a_page(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _ENDLESS, "clean", "--jobs", "1", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "reached\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "winnow: interrupted\n")
