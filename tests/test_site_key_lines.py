"""Short lines known by their first words, and texts that close many stories."""

from __future__ import annotations

from dataclasses import replace

import pytest

from indexer.site.article_page import ArticlePage, ArticleSample
from indexer.site.key_lines import KeyLineParams, closing_texts, learn_key_lines, line_key, trim
from indexer.site.rules import Rules
from tests.strategies import articles, evidence, page, paragraphs, prose

PARAMS = KeyLineParams()
NAMES = ("Berg", "Nyman", "Sato", "Diaz", "Okoro", "Weiss", "Rossi", "Laine", "Novak", "Silva")


def everything(page: ArticlePage) -> list[int]:
    blocks: list[int] = page.blocks.tolist()
    return blocks


def learned(sample: ArticleSample, params: KeyLineParams = PARAMS) -> Rules:
    return learn_key_lines(sample, Rules(containers=()), everything, params)


def with_line(line: str, where: str, number: int, of: int = 10) -> ArticleSample:
    """Stories, the first of which have the line (NAME: another on each) at the head, in the middle or at the end."""
    pages = []
    for i in range(of):
        own = f"<p>{line.replace('NAME', NAMES[i])}</p>" if i < number else ""
        head, middle, end = ((own if place == where else "") for place in ("head", "middle", "end"))
        pages.append(page(head + paragraphs(prose(i), 2) + middle + paragraphs(prose(60 + i), 2) + end))
    return articles(pages)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Photo: A. Nyman", "photo:"), ("By A. Berg", "by a."), ("Updated on 3 May 2024", "updated on"), ("Volume 37 of May", "volume 0"),
        ("It rains.", ""), ("“It rains”", ""), ("Does it?", ""), ("摄影：张三", "摄影"), ("本报记者张三", "本报记者"), ("x" * 100, ""),
    ],
)  # fmt: skip
def test_keys(text: str, key: str) -> None:
    assert line_key(evidence(f"<p>{text}</p>"), 0, PARAMS.longest) == key


def test_headings_have_no_key() -> None:
    assert line_key(evidence("<h2>By the sea</h2>"), 0, 100) == ""


@pytest.mark.parametrize(("number", "found"), [(3, True), (2, False)])
def test_a_line_at_the_ends_of_a_fifth_of_the_stories(number: int, found: bool) -> None:
    expected = {"photo:"} if found else set()
    at_head, at_end = with_line("Photo: NAME", "head", number), with_line("Photo: NAME", "end", number)
    assert (learned(at_head).head_keys, learned(at_head).tail_keys) == (expected, set())
    assert (learned(at_end).head_keys, learned(at_end).tail_keys) == (set(), expected)
    assert learned(at_head, replace(PARAMS, ends=False)).head_keys == set()


def test_a_run_of_lines_at_an_end() -> None:
    """Credits: each of them is at the end because what follows it is."""
    pages = [page(paragraphs(prose(i)) + f"<p>Text: {NAMES[i]}</p><p>Photo: {NAMES[-1 - i]}</p>") for i in range(6)]
    assert learned(articles(pages), replace(PARAMS, slots=False)).tail_keys == {"text:", "photo:"}


def test_a_line_in_the_middle_goes_from_two_fifths_on() -> None:
    assert learned(with_line("Photo: NAME", "middle", 4)).slot_keys == {"photo:"}
    assert learned(with_line("Photo: NAME", "middle", 3)).slot_keys == set()
    assert learned(with_line("Photo: NAME", "middle", 4), replace(PARAMS, slots=False)).slot_keys == set()


def test_a_line_with_the_same_words_everywhere_is_no_slot() -> None:
    """It is repeated text, and others decide about that."""
    assert learned(with_line("Photo: the agency", "middle", 8)).slot_keys == set()


def test_lines_that_stand_often_on_a_page_are_no_slots() -> None:
    talk = [
        page("".join(f"<p>Berg: {prose(10 * i + j).headline()}</p>" for j in range(4)) + paragraphs(prose(900 + i))) for i in range(8)
    ]
    assert learned(articles(talk)).slot_keys == set()


def test_texts_that_close_stories() -> None:
    sample = with_line("Follow us for more", "end", 4)
    assert closing_texts(sample, everything, (), PARAMS) == {"followusformore"}
    assert closing_texts(sample, everything, ("followusformore",), PARAMS) == frozenset()
    assert closing_texts(sample, everything, (), replace(PARAMS, tail=False)) == frozenset()
    assert closing_texts(with_line("Follow us for more", "end", 2), everything, (), PARAMS) == frozenset()
    assert closing_texts(with_line("Follow us for more", "middle", 4), everything, (), PARAMS) == frozenset()


def test_closing_texts_may_stand_one_before_the_other() -> None:
    pages = [page(paragraphs(prose(i)) + "<p>Follow us for more</p><p>End of the story</p>") for i in range(5)]
    assert closing_texts(articles(pages), everything, (), PARAMS) == {"followusformore", "endofthestory"}


def test_trimming() -> None:
    e = evidence("<p>Photo: A</p><p>Text one.</p><p>Note: b</p><p>Photo: C</p><p>Text two.</p><p>Source: D</p><p>Photo: E</p>")
    head, tail, slot = frozenset({"photo:"}), frozenset({"source:", "photo:"}), frozenset({"note:"})
    rules = Rules(containers=(), head_keys=head, tail_keys=tail, slot_keys=slot)
    assert trim(e, range(7), rules, 100) == [1, 3, 4]
    assert trim(e, range(7), Rules(containers=()), 100) == list(range(7))


def test_trimming_never_takes_all() -> None:
    e = evidence("<p>Photo: A</p><p>Photo: B</p>")
    assert trim(e, range(2), Rules(containers=(), head_keys=frozenset({"photo:"})), 100) == [0, 1]
    assert trim(e, [], Rules(containers=(), head_keys=frozenset({"photo:"})), 100) == []
