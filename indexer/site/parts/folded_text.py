"""Text that a click opens: answers under folded questions, which an extractor that ignores hidden elements does not find."""

from __future__ import annotations

import numpy as np

from indexer.arrays import Bools
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence
from indexer.page.tree import FOLDED

_PARAGRAPH = 60
"""A folded block of less weight is no paragraph: a page's machine-readable names and dates are folded too."""
_LABELS = HEADINGS | {"button", "summary"}


def folded_text(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the folded paragraphs missing from an answer, each with the heading or button directly above, which opens it.

    They are between two blocks of the answer, and the page-level scorer wants them. Text folded elsewhere belongs to the site: menus,
    forms and their error messages.

    Parameters
    ----------
    found, own : bool array, shape (b,)
        The answer's blocks, and the page-level scorer's.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> answer = "The ferry takes two hours, says the harbour office, and more with a wind."
    >>> e = gather(parse(f"<p>One</p><h3>How long?</h3><div style='display:none'><p>{answer}</p></div><p>Two</p>"), ScoreParams())
    >>> folded_text(e, np.array([True, False, False, True]), np.array([True] * 4))
    [1, 2]
    """
    at = np.flatnonzero(found)
    if not len(at):
        return []
    node = e.tree.node
    known = {e.key[k] for k in at.tolist()}
    is_folded = own & (e.tree.hidden[node] == FOLDED) & (e.page.weight >= _PARAGRAPH) & (e.link_share < 0.5)
    out: list[int] = []
    for k in (np.flatnonzero(is_folded[at[0] : at[-1]]) + at[0]).tolist():
        if e.key[k] in known:
            continue
        known.add(e.key[k])
        above = k - 1
        if own[above] and e.tree.tag[node[above]] in _LABELS and e.key[above] not in known:
            known.add(e.key[above])
            out.append(above)
        out.append(k)
    return out
