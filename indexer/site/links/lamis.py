"""LAMIS: a site's tables of contents and articles as hubs and authorities, where a link counts by what its anchor alone says.

Menus have entropic anchors ("Home" on every page) and next to no weight; what remains are the links that lead to stories. Each variant
of the paper is a field of `LamisParams`, and `variant` reads the paper's names of them.

How the paper is read here, where it leaves something open:

- *The weights of LN* are the entropy weights as shares of all weight at the hub (for authorities) and at the page (for hubs), as in SALSA.
  So in the limit a hub's score is the weight that it gives, Σ 1 - E over its links: out-links, counted by what they say. Where the graph
  falls into parts that do not link to one another, that is so in each part, and the start decides what a part has
  (Lempel & Moran, proposition 6).
- *The start* with LN is that weight, which is the limit already. From equal scores some sites need more than a thousand iterations, and
  parts of many poor hubs outdo those of a few rich ones: blocks make many parts. `equal_start` has the papers' start.
- *The hub score of a page* in content block mode is the sum over its blocks, brought to length 1 as in page mode.
- *The scale of HR*: the paper subtracts authority from hub and does not say of which length the two are. In vectors of length 1 their
  sizes say how unevenly each is spread, nothing about a page: where one index page holds most of the hubs' score, all others have .05 of it
  beside authorities twice as large. As shares of all hub and of all authority score, which is what LN keeps, they compare.
  `unit_scores` has length 1, as in Table 2.
- *HR below 1000 links* is no different from the hub score (`indexer.algorithms.link_entropy.hybrid_rank`).

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
"""Of scores. What differs by less is equal, and pages are then ranked by URL, on every machine."""


@dataclass(frozen=True, slots=True)
class LamisParams:
    """The variants of the paper, each by its switch, and what it leaves open. The defaults are LAMIS-LN.

    Parameters
    ----------
    entropy : bool
        α = 1 - E(AN); off: every link weighs the same (HITS, and SALSA with `links`).
    links : bool
        LN: a hub and an authority pass on their score once, however many links they have.
    blocks : str
        CB: what a content block is, one of `indexer.site.links.content_blocks.PARTITIONS`, or `page`: off. The paper's is `table`, of which
        pages of today have none around their links; `text` has done best on the sites measured.
    hybrid : bool
        HR: pages are ranked by hub - n · authority, both as shares of the scores of all pages.
    terms : bool
        TW: longer anchors weigh more.
    words : int
        Length of a term in words, 1 and more. 1 is the paper's.
    unfetched : bool
        Whether linked pages of the site that are not at hand count (`indexer.site.links.pages.link_graph`). The paper has all pages.
    equal_start : bool
        All hubs begin equal with LN too, as in HITS and SALSA.
    unit_scores : bool
        HR subtracts scores of Euclidean length 1 instead.
    steps : int
        Most iterations, 1 and more. The paper reads the scores after 10 (3.4).
    tolerance : float
        The iteration ends when no score changes by more; not negative.
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
        What tables of contents are ranked by.
    steps : int
        Iterations made.
    """

    graph: LinkGraph
    hub: Floats
    authority: Floats
    score: Floats
    steps: int

    def order(self, values: Floats | None = None) -> list[int]:
        """The pages at hand, the likeliest table of contents first, or by other values of shape (n,); by URL where they are equal."""
        found = (self.score if values is None else values)[: self.graph.fetched]
        return [int(i) for i in np.argsort(-found, kind="stable")]  # the graph has them by URL


def fit(pages: Iterable[Page], params: LamisParams | None = None) -> Ranking:
    """Hub and authority scores of a site's pages.

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
    """Hub and authority scores of a graph that was built for these parameters' blocks."""
    n, hubs = len(graph.urls), len(graph.hub_page)
    alpha = link_weights(graph.entropy[graph.anchor], graph.terms[graph.anchor], weighted=params.entropy, lengthened=params.terms)
    nodes = max(n, hubs)  # hubs and pages are numbered apart: no link asks for a node in both roles
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
    """The parameters of a variant by the paper's name, such as `lamis-ln-cb-hr-tw`; `salsa` is `hits-ln`.

    Parameters
    ----------
    name : str
        `hits`, `salsa` or `lamis`, then any of `ln`, `cb`, `hr`, `tw`, parted by hyphens.
    blocks : str
        The partition that CB means.
    unfetched : bool
        As in `LamisParams`.

    Raises
    ------
    ValueError
        There is no such variant.

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
