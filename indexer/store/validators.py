"""When a server's word that a page is unchanged is not enough: validators are not believed for ever.

Some servers answer 304 to whatever they once gave out. An unconditional request now and then shows the page itself: rarely where nothing
speaks against the server, sooner where so long a silence contradicts the page's own past or what else the site shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from sqlalchemy import bindparam, select

from indexer.store.crawl_tables import Url, Visit
from indexer.store.database import Database

_READ = 100
"""Visits that are read."""
_EVERY = 20
"""Unchanged visits in a row of which the last is unconditional: five requests in a hundred carry a page at most."""
_FEWEST = 4
"""Earlier visits from which a page's past says something."""
_UNLIKELY = 0.01
"""Probability of so long a silence, by the share of earlier visits that changed, under which it contradicts the past."""
_FOUND = 5
"""URLs of the host found since a page last changed that contradict it where it had changed at half of its visits."""

_CHANGES = select(Visit.changed, Visit.at).where(Visit.url_id == bindparam("page"), Visit.changed.is_not(None))
_CHANGES = _CHANGES.order_by(Visit.visit.desc()).limit(_READ)
_HOST = select(Url.host_id).where(Url.id == bindparam("page")).scalar_subquery()
_NEWER = select(Url.id).where(Url.host_id == _HOST, Url.found_at > bindparam("since")).limit(_FOUND)


def is_doubtful(database: Database, page: int) -> bool:
    """Whether the next request for a page (its URL's number) should be unconditional."""
    with database.reading() as connection:
        visits = connection.execute(_CHANGES, {"page": page}).all()
        silent, share = _past([bool(changed) for changed, _ in visits])
        if not silent or (silent + 1) % _EVERY == 0 or (share and _is_due(silent, share)):
            return silent > 0
        if share < 0.5 or silent.bit_count() > 1:
            return False
        newer = connection.scalars(_NEWER, {"page": page, "since": visits[silent].at}).all()
        return len(newer) == _FOUND


def _past(changes: Sequence[bool]) -> tuple[int, float]:
    """The unchanged visits in a row, the latest first, and the share of visits that change by the earlier ones; 0 where these are few.

    One of each kind is added (Laplace), so that no past makes a single silence impossible.

    >>> _past([False, False, True, True, False, True]), _past([False, True])
    ((2, 0.6666666666666666), (1, 0.0))
    """
    silent = sum(1 for _ in takewhile(lambda changed: not changed, changes))
    earlier = changes[silent:]
    return silent, (sum(earlier) + 1) / (len(earlier) + 2) if len(earlier) >= _FEWEST else 0.0


def _is_due(silent: int, share: float) -> bool:
    """Whether a silence has just become unlikely, or is twice, four times … as long as that.

    >>> [silent for silent in range(1, 20) if _is_due(silent, 0.8)]
    [3, 6, 12]
    """
    first = next((length for length in range(1, _EVERY) if (1 - share) ** length < _UNLIKELY), 0)
    return first > 0 and silent % first == 0 and (silent // first).bit_count() == 1
