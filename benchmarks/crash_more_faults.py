"""What else breaks in the crash run, asked for by name: servers that forget, are away or say nothing, a full disk, a wrong clock."""

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
from harness.processor import family
from harness.worker_processes import WorkerProcesses


def redis_emptied(scene: Scene) -> bool:
    """It forgets all messages and locks, and goes on."""
    with redis.Redis.from_url(scene.broker.url) as client:
        client.flushall()
    return True


def postgresql_away(scene: Scene) -> bool:
    """It is not there for a while."""
    scene.server.stop(signal.SIGQUIT)
    time.sleep(scene.away)
    scene.server.start()
    return True


def redis_away(scene: Scene) -> bool:
    """It is not there for a while."""
    scene.broker.stop(signal.SIGKILL)
    time.sleep(scene.away)
    scene.broker.start()
    return True


def servers_silent(scene: Scene) -> bool:
    """Redis and PostgreSQL with all of its processes do not answer for a while, and their connections stay, as when a network is parted."""
    stopped = [number for server in (scene.broker, scene.server) if server.process for number, _ in family(server.process.pid)]
    for number in stopped:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGSTOP)
    time.sleep(scene.away)
    for number in reversed(stopped):
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGCONT)
    return True


def clock_stepped(scene: Scene) -> bool:
    """The clock of the second worker that fetches is put back by a minute, or forward again."""
    offset = clock_file(scene.workers)
    offset.write_text("+0\n" if offset.read_text().startswith("-") else "-60\n")
    return True


def clock_file(workers: WorkerProcesses) -> Path:
    """Where that worker's clock is told by how much it is wrong."""
    return workers.log.with_name("clock")


def wrong_clock(workers: WorkerProcesses) -> Mapping[str, str]:
    """Settings of a worker whose clock `clock_stepped` sets; only the system's, not the monotonic one, which nobody can set.

    Raises
    ------
    RuntimeError
        Where libfaketime is not installed.
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
    """There is no room left for the archive for a while (`small_disk`)."""
    ballast = scene.workers.log.with_name("archive") / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as out:
        while out.write(bytes(4096)):
            pass
    time.sleep(scene.away)
    ballast.unlink()
    return True


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of its own, in memory; only root may make one."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "winnow", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


MORE: Mapping[str, Fault] = {
    fault.__name__: fault
    for fault in (redis_emptied, redis_away, postgresql_away, servers_silent, clock_stepped, archive_full)
}  # fmt: skip
