"""The path guard: no rule may drop most of the pages' own text.

A subtree with text that both extractors want and that no other page has is not template, regardless of its heading or class;
only the node's own text is dropped then.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Bools
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample


@dataclass(frozen=True, slots=True)
class GuardParams:
    """When a dropped path is rescued.

    Parameters
    ----------
    guard : bool
        Switch.
    page_share : float
        Dropping it loses this share of a page's wanted text,
    pages : float
        on two of its pages and on this share of them;
    whole_share : float
        or it loses this share of the wanted text of all its pages together.
    """

    guard: bool = True
    page_share: float = 0.5
    pages: float = 0.1
    whole_share: float = 0.3

    def __post_init__(self) -> None:
        within(0, 1, page_share=self.page_share, pages=self.pages, whole_share=self.whole_share)


@dataclass(slots=True)
class _Loss:
    pages: int = 0
    badly: int = 0
    lost: float = 0.0
    wanted: float = 0.0


def rescued_paths(sample: ArticleSample, dropped: Collection[int], params: GuardParams) -> frozenset[int]:
    """Return the dropped paths that would lose too much of the text that both extractors want."""
    if not params.guard:
        return frozenset()
    losses: dict[int, _Loss] = defaultdict(_Loss)
    for page in sample.pages:
        wanted = _wanted(page)
        total = float(page.weight[wanted].sum())
        if total:
            top = _topmost(page, dropped)
            lost: Counter[int] = Counter()
            for k in np.flatnonzero(wanted).tolist():
                path = top.get(int(page.tree.node[k]))
                if path is not None:
                    lost[path] += page.weight[k]
            for path in set(top.values()):
                loss = losses[path]
                loss.pages += 1
                loss.badly += lost[path] >= params.page_share * total
                loss.lost += lost[path]
                loss.wanted += total
    return frozenset(
        path
        for path, loss in losses.items()
        if loss.badly >= max(2, params.pages * loss.pages) or loss.lost >= params.whole_share * loss.wanted
    )


def _wanted(page: ArticlePage) -> Bools:
    """Return the blocks in the container that both extractors want, unrepeated and mostly unlinked."""
    m = page.member
    inside = np.zeros(len(page.key), bool)
    inside[page.blocks] = True
    out: Bools = inside & m.wanted & m.local & ~page.repeated & (page.link_share < 0.5)
    return out


def _topmost(page: ArticlePage, dropped: Collection[int]) -> dict[int, int]:
    """Map each node under a dropped path inside the container to the path of its topmost dropped ancestor (or itself)."""
    tree = page.tree
    found: dict[int, int] = {}
    end = int(tree.end[page.container])
    i = page.container + 1
    paths = tree.path
    while i < end:
        path = int(paths[i])
        if path in dropped:
            until = int(tree.end[i])
            found.update((j, path) for j in range(i, until))
            i = until
        else:
            i += 1
    return found
