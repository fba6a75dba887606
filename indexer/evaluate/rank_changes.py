"""Rank changes: one query on two arms, whose hits are new, gone, copies, or at another rank.

A search in the other arm's index decides whether it finds a hit's document, so that the result is exact at any depth. Documents of
the two arms are paired story by story: first those of the same page, then a story's best hits on both sides.
The unpaired documents are the exact difference of the two sets of hits, and account for the difference of the totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request, Results
from indexer.index.query import within

DEPTH = 100
"""Hits of each arm whose ranks are known, without highlights (about 3 ms per arm)."""
_MOST_COPIES = 1_000
"""Limit of paired documents for the stories of one page of hits."""


@dataclass(frozen=True, slots=True)
class Side:
    """One arm and its request."""

    arm: Arm
    request: Request


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The other arm's document paired with a hit.

    Parameters
    ----------
    url : str
        Its page; "" if the other arm does not find the story. For a copy, the page found in its place.
    rank : int or None
        From 1; None without a document, or beyond the examined hits.
    copy : bool
        Whether the other arm has fewer documents of the story, which are paired with better hits.
    """

    url: str = ""
    rank: int | None = None
    copy: bool = False

    @property
    def found(self) -> bool:
        """Whether the other list has a document of its own for the hit.

        >>> [each.found for each in (Counterpart("u", 3), Counterpart("u"), Counterpart("u", 3, copy=True), Counterpart())]
        [True, True, False, False]
        """
        return bool(self.url) and not self.copy


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A hit of one column, its rank from 1, and its counterpart in the other column."""

    hit: Hit
    rank: int
    counterpart: Counterpart

    @property
    def other_rank(self) -> int | None:
        """The rank of its own document in the other column, if known."""
        return self.counterpart.rank if self.counterpart.found else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two columns of results for one request."""

    left_arm: Arm
    right_arm: Arm
    left: tuple[RankedHit, ...]
    right: tuple[RankedHit, ...]
    left_total: int
    right_total: int

    @property
    def shared(self) -> int:
        """Number of documents in both columns."""
        return sum(each.other_rank is not None and each.other_rank <= len(self.left) for each in self.right)


def compare_arms(
    engine: Engine, left: Arm, right: Arm, request: Request, headline_boosts: Mapping[Arm, float] | None = None
) -> Comparison:
    """Run the same request on both arms, each with its headline boost."""
    boosts = headline_boosts or {}
    sides = [Side(arm, replace(request, headline_boost=boosts.get(arm, 0.0))) for arm in (left, right)]
    first, second = (results(engine, side, max(request.limit, DEPTH)) for side in sides)
    return Comparison(
        left_arm=left,
        right_arm=right,
        left=_ranked(engine, first.hits[: request.limit], sides[0], sides[1], second.hits),
        right=_ranked(engine, second.hits[: request.limit], sides[1], sides[0], first.hits),
        left_total=first.total,
        right_total=second.total,
    )


def results(engine: Engine, side: Side, limit: int, offset: int = 0, *, highlight: bool = False) -> Results:
    """Search a side; an empty arm has no index yet and gives no results."""
    if not engine.count(side.arm):
        return Results(0, ())
    return engine.search(side.arm, replace(side.request, limit=limit, offset=offset, highlight=highlight))


def counterparts(engine: Engine, hits: Sequence[Hit], here: Side, there: Side, first: Sequence[Hit]) -> tuple[Counterpart, ...]:
    """Return the counterpart of each hit on the other side.

    Parameters
    ----------
    hits : sequence of Hit
        Hits of `here`, at any rank.
    first : sequence of Hit
        The first hits of `there`, for which ranks are known.

    Notes
    -----
    This takes two searches, restricted to the hits' stories.
    """
    stories = list(dict.fromkeys(hit.canonical_url for hit in hits))
    if not stories:
        return ()
    ours, theirs = (_by_story(engine, side, stories) for side in (here, there))
    ranks = {hit.id: rank for rank, hit in enumerate(first, 1)}
    pairs = {story: _pairs(ours.get(story, ()), theirs.get(story, ())) for story in stories}
    return tuple(_counterpart(hit, pairs[hit.canonical_url], theirs.get(hit.canonical_url, ()), ranks) for hit in hits)


def badge(rank: int, other_rank: int | None, absent: str) -> str:
    """Format a rank change: ▲ risen by, ▼ fallen by, = the same, or the word for absent.

    >>> badge(1, 4, "new"), badge(4, 1, "new"), badge(2, 2, "new"), badge(2, None, "new")
    ('▲3', '▼3', '=', 'new')
    """
    if other_rank is None:
        return absent
    if rank == other_rank:
        return "="
    return f"▲{other_rank - rank}" if rank < other_rank else f"▼{rank - other_rank}"


def _ranked(engine: Engine, hits: Sequence[Hit], here: Side, there: Side, first: Sequence[Hit]) -> tuple[RankedHit, ...]:
    pairs = zip(hits, counterparts(engine, hits, here, there, first), strict=True)
    return tuple(RankedHit(hit, rank, counterpart) for rank, (hit, counterpart) in enumerate(pairs, 1))


def _by_story(engine: Engine, side: Side, stories: Sequence[str]) -> Mapping[str, Sequence[Hit]]:
    """Return the documents of these stories that a side finds, best first."""
    narrowed = Side(side.arm, replace(side.request, query=within(side.request.query, stories), explain=False))
    found: dict[str, list[Hit]] = {}
    for hit in results(engine, narrowed, _MOST_COPIES).hits:
        found.setdefault(hit.canonical_url, []).append(hit)
    return found


def _pairs(ours: Sequence[Hit], theirs: Sequence[Hit]) -> Mapping[str, Hit]:
    """Map the id of each document of a story to its own document on the other side."""
    by_url = {hit.url: hit for hit in theirs}
    same = {hit.id: by_url[hit.url] for hit in ours if hit.url in by_url}
    taken = {hit.id for hit in same.values()}
    rest = zip((hit for hit in ours if hit.id not in same), (hit for hit in theirs if hit.id not in taken), strict=False)
    return same | {hit.id: other for hit, other in rest}


def _counterpart(hit: Hit, pairs: Mapping[str, Hit], theirs: Sequence[Hit], ranks: Mapping[str, int]) -> Counterpart:
    if not theirs:
        return Counterpart()
    other = pairs.get(hit.id)
    shown = other or theirs[0]
    return Counterpart(shown.url, ranks.get(shown.id), copy=other is None)
