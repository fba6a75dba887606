"""SEW's candidate link sets of one page: links of one depth, grouped by their paths, pruned (GENCANLINKSET, figure 2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from indexer.page.link_nodes import LinkNode
from indexer.site.methods.sew_features import LinkSet
from indexer.site.methods.sew_params import SewParams
from indexer.site.methods.sew_pruning import prune


def candidates(links: Sequence[LinkNode], base: str, known: Collection[frozenset[str]], params: SewParams) -> list[LinkSet]:
    """Return the candidate link sets, in the order in which they are found.

    Links that a heuristic removes from a set stay for another round, and may form a set of their own, such as the second half of a set that
    DisDiff has split; a set that is discarded as a whole does not come back.

    Parameters
    ----------
    base : str
        The URL that the links are relative to.
    known : collection of frozenset of str
        The targets of navigation link sets of other pages.

    Notes
    -----
    Each round removes at least one link, so the search ends; a page of n links all styled differently takes n rounds, hence `params.links`.
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
    """Return links grouped by their tags from the root (GROUPBYPATH), in the order of their first links."""
    groups: dict[tuple[str, ...], list[LinkNode]] = defaultdict(list)
    for link in links:
        groups[link.path].append(link)
    return list(groups.values())
