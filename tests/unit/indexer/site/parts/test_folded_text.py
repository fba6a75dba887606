"""Folded text that an answer lacks: paragraphs in the midst of the story, with what opens them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from harness.strategies import evidence, paragraphs, prose
from indexer.page.page_level import page_level
from indexer.page.score import ScoreParams
from indexer.site.parts.folded_text import folded_text

LONG = prose(41).paragraph()
FOLDED = "<div style='display:none'>{}</div>"
BOX = FOLDED.format(f"<p>{LONG}</p>")


def found(inside: str, answer: Collection[str] = ("One", "Two"), wanted: str = "all") -> list[str]:
    """What is added to an answer of these texts, on a page of which the scorer wants everything, or what it wants."""
    e = evidence(inside)
    has = np.array([text in answer for text in e.tree.text])
    own = np.ones(len(e.key), bool) if wanted == "all" else page_level(e, (), ScoreParams())
    return [e.tree.text[k] for k in folded_text(e, has, own)]


def test_a_folded_paragraph_between_two_lines_of_the_answer_is_added() -> None:
    assert found(f"<p>One</p>{BOX}<p>Two</p>") == [LONG]
    assert found(f"<p>One</p><p>{LONG}</p><p>Two</p>") == []  # shown: the extractor had its reasons


@pytest.mark.parametrize("inside", ["{0}<p>One</p><p>Two</p>", "<p>One</p><p>Two</p>{0}", "<p>One</p>{0}", "{0}"])
def test_what_is_folded_elsewhere_is_the_sites(inside: str) -> None:
    assert found(inside.format(BOX)) == []


@pytest.mark.parametrize(("letters", "added"), [(59, False), (60, True)])
def test_short_folded_texts_are_names_and_dates(letters: int, added: bool) -> None:
    assert (found(f"<p>One</p>{FOLDED.format('f' * letters)}<p>Two</p>") != []) == added


@pytest.mark.parametrize(("linked", "added"), [(49, True), (51, False)])
def test_a_folded_menu_is_no_paragraph(linked: int, added: bool) -> None:
    text = f"<p><a href=/>{'m' * linked}</a>{'t' * (100 - linked)}</p>"
    assert (found(f"<p>One</p>{FOLDED.format(text)}<p>Two</p>") != []) == added


@pytest.mark.parametrize("label", ["<h3>How long?</h3>", "<h3><button aria-controls=a>How long?</button></h3>", "<button aria-controls=a>How long?</button>"])
def test_the_label_that_opens_it_comes_along(label: str) -> None:
    assert found(f"<p>One</p>{label}{BOX}<p>Two</p>") == ["How long?", LONG]
    assert found(f"<p>One</p>{label}{BOX}<p>Two</p>", ["One", "How long?", "Two"]) == [LONG]  # the answer has it


def test_a_line_above_that_opens_nothing_and_a_label_further_up_do_not() -> None:
    assert found(f"<p>One</p><p>A line</p>{BOX}<p>Two</p>") == [LONG]
    assert found(f"<p>One</p><h3>How long?</h3><p>A line</p>{BOX}<p>Two</p>") == [LONG]


def test_each_text_is_added_once_and_none_that_the_answer_has() -> None:
    assert found(f"<p>One</p>{BOX}{BOX}<p>Two</p>") == [LONG]
    assert found(f"<p>One</p>{BOX}<p>Two</p>", ["One", LONG, "Two"]) == []
    twice = f"<p>One</p><p>{LONG}</p>{BOX}<p>Two</p>"
    assert found(twice, ["One", LONG, "Two"]) == []


def test_what_the_page_level_scorer_does_not_want_is_not_added() -> None:
    story, form = [prose(i).paragraph() for i in (42, 43)], "<div class=newsletter style='display:none'><p>{}</p></div>"
    inside = f"<article>{paragraphs(prose(44), 3)}<p>{story[0]}</p>{{}}<p>{story[1]}</p>{paragraphs(prose(45), 3)}</article>"
    assert found(inside.format(BOX), story, "scorer") == [LONG]
    assert found(inside.format(form.format(LONG)), story, "scorer") == []
    headed = f"<title>Crane</title>{inside.format(f'<h3>Crane</h3>{BOX}')}"
    assert found(headed, story, "scorer") == [LONG]  # the headline again is no label
