"""Several processes: the same output as one, nothing lost where one of them is killed, none left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from demo.archive import Capture, write_warc
from harness.paths import ROOT
from harness.strategies import Layout, build
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind
from indexer.pipeline import Job, clean, learn_sites, update_sites, write_models
from indexer.processes import KilledError, Processes
from indexer.site.params import SiteParams


def job(**wanted: Any) -> Job:
    """With a small sample, so that most pages are cleaned in batches."""
    return Job(datetime(2026, 3, 4, tzinfo=UTC), params=SiteParams(most_pages=12), **wanted)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three sites, one of them larger than a sample and than a batch, with a page that cannot be read."""
    captures = [Capture("https://site-0.example/empty", b"  ", "text/html; charset=utf-8")]
    for i, articles in enumerate((70, 5, 8)):
        pages = build(Layout(seed=i + 1, articles=articles)).pages
        urls = [page.url.replace("example.org", f"site-{i}.example") for page in pages]
        captures += [Capture(url, page.html.encode(), "text/html; charset=utf-8") for url, page in zip(urls, pages, strict=True)]
    path = tmp_path_factory.mktemp("jobs") / "sites.warc.gz"
    write_warc(path, captures, None)
    return str(path)


@pytest.mark.slow
def test_any_number_of_jobs_gives_the_same_output(archive: str) -> None:
    one, three = (list(clean([archive], job(jobs=jobs))) for jobs in (1, 3))
    assert [page.record() for page in one] == [page.record() for page in three]
    assert {page.outcome.kind for page in one} >= {Kind.CLEANED, Kind.NOT_ARTICLE, Kind.EMPTY}
    models = [list(learn_sites([archive], job(jobs=jobs))) for jobs in (1, 2)]
    assert write_models(models[0]) == write_models(models[1])
    known = {model.site: model for model in models[0][1:]}
    changes = [list(update_sites([archive], job(jobs=jobs, models=known))) for jobs in (1, 2)]
    assert [(change.action, change.reason) for change in changes[0]] == [(change.action, change.reason) for change in changes[1]]


@pytest.mark.slow
def test_several_processes_share_the_learning_of_one_site(tmp_path: Path) -> None:
    """The whole sample is read, and the second extractor asked, in forks."""
    one_site = str(tmp_path / "one.warc.gz")
    pages = build(Layout(seed=1, articles=70)).pages
    write_warc(Path(one_site), [Capture(page.url, page.html.encode(), "text/html; charset=utf-8") for page in pages], None)
    one, three = (list(clean([one_site], Job(datetime(2026, 3, 4, tzinfo=UTC), jobs=jobs))) for jobs in (1, 3))
    assert [page.record() for page in one] == [page.record() for page in three]
    assert not active_children()


@pytest.mark.slow
def test_modules_in_the_current_folder_are_not_imported(archive: str, tmp_path: Path) -> None:
    """It may be a folder of downloaded files; the server that processes are forked from is a `python -c`."""
    for name in ("numpy.py", "lxml.py", "json.py", "indexer.py"):
        (tmp_path / name).write_text("import pathlib\npathlib.Path('imported').touch()\nraise SystemExit\n")
    winnow = [str(Path(sys.executable).with_name("winnow")), "clean", archive, "--jobs", "2", "--out", "pages.jsonl"]
    ended = subprocess.run(winnow, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, (tmp_path / "imported").exists(), (tmp_path / "pages.jsonl").exists()) == (0, False, True), ended.stderr


@pytest.mark.slow
def test_processes_begin_when_there_is_more_than_a_batch(archive: str, tmp_path: Path) -> None:
    few = str(tmp_path / "few.warc.gz")
    write_warc(Path(few), [Capture(page.url, page.html.encode(), "text/html; charset=utf-8") for page in build(Layout(seed=9, articles=12)).pages], None)
    found = clean([few], job(jobs=2))
    first = next(found)
    assert not active_children()
    assert [page.record() for page in (first, *found)] == [page.record() for page in clean([few], job())]
    many = clean([archive], job(jobs=2))
    next(many)
    assert len(active_children()) == 2
    many.close()  # type: ignore[attr-defined]
    assert not active_children()


