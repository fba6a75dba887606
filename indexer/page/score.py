"""Page-level evidence: what one page alone reveals about the place of its article.

Each block gets a signed score from its length, punctuation, tag and links; the article's container is the node with the largest
sum. The site model starts from it, and sites with too few pages rely on it (`indexer.page.page_level`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from indexer.arrays import Floats, Ints
from indexer.page.appended import appended_nodes
from indexer.page.blocks import key, keys
from indexer.page.elements import HEADINGS
from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.page.prior import PriorParams, prior
from indexer.page.titles import title_keys
from indexer.page.tree import Tree
from indexer.ranges import within
from indexer.urls import resolve, site_key

_PUNCTUATION = re.compile(
    r"[.!?…。！？」”\"»:;,，、؟،؛۔।॥։።"  # of alphabets, Chinese and Japanese, Arabic and Urdu, Indian scripts, Armenian, Ethiopic
    r"\u0e01-\u0e2e\u0e81-\u0eae\u1000-\u1021\u1780-\u17a2]"  # Thai, Lao, Burmese, Khmer: running text has hardly any
)
_TEXT_TAGS = frozenset({"p", "blockquote", "pre", "li", "h2", "h3"})


@dataclass(frozen=True, slots=True)
class ScoreParams:
    """Constants of the page-level scorer, chosen on labelled single pages.

    Parameters
    ----------
    long : int
        Minimum weight of a block of running text.
    first : int
        Minimum weight of the block that marks the beginning of the text in the search for headlines above it.
    link_cap : int
        Maximum weight with which a linked block counts against its place.
    short, short_text : float
        Factors for blocks that are short or without punctuation, outside and inside text tags.
    heading, paragraph : float
        Factors for headings, and for `p` and `blockquote`.
    suspect : float
        Factor for text in a suspect node.
    margin : float
        The container is the smallest node with at least 1 - margin of the best sum.
    """

    prior: PriorParams = PriorParams()
    long: int = 60
    first: int = 100
    link_cap: int = 120
    short: float = 0.1
    short_text: float = 0.3
    heading: float = 0.3
    paragraph: float = 1.2
    suspect: float = -0.3
    margin: float = 0.05

    def __post_init__(self) -> None:
        within(0, 1, short=self.short, short_text=self.short_text, heading=self.heading, margin=self.margin)
        within(0, long=self.long, first=self.first, link_cap=self.link_cap, paragraph=self.paragraph)
        within(-1, 1, suspect=self.suspect)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A page with the values that all further analysis starts from.

    Parameters
    ----------
    page : Page
        Blocks of other stories below the page's own (`indexer.page.appended`) have weight 0 in it.
        key : tuple of str, length b
            `indexer.page.blocks.key` of each block; "" for those of other stories.
    titles : frozenset of str
        Keys of the page's titles and their parts.
    length : float array, shape (b,)
        Characters of each block.
    link_share : float array, shape (b,)
        Share of each block's characters inside links.
    prior : int array, shape (n,)
        `indexer.page.prior`.
    """

    page: Page
    key: tuple[str, ...]
    titles: frozenset[str]
    length: Floats
    link_share: Floats
    prior: Ints

    @property
    def tree(self) -> Tree:
        return self.page.tree


def gather(page: Page, params: ScoreParams) -> Evidence:
    """Return the evidence of one page: keys, link shares and prior.

    >>> from indexer.page.parse import parse
    >>> gather(parse("<p>One, <a href='/'>two</a></p>"), ScoreParams()).link_share.tolist()
    [0.375]
    """
    own, *_ = found = page.derived.once("evidence", (params,), lambda: _gathered(page, params))
    return Evidence(own or page, *found[1:])


def _gathered(page: Page, params: ScoreParams) -> tuple[Page | None, tuple[str, ...], frozenset[str], Floats, Floats, Ints]:
    """Return the fields of `Evidence`; None for the page if it is unchanged."""
    tree = page.tree
    block_keys = keys(tree.text)
    titles = title_keys(page.metadata.titles)
    length = np.fromiter(map(len, tree.text), np.float64, len(tree.text))
    link_share = tree.link_length / length
    link_share[[k for k in blocks_of_inner_links(page) if tree.tag[tree.node[k]] in HEADINGS]] = 0.0
    leading, outward = _linked_headings(page)
    link_share[[k for k in sorted(outward) if _heads_paragraph(tree, k, page.weight, link_share, params)]] = 0.0  # what the text is about
    appended = appended_nodes(tree, block_keys, page.weight, link_share, titles, leading)
    own = None
    if appended.stop:
        elsewhere = (tree.node >= appended.start) & (tree.node < appended.stop)
        block_keys = tuple("" if other else k for k, other in zip(block_keys, elsewhere.tolist(), strict=True))
        own = replace(page, weight=np.where(elsewhere, 0.0, page.weight))
    weight = page.weight if own is None else own.weight
    return own, block_keys, titles, length, link_share, _prior(tree, block_keys, titles, weight, params)


def _linked_headings(page: Page) -> tuple[set[int], set[int]]:
    """Return the blocks of headings with a link to a page of the same site, by any of its declared URLs, and of those to another site."""
    tree, target_of = page.tree, LinkResolver(page)
    stated = (resolve(page.url, one) for one in (*page.metadata.canonical, *page.metadata.all("og:url")))
    own = {site_key(one) for one in (page.url, *stated) if one}
    targets = [(link.block, target_of(link.href)) for link in page.links if tree.tag[link.node] in HEADINGS]
    sites = [(k, site_key(target)) for k, target in targets if target]
    return {k for k, site in sites if site in own}, {k for k, site in sites if own and site not in own}


