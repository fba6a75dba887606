"""Boxes of fields inside articles: lines or rows "name: value" whose names the site repeats, such as price, place and opening hours.

The box may be of the same elements as the story's own lists and tables, so its names tell it, not its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from indexer.arrays import Bools, Floats
from indexer.page.blocks import key
from indexer.page.score import Evidence
from indexer.site.parts.article_page import ArticleSample
from indexer.site.parts.boxes import FIELD, BoxParams

_LINES = 2
"""Minimum number of a box's fields,"""
_SHARE = 0.8
"""and minimum share of its blocks that belong to fields."""
_LONGEST = 100
"""Maximum weight of a field; a longer line is text, such as an answer behind its speaker's name."""
_STORIES = 3
"""Minimum number of stories with a field."""


class _Fields(NamedTuple):
    """The fields of a page: the name (key) at each block that begins one, and the blocks of names and values, shape (b,)."""

    names: dict[int, str]
    blocks: Floats


def find_fields(sample: ArticleSample, params: BoxParams) -> frozenset[str]:
    """Return the names (keys) of the fields that the site's boxes repeat."""
    if not params.data:
        return frozenset()
    stories: dict[str, set[int]] = defaultdict(set)
    for page in sample.pages:
        e = page.member.evidence
        fields = _fields(e, page.container)
        if len(fields.names) >= _LINES:
            in_box = e.tree.under(_boxes(e, page.container, fields))[e.tree.node]
            for k, name in fields.names.items():
                if in_box[k]:
                    stories[name].add(page.story)
    least = max(_STORIES, sample.repeated_from)
    return frozenset(name for name, on in stories.items() if len(on) >= least)


def field_boxes(e: Evidence, container: int, names: Collection[str]) -> Bools:
    """Return the nodes in a container, shape (n,), at which a box of fields with these names begins.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> rows = "<tr><td>Price:</td><td>4 marks</td></tr><tr><td>Place:</td><td>Quay</td></tr>"
    >>> e = gather(parse(f"<p>It rains.</p><ul><li>Price: low</li><li>A boat</li></ul><table>{rows}</table>"), ScoreParams())
    >>> [e.tree.tag[i] for i in np.flatnonzero(field_boxes(e, 0, {"price", "place"}))]
    ['table']
    """
    fields = _fields(e, container, names)
    return _boxes(e, container, fields) if len(fields.names) >= _LINES else np.zeros(len(e.tree.tag), bool)


def _fields(e: Evidence, container: int, names: Collection[str] | None = None) -> _Fields:
    """Return the fields in a container, or those with one of the names."""
    tree, weight = e.tree, e.page.weight
    found, blocks = {}, np.zeros(len(e.key))
    begin, last = int(tree.first[container]), int(tree.last[container])
    for k in (begin + np.flatnonzero(weight[begin:last] < _LONGEST)).tolist():
        match = FIELD.match(tree.text[k])
        name = key(match[1]) if match else ""
        if not match or not name[:1].isalpha() or (names is not None and name not in names):  # 18:30 is a time
            continue
        cell = match.end() == len(tree.text[k])
        if not cell or (k + 1 < last and weight[k + 1] < _LONGEST and tree.parent[tree.node[k]] == tree.parent[tree.node[k + 1]]):
            found[k] = name
            blocks[k : k + 1 + cell] = 1.0
    return _Fields(found, blocks)


def _boxes(e: Evidence, container: int, fields: _Fields) -> Bools:
    tree = e.tree
    begins = np.zeros(len(e.key))
    begins[list(fields.names)] = 1.0
    whole = tree.subtree_sum(np.array([bool(k) for k in e.key], np.float64))
    boxes: Bools = (tree.subtree_sum(begins) >= _LINES) & (tree.subtree_sum(fields.blocks) >= _SHARE * whole)
    boxes[: container + 1] = False
    boxes[int(tree.end[container]) :] = False
    return boxes
