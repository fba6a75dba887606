"""Pruning: the paths inside the containers that are not the article, by their content over the whole site.

The figures of a path are sums over its nodes' subtrees on all article pages, in letters of text: the text that both extractors want, the
text that the site repeats, and link text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from indexer.arrays import Bools, Floats
from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.prior import SUSPECT
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample
from indexer.site.parts.pointer import Headlines, PointerParams, is_pointer
from indexer.site.parts.recurring import SUBHEADINGS


@dataclass(frozen=True, slots=True)
class PruningParams:
    """When a path is dropped.

    Parameters
    ----------
    paths, repetition, links, agreement : bool
        Switches: the whole step, and its rules.
    repeated : float
        Share of repeated text.
    linked, linked_wanted : float
        Share of link text, if less than the second share is wanted.
    suspect_wanted : float
        Most nodes have a bad prior, and less than this share is wanted.
    unwanted, noisy : float
        Less than the first share is wanted, and repetition and links together make up more than the second.
    neither : float
        Both extractors want less than this share.
    few, thin : int, float
        A path on fewer stories is thin evidence: it is dropped if both extractors together want less than this share, or less than
        half and it is mostly links.
    """

    paths: bool = True
    repetition: bool = True
    links: bool = True
    agreement: bool = True
    repeated: float = 0.6
    linked: float = 0.5
    linked_wanted: float = 0.5
    suspect_wanted: float = 0.6
    unwanted: float = 0.1
    noisy: float = 0.3
    neither: float = 0.2
    few: int = 8
    thin: float = 0.4

    def __post_init__(self) -> None:
        within(0, 1, repeated=self.repeated, linked=self.linked, linked_wanted=self.linked_wanted, suspect_wanted=self.suspect_wanted)
        within(0, 1, unwanted=self.unwanted, noisy=self.noisy, neither=self.neither, thin=self.thin)
        within(0, few=self.few)


@dataclass(slots=True)
class PathSums:
    """Letters of text under one path, over all article pages."""

    weight: float = 0.0
    wanted: float = 0.0
    local: float = 0.0
    repeated: float = 0.0
    linked: float = 0.0
    nodes: int = 0
    suspects: int = 0
    stories: set[int] = field(default_factory=set)


def repeats(page: ArticlePage, recurring: Collection[str], headlines: Headlines, params: PointerParams) -> Bools:
    """Return the blocks that count as repeated: text of many stories, and pointers to other stories, except recurring sub-headings."""
    out = page.repeated.copy()
    e = page.member.evidence
    for k in page.blocks.tolist():
        if out[k]:
            out[k] = page.key[k] not in recurring
        elif params.pointers:
            out[k] = is_pointer(e, k, headlines, params)
    return out


def path_sums(sample: ArticleSample, repeated: Sequence[Bools], recurring: Collection[str]) -> dict[int, PathSums]:
    """Return the figures of every path inside the containers.

    Parameters
    ----------
    repeated : sequence of bool arrays, shape (b,) each
        Blocks of each page that count as repeated.
    """
    sums: dict[int, PathSums] = defaultdict(PathSums)
    for page, again in zip(sample.pages, repeated, strict=True):
        tree, m = page.tree, page.member
        weight = np.zeros(len(page.key))
        weight[page.blocks] = page.weight[page.blocks]
        leading = np.fromiter((k in recurring for k in page.key), bool, len(page.key))
        columns = [
            weight,
            np.where(m.wanted | leading, weight, 0.0),
            np.where(m.local | leading, weight, 0.0),
            np.where(again, weight, 0.0),
            weight * page.link_share,
        ]
        totals = [tree.subtree_sum(c) for c in columns]
        for i in range(page.container + 1, int(tree.end[page.container])):
            s = sums[int(tree.path[i])]
            s.weight += totals[0][i]
            s.wanted += totals[1][i]
            s.local += totals[2][i]
            s.repeated += totals[3][i]
            s.linked += totals[4][i]
            s.nodes += 1
            s.suspects += bool(m.evidence.prior[i] == SUSPECT)
            s.stories.add(m.story)
    return dict(sums)


def prune(sums: Mapping[int, PathSums], params: PruningParams) -> frozenset[int]:
    """Return the paths inside the containers whose subtrees are not the article."""
    if not params.paths:
        return frozenset()
    return frozenset(path for path, s in sums.items() if s.weight and is_dropped(s, params))


def is_dropped(s: PathSums, params: PruningParams) -> bool:
    """Return whether one path's figures match a rule.

    >>> is_dropped(PathSums(weight=100, wanted=90, local=90, repeated=70), PruningParams())
    True
    >>> is_dropped(PathSums(weight=100, wanted=90, local=90, repeated=10), PruningParams())
    False
    """
    w = s.weight
    suspect = s.suspects > 0.5 * s.nodes
    if len(s.stories) < params.few:
        return (
            (params.repetition and s.repeated > params.repeated * w)
            or (suspect and s.wanted < params.suspect_wanted * w)
            or (params.agreement and s.wanted + s.local < 2 * params.thin * w)
            or (params.links and s.linked > params.linked * w and s.wanted + s.local < w)
        )
    return (
        (params.repetition and s.repeated > params.repeated * w)
        or (params.links and s.linked > params.linked * w and s.wanted < params.linked_wanted * w)
        or (suspect and s.wanted < params.suspect_wanted * w)
        or (params.agreement and s.wanted < params.unwanted * w and s.repeated + s.linked > params.noisy * w)
        or (params.agreement and s.wanted < params.neither * w and s.local < params.neither * w)
    )


_TOLD = 0.9
"""Minimum share of a path's headings that are repeated, so that the site's own can be told from the stories'."""


