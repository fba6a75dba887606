"""An extractor's lines against their page: lone links, suspect places, damaged answers, and answers from elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from harness.strategies import evidence, prose
from indexer.arrays import Bools
from indexer.page.blocks import key
from indexer.page.score import Evidence
from indexer.site.parts.agreed_lines import agreed_lines, unrepeated_lines

LONG = prose(21).paragraph()
LINK = "<a href='/all'>All on one page</a>"


def own(e: Evidence, *wanted: int) -> Bools:
    """A page-level body of these blocks."""
    out = np.zeros(len(e.key), bool)
    out[list(wanted)] = True
    return out


def agreed(e: Evidence, *wanted: int) -> list[str]:
    """What is left of an answer that is the whole page."""
    return agreed_lines(e, e.tree.text, own(e, *wanted))


@pytest.mark.parametrize(
    ("link", "goes"),
    [
        (f"<div>{LINK}</div>", True), (f"<h2>{LINK}</h2>", True), (f"<p>{LINK}</p>", False), (f"<ul><li>{LINK}</ul>", False),
        (f"<blockquote>{LINK}</blockquote>", False), (f"<div>All of it is here: {LINK}</div>", False),
    ],
)  # fmt: skip
def test_lone_links_outside_of_paragraphs_and_lists_go(link: str, goes: bool) -> None:
    e = evidence(f"<p>{LONG}</p>{link}")
    assert agreed(e, 0, 1) == ([LONG] if goes else list(e.tree.text))


def test_a_line_that_also_stands_as_text_is_no_lone_link() -> None:
    e = evidence(f"<p>{LONG}</p><div>{LINK}</div><p>All on one page</p>")
    assert agreed_lines(e, [LONG, "All on one page"], own(e, 0)) == [LONG, "All on one page"]


def test_a_suspect_line_goes_unless_the_page_level_scorer_wants_it_or_it_stands_elsewhere() -> None:
    said = "<p>I do not think so.</p>"
    e = evidence(f"<p>{LONG}</p><div class=comments>{said}</div>")
    assert agreed(e, 0) == [LONG]
    assert agreed(e, 0, 1) == [LONG, "I do not think so."]
    twice = evidence(f"<p>{LONG}</p>{said}<div class=comments>{said}</div>")
    assert agreed_lines(twice, [LONG, "I do not think so."], own(twice, 0)) == [LONG, "I do not think so."]


@pytest.mark.parametrize(("letters", "goes"), [(59, True), (60, False)])
def test_suspect_lines_go_where_they_are_less_than_six_tenths(letters: int, goes: bool) -> None:
    """Of an answer of a hundred letters."""
    story, suspect = "s" * (100 - letters), "c" * letters
    e = evidence(f"<p>{story}</p><div class=comments><p>{suspect}</p></div><p>{'t' * 900}</p>")
    assert e.prior[e.tree.node[1]] > 0
    assert agreed_lines(e, [story, suspect], own(e, 0)) == ([story] if goes else [story, suspect])


def test_lone_links_go_even_where_most_lines_are_suspect() -> None:
    e = evidence(f"<p>One.</p><nav><p>{LONG}</p></nav><div>{LINK}</div>")
    assert agreed(e, 0) == ["One.", LONG]


@pytest.mark.parametrize(("missing", "answers"), [(30, True), (31, False)])
def test_an_answer_is_damaged_where_more_than_three_tenths_stand_nowhere(missing: int, answers: bool) -> None:
    present, absent = "p" * (100 - missing), "a" * missing
    e = evidence(f"<p>{present}</p>")
    assert agreed_lines(e, [present, absent], own(e, 0)) == ([present, absent] if answers else [])


def test_short_lines_say_nothing_about_damage_and_lines_may_span_blocks() -> None:
    e = evidence("<p>It rains on the harbour.</p><p>It snows on the pass.</p>")
    short = ["nowhere on this page"[:19]] * 9
    assert agreed_lines(e, [*e.tree.text, *short], own(e, 0)) == [*e.tree.text, *short]
    joined = " ".join(e.tree.text)
    assert agreed_lines(e, [joined], own(e, 0)) == [joined]


def test_an_answer_without_anything_of_the_story_has_missed_it() -> None:
    e = evidence(f"<p>{'s' * 100}</p><p>{'f' * 29}</p><p>{'g' * 30}</p>")
    assert agreed_lines(e, ["f" * 29], own(e, 0)) == []
    assert agreed_lines(e, ["g" * 30], own(e, 0)) == ["g" * 30]  # long enough to be another opinion
    assert agreed_lines(e, ["f" * 29, "s" * 9], own(e, 0)) == ["f" * 29, "s" * 9]  # a part of the story
    assert agreed_lines(e, ["f" * 29], own(e)) == ["f" * 29]  # the scorer wants nothing
    assert agreed_lines(e, [], own(e, 0)) == []
    assert agreed_lines(e, ["…"], own(e, 0)) == []  # no letters are no part of it


def test_an_answer_has_missed_the_story_if_what_is_left_of_it_has_nothing_of_it() -> None:
    links = "".join(f"<div><a href=/{n}>{prose(n).paragraph()[:60]}</a></div>" for n in range(3))
    e = evidence(f"<p>{LONG}</p><div>Latest</div>{links}")
    assert agreed_lines(e, e.tree.text[1:], own(e, 0)) == []
    assert agreed_lines(e, e.tree.text, own(e, 0)) == list(e.tree.text[:2])


@pytest.mark.parametrize(("copies", "letters", "stays"), [(True, 60, True), (False, 60, False), (True, 59, False)])
def test_a_repeated_paragraph_between_others_stays_where_it_may_be_a_copy(copies: bool, letters: int, stays: bool) -> None:
    copy = "c" * letters
    found = unrepeated_lines(["One.", copy, "Two."], {copy}, copies=copies)
    assert found == (["One.", copy, "Two."] if stays else ["One.", "Two."])


def test_repeated_lines_at_either_end_go_and_so_does_an_answer_of_nothing_else() -> None:
    notice, pitch = prose(31).paragraph(), prose(32).paragraph()
    known = {key(notice), key(pitch)}
    assert unrepeated_lines([notice, pitch, "One.", "Two.", pitch], known, copies=True) == ["One.", "Two."]
    assert unrepeated_lines([notice, pitch], known, copies=True) == []
    assert unrepeated_lines([], known, copies=True) == []
    assert unrepeated_lines([notice, "One."], (), copies=False) == [notice, "One."]


def test_a_repeated_paragraph_of_chinese_is_shorter() -> None:
    copy = "\u6c34" * 20
    assert unrepeated_lines(["One.", copy, "Two."], {copy}, copies=True) == ["One.", copy, "Two."]


@pytest.mark.parametrize(("wanted", "goes"), [((3, 4, 5), True), ((0, 3, 4, 5), False)])
def test_lines_above_the_headline_go_unless_the_scorer_wants_them(wanted: tuple[int, ...], *, goes: bool) -> None:
    above = "The office asks all visitors to agree to this."
    paragraphs = [prose(30 + i).paragraph() for i in range(3)]
    e = evidence(f"<title>Old crane leaves</title><div><p>{above}</p></div><p>Menu</p><h1>Old crane leaves</h1>{''.join(f'<p>{one}</p>' for one in paragraphs)}")
    lines = [above, *paragraphs]
    assert agreed_lines(e, lines, own(e, *wanted)) == (paragraphs if goes else lines)


@pytest.mark.parametrize(
    ("label", "goes"),
    [("<div class=x><p>Slot</p></div>", True), ("<p>Slot</p>", False), ("<div><p>He left.</p></div>", False), ("<div><h3>Slot</h3></div>", False), ("<ul><li>Slot</li></ul>", False)],
)  # fmt: skip
def test_repeated_labels_in_boxes_of_their_own_go(label: str, *, goes: bool) -> None:
    paragraphs = [f"<p>{prose(40 + i).paragraph()}</p>" for i in range(3)]
    e = evidence(f"<div>{label.join(paragraphs)}</div>")
    assert (len(agreed(e, *range(5))) == 3) is goes


def test_a_box_of_the_same_name_as_the_scorer_s_is_not_suspect() -> None:
    """A picture stands between two halves of a story, each in `div.paywalled`; the scorer takes one of them."""
    box = "<div class=paywalled><div class=part><p>{}</p></div></div>"
    html = f"<main><p>{LONG}</p>{box.format('It rains again.')}{box.format('The crane stays.')}<div class=paywalled><p>Subscribe now.</p></div></main>"
    e = evidence(html)
    assert agreed(e, 0, 2) == [LONG, "It rains again.", "The crane stays."]
    assert agreed(e, 0) == [LONG]
