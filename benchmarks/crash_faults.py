"""Faults of the crash run: workers, single worker processes and servers are killed and restarted."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from harness.servers import Server
from harness.worker_processes import WorkerProcesses
from indexer.index.node.cluster import Cluster

FETCHERS, PLANNER, CLEANER = ("fetchers-1", "fetchers-2"), "planner-1", "cleaner"


@dataclass(frozen=True, slots=True)
class Scene:
    """The processes that faults kill, and how.

    Parameters
    ----------
    workers : WorkerProcesses
    broker, server : Server
        Redis and PostgreSQL.
    node : Cluster or None
        Elasticsearch, one node; None with the embedded engine.
    rng : Random
        Chooses the process to kill.
    executor : Executor
        Runs slow restarts.
    outage : float
        Seconds of an outage.
    restarts : list of Future
        Restarts in progress.
    """

    workers: WorkerProcesses
    broker: Server
    server: Server
    node: Cluster | None
    rng: Random
    executor: Executor
    outage: float = 60.0
    restarts: list[Future[None]] = field(default_factory=list)

    def wait_for_restarts(self) -> None:
        """Wait for all restarts; raise their exceptions."""
        while self.restarts:
            self.restarts.pop().result()


def worker_killed(scene: Scene) -> bool:
    """Kill a fetching worker with its pool and its supervisor."""
    return _restart_worker(scene, scene.rng.choice(FETCHERS))


def planner_killed(scene: Scene) -> bool:
    """Kill the planning worker with its pool, its supervisor and beat."""
    return _restart_worker(scene, PLANNER)


def cleaner_killed(scene: Scene) -> bool:
    """Kill the worker that cleans, indexes and learns."""
    return _restart_worker(scene, CLEANER)


def celery_killed(scene: Scene) -> bool:
    """Kill the Celery main process of any worker: its pool has no parent afterwards, its supervisor no child."""
    return _kill_process(scene, scene.workers.celery(scene.rng.choice((*FETCHERS, PLANNER, CLEANER)))[:1])


def fetching_process_killed(scene: Scene) -> bool:
    """Kill one pool process of a fetching worker."""
    return _kill_process(scene, scene.workers.pool(scene.rng.choice(FETCHERS)))


def planning_process_killed(scene: Scene) -> bool:
    """Kill the pool process of the planning worker."""
    return _kill_process(scene, scene.workers.pool(PLANNER))


def cleaning_process_killed(scene: Scene) -> bool:
    """Kill the pool process that cleans, indexes and learns."""
    return _kill_process(scene, scene.workers.pool(CLEANER))


def beat_killed(scene: Scene) -> bool:
    """Kill the beat process alone."""
    return _kill_process(scene, scene.workers.beat(PLANNER))


def redis_killed(scene: Scene) -> bool:
    """Kill and restart Redis, which loses all messages and locks."""
    scene.broker.stop(signal.SIGKILL)
    scene.broker.start()
    return True


def postgresql_killed(scene: Scene) -> bool:
    """Shut PostgreSQL down immediately, as in a crash, and restart it with recovery."""
    scene.server.stop(signal.SIGQUIT)
    scene.server.start()
    return True


def node_killed(scene: Scene) -> bool:
    """Kill the Elasticsearch node; its restart takes some seconds."""
    if scene.node is None or not scene.node.nodes[0].up:
        return False
    node = scene.node
    node.nodes[0].kill()
    scene.restarts.append(scene.executor.submit(node.start_node, node.nodes[0]))
    return True


Fault = Callable[[Scene], bool]
"""Causes a fault; returns False if there was no process to kill."""
FAULTS: Mapping[str, Fault] = {
    fault.__name__: fault
    for fault in (
        worker_killed, planner_killed, cleaner_killed, celery_killed, fetching_process_killed, planning_process_killed,
        cleaning_process_killed, beat_killed, redis_killed, postgresql_killed, node_killed,
    )
}  # fmt: skip
FETCHING = frozenset({worker_killed.__name__, fetching_process_killed.__name__})
"""Faults of fetching workers; they have no effect once all pages are fetched."""
_OFTEN = ("worker_killed", "worker_killed", "fetching_process_killed")
"""Additional occurrences of frequent faults."""


def fault_sequence(names: Sequence[str], rng: Random) -> Iterator[str]:
    """Yield an endless sequence of fault names: each round has all names, frequent ones repeatedly, in random order.

    >>> sorted(next(fault_sequence(["redis_killed"], Random(1))) for _ in range(2))
    ['redis_killed', 'redis_killed']
    """
    deck = [*names, *(name for name in _OFTEN if name in names)]
    while True:
        yield from rng.sample(deck, len(deck))


def _restart_worker(scene: Scene, name: str) -> bool:
    scene.workers.kill(name)
    scene.workers.start(name)
    return True


def _kill_process(scene: Scene, processes: Sequence[int]) -> bool:
    if not processes:
        return False  # the worker is starting
    with suppress(ProcessLookupError):
        os.kill(scene.rng.choice(processes), signal.SIGKILL)
    return True