def _heads_paragraph(tree: Tree, k: int, weight: Floats, link_share: Floats, params: ScoreParams) -> bool:
    """Return whether a block is right above running text beside it."""
    if k + 1 >= len(weight) or tree.parent[tree.node[k]] != tree.parent[tree.node[k + 1]]:
        return False
    return bool(weight[k + 1] >= params.long and link_share[k + 1] < _LINKED and tree.tag[tree.node[k + 1]] not in HEADINGS)


_LINKED = 0.3
"""Share of link text from which a block is no running text."""


def blocks_of_inner_links(page: Page) -> list[int]:
    """Return the blocks with links, all of which lead to places of the same page: contents, headings with their own address.

    >>> from indexer.page.parse import parse
    >>> page = parse("<h2><a href='https://example.org/a#b'>B</a></h2><p><a href='#b'>b</a> <a href=/c>c</a>", "https://example.org/a")
    >>> blocks_of_inner_links(page)
    [0]
    """
    here = ("#", f"{page.url}#")
    inner = {link.block for link in page.links if link.href.startswith(here)}.difference(
        link.block for link in page.links if not link.href.startswith(here)
    )
    return sorted(k for k in inner if k < len(page.tree.text))  # a link without text after the last block is in none


def without_template(e: Evidence, template: Collection[str], params: ScoreParams) -> Evidence:
    """Recompute the page's prior without the template texts (keys) known by now, which do not count as its long text.

    So a name counts less against the story's node on a page whose other text is mostly a notice.
    """
    if not template or not e.prior.any():
        return e
    known = np.fromiter((k in template for k in e.key), bool, len(e.key))
    return replace(e, prior=_prior(e.tree, e.key, e.titles, np.where(known, 0.0, e.page.weight), params))


def _prior(tree: Tree, block_keys: Sequence[str], titles: Collection[str], weight: Floats, params: ScoreParams) -> Ints:
    """Return the prior for these block weights."""
    node = tree.node.tolist()
    headline = np.zeros(len(node), bool)
    headline[[i for i, k in enumerate(block_keys) if k in titles and tree.tag[node[i]] == "h1"]] = True
    return prior(tree, weight, headline, params.prior)


def block_scores(e: Evidence, template: Collection[str], params: ScoreParams) -> Floats:
    """Return the signed score of each block, in letters of text; shape (b,).

    Parameters
    ----------
    template : collection of str
        Keys of known template texts; they count against their place with their full weight.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> page = parse("<p>Sixty letters of running text, with a comma and a full stop.</p><p><a href='/'>Menu</a></p>")
    >>> block_scores(gather(page, ScoreParams()), (), ScoreParams()).round(1).tolist()
    [72.0, -4.0]
    """
    tree, weight, share = e.tree, e.page.weight, e.link_share
    score = weight * (1 - share) * e.page.derived.once("block factors", (params,), lambda: _factors(tree, weight, params))
    score[e.prior[tree.node] > 0] *= params.suspect
    linked = share > 0.5
    score[linked] = -np.minimum(weight, params.link_cap)[linked] * share[linked]
    if template:
        known = np.fromiter((k in template for k in e.key), bool, len(e.key))
        score[known] = -weight[known]
    return score


def _factors(tree: Tree, weight: Floats, params: ScoreParams) -> Floats:
    """Return the factor of each block's score from its tag and punctuation, shape (b,)."""
    tags = (tree.tag[n] for n in tree.node.tolist())
    found = (_factor(tag, text, w, params) for tag, text, w in zip(tags, tree.text, weight.tolist(), strict=True))
    return np.fromiter(found, np.float64, len(tree.text))


def _factor(tag: str, text: str, weight: float, params: ScoreParams) -> float:
    factor = 1.0
    if weight < params.long or not _PUNCTUATION.search(text):
        factor = params.short_text if tag in _TEXT_TAGS else params.short
    if tag in HEADINGS:
        factor *= params.heading
    elif tag in ("p", "blockquote"):
        factor *= params.paragraph
    return factor


def best_node(tree: Tree, score: Floats, margin: float) -> tuple[int, Floats]:
    """Return the smallest node whose sum of scores is nearly the largest, and the sums of all nodes, shape (n,).

    >>> from indexer.page.parse import parse
    >>> tree = parse("<div><p>One</p><p>Two</p></div><p>Three</p>").tree
    >>> best_node(tree, np.array([50.0, 50.0, -3.0]), 0.05)[0]
    1
    """
    sums = tree.subtree_sum(score)
    best = int(np.flatnonzero(sums >= sums.max() - 1e-9)[-1]) if len(sums) else 0
    if sums[best] <= 0:
        return best, sums
    end = tree.end
    narrowest = best
    for i in (np.flatnonzero(sums[best + 1 : end[best]] >= (1 - margin) * sums[best]) + best + 1).tolist():
        if end[i] <= end[narrowest]:
            narrowest = i
    return narrowest, sums


def headline_key(e: Evidence) -> frozenset[str]:
    """Return the keys that identify the page's story: its full titles and its `h1`s.

    >>> from indexer.page.parse import parse
    >>> sorted(headline_key(gather(parse("<title>A - B</title><h1>Crane</h1>"), ScoreParams())))
    ['ab', 'crane']
    """
    found = {key(title) for title in e.page.metadata.titles}
    found |= {k for k, n in zip(e.key, e.tree.node.tolist(), strict=True) if e.tree.tag[n] == "h1"}
    return frozenset(found - {""})
