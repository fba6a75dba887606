"""Four worker processes on one frontier, two of which are killed in the middle of their work."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from harness.paths import ROOT
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from tests.support import frontier_worker
from tests.support.frontier_worker import DELAY
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView

HOSTS = [f"h{n}.org" for n in range(8)]


def test_kills_lose_no_page_and_double_none(database: Database, database_url: str, tmp_path: Path) -> None:
    frontier = Frontier(database, time.time, FrontierParams(delay=DELAY))
    frontier.add([CrawlRequest(f"https://{host}/1") for host in HOSTS])
    logs = [tmp_path / f"{n}.log" for n in range(6)]
    workers = [_start(database_url, log) for log in logs[:4]]
    for victim, log in zip(workers[:2], logs[4:], strict=True):
        _wait_for_work(victim, log.with_name(logs[workers.index(victim)].name))
        victim.send_signal(signal.SIGKILL)
        workers.append(_start(database_url, log))
    for worker in workers:
        _, said = worker.communicate(timeout=100)
        assert worker.returncode in (0, -signal.SIGKILL), said.decode()

    pages = {f"https://{host}/{n}" for host in HOSTS for n in range(1, 16)}
    view = FrontierView(database)
    assert [(c.host, c.states, c.outcomes) for c in view.counts()] == [(h, {State.FINISHED: 15}, {"fetched": 15}) for h in HOSTS]
    assert {url: [record.visit for record in view.history(url)] for url in pages} == {url: [1] for url in pages}, "one outcome each"
    lines = [line.split() for log in logs for line in log.read_text().splitlines()]
    ended = Counter(words[1] for words in lines if words[0] == "ended")
    assert set(ended.values()) == {1}
    assert len(pages - ended.keys()) <= 2, "a killed worker may have ended a page and not written so"
    for host in HOSTS:
        times = sorted((float(words[2]), float(words[3])) for words in lines if words[0] == host and len(words) == 4)
        gaps = [after - before for (_, before), (after, _) in itertools.pairwise(times)]
        assert min(gaps) >= DELAY - 0.005, host


def _start(url: str, log: Path) -> subprocess.Popen[bytes]:
    log.touch()
    return subprocess.Popen([sys.executable, frontier_worker.__file__, url, str(log)], stderr=subprocess.PIPE, cwd=ROOT)


def _wait_for_work(worker: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 60
    while log.read_text().count("ended") < 3 and worker.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
