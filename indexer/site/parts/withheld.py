"""Text that a page's own evidence selects as story and the site's model drops: too much of it is a reason to doubt the model."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from indexer.arrays import Bools
from indexer.page.page_level import page_level
from indexer.page.score import Evidence, ScoreParams

_PARAGRAPH, _LEAST = 60, 500
"""Minimum weight of a block that counts, and of all missing blocks: a short page's notices are as long as its text."""
_TOO_MUCH = 0.6
"""Maximum share of the text that the model keeps."""


def is_too_much(e: Evidence, missing: Bools, kept: Bools) -> bool:
    """Return whether so much is missing that the kept text cannot be the story."""
    return float(e.page.weight[missing].sum()) >= max(_LEAST, _TOO_MUCH * float(e.page.weight[kept].sum()))


def fuller_text(
    e: Evidence,
    kept: Bools,
    repeated: Collection[str],
    dropped: Collection[int],
    second: Callable[[], Bools],
    params: ScoreParams,
) -> Bools:
    """Return the `withheld_text` that a second extractor also wants; none unless that is too much. `second` is called only if needed."""
    missing = withheld_text(e, kept, repeated, dropped, params)
    if missing.any():
        missing &= second()
        if is_too_much(e, missing, kept):
            return missing
    return np.zeros(len(e.key), bool)


def withheld_text(e: Evidence, kept: Bools, repeated: Collection[str], dropped: Collection[int], params: ScoreParams) -> Bools:
    """Return the unrepeated blocks that page-level evidence wants and that are not kept; none unless they are many.

    Text in places that the site's stories have shown to be outside any story is not missing.

    Parameters
    ----------
    kept : bool array, shape (b,)
        The blocks that the model keeps.
    repeated : collection of str
        Texts (keys) that the site repeats.
    dropped : collection of int
        Paths that the model drops.

    Returns
    -------
    bool array, shape (b,)

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> page = "<p>" + "The crane is old, they say. " * 30 + "</p><p>" + "It goes by barge, they say. " * 30 + "</p>"
    >>> e = gather(parse(page), ScoreParams())
    >>> withheld_text(e, np.array([True, False]), (), (), ScoreParams()).tolist()
    [False, True]
    """
    missing: Bools = ~kept & (e.page.weight >= _PARAGRAPH) & (e.link_share < 0.5) & (e.prior[e.tree.node] == 0)
    if is_too_much(e, missing, kept):  # if all of it is not too much, no part is, and the part need not be computed
        missing &= ~e.tree.under(np.isin(e.tree.path, sorted(dropped)))[e.tree.node]
        missing &= page_level(e, repeated, params)
        missing &= np.fromiter((k not in repeated for k in e.key), bool, len(e.key))
        if is_too_much(e, missing, kept):
            return missing
    return np.zeros(len(e.key), bool)
