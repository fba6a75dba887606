"""Notes at a text's end that its marks lead to, missing from an extractor's answer."""

from __future__ import annotations

import numpy as np

from indexer.arrays import Bools
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence

_MARK = 4
"""Maximum number of characters of a note's mark: "[12]"."""
_LINKED = 0.5
_LISTS = frozenset({"ol", "ul"})


def endnotes(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the list directly below an answer, and its heading, if the answer's marks and all of its items lead to places of the page.

    Parameters
    ----------
    found, own : bool array, shape (b,)
        The answer's blocks, and the page-level scorer's.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> text = "The crane is old <a id=r href=#n>1</a>, says the harbour master, who has to know."
    >>> note = "<li id=n>He said so in the harbour office, <a href=#r>back</a>.</li>"
    >>> e = gather(parse(f"<p>{text}</p><ol>{note}</ol>"), ScoreParams())
    >>> endnotes(e, np.array([True, False]), np.array([True, True]))
    [1]
    """
    at = np.flatnonzero(found)
    here = ("#", f"{e.page.url}#")
    inner = {link.block: link.text for link in e.page.links if link.href.startswith(here)}
    if not any(found[k] and 0 < len(text) <= _MARK for k, text in inner.items() if k < len(found)):
        return []
    tree = e.tree
    below = int(at[-1]) + 1
    below += below < len(found) and tree.tag[tree.node[below]] in HEADINGS
    notes = next((i for i, tag in enumerate(tree.tag) if tag in _LISTS and tree.first[i] == below < tree.last[i]), -1)
    if notes < 0:
        return []
    items = [i for i in range(notes + 1, int(tree.end[notes])) if tree.parent[i] == notes]
    blocks = range(int(at[-1]) + 1, int(tree.last[notes]))
    lead_back = all(any(k in inner for k in range(int(tree.first[i]), int(tree.last[i]))) for i in items)
    return [k for k in blocks if own[k] and e.link_share[k] < _LINKED] if lead_back else []
