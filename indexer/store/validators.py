"""Distrust of validators: when to request a page unconditionally although the server reports it unchanged.

Some servers answer 304 to every validator that they once issued. Occasional unconditional requests fetch the page itself: rarely if
nothing contradicts the server, sooner if so many unchanged visits contradict the page's history or new URLs of the host.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from sqlalchemy import bindparam, select

from indexer.store.crawl_tables import Url, Visit
from indexer.store.database import Database

_READ = 100
"""Visits read."""
_EVERY = 20
"""After this number of unchanged visits in a row, one request is unconditional: at most five requests in a hundred."""
_FEWEST = 4
"""Least number of earlier visits for an estimate of a page's change rate."""
_UNLIKELY = 0.01
"""A run of unchanged visits contradicts the page's history if its probability under the earlier change rate is below this."""
_FOUND = 5
"""Number of the host's URLs found since a page's last change that contradicts a page which changed at half of its visits."""

_CHANGES = select(Visit.changed, Visit.at).where(Visit.url_id == bindparam("page"), Visit.changed.is_not(None))
_CHANGES = _CHANGES.order_by(Visit.visit.desc()).limit(_READ)
_HOST = select(Url.host_id).where(Url.id == bindparam("page")).scalar_subquery()
_NEWER = select(Url.id).where(Url.host_id == _HOST, Url.found_at > bindparam("since")).limit(_FOUND)


def is_doubtful(database: Database, page: int) -> bool:
    """Return whether the next request for a page (the id of its URL) should be unconditional."""
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
    """Return the number of latest unchanged visits, and the share of changed ones among the earlier visits; 0 if there are too few.

    Laplace smoothing adds one of each kind, so that no history makes a single unchanged visit impossible.

    >>> _past([False, False, True, True, False, True]), _past([False, True])
    ((2, 0.6666666666666666), (1, 0.0))
    """
    silent = sum(1 for _ in takewhile(lambda changed: not changed, changes))
    earlier = changes[silent:]
    return silent, (sum(earlier) + 1) / (len(earlier) + 2) if len(earlier) >= _FEWEST else 0.0


def _is_due(silent: int, share: float) -> bool:
    """Return whether a run of unchanged visits has just become unlikely, or is twice, four times … as long.

    >>> [silent for silent in range(1, 20) if _is_due(silent, 0.8)]
    [3, 6, 12]
    """
    first = next((length for length in range(1, _EVERY) if (1 - share) ** length < _UNLIKELY), 0)
    return first > 0 and silent % first == 0 and (silent // first).bit_count() == 1