@pytest.mark.slow
def test_a_page_is_parsed_once(archive: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And its type, links and evidence are derived once; so it is with a stored model that is watched for drift."""
    parsed, gathered = _counted(monkeypatch, "indexer.page.parse._Walker.walk"), _counted(monkeypatch, "indexer.page.score._gathered")
    links = _counted(monkeypatch, "indexer.site.site_path._internal_links")
    pages = len(list(clean([archive], job()))) - 1  # one is empty
    assert (len(parsed), len(gathered), len(links)) == (pages, pages, pages)
    models = {model.site: model for model in learn_sites([archive], job())}
    parsed.clear()
    list(clean([archive], job(models=models, notice=print)))
    assert len(parsed) == pages


def _counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[None]:
    """One item for each call of a function from now on."""
    owner, _, function = name.rpartition(".")
    calls: list[None] = []
    holder: Any = __import__("functools").reduce(getattr, owner.split(".")[1:], __import__(owner.partition(".")[0]))
    original = getattr(holder, function)

    def counting(*values: Any) -> Any:
        calls.append(None)
        return original(*values)

    monkeypatch.setattr(holder, function, counting)
    return calls


@pytest.mark.slow
def test_what_a_killed_process_did_is_done_again(tmp_path: Path) -> None:
    with Processes(2) as processes:
        tasks = [processes.start(_die_once, str(tmp_path / "died") if i == 3 else "", i) for i in range(8)]
        assert [task.result() for task in tasks] == list(range(8))
    assert not active_children()


@pytest.mark.slow
def test_values_come_as_they_are_made_and_once_each(tmp_path: Path) -> None:
    """Also those that a killed process had given already; an error comes behind the values before it."""
    with Processes(2) as processes:
        assert list(processes.stream(_count, 5, str(tmp_path / "died"))) == list(range(5))
        begun, values = time.monotonic(), processes.stream(_count_slowly)
        assert next(values) == 0
        assert time.monotonic() - begun < 30
        broken = processes.stream(_count_and_lose)
        assert next(broken) == 0
        with pytest.raises(PageError):
            next(broken)
    with Processes(1) as processes:
        assert list(processes.stream(_count, 5, "")) == list(range(5))


@pytest.mark.slow
def test_a_process_killed_in_the_middle_of_its_answer_blocks_nobody(tmp_path: Path) -> None:
    with Processes(2) as processes:
        tasks = [processes.start(_die_while_answering, str(tmp_path / "died") if i == 1 else "") for i in range(4)]
        assert [len(task.result()) for task in tasks] == [_LONG] * 4
    assert (tmp_path / "died").exists()
    assert not active_children()


@pytest.mark.slow
def test_the_end_comes_in_the_middle_of_answers() -> None:
    before = set(threading.enumerate())
    with Processes(2) as processes:
        first, *_ = [processes.start(bytes, _LONG) for _ in range(6)]
        first.result()
    assert not active_children()
    assert set(threading.enumerate()) <= before, "a thread that waits for the rest of an answer would keep the program from ending"


@pytest.mark.slow
def test_work_that_kills_its_process_each_time_is_an_error() -> None:
    with Processes(2) as processes, pytest.raises(KilledError, match="3 times"):
        processes.start(_die).result()
    assert not active_children()


def test_what_a_function_raises_is_raised_here() -> None:
    with Processes(2) as processes, pytest.raises(ZeroDivisionError):
        processes.start(divmod, 1, 0).result()


def test_each_process_prepares_itself_before_its_first_task(tmp_path: Path) -> None:
    with Processes(2, first=partial(_prepare, tmp_path)) as processes:
        ran = {processes.start(os.getpid).result() for _ in range(4)}
    assert {int(path.name) for path in tmp_path.iterdir()} >= ran
    with Processes(2, first=_die) as processes:
        assert processes.start(max, 3, 4).result() == 4, "what fails before the tasks costs none of them"


def _prepare(folder: Path) -> None:
    (folder / str(os.getpid())).touch()


@pytest.mark.slow
def test_an_interrupt_leaves_no_process_behind() -> None:
    begun = time.monotonic()
    signal.signal(signal.SIGALRM, _interrupt)
    with pytest.raises(KeyboardInterrupt), Processes(2) as processes:
        _sleep(processes)
    assert not active_children()
    assert time.monotonic() - begun < 30


_KILLED = """
import os, signal, time
from indexer.processes import Processes
if __name__ == "__main__":
    with Processes(6) as processes:
        for task in [processes.start(time.sleep, 0.2) for _ in range(6)]:
            task.result()
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_processes_of_a_killed_one_end_and_say_nothing(tmp_path: Path) -> None:
    (tmp_path / "killed.py").write_text(_KILLED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, tmp_path / "killed.py"], capture_output=True, env=environment, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGKILL, b"", b"")  # the pipes close when the last process has ended


@pytest.mark.slow
def test_errors_of_pages_travel() -> None:
    """An exception that could not be pickled would break its pool."""
    with Processes(2) as processes, pytest.raises(PageError) as caught:
        processes.start(_lose).result()
    assert caught.value.ending == _LOST


def _sleep(processes: Processes) -> None:
    tasks = [processes.start(time.sleep, 60) for _ in range(4)]
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    tasks[0].result()


_LOST = Ending(Kind.TOO_LARGE, Cause.BYTES, count=9_000_000, limit=8_388_608)


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


_LONG = 200_000_000
"""Bytes of an answer that takes long to be sent."""


def _die_while_answering(mark: str) -> bytes:
    if mark and not Path(mark).exists():
        Path(mark).touch()
        threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(_LONG)


def _die_once(mark: str, value: int) -> int:
    if mark and not Path(mark).exists():
        Path(mark).touch()
        _die()
    return value


def _count(number: int, mark: str) -> Iterator[int]:
    for i in range(number):
        yield _die_once(mark if i == 3 else "", i)


def _count_slowly() -> Iterator[int]:
    yield 0
    time.sleep(60)
    yield 1


def _count_and_lose() -> Iterator[int]:
    yield 0
    _lose()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _lose() -> None:
    raise PageError(_LOST)
