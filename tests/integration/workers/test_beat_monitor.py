"""A worker's beat lives as long as the worker: killed alone it is started again, and it does not outlive a worker that was killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness.servers import redis_server
from harness.worker_processes import WorkerProcesses


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[WorkerProcesses]:
    with redis_server() as broker:
        workers = WorkerProcesses(tmp_path, "", broker.url, "", {})
        workers.start("one", "--queues", "plan", "--concurrency", "1", "--beat", "--log-level", "INFO")
        yield workers
        assert workers.stop() == [0]
        assert workers.still_running() == []


def test_it_is_kept_and_ends_with_its_worker(workers: WorkerProcesses) -> None:
    wait_for(lambda: works(workers), workers)
    (beat,) = workers.beat("one")
    os.kill(beat, signal.SIGKILL)
    wait_for(lambda: works(workers) and workers.beat("one") != [beat], workers)
    sent = said(workers, "Sending due task dispatch")
    wait_for(lambda: said(workers, "Sending due task dispatch") > sent, workers)
    assert said(workers, "beat exited with -9 and is restarted") == 1
    (beat,), (celery, *_) = workers.beat("one"), workers.celery("one")
    os.kill(celery, signal.SIGKILL)
    wait_for(lambda: not Path(f"/proc/{beat}").exists(), workers)
    wait_for(lambda: works(workers) and workers.beat("one") != [beat], workers)


def works(workers: WorkerProcesses) -> bool:
    return len(workers.beat("one")) == len(workers.pool("one")) == 1


def said(workers: WorkerProcesses, words: str) -> int:
    return workers.log.read_text("utf-8", "replace").count(words)


def wait_for(condition: Callable[[], bool], workers: WorkerProcesses) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, workers.log.read_text("utf-8", "replace")[-4_000:]
        time.sleep(0.1)
