"""Entropy-weighted HITS: the paper's Figure 7 with its two tables, dense eigenvectors and networkx as oracles, and degenerate graphs."""

from __future__ import annotations

import math
import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from indexer.algorithms.block_entropy import block_entropies, spread, term_entropies
from indexer.algorithms.hits import Scores, hits, normalised

FIGURE_7 = (
    (0, 1, (0, 1)), (0, 2, (5,)),
    (1, 3, (3,)), (1, 4, (4,)), (1, 0, (2,)), (1, 2, (5,)),
    (2, 0, (2,)),
    (3, 1, (0, 1)), (3, 0, (2,)), (3, 2, (5,)), (3, 4, (1, 4)),
    (4, 1, (0, 1)), (4, 0, (2,)), (4, 2, (5,)), (4, 3, (1, 3)),
)  # fmt: skip
"""Source, target and anchor features of each link."""
PUBLISHED_HITS = ((0.535, 0.419, 0.576, 0.321, 0.321), (0.297, 0.524, 0.160, 0.553, 0.553))
PUBLISHED_ENTROPY = ((0.229, 0.338, 0.244, 0.622, 0.622), (0.142, 0.756, 0.031, 0.451, 0.451))
"""Authorities and hubs of Table 2."""

SOURCE = np.array([link[0] for link in FIGURE_7], np.int64)
TARGET = np.array([link[1] for link in FIGURE_7], np.int64)

GRAPHS = st.integers(2, 7).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.sampled_from([0.25, 0.5, 1.0, 2.0])), min_size=1, max_size=20).map(
        lambda links: (n, {(u, v): w for u, v, w in links})
    )
)


def figure_7_weights() -> np.ndarray:
    """α = 1 - E of each link, from the feature-document matrix of the anchors."""
    matrix = np.zeros((6, 5), np.int64)
    for source, _, features in FIGURE_7:
        for feature in features:
            matrix[feature, source] += 1
    spreads = np.array([spread(row[row > 0]).sum() for row in matrix])
    entropy = term_entropies(matrix.sum(axis=1), spreads, 5)
    row = np.array([feature for _, _, features in FIGURE_7 for feature in features])
    offsets = np.cumsum([0, *(len(features) for _, _, features in FIGURE_7)])
    return 1 - block_entropies(row, offsets, entropy)


def of_graph(n: int, links: dict[tuple[int, int], float], **options: int) -> Scores:
    ends = np.array(list(links), np.int64).reshape(-1, 2)
    return hits(ends[:, 0], ends[:, 1], np.array(list(links.values())), n, **options)  # type: ignore[arg-type]


def one_answer(links: dict[tuple[int, int], float], values: np.ndarray) -> bool:
    """Hubs and authorities hang together, and the second eigenvalue is well below the first: the answer is one, and soon found."""
    both = nx.Graph((("hub", u), ("authority", v)) for u, v in links)
    return nx.is_connected(both) and (len(values) < 2 or values[-2] < 0.9 * values[-1])


@pytest.mark.parametrize("steps", [10, 1_000], ids=["after the paper's ten iterations", "converged"])
def test_the_papers_table_2(steps: int) -> None:
    for weight, (authority, hub) in ((np.ones(len(FIGURE_7)), PUBLISHED_HITS), (figure_7_weights(), PUBLISHED_ENTROPY)):
        scores = hits(SOURCE, TARGET, weight, 5, steps=steps)
        assert scores.authority.tolist() == pytest.approx(authority, abs=0.001)
        assert scores.hub.tolist() == pytest.approx(hub, abs=0.001)


def test_entropy_ranks_the_stories_before_the_advertisement() -> None:
    """What the example is there to show."""
    plain, weighted = hits(SOURCE, TARGET, np.ones(len(FIGURE_7)), 5), hits(SOURCE, TARGET, figure_7_weights(), 5)
    assert plain.authority.argmax() == 2
    assert weighted.authority.argsort()[-2:].tolist() in ([3, 4], [4, 3])
    assert weighted.hub.argmax() == 1


@pytest.mark.slow
@given(GRAPHS)
def test_scores_are_the_principal_eigenvectors(graph: tuple[int, dict[tuple[int, int], float]]) -> None:
    n, links = graph
    matrix = np.zeros((n, n))
    for (u, v), w in links.items():
        matrix[u, v] = w
    values, vectors = np.linalg.eigh(matrix.T @ matrix)
    assume(one_answer(links, values))
    scores = of_graph(n, links)
    assert scores.authority == pytest.approx(np.abs(vectors[:, -1]), abs=1e-6)
    assert scores.hub == pytest.approx(np.abs(np.linalg.eigh(matrix @ matrix.T)[1][:, -1]), abs=1e-6)


