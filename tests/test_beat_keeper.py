"""A worker's beat lives as long as the worker: killed alone it is started again, and it does not outlive a worker that was killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.crew import Crew
from tests.servers import redis_server


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[Crew]:
    with redis_server() as broker:
        crew = Crew(tmp_path, "", broker.url, "", {})
        crew.start("one", "--queues", "plan", "--concurrency", "1", "--beat", "--log-level", "INFO")
        yield crew
        assert crew.stop() == [0]
        assert crew.left() == []


def test_it_is_kept_and_ends_with_its_worker(crew: Crew) -> None:
    wait_for(lambda: works(crew), crew)
    (beat,) = crew.beat("one")
    os.kill(beat, signal.SIGKILL)
    wait_for(lambda: works(crew) and crew.beat("one") != [beat], crew)
    sent = said(crew, "Sending due task dispatch")
    wait_for(lambda: said(crew, "Sending due task dispatch") > sent, crew)
    assert said(crew, "beat ended with -9; another is started") == 1
    (beat,), (celery, *_) = crew.beat("one"), crew.celery("one")
    os.kill(celery, signal.SIGKILL)
    wait_for(lambda: not Path(f"/proc/{beat}").exists(), crew)
    wait_for(lambda: works(crew) and crew.beat("one") != [beat], crew)


def works(crew: Crew) -> bool:
    return len(crew.beat("one")) == len(crew.pool("one")) == 1


def said(crew: Crew, words: str) -> int:
    return crew.log.read_text("utf-8", "replace").count(words)


def wait_for(condition: Callable[[], bool], crew: Crew) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, crew.log.read_text("utf-8", "replace")[-4_000:]
        time.sleep(0.1)
