"""A worker that ends by itself is started again; one that is asked to stop is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import redis

from harness.paths import ROOT
from harness.servers import redis_server

CODE = """
import sys
from workers.broker.supervisor import Supervisor
sys.exit(Supervisor([sys.executable, "-c", sys.argv[1], sys.argv[2]]).run())
"""
COUNT = "import sys, time; from pathlib import Path; file = Path(sys.argv[1]); file.write_text(file.read_text() + 'x'); "


def start(child: str, file: Path) -> subprocess.Popen[bytes]:
    file.write_text("")
    return subprocess.Popen([sys.executable, "-c", CODE, child, str(file)], cwd=ROOT, stderr=subprocess.PIPE)


def wait_for(file: Path, starts: int) -> None:
    until = time.monotonic() + 60
    while len(file.read_text()) < starts:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_it_is_started_again_until_it_ends_well(tmp_path: Path) -> None:
    supervised = start(COUNT + "sys.exit(0 if len(file.read_text()) == 2 else 3)", tmp_path / "starts")
    _, said = supervised.communicate(timeout=60)
    assert (supervised.returncode, (tmp_path / "starts").read_text()) == (0, "xx")
    assert b"ended with 3; another is started" in said


def test_a_stop_is_passed_on_and_nothing_is_started_again(tmp_path: Path) -> None:
    handler = "import signal; signal.signal(signal.SIGTERM, lambda *_: sys.exit(5)); "
    supervised = start(handler + COUNT + "time.sleep(60)", tmp_path / "starts")
    wait_for(tmp_path / "starts", 1)
    supervised.send_signal(signal.SIGTERM)
    supervised.communicate(timeout=60)
    assert (supervised.returncode, (tmp_path / "starts").read_text()) == (5, "x")


def test_a_stop_during_the_pause_ends_it(tmp_path: Path) -> None:
    supervised = start(COUNT + "sys.exit(3)", tmp_path / "starts")
    wait_for(tmp_path / "starts", 3)
    supervised.send_signal(signal.SIGTERM)
    supervised.communicate(timeout=60)
    assert supervised.returncode in (0, 3)


def test_folders_beside_the_user_are_not_imported(tmp_path: Path) -> None:
    beside, imported = tmp_path / "beside", tmp_path / "imported"
    for name in ("workers", "indexer", "celery", "redis", "sqlalchemy"):
        (beside / name).mkdir(parents=True)
        (beside / name / "__init__.py").write_text(f"open({str(imported)!r}, 'a').write('{name} ')\nraise ImportError('{name}')\n")
    with redis_server() as broker, redis.Redis.from_url(broker.url) as connection:
        settings = {**os.environ, "WINNOW_BROKER": broker.url, "WINNOW_HOME": str(tmp_path / "home"), "WINNOW_DATABASE": ""}
        words = [str(Path(sys.executable).parent / "winnow"), "worker", "--queues", "plan", "--concurrency", "1", "--beat"]
        worker = subprocess.Popen(words, cwd=beside, env=settings)
        try:
            until = time.monotonic() + 60
            while not connection.exists("winnow:dispatch") and worker.poll() is None and time.monotonic() < until:
                time.sleep(0.1)
            assert connection.exists("winnow:dispatch")
        finally:
            worker.terminate()
            worker.wait(60)
    assert not imported.exists()