@pytest.mark.slow
@given(st.integers(0, 10_000))
def test_networkx_agrees_on_connected_graphs(seed: int) -> None:
    """networkx sums to 1 where we have length 1."""
    rng = random.Random(seed)
    n = rng.randint(4, 9)
    links = {(u, v): rng.choice([0.5, 1.0, 3.0]) for u in range(n) for v in range(n) if u != v and rng.random() < 0.5}
    assume(links)
    matrix = nx.to_numpy_array(nx.DiGraph((u, v, {"weight": w}) for (u, v), w in links.items()))
    assume(one_answer(links, np.linalg.eigvalsh(matrix.T @ matrix)))
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from((u, v, w) for (u, v), w in links.items())
    hub, authority = nx.hits(graph, max_iter=1_000)
    scores = of_graph(n, links)
    assert (scores.hub / scores.hub.sum()).tolist() == pytest.approx([hub[i] for i in range(n)], abs=1e-6)
    assert (scores.authority / scores.authority.sum()).tolist() == pytest.approx([authority[i] for i in range(n)], abs=1e-6)


@pytest.mark.slow
@given(GRAPHS)
def test_scores_are_shares_of_length_one_whatever_the_graph(graph: tuple[int, dict[tuple[int, int], float]]) -> None:
    """Parts that do not link to one another too: where networkx may answer with negative scores."""
    scores = of_graph(*graph)
    for values in (scores.hub, scores.authority):
        assert (values >= 0).all()
        assert math.isclose(float(values @ values), 1)
    again = of_graph(*graph)
    assert again.hub.tolist() == scores.hub.tolist()


def test_equal_parts_share_what_there_is() -> None:
    scores = of_graph(4, {(0, 1): 1.0, (2, 3): 1.0})
    assert scores.hub.tolist() == pytest.approx([0.5**0.5, 0, 0.5**0.5, 0])
    stronger = of_graph(4, {(0, 1): 1.0, (2, 3): 2.0})
    assert stronger.hub.tolist() == pytest.approx([0, 0, 1, 0], abs=1e-9)


def test_links_between_the_same_nodes_add_up() -> None:
    twice = hits(np.array([0, 0, 1]), np.array([2, 2, 2]), np.array([1.0, 1.0, 1.0]), 3)
    once = hits(np.array([0, 1]), np.array([2, 2]), np.array([2.0, 1.0]), 3)
    assert twice.hub == pytest.approx(once.hub)


def test_graphs_without_weight_have_no_scores() -> None:
    nothing = np.zeros(0, np.int64)
    for scores in (hits(nothing, nothing, np.zeros(0), 3), hits(np.array([0]), np.array([1]), np.zeros(1), 3)):
        assert scores.hub.tolist() == [0, 0, 0]
        assert scores.authority.tolist() == [0, 0, 0]
    assert hits(nothing, nothing, np.zeros(0), 0).hub.shape == (0,)


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf])
def test_weights_without_a_limit_are_refused(weight: float) -> None:
    with pytest.raises(ValueError, match="weights"):
        hits(np.array([0]), np.array([1]), np.array([weight]), 2)


def test_salsa_scores_a_connected_graph_by_its_degrees() -> None:
    """Lempel & Moran, proposition 6: in one component, authorities are proportional to in-degrees and hubs to out-degrees."""
    scores = hits(
        SOURCE, TARGET, normalised(SOURCE, np.ones(len(SOURCE)), 5), 5, back=normalised(TARGET, np.ones(len(SOURCE)), 5), tolerance=1e-13
    )
    into, out = np.bincount(TARGET, minlength=5), np.bincount(SOURCE, minlength=5)
    assert scores.authority == pytest.approx(into / np.linalg.norm(into))
    assert scores.hub == pytest.approx(out / np.linalg.norm(out))


@pytest.mark.slow
@given(GRAPHS)
def test_normalised_weights_sum_to_one(graph: tuple[int, dict[tuple[int, int], float]]) -> None:
    n, links = graph
    source = np.array([u for u, _ in links])
    sums = np.bincount(source, normalised(source, np.array(list(links.values())), n), n)
    assert sums[sorted(set(source.tolist()))].tolist() == pytest.approx([1] * len(set(source.tolist())))
