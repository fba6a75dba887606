"""Entropy of anchors and links: the paper's Figure 7 with its Table 1, the definition as slow twin, and the augmented weights."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms import link_entropy
from indexer.algorithms.link_entropy import AnchorTerms, anchor_entropies, anchor_term_entropies, hybrid_rank, link_weights

ANCHORS = ((0, 1), (2,), (3,), (4,), (5,), (1, 4), (1, 3))
"""Terms of the different anchors of Figure 7."""
SAID = ((0, 0), (0, 4), (1, 2), (1, 3), (1, 1), (1, 4), (2, 1), (3, 0), (3, 1), (3, 4), (3, 5), (4, 0), (4, 1), (4, 4), (4, 6))
"""Page and anchor of each of its links, in the order of Table 1."""
TABLE_1 = (0.669, 0.861, 0.430, 0.430, 0.861, 0.861, 0.861, 0.669, 0.861, 0.861, 0.543, 0.669, 0.861, 0.861, 0.543)

Site = tuple[int, list[tuple[int, ...]], list[tuple[int, int]]]

SITES = st.tuples(st.integers(1, 5), st.lists(st.sets(st.integers(0, 6), max_size=4).map(lambda s: tuple(sorted(s))), min_size=1, max_size=6)).flatmap(
    lambda drawn: st.lists(st.tuples(st.integers(0, drawn[0] - 1), st.integers(0, len(drawn[1]) - 1)), max_size=25).map(
        lambda said: (drawn[0], drawn[1], said)
    )
)
"""Pages, the terms of each anchor, and (page, anchor) of each link."""


def anchor_terms(anchors: list[tuple[int, ...]] | tuple[tuple[int, ...], ...], terms: int) -> AnchorTerms:
    return AnchorTerms(
        np.array([term for anchor in anchors for term in anchor], np.int64), np.cumsum([0, *map(len, anchors)]), terms
    )


def entropies(site: Site, terms: int = 7) -> list[float]:
    pages, anchors, said = site
    both = np.array(said, np.int64).reshape(-1, 2)
    return anchor_term_entropies(both[:, 0], both[:, 1], anchor_terms(anchors, terms), pages).tolist()


def textbook(site: Site, terms: int = 7) -> list[float]:
    """-Σ w log_n w over the rows of the feature-document matrix, as written."""
    pages, anchors, said = site
    found = []
    for term in range(terms):
        row = [sum(term in anchors[anchor] for where, anchor in said if where == page) for page in range(pages)]
        shares = [frequency / sum(row) for frequency in row if frequency]
        found.append(-sum(w * math.log(w, pages) for w in shares) if pages > 1 else 0.0)
    return found


def test_the_papers_feature_entropies() -> None:
    """E(T0) … E(T5) of section 3.4."""
    assert entropies((5, list(ANCHORS), list(SAID)), 6) == pytest.approx([0.682, 0.655, 0.861, 0.430, 0.430, 0.861], abs=0.001)


def test_the_papers_table_1() -> None:
    said = anchor_terms(ANCHORS, 6)
    of_anchor = anchor_entropies(said, np.array(entropies((5, list(ANCHORS), list(SAID)), 6)))
    assert [of_anchor[anchor] for _, anchor in SAID] == pytest.approx(TABLE_1, abs=0.001)


@pytest.mark.slow
@given(SITES)
def test_entropy_is_its_definition(site: Site) -> None:
    assert entropies(site) == pytest.approx(textbook(site), abs=1e-8)


@pytest.mark.slow
@given(SITES, st.randoms(use_true_random=False))
def test_the_order_of_links_does_not_matter(site: Site, rng: random.Random) -> None:
    pages, anchors, said = site
    assert entropies((pages, anchors, rng.sample(said, len(said)))) == entropies(site)


@pytest.mark.slow
@given(SITES, st.integers(1, 10))
def test_pages_may_be_counted_in_parts(site: Site, chunk: int) -> None:
    whole = entropies(site)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link_entropy, "_CHUNK", chunk)
        assert entropies(site) == whole


def test_nothing_said_is_no_information() -> None:
    assert entropies((3, [(0, 1)], []), 2) == [0.0, 0.0]
    assert anchor_entropies(anchor_terms([(), (0,)], 1), np.array([0.25])).tolist() == [1.0, 0.25]
    assert anchor_entropies(anchor_terms([], 0), np.zeros(0)).tolist() == []


def test_term_weight_is_the_papers() -> None:
    """5.2.1: "if the number of terms in an anchor is 10, the weight of the link is doubled"."""
    entropy, terms = np.array([0.25, 0.25, 0.25, 1.0]), np.array([1, 10, 100, 0])
    assert link_weights(entropy, terms).tolist() == [0.75, 0.75, 0.75, 0.0]
    assert link_weights(entropy, terms, lengthened=True).tolist() == pytest.approx([0.75, 1.5, 2.25, 0.0])
    assert link_weights(entropy, terms, weighted=False).tolist() == [1, 1, 1, 1]
    assert link_weights(entropy, terms, weighted=False, lengthened=True).tolist() == pytest.approx([1, 2, 3, 1])


@pytest.mark.parametrize(("links", "coefficient"), [(1_000, 0), (2_000, 1), (8_000, 3), (0, 0), (999, 0)])
def test_hybrid_ranking_subtracts_authority_by_the_sites_size(links: int, coefficient: int) -> None:
    assert hybrid_rank(np.array([0.5, 0.25]), np.array([0.25, 0.5]), links).tolist() == pytest.approx(
        [0.5 - coefficient * 0.25, 0.25 - coefficient * 0.5]
    )
