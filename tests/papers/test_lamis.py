"""LAMIS on a site's pages: the paper's Table 2, a twin that has all of it in dictionaries, networkx where it is sound, and bad input."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from dataclasses import replace
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from indexer.algorithms.link_entropy import link_weights
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.site.links.exchange import from_networkx, to_networkx
from indexer.site.links.lamis import LamisParams, Ranking, fit, rank, variant
from indexer.site.links.pages import PAGE

FIGURE_7 = {
    0: {1: "hot news", 2: "sales"},
    1: {3: "crane", 4: "lynx", 0: "home", 2: "sales"},
    2: {0: "home"},
    3: {1: "hot news", 0: "home", 2: "sales", 4: "news lynx"},
    4: {1: "hot news", 0: "home", 2: "sales", 3: "news crane"},
}
"""Anchors by source and target; T0 … T5 are hot, news, home, crane, lynx and sales."""
PUBLISHED_HITS = ((0.535, 0.419, 0.576, 0.321, 0.321), (0.297, 0.524, 0.160, 0.553, 0.553))
PUBLISHED_ENTROPY = ((0.229, 0.338, 0.244, 0.622, 0.622), (0.142, 0.756, 0.031, 0.451, 0.451))
"""Authorities and hubs of Table 2."""

WORDS = ("home", "news", "crane", "lynx", "ferry", "harbour")
Links = dict[tuple[int, int], str]
GRAPHS = st.integers(2, 6).flatmap(
    lambda n: st.dictionaries(
        st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda link: link[0] != link[1]),
        st.sets(st.sampled_from(WORDS), min_size=1, max_size=4).map(lambda words: " ".join(sorted(words))),
        max_size=18,
    ).map(lambda links: (n, links))
)
"""Pages, and the anchor of each link between two of them."""


def page(path: str, html: str, host: str = "https://example.org/") -> Page:
    return parse(html + "<p>.", host + path)


def figure_7_pages() -> list[Page]:
    return [page(f"p{i}", "".join(f"<p><a href='/p{j}'>{text}</a>" for j, text in links.items())) for i, links in FIGURE_7.items()]


def of_links(n: int, links: Links, params: LamisParams) -> Ranking:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from((u, v, {"anchor": text}) for (u, v), text in links.items())
    return rank(from_networkx(graph), params)


def in_words(n: int, links: Links, params: LamisParams) -> tuple[list[float], list[float]]:
    """The method as the paper writes it, page by page: hubs and authorities after so many steps."""
    entropy: dict[str, float] = {}
    for word in WORDS:
        row = [sum(word in text.split() for (u, _), text in links.items() if u == page) for page in range(n)]
        entropy[word] = -sum(f / sum(row) * math.log(f / sum(row), n) for f in row if f)
    alpha = {}
    for link, text in links.items():
        words = text.split()
        alpha[link] = 1 - sum(entropy[word] for word in words) / len(words) if params.entropy else 1.0
        alpha[link] *= 1 + math.log10(len(words)) if params.terms else 1
    out: dict[int, float] = defaultdict(float)
    into: dict[int, float] = defaultdict(float)
    for (u, v), weight in alpha.items():
        out[u] += weight
        into[v] += weight
    hub = [out[u] for u in range(n)] if params.links and not params.equal_start else [1.0] * n
    authority = [0.0] * n
    for _ in range(params.steps):
        authority, hub_before = [0.0] * n, hub
        for (u, v), weight in alpha.items():
            authority[v] += hub_before[u] * (weight / out[u] if params.links and out[u] else weight)
        authority = unit(authority)
        hub = [0.0] * n
        for (u, v), weight in alpha.items():
            hub[u] += authority[v] * (weight / into[v] if params.links and into[v] else weight)
        hub = unit(hub)
    return hub, authority


def unit(values: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values] if length > 1e-9 else [0.0] * len(values)


@pytest.mark.parametrize("steps", [10, 1_000], ids=["after the paper's ten iterations", "converged"])
@pytest.mark.parametrize(("method", "published"), [("hits", PUBLISHED_HITS), ("lamis", PUBLISHED_ENTROPY)])
def test_the_papers_table_2(method: str, published: tuple[tuple[float, ...], tuple[float, ...]], steps: int) -> None:
    chosen = variant(method)
    ranking = fit(figure_7_pages(), LamisParams(entropy=chosen.entropy, links=chosen.links, steps=steps))
    assert ranking.graph.urls == tuple(f"https://example.org/p{i}" for i in range(5))
    assert ranking.authority.tolist() == pytest.approx(published[0], abs=0.001)
    assert ranking.hub.tolist() == pytest.approx(published[1], abs=0.001)


def test_the_papers_table_1_from_pages() -> None:
    graph = fit(figure_7_pages()).graph
    found = {(int(u), int(v)): float(graph.entropy[k]) for u, v, k in zip(graph.page, graph.target, graph.anchor, strict=True)}
    assert found == pytest.approx(
        {
            (0, 1): 0.669, (0, 2): 0.861, (1, 3): 0.430, (1, 4): 0.430, (1, 0): 0.861, (1, 2): 0.861, (2, 0): 0.861, (3, 1): 0.669,
            (3, 0): 0.861, (3, 2): 0.861, (3, 4): 0.543, (4, 1): 0.669, (4, 0): 0.861, (4, 2): 0.861, (4, 3): 0.543,
        },
        abs=0.001,
    )  # fmt: skip


@pytest.mark.slow
@settings(max_examples=60)
@given(GRAPHS, st.integers(1, 8))
def test_every_variant_is_what_the_paper_writes(graph: tuple[int, Links], steps: int) -> None:
    for entropy, links, terms, equal in product((True, False), repeat=4):
        params = LamisParams(entropy=entropy, links=links, terms=terms, equal_start=equal, steps=steps, tolerance=0.0)
        hub, authority = in_words(*graph, params)
        ranking = of_links(*graph, params)
        if min(map(abs, [sum(hub), sum(authority)])) > 0.5:  # else all weight is next to 0, and rounding decides
            assert ranking.hub.tolist() == pytest.approx(hub, abs=1e-6)
            assert ranking.authority.tolist() == pytest.approx(authority, abs=1e-6)


@pytest.mark.slow
@given(GRAPHS)
def test_networkx_agrees_on_connected_graphs(graph: tuple[int, Links]) -> None:
    """Hubs and authorities hang together and the first eigenvalue stands alone: there networkx is sound. It sums to 1, not length 1."""
    n, links = graph
    ranking = of_links(n, links, variant("lamis"))
    told = to_networkx(ranking.graph)
    matrix = nx.to_numpy_array(told)
    values = np.linalg.eigvalsh(matrix.T @ matrix)
    weighing = [(u, v) for u, v, w in told.edges(data="weight") if w > 1e-6]
    assume(weighing and len(weighing) == told.number_of_edges())
    assume(nx.is_connected(nx.Graph((("hub", u), ("authority", v)) for u, v in weighing)) and values[-2] < 0.9 * values[-1])
    hub, authority = nx.hits(told, max_iter=1_000)
    assert (ranking.hub / ranking.hub.sum()).tolist() == pytest.approx([hub[str(i)] for i in range(n)], abs=1e-6)
    assert (ranking.authority / ranking.authority.sum()).tolist() == pytest.approx([authority[str(i)] for i in range(n)], abs=1e-6)


@pytest.mark.slow
@given(GRAPHS, st.booleans(), st.booleans())
def test_normalised_hubs_are_the_weight_that_they_give(graph: tuple[int, Links], entropy: bool, terms: bool) -> None:
    """Lempel & Moran, proposition 6, with weights; in graphs of several parts too, and after two iterations."""
    ranking = of_links(*graph, LamisParams(entropy=entropy, terms=terms))
    told = ranking.graph
    alpha = link_weights(told.entropy[told.anchor], told.terms[told.anchor], weighted=entropy, lengthened=terms)
    given_weight = np.bincount(told.page, alpha, len(told.urls))
    assume(given_weight.max(initial=0) > 1e-6)
    assert ranking.hub == pytest.approx(given_weight / np.linalg.norm(given_weight), abs=1e-6)
    assert ranking.steps <= 3


@pytest.mark.slow
@given(GRAPHS)
def test_from_an_equal_start_a_part_has_the_share_of_its_hubs(graph: tuple[int, Links]) -> None:
    """SALSA as published: in a connected part of h hubs, each has its share of the part's links, times h."""
    ranking = of_links(*graph, LamisParams(entropy=False, equal_start=True, tolerance=1e-13, steps=5_000))
    links = list(to_networkx(ranking.graph).edges)
    assume(links)
    out = {u: sum(u == v for v, _ in links) for u, _ in links}
    expected = dict.fromkeys(ranking.graph.urls, 0.0)
    for part in nx.connected_components(nx.Graph((("hub", u), ("authority", v)) for u, v in links)):
        hubs = [name for role, name in part if role == "hub"]
        expected |= {name: len(hubs) * out[name] / sum(out[hub] for hub in hubs) for name in hubs}
    length = math.sqrt(sum(value * value for value in expected.values()))
    assert ranking.hub.tolist() == pytest.approx([value / length for value in expected.values()], abs=1e-6)


