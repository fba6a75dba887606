"""Entropy of anchor texts and of their links: how specific a link is to its page.

Pages, anchor texts and terms are integers here. A term in the anchors of every page ("home") has the entropy 1, one
in those of a single page the entropy 0; a link's entropy is the mean of its anchor's terms, and its weight in HITS is 1 - E
(`indexer.algorithms.hits`).

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.3, 3.4 and 5.2.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from indexer.algorithms.block_entropy import block_entropies, spread, term_entropies
from indexer.arrays import Floats, Ints

_CHUNK = 1 << 20
"""Number of term occurrences that are counted at a time: some 30 MB for any number of links."""


class AnchorTerms(NamedTuple):
    """The distinct terms of each anchor text.

    Parameters
    ----------
    term : int array, shape (m,)
        The concatenated terms of all anchors, from 0, each once per anchor.
    offsets : int array, shape (a + 1,)
        Anchor i has `term[offsets[i]:offsets[i + 1]]`.
    terms : int
        k, the number of distinct terms.
    """

    term: Ints
    offsets: Ints
    terms: int

    @property
    def counts(self) -> Ints:
        """Number of each anchor's terms, shape (a,)."""
        return np.diff(self.offsets)


def anchor_term_entropies(page: Ints, anchor: Ints, said: AnchorTerms, pages: int) -> Floats:
    """Return E(T_i) over the feature-document matrix of anchors: the frequency of each term in the anchors of each page.

    Parameters
    ----------
    page, anchor : int array, shape (o,)
        Each occurrence of an anchor text on a page, in any order.
    said : AnchorTerms
    pages : int
        n, the number of all pages, including those without links.

    Returns
    -------
    float array, shape (k,)
        In [0, 1], to 9 decimals; 0 for a term that does not occur.

    Examples
    --------
    P0 … P4 of the paper's Figure 7, whose anchors are {T0, T1}, {T2}, {T3}, {T4}, {T5}, {T1, T4} and {T1, T3}:

    >>> said = AnchorTerms(np.array([0, 1, 2, 3, 4, 5, 1, 4, 1, 3]), np.array([0, 2, 3, 4, 5, 6, 8, 10]), 6)
    >>> page = np.array([0, 0, 1, 1, 1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4])
    >>> anchor = np.array([0, 4, 2, 3, 1, 4, 1, 0, 1, 4, 5, 0, 1, 4, 6])
    >>> anchor_term_entropies(page, anchor, said, 5).round(3).tolist()
    [0.683, 0.655, 0.861, 0.431, 0.431, 0.861]

    Notes
    -----
    Time and memory are linear in the occurrences of terms, except for a sort of at most a million of them at a time.
    """
    order = np.argsort(page, kind="stable")
    page, anchor = page[order], anchor[order]
    ends = np.cumsum(said.counts[anchor])
    totals, spreads = np.zeros(said.terms, np.int64), np.zeros(said.terms, np.int64)
    begin = 0
    while begin < len(page):
        end = _whole_pages(page, ends, begin)
        term, frequency = _page_frequencies(page[begin:end], anchor[begin:end], said)
        np.add.at(totals, term, frequency)
        np.add.at(spreads, term, spread(frequency))
        begin = end
    entropy = np.zeros(said.terms)
    used = totals > 0
    entropy[used] = term_entropies(totals[used], spreads[used], pages)
    return entropy


def _whole_pages(page: Ints, ends: Ints, begin: int) -> int:
    """Return the end of a chunk that begins here, so that no page is divided: a page's frequencies are counted at once."""
    before = int(ends[begin - 1]) if begin else 0
    last = min(int(np.searchsorted(ends, before + _CHUNK)), len(page) - 1)
    return int(np.searchsorted(page, page[last], side="right"))


def _page_frequencies(page: Ints, anchor: Ints, said: AnchorTerms) -> tuple[Ints, Ints]:
    """Return each term with its frequency on each page that has it, for the pages of one chunk."""
    size = said.counts[anchor]
    within = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
    term = said.term[np.repeat(said.offsets[anchor], size) + within]
    both, frequency = np.unique(np.repeat(page - page[0], size) * said.terms + term, return_counts=True)
    return both % said.terms, frequency.astype(np.int64)


def anchor_entropies(said: AnchorTerms, entropy: Floats) -> Floats:
    """Return E(AN): the mean entropy of each anchor's terms, which is the entropy of every link with this anchor.

    Parameters
    ----------
    said : AnchorTerms
    entropy : float array, shape (k,)
        From `anchor_term_entropies`.

    Returns
    -------
    float array, shape (a,)
        In [0, 1]; 1 for an anchor without terms (an image without a text), which carries no information.

    Examples
    --------
    >>> said = AnchorTerms(np.array([1, 4, 2]), np.array([0, 2, 3, 3]), 6)
    >>> anchor_entropies(said, np.array([0.683, 0.655, 0.861, 0.431, 0.431, 0.861])).tolist()
    [0.543, 0.861, 1.0]
    """
    return block_entropies(said.term, said.offsets, entropy)


def link_weights(entropy: Floats, terms: Ints, *, weighted: bool = True, lengthened: bool = False) -> Floats:
    """Return α of each link: 1 - E(AN), with TW times 1 + log10 of the number of terms (5.2.1).

    Parameters
    ----------
    entropy : float array, shape (e,)
        Entropy of each link's anchor.
    terms : int array, shape (e,)
        Number of its terms.
    weighted : bool
        If off, every link has weight 1, as in HITS.
    lengthened : bool
        TW: a link of ten words counts twice as much as one of one word.

    Examples
    --------
    >>> link_weights(np.array([0.25, 0.5, 1.0]), np.array([1, 10, 0]), lengthened=True).tolist()
    [0.75, 1.0, 0.0]
    """
    weight = 1.0 - entropy if weighted else np.ones(len(entropy))
    return weight * (1.0 + np.log10(np.maximum(terms, 1))) if lengthened else weight


def hybrid_rank(hub: Floats, authority: Floats, links: int) -> Floats:
    """Return HR: hub - n · authority, with n = log2(links / 1000) (5.2.1).

    Parameters
    ----------
    hub, authority : float arrays, shape (n,)
    links : int
        The number of links of the site. Below 1000 the paper's coefficient would be negative and reward authority, contrary to
        its purpose; it is 0 then.

    Examples
    --------
    >>> hybrid_rank(np.array([0.5, 0.25]), np.array([0.0, 0.25]), 2000).tolist()
    [0.5, 0.0]
    >>> hybrid_rank(np.array([0.5, 0.25]), np.array([0.0, 0.25]), 20).tolist()
    [0.5, 0.25]
    """
    return hub - float(np.log2(max(links, 1000) / 1000)) * authority
