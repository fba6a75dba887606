"""Processor time of processes from /proc, which depends less on the machine's load than wall time."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Times:
    """Seconds of wall time and of processor time."""

    wall: float = 0.0
    cpu: float = 0.0


class Stopwatch:
    """Measures the time of this process and of servers.

    Parameters
    ----------
    *servers : int
        Process ids of the servers' first processes.
    """

    def __init__(self, *servers: int) -> None:
        self._servers = servers

    def cpu(self) -> float:
        """Return the processor time so far in seconds."""
        return time.process_time() + (sum(tree_seconds(self._servers)) if self._servers else 0.0)

    @contextmanager
    def measure(self, spent: Times) -> Iterator[None]:
        """Add the time of the block to `spent`."""
        wall, cpu = time.perf_counter(), self.cpu()
        yield
        spent.wall += time.perf_counter() - wall
        spent.cpu += self.cpu() - cpu


def tree_seconds(firsts: Iterable[int]) -> list[float]:
    """Return the processor time of each process tree in seconds, including finished children that were waited for."""
    return [sum(seconds for _, seconds in process_tree(first)) for first in firsts]


def process_tree(first: int) -> list[tuple[int, float]]:
    """Return a process and its descendants, parents first, each with the seconds of itself and of its finished children.

    >>> process_tree(os.getpid())[0][0] == os.getpid()
    True
    """
    children: dict[int, list[int]] = defaultdict(list)
    spent: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # the process has ended meanwhile
        number = int(stat.parent.name)
        children[int(fields[1])].append(number)
        spent[number] = sum(map(int, fields[11:15])) / _TICK
    found, left = [], [first]
    while left:
        number = left.pop(0)
        if number in spent:
            found.append((number, spent[number]))
        left.extend(sorted(children[number]))
    return found
