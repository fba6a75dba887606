"""The compressed structure tree as published: what a site's pages share, and a weight for each word of each of its blocks.

All pages are merged from top to bottom. An *element node* represents the tag nodes of many pages that are the same logical block; its
children are merged if their parents' presentation styles are equal, and if tag, attributes and characteristic words match. Places that
look alike everywhere, and words in all copies of a place, are noise.

How the paper's terms are interpreted:

- *(Tag, Attr)* of a tag node is its signature (`indexer.page.signature`): today's pages state their display by classes and ids.
- *Leaves*: the paper takes the grandparents of the actual leaf tag nodes, so a virtual leaf is a tag node with at most two levels
    below it. Text between the children of another node is a leaf of its own, without a tag.
- *A page outside the fit* has each of its tag nodes looked up as if it were merged: by its parent's style, else by its words.
    A tag node without a match is a new element node of one tag node, and therefore important: NodeImp = 1, H = 0.
- *A block's weight* is the mean of equation 5 over its words' occurrences: PathImp(E) · (1 - H_E(a)) per occurrence.

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting (IJCAI 2003).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from indexer.algorithms.importance import path_importance, word_weight
from indexer.arrays import Floats
from indexer.page.page import Page
from indexer.site.methods.element_growth import grown
from indexer.site.methods.element_node import ElementNode, Leaf
from indexer.site.methods.tag_tree import ROOT, TagTree, tag_tree
from indexer.text import terms


@dataclass(frozen=True, slots=True)
class CstParams:
    """The paper's constants, and our choices for its open points.

    Parameters
    ----------
    share : float
        γ: a characteristic word stands in this share of the tag nodes. The paper: .85.
    similarity : float
        λ: minimum Jaccard similarity of the characteristic words of element nodes that are merged. The paper: .85.
    height : int
        Levels of tag nodes below a virtual leaf. The paper: 2, the grandparents of the actual leaves.
    body_attributes : bool
        If off, the bodies of all pages are one logical block. Ours: many sites name the post in the body's classes; then each body is an
        element node of one tag node, and everything below it is important.
    threshold : float
        A block is dropped if the weight of its most important word's occurrence is below it. Ours: the paper weights and does not cut. The
        block's mean would be a poor criterion: the words that all long texts share lower it with the length of a place's texts.
    deepest : int
        Levels below the body after which everything is a leaf. Ours: real pages have some forty, and the work grows with it.
    """

    share: float = 0.85
    similarity: float = 0.85
    height: int = 2
    body_attributes: bool = True
    threshold: float = 0.3
    deepest: int = 100

    def __post_init__(self) -> None:
        if not (0 < self.share <= 1 and 0 < self.similarity <= 1):
            raise ValueError("share and similarity lie in (0, 1]: with 0, everything would be alike")
        if not (self.height >= 0 and self.deepest >= 1):
            raise ValueError("height is 0 or more, deepest 1 or more: a tree needs a level of leaves")
        if not 0 <= self.threshold <= 1:
            raise ValueError("the threshold lies in [0, 1], as weights do")


@dataclass(frozen=True, slots=True)
class CstModel:
    """A site's compressed structure tree.

    Parameters
    ----------
    params : CstParams
    nodes : tuple of ElementNode
        The root first; element nodes refer to one another by index.
    """

    params: CstParams
    nodes: tuple[ElementNode, ...]


def fit(pages: Sequence[Page], params: CstParams) -> CstModel:
    """Return the compressed structure tree of a site's pages (section 3.2).

    Parameters
    ----------
    pages : sequence of Page
        Without labels, in any order. Copies of one story look like template to this method, so the input should contain one of them.
    params : CstParams

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> pages = [parse(f"<ul><li>Home</li></ul><p>{s}</p>", s) for s in ("crane sinks", "lynx returns")]
    >>> [round(w, 2) for w in apply(fit(pages, CstParams(height=0)), pages[0]).tolist()]
    [0.0, 1.0]

    Notes
    -----
    Time and memory grow linearly with the pages' words and depths; children of one node whose styles differ are compared by
    `indexer.algorithms.alike`.
    """
    return merge(CstModel(params, (ElementNode.empty("root"),)), pages)


def merge(model: CstModel, pages: Sequence[Page]) -> CstModel:
    """Return the tree with more pages merged into it; the model is not changed.

    Existing element nodes stay separate and keep their places; only the new pages' tag nodes are merged, among one another and into
    the tree. So the result may keep element nodes apart that a new fit of all pages would merge, or the reverse, because words
    that are characteristic today need not be so with more pages.
    """
    ordered = sorted(pages, key=lambda page: (page.url, page.tree.text))
    words_of = cache(terms)  # most texts of a site occur on many of its pages
    trees = [_tag_tree(page, model.params, words_of) for page in ordered]
    return CstModel(model.params, grown(model.nodes, trees, model.params.share, model.params.similarity))


def _tag_tree(page: Page, params: CstParams, words_of: Callable[[str], Sequence[str]] = terms) -> TagTree:
    return tag_tree(page, params.height, params.deepest, body_attributes=params.body_attributes, words_of=words_of)


@dataclass(frozen=True, slots=True)
class WeighedLeaf:
    """A leaf of a page with its element node.

    Parameters
    ----------
    blocks : sequence of int
    leaf : Leaf
        Without words if the tree has no such place.
    path_importance : float
        PathImp(E).
    """

    blocks: Sequence[int]
    leaf: Leaf
    path_importance: float


def weighed_leaves(model: CstModel, tree: TagTree) -> Iterator[WeighedLeaf]:
    """Yield every leaf of a page with its path importance (equation 4)."""
    open_nodes: list[tuple[int, int | None, float]] = [(ROOT, 0, 0.0)]
    while open_nodes:
        node, at, above = open_nodes.pop()
        element = None if at is None else model.nodes[at]
        path = 1.0 if element is None else path_importance((above, element.importance))
        if node != ROOT and tree.own[node]:
            leaf = Leaf() if element is None else element.leaf
            yield WeighedLeaf(tree.own[node], leaf, path_importance((path, leaf.importance)))
        children = tree.children_of(node)
        found = [None] * len(children) if element is None else _places(model, element, tree, node)
        open_nodes += [(child, place, path) for child, place in zip(children, found, strict=True)]


def _places(model: CstModel, element: ElementNode, tree: TagTree, node: int) -> Sequence[int | None]:
    """Return the element node of each child of a tag node."""
    use = element.styles.get(tree.style(node))
    if use is not None:
        return use.children
    least = model.params.similarity
    children = tree.children_of(node)
    return [element.most_alike(model.nodes, tree.name[i], tree.features(i), least) for i in children]


def apply(model: CstModel, page: Page) -> Floats:
    """Return the weight of each block: the mean weight of its words' occurrences (equation 5); 0 if none reaches the threshold.

    Returns
    -------
    float array, shape (b,)
        In [0, 1].
    """
    tree = _tag_tree(page, model.params)
    weight = np.zeros(len(page.tree.text))
    for place in weighed_leaves(model, tree):
        for k in place.blocks:
            words = [word_weight(place.path_importance, place.leaf.entropy(word), 1) for word in tree.block_words(k)]
            if words and max(words) >= model.params.threshold:
                weight[k] = min(1.0, sum(words) / len(words))
    return weight


def feature_weights(model: CstModel, page: Page) -> dict[str, float]:
    """Return the page's feature vector: the weights of each word (equation 5), summed over the page's blocks.

    The paper clusters and classifies pages by this vector, not by the blocks' weights; no threshold applies.

    >>> from indexer.page.parse import parse
    >>> pages = [parse(f"<ul><li>Home</li></ul><p>{s}</p>", s) for s in ("crane crane sinks", "lynx returns")]
    >>> feature_weights(fit(pages, CstParams(height=0)), pages[0])
    {'crane': 2.0, 'home': 0.0, 'sinks': 1.0}
    """
    tree = _tag_tree(page, model.params)
    vector: dict[str, float] = {}
    for place in weighed_leaves(model, tree):
        counts = Counter(word for k in place.blocks for word in tree.block_words(k))
        for word, frequency in counts.items():
            weight = word_weight(place.path_importance, place.leaf.entropy(word), frequency)
            vector[word] = vector.get(word, 0.0) + weight
    return dict(sorted(vector.items()))
