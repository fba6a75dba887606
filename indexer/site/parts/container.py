"""Containers: the places of a site's templates that hold its articles, found by greedy cover.

A site has one container for most of its articles, and a few more for interviews, galleries, an old design. A path's score on a page is
its best node's sum of block scores. The path with the largest sum over the pages wins, the pages it covers are removed, and the search
repeats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Floats
from indexer.page.score import best_node
from indexer.ranges import within
from indexer.site.sample import Member

_LINES = frozenset({"p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "dd", "dt", "address", "figcaption"})
"""Elements for one paragraph: on pages of one paragraph its parent is the container."""


@dataclass(frozen=True, slots=True)
class ContainerParams:
    """Limits of the cover.

    Parameters
    ----------
    search : bool
        If off (for the ablation), the body is the container of every page.
    cap : float
        Maximum number of letters of a page's vote, so that one long page does not decide.
    covered : float
        A page is covered if the path's best node has this share of the page's best sum.
    least : float
        A container covers at least two stories and this share of all.
    most : int
        Maximum number of containers.
    """

    search: bool = True
    cap: float = 3000.0
    covered: float = 0.8
    least: float = 0.02
    most: int = 12

    def __post_init__(self) -> None:
        within(0, 1, covered=self.covered, least=self.least)
        within(1, cap=self.cap, most=self.most)


@dataclass(frozen=True, slots=True)
class _Candidates:
    """One page's candidate containers: path to best sum, instances per path, and the page's best sum."""

    best_by_path: Mapping[int, float]
    instances: Mapping[int, int]
    best: float
    story: int


def find_containers(
    sample: Sequence[Member], scores: Sequence[Floats], params: ContainerParams, margin: float
) -> list[int]:
    """Return the paths of the containers, the best first.

    Parameters
    ----------
    scores : sequence of float arrays, shape (b,) each
        Signed block scores of each page.
    margin : float
        As in `best_node`.
    """
    if not params.search:
        bodies = {int(m.evidence.tree.path[0]) for m in sample}
        return sorted(bodies)
    pages = [_candidates(m, s, margin) for m, s in zip(sample, scores, strict=True)]
    depth = _depths(sample)
    stories = len({m.story for m in sample})
    least = max(2, params.least * stories)
    found: list[int] = []
    left = list(range(len(pages)))
    while left and len(found) < params.most:
        chosen = _next_container(pages, left, depth, least, params)
        if chosen is None:
            break
        path, covered = chosen
        found.append(path)
        left = [i for i in left if i not in covered]
    return found


def _next_container(
    pages: Sequence[_Candidates], left: Sequence[int], depth: Mapping[int, int], least: float, params: ContainerParams
) -> tuple[int, set[int]] | None:
    """Return the path with the largest sum among those that cover enough stories of the remaining pages, and the pages it covers.

    A path may have the largest sum and cover almost nothing: the body, if several templates share its content.
    """
    total: dict[int, float] = defaultdict(float)
    for i in left:
        page = pages[i]
        for path, value in page.best_by_path.items():
            total[path] += min(page.best, params.cap) * value / page.best / page.instances[path]
    for path in sorted(total, key=lambda p: (round(total[p], 3), depth[p], p), reverse=True):
        covered = {i for i in left if pages[i].best_by_path.get(path, 0.0) >= params.covered * pages[i].best}
        if len({pages[i].story for i in covered}) >= least:
            return path, covered
    return None


def _candidates(m: Member, score: Floats, margin: float) -> _Candidates:
    tree = m.evidence.tree
    _, sums = best_node(tree, score, margin)
    positive = np.flatnonzero(sums > 0)
    by_path: dict[int, float] = {}
    instances: Counter[int] = Counter()
    for i, path, value in zip(positive.tolist(), tree.path[positive].tolist(), sums[positive].tolist(), strict=True):
        if tree.tag[i] in _LINES:
            continue
        instances[path] += 1
        if value > by_path.get(path, 0.0):
            by_path[path] = value
    return _Candidates(by_path, instances, float(sums.max()) if len(positive) else 1.0, m.story)


def _depths(sample: Iterable[Member]) -> dict[int, int]:
    """Return the smallest depth at which each path occurs, which does not depend on the order of the pages."""
    found: dict[int, int] = {}
    for m in sample:
        tree = m.evidence.tree
        depth = [0] * len(tree.path)
        for i, (path, parent) in enumerate(zip(tree.path.tolist(), tree.parent.tolist(), strict=True)):
            depth[i] = depth[parent] + 1 if parent >= 0 else 0
            found[path] = min(found.get(path, depth[i]), depth[i])
    return found


def choose_container(m: Member, score: Floats, rank: Mapping[int, int]) -> int | None:
    """Return the node of a page that is its container (the best-ranked path's instance with the largest sum), or None."""
    tree = m.evidence.tree
    sums = tree.subtree_sum(score)
    best: tuple[int, float] | None = None
    chosen = None
    for i, path in enumerate(tree.path.tolist()):
        if path in rank and sums[i] > 0:
            candidate = (-rank[path], float(sums[i]))
            if best is None or candidate > best:
                best, chosen = candidate, i
    return chosen
