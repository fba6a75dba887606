"""Sections of a text: boxes of one kind, each opened by a heading, of which an extractor took only some."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from indexer.arrays import Bools
from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence
from indexer.page.tree import Tree

_PARAGRAPH = 60
_LINKED = 0.3
_ALIKE = 2
"""Number of an answer's boxes from which their kind is the kind of its sections; a single one may be anything."""
_TOLD = 2
"""Number of paragraphs in a footer that is a section; one is a notice, or about the writer."""


def skipped_sections(e: Evidence, found: Bools, own: Bools) -> list[int]:
    """Return the blocks missing from an answer because they are in sections before or between the answer's, or in its last one, a footer.

    The sections are siblings with one path, each opened by a heading, and at least two contain paragraphs of the answer; in the missing
    ones the page-level scorer wants every block, and none is a link. After the answer's last section there may be appeals in its style.

    Parameters
    ----------
    found, own : bool array, shape (b,)
        The answer's blocks, and the page-level scorer's.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> text = "The crane of the {0} harbour is old, and goes to the museum of {0}."
    >>> section = "<div class=part><h2>{0}</h2><p>{1}</p></div>"
    >>> short, *long = [section.format(name, "Gone." if name == "north" else text.format(name)) for name in ("north", "east", "west")]
    >>> e = gather(parse(f"<main>{short}{''.join(long)}</main>"), ScoreParams())
    >>> skipped_sections(e, np.array([False, False, False, True, False, True]), np.array([True] * 6))
    [0, 1]
    """
    at = np.flatnonzero(found)
    if not len(at):
        return []
    tree = e.tree
    text = at[e.page.weight[at] >= _PARAGRAPH]
    alike: dict[tuple[int, int], set[int]] = defaultdict(set)
    for k in text.tolist():
        for box in _sections_around(tree, k):
            alike[int(tree.parent[box]), int(tree.path[box])].add(box)
    kinds = {kind for kind, boxes in alike.items() if len(boxes) >= _ALIKE}
    out: list[int] = []
    for i in range(1, len(tree.path)):
        if (int(tree.parent[i]), int(tree.path[i])) not in kinds or not _is_section(tree, i):
            continue
        blocks = range(int(tree.first[i]), int(tree.last[i]))
        if blocks[0] < text[-1] and not found[blocks].any() and own[blocks].all() and (e.link_share[blocks] < _LINKED).all():
            out += blocks
    return out + _closing_footer(e, found)


def _sections_around(tree: Tree, k: int) -> Iterator[int]:
    """Yield the sections that contain a block, the innermost first."""
    i = int(tree.node[k])
    while i > 0:
        if _is_section(tree, i):
            yield i
        i = int(tree.parent[i])


def _is_section(tree: Tree, i: int) -> bool:
    """Return whether a node is no heading and its first block is one."""
    if tree.first[i] == tree.last[i]:
        return False
    heading = int(tree.node[tree.first[i]])
    return heading > i and tree.tag[heading] in HEADINGS


def _closing_footer(e: Evidence, found: Bools) -> list[int]:
    """Return the blocks of a footer right below an answer that a heading like one of its own opens, above paragraphs without links."""
    tree = e.tree
    last = int(np.flatnonzero(found)[-1])
    headings = {tree.tag[n] for n in tree.node[found].tolist()} & HEADINGS
    for i, tag in enumerate(tree.tag):
        if tag == "footer" and tree.first[i] == last + 1 and _is_section(tree, i) and tree.tag[tree.node[last + 1]] in headings:
            blocks = range(last + 1, int(tree.last[i]))
            told = [k for k in blocks[1:] if e.page.weight[k] >= _PARAGRAPH and tree.text[k].endswith(SENTENCE_ENDS)]
            pictures = tree.images[i : tree.end[i]].any()
            if len(told) >= _TOLD and len(told) == len(blocks) - 1 and not (e.link_share[blocks].any() or pictures):
                return list(blocks)
    return []
