"""The standfirst of a page without a model: the paragraph between headline and text that the page also gives as its description."""

from __future__ import annotations

from indexer.arrays import Bools
from indexer.page.blocks import key
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence

_SHORTEST = 40
"""Number of letters that a description and a paragraph must share; either may be cut."""


def standfirst(e: Evidence, found: Bools) -> int | None:
    """Return the block of the standfirst missing from an answer, or None. A heading below the headline is none.

    Parameters
    ----------
    found : bool array, shape (b,)
        The answer's blocks.

    Examples
    --------
    >>> import numpy as np
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> deck = "The old crane goes to the museum, and the new one is late."
    >>> page = f"<title>Crane late</title><meta name=description content='{deck}'><h1>Crane late</h1><div>{deck}</div><p>It is old.</p>"
    >>> standfirst(gather(parse(page), ScoreParams()), np.array([False, False, True]))
    1
    """
    metadata = e.page.metadata
    item = metadata.linked.item
    stated = (item.description if item else "", *metadata.all("og:description", "description", "twitter:description"))
    descriptions = [k for k in map(key, stated) if len(k) >= _SHORTEST]
    if not descriptions or not found.any():
        return None
    tags = [e.tree.tag[n] for n in e.tree.node.tolist()]
    first = int(found.argmax())
    headlines = [k for k in range(first) if e.key[k] in e.titles and tags[k] in HEADINGS]
    answer = "".join(k for k, is_found in zip(e.key, found.tolist(), strict=True) if is_found)
    for k in range(headlines[-1] + 1 if headlines else first, first):
        text = e.key[k]
        is_deck = len(text) >= _SHORTEST and text not in e.titles and tags[k] not in HEADINGS and e.link_share[k] < 0.5
        same = any(d.startswith(text[:_SHORTEST]) or text.startswith(d[:_SHORTEST]) for d in descriptions)
        if is_deck and same and text[: 2 * _SHORTEST] not in answer:
            return k
    return None
