"""Lines that only repeat another text of their page: where a standfirst may stand, how long it is, and what is folded away."""

from __future__ import annotations

import pytest

from harness.strategies import evidence, prose
from indexer.page.blocks import key
from indexer.site.clean_page import own_lines
from indexer.site.params import SiteParams
from indexer.site.parts.echoes import without_folded_copies, without_standfirst

LETTERS = key(prose(11).paragraph(20))
FOLDED = "<div style='display:none'>"


def lines(*texts: str) -> list[int]:
    """What is left of a page of these paragraphs."""
    return without_standfirst(evidence("".join(f"<p>{text}</p>" for text in texts)), range(len(texts)))


@pytest.mark.parametrize(("letters", "goes"), [(49, False), (50, True), (799, True), (800, False)])
def test_a_standfirst_has_between_fifty_and_eight_hundred_letters(letters: int, goes: bool) -> None:
    assert lines(LETTERS[:letters], LETTERS) == ([1] if goes else [0, 1])


@pytest.mark.parametrize(("signs", "end", "goes"), [(16, "。", False), (17, "。", True), (33, "", False), (34, "", True)])
def test_a_chinese_standfirst_is_shorter_but_a_heading_that_the_text_takes_up_is_none(signs: int, end: str, *, goes: bool) -> None:
    text = "城市河流学校桥梁博物馆天气音乐火车历史花园市场医院老师学生电影铁路山谷森林海洋村庄报纸图书"
    assert lines(text[:signs] + end, text) == ([1] if goes else [0, 1])


@pytest.mark.parametrize(("before", "goes"), [(3, True), (4, False)])
def test_a_standfirst_is_one_of_the_first_four_kept_lines(before: int, goes: bool) -> None:
    texts = [*(f"Line {i}" for i in range(before)), LETTERS[:80], LETTERS]
    assert (before in lines(*texts)) != goes
    e = evidence("<p>Dropped</p>" * 9 + f"<p>{LETTERS[:80]}</p><p>{LETTERS}</p>")
    assert without_standfirst(e, [9, 10]) == [10]  # lines that are not kept do not count


@pytest.mark.parametrize(("between", "goes"), [(7, True), (8, False)])
def test_the_text_that_it_begins_is_one_of_the_next_eight_lines(between: int, goes: bool) -> None:
    assert (0 in lines(LETTERS[:80], *(f"Line {i}" for i in range(between)), LETTERS)) != goes


def test_case_punctuation_and_paragraphs_do_not_count_but_the_beginning_does() -> None:
    text = prose(12).paragraph()
    assert lines(text[:90].upper() + " …", text[:30], text[30:70], text[70:]) == [1, 2, 3]
    assert lines(text[20:110], text) == [0, 1]  # from its middle: a quotation
    assert lines(text, text[:90]) == [0, 1]  # what follows is shorter
    assert lines(text, "Short", text) == [1, 2]  # of two equal paragraphs near the head the first one goes


def test_the_switch_keeps_standfirsts() -> None:
    e = evidence(f"<div><p>{LETTERS[:80]}</p><p>{LETTERS}</p></div>")
    assert own_lines(e, 0, [0, 1], SiteParams()) == [1]
    assert own_lines(e, 0, [0, 1], SiteParams(standfirst=False)) == [0, 1]


@pytest.mark.parametrize("order", ["{shown}{folded}", "{folded}{shown}"])
def test_folded_text_goes_only_where_its_shown_copy_is_kept(order: str) -> None:
    e = evidence(order.format(shown="<p>It rains.</p>", folded=f"{FOLDED}<p>IT RAINS</p></div>"))
    shown, folded = e.tree.text.index("It rains."), e.tree.text.index("IT RAINS")
    assert without_folded_copies(e, [0, 1]) == [shown]
    assert without_folded_copies(e, [folded]) == [folded]


def test_shown_copies_and_folded_copies_of_folded_text_stay() -> None:
    e = evidence(f"<p>One</p><p>One</p>{FOLDED}<p>Two</p></div>{FOLDED}<p>Two</p></div>")
    assert without_folded_copies(e, range(4)) == [0, 1, 2, 3]
    e = evidence("<p>One</p><p style='visibility:hidden'>One</p>")
    assert without_folded_copies(e, range(2)) == [0, 1]  # out of reach is another thing than folded
