"""The template of a site by multi-sequence alignment: the sequence of tags and texts that its pages share.

Pages are aligned in pairs as sequences of tokens, the pairs' unions are aligned in pairs again, and the tokens at the root that
half of the pages support are the template. On a page, the tokens that align with the template are removed; all other texts are informative.

References
----------
Geraci, Maggini: A Multi-Sequence Alignment Algorithm for Web Template Detection. Sections 2, 2.1 and 2.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from indexer.algorithms.align import ALIGNERS
from indexer.algorithms.consensus import consensus, supported
from indexer.arrays import Bools, Floats, Ints
from indexer.page.page import Page
from indexer.page.tokens import tree_tokens
from indexer.site.draw import drawn


@dataclass(frozen=True, slots=True)
class TemplateParams:
    """Parameters of the search for a template.

    The defaults find the true template of sites where it is known; `PUBLISHED` has the paper's values.

    Parameters
    ----------
    pages : int
        Number of sample pages t, at least 2; 16 "seems to be a good choice in most situations" (section 3.1).
    threshold : float
        Minimum share of the sample pages that contain a token of the template, in (0, 1]; 1/2 in the paper (section 2.2).
    repeated : float
        The same share for a token that occurs more than once per page on average, at least the threshold (ours; the paper does not
        distinguish): paragraphs and closing tags are easily aligned by chance.
    aligner : str
        A name in `indexer.algorithms.align.ALIGNERS`; "needleman-wunsch" is the paper's (section 2.1).
    longest : int
        Longer pages, in tokens, are not used for learning (ours): newspapers' pages have a third of it. Four such pages
        make the longest sequences of the tree.
    """

    pages: int = 16
    threshold: float = 0.5
    repeated: float = 0.6
    aligner: str = "longest-common"
    longest: int = 8_000

    def __post_init__(self) -> None:
        if not self.pages >= 2:
            raise ValueError("a template is what pages share: two pages at least")
        if not 0 < self.threshold <= self.repeated <= 1:
            raise ValueError("thresholds are shares of the pages, in (0, 1], and repeated tokens need no smaller one")
        if self.aligner not in ALIGNERS:
            raise ValueError(f"there is no aligner {self.aligner!r}: name one of {', '.join(ALIGNERS)}")
        if not self.longest >= 1:
            raise ValueError("the longest page has one token at least")


PUBLISHED = TemplateParams(repeated=0.5, aligner="needleman-wunsch")
"""The method to the letter; its aligner needs Biopython."""


@dataclass(frozen=True, slots=True)
class TemplateModel:
    """A site's template.

    Parameters
    ----------
    token : tuple of str, length k
        Empty if fewer than two different pages were available.
    score : tuple of float, length k
        Share of the sample pages that contain the token at this place, in [threshold, 1].
    pages : int
        Number of sample pages used.
    params : TemplateParams
    """

    token: tuple[str, ...]
    score: tuple[float, ...]
    pages: int
    params: TemplateParams


def fit(pages: Sequence[Page], params: TemplateParams) -> TemplateModel:
    """Return the template of a site's pages.

    Parameters
    ----------
    pages : sequence of Page
        In any order; `params.pages` of them are drawn, by a hash of their URLs, and paired in the order of the draw.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> story = "<h3>Most read</h3><p>{}</p><footer>Imprint</footer>"
    >>> model = fit([parse(story.format(text), text) for text in ("One", "Two", "Three", "Four")], TemplateParams())
    >>> [token for token in model.token if not token.startswith("<")]
    ['most read', 'imprint']
    """
    ordered = sorted(pages, key=lambda page: drawn(page.url))
    return learn((tree_tokens(page).name for page in ordered), params)


def learn(sequences: Iterable[tuple[str, ...]], params: TemplateParams) -> TemplateModel:
    """Return the template of token sequences, which are used and paired in this order; equal sequences count once."""
    chosen = _sample(sequences, params)
    if len(chosen) < 2:
        return TemplateModel((), (), len(chosen), params)
    symbol: dict[str, int] = {}
    encoded = [np.array([symbol.setdefault(token, len(symbol)) for token in page], np.int64) for page in chosen]
    root = consensus(encoded, ALIGNERS[params.aligner])
    asked = np.where(_repeated(encoded, len(symbol)), params.repeated, params.threshold)
    found = supported(root, asked[root.symbol])
    names = list(symbol)
    return TemplateModel(
        token=tuple(names[s] for s in found.symbol.tolist()),
        score=tuple((found.count / found.leaves).tolist()),
        pages=len(chosen),
        params=params,
    )


def apply(model: TemplateModel, page: Page) -> Floats:
    """Return the weight of each text block: 0 for the template's, 1 for all others; shape (b,).

    >>> from indexer.page.parse import parse
    >>> story = "<h3>Most read</h3><p>{}</p><footer>Imprint</footer>"
    >>> model = fit([parse(story.format(text), text) for text in ("One", "Two", "Three", "Four")], TemplateParams())
    >>> apply(model, parse(story.format("Imprint"))).tolist()
    [0.0, 1.0, 0.0]
    """
    return 1.0 - locate(model, page).block.astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """The template's nodes and blocks on a page.

    Parameters
    ----------
    node : bool array, shape (n,)
        True for nodes whose opening tag is the template's.
    block : bool array, shape (b,)
        True for text blocks of the template.
    """

    node: Bools
    block: Bools


def locate(model: TemplateModel, page: Page) -> Located:
    """Return the template's tokens mapped back to a page: its nodes and text blocks that the template aligns with."""
    tokens = tree_tokens(page)
    hit = aligned(model, tokens.name)
    node, block = np.zeros(len(page.tree.tag), bool), np.zeros(len(page.tree.text), bool)
    opens = np.fromiter((name.startswith("<") and name[1:2] != "/" and not name.startswith("<a ") for name in tokens.name), bool, len(hit))
    node[tokens.node[hit & opens & (tokens.block < 0)]] = True
    block[tokens.block[hit & (tokens.block >= 0)]] = True
    return Located(node, block)


def aligned(model: TemplateModel, tokens: Sequence[str]) -> Bools:
    """Return which of a page's tokens align with the template; shape (k,)."""
    symbol: dict[str, int] = {}
    template = np.array([symbol.setdefault(token, len(symbol)) for token in model.token], np.int64)
    page = np.array([symbol.get(token, len(symbol)) for token in tokens], np.int64)
    columns = ALIGNERS[model.params.aligner](template, page)
    hit = np.zeros(len(page), bool)
    hit[columns.right[columns.matched]] = True
    return hit


def _repeated(pages: Sequence[Ints], symbols: int) -> Bools:
    """Return which symbols occur more than once, on average, on the pages that contain them; shape (symbols,)."""
    counts = np.array([np.bincount(page, minlength=symbols) for page in pages])
    several: Bools = counts.sum(axis=0) > (counts > 0).sum(axis=0)
    return several


def _sample(sequences: Iterable[tuple[str, ...]], params: TemplateParams) -> list[tuple[str, ...]]:
    """Return the first distinct sequences that are not too long: a page under two URLs shares everything with itself."""
    chosen: dict[tuple[str, ...], None] = {}
    for sequence in sequences:
        if len(chosen) == params.pages:
            break
        if len(sequence) <= params.longest:
            chosen.setdefault(sequence)
    return list(chosen)
