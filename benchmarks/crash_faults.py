"""What breaks in the crash run: workers, parts of them, and servers, each killed without a word and started again."""

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
    """Where things break.

    Parameters
    ----------
    workers : WorkerProcesses
    broker, server : Server
        Redis and PostgreSQL.
    node : Cluster or None
        Elasticsearch, one node; None where the embedded engine serves.
    chance : Random
        Chooses who is hit.
    beside : Executor
        What takes long to come back does so in its thread.
    away : float
        Seconds that a server stays away, where a fault is about that.
    returns : list of Future
        What is on its way back.
    """

    workers: WorkerProcesses
    broker: Server
    server: Server
    node: Cluster | None
    chance: Random
    beside: Executor
    away: float = 60.0
    returns: list[Future[None]] = field(default_factory=list)

    def back(self) -> None:
        """Wait until all is back, and raise what went wrong with that."""
        while self.returns:
            self.returns.pop().result()


def worker_killed(scene: Scene) -> bool:
    """One that fetches, with its pool and its supervisor."""
    return _whole(scene, scene.chance.choice(FETCHERS))


def planner_killed(scene: Scene) -> bool:
    """The one that deals out, with beat."""
    return _whole(scene, PLANNER)


def cleaner_killed(scene: Scene) -> bool:
    """The one that cleans, indexes and learns."""
    return _whole(scene, CLEANER)


def celery_killed(scene: Scene) -> bool:
    """Celery's own process of any worker: its pool is left without a master, its supervisor without a child."""
    return _one(scene, scene.workers.celery(scene.chance.choice((*FETCHERS, PLANNER, CLEANER)))[:1])


def fetching_process_killed(scene: Scene) -> bool:
    """One process of a pool that fetches."""
    return _one(scene, scene.workers.pool(scene.chance.choice(FETCHERS)))


def planning_process_killed(scene: Scene) -> bool:
    """The process that deals out."""
    return _one(scene, scene.workers.pool(PLANNER))


def cleaning_process_killed(scene: Scene) -> bool:
    """The process that cleans, indexes and learns."""
    return _one(scene, scene.workers.pool(CLEANER))


def beat_killed(scene: Scene) -> bool:
    """The process that gives the signal for dealing out, alone."""
    return _one(scene, scene.workers.beat(PLANNER))


def redis_killed(scene: Scene) -> bool:
    """All messages and locks are gone."""
    scene.broker.stop(signal.SIGKILL)
    scene.broker.start()
    return True


def postgresql_killed(scene: Scene) -> bool:
    """It ends at once, as after a crash, and recovers."""
    scene.server.stop(signal.SIGQUIT)
    scene.server.start()
    return True


def node_killed(scene: Scene) -> bool:
    """Elasticsearch; it needs some seconds to come back."""
    if scene.node is None or not scene.node.nodes[0].up:
        return False
    node = scene.node
    node.nodes[0].kill()
    scene.returns.append(scene.beside.submit(node.start_node, node.nodes[0]))
    return True


Fault = Callable[[Scene], bool]
"""Returns whether there was something to break."""
FAULTS: Mapping[str, Fault] = {
    fault.__name__: fault
    for fault in (
        worker_killed, planner_killed, cleaner_killed, celery_killed, fetching_process_killed, planning_process_killed,
        cleaning_process_killed, beat_killed, redis_killed, postgresql_killed, node_killed,
    )
}  # fmt: skip
FETCHING = frozenset({worker_killed.__name__, fetching_process_killed.__name__})
"""Those that strike whoever fetches, and nobody once all is fetched."""
_OFTEN = ("worker_killed", "worker_killed", "fetching_process_killed")
"""They come once more than the others."""


def drawn(names: Sequence[str], chance: Random) -> Iterator[str]:
    """Names without end: all of them once, some more often, in an order by chance, and so again.

    >>> sorted(next(drawn(["redis_killed"], Random(1))) for _ in range(2))
    ['redis_killed', 'redis_killed']
    """
    deck = [*names, *(name for name in _OFTEN if name in names)]
    while True:
        yield from chance.sample(deck, len(deck))


def _whole(scene: Scene, name: str) -> bool:
    scene.workers.kill(name)
    scene.workers.start(name)
    return True


def _one(scene: Scene, processes: Sequence[int]) -> bool:
    if not processes:
        return False  # it is just being started
    with suppress(ProcessLookupError):
        os.kill(scene.chance.choice(processes), signal.SIGKILL)
    return True
