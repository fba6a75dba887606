"""One query on two arms: which hits are new, gone, or at another rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request, Results


@dataclass(frozen=True, slots=True)
class RankedHit:
    """A hit of one column and where its story stands in the other.

    Parameters
    ----------
    rank : int
        From 1.
    other_rank : int or None
        None where the other column does not show the story.
    """

    hit: Hit
    rank: int
    other_rank: int | None


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
        """Number of stories that both columns show."""
        return sum(each.other_rank is not None for each in self.right)


def compare_arms(
    engine: Engine, left: Arm, right: Arm, request: Request, headline_boosts: Mapping[Arm, float] | None = None
) -> Comparison:
    """Ask both arms the same, each with its headline boost; stories are matched by their canonical URL, copies at their best rank."""
    boosts = headline_boosts or {}
    first, second = (engine.search(arm, replace(request, headline_boost=boosts.get(arm, 0.0))) for arm in (left, right))
    return Comparison(
        left_arm=left,
        right_arm=right,
        left=_against(first, ranks(second.hits)),
        right=_against(second, ranks(first.hits)),
        left_total=first.total,
        right_total=second.total,
    )


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


def ranks(hits: Sequence[Hit], first: int = 1) -> dict[str, int]:
    """The rank of each story, by its canonical URL; a story found twice has its best.

    Parameters
    ----------
    hits : sequence of Hit
    first : int
        The rank of the first of them.

    Examples
    --------
    >>> from indexer.index.highlight import Marked
    >>> hits = [Hit(url, url, url[0], 1.0, Marked("")) for url in ("a?copy", "a", "b")]
    >>> ranks(hits)
    {'a': 1, 'b': 3}
    """
    out: dict[str, int] = {}
    for rank, hit in enumerate(hits, first):
        out.setdefault(hit.canonical_url, rank)
    return out


def _against(results: Results, other: dict[str, int]) -> tuple[RankedHit, ...]:
    return tuple(
        RankedHit(hit, rank, other.get(hit.canonical_url)) for rank, hit in enumerate(results.hits, 1)
    )
