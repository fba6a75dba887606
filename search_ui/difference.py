"""Difference lists: the hits that only one arm has, or that both have at different ranks, at any depth.

Numbered pages would require a scan of all earlier hits. A list therefore begins after a given rank, scans the hits from there, and
returns the rank at which the next list continues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.evaluate.rank_changes import Counterpart, Side, counterparts, results
from indexer.index.engine import Engine, Hit
from indexer.index.query import within
from search_ui.reason import Cause, Reason, reason_for
from search_ui.search_params import HITS_PER_PAGE, MOST_RANKS

_BATCH = 100
_MOST_LOOKED_AT = 1_000
"""Hits that one request scans, in about 200 ms."""
_MOST_COUNTED = 500
"""Largest number of hits whose causes are counted."""


@dataclass(frozen=True, slots=True)
class ListedHit:
    """One hit of a list; `other_rank` is set if it moved, `reason` if the other arm does not find it."""

    hit: Hit
    rank: int
    other_rank: int | None
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Listing:
    """A part of a list of differences.

    Parameters
    ----------
    listed : tuple of ListedHit
        In order of rank.
    after : int
        The rank after which the list continues; 0 at its end.
    looked : int
        The last rank scanned.
    causes : mapping of Cause to int
        Causes of all hits of the list, most frequent first; empty if there are too many hits to scan, and in a continued list.
    """

    listed: tuple[ListedHit, ...]
    after: int
    looked: int
    causes: Mapping[Cause, int]


def one_sided(engine: Engine, here: Side, there: Side, first: Sequence[Hit], total: int, after: int = 0) -> Listing:
    """Return the hits of `here` without a document of their own among those of `there`, after a rank.

    Parameters
    ----------
    first : sequence of Hit
        The first hits of `there`.
    total : int
        Number of hits of `here`.
    """
    found: list[ListedHit] = []
    looked, end = after, min(total, MOST_RANKS, after + _MOST_LOOKED_AT)
    for rank, hit, counterpart in _pairs(engine, here, there, first, after, end):
        if not counterpart.found:
            if len(found) == HITS_PER_PAGE:
                break
            found.append(ListedHit(hit, rank, None, reason_for(engine, hit, counterpart, here.arm, there.arm, here.request.query)))
        looked = rank
    goes_on = looked < min(total, MOST_RANKS) and (len(found) == HITS_PER_PAGE or looked >= end)
    causes = {} if after else _causes(engine, here, there, first, total)
    return Listing(_highlighted(engine, here, found), looked if goes_on else 0, looked, causes)


def moved(engine: Engine, here: Side, there: Side, hits: Sequence[Hit], first: Sequence[Hit], after: int = 0) -> Listing:
    """Return the first hits of `here` that `there` has at another rank, after a rank."""
    found = [
        ListedHit(hit, rank, counterpart.rank, None)
        for rank, (hit, counterpart) in enumerate(zip(hits, counterparts(engine, hits, here, there, first), strict=True), 1)
        if counterpart.found and counterpart.rank not in {None, rank} and rank > after
    ]
    shown = found[:HITS_PER_PAGE]
    last = shown[-1].rank if shown else after
    return Listing(_highlighted(engine, here, shown), last if len(found) > len(shown) else 0, len(hits), {})


def _pairs(
    engine: Engine, here: Side, there: Side, first: Sequence[Hit], start: int, end: int
) -> Iterator[tuple[int, Hit, Counterpart]]:
    """Yield rank, hit and counterpart of the hits after rank `start` up to rank `end`."""
    brief = replace(here, request=replace(here.request, explain=False))
    for offset in range(start, end, _BATCH):
        hits = results(engine, brief, min(_BATCH, end - offset), offset).hits
        for number, (hit, counterpart) in enumerate(zip(hits, counterparts(engine, hits, brief, there, first), strict=True), 1):
            yield offset + number, hit, counterpart


def _causes(engine: Engine, here: Side, there: Side, first: Sequence[Hit], total: int) -> Mapping[Cause, int]:
    if total > _MOST_COUNTED:
        return {}
    counted = Counter(
        reason_for(engine, hit, counterpart, here.arm, there.arm, here.request.query).cause
        for _, hit, counterpart in _pairs(engine, here, there, first, 0, total)
        if not counterpart.found
    )
    return dict(counted.most_common())


def _highlighted(engine: Engine, side: Side, listed: Sequence[ListedHit]) -> tuple[ListedHit, ...]:
    """Return the same hits with snippets."""
    if not listed:
        return ()
    stories = dict.fromkeys(each.hit.canonical_url for each in listed)
    narrowed = replace(side, request=replace(side.request, query=within(side.request.query, stories)))
    marked = {hit.id: hit for hit in results(engine, narrowed, _BATCH, highlight=True).hits}
    return tuple(replace(each, hit=marked.get(each.hit.id, each.hit)) for each in listed)
