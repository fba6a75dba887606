"""Seconds of processor time that processes have spent, read from /proc: what says something on a machine that does other things as well."""

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
class Spent:
    """Seconds that something took, on the wall and of CPU."""

    wall: float = 0.0
    cpu: float = 0.0


class Watch:
    """Adds up what this process and servers spend.

    Parameters
    ----------
    *servers : int
        The first process of each.
    """

    def __init__(self, *servers: int) -> None:
        self._servers = servers

    def cpu(self) -> float:
        """Seconds of CPU so far."""
        return time.process_time() + (sum(of_trees(self._servers)) if self._servers else 0.0)

    @contextmanager
    def on(self, spent: Spent) -> Iterator[None]:
        """Add what the block takes."""
        wall, cpu = time.perf_counter(), self.cpu()
        yield
        spent.wall += time.perf_counter() - wall
        spent.cpu += self.cpu() - cpu


def of_trees(firsts: Iterable[int]) -> list[float]:
    """Of each process with all that descend from it, those that have ended (and were waited for) included."""
    return [sum(seconds for _, seconds in family(first)) for first in firsts]


def family(first: int) -> list[tuple[int, float]]:
    """A process and all that descend from it, each with its own seconds and those of its children that have ended; parents first.

    >>> family(os.getpid())[0][0] == os.getpid()
    True
    """
    children: dict[int, list[int]] = defaultdict(list)
    spent: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
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
