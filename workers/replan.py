"""When to visit a site's front pages and sections again: sooner where a visit found something, later where it did not.

The interval is halved by a visit that found the page changed and doubled by one that did not, within limits: it needs no model, and follows
a section that wakes up or falls asleep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from indexer.outcome import Kind
from indexer.store.crawl_tables import State, Url, is_in
from indexer.store.visits import VisitRecord, history
from workers.frontier_queue import Frontier
from workers.frontier_values import Found

_PAGES = (Kind.FETCHED, Kind.CLEANED, Kind.INDEXED, Kind.NOT_ARTICLE, Kind.DUPLICATE, Kind.NOINDEX)
_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Revisiting:
    """How often pages are visited again.

    Parameters
    ----------
    depth : int
        Links from a start page, up to which pages are visited again: sections and front pages, not articles.
    first, shortest, longest : float
        Seconds: the interval of a page visited once, and the limits of all.
    """

    depth: int = 1
    first: float = 3_600.0
    shortest: float = 600.0
    longest: float = 7 * 86_400.0

    def __post_init__(self) -> None:
        if not 0 < self.shortest <= self.first <= self.longest or self.depth < 0:
            raise ValueError("intervals are positive and in order, and no page is less than no links away")


def interval(visits: Sequence[VisitRecord], params: Revisiting) -> float:
    """Seconds from the last visit to the next.

    >>> from indexer.outcome import Kind
    >>> seen = lambda changed: VisitRecord(2, 0.0, 200, Kind.FETCHED, "", changed, 0)
    >>> [interval([seen(changed)] * 2, Revisiting()) for changed in (None, True, False)]
    [3600.0, 900.0, 14400.0]
    """
    seconds = params.first
    for visit in visits:
        found = visit.changed or (visit.changed is not False and visit.visit > 1 and visit.new_links > 0)
        if found:
            seconds = max(seconds / 2, params.shortest)
        elif visit.changed is False:
            seconds = min(seconds * 2, params.longest)
    return seconds


def replan(frontier: Frontier, params: Revisiting | None = None) -> int:
    """Plan the next visit of pages that list others and have none; how many these were."""
    params = params or Revisiting()
    ended = select(Url.id, Url.url, Url.ended_at).where(
        is_in(State.ENDED), Url.depth <= params.depth, Url.outcome.in_([kind.value for kind in _PAGES])
    )
    plans = []
    with frontier.database.reading() as connection:
        for number, url, at in connection.execute(ended.order_by(Url.ended_at, Url.id).limit(_AT_ONCE)).all():
            plans.append(Found(url, -1, (at or 0.0) + interval(history(connection, number, 12), params)))
    return frontier.plan(plans)
