"""Copies of one story count once; another extractor's text becomes a vote per block."""

from __future__ import annotations

import pytest

from harness.strategies import articles, evidence, members, page, paragraphs, prose
from indexer.page.score import ScoreParams
from indexer.site.parts.repetition import repeated_from, template_texts, text_stories
from indexer.site.sample import CopyParams, stories, story_count, vote

COPIES, SCORE = CopyParams(), ScoreParams()


def told(pages: list[str], copies: CopyParams = COPIES) -> list[int]:
    return stories([evidence(html, f"https://example.org/{i}") for i, html in enumerate(pages)], copies, SCORE)


def story(seed: int, title: str, *, number: int = 4, more: str = "") -> str:
    return page(f"<h1>{title}</h1>{paragraphs(prose(seed), number)}{more}", title=title)


def test_copies_of_one_story_collapse() -> None:
    """Same text and headline in another template: a print version, agency copy."""
    text = paragraphs(prose(1), 4)
    plain = f"<title>The crane is gone</title><body><h1>The crane is gone</h1>{text}<p>Printed from the site.</p>"
    assert told([story(1, "The crane is gone"), story(2, "A ferry sank"), plain]) == [0, 1, 0]
    assert told([story(1, "The crane is gone"), plain], CopyParams(collapse=False)) == [0, 1]


def test_a_shortened_copy_under_the_same_headline_collapses() -> None:
    assert told([story(1, "The crane is gone", number=4), story(1, "The crane is gone", number=2), story(3, "A ferry sank")]) == [0, 0, 2]


def test_equal_texts_under_other_headlines_are_other_stories() -> None:
    """A notice printed under several headlines."""
    assert told([story(1, "Monday in the harbour"), story(1, "Tuesday in the harbour"), story(3, "A ferry sank")]) == [0, 1, 2]


def test_a_shared_notice_makes_no_copies() -> None:
    notice = f"<p>{prose(99).paragraph()}</p>"
    assert told([story(i, f"Headline number {'abcde'[i]}", more=notice) for i in range(5)]) == [0, 1, 2, 3, 4]


def test_a_chain_of_copies_is_one_story() -> None:
    text = [f"<p>{prose(i).paragraph(4)}</p>" for i in range(12)]
    pages = [page("<h1>The crane is gone</h1>" + "".join(text[a : a + 10]), title="The crane is gone") for a in (0, 1, 2)]
    assert told(pages) == [0, 0, 0]


def test_stories_are_counted_not_pages() -> None:
    copies = [story(1, "The crane is gone")] * 8 + [story(2, "A ferry sank")]
    sample = members(copies)
    assert story_count(sample) == 9
    numbers = told(copies)
    assert len(set(numbers)) == 2
    frequency = text_stories(m.__class__(m.evidence, n, m.local, m.wanted) for m, n in zip(sample, numbers, strict=True))
    assert max(frequency.values()) == 1


def test_template_texts_stand_on_a_quarter_of_the_stories() -> None:
    assert template_texts({"a": 25, "b": 24}, 100) == {"a"}
    assert template_texts({"a": 3, "b": 2}, 8) == {"a"}
    assert template_texts({"a": 2, "b": 1}, 3) == {"a"}


def test_repetition_begins_at_two_three_or_four_hundredths() -> None:
    assert [repeated_from(n) for n in (2, 11, 12, 59, 60, 75, 100)] == [2, 2, 3, 3, 3, 3, 4]


@pytest.mark.parametrize(("stories", "on", "repeated"), [(5, 1, False), (5, 2, True), (12, 2, False), (12, 3, True)])
def test_a_text_is_repeated_from_that_number_on(stories: int, on: int, repeated: bool) -> None:
    sample = articles([page(paragraphs(prose(i)) + ("<p>Follow us</p>" if i < on else "")) for i in range(stories)])
    first = sample.pages[0]
    assert bool(first.repeated[first.tree.text.index("Follow us")]) is repeated
    assert not first.repeated[:3].any()


def test_a_vote_needs_a_whole_line_or_a_long_text() -> None:
    e = evidence("<p>Short line</p><p>A paragraph that is long enough to be known again</p><p>Menu</p><p>!</p>")
    text = "Short line\nBefore it: a paragraph that is long enough to be known again. Menu"
    assert vote(e, text).tolist() == [True, True, False, False]
    assert not vote(e, "").any()
