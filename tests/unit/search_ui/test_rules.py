"""The website's rules that need no website: addresses, rank changes, overlap, colours, what may become a link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import search_ui
from indexer.errors import UsageError
from indexer.evaluate.rank_changes import Counterpart
from indexer.index.arm import Arm
from indexer.index.engine import Match, Sort
from search_ui.change import Kind, change_on_left, change_on_right
from search_ui.markup import language_tag, web_link
from search_ui.overlap import Ranking, overlap, verdict
from search_ui.search_params import LONGEST_QUERY, MOST_PAGES, MOST_RANKS, SearchParams, Show, read_params
from search_ui.security import is_known_host, names_for

STYLESHEET = Path(search_ui.__file__).parent / "static" / "winnow.css"

params = st.builds(
    SearchParams,
    query=st.text(max_size=40).map(str.strip),
    left=st.sampled_from(Arm),
    right=st.sampled_from(Arm),
    sort=st.sampled_from(Sort),
    match=st.sampled_from(Match),
    page=st.integers(1, MOST_PAGES),
    show=st.sampled_from(Show),
    after=st.integers(0, MOST_RANKS),
    why=st.booleans(),
    facets=st.booleans(),
)


@given(params)
def test_an_address_says_all_that_was_asked(one: SearchParams) -> None:
    assert read_params(one.query_args()) == one


@pytest.mark.parametrize(
    "parameters",
    [
        {"q": "x" * (LONGEST_QUERY + 1)}, {"left": "cooked"}, {"sort": "<b>"}, {"match": "none"}, {"page": "0"},
        {"page": "-1"}, {"page": "1e3"}, {"page": str(MOST_PAGES + 1)}, {"page": "²"}, {"page": "9" * 5000},
        {"show": "none"}, {"after": "-1"}, {"why": "yes"},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_asked_is_said(parameters: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"\w+=|characters"):
        read_params(parameters)


def test_empty_parameters_are_left_at_their_default() -> None:
    assert read_params({"q": "", "left": "", "page": ""}) == SearchParams()


@given(st.integers(1, 200), st.integers(1, 200))
def test_both_columns_tell_the_same_change(left: int, right: int) -> None:
    on_left = change_on_left(left, Counterpart("u", right), "weighted", 100)
    on_right = change_on_right(right, Counterpart("u", left), "raw", 100)
    assert on_left.kind is on_right.kind
    risen = left - right
    assert on_right.mark == (f"▲{risen}" if risen > 0 else f"▼{-risen}" if risen < 0 else "=")
    assert all(change.words for change in (on_left, on_right)), "never by colour or mark alone"


def test_a_hit_too_deep_for_a_rank_is_not_called_gone() -> None:
    deep, copy, absent = Counterpart("u"), Counterpart("u", 3, copy=True), Counterpart()
    assert [change_on_left(1, each, "weighted", 100).kind for each in (deep, copy, absent)] == [Kind.DEEP, Kind.COPY, Kind.GONE]
    assert change_on_left(1, deep, "weighted", 100).words == "found in weighted after rank 100"
    assert change_on_right(1, absent, "raw", 100).kind is Kind.NEW


STORIES = st.lists(st.sampled_from("abcdefghijklmnop"), max_size=16)


@given(STORIES, STORIES)
def test_overlap_is_symmetric_and_complete_only_for_equal_sets(left: list[str], right: list[str]) -> None:
    found = overlap(left, right)
    assert found == overlap(right, left)
    assert (found.share == 1) == (set(left[:10]) == set(right[:10]))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (("ab", 2), ("ab", 2), "Both lists are the same, in the same order: for this query weighted changes nothing."),
        (("ab", 2), ("ba", 2), "The first 2 stories are the same, in another order; both find 2 in all."),
        (("abcdefghijk", 11), ("abcdefghij", 10), ("The first 10 are the same, in the same order; weighted finds 1 fewer"
          " in all.")),
        (("ab", 500), ("ab", 500), ("The first 2 of both lists are the same, in the same order, and both find 500 in"
          " all: for this query weighted changes nothing that can be seen here.")),
        (("ab", 2), ("", 0), "raw finds 2, weighted nothing."),
        (("", 0), ("", 0), "Neither list has a hit."),
        (("ab", 2), ("bc", 2), "1 of the first 2 stories is in both lists; both find 2 in all."),
    ],
)  # fmt: skip
def test_verdict(left: tuple[str, int], right: tuple[str, int], expected: str) -> None:
    assert verdict(Ranking("raw", left[1], tuple(left[0])), Ranking("weighted", right[1], tuple(right[0]))) == expected


@given(st.builds(str.__add__, st.sampled_from(["", "http://", "HTTPS://e.org/", "https:/", " http://e.org"]), st.text(max_size=30)))
def test_only_web_addresses_become_links(text: str) -> None:
    link = web_link(text)
    assert link in {"", text}
    assert not link or re.match(r"https?://[^/]", link, re.IGNORECASE)
    assert web_link(f"javascript:{text}") == web_link(f"data:{text}") == web_link(f"file:///{text}") == ""


@pytest.mark.slow
@given(st.text(max_size=20))
def test_language_tags_hold_letters_digits_and_hyphens_only(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9-]*", language_tag(text))


def test_a_server_on_the_loopback_has_no_other_name() -> None:
    names = names_for("127.0.0.1")
    assert [is_known_host(host, names) for host in ("127.0.0.1:1", "localhost", "[::1]:1", "news.example:1", "")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert is_known_host("news.example", names_for("0.0.0.0"))


def _schemes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", STYLESHEET.read_text("utf-8"), re.DOTALL)
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in blocks)
    return {"light": light, "dark": dark}


def _luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


PAIRS = [
    ("text", "ground"), ("text", "soft"), ("quiet", "ground"), ("quiet", "soft"), ("link", "ground"),
    ("on-accent", "accent"), ("on-mark", "mark"), ("up", "up-ground"), ("down", "down-ground"),
    ("new", "new-ground"), ("gone", "gone-ground"), *(("on-level", f"level{n}") for n in range(1, 6)),
]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_the_contrast_of_wcag_aa(scheme: str) -> None:
    colours = _schemes()[scheme]
    low = {pair: round(_contrast(*(colours[name] for name in pair)), 2) for pair in PAIRS}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    assert _contrast(colours["focus"], colours["ground"]) >= 3, "WCAG 2.2, 1.4.11: what is not text"


def test_both_schemes_name_the_same_colours() -> None:
    light, dark = _schemes().values()
    assert light.keys() == dark.keys()
