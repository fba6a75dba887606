"""Asides that belong to a text: explanations and quotations between its paragraphs, which an extractor drops for their element."""

from __future__ import annotations

import numpy as np

from indexer.arrays import Bools
from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.prior import named_suspect
from indexer.page.score import Evidence

_PARAGRAPH = 60
_LEAST = 2
"""One aside may be on a person, or an appeal."""


def notes_aside(e: Evidence, found: Bools) -> list[int]:
    """Return the blocks of several asides without links between an answer's paragraphs, each with a sentence that is not in the answer.

    Parameters
    ----------
    found : bool array, shape (b,)
        The answer's blocks.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> note = "<aside><p>A crane of the {0} kind lifts its load by a jib that moves up and down.</p></aside>"
    >>> e = gather(parse(f"<p>One</p>{note.format('first')}<p>Two</p>{note.format('second')}<p>Three</p>"), ScoreParams())
    >>> notes_aside(e, np.array([True, False, True, False, True]))
    [1, 3]
    """
    tree = e.tree
    at = np.flatnonzero(found).tolist()
    places = {int(tree.parent[n]) for n in tree.node[at].tolist()}
    answer = "".join(e.key[k] for k in at)

    def is_note(i: int) -> bool:
        blocks = range(int(tree.first[i]), int(tree.last[i]))
        if not blocks or not at[0] < blocks[0] <= blocks[-1] < at[-1] or found[blocks].any() or e.link_share[blocks].any():
            return False
        long = [k for k in blocks if e.page.weight[k] >= _PARAGRAPH and tree.text[k].endswith(SENTENCE_ENDS)]
        return bool(long) and not any(e.key[k] in answer for k in long) and "form" not in tree.tag[i : tree.end[i]]

    asides = (i for i, tag in enumerate(tree.tag) if tag == "aside" and int(tree.parent[i]) in places)
    notes = [i for i in asides if not named_suspect(tree.signature[i]) and is_note(i)]
    return [k for i in notes for k in range(int(tree.first[i]), int(tree.last[i]))] if len(notes) >= _LEAST else []
