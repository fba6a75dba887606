"""Pages to link graphs: which links there are, where they lead, what goes to other tools, and the command that shows it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urljoin

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.site.links.builder import page_key
from indexer.site.links.exchange import from_networkx, to_networkx
from indexer.site.links.graph import LinkGraph
from indexer.site.links.lamis import LamisParams, fit
from indexer.site.links.pages import LINK_PARTITIONS, link_graph
from tests.conftest import Ended

HOST = "https://example.org/"


def page(path: str, html: str) -> Page:
    return parse(html + "<p>.", path if "://" in path else HOST + path)


def told(graph: LinkGraph) -> dict[tuple[str, str], str]:
    """Anchors by the URLs of source and target."""
    found = [(graph.urls[u], graph.urls[v]) for u, v in zip(graph.page, graph.target, strict=True)]
    assert len(set(found)) == len(found), "each link once"
    return {link: graph.anchors[k] for link, k in zip(found, graph.anchor, strict=True)}


def targets(html: str, *at_hand: str, url: str = "start/page.html") -> list[str]:
    """Where a page's links lead among other pages at hand."""
    return [v for _, v in told(link_graph([page(url, html), *(page(other, "") for other in at_hand)]))]


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("b.html", HOST + "start/b.html"),
        ("./../b.html?p=2", HOST + "b.html?p=2"),
        ("/b.html#comments", HOST + "b.html"),
        ("//example.org/b", HOST + "b"),
        ("  /b\n.html ", HOST + "b.html"),
        ("\\b.html", HOST + "b.html"),
        ("?p=2", HOST + "start/page.html?p=2"),
        ("/b?utm_source=feed", HOST + "b"),
        ("/übersicht/水库", HOST + "%C3%BCbersicht/%E6%B0%B4%E5%BA%93"),
        ("https://Example.org:443/b/", HOST + "b/"),
        ("http://www.example.org/b/index.html", HOST + "b/"),
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://новости.example/a", "https://xn--b1amnebsh.example/a"),
        ("https://xn--bcher-kva.example/a", "https://xn--bcher-kva.example/a"),
    ],
)  # fmt: skip
def test_links_lead_to_pages_at_hand(href: str, target: str) -> None:
    assert targets(f"<a href='{href}'>x</a>", target) == [target]


@pytest.mark.parametrize(
    "href",
    ["", "#top", "page.html", "../start/page.html#x", "mailto:a@example.org", "javascript:void(0)", "tel:1", "data:text/html,x",
     "http://[broken", "http://exa mple.org/", "https://:80/", "https://elsewhere.example/b.html", "b.html", "%zz%", "http://a..b/", "/" * 9000],
    ids=lambda href: href[:30],
)  # fmt: skip
def test_other_links_are_none(href: str) -> None:
    assert targets(f"<a href='{href}'>x</a>", "b.html") == []


@pytest.mark.parametrize(
    ("base", "target"),
    [("/news/", HOST + "news/b"), ("../", HOST + "b"), ("https://www.example.org/x/y", HOST + "x/b"), ("javascript:x", HOST + "start/b"), ("http://[", HOST + "start/b")],
)
def test_links_are_resolved_against_the_base(base: str, target: str) -> None:
    assert targets(f"<base href='{base}'><a href='b'>x</a>", target) == [target]


def test_the_longest_anchor_stands_for_duplicates() -> None:
    html = "<a href='/b'><img alt='Crane'></a><a href='/b'>The crane sinks</a><a href='/b'>Read more</a><a href='/b?utm_source=x'>A crane sinks</a>"
    graph = link_graph([page("a", html), page("b", "")])
    assert told(graph) == {(HOST + "a", HOST + "b"): "A crane sinks"}
    assert graph.terms[graph.anchor].tolist() == [3]
    assert [array.tolist() for array in graph.degrees()] == [[1, 0], [0, 1]]


def test_links_to_a_canonical_url_lead_to_the_page_that_declares_it() -> None:
    copy = "<link rel=canonical href='/crane'>"
    pages = [page("x?id=7", copy), page("a", "<a href='/crane'>Crane</a>")]
    assert list(told(link_graph(pages))) == [(HOST + "a", HOST + "x?id=7")]
    assert list(told(link_graph([*pages, page("crane", "")]))) == [(HOST + "a", HOST + "crane")], "which is at hand itself"
    assert list(told(link_graph([page("b", copy), *pages]))) == [(HOST + "a", HOST + "b")], "the first of two by URL"


def test_one_page_under_several_spellings_is_one_node() -> None:
    graph = link_graph([page("http://www.example.org/a/", "<a href='/b'>one</a>"), page(HOST + "a/index.html", "<a href='/c'>two</a>"), page("b", ""), page("c", "")])
    assert graph.urls == ("http://www.example.org/a/", HOST + "b", HOST + "c")
    assert sorted(v for _, v in told(graph)) == [HOST + "b", HOST + "c"]
    assert page_key(HOST + "a/notindex.html") != page_key(HOST + "a/not")


