"""WISDOM as published: information measures on each node of a page's DOM, a search for informative blocks, merging and condensing.

A term that is equally frequent on all pages carries no information: its entropy is 1, its weight 0. A node's information is the mean of
its terms' (CII); its links are as informative as the terms that anchors and their target pages share (API). Blocks are nodes that contain
much and spread it evenly over their children (SII); they are found from the top, expanded to their siblings, and condensed.

How the open points of the paper are interpreted:

- *Terms* are made of those of `indexer.text.terms`, stemmed in the language that most pages of the site declare, without numbers (4.4). The
    paper's stop-list and its base of meaningful terms do not exist for all languages. Phrases replace them ("a term corresponds to
    a meaningful keyword or phrase", 3.1): a pair of consecutive words is on all pages only in the template. With single terms, the
    words that occur everywhere in a language make plain paragraphs as uninformative as menus.
- *CII* is the mean over a node's distinct terms, as in the block entropy of the authors' earlier system.
- *API* compares the anchor text. The paper also names "bounded text surrounding the anchor", with no bound, and its formula has none. Where
    terms are phrases, an anchor of one word matches a text of that word alone, such as the heading of a section's front page.
- *Dummy nodes* are those whose f_A is 0 (3.3): they do not count as children in SII and in the search, and condensing removes them.
- *Articles* are searched for by CLEN_A, the text outside of links: `indexer.site.methods.wisdom_structure.ARTICLES`.
- *A page outside the fit* is page k+1: its terms' entropies are those of the page set with it, by the incremental formula.

`apply` gives the weight of text blocks for articles alone: 1 in an article's blocks, 0 elsewhere, also on TOC pages. `structures` gives
the complete structure of both kinds.

The method cannot distinguish a story from other text that one page alone has, above all readers' comments. It drops a story's paragraphs
that occur on many pages, and merges headline, date and author line into the body, as the paper intends.

References
----------
Kao, Ho, Chen: WISDOM: Web Intrapage Informative Structure Mining Based on Document Object Model. Sections 3 and 4.4.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from indexer.algorithms.incremental_entropy import add_page
from indexer.arrays import Floats, Ints
from indexer.page.page import Page
from indexer.site.methods.wisdom_structure import ARTICLE, ARTICLES, CONTENTS, TOC, InformativeStructure, SearchParams, mine
from indexer.site.methods.wisdom_terms import Reading, block_terms, link_paths, site_language, text_terms
from indexer.site.methods.wisdom_tree import CoverageTree, TermUse, coverage_tree
from indexer.site.site_path import site_path


@dataclass(frozen=True, slots=True)
class WisdomParams:
    """The paper's default setting (4.4).

    Parameters
    ----------
    words : int
        Length of a term in words (3.1). 1: single words, which need a stop-list; above 1: phrases.
    articles, contents : SearchParams
        Search parameters of article blocks and of blocks of tables of contents.
    """

    words: int = 2
    articles: SearchParams = ARTICLES
    contents: SearchParams = CONTENTS

    def __post_init__(self) -> None:
        if not self.words >= 1:
            raise ValueError("a term has a word at least")
        if self.articles.kind != ARTICLE or self.contents.kind != TOC:
            raise ValueError("articles are searched for by their type constraint, and tables of contents by theirs")


@dataclass(frozen=True, slots=True, eq=False)
class WisdomModel:
    """Term statistics of a page set.

    Parameters
    ----------
    params : WisdomParams
    reading : Reading
        How its texts are converted to terms.
    pages : int
        k = |D|.
    number : mapping of str to int
        The index of each term, t in all.
    total : int array, shape (t,)
        TF: occurrences on all pages.
    entropy : float array, shape (t,)
        EN(term), in [0, 1].
    page_terms : mapping of str to frozenset of int
        The terms of each page, by its path within the site.
    """

    params: WisdomParams
    reading: Reading
    pages: int
    number: Mapping[str, int]
    total: Ints
    entropy: Floats
    page_terms: Mapping[str, frozenset[int]]


def fit(pages: Sequence[Page], params: WisdomParams) -> WisdomModel:
    """Learn the term entropies of a site's pages, and the terms of each page.

    Parameters
    ----------
    pages : sequence of Page
        Without labels, in any order.
    params : WisdomParams

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> story = "<nav>Home</nav><div>{}</div>"
    >>> model = fit([parse(story.format(t), t) for t in ("crane sinks", "lynx returns")], WisdomParams())
    >>> [float(model.entropy[model.number[term]]) for term in ("home", "crane sinks")]
    [1.0, 0.0]
    """
    ordered = sorted(pages, key=lambda page: (page.url, page.tree.text))
    nothing = WisdomModel(params, Reading(site_language(ordered), params.words), 0, {}, np.zeros(0, np.int64), np.zeros(0), {})
    return merge(nothing, ordered)


def merge(model: WisdomModel, pages: Iterable[Page]) -> WisdomModel:
    """Return the model with more pages in the page set, by the incremental formula (3.1); the model is not changed.

    It is exact: equal to a fit on all pages up to rounding. Earlier pages are not read again; a page that is already in the set would
    count twice.
    """
    number, page_terms = dict(model.number), dict(model.page_terms)
    total = model.total.tolist()
    nats = (model.entropy * math.log(max(model.pages, 1))).tolist()
    k = model.pages
    for page in pages:
        counts = Counter(chain.from_iterable(block_terms(page, model.reading)))
        terms = [number.setdefault(term, len(number)) for term in counts]
        new = len(number) - len(total)
        total.extend([0] * new)
        nats.extend([0.0] * new)
        # entropies are kept without their base, so the cost of a page is that of its own terms: other terms need no new base
        before = np.array([nats[t] for t in terms], np.float64) / math.log(max(k, 2))
        after = add_page(before, _ints(total[t] for t in terms), _ints(counts.values()), k) * math.log(k + 1)
        for t, frequency, value in zip(terms, counts.values(), after.tolist(), strict=True):
            total[t] += frequency
            nats[t] = value
        page_terms.setdefault(site_path(page.url), frozenset(terms))
        k += 1
    entropy = np.minimum(np.array(nats, np.float64) / math.log(max(k, 2)), 1.0)
    return replace(model, pages=k, number=number, total=_ints(total), entropy=entropy, page_terms=page_terms)


def apply(model: WisdomModel, page: Page) -> Floats:
    """Return the weight of each text block: 1 in the page's article blocks, else 0.

    Returns
    -------
    float array, shape (b,)

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> story = "<nav>Home</nav><div>{}</div>"
    >>> model = fit([parse(story.format(t), t) for t in ("crane sinks", "lynx returns", "ferry late")], WisdomParams())
    >>> apply(model, parse(story.format("Water in the harbour"))).tolist()
    [0.0, 1.0]
    """
    tree = _information(model, page, links=False)  # the choice of article blocks does not depend on link targets
    kept = mine(tree, model.params.articles).kept[tree.block]
    return kept.astype(np.float64)


def structures(model: WisdomModel, page: Page) -> tuple[CoverageTree, InformativeStructure, InformativeStructure]:
    """Return the page's information coverage tree, and its informative structures: articles, and tables of contents.

    >>> from indexer.page.parse import parse
    >>> front = "<ul><li><a href=/a>Crane sinks</a><li><a href=/b>Lynx returns</a></ul>"
    >>> pages = {"/": front, "/a": "<p>Crane sinks", "/b": "<p>Lynx returns"}
    >>> parsed = [parse(html, "http://example.org" + url) for url, html in pages.items()]
    >>> tree, articles, contents = structures(fit(parsed, WisdomParams()), parsed[0])
    >>> articles.roots, contents.roots, tree.precision[:2].round(2).tolist()
    ((), (1,), [3.17, 3.17])
    """
    tree = information(model, page)
    return tree, mine(tree, model.params.articles), mine(tree, model.params.contents)


def information(model: WisdomModel, page: Page) -> CoverageTree:
    """Return the information coverage tree of a page (phase 1 and 3.2.1)."""
    return _information(model, page, links=True)


def _information(model: WisdomModel, page: Page, *, links: bool) -> CoverageTree:
    blocks = block_terms(page, model.reading)
    counts = Counter(chain.from_iterable(blocks))
    local = {term: i for i, term in enumerate(counts)}
    entropy = _entropies(model, page, counts)
    use = TermUse(
        term=_ints(local[term] for term in chain.from_iterable(blocks)),
        block=np.repeat(np.arange(len(blocks), dtype=np.int64), [len(block) for block in blocks]),
        weight=1 - entropy,
    )
    known = dict(zip(counts, entropy.tolist(), strict=True))
    return coverage_tree(page, use, _precision(model, page, known) if links else [0.0] * len(page.links))


def _entropies(model: WisdomModel, page: Page, counts: Mapping[str, int]) -> Floats:
    """Return EN of each term of a page; a page outside the fit counts as the next one."""
    at = _ints(model.number.get(term, -1) for term in counts)
    known = at >= 0
    entropy, total = np.zeros(len(at)), np.zeros(len(at), np.int64)
    entropy[known], total[known] = model.entropy[at[known]], model.total[at[known]]
    if site_path(page.url) in model.page_terms:
        return entropy
    return add_page(entropy, total, _ints(counts.values()), model.pages)


def _precision(model: WisdomModel, page: Page, entropy: Mapping[str, float]) -> list[float]:
    """Return API(N) = Σ_j 1 / EN(term_j) of each link, over the terms that its anchor text shares with its target page (3.1.2).

    A link to a page outside the page set shares none. A term that is in one document only does not count either, for instance an image's
    alternative text, which the linking page does not show: in the paper every matching term is in two documents.
    """
    found = []
    for link, target in zip(page.links, link_paths(page), strict=True):
        there = model.page_terms.get(target, frozenset()) if target else frozenset()
        matching = sorted({t for t in text_terms(link.text, model.reading) if model.number.get(t, -1) in there}) if there else []
        found.append(sum(1 / entropy[term] for term in matching if entropy.get(term, 0.0) > 0))
    return found


def _ints(values: Iterable[int]) -> Ints:
    return np.fromiter(values, np.int64)