def shared_headings(
    sample: ArticleSample, repeated: Sequence[Bools], recurring: Collection[str], pruned: Collection[int]
) -> tuple[frozenset[int], frozenset[str]]:
    """Return the pruned paths of sub-headings some of which head a text of the story, and the site's own texts there.

    "Share" and "What happened next" may be the same element: then the texts go instead of the path.
    """
    own: dict[int, set[str]] = defaultdict(set)
    letters: dict[int, Floats] = defaultdict(lambda: np.zeros(3))
    for page, again in zip(sample.pages, repeated, strict=True):
        for k in page.blocks.tolist():
            if page.tag(k) in SUBHEADINGS and (path := page.path(k)) in pruned:
                letters[path] += page.weight[k] * np.array([page.key[k] in recurring, again[k], 1.0])
                if again[k]:
                    own[path].add(page.key[k])
    shared = frozenset(path for path, (leads, goes, whole) in letters.items() if leads and leads + goes >= _TOLD * whole)
    return shared, frozenset(text for path in shared for text in own[path])


_EVERYWHERE, _LEAST_EVERYWHERE = 0.5, 8
"""A line on this share of the stories (and at least this number) belongs to the site, regardless of the second extractor."""


_SHORT = 60
"""Weight of a longer line than one that names who took a picture or wrote a text."""


def unwanted_texts(sample: ArticleSample, repeated: Sequence[Bools], least_share: float) -> frozenset[str]:
    """Return repeated texts on this share of the article pages that the second extractor mostly drops, and all on half of the stories.

    Short lines that consist of the same word and a name ("Photo: …") count together.
    """
    votes: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    alike = _Alike()
    for page, again in zip(sample.pages, repeated, strict=True):
        for k in page.blocks[again[page.blocks]].tolist():
            votes[page.key[k]][0] += int(page.member.wanted[k])
            votes[page.key[k]][1] += 1
            alike.note(page, k)
    least = least_share * len(sample.pages)
    everywhere = max(_LEAST_EVERYWHERE, _EVERYWHERE * sample.stories)
    return alike.on(everywhere) | frozenset(
        key
        for key, (wanted, count) in votes.items()
        if (wanted < 0.5 * count and count >= least) or sample.frequency.get(key, 0) >= everywhere
    )


class _Alike:
    """Short repeated lines that are a word and a name, by their first word, with the stories that have one."""

    def __init__(self) -> None:
        self._keys: dict[str, set[str]] = defaultdict(set)
        self._stories: dict[str, set[int]] = defaultdict(set)

    def note(self, page: ArticlePage, k: int) -> None:
        """Record a repeated block if it is a word and a name, without a sentence or a link."""
        text = page.tree.text[k]
        lead, _, name = text.partition(" ")
        is_line = page.weight[k] < _SHORT and page.link_share[k] < 0.5 and not text.endswith(SENTENCE_ENDS)
        if is_line and name[:1].isupper():
            self._keys[lead].add(page.key[k])
            self._stories[lead].add(page.story)

    def on(self, least: float) -> frozenset[str]:
        """Return the recorded lines of the words that at least this many stories have."""
        return frozenset(key for word, keys in self._keys.items() if len(self._stories[word]) >= least for key in keys)
