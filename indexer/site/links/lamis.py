"""LAMIS: a site's TOC pages and articles as hubs and authorities, with links weighted by their anchors.

Menus have entropic anchors ("Home" on every page) and almost no weight; the links that lead to stories remain. Each variant
of the paper is a field of `LamisParams`, and `variant` parses the paper's names of them.

How the open points of the paper are interpreted:

- *The weights of LN* are the entropy weights as shares of all weight at the hub (for authorities) and at the page (for hubs), as in SALSA.
    So in the limit a hub's score is the weight that it gives, Σ 1 - E over its links: out-links, weighted by their anchors. If the graph
    has several components, that is so in each component, and the start decides each component's total
    (Lempel & Moran, proposition 6).
- *The start* with LN is that weight, which is already the limit. From equal scores some sites need more than a thousand iterations, and
    components of many poor hubs outdo those of a few rich ones: blocks make many components. `equal_start` selects the papers' start.
- *The hub score of a page* in content block mode is the sum over its blocks, normalised to length 1 as in page mode.
- *The scale of HR*: the paper subtracts authority from hub without stating their norms. In vectors of length 1 their
    sizes depend on how unevenly each is spread, not on the page: if one index page has most of the hub score, all others have .05 of it
    beside authorities twice as large. As shares of all hub and of all authority score, which LN preserves, they are comparable.
    `unit_scores` uses length 1, as in Table 2.
- *HR below 1000 links* equals the hub score (`indexer.algorithms.link_entropy.hybrid_rank`).

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.3, 4.2, 5.2 and Table 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from indexer.algorithms.hits import hits, normalised
from indexer.algorithms.link_entropy import hybrid_rank, link_weights
from indexer.arrays import Floats
from indexer.page.page import Page
from indexer.site.links.graph import LinkGraph
from indexer.site.links.pages import LINK_PARTITIONS, PAGE, link_graph

_DECIMALS = 9
"""Decimals of scores. Smaller differences count as ties, so that pages are ranked by URL on every machine."""


@dataclass(frozen=True, slots=True)
class LamisParams:
    """The variants of the paper, one switch each, and its open parameters. The defaults are LAMIS-LN.

    Parameters
    ----------
    entropy : bool
        α = 1 - E(AN); if off, every link has the same weight (HITS, and SALSA with `links`).
    links : bool
        LN: a hub and an authority pass on their score once, regardless of their number of links.
    blocks : str
        CB: the partition into content blocks, one of `indexer.site.links.content_blocks.PARTITIONS`, or `page` for none. The paper's is
        `table`, which modern pages do not use around their links; `text` performs best on the sites measured.
    hybrid : bool
        HR: pages are ranked by hub - n · authority, both as shares of the scores of all pages.
    terms : bool
        TW: longer anchors have more weight.
    words : int
        Length of a term in words, at least 1. The paper's is 1.
    unfetched : bool
        True if unavailable pages of the site count when linked (`indexer.site.links.pages.link_graph`). The paper has all pages.
    equal_start : bool
        True if all hubs start equal with LN too, as in HITS and SALSA.
    unit_scores : bool
        HR subtracts scores of Euclidean length 1 instead.
    steps : int
        Maximum number of iterations, at least 1. The paper reads the scores after 10 (3.4).
    tolerance : float
        The iteration ends when no score changes by more; at least 0.
    """

    entropy: bool = True
    links: bool = True
    blocks: str = PAGE
    hybrid: bool = False
    terms: bool = False
    words: int = 1
    unfetched: bool = False
    equal_start: bool = False
    unit_scores: bool = False
    steps: int = 1_000
    tolerance: float = 1e-10

    def __post_init__(self) -> None:
        if self.blocks not in LINK_PARTITIONS:
            raise ValueError(f"there is no partition {self.blocks!r}: name one of {', '.join(LINK_PARTITIONS)}")
        if not (self.words >= 1 and self.steps >= 1):
            raise ValueError("a term has a word at least, and one iteration is the least")
        if not self.tolerance >= 0:
            raise ValueError("the tolerance is a difference of scores: not negative")


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The scores of a graph's pages (n).

    Parameters
    ----------
    graph : LinkGraph
    hub, authority : float arrays, shape (n,)
        Not negative, of Euclidean length 1 or all 0, to 9 decimals.
    score : float array, shape (n,)
        The score by which TOC pages are ranked.
    steps : int
        Number of iterations.
    """

    graph: LinkGraph
    hub: Floats
    authority: Floats
    score: Floats
    steps: int

    def order(self, values: Floats | None = None) -> list[int]:
        """Return the available pages by descending score, or by other values of shape (n,); ties by URL."""
        found = (self.score if values is None else values)[: self.graph.fetched]
        return [int(i) for i in np.argsort(-found, kind="stable")]  # the graph has them in the order of their URLs


