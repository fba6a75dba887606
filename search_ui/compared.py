"""Compared: the two columns of a result page, asked of the engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from indexer.evaluate.rank_changes import DEPTH, Side, counterparts, results
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request, Results
from indexer.index.facets import MOST_MONTHS, Counts, Facet
from indexer.index.query import CUT, Query
from indexer.index.query_parser import parse
from indexer.index.suggestion import suggestion
from search_ui.asked import HITS_PER_PAGE, MOST_PAGES, Asked, Show
from search_ui.change import Change, change_on_left, change_on_right
from search_ui.difference import Listing, moved, one_sided
from search_ui.overlap import Overlap, Ranking, overlap, verdict
from search_ui.reason import Reason, reason_for


@dataclass(frozen=True, slots=True)
class Shown:
    """One hit as it is shown; `reason` says why it has no document of its own in the other column, None where it has one."""

    hit: Hit
    rank: int
    other_rank: int | None
    change: Change
    reason: Reason | None


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
    """A result page.

    Parameters
    ----------
    query : Query
        How what was typed was read.
    better : Query or None
        One that finds something where it finds nothing.
    listing : Listing or None
        The hits of one side, or those that moved, where these were asked for.
    facets : Counts or None
        Of the right arm.
    months : tuple of (str, int, int)
        With the facets: months of publication, and their hits on the left and on the right.
    """

    left: Column
    right: Column
    overlap: Overlap
    verdict: str
    last_page: int
    query: Query
    better: Query | None
    listing: Listing | None = None
    facets: Counts | None = None
    months: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one arm says: the page that is shown, and the first hits in brief."""

    side: Side
    page: Results
    milliseconds: float
    first: tuple[Hit, ...]

    @property
    def ranking(self) -> Ranking:
        return Ranking(self.side.arm.value, self.page.total, tuple(dict.fromkeys(hit.canonical_url for hit in self.first)))


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
    whole = asked.show is Show.ALL
    facets = engine.facets(asked.right, right.side.request) if asked.facets and right.page.total else None
    return Compared(
        left=_column(engine, left, right, change_on_left, asked) if whole else _heading(left),
        right=_column(engine, right, left, change_on_right, asked) if whole else _heading(right),
        overlap=overlap(left.ranking.stories, right.ranking.stories),
        verdict=verdict(left.ranking, right.ranking),
        query=replace(query, notes=(*query.notes, CUT)) if left.page.cut or right.page.cut else query,
        better=None if most else suggestion(engine, asked.right, Request(query, asked.match)),
        last_page=min(MOST_PAGES, max(1, -(-most // HITS_PER_PAGE))),
        listing=None if whole else _listing(engine, asked, left, right),
        facets=facets,
        months=_months(engine.facets(asked.left, left.side.request), facets) if facets else (),
    )


def _months(left: Counts, right: Counts) -> tuple[tuple[str, int, int], ...]:
    """Months, the latest first, with the hits of both columns that were published in them."""
    before, after = dict(left[Facet.MONTH]), dict(right[Facet.MONTH])
    return tuple((month, before.get(month, 0), after.get(month, 0)) for month in sorted(before | after, reverse=True)[:MOST_MONTHS])


def chart_rows(column: Column) -> list[tuple[int, int | None, str]]:
    """The ranks of a column as a slope chart takes them."""
    return [(each.rank, each.other_rank, each.change.kind.value) for each in column.shown]


def _ask(engine: Engine, arm: Arm, asked: Asked, query: Query, clock: Callable[[], float]) -> _Answer:
    side = Side(arm, Request(query, asked.match, asked.sort, explain=asked.why and asked.show is Show.ALL))
    start = clock()
    page = results(engine, side, HITS_PER_PAGE, asked.offset, highlight=True)
    milliseconds = 1000 * (clock() - start)
    brief = Side(arm, Request(query, asked.match, asked.sort))
    first = results(engine, brief, max(DEPTH, asked.offset + HITS_PER_PAGE))
    return _Answer(side, page, milliseconds, _agreeing(page.hits, first.hits, asked.offset))


def _agreeing(shown: tuple[Hit, ...], first: tuple[Hit, ...], offset: int) -> tuple[Hit, ...]:
    """The first hits, in the order of the page where they are on it.

    An engine that scores a limited number of candidates may order the same place differently when it is asked for more.
    """
    there = {hit.id for hit in shown}
    others = [hit for hit in first if hit.id not in there]
    return (*others[:offset], *shown, *others[offset:])


def _heading(answer: _Answer) -> Column:
    return Column(answer.side.arm, answer.page.total, answer.milliseconds, ())


def _column(
    engine: Engine, answer: _Answer, other: _Answer, change: Callable[..., Change], asked: Asked
) -> Column:
    here, there, depth = answer.side.arm, other.side.arm, len(other.first)
    found = counterparts(engine, answer.page.hits, answer.side, other.side, other.first)
    shown = (
        Shown(
            hit,
            rank,
            counterpart.rank if counterpart.found else None,
            change(rank, counterpart, there.value, depth),
            None if counterpart.found else reason_for(engine, hit, counterpart, here, there, answer.side.request.query),
        )
        for rank, (hit, counterpart) in enumerate(zip(answer.page.hits, found, strict=True), asked.offset + 1)
    )
    return Column(here, answer.page.total, answer.milliseconds, tuple(shown))


def _listing(engine: Engine, asked: Asked, left: _Answer, right: _Answer) -> Listing:
    if asked.show is Show.MOVED:
        return moved(engine, right.side, left.side, right.first, left.first, asked.after)
    here, there = (left, right) if asked.show is Show.LEFT else (right, left)
    return one_sided(engine, here.side, there.side, there.first, here.page.total, asked.after)
