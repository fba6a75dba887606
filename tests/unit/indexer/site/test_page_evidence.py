"""What one page says about itself: keys and weights of blocks, titles, the prior of names, and the page-level scorer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.strategies import evidence, prose
from indexer.page.appended import appended_nodes
from indexer.page.blocks import key, keys, weight
from indexer.page.page_level import page_level
from indexer.page.parse import parse
from indexer.page.prior import NEUTRAL, OUT_OF_SIGHT, SUSPECT, PriorParams
from indexer.page.score import Evidence, ScoreParams, best_node, block_scores, headline_key
from indexer.page.signature import signature, stem
from indexer.page.titles import title_keys


def story(paragraphs: int = 4, seed: int = 3) -> str:
    text = prose(seed)
    return "".join(f"<p>{text.paragraph()}</p>" for _ in range(paragraphs))


def prior_of(e: Evidence, name: str) -> int:
    return int(e.prior[e.tree.signature.index(name)])


def kept(e: Evidence, template: frozenset[str] = frozenset()) -> list[str]:
    return [e.tree.text[k] for k in np.flatnonzero(page_level(e, template, ScoreParams())).tolist()]


# -- blocks and titles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "letters"), [("", 0), ("abc de", 6), ("水库", 6), ("水 a", 5), ("かな", 6), ("서울", 6), ("é", 1), ("жи", 2), ("，", 1)]
)
def test_weight_counts_three_letters_for_a_character_of_chinese_japanese_and_korean(text: str, letters: int) -> None:
    assert weight(text) == letters


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Crane — gone!", "thecranegone"), ("水库：水位", "水库水位"), ("A-B_c", "ab_c"), ("  ", ""), ("Straße", "straße"),
        ("x" * 300 + ".", "x" * 300),
    ],
)
def test_key(text: str, expected: str) -> None:
    assert key(text) == expected


@given(st.text())
def test_keys_do_not_see_spaces_and_case_of_ascii(text: str) -> None:
    assert key(key(text)) == key(text)
    assert key(" ".join(text)) == key(text)


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (["Crane gone | Courier"], {"cranegonecourier", "cranegone"}),
        (["Crane gone - The Courier"], {"cranegonethecourier", "cranegone", "thecourier"}),
        (["Crane-driver gone"], {"cranedrivergone"}),
        (["起重机被更换了今天 _ 时报"], {key("起重机被更换了今天 _ 时报"), "起重机被更换了今天"}),
        (["", "A"], {"a"}),
    ],
)
def test_titles_and_their_parts(titles: list[str], expected: set[str]) -> None:
    assert title_keys(titles) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("entry", "entry"), ("comment-12", "comment-"), ("p12", ""), ("a-1-b-2-c-3", ""), ("2024", ""), ("row2col", "rowcol-")],
)
def test_stems(name: str, expected: str) -> None:
    assert stem(name) == expected


def test_signatures_do_not_depend_on_the_order_of_classes_or_on_the_post() -> None:
    assert signature("div", "b a category-x post-7 hentry", "") == signature("div", "a b tag-y post-9 first", "") == "div.a.b"
    assert signature("div", "e d c b a", "") == "div.a.b.c.d"


def test_a_heading_that_links_to_itself_is_no_link() -> None:
    page = "<h2><a href='#a'>Harbour</a></h2><h2><a href='https://example.org/a#b'>Quay</a></h2><h2><a href=/c>Crane</a></h2><p><a href='#a'>Harbour</a></p>"
    assert evidence(page).link_share.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert evidence(f"{page}<a href='#top'><img></a>").link_share.tolist() == [0.0, 0.0, 1.0, 1.0]  # a link after the last text


# -- the prior --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["nav", "footer", "aside", "figcaption", "form", "address"])
def test_suspect_tags(tag: str) -> None:
    e = evidence(story() + f"<{tag}><p>Short</p></{tag}>")
    assert e.prior.tolist()[-2:] == [SUSPECT, SUSPECT]
    assert not e.prior[:-2].any()


@pytest.mark.parametrize("name", ["related-posts", "sidebar", "share-buttons", "newsletter", "comment-", "cookie-banner", "most-read"])
def test_suspect_names(name: str) -> None:
    e = evidence(story() + f"<div class='{name}'><p>Short</p></div>")
    assert int(e.prior[-1]) == SUSPECT
    assert not evidence(story() + f"<div class='{name}'><p>Short</p></div>").prior[:-2].any()


@pytest.mark.parametrize("frame", ["aside", "footer", "form", "div class=paywall", "div class=comments-body", "div id=sidebar-main"])
def test_the_prior_never_holds_against_evidence(frame: str) -> None:
    """Where nearly all long text of the page stands is the story, whatever its place is called."""
    html = f"<div><p>Menu</p></div><{frame}>{story()}</{frame.split()[0]}><div class=related><p>More</p></div>"
    e = evidence(html)
    assert set(e.prior[: e.tree.signature.index("div.related")].tolist()) == {NEUTRAL}
    assert kept(e) == list(e.tree.text[1:-1])


def test_a_quarter_of_the_text_clears_weak_words_half_clears_tags_and_nine_tenths_strong_words() -> None:
    def state(inside: int, outside: int, frame: str) -> int:
        e = evidence(f"<{frame}>{story(inside)}</{frame.split()[0]}>{story(outside, 9)}")
        return int(e.prior[1])

    assert state(1, 4, "div class=paywall") == SUSPECT
    assert state(2, 3, "div class=paywall") == NEUTRAL
    assert state(2, 3, "aside") == SUSPECT
    assert state(3, 2, "aside") == NEUTRAL
    assert state(3, 2, "div class=comments") == SUSPECT
    assert state(19, 1, "div class=comments") == NEUTRAL


def test_the_headline_clears_a_name_but_not_a_nav() -> None:
    title = "<title>A crane is gone</title>"
    assert prior_of(evidence(f"{title}<div class=masthead><h1>A crane is gone</h1></div>{story()}"), "div.masthead") == NEUTRAL
    assert prior_of(evidence(f"{title}<nav class=x><h1>A crane is gone</h1></nav>{story()}"), "nav.x") == SUSPECT


def test_hidden_text_is_out_of_sight_unless_it_is_much_of_the_page() -> None:
    assert prior_of(evidence(f"{story()}<div class=x hidden><p>Gone</p></div>"), "div.x") == OUT_OF_SIGHT
    assert prior_of(evidence(f"<p>One</p><div class=x hidden>{story()}</div>"), "div.x") == NEUTRAL


def test_names_can_be_switched_off_and_shares_must_rise() -> None:
    assert PriorParams(names=False).weak == 0.25
    assert not evidence("<body class=no-sidebar><p>Short</p>").prior.any()  # the body itself is never suspect
    with pytest.raises(ValueError, match="rise"):
        PriorParams(weak=0.6, tag=0.5)


# -- scores -----------------------------------------------------------------------------------------------------------------


def test_block_scores_by_hand() -> None:
    sentence = "Sixty letters and more of running text, with a full stop here."
    unstopped = "No stop but long enough to be the text of a story you see"
    chinese = "水库水位今天上升，"  # 9 characters, 8 of them three letters each
    e = evidence(
        f"<p>{sentence}</p><div>{sentence}</div><h2>A short heading</h2><div>Short</div><p>{unstopped}</p><p>{chinese}</p>"
        f"<p><a href=/>A link of some length</a></p><div class=related>{sentence}</div><div>{sentence * 3}</div>"
    )
    assert (len(sentence), len(unstopped)) == (62, 57)
    expected = [
        62 * 1.2,  # a paragraph
        62.0,  # running text in any place
        15 * 0.3 * 0.3,  # short, in a text tag, and a heading
        5 * 0.1,  # short, elsewhere
        57 * 0.3 * 1.2,  # without punctuation
        25 * 0.3 * 1.2,  # 25 letters: short
        -21.0,  # a link counts against its place
        62 * -0.3,  # suspect
        186.0,
    ]
    assert block_scores(e, (), ScoreParams()) == pytest.approx(expected)
    known = block_scores(e, frozenset({key(sentence)}), ScoreParams())
    assert [k for k, score in enumerate(known) if score == -62] == [0, 1, 7]


@given(st.lists(st.integers(-50, 100), min_size=6, max_size=6))
def test_best_node_holds_nearly_the_largest_sum(values: list[int]) -> None:
    tree = evidence("<div><section><p>a</p><p>b</p></section><p>c</p></div><div><p>d</p><p>e</p></div><p>f</p>").tree
    chosen, sums = best_node(tree, np.array(values, float), 0.05)
    assert sums[chosen] >= 0.95 * sums.max() or sums.max() <= 0
    if sums.max() > 0:
        inner = [i for i in range(chosen + 1, int(tree.end[chosen])) if sums[i] >= sums.max()]
        assert not inner  # nothing smaller holds it all


def test_page_level_takes_the_story_after_its_headline() -> None:
    text = prose(7)
    one, two = text.paragraph(), text.paragraph()
    e = evidence(
        "<title>The crane is gone | Courier</title><ul><li><a href=/a>Home</a></ul><div class=x><h1>The crane is gone</h1>"
        f"<p>By A. Berg</p><p>{one}</p><p><a href=/b>Only a link</a></p><div class=y><a href=/c>Only a link in a box</a></div><h2>The crane is gone</h2><p>{two}</p>"
        "<div class=share><p>Share this</p></div></div><footer>End</footer>"
    )
    assert kept(e) == ["By A. Berg", one, "Only a link", two]
    assert kept(e, frozenset({key("By A. Berg")})) == [one, "Only a link", two]


def test_headline_keys_are_the_whole_title_and_all_first_level_headings() -> None:
    e = evidence("<title>Crane - Courier</title><h1>Crane</h1><h2>No</h2><h1>Gone</h1>")
    assert headline_key(e) == {"cranecourier", "crane", "gone"}


def test_sub_headings_below_a_repeated_title_begin_no_other_story() -> None:
    told = "<p>" + "It is told at length, with a comma. " * 9 + "</p>"
    page = parse(f"<title>Crane</title><h3>Crane</h3><h4>The plan</h4>{told}<h3>The cost</h3><h4>In all</h4>{told}")
    tree = page.tree
    found = appended_nodes(tree, keys(tree.text), page.weight, np.zeros(len(tree.text)), {"crane"})
    assert found.start == found.stop


def test_widgets_are_suspect_only_where_the_story_is_in_none() -> None:
    text = prose(7)
    box = "<div class=w><div class='{}'><div class=box><p>{}</p></div></div></div>"
    built = "".join(box.format("el-widget", text.paragraph()) for n in range(8))
    assert prior_of(evidence(f"<main>{built}</main>"), "div.el-widget") == NEUTRAL
    beside = "<main>" + "".join(f"<p>{text.paragraph()}</p>" for _ in range(8)) + "</main>" + box.format("el-widget", text.paragraph())
    assert prior_of(evidence(beside), "div.el-widget") == SUSPECT
