"""The frontier in memory: which URL comes next, and when its host may be asked again.

Each host is a queue, shortest distance from the start first, with the time before which it must be left alone. The host
whose time comes first is served, so that many hosts' delays overlap and one host never gets two requests at once.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from indexer.urls import host


@dataclass(frozen=True, slots=True)
class Item:
    """A URL to visit.

    Parameters
    ----------
    url : str
        Normalised.
    depth : int
        Links from a start URL.
    hops : tuple of str
        The URLs that redirected here, oldest first.
    tries : int
        Requests made for it so far.
    cookie : str
        What the redirect here asked to be sent back.
    echoes : int
        Pages in a row, up to the one that links here, that said nothing new (`workers.traps`).
    """

    url: str
    depth: int = 0
    hops: tuple[str, ...] = ()
    tries: int = 0
    cookie: str = ""
    echoes: int = 0


@dataclass(slots=True)
class _Host:
    next_at: float = 0.0
    heap: list[tuple[int, int, Item]] = field(default_factory=list)


class Frontier:
    """Items by host, in the order in which they may be fetched.

    Examples
    --------
    >>> frontier = Frontier()
    >>> for url in ("https://a.org/1", "https://a.org/2", "https://b.org/1"):
    ...     frontier.add(Item(url))
    >>> frontier.rest("https://a.org/1", until=5.0)
    >>> frontier.pop(now=1.0).url, frontier.pop(now=1.0) is None, frontier.wakes_at()
    ('https://b.org/1', True, 5.0)
    """

    def __init__(self) -> None:
        self._hosts: dict[str, _Host] = {}
        self._order = itertools.count()
        self._early = itertools.count(-1, -1)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, item: Item) -> None:
        """Behind the items of its depth."""
        self._push(item, item.depth, next(self._order))

    def add_first(self, item: Item) -> None:
        """Before all items of its host: a redirect's target, or another try."""
        self._push(item, -1, next(self._early))

    def pop(self, now: float) -> Item | None:
        """The next item whose host may be asked now; None if all have to wait, or nothing is left."""
        ready = [(h.next_at, h.heap[0][1], name) for name, h in self._hosts.items() if h.heap and h.next_at <= now]
        if not ready:
            return None
        self._size -= 1
        return heapq.heappop(self._hosts[min(ready)[2]].heap)[2]

    def wakes_at(self) -> float | None:
        """When the next host may be asked, None where nothing is left."""
        return min((h.next_at for h in self._hosts.values() if h.heap), default=None)

    def rest(self, url: str, until: float) -> None:
        """Leave the host of `url` alone until then."""
        waiting = self._hosts.setdefault(host(url), _Host())
        waiting.next_at = max(waiting.next_at, until)

    def close(self, url: str) -> list[Item]:
        """Take all items of a host out."""
        closed = self._hosts.pop(host(url), _Host())
        self._size -= len(closed.heap)
        return [item for _, _, item in sorted(closed.heap)]

    def drain(self) -> Iterator[Item]:
        """Take everything out, host by host."""
        for name in sorted(self._hosts):
            yield from self.close(f"http://{name}/")

    def _push(self, item: Item, depth: int, order: int) -> None:
        heapq.heappush(self._hosts.setdefault(host(item.url), _Host()).heap, (depth, order, item))
        self._size += 1
