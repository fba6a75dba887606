"""The sample that a site is learned from: its pages with their evidence, and the detection of copies of one story.

A story at several URLs (print version, tracking parameters, agency copy) must not make its text look like template,
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
        If off (for the ablation), every page is a story of its own.
    shared : float
        Minimum share of the longer page's long body text that both have, with an equal headline (or one page without one).
    contained : float
        The same share of the shorter page's, with an equal headline that is not a headline of the whole site.
    common : int
        Texts on more pages than this, or on an eighth of the sample, are template and no evidence for copies.
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
        Number of the page's story; copies have the same.
    local : bool array, shape (b,)
        The page-level scorer's body, with known template texts.
    wanted : bool array, shape (b,)
        The second extractor's body (trafilatura's), or the page-level scorer's without one.
    voted : bool
        True if the second extractor was used and finds stories on this site.
    toc : bool
        True for a TOC page.
    """

    evidence: Evidence
    story: int
    local: Bools
    wanted: Bools
    voted: bool = False
    toc: bool = False


def vote(e: Evidence, extracted: str) -> Bools:
    """Return which blocks another extractor's text contains; short ones must be a whole line of it.

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
    """Return a number for each page, equal for copies of one story: the smallest index among them."""
    n = len(evidence)
    if not copies.collapse:
        return list(range(n))
    local = [page_level(e, (), score) for e in evidence]
    shared, total = _shared_text(evidence, local, copies.common)
    heads = [headline_key(e) for e in evidence]
    frequency = Counter(h for head in heads for h in head)
    sitewide = {h for h, count in frequency.items() if count > max(copies.common, 0.1 * n)}
    parent = list(range(n))  # a smaller page of the same story, or the page itself

    def first(page: int) -> int:
        while parent[page] != page:
            parent[page] = parent[parent[page]]  # halves the path for the next call
            page = parent[page]
        return page

    for (a, b), common in shared.items():
        same = heads[a] & heads[b]
        alike = bool(same) or not heads[a] or not heads[b]
        copy = alike and common >= copies.shared * max(total[a], total[b])
        part = bool(same) and not same & sitewide and common >= copies.contained * min(total[a], total[b])
        if copy or part:
            one, other = sorted((first(a), first(b)))
            parent[other] = one
    return [first(page) for page in range(n)]


def _shared_text(
    evidence: Sequence[Evidence], local: Sequence[Bools], common: int
) -> tuple[Counter[tuple[int, int]], list[int]]:
    """Return the characters of long body text that each pair of pages shares, and that each page has."""
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
    """Return the number of distinct stories."""
    return len({m.story for m in sample})
