"""The sample that a site is learned from: its pages with their evidence, and which of them are copies of one story.

A story that stands under several URLs (print version, tracking parameters, agency copy) must not teach that its text is template,
so everything below counts *stories*, not pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Bools
from indexer.page.blocks import key
from indexer.page.page_level import page_level
from indexer.page.score import Evidence, ScoreParams, headline_key
from indexer.ranges import within


@dataclass(frozen=True, slots=True)
class CopyParams:
    """When two pages are copies of one story.

    Parameters
    ----------
    collapse : bool
        Off for the ablation: every page is a story of its own.
    shared : float
        Share of the longer page's long body text that both hold, with an equal headline (or one of them without any).
    contained : float
        Share of the shorter page's, with an equal headline that is not a headline of the whole site.
    common : int
        Texts on more pages than this, or an eighth of the sample, are template and say nothing about copies.
    """

    collapse: bool = True
    shared: float = 0.8
    contained: float = 0.95
    common: int = 12

    def __post_init__(self) -> None:
        within(0, 1, shared=self.shared, contained=self.contained)
        within(1, common=self.common)


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """One page of the sample.

    Parameters
    ----------
    evidence : Evidence
    story : int
        Number of the story that the page tells; copies have the same.
    local : bool array, shape (b,)
        The page-level scorer's body, with the site's template texts known.
    wanted : bool array, shape (b,)
        The second extractor's body (trafilatura's), or the page-level scorer's where there is none.
    voted : bool
        Whether the second extractor was asked, and finds stories on this site.
    toc : bool
        Whether the page is a table of contents.
    """

    evidence: Evidence
    story: int
    local: Bools
    wanted: Bools
    voted: bool = False
    toc: bool = False


def vote(e: Evidence, extracted: str) -> Bools:
    """Which blocks another extractor's text holds: short ones as a whole line of it.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> page = parse("<p>The whole of a longer paragraph</p><p>Menu</p><p>Short line</p>")
    >>> vote(gather(page, ScoreParams()), "The whole of a longer paragraph and menu\\nShort line").tolist()
    [True, False, True]
    """
    whole = key(extracted)
    lines = {key(line) for line in extracted.split("\n")}
    return np.fromiter((len(k) > 1 and (k in lines or (len(k) >= 25 and k in whole)) for k in e.key), bool, len(e.key))


def stories(evidence: Sequence[Evidence], copies: CopyParams, score: ScoreParams) -> list[int]:
    """A number for each page, equal for copies of one story: the smallest index among them."""
    n = len(evidence)
    if not copies.collapse:
        return list(range(n))
    from networkx.utils import UnionFind  # here, because it takes a quarter of a second and only the fit needs it

    local = [page_level(e, (), score) for e in evidence]
    shared, total = _shared_text(evidence, local, copies.common)
    heads = [headline_key(e) for e in evidence]
    frequency = Counter(h for head in heads for h in head)
    sitewide = {h for h, count in frequency.items() if count > max(copies.common, 0.1 * n)}
    found = UnionFind(range(n))
    for (a, b), common in shared.items():
        same = heads[a] & heads[b]
        alike = bool(same) or not heads[a] or not heads[b]
        copy = alike and common >= copies.shared * max(total[a], total[b])
        part = bool(same) and not same & sitewide and common >= copies.contained * min(total[a], total[b])
        if copy or part:
            found.union(a, b)
    smallest: dict[int, int] = {}
    for i in range(n):
        smallest.setdefault(found[i], i)
    return [smallest[found[i]] for i in range(n)]


def _shared_text(
    evidence: Sequence[Evidence], local: Sequence[Bools], common: int
) -> tuple[Counter[tuple[int, int]], list[int]]:
    """Characters of long body text that each pair of pages shares, and that each page has."""
    n = len(evidence)
    holders: dict[str, list[int]] = defaultdict(list)
    total = [0] * n
    for i, (e, keep) in enumerate(zip(evidence, local, strict=True)):
        for k in sorted({e.key[b] for b in np.flatnonzero(keep & (e.page.weight >= 60)).tolist()}):
            holders[k].append(i)
            total[i] += len(k)
    shared: Counter[tuple[int, int]] = Counter()
    for k, pages in holders.items():
        if 1 < len(pages) <= max(common, n // 8):
            for a, first in enumerate(pages):
                for second in pages[a + 1 :]:
                    shared[first, second] += len(k)
    return shared, total


def story_count(sample: Sequence[Member]) -> int:
    """Number of different stories."""
    return len({m.story for m in sample})
