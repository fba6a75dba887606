"""Decides whether status 451 (unavailable for legal reasons, RFC 7725) means a removed page or a host that blocks our location.

After a court order the server sends 451 for one article and 200 for the front page. A host that blocks a region sends 451 for all pages,
the front page included; then no article was removed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter

from indexer.urls import is_front_page

LEGAL = 451
_MAX_SHARE = 0.5
"""Maximum share of pages with status 451 among those visited at the time; above it the host blocks us."""
_HOUR, _DAY = 3600 * 1_000_000_000, 86400 * 1_000_000_000
"""Nanoseconds."""


def is_legal_wall(statuses: Mapping[str, int]) -> bool:
    """Return whether a host responds with 451 for a front page, or for most pages and several.

    Parameters
    ----------
    statuses : mapping of str to int
        The last status of each page visited at the time, by URL.

    >>> is_legal_wall({"https://a.org/1": 451, "https://a.org/2": 200}), is_legal_wall({"https://a.org/": 451, "https://a.org/2": 200})
    (False, True)
    """
    removed = [url for url, status in statuses.items() if status == LEGAL]
    return len(removed) > max(1, _MAX_SHARE * len(statuses)) or any(map(is_front_page, removed))


class LegalWalls:
    """When hosts responded with 451 for all pages; decided by the hour, with the captures of a day before and after it.

    Parameters
    ----------
    captures : iterable of (str, int, str, int)
        Host, time in nanoseconds, page and status; the captures of a page in their order.
    """

    def __init__(self, captures: Iterable[tuple[str, int, str, int]]) -> None:
        self._hosts: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
        self._known: dict[tuple[str, int], bool] = {}
        for name, at, page, status in captures:
            self._hosts[name].append((at, page, status))
        for known in self._hosts.values():
            known.sort(key=itemgetter(0))

    def stood(self, name: str, at: int) -> bool:
        """Return whether a wall stood before a host at a time."""
        hour = at // _HOUR
        if (name, hour) not in self._known:
            captures = self._hosts[name]
            first = bisect_left(captures, hour * _HOUR - _DAY, key=itemgetter(0))
            last = bisect_right(captures, (hour + 1) * _HOUR + _DAY, key=itemgetter(0))
            self._known[name, hour] = is_legal_wall({page: status for _, page, status in captures[first:last]})
        return self._known[name, hour]