@pytest.mark.slow
@given(GRAPHS, st.sampled_from(["hits", "lamis", "salsa", "lamis-ln-tw"]), st.randoms(use_true_random=False))
def test_scores_are_shares_whatever_the_graph(graph: tuple[int, Links], method: str, rng: random.Random) -> None:
    """Graphs in parts too, where networkx may answer with negative scores or another answer in the next run."""
    n, links = graph
    ranking = of_links(n, links, variant(method))
    for values in (ranking.hub, ranking.authority):
        assert (values >= 0).all()
        assert float(values @ values) == pytest.approx(1) or not values.any()
    shuffled = dict(rng.sample(list(links.items()), len(links)))
    again = of_links(n, shuffled, variant(method))
    assert again.hub.tolist() == ranking.hub.tolist()
    assert again.authority.tolist() == ranking.authority.tolist()


def test_parts_of_a_disconnected_site_keep_their_share() -> None:
    """Two equal parts: with LN each keeps what it began with; without, too, since neither is stronger."""
    links = {(0, 1): "crane", (0, 2): "lynx", (3, 4): "ferry", (3, 5): "harbour"}
    for method in ("salsa", "hits", "lamis", "lamis-ln"):
        ranking = of_links(6, links, variant(method))
        assert ranking.hub.tolist() == pytest.approx([math.sqrt(0.5), 0, 0, math.sqrt(0.5), 0, 0])
        assert ranking.authority.tolist() == pytest.approx([0, 0.5, 0.5, 0, 0.5, 0.5])