def test_pages_that_are_only_linked_to_count_if_asked_for() -> None:
    html = "<a href='/b'>B</a><a href='https://m.example.org/c'>C</a><a href='https://elsewhere.example/'>D</a>"
    pages = [page("b", ""), page("z", html)]
    assert link_graph(pages).urls == (HOST + "b", HOST + "z")
    graph = link_graph(pages, unfetched=True)
    assert graph.urls == (HOST + "b", HOST + "z", "https://m.example.org/c")
    assert graph.fetched == 2
    assert len(graph.source) == 2


@pytest.mark.parametrize(
    ("partition", "hubs"), [("page", 1), ("table", 3), ("section", 4), ("node", 5), ("text", 5)]
)
def test_blocks_are_hubs_of_their_own(partition: str, hubs: int) -> None:
    html = """<table><tr><td><a href=b>B</a><td><a href=c>C</a></table><table><tr><td><a href=b>B</a></table>
        <div><a href=b>B</a></div><p><a href=c>C</a>"""
    graph = link_graph([page("a", html), page("b", ""), page("c", "")], partition=partition)
    assert len(graph.hub_page) == hubs
    assert set(graph.page.tolist()) == {0}
    assert graph.degrees()[0].tolist() == [2, 0, 0]


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no partition"):
        link_graph([], partition="columns")
    with pytest.raises(ValueError, match="a word at least"):
        link_graph([], words=0)


@pytest.mark.slow
def test_ten_thousand_links_on_one_page_and_an_endless_anchor() -> None:
    rows = "".join(f"<a href='s{i}'>story {i}</a>" for i in range(10_000))
    graph = link_graph([page("", rows + f"<a href='x'>{'crane ' * 50_000}</a>"), page("s77", ""), page("x", "")])
    assert told(graph)[HOST, HOST + "s77"] == "story 77"
    assert max(map(len, graph.anchors)) == 500


PATHS = ["", "a", "b", "news/", "news/c.html", "d?p=2"]
PAGES = st.lists(
    st.tuples(st.sampled_from(PATHS), st.lists(st.tuples(st.sampled_from([*PATHS, "none"]), st.sampled_from(["home", "crane sinks", "lynx", ""])), max_size=6)),
    max_size=5,
    unique_by=lambda drawn: drawn[0],
)


def built(drawn: Iterable[tuple[str, list[tuple[str, str]]]]) -> list[Page]:
    return [page(path, "".join(f"<p><a href='/{target}'>{text}</a>" for target, text in links)) for path, links in drawn]


@pytest.mark.slow
@given(PAGES)
def test_the_graph_is_what_the_pages_say(drawn: list[tuple[str, list[tuple[str, str]]]]) -> None:
    here = {HOST + path for path, _ in drawn}
    expected: dict[tuple[str, str], str] = {}
    for path, links in drawn:
        for target, text in links:
            link = HOST + path, urljoin(HOST, "/" + target)
            if link[1] in here and link[0] != link[1]:
                expected[link] = min(expected.get(link, text), text, key=lambda words: (-len(words.split()), words))
    assert told(link_graph(built(drawn))) == expected


