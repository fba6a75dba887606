"""SEW as published: grouping, the six heuristics, the six features, their combination, stopping and recursion, by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from indexer.page.link_nodes import LinkNode, link_nodes
from indexer.site.methods.sew import Fetched, find_skeleton
from indexer.site.methods.sew_candidates import candidates
from indexer.site.methods.sew_features import Where, directories, features, select, url_type
from indexer.site.methods.sew_params import FEATURES, HEURISTICS, LEARNED, STYLE, Norms, SewParams, norm_dist, prob, train
from indexer.site.methods.sew_pruning import anchor, dis_diff, link_dup, link_set_dup, max_num_word, prune, style, targets
from indexer.site.skeleton.site import Site
from indexer.site.skeleton.skeleton import Node, Skeleton

HOME = "https://paper.example/"


def link(number: int, name: str = "", href: str = "", *, look: str = "", image: bool = False) -> LinkNode:
    return LinkNode(number, ("html", "body", "a"), ("", "", look), name or f"Name{number}", image, href or f"/{number}")


def numbers(links: list[LinkNode]) -> list[int]:
    return [one.number for one in links]


def links(count: int) -> list[LinkNode]:
    return [link(i) for i in range(count)]


# -- pruning heuristics (section 3.2.2) ------------------------------------------------------------------------------


def test_anchor_keeps_the_more_frequent_kind() -> None:
    assert numbers(anchor([link(0), link(1, image=True), link(2)])) == [0, 2]
    assert numbers(anchor([link(0, image=True), link(1, image=True), link(2)])) == [0, 1]


def test_link_dup_keeps_the_first_of_equal_names_or_urls() -> None:
    some = [link(0, "Sport", "/sport"), link(1, "Sport", "/sports"), link(2, "More", "https://paper.example/sport"), link(3, "Film", "/film")]
    assert numbers(link_dup(some, HOME)) == [0, 3]


def test_images_without_a_name_have_no_common_name() -> None:
    some = [link(i)._replace(name="") for i in range(3)]
    assert numbers(link_dup(some, HOME)) == [0, 1, 2]


def test_style_keeps_the_largest_group_that_looks_alike() -> None:
    assert numbers(style([link(0, look="class=a"), link(1), link(2), link(3, look="class=a active")])) == [1, 2]


def test_dis_diff_keeps_what_stands_before_a_much_larger_distance() -> None:
    some = [link(i) for i in [*range(0, 24, 2), 200, 202]]
    assert numbers(dis_diff(some, 3)) == list(range(0, 24, 2))
    assert numbers(dis_diff(links(14), 3)) == list(range(14))
    assert numbers(dis_diff([link(0), link(9)], 3)) == [0, 9]
    assert dis_diff([], 3) == []


def test_max_num_word_discards_sets_of_four_words_an_anchor_and_more() -> None:
    three, four = [link(0, "one two three")], [link(0, "one two three four")]
    assert max_num_word(three, SewParams().words) == three
    assert max_num_word(four, SewParams().words) == []


def test_link_set_dup_discards_what_was_found_on_another_page() -> None:
    some = links(4)
    assert link_set_dup(some, HOME, {targets(some, HOME)}) == []
    assert link_set_dup(some, HOME, {targets(some[:3], HOME)}) == some


def test_each_heuristic_can_be_left_out() -> None:
    some = [link(0, look="class=a"), link(1), link(2)]
    without = SewParams(heuristics=tuple(name for name in HEURISTICS if name != STYLE))
    assert numbers(prune(some, HOME, (), SewParams())) == [1, 2]
    assert numbers(prune(some, HOME, (), without)) == [0, 1, 2]


# -- candidates (figure 2) -------------------------------------------------------------------------------------------


def items(*names: str, tag: str = "li", start: str = "ul") -> str:
    return f"<{start}>" + "".join(f"<{tag}><a href=/{name}>{name}</a></{tag}>" for name in names) + f"</{start}>"


def test_links_of_one_path_are_one_candidate_and_three_are_too_few() -> None:
    html = items("news", "sport", "film", "law") + items("a", "b", "c", tag="p", start="div")
    found = candidates(link_nodes(html), HOME, (), SewParams())
    assert [[one.name for one in links] for links in found] == [["news", "sport", "film", "law"]]


def test_second_levels_are_candidates_of_their_own() -> None:
    """First-level links stand apart, with second-level ones between them; their paths tell them apart."""
    html = "<ul>" + "".join(
        f"<li><a href=/{i}>First{i}</a><ul>" + "".join(f"<li><a href=/{i}/{j}>Second{i}{j}</a></li>" for j in range(2)) + "</ul></li>" for i in range(5)
    )
    found = candidates(link_nodes(html + "</ul>"), HOME, (), SewParams())
    assert [len(links) for links in found] == [5, 10]


def test_what_a_heuristic_leaves_may_become_a_set_of_its_own() -> None:
    html = items(*(f"a{i}" for i in range(6))).replace("<li>", "<li class=x>") + items(*(f"b{i}" for i in range(5)))
    found = candidates(link_nodes(html), HOME, (), SewParams())
    assert [[one.name[0] for one in links] for links in found] == [["a"] * 6, ["b"] * 5]


@pytest.mark.slow
def test_no_links_and_many_links() -> None:
    assert candidates((), HOME, (), SewParams()) == []
    many = link_nodes(items(*(f"n{i}" for i in range(3000))))
    assert candidates(many, HOME, (), SewParams()) == []
    each_alone = link_nodes("".join(f"<p class=c{i}><a href=/{i}>n{i}</a></p>" for i in range(500)))
    assert candidates(each_alone, HOME, (), SewParams()) == []


def test_link_nodes_know_paths_styles_and_images() -> None:
    nodes = link_nodes('<table><tr bgcolor=red><td><font size=2><a href=/x>X</a></font><a href=/y><img alt=Y></a><a>no link</a></table>')
    assert [(node.number, node.name, node.image, node.path[-1], len(node.path)) for node in nodes] == [(0, "X", False, "a", 7), (1, "Y", True, "a", 6)]
    assert nodes[0].style[-5:] == ("", "bgcolor=red", "", "size=2", "")
    assert link_nodes("") == ()


# -- features and ranking (section 3.3) ------------------------------------------------------------------------------

AT_HOME = Where(HOME, HOME, HOME)


def test_the_six_features_by_hand() -> None:
    some = [link(0, "World", "/world/"), link(1, "Local news", "/local/news.html"), link(2, "Film", "/film/"), link(3, "More", "other.html")]
    words, length, variance, kind, directory, contained = features(some, AT_HOME, SewParams())
    assert FEATURES == ("NumWordName", "LenName", "VarLenName", "URLType", "VarURLNumDir", "URLContain")
    assert words == 5 / 4
    assert length == (5 + 10 + 4 + 4) / 4
    assert variance == pytest.approx(sum((n - 5.75) ** 2 for n in (5, 10, 4, 4)) / 4)
    assert kind == 3 / 4  # absolute
    assert directory == pytest.approx(3 / 16)  # 1, 1, 1, 0
    assert contained == 1


def test_the_url_features_of_a_page_below() -> None:
    where = Where(HOME + "showbiz/index.html", HOME + "showbiz/index.html", HOME)
    some = [link(0, "Movies", "/showbiz/movies/"), link(1, "Music", "music/"), link(2, "World", "/world/"), link(3, "Mail", "mailto:x@y.example")]
    values = dict(zip(FEATURES, features(some, where, SewParams()), strict=True))
    assert values["URLContain"] == 2 / 4
    assert [directories(one.href, where, SewParams()) for one in some] == [2, 2, 1, 1000]
    assert values["URLType"] == 2 / 4


@pytest.mark.parametrize(
    ("href", "kind"),
    [("a.html", "relative"), ("../a", "relative"), ("", "relative"), ("/a", "absolute"), ("//x.example/", "cross-site"),
     ("http://x.example/", "cross-site"), ("#a", "anchor"), ("javascript:void(0)", "others"), ("mailto:a@b.example", "others")],
)  # fmt: skip
def test_the_five_types_of_url(href: str, kind: str) -> None:
    assert url_type(href) == kind


@given(st.floats(-50, 50), st.floats(-20, 20), st.floats(0.1, 20))
def test_densities_are_those_of_scipy(value: float, mean: float, deviation: float) -> None:
    assert norm_dist(value, mean, deviation) == pytest.approx(norm.pdf((value - mean) / deviation), abs=1e-12)
    assert prob(value, mean, deviation) == pytest.approx(norm.cdf(value, mean, deviation), abs=1e-12)


def test_confidences_are_multiplied() -> None:
    norms = Norms((0.0,) * 6, (1.0,) * 6, 0.0, 1.0, 0.0)
    top = 1 / math.sqrt(2 * math.pi)
    assert norms.confidence((0,) * 6) == pytest.approx(top**6)
    assert norms.confidence((1, 0, 0, 0, 0, 2)) == pytest.approx(top**6 * math.exp(-0.5) * math.exp(-2))


def test_the_threshold_is_the_lowest_confidence_that_is_known() -> None:
    known = [(1, 6, 4, 1, 0, 1), (2, 9, 9, 1, 1, 1), (1, 7, 5, 0.8, 0, 0.5)]
    norms = train(known)
    scores = [norms.confidence(values) for values in known]
    assert all(norms.accepts(score) for score in scores)
    assert not norms.accepts(min(scores) * 0.9)
    assert norms.threshold == pytest.approx(norm.cdf(min(scores), norms.mean, norms.deviation))


def test_the_best_candidate_is_taken_or_none() -> None:
    menu = tuple(link(i, name, f"/{name}/") for i, name in enumerate(("world", "sport", "money", "film", "music")))
    teasers = tuple(link(10 + i, "a longer headline it is", f"/2004/01/{i}/story-{i}.html") for i in range(5))
    assert select([teasers, menu], AT_HOME, LEARNED, SewParams()) == menu
    assert select([teasers], AT_HOME, LEARNED, SewParams()) == ()
    assert select([], AT_HOME, LEARNED, SewParams()) == ()


# -- the algorithm (figure 4) ----------------------------------------------------------------------------------------


def site(pages: Mapping[str, str], asked: list[str] | None = None, **params: int) -> Skeleton:
    def fetch(url: str) -> Fetched | None:
        if asked is not None:
            asked.append(url)
        return Fetched(url, url, link_nodes(pages[url])) if url in pages else None

    return Skeleton("paper.example", find_skeleton(HOME, fetch, LEARNED, Site.of([HOME]), SewParams(**params)), method="sew")


SECTIONS = ("world", "sport", "money", "film")
MENU = items(*(f"{name}/" for name in SECTIONS))
BELOW = "<div>" + items(*(f"world/{name}/" for name in ("asia", "africa", "europe", "america"))).replace(">world/", ">") + "</div>"
PAPER = {HOME: MENU, HOME + "world/": MENU + BELOW, **{f"{HOME}{name}/": MENU for name in SECTIONS[1:]}}


def test_the_skeleton_is_found_from_the_top_down() -> None:
    found = site(PAPER)
    assert [(visit.level, visit.node.url.removeprefix(HOME)) for visit in found.walk()] == [
        (0, ""), (1, "world/"), (2, "world/asia/"), (2, "world/africa/"), (2, "world/europe/"), (2, "world/america/"),
        (1, "sport/"), (1, "money/"), (1, "film/"),
    ]  # fmt: skip


def test_a_menu_that_was_found_is_not_found_again_and_each_page_is_searched_once() -> None:
    asked: list[str] = []
    site({**PAPER, HOME + "world/asia/": MENU + BELOW + items("", "sport/", "world/", "film/")}, asked)
    assert len(asked) == len(set(asked))


def test_levels_can_be_limited() -> None:
    assert max(visit.level for visit in site(PAPER, levels=1).walk()) == 1


def test_links_out_of_the_site_are_no_nodes() -> None:
    names = [f"{name}/" for name in (*SECTIONS, "music", "games", "law", "art", "food", "local", "opinion", "people")]
    html = items(*names).replace("href=/film/", "href=https://other.example/film/")
    assert [node.text for node in site({HOME: html}).root.children] == [name for name in names if name != "film/"]


@pytest.mark.parametrize("html", ["", "<p>No link</p>", "<a href=/>Itself</a>", "<a href='http://[x'>X</a>" * 9])
def test_nothing_is_found_where_nothing_is(html: str) -> None:
    assert site({HOME: html}).root == Node(HOME)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: SewParams(fewest=9, most=10),
        lambda: SewParams(levels=0),
        lambda: SewParams(words=0),
        lambda: SewParams(heuristics=("Style", "Luck")),
        lambda: Norms((0.0,), (1.0,), 0.0, 1.0, 0.0),
        lambda: Norms((0.0,) * 6, (0.0,) * 6, 0.0, 1.0, 0.0),
        lambda: train([]),
    ],
)
def test_params_are_checked(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(ValueError):
        wrong()