def fit(pages: Iterable[Page], params: LamisParams | None = None) -> Ranking:
    """Return hub and authority scores of a site's pages.

    Parameters
    ----------
    pages : iterable of Page
        In any order; read once.
    params : LamisParams, optional

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> menu = "<nav><a href='/'>Home</a> <a href='/imprint'>Imprint</a></nav>"
    >>> texts = {"": "<a href='/a'>Crane sinks</a> <a href='/b'>Lynx returns</a>", "a": "Sunk.", "b": "Returned.", "imprint": "We."}
    >>> ranking = fit([parse(menu + text, f"https://example.org/{path}") for path, text in texts.items()])
    >>> [ranking.graph.urls[i] for i in ranking.order()[:1]], ranking.authority.round(2).tolist()
    (['https://example.org/'], [0.0, 0.71, 0.71, 0.0])
    """
    params = params or LamisParams()
    return rank(link_graph(pages, partition=params.blocks, words=params.words, unfetched=params.unfetched), params)


def rank(graph: LinkGraph, params: LamisParams) -> Ranking:
    """Return hub and authority scores of a graph that was built for the blocks of these parameters."""
    n, hubs = len(graph.urls), len(graph.hub_page)
    alpha = link_weights(graph.entropy[graph.anchor], graph.terms[graph.anchor], weighted=params.entropy, lengthened=params.terms)
    nodes = max(n, hubs)  # hubs and pages have separate numbers: no link needs a node in both roles
    forth, back, start = alpha, alpha, None
    if params.links:
        forth, back = normalised(graph.source, alpha, nodes), normalised(graph.target, alpha, nodes)
        start = None if params.equal_start else np.bincount(graph.source, alpha, nodes).astype(np.float64)
    found = hits(graph.source, graph.target, forth, nodes, back=back, start=start, steps=params.steps, tolerance=params.tolerance)
    hub = np.bincount(graph.hub_page, found.hub[:hubs], n).astype(np.float64)
    hub = (hub / (float(np.linalg.norm(hub)) or 1.0)).round(_DECIMALS)
    authority = found.authority[:n].round(_DECIMALS)
    score = _hybrid(hub, authority, len(graph.source), params) if params.hybrid else hub
    return Ranking(graph, hub, authority, score, found.steps)


def _hybrid(hub: Floats, authority: Floats, links: int, params: LamisParams) -> Floats:
    if not params.unit_scores:
        hub, authority = (scores / (float(scores.sum()) or 1.0) for scores in (hub, authority))
    return hybrid_rank(hub, authority, links).round(_DECIMALS)


def variant(name: str, blocks: str = "text", *, unfetched: bool = False) -> LamisParams:
    """Return the parameters of a variant by the paper's name, such as `lamis-ln-cb-hr-tw`; `salsa` is `hits-ln`.

    Parameters
    ----------
    name : str
        `hits`, `salsa` or `lamis`, then any of `ln`, `cb`, `hr`, `tw`, separated by hyphens.
    blocks : str
        The partition for CB.
    unfetched : bool
        As in `LamisParams`.

    Raises
    ------
    ValueError
        If there is no such variant.

    Examples
    --------
    >>> variant("lamis-ln") == LamisParams(), variant("SALSA") == variant("hits-ln"), variant("lamis-cb", "table").blocks
    (True, True, 'table')
    """
    method, *parts = name.lower().replace("salsa", "hits-ln").split("-")
    if method not in ("hits", "lamis") or not set(parts) <= {"ln", "cb", "hr", "tw"}:
        raise ValueError(f"there is no method {name!r}: name hits, salsa or lamis, with any of -ln, -cb, -hr and -tw")
    return LamisParams(
        entropy=method == "lamis",
        links="ln" in parts,
        blocks=blocks if "cb" in parts else PAGE,
        hybrid="hr" in parts,
        terms="tw" in parts,
        unfetched=unfetched,
    )
