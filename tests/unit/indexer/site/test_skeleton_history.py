"""Skeletons as values: stored, compared, printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.errors import ModelError
from indexer.evaluate.skeleton import Menu, score
from indexer.site.skeleton.codec import VERSION, decode, encode, read, write
from indexer.site.skeleton.difference import Change, difference
from indexer.site.skeleton.graph import graphml
from indexer.site.skeleton.skeleton import Node, Skeleton, nested

HOME = "https://a.example/"


def node(name: str, *children: Node, kind: str = "toc") -> Node:
    return Node(HOME + name if name else "", name or "More", kind if name else "", children)


def skeleton(*children: Node) -> Skeleton:
    return Skeleton("a.example", Node(HOME, "A", "toc", children))


_NAMES = st.text(st.characters(codec="utf-8", exclude_characters="/"), min_size=1, max_size=5)
_TREES = st.recursive(
    st.builds(lambda name, kind: node(name, kind=kind), _NAMES, st.sampled_from(["", "toc", "article", "other"])),
    lambda below: st.builds(lambda name, children: node(name, *children), _NAMES | st.just(""), st.lists(below, max_size=3)),
    max_leaves=12,
)
SKELETONS = st.lists(_TREES, max_size=4).map(lambda children: skeleton(*children))


@pytest.mark.slow
@given(SKELETONS)
def test_what_is_stored_comes_back(one: Skeleton) -> None:
    assert read(write(one)) == one


@pytest.mark.slow
@given(SKELETONS)
def test_graphml_holds_every_node_and_edge(one: Skeleton) -> None:
    graph = networkx.parse_graphml(graphml(one))
    assert len(graph) == sum(1 for _ in one.walk())
    assert graph.number_of_edges() == len(graph) - 1
    assert networkx.is_arborescence(graph)
    assert max(level for _, level in graph.nodes(data="level")) == max(visit.level for visit in one.walk())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda value: {**value, "version": VERSION + 1},
        lambda value: {key: v for key, v in value.items() if key != "site"},
        lambda value: {**value, "root": {**value["root"], "children": {}}},
        lambda value: {**value, "root": {**value["root"], "pageType": "menu"}},
        lambda value: {**value, "root": {**value["root"], "url": 7}},
        lambda value: [value],
        lambda _: None,
    ],
)
def test_what_is_no_skeleton_is_said_to_be_none(spoil: Any) -> None:
    with pytest.raises(ModelError, match="learn it again"):
        decode(spoil(encode(skeleton(node("news")))))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "null", "7"])
def test_text_that_is_no_skeleton(text: str) -> None:
    with pytest.raises(ModelError, match="learn it again"):
        read(text)


def test_the_number_of_pages_makes_no_new_version() -> None:
    one = skeleton(node("news"))
    assert write(replace(one, pages=300)) == write(one)


def test_a_stored_tree_of_too_many_levels_is_refused() -> None:
    deep: dict[str, Any] = nested(node("leaf"))
    for _ in range(150):
        deep = {**nested(node("x")), "children": [deep]}
    with pytest.raises(ModelError, match="levels"):
        decode({**encode(skeleton()), "root": deep})


# -- differences -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(SKELETONS)
def test_a_skeleton_does_not_differ_from_itself(one: Skeleton) -> None:
    assert not difference(one, one)


@pytest.mark.slow
@given(SKELETONS, SKELETONS)
def test_what_one_direction_adds_the_other_removes(one: Skeleton, other: Skeleton) -> None:
    there, back = difference(one, other), difference(other, one)
    assert (there.added, there.removed) == (back.removed, back.added)
    assert {(c.after, c.before) for c in there.moved} == {(c.before, c.after) for c in back.moved}


def test_the_changes_of_a_menu() -> None:
    old = skeleton(node("news", node("local")), node("sport"), node("wine"), node("about", kind="other"))
    new = skeleton(node("news"), replace(node("sport", node("local")), text="Sports"), node("film"), node("about", kind="toc"))
    changes = difference(old, new)
    assert changes
    assert changes.added == (HOME + "film",)
    assert changes.removed == (HOME + "wine",)
    assert changes.moved == (Change(HOME + "local", HOME + "news", HOME + "sport"),)
    assert changes.renamed == (Change(HOME + "sport", "sport", "Sports"),)
    assert changes.retyped == (Change(HOME + "about", "other", "toc"),)


def test_spellings_and_order_are_no_change() -> None:
    old = skeleton(node("news/"), node("sport/index.html"))
    new = skeleton(Node("http://www.a.example/sport", "sport/index.html", "toc"), Node(HOME + "news", "news/", "toc"))
    assert not difference(old, new)


def test_a_page_that_was_not_seen_is_not_retyped() -> None:
    assert not difference(skeleton(node("news", kind="")), skeleton(node("news", kind="toc")))


def test_a_page_below_a_label_has_moved() -> None:
    changes = difference(skeleton(node("news")), skeleton(node("", node("news"))))
    assert changes.moved == (Change(HOME + "news", HOME, "More"),)
    assert not changes.added


# -- measure ---------------------------------------------------------------------------------------------------------


def test_the_measure_by_hand() -> None:
    menu = Menu(HOME, frozenset({"a.example"}), {"/news": 1, "/sport": 1, "/news/local": 2, "/deep": 3})
    tree = nested(skeleton(node("news", node("news/local", node("sport"))), node("", node("film"))).root)
    found = score(menu, tree)
    assert (found[1].labelled, found[1].precision, found[1].recall) == (2, 1.0, 0.5)
    assert (found[2].labelled, found[2].precision, found[2].recall) == (3, 2 / 3, 2 / 3)
    assert score(menu, {"children": []})[1].f1 == 0
    assert score(Menu(HOME, frozenset(), {}), tree)[1].recall == 0
