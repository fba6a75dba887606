"""The sample's article pages: those with a container, and the blocks inside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.arrays import Bools, Floats, Ints
from indexer.page.tree import Tree
from indexer.site.parts.container import choose_container
from indexer.site.parts.echoes import standfirst_copies
from indexer.site.parts.repetition import repeated_from, text_stories
from indexer.site.sample import Member


@dataclass(frozen=True, slots=True, eq=False)
class ArticlePage:
    """One page of the sample with its container.

    Parameters
    ----------
    member : Member
    container : int
        The node of the article.
    blocks : int array, shape (c,)
        Indices of the blocks in the container, without copies of the text's beginning at its head.
    repeated : bool array, shape (b,)
        Blocks whose text occurs on too many article stories.
    """

    member: Member
    container: int
    blocks: Ints
    repeated: Bools

    @property
    def tree(self) -> Tree:
        return self.member.evidence.tree

    @property
    def key(self) -> Sequence[str]:
        return self.member.evidence.key

    @property
    def weight(self) -> Floats:
        return self.member.evidence.page.weight

    @property
    def link_share(self) -> Floats:
        return self.member.evidence.link_share

    @property
    def story(self) -> int:
        return self.member.story

    def tag(self, block: int) -> str:
        """Return the tag of the node that owns a block."""
        return self.tree.tag[int(self.tree.node[block])]

    def path(self, block: int) -> int:
        """Return the path of the node that owns a block."""
        return int(self.tree.path[self.tree.node[block]])


@dataclass(frozen=True, slots=True)
class ArticleSample:
    """All article pages of the sample.

    Parameters
    ----------
    pages : sequence of ArticlePage
    frequency : mapping of str to int
        Number of article stories with each text.
    repeated_from : float
        Minimum frequency of a repeated text.
    stories : int
        Number of article stories.
    """

    pages: Sequence[ArticlePage]
    frequency: Mapping[str, int]
    repeated_from: float
    stories: int


def locate(sample: Sequence[Member], scores: Sequence[Floats], containers: Sequence[int]) -> ArticleSample:
    """Return the pages of the sample that have one of the containers (paths, the best first)."""
    rank = {path: i for i, path in enumerate(containers)}
    found = [(m, node) for m, s in zip(sample, scores, strict=True) if (node := choose_container(m, s, rank)) is not None]
    frequency = text_stories(m for m, _ in found)
    stories = len({m.story for m, _ in found})
    least = repeated_from(stories)
    pages = [
        ArticlePage(
            member=m,
            container=node,
            blocks=_own_blocks(m, node),
            repeated=np.fromiter((frequency.get(k, 0) >= least for k in m.evidence.key), bool, len(m.evidence.key)),
        )
        for m, node in found
    ]
    return ArticleSample(pages, frequency, least, stories)


def _own_blocks(m: Member, container: int) -> Ints:
    """Return the blocks in the container without copies of the beginning: they go on every page, so a place is judged without them."""
    tree, key = m.evidence.tree, m.evidence.key
    blocks = [k for k in range(int(tree.first[container]), int(tree.last[container])) if key[k]]
    text = (m.wanted | m.local) & (m.evidence.page.weight >= _LINE)
    copies = standfirst_copies(m.evidence, [k for k in blocks if text[k]])
    return np.array([k for k in blocks if k not in copies], np.int64)


_LINE = 50
"""Minimum weight of a line of the text; between headline and text there may be many dates, names and buttons."""