def test_blocks_keep_authority_apart() -> None:
    """Figure 13: P2 is an authority; in page mode it lifts P3 through P1, in content block mode it does not."""
    pages = [
        page("p1", "<div><a href='p2'>Crane</a></div><div><a href='p3'>Lynx</a></div>"),
        *(page(f"q{i}", "<a href='p2'>Ferry</a>") for i in range(4)),
        page("p2", ""),
        page("p3", ""),
    ]
    whole, parted = fit(pages, variant("hits")), fit(pages, variant("hits-cb"))
    p3 = whole.graph.urls.index("https://example.org/p3")
    assert whole.authority[p3] > 0.1
    assert parted.authority[p3] < 1e-6
    assert len(parted.graph.hub_page) == len(whole.graph.hub_page) + 1


def test_hybrid_ranking_changes_the_order_alone() -> None:
    pages = [page(f"p{i:02}", "".join(f"<p><a href='p{j:02}'>word{j} from{i}</a>" for j in range(40) if j != i)) for i in range(40)]
    plain, hybrid = fit(pages, variant("lamis-ln")), fit(pages, variant("lamis-ln-hr"))
    assert hybrid.hub.tolist() == plain.hub.tolist() == plain.score.tolist()
    shares = plain.hub / plain.hub.sum(), plain.authority / plain.authority.sum()
    assert hybrid.score == pytest.approx(shares[0] - math.log2(1.56) * shares[1])
    by_length = fit(pages, replace(variant("lamis-ln-hr"), unit_scores=True))
    assert by_length.score == pytest.approx(plain.hub - math.log2(1.56) * plain.authority)


def test_one_index_of_everything_does_not_turn_hybrid_ranking_round() -> None:
    """Its hub score is most of the site's: in vectors of length 1, all other hubs are nothing beside the authorities."""
    told = {f"issue{i}": [f"s{i}x{j}" for j in range(8)] for i in range(80)}
    issues = [page(issue, "".join(f"<p><a href='{story}'>{story}</a>" for story in stories)) for issue, stories in told.items()]
    stories = [page(story, f"<a href='{issue}'>Contents of {issue}</a>") for issue, some in told.items() for story in some]
    index = page("all", "".join(f"<p><a href='{name}'>{name}</a>" for issue, some in told.items() for name in (issue, *some)))
    pages = [index, *issues, *stories]

    def first(params: LamisParams) -> set[str]:
        ranking = fit(pages, params)
        return {ranking.graph.urls[i].rpartition("/")[2] for i in ranking.order()[:81]}

    assert first(variant("lamis-ln-hr")) == {"all", *told}
    assert first(replace(variant("lamis-ln-hr"), unit_scores=True)).isdisjoint(told)


