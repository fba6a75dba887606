"""Further faults of the crash run, selected by name: servers that lose data, are down or hang, a full disk, a wrong clock."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import redis

from benchmarks.crash_faults import Fault, Scene
from harness.processor import process_tree
from harness.worker_processes import WorkerProcesses


def redis_emptied(scene: Scene) -> bool:
    """Delete all messages and locks while Redis keeps running."""
    with redis.Redis.from_url(scene.broker.url) as client:
        client.flushall()
    return True


def postgresql_away(scene: Scene) -> bool:
    """Stop PostgreSQL for the duration of an outage."""
    scene.server.stop(signal.SIGQUIT)
    time.sleep(scene.outage)
    scene.server.start()
    return True


def redis_away(scene: Scene) -> bool:
    """Stop Redis for the duration of an outage."""
    scene.broker.stop(signal.SIGKILL)
    time.sleep(scene.outage)
    scene.broker.start()
    return True


def servers_silent(scene: Scene) -> bool:
    """Suspend all processes of Redis and PostgreSQL: their connections stay open without responses, as in a network partition."""
    stopped = [number for server in (scene.broker, scene.server) if server.process for number, _ in process_tree(server.process.pid)]
    for number in stopped:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGSTOP)
    time.sleep(scene.outage)
    for number in reversed(stopped):
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGCONT)
    return True


def clock_stepped(scene: Scene) -> bool:
    """Set the clock of the second fetching worker back by a minute, or forward again."""
    offset = clock_file(scene.workers)
    offset.write_text("+0\n" if offset.read_text().startswith("-") else "-60\n")
    return True


def clock_file(workers: WorkerProcesses) -> Path:
    """Return the file with the offset of that worker's clock."""
    return workers.log.with_name("clock")


def wrong_clock(workers: WorkerProcesses) -> Mapping[str, str]:
    """Return the environment of a worker whose clock `clock_stepped` sets: the system clock, not the monotonic one, which cannot be set.

    Raises
    ------
    RuntimeError
        If libfaketime is not installed.
    """
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
    if library is None:
        raise RuntimeError("clock_stepped needs libfaketime: install it with the system's package manager")
    clock_file(workers).write_text("+0\n")
    return {
        "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(clock_file(workers)), "FAKETIME_CACHE_DURATION": "1",
        "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }  # fmt: skip


def archive_full(scene: Scene) -> bool:
    """Fill the archive's disk for the duration of an outage (`small_disk`)."""
    ballast = scene.workers.log.with_name("archive") / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as out:
        while out.write(bytes(4096)):
            pass
    time.sleep(scene.outage)
    ballast.unlink()
    return True


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Mount a file system in memory on a folder; only root may do so."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "winnow", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


OPTIONAL_FAULTS: Mapping[str, Fault] = {
    fault.__name__: fault
    for fault in (redis_emptied, redis_away, postgresql_away, servers_silent, clock_stepped, archive_full)
}  # fmt: skip