@pytest.mark.slow
@given(PAGES, st.sampled_from(LINK_PARTITIONS), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_pages_does_not_matter(
    drawn: list[tuple[str, list[tuple[str, str]]]], partition: str, unfetched: bool, rng: random.Random
) -> None:
    pages = built(drawn)
    one, other = (
        link_graph(some, partition=partition, unfetched=unfetched) for some in (pages, rng.sample(pages, len(pages)))
    )
    assert (one.urls, one.fetched, one.anchors) == (other.urls, other.fetched, other.anchors)
    for name in ("hub_page", "source", "target", "anchor", "entropy", "terms"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name


@pytest.mark.slow
@given(PAGES)
def test_networkx_gives_back_what_it_got(drawn: list[tuple[str, list[tuple[str, str]]]]) -> None:
    graph = link_graph(built(drawn))
    exchanged = to_networkx(graph, fit(built(drawn)))
    assert set(exchanged.edges) == set(told(graph))
    assert told(from_networkx(exchanged)) == told(graph)
    for u, v, of_link in exchanged.edges(data=True):
        assert of_link["anchor"] == told(graph)[u, v]
        assert of_link["weight"] == 1 - of_link["entropy"]


def test_the_least_entropic_of_several_blocks_goes_to_networkx() -> None:
    pages = [page("a", "<div><a href=b>home</a></div><ul><li><a href=b>crane</a></ul>"), page("b", "<a href=a>home</a>")]
    edge = to_networkx(link_graph(pages, partition="section")).edges[HOST + "a", HOST + "b"]
    assert (edge["anchor"], edge["entropy"]) == ("crane", 0.0)


def test_graphml_is_xml_whatever_an_anchor_holds(tmp_path: Path) -> None:
    pages = [page("a", "<a href='/b?x=1&y=<2>'>\x01\x1b[31m &lt;b&gt; \ufffe 水库 &#55357;</a>"), page("b?x=1&y=<2>", "")]
    file = tmp_path / "links.graphml"
    nx.write_graphml(to_networkx(link_graph(pages), fit(pages)), file)
    read = nx.read_graphml(file)
    ((source, target, of_link),) = read.edges(data=True)
    assert (source, target) == (HOST + "a", HOST + "b?x=1&y=%3C2%3E")
    assert "水库" in of_link["anchor"]
    assert "\x1b" not in of_link["anchor"]
    assert read.nodes[source]["hub"] == pytest.approx(1)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    menu = "<nav><a href='index.html'>Home</a> <a href='about.html'>About us</a></nav>"
    stories = {"crane": "Crane sinks", "lynx": "Lynx returns", "ferry": "Ferry late"}
    (folder / "index.html").write_text(menu + "".join(f"<li><a href='{name}.html'>{text}</a>" for name, text in stories.items()), "utf-8")
    for name in ("about", *stories):
        (folder / f"{name}.html").write_text(f"{menu}<p>{name}</p>", "utf-8")
    return folder


def test_the_command_ranks_hubs_and_authorities(winnow: Callable[..., Ended], site: Path, tmp_path: Path) -> None:
    graphml = tmp_path / "links.graphml"
    ended = winnow("links", site, "--json", "--limit", 0, "--graphml", graphml)
    assert (ended.code, ended.err) == (0, "")
    (found,) = json.loads(ended.out)["sites"]
    names = [row["url"].rpartition("/")[2] for row in found["ranked"]]
    assert (found["pages"], found["links"], len(names)) == (5, 11, 5)
    assert names[0] == "index.html"
    assert (found["ranked"][0]["linksTo"], found["ranked"][0]["linkedFrom"]) == (4, 4)
    assert nx.read_graphml(graphml).number_of_edges() == 11
    by_authority = json.loads(winnow("links", site, "--json", "--by", "authority", "--limit", 3).out)["sites"][0]["ranked"]
    assert {row["url"].rpartition("/")[2] for row in by_authority} == {"crane.html", "lynx.html", "ferry.html"}


def test_files_may_be_called_anything(winnow: Callable[..., Ended], tmp_path: Path) -> None:
    """Their URLs are percent-encoded, and what links to them need not be."""
    names = ["über uns.html", "a?id=1.html", "b.html"]
    for name in names:
        (tmp_path / name).write_text("".join(f"<p><a href='{other.replace('?', '%3F')}'>x</a>" for other in names), "utf-8")
    (found,) = json.loads(winnow("links", tmp_path, "--json").out)["sites"]
    assert [(row["linksTo"], row["linkedFrom"]) for row in found["ranked"]] == [(2, 2)] * 3


def test_the_answer_is_the_same_in_every_run(winnow: Callable[..., Ended], site: Path) -> None:
    files = sorted(site.iterdir())
    one, other = (
        winnow("links", *some, "--method", "lamis-cb", "--graphml", "-", PYTHONHASHSEED=seed)
        for some, seed in ((files, "1"), (files[::-1], "2"))
    )
    assert one.out == other.out != ""


def test_the_command_prints_a_table_and_names_what_is_lost(winnow: Callable[..., Ended], site: Path) -> None:
    (site / "broken.html").write_bytes(b"%PDF-1.7 no page")
    ended = winnow("links", site, "--method", "hits-ln-cb-hr-tw", "--by", "out-links", "--unfetched")
    assert ended.code == 1
    assert "broken.html" in ended.err
    lines = ended.out.splitlines()
    assert lines[1].split() == ["score", "hub", "authority", "links", "linked", "URL"]
    assert lines[2].endswith("index.html")
    assert len(lines) == 7


@pytest.mark.parametrize(
    "arguments", [("--method", "pagerank"), ("--json", "--graphml", "-"), ("--by", "rank"), ("--limit", "-1")], ids=" ".join
)
def test_the_command_explains_wrong_use(winnow: Callable[..., Ended], site: Path, arguments: tuple[str, ...]) -> None:
    ended = winnow("links", site, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert "Traceback" not in ended.err


def test_the_command_writes_graphml_to_standard_output_and_needs_pages(winnow: Callable[..., Ended], site: Path, tmp_path: Path) -> None:
    assert winnow("links", site, "--graphml", "-").out.rstrip().endswith("</graphml>")
    (tmp_path / "empty").mkdir()
    assert winnow("links", tmp_path / "empty").code == 3
    assert winnow("links", tmp_path / "absent").code == 2


def test_every_page_of_a_ranking_is_at_hand() -> None:
    ranking = fit([page("a", "<a href=b>B</a>")], LamisParams(unfetched=True))
    assert ranking.order() == [0]
    assert ranking.authority.tolist() == [0.0, 1.0]
