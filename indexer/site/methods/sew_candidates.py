"""SEW's candidate link sets of one page: links of one depth, grouped by their paths, pruned (GENCANLINKSET, figure 2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from indexer.page.link_nodes import LinkNode
from indexer.site.methods.sew_features import LinkSet
from indexer.site.methods.sew_params import SewParams
from indexer.site.methods.sew_pruning import prune


def candidates(links: Sequence[LinkNode], base: str, known: Collection[frozenset[str]], params: SewParams) -> list[LinkSet]:
    """The candidate link sets, in the order in which they are found.

    What a heuristic takes out of a set stays for another round, and may become a set of its own, as the second half of a set that DisDiff
    has parted; a set that is discarded as a whole does not come back.

    Parameters
    ----------
    base : str
        The URL that the links are relative to.
    known : collection of frozenset of str
        The targets of navigation link sets of other pages.

    Notes
    -----
    Each round takes at least one link, so that it ends; a page of n links all styled differently takes n rounds, hence `params.links`.
    """
    found: list[LinkSet] = []
    left = list(links[: params.links])
    while left:
        depth = len(left[0].path)
        level = [link for link in left if len(link.path) == depth]
        if len(level) == 1:
            left.remove(level[0])
            continue
        done: set[int] = set()
        for same_path in _by_path(level):
            kept = prune(same_path, base, known, params)
            if params.fewest < len(kept) < params.most:
                found.append(tuple(kept))
            done.update(link.number for link in kept or same_path)
        left = [link for link in left if link.number not in done]
    return found


def _by_path(links: Sequence[LinkNode]) -> list[list[LinkNode]]:
    """GROUPBYPATH: links with the same tags from the root, in the order of their first links."""
    groups: dict[tuple[str, ...], list[LinkNode]] = defaultdict(list)
    for link in links:
        groups[link.path].append(link)
    return list(groups.values())
