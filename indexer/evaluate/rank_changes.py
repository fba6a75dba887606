"""One query on two arms: which hits are new, gone, copies, or at another rank.

Whether the other arm finds a hit's document is asked of its index, not read off the first hits; so it is exact at any depth. Documents of
the two arms are paired story by story: those of one page first, then the best hit of a story on one side with its best on the other.
What is left over is the exact difference of the two sets of hits: the totals differ by as many as are listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request, Results
from indexer.index.query import within

DEPTH = 100
"""Hits of each arm whose ranks are known, without highlights (some 3 ms an arm)."""
_MOST_COPIES = 1_000
"""Documents of the stories of one page of hits that are paired."""


@dataclass(frozen=True, slots=True)
class Side:
    """One arm and what it is asked, with its own settings."""

    arm: Arm
    request: Request


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The document of the other arm that a hit is paired with.

    Parameters
    ----------
    url : str
        Its page; "" where the other arm does not find the story. Of a copy, the one that is found in its place.
    rank : int or None
        From 1; None where there is none, or it lies beyond the hits that were looked through.
    copy : bool
        Whether the other arm finds the story fewer times, and better hits have its documents.
    """

    url: str = ""
    rank: int | None = None
    copy: bool = False

    @property
    def found(self) -> bool:
        """Whether the hit has a document of its own in the other list.

        >>> [each.found for each in (Counterpart("u", 3), Counterpart("u"), Counterpart("u", 3, copy=True), Counterpart())]
        [True, True, False, False]
        """
        return bool(self.url) and not self.copy


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A hit of one column, its rank from 1, and what it is in the other column."""

    hit: Hit
    rank: int
    counterpart: Counterpart

    @property
    def other_rank(self) -> int | None:
        """The rank of its own document in the other column, where that is known."""
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
        """Number of documents that both columns show."""
        return sum(each.other_rank is not None and each.other_rank <= len(self.left) for each in self.right)


def compare_arms(
    engine: Engine, left: Arm, right: Arm, request: Request, headline_boosts: Mapping[Arm, float] | None = None
) -> Comparison:
    """Ask both arms the same, each with its headline boost."""
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
    """What a side answers; nothing where the arm has no document (an arm is made with its first one)."""
    if not engine.count(side.arm):
        return Results(0, ())
    return engine.search(side.arm, replace(side.request, limit=limit, offset=offset, highlight=highlight))


def counterparts(engine: Engine, hits: Sequence[Hit], here: Side, there: Side, first: Sequence[Hit]) -> tuple[Counterpart, ...]:
    """What each hit is paired with on the other side.

    Parameters
    ----------
    hits : sequence of Hit
        Of `here`, at any rank.
    first : sequence of Hit
        The hits of `there` from rank 1 on, as many as ranks are wanted for.

    Notes
    -----
    Two searches, of the hits' stories alone.
    """
    stories = list(dict.fromkeys(hit.canonical_url for hit in hits))
    if not stories:
        return ()
    ours, theirs = (_by_story(engine, side, stories) for side in (here, there))
    ranks = {hit.id: rank for rank, hit in enumerate(first, 1)}
    pairs = {story: _pairs(ours.get(story, ()), theirs.get(story, ())) for story in stories}
    return tuple(_counterpart(hit, pairs[hit.canonical_url], theirs.get(hit.canonical_url, ()), ranks) for hit in hits)


def badge(rank: int, other_rank: int | None, absent: str) -> str:
    """How a rank differs from the other column's: ▲ risen by, ▼ fallen by, = the same, or the word for absent.

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
    """The documents of these stories that a side finds, best first."""
    narrowed = Side(side.arm, replace(side.request, query=within(side.request.query, stories), explain=False))
    found: dict[str, list[Hit]] = {}
    for hit in results(engine, narrowed, _MOST_COPIES).hits:
        found.setdefault(hit.canonical_url, []).append(hit)
    return found


def _pairs(ours: Sequence[Hit], theirs: Sequence[Hit]) -> Mapping[str, Hit]:
    """For the id of each document of a story its own document of the other side."""
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
