"""Stories in parts: paragraphs before or after an extractor's answer, in places like the answer's, that page-level evidence wants."""

from __future__ import annotations

import numpy as np

from indexer.arrays import Bools
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence, blocks_of_inner_links

_PARAGRAPH = 60
_PART = 0.2
"""If such text is less than this share of the answer, it is a notice in the story's style."""


def continued_text(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the paragraphs missing from an answer because the story continues in a similar box, after an advertisement or a form.

    Parameters
    ----------
    found, own : bool array, shape (b,)
        The answer's blocks, and the page-level scorer's.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> part = "<div class=part><p>The crane of the {0} harbour is old, and goes to the museum of {0}.</p></div>"
    >>> parts = [part.format(name) for name in ("east", "west")]
    >>> e = gather(parse("<main>" + "<div class=pitch>Sign up</div>".join(parts) + "</main>"), ScoreParams())
    >>> continued_text(e, np.array([True, False, False]), np.array([True] * 3))
    [2]
    """
    at = np.flatnonzero(found)
    if not len(at):
        return []
    tree, weight = e.tree, e.page.weight
    path = tree.path[tree.node]
    places = path[at[weight[at] >= _PARAGRAPH]]
    answer = "".join(e.key[k] for k in at.tolist())
    missing = own & ~found & (weight >= _PARAGRAPH) & (e.link_share < 0.5) & (e.prior[tree.node] == 0) & np.isin(path, places)
    missing[at[0] : at[-1]] = False
    out = [k for k in np.flatnonzero(missing).tolist() if e.key[k] not in answer]
    return out if float(weight[out].sum()) >= _PART * float(weight[at].sum()) else []


def opening_text(e: Evidence, found: Bools) -> list[int]:
    """Return the blocks missing between the headline and the answer, if all are paragraphs styled like its first or sub-headings of such.

    Paragraphs are styled alike if their classes are equal, or if they have none and the boxes around them are equal. The box with the rest
    of the story may be deeper than the first paragraph's. Between paragraphs in boxes with classes, there may be short lines without them:
    who wrote each part, and when. If the page's own table of contents is there, the paragraphs above it are the introduction.

    Parameters
    ----------
    found : bool array, shape (b,)
        The answer's blocks.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> text = "<div class=text><p>The crane of the {0} harbour is old, and goes to the museum of {0}.</p></div>"
    >>> first, rest = text.format("east"), f"<div class=grid><div>{text.format('west')}</div></div>"
    >>> e = gather(parse(f"<title>Old crane</title><h1>Old crane</h1>{first}{rest}"), ScoreParams())
    >>> opening_text(e, np.array([False, False, True]))
    [1]
    """
    if not found.any():
        return []
    tree = e.tree
    node, parent = tree.node.tolist(), tree.parent
    first = int(found.argmax())
    headlines = [k for k in range(first) if e.key[k] in e.titles and tree.tag[node[k]] in HEADINGS]
    between = range(headlines[-1] + 1 if headlines else first, first)

    told = next((k for k in np.flatnonzero(found).tolist() if tree.tag[node[k]] not in HEADINGS), first)

    def setting(k: int) -> tuple[str, str]:
        own = tree.signature[node[k]].partition("#")[0]
        return own, "" if "." in own else tree.signature[int(parent[node[k]])]

    def is_paragraph(k: int) -> bool:
        return setting(k) == setting(told) and e.page.weight[k] >= _PARAGRAPH and e.link_share[k] < 0.5 and e.prior[node[k]] == 0

    def heads_paragraph(k: int) -> bool:
        return tree.tag[node[k]] in HEADINGS and k + 1 in between and e.link_share[k] < 0.5 and is_paragraph(k + 1)

    if all(is_paragraph(k) or heads_paragraph(k) for k in between):
        return list(between)
    running = [k for k in between if e.page.weight[k] >= _PARAGRAPH]
    if "." in "".join(setting(told)) and len(running) >= _PART_OF_ITS_OWN and all(is_paragraph(k) for k in running):
        return running
    lead_within = blocks_of_inner_links(e.page)
    contents = [k for k in between if e.link_share[k] > _CONTENTS and k in lead_within]
    if len(contents) < _LEAST_CONTENTS:
        return []
    return [k for k in between if k < contents[0] and tree.tag[node[k]] == "p" and e.page.weight[k] >= _PARAGRAPH and e.link_share[k] < 0.5]


_PART_OF_ITS_OWN = 2
"""Number of paragraphs that are no summary."""
_CONTENTS, _LEAST_CONTENTS = 0.8, 3
"""Share of link text of an entry in a table of contents, and the number of entries from which one is recognised."""
