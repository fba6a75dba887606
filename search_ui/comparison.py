"""Comparison: the result page with the hits of two arms side by side."""

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
from search_ui.change import Change, change_on_left, change_on_right
from search_ui.difference import Listing, moved, one_sided
from search_ui.overlap import Overlap, Ranking, overlap, verdict
from search_ui.reason import Reason, reason_for
from search_ui.search_params import HITS_PER_PAGE, MOST_PAGES, SearchParams, Show


@dataclass(frozen=True, slots=True)
class ShownHit:
    """One displayed hit; `reason` explains why the other column has no document of its own for it, or is None if it has."""

    hit: Hit
    rank: int
    other_rank: int | None
    change: Change
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Column:
    """The column of one arm.

    Parameters
    ----------
    arm : Arm
    total : int
        Total number of matches.
    milliseconds : float
        Time of the search in this arm alone.
    shown : tuple of ShownHit
    """

    arm: Arm
    total: int
    milliseconds: float
    shown: tuple[ShownHit, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result page.

    Parameters
    ----------
    query : Query
        The parsed query.
    suggestion : Query or None
        A spelling correction with hits, if the query has none.
    listing : Listing or None
        The hits of one side, or those that moved, if `show` asks for them.
    facets : Counts or None
        Facets of the right arm.
    months : tuple of (str, int, int)
        Months of publication with their hits on the left and on the right; empty without facets.
    """

    left: Column
    right: Column
    overlap: Overlap
    verdict: str
    last_page: int
    query: Query
    suggestion: Query | None
    listing: Listing | None = None
    facets: Counts | None = None
    months: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Answer:
    """The response of one arm: the displayed page of hits, and the first hits in brief."""

    side: Side
    page: Results
    milliseconds: float
    first: tuple[Hit, ...]

    @property
    def ranking(self) -> Ranking:
        return Ranking(self.side.arm.value, self.page.total, tuple(dict.fromkeys(hit.canonical_url for hit in self.first)))


def compare(engine: Engine, params: SearchParams, today: date | None = None, clock: Callable[[], float] = time.perf_counter) -> Comparison:
    """Run the same query on both arms.

    Parameters
    ----------
    engine : Engine
    params : SearchParams
    today : date or None
        Reference day of relative dates such as `after:7d`; by default the current day (UTC).
    clock : callable
        Returns seconds; times each column.

    Raises
    ------
    EngineError
        If the engine fails.
    """
    query = parse(params.query, today)
    left, right = (_ask(engine, arm, params, query, clock) for arm in (params.left, params.right))
    most = max(left.page.total, right.page.total)
    both_columns = params.show is Show.ALL
    facets = engine.facets(params.right, right.side.request) if params.facets and right.page.total else None
    return Comparison(
        left=_column(engine, left, right, change_on_left, params) if both_columns else _heading(left),
        right=_column(engine, right, left, change_on_right, params) if both_columns else _heading(right),
        overlap=overlap(left.ranking.stories, right.ranking.stories),
        verdict=verdict(left.ranking, right.ranking),
        query=replace(query, notes=(*query.notes, CUT)) if left.page.cut or right.page.cut else query,
        suggestion=None if most else suggestion(engine, params.right, Request(query, params.match)),
        last_page=min(MOST_PAGES, max(1, -(-most // HITS_PER_PAGE))),
        listing=None if both_columns else _listing(engine, params, left, right),
        facets=facets,
        months=_months(engine.facets(params.left, left.side.request), facets) if facets else (),
    )


def _months(left: Counts, right: Counts) -> tuple[tuple[str, int, int], ...]:
    """Return the months of publication, latest first, with the number of hits in both columns."""
    before, after = dict(left[Facet.MONTH]), dict(right[Facet.MONTH])
    return tuple((month, before.get(month, 0), after.get(month, 0)) for month in sorted(before | after, reverse=True)[:MOST_MONTHS])


def chart_rows(column: Column) -> list[tuple[int, int | None, str]]:
    """Return the ranks of a column in the format of `slopes`."""
    return [(each.rank, each.other_rank, each.change.kind.value) for each in column.shown]


def _ask(engine: Engine, arm: Arm, params: SearchParams, query: Query, clock: Callable[[], float]) -> _Answer:
    side = Side(arm, Request(query, params.match, params.sort, explain=params.why and params.show is Show.ALL))
    start = clock()
    page = results(engine, side, HITS_PER_PAGE, params.offset, highlight=True)
    milliseconds = 1000 * (clock() - start)
    brief = Side(arm, Request(query, params.match, params.sort))
    first = results(engine, brief, max(DEPTH, params.offset + HITS_PER_PAGE))
    return _Answer(side, page, milliseconds, _in_page_order(page.hits, first.hits, params.offset))


def _in_page_order(shown: tuple[Hit, ...], first: tuple[Hit, ...], offset: int) -> tuple[Hit, ...]:
    """Return the first hits, with those on the page in the page's order.

    An engine that scores a limited number of candidates can rank the same hits differently in a larger request.
    """
    there = {hit.id for hit in shown}
    others = [hit for hit in first if hit.id not in there]
    return (*others[:offset], *shown, *others[offset:])


def _heading(answer: _Answer) -> Column:
    return Column(answer.side.arm, answer.page.total, answer.milliseconds, ())


def _column(
    engine: Engine, answer: _Answer, other: _Answer, change: Callable[..., Change], params: SearchParams
) -> Column:
    here, there, depth = answer.side.arm, other.side.arm, len(other.first)
    found = counterparts(engine, answer.page.hits, answer.side, other.side, other.first)
    shown = (
        ShownHit(
            hit,
            rank,
            counterpart.rank if counterpart.found else None,
            change(rank, counterpart, there.value, depth),
            None if counterpart.found else reason_for(engine, hit, counterpart, here, there, answer.side.request.query),
        )
        for rank, (hit, counterpart) in enumerate(zip(answer.page.hits, found, strict=True), params.offset + 1)
    )
    return Column(here, answer.page.total, answer.milliseconds, tuple(shown))


def _listing(engine: Engine, params: SearchParams, left: _Answer, right: _Answer) -> Listing:
    if params.show is Show.MOVED:
        return moved(engine, right.side, left.side, right.first, left.first, params.after)
    here, there = (left, right) if params.show is Show.LEFT else (right, left)
    return one_sided(engine, here.side, there.side, there.first, here.page.total, params.after)
