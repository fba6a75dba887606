"""Compared: the two columns of a result page, asked of the engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from indexer.evaluate.rank_changes import ranks
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request, Results
from indexer.index.query import Query
from indexer.index.query_parser import parse
from indexer.index.suggestion import suggestion
from search_ui.asked import HITS_PER_PAGE, MOST_PAGES, Asked
from search_ui.change import Change, change_on_left, change_on_right
from search_ui.overlap import Overlap, Ranking, overlap, verdict

DEPTH = 100
"""Hits of each arm among which the other's stories are looked for, without highlights (some 3 ms an arm)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One hit as it is shown."""

    hit: Hit
    rank: int
    change: Change


@dataclass(frozen=True, slots=True)
class Column:
    """One arm's part of the page.

    Parameters
    ----------
    arm : Arm
    total : int
        Matches in all.
    milliseconds : float
        What a reader of this arm alone would have waited for the search.
    shown : tuple of Shown
    """

    arm: Arm
    total: int
    milliseconds: float
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """A result page; `query` is how what was typed was read, `better` one that finds something where it finds nothing."""

    left: Column
    right: Column
    overlap: Overlap
    verdict: str
    last_page: int
    query: Query
    better: Query | None


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one arm says: the page that is shown, and the first hits in brief."""

    arm: Arm
    page: Results
    milliseconds: float
    first: tuple[Hit, ...]
    offset: int

    @property
    def depth(self) -> int | None:
        """How many hits were looked through; None for all that there are."""
        looked = max(len(self.first), self.offset + len(self.page.hits))
        return None if looked >= self.page.total else looked

    @property
    def ranks(self) -> dict[str, int]:
        """Best rank of each story, on the shown page or among the first."""
        return {**ranks(self.page.hits, self.offset + 1), **ranks(self.first)}

    @property
    def ranking(self) -> Ranking:
        return Ranking(self.arm.value, self.page.total, tuple(hit.canonical_url for hit in self.first))


def compare(engine: Engine, asked: Asked, today: date | None = None, clock: Callable[[], float] = time.perf_counter) -> Compared:
    """Ask both arms the same.

    Parameters
    ----------
    engine : Engine
    asked : Asked
    today : date or None
        What `after:7d` is counted from; by default the present day (UTC).
    clock : callable
        Seconds; for the milliseconds of each column.

    Raises
    ------
    EngineError
        Where the engine cannot answer.
    """
    query = parse(asked.query, today)
    left, right = (_ask(engine, arm, asked, query, clock) for arm in (asked.left, asked.right))
    most = max(left.page.total, right.page.total)
    return Compared(
        left=_column(left, right, change_on_left),
        right=_column(right, left, change_on_right),
        overlap=overlap(left.ranking.stories, right.ranking.stories),
        verdict=verdict(left.ranking, right.ranking),
        query=query,
        better=None if most else suggestion(engine, asked.right, Request(query, asked.match)),
        last_page=min(MOST_PAGES, max(1, -(-most // HITS_PER_PAGE))),
    )


def _ask(engine: Engine, arm: Arm, asked: Asked, query: Query, clock: Callable[[], float]) -> _Answer:
    if not engine.count(arm):  # an arm is made with its first document: a site may have no article yet
        return _Answer(arm, Results(0, ()), 0.0, (), asked.offset)
    request = Request(query, asked.match, asked.sort, HITS_PER_PAGE, asked.offset)
    start = clock()
    page = engine.search(arm, request)
    milliseconds = 1000 * (clock() - start)
    first = engine.search(arm, replace(request, limit=DEPTH, offset=0, highlight=False))
    return _Answer(arm, page, milliseconds, _agreeing(page.hits, first.hits, asked.offset), asked.offset)


def _agreeing(shown: tuple[Hit, ...], first: tuple[Hit, ...], offset: int) -> tuple[Hit, ...]:
    """The first hits, in the order of the page where they are on it.

    An engine that scores a limited number of candidates may order the same place differently when it is asked for more.
    """
    if offset >= len(first):
        return first
    there = {hit.id for hit in shown}
    others = [hit for hit in first if hit.id not in there]
    return (*others[:offset], *shown, *others[offset:])


def _column(answer: _Answer, other: _Answer, change: Callable[[int, int | None, str, int | None], Change]) -> Column:
    elsewhere = other.ranks
    shown = (
        Shown(hit, rank, change(rank, elsewhere.get(hit.canonical_url), other.arm.value, other.depth))
        for rank, hit in enumerate(answer.page.hits, answer.offset + 1)
    )
    return Column(answer.arm, answer.page.total, answer.milliseconds, tuple(shown))
