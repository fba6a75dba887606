"""The compressed structure tree: the importance of each place of the template for the pages' content.

The tree's element nodes are the template's paths: all nodes of the sample with one path are one element node E, its tag nodes are E.TAGS,
and the sequences of their children's signatures are E.STYLES. (The paper merges children with equal tags and attributes if their common
words are similar; paths have this effect without a comparison of texts.)

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting. Equations 1 to 5.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from indexer.algorithms.importance import leaf_importance, node_importance
from indexer.site.parts.article_page import ArticlePage, ArticleSample

_MOST_WORDS = 400_000
"""Maximum number of words counted per sample; more change no importance by as much as .01."""


@dataclass(slots=True)
class ElementNode:
    """One path's tag nodes: their styles, and the frequency of each word in each of them."""

    tags: int = 0
    styles: Counter[tuple[str, ...]] = field(default_factory=Counter)
    leaves: int = 0
    words: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def build(sample: ArticleSample, kept: Sequence[Sequence[int]]) -> dict[int, ElementNode]:
    """Return the element nodes inside the containers.

    Parameters
    ----------
    kept : sequence of sequences of int, one per page
        The blocks that count as leaves.
    """
    nodes: dict[int, ElementNode] = defaultdict(ElementNode)
    budget = _MOST_WORDS
    for page, blocks in zip(sample.pages, kept, strict=True):
        _add_styles(page, nodes)
        budget -= _add_words(page, blocks, nodes, budget)
    return dict(nodes)


def _add_styles(page: ArticlePage, nodes: dict[int, ElementNode]) -> None:
    tree = page.tree
    children: dict[int, list[str]] = defaultdict(list)
    for i in range(page.container + 1, int(tree.end[page.container])):
        children[int(tree.parent[i])].append(tree.signature[i])
    for i in range(page.container, int(tree.end[page.container])):
        node = nodes[int(tree.path[i])]
        node.tags += 1
        node.styles[tuple(children.get(i, ()))] += 1


def _add_words(page: ArticlePage, blocks: Sequence[int], nodes: dict[int, ElementNode], budget: int) -> int:
    by_node: dict[int, Counter[str]] = defaultdict(Counter)
    used = 0
    for k in blocks:
        if used < budget:
            words = page.tree.text[k].lower().split()
            by_node[int(page.tree.node[k])].update(words)
            used += len(words)
    for n in sorted(by_node):
        node = nodes[int(page.tree.path[n])]
        node.leaves += 1
        for word, count in by_node[n].items():
            node.words[word].append(count)
    return used


@dataclass(frozen=True, slots=True)
class WeightParams:
    """Conversion of importance to a block's weight.

    Parameters
    ----------
    weigh : bool
        If off (for the ablation), every kept block has weight 1.
    floor : float
        Minimum weight of a kept block, which must remain findable.
    """

    weigh: bool = True
    floor: float = 0.1

    def __post_init__(self) -> None:
        if not 0 < self.floor <= 1:
            raise ValueError("the floor lies in (0, 1]: what is kept must stay findable")


def path_weights(sample: ArticleSample, kept: Sequence[Sequence[int]], params: WeightParams) -> dict[int, float]:
    """Return the weight of each path with kept text, in [floor, 1].

    W(a, T) of equation 5, averaged over the words of a place, is PathImp(E) · (1 - mean H_E(a)) = PathImp(E) · NodeImp(leaf). It is
    relative to the place with most of the site's text, which therefore has weight 1: paragraphs share their function words on
    every site, which does not lower their importance.
    """
    if not params.weigh:
        return {}
    nodes = build(sample, kept)
    importance: dict[int, list[float]] = defaultdict(list)
    letters: Counter[int] = Counter()
    leaf = {path: leaf_importance(node.words, node.leaves) for path, node in nodes.items() if node.leaves}
    internal = {path: node_importance(node.styles, node.tags) for path, node in nodes.items()}
    for page, blocks in zip(sample.pages, kept, strict=True):
        chains: dict[int, float] = {}
        rests: dict[int, float] = {}
        for k in blocks:
            n = int(page.tree.node[k])
            path = int(page.tree.path[n])
            if path not in leaf:
                continue
            if n not in chains:
                chains[n] = 1.0 - _rest(page, int(page.tree.parent[n]), internal, rests) * (1.0 - leaf[path])
            importance[path].append(chains[n] * leaf[path])
            letters[path] += int(page.weight[k])
    if not importance:
        return {}
    mean = {path: sum(sorted(values)) / len(values) for path, values in importance.items()}
    main = max(letters, key=lambda p: (letters[p], p))
    scale = mean[main] or 1.0
    return {path: round(min(1.0, max(params.floor, mean[path] / scale)), 4) for path in mean}


def repeated_weights(
    sample: ArticleSample, kept: Sequence[Sequence[int]], recurring: Collection[str], params: WeightParams
) -> dict[str, float]:
    """Return the weight of each kept text that the site repeats, in [floor, 1): 1 - H of a feature once on each of f of n stories.

    A standing note or a sign-off may matter to a reader who searches for it, but describes the story little: it is kept, and its weight
    falls with the number of its stories. Recurring sub-headings and speakers' names belong to the text that they head.

    References
    ----------
    Equations 2 and 3, with a whole text as the feature: H = log f / log n.
    """
    if not params.weigh or sample.stories < 2:
        return {}
    found = {page.key[k] for page, blocks in zip(sample.pages, kept, strict=True) for k in blocks if page.repeated[k]} - set(recurring)
    whole = math.log(sample.stories)
    return {
        text: round(min(1.0, max(params.floor, 1 - math.log(min(sample.frequency[text], sample.stories)) / whole)), 4)
        for text in sorted(found)
    }


def _rest(page: ArticlePage, n: int, internal: Mapping[int, float], known: dict[int, float]) -> float:
    """Return equation 4's product of 1 - NodeImp from the container down to `n`; each node's factor is computed once per page."""
    above: list[int] = []
    while n >= page.container and n not in known:
        above.append(n)
        n = int(page.tree.parent[n])
    rest = known.get(n, 1.0)
    for node in reversed(above):
        rest *= 1.0 - internal[int(page.tree.path[node])]
        known[node] = rest
    return rest
