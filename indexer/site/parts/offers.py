"""Boxes amid a lone page's text that end in a link to the site: offers to subscribe, other stories with a summary."""

from __future__ import annotations

from collections import Counter

from indexer.arrays import Bools
from indexer.page.score import Evidence
from indexer.site.site_path import internal_links

_LINK = 0.8
_MOST_BLOCKS = 3
_LONGEST = 250
"""Maximum weight of a box's text; a section of the story has more."""
_MOST_BOXES = 2
"""Maximum number of boxes of one path; more are the story's own, such as the entries of a list of places."""


def offers(e: Evidence, kept: Bools) -> set[int]:
    """Return the kept blocks of short boxes that end in a dropped link to the site's own pages, with kept text of the story on both sides.

    Parameters
    ----------
    kept : bool array, shape (b,)
        The answer's blocks.

    Examples
    --------
    >>> import numpy as np
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> box = "<div><h4>Support us</h4><p>We live on you.</p><a href=/join>Join</a></div>"
    >>> e = gather(parse(f"<div><p>It rains.</p>{box}<p>Now.</p></div>", "https://example.org/rain"), ScoreParams())
    >>> offers(e, np.array([True, True, True, False, True]))
    {1, 2}
    """
    tree = e.tree
    ends = {link.link.block for link in internal_links(e, e.page.url)}
    found: dict[int, list[int]] = {}
    for k in sorted(ends):
        if k >= len(kept) or kept[k] or e.link_share[k] <= _LINK or not kept[k:].any():
            continue
        box = int(tree.node[k])
        while tree.first[box] == k and tree.parent[box] >= 0:
            box = int(tree.parent[box])
        inside = range(int(tree.first[box]), k)
        is_short = len(inside) <= _MOST_BLOCKS and sum(e.page.weight[i] for i in inside) <= _LONGEST
        if is_short and tree.last[box] == k + 1 and kept[inside].all() and kept[: inside.start].any():
            found[box] = list(inside)
    alike = Counter(int(tree.path[box]) for box in found)
    return {k for box, inside in found.items() if alike[int(tree.path[box])] <= _MOST_BOXES for k in inside}