def test_tables_of_contents_come_first_and_equals_by_url() -> None:
    menu = "<nav><a href='/'>Home</a> <a href='/about'>About</a></nav>"
    lists = {"": range(6), "sport": range(3), "world": range(3, 6)}
    pages = [page(path, menu + "".join(f"<li><a href='/s{i}'>story number{i}</a>" for i in some)) for path, some in lists.items()]
    pages += [page(path, menu + "<p>Text.") for path in ("about", *(f"s{i}" for i in range(6)))]
    ranking = fit(pages)
    assert [ranking.graph.urls[i].rpartition("/")[2] for i in ranking.order()[:3]] == ["", "sport", "world"]
    assert [ranking.graph.urls[i].rpartition("/")[2] for i in ranking.order(ranking.authority)[:6]] == [f"s{i}" for i in range(6)]


@pytest.mark.parametrize("method", ["hits", "salsa", "lamis", "lamis-ln", "lamis-ln-cb-hr-tw"])
@pytest.mark.parametrize(
    "pages",
    [
        [],
        [page("", "<a href='/'>Home</a>")],
        [page("a", "Alone."), page("b", "Alone.")],
        [page("a", "<a href='b'></a>"), page("b", "<a href='a'><img src='x'></a>")],
        [page(f"{i}", f"<a href='{(i + 1) % 5}'>next</a>") for i in range(5)],
        [page(f"{i}", "<a href='?'>x</a><a href='#y'>y</a><a href='mailto:z'>z</a>") for i in range(3)],
        [page("a", "<a href='https://elsewhere.example/'>Elsewhere</a>"), page("b", "<a href='http://[broken'>Broken</a>")],
        [page("a", "<a href='b'>B</a>"), page("a", "<a href='b'>B</a>"), page("b", "")],
    ],
    ids=["no pages", "one page, to itself", "no links", "anchors without words", "a cycle", "no page linked", "elsewhere", "a page twice"],
)
def test_any_input_has_finite_scores(pages: list[Page], method: str) -> None:
    ranking = fit(pages, variant(method))
    n = len({p.url for p in pages})
    for values in (ranking.hub, ranking.authority, ranking.score):
        assert values.shape == (n,)
        assert np.isfinite(values).all()
    assert sorted(ranking.order()) == list(range(n))


@pytest.mark.slow
def test_ten_thousand_links_on_one_page() -> None:
    """A site map must not drown a section's page with LN, nor exhaust anything."""
    stories = "".join(f"<li><a href='/s{i}'>story number{i}</a>" for i in range(10_000))
    pages = [page("map", stories), page("", "<a href='/s1'>story number1</a> <a href='/map'>map</a>"), page("s1", "<a href='/'>home</a>")]
    near, far = fit(pages), fit(pages, LamisParams(unfetched=True))
    assert len(near.graph.urls) == 3
    assert len(far.graph.urls) == 10_002
    assert far.graph.urls[far.order()[0]].endswith("/map")


@pytest.mark.parametrize(
    "bad", [{"blocks": "columns"}, {"words": 0}, {"steps": 0}, {"tolerance": -1.0}, {"tolerance": math.nan}], ids=str
)
def test_params_out_of_range_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        LamisParams(**bad)  # type: ignore[arg-type]


def test_variants_are_called_as_in_table_4() -> None:
    assert variant("hits") == LamisParams(entropy=False, links=False)
    assert variant("LAMIS") == LamisParams(links=False)
    assert variant("lamis-ln-cb-hr-tw", "table") == LamisParams(blocks="table", hybrid=True, terms=True)
    assert variant("salsa-cb").blocks == "text"
    assert variant("lamis").blocks == PAGE
    for name in ("", "pagerank", "lamis-", "lamis-xx", "out-links"):
        with pytest.raises(ValueError, match="there is no method"):
            variant(name)
