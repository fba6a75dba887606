"""SEW's pruning heuristics (section 3.2.2): they remove single links from a link set, or discard the set as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import pairwise
from statistics import fmean, pstdev
from typing import TypeVar

from indexer.page.link_nodes import LinkNode
from indexer.site.methods.sew_params import ANCHOR, DIS_DIFF, HEURISTICS, LINK_DUP, LINK_SET_DUP, MAX_NUM_WORD, STYLE, SewParams
from indexer.urls import resolve

_Key = TypeVar("_Key", bound=Hashable)


def anchor(links: Sequence[LinkNode]) -> list[LinkNode]:
    """Anchor: keep the links of the more frequent kind, texts or images."""
    return _largest(links, [link.image for link in links])


def link_dup(links: Sequence[LinkNode], base: str) -> list[LinkNode]:
    """LinkDup: keep the first of links with one name or one URL. Images without a name have no name in common."""
    names: set[str] = set()
    urls: set[str] = set()
    kept = []
    for link in links:
        url = resolve(base, link.href) or link.href
        if url not in urls and not (link.name and link.name in names):
            kept.append(link)
        names.add(link.name)
        urls.add(url)
    return kept


def style(links: Sequence[LinkNode]) -> list[LinkNode]:
    """Style: keep the largest group whose nodes look alike all along the path."""
    return _largest(links, [link.style for link in links])


def dis_diff(links: Sequence[LinkNode], far: float) -> list[LinkNode]:
    """DisDiff: keep the links before a distance that is much larger than the others, measured in links of the page.

    >>> def link(n): return LinkNode(n, (), (), "", False, "")
    >>> [node.number for node in dis_diff([link(n) for n in [*range(12), 60, 61]], 3)]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """
    gaps = [after.number - before.number for before, after in pairwise(links)]
    if not gaps:
        return list(links)
    limit = fmean(gaps) + far * pstdev(gaps)
    cut = next((i for i, gap in enumerate(gaps) if gap > limit), len(gaps))
    return list(links[: cut + 1])


def max_num_word(links: Sequence[LinkNode], words: float) -> list[LinkNode]:
    """MaxNumWord: keep no link if anchors are long."""
    return [] if links and fmean(len(link.name.split()) for link in links) >= words else list(links)


def link_set_dup(links: Sequence[LinkNode], base: str, known: Collection[frozenset[str]]) -> list[LinkNode]:
    """LinkSetDup: keep no link if the set was found on another page."""
    return [] if targets(links, base) in known else list(links)


def targets(links: Sequence[LinkNode], base: str) -> frozenset[str]:
    """Return the URLs that a set leads to, which identify it on other pages."""
    return frozenset(resolve(base, link.href) or link.href for link in links)


def prune(links: Sequence[LinkNode], base: str, known: Collection[frozenset[str]], params: SewParams) -> list[LinkNode]:
    """Apply all heuristics that the params name, in the order of figure 2."""
    steps: dict[str, Callable[[list[LinkNode]], list[LinkNode]]] = {
        ANCHOR: anchor,
        LINK_DUP: lambda some: link_dup(some, base),
        STYLE: style,
        DIS_DIFF: lambda some: dis_diff(some, params.far),
        MAX_NUM_WORD: lambda some: max_num_word(some, params.words),
        LINK_SET_DUP: lambda some: link_set_dup(some, base, known),
    }
    kept = list(links)
    for name in HEURISTICS:
        if name in params.heuristics:
            kept = steps[name](kept)
    return kept


def _largest(links: Sequence[LinkNode], keys: Sequence[_Key]) -> list[LinkNode]:
    """Return the links with the most frequent key; of equally frequent ones, the first to occur."""
    groups: dict[_Key, list[LinkNode]] = defaultdict(list)
    for link, key in zip(links, keys, strict=True):
        groups[key].append(link)
    return max(groups.values(), key=len, default=[])
