"""Shares in forks: the results of a loop, whatever becomes of a fork."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indexer.forks import each, shared_by


@pytest.mark.parametrize("processes", [1, 2, 3, 16])
@pytest.mark.parametrize("items", [0, 1, 2, 7])
def test_results_are_those_of_a_loop_in_order(processes: int, items: int) -> None:
    with shared_by(processes):
        assert each(lambda i: i * i, range(items)) == [i * i for i in range(items)]


def test_each_share_is_computed_in_its_own_process() -> None:
    with shared_by(3):
        computed = each(lambda _: os.getpid(), range(9))
    assert len(set(computed)) == 3
    assert computed[0] == os.getpid() == each(lambda _: os.getpid(), range(9))[1]


def test_a_fork_does_not_fork() -> None:
    with shared_by(2):
        assert each(lambda _: len(set(each(lambda _: os.getpid(), range(2)))), range(2)) == [2, 1]


def test_the_share_of_a_killed_fork_is_computed_here() -> None:
    here = os.getpid()

    def work(i: int) -> int:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return i

    with shared_by(3):
        assert each(work, range(8)) == list(range(8))


def test_an_exception_is_raised_as_in_a_loop(tmp_path: Path) -> None:
    here = os.getpid()

    def work(i: int) -> float:
        if os.getpid() != here:
            (tmp_path / str(os.getpid())).touch()
        return 1 / (i - 3)

    with shared_by(2), pytest.raises(ZeroDivisionError):
        each(work, range(6))
    (fork,) = tmp_path.iterdir()
    with pytest.raises(ChildProcessError):
        os.waitpid(int(fork.name), os.WNOHANG)  # it is not left behind


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_fork_ends_with_its_parent() -> None:
    code = (
        "import os, time\n"
        "from indexer.forks import each, shared_by\n"
        "with shared_by(2):\n"
        "    each(lambda i: (os.write(1, b'%d\\n' % os.getpid()), time.sleep(600)), range(2))\n"  # one write: the two lines do not mix
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        try:
            numbers = {int(parent.stdout.readline()) for _ in range(2)}
        finally:
            parent.kill()
    until = time.monotonic() + 30
    while any(os.path.exists(f"/proc/{number}") and not _is_zombie(number) for number in numbers):
        assert time.monotonic() < until, "a fork outlives its parent"
        time.sleep(0.05)


def _is_zombie(number: int) -> bool:
    with open(f"/proc/{number}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "Z"
