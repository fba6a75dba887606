"""Links at headings that act on their section ("[edit]", "¶"), and are no text.

They end or begin several headings, or stand beside them in a box of their own, with the same words and a different address each time. A
name that recurs leads to the same address.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from indexer.arrays import Bools
from indexer.page.elements import HEADINGS
from indexer.page.tree import Link, Tree

_MARKS = " \u00a0[](){}|/·•–-"
"""Characters around and between such links."""
_LEAST = 2
"""Number of headings at which the same words are a control."""
_LINKED = 0.5
_SIDES = (-1, 0)
"""The last of a heading's links, and the first."""


def control_blocks(tree: Tree, links: Iterable[Link]) -> Bools:
    """Return the blocks of links directly beside a heading, in a box with nothing else, that the page repeats; shape (b,).

    >>> from indexer.page.parse import parse
    >>> box = "<div><h2>{0}</h2>[<a href=/{0}>edit</a>]</div><p>Text of it.</p>"
    >>> parse(box.format("Life") + box.format("Works")).tree.text
    ('Life', 'Text of it.', 'Works', 'Text of it.')
    """
    out = np.zeros(len(tree.text), bool)
    boxes: dict[str, list[int]] = defaultdict(list)
    for i in [i for i, tag in enumerate(tree.tag) if tag in HEADINGS]:
        first, last, box = int(tree.first[i]), int(tree.last[i]), int(tree.parent[i])
        if tree.first[box] == first == last - 1 and tree.last[box] == last + 1 and tree.node[last] == box:
            boxes[tree.text[last]].append(last)
    if not any(len(blocks) >= _LEAST for blocks in boxes.values()):
        return out
    href: dict[int, str] = {}
    for link in links:
        href.setdefault(link.block, link.href)
    for text, blocks in boxes.items():
        linked = all(tree.link_length[k] >= _LINKED * len(text) for k in blocks)
        if linked and _LEAST <= len(blocks) == len({href.get(k) for k in blocks}):
            out[blocks] = True
    return out


def without_blocks(tree: Tree, dropped: Bools) -> tuple[Tree, Sequence[int]]:
    """Return the tree without some blocks, and the new index of each old one; that of a dropped block is the next one's."""
    at = np.concatenate(([0], (~dropped).cumsum()))
    left = np.flatnonzero(~dropped).tolist()
    return (
        replace(
            tree,
            first=at[tree.first],
            last=at[tree.last],
            text=tuple(tree.text[k] for k in left),
            node=tree.node[left],
            link_length=tree.link_length[left],
            lead=tuple(tree.lead[k] for k in left),
        ),
        at.tolist(),
    )


def without_controls(tree: Tree, links: Iterable[Link]) -> Tree:
    """Return the tree without the controls at either end of its headings.

    >>> from indexer.page.parse import parse
    >>> parse("<h2>Life [<a href=/e?s=1>edit</a>]</h2><h2>Works [<a href=/e?s=2>edit</a>]</h2><h2>By <a href=/q>Q</a></h2>").tree.text
    ('Life', 'Works', 'By Q')
    """
    partly = (tree.link_length > 0) & (tree.link_length < np.fromiter(map(len, tree.text), np.int64, len(tree.text)))
    headed = {k for k in np.flatnonzero(partly).tolist() if tree.tag[tree.node[k]] in HEADINGS}
    if len(headed) < _LEAST:
        return tree
    left: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        if link.block in headed:
            left[link.block].append(link)
    text, linked, lead = list(tree.text), tree.link_length.copy(), list(tree.lead)
    for side in _SIDES:
        while controls := _controls(text, left, side):
            for k, rest in controls.items():
                words = left[k].pop(side).text
                text[k] = rest
                linked[k] = max(0, linked[k] - len(words)) if left[k] else 0
                lead[k] = lead[k] if left[k] else ""
    return replace(tree, text=tuple(text), link_length=linked, lead=tuple(lead))


def _controls(text: Sequence[str], left: Mapping[int, Sequence[Link]], side: int) -> dict[int, str]:
    """Return the headings with a control at one side, each with its text without it."""
    ends: dict[str, dict[int, str]] = defaultdict(dict)
    for k, links in left.items():
        words = links[side].text if links else ""
        heading = text[k].strip(_MARKS)
        rest = heading.removesuffix(words) if side else heading.removeprefix(words)
        if words and rest != heading and rest.strip(_MARKS):
            ends[words][k] = text[k].rstrip(_MARKS).removesuffix(words).rstrip(_MARKS) if side else rest.lstrip(_MARKS)
    acting = (blocks for blocks in ends.values() if _LEAST <= len(blocks) == len({left[k][side].href for k in blocks}))
    return {k: rest for blocks in acting for k, rest in blocks.items()}
