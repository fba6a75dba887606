"""Slots: places of one short text on most articles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import articles, page, paragraphs, prose, signatures
from indexer.site.parts.slots import SlotParams, find_slots, recurring_places

PARAMS = SlotParams()


def slots(pages: list[str], params: SlotParams = PARAMS) -> set[str]:
    sample = articles(pages)
    container = {int(sample.pages[0].tree.path[sample.pages[0].container])}
    return signatures(sample, find_slots(sample, (), container, params))


def pages(head: str = "", foot: str = "", number: int = 6) -> list[str]:
    """NUMBER in head and foot is the page's."""
    return [page(head.replace("NUMBER", str(i)) + paragraphs(prose(i)) + foot.replace("NUMBER", str(i))) for i in range(number)]


def test_a_date_line_before_and_tags_after_the_body() -> None:
    found = slots(pages("<p class=date>NUMBER May 2024</p>", "<p class=keys>Sea, harbour, NUMBER</p>"))
    assert found == {"p.date", "p.keys"}
    assert slots(pages("<p class=date>NUMBER May 2024</p>"), replace(PARAMS, slots=False)) == set()


def test_paragraphs_are_no_slots_although_a_short_story_has_one() -> None:
    assert slots([page(f"<p>{prose(i).paragraph()}</p>") for i in range(6)]) == set()


def test_a_place_with_several_lines_a_page_is_no_slot() -> None:
    assert slots(pages("<p class=line>One NUMBER</p><p class=line>Two NUMBER</p>")) == set()


@pytest.mark.parametrize(("with_line", "expected"), [(2, set()), (3, {"p.date"})])
def test_a_slot_stands_on_two_fifths_of_the_stories(with_line: int, expected: set[str]) -> None:
    assert slots(pages("<p class=date>NUMBER May</p>", number=with_line) + pages(number=7 - with_line)) == expected


def test_copies_of_the_beginning_in_the_headlines_element_leave_it_a_slot() -> None:
    """Dates and credits stand between the two."""
    def story(i: int) -> str:
        text = prose(i)
        first = text.paragraph()
        between = "".join(f"<p class=by>{i} {word}</p>" for word in ("May", "Berg", "Press", "Photo", "Zoom"))
        return page(f"<h2>{text.headline()}</h2>{between}<h2>{first[:90]}</h2><p>{first}</p>{paragraphs(text)}")

    assert "h2" in slots([story(i) for i in range(6)])


def test_a_text_of_medium_length_before_the_body_is_a_slot() -> None:
    """Two stories have it, and they are two fifths."""
    line = "<div class=by>NUMBER A. Berg has written of the harbour for longer than she can remember, every week.</div>"
    assert slots(pages(line)) == {"div.by"}
    assert slots(pages(line, number=2) + pages(number=3)) == {"div.by"}
    assert slots(pages(line, number=2) + pages(number=4)) == set()


def test_a_long_text_before_the_body_is_no_slot() -> None:
    lead = [page(f"<div class=lead>{prose(50 + i).paragraph(2)}</div>{paragraphs(prose(i))}") for i in range(6)]
    assert slots(lead) == set()


def test_a_short_line_in_the_middle_is_a_slot() -> None:
    text = [page(paragraphs(prose(i), 2) + f"<div class=ad>Advertisement {i}</div>" + paragraphs(prose(60 + i), 2)) for i in range(6)]
    assert slots(text) == {"div.ad"}


def test_a_text_of_medium_length_is_a_slot_after_the_body_only() -> None:
    """A line about the author: 90 letters."""
    line = "<div class=bio>NUMBER A. Berg has written of the harbour for longer than she can remember, every week.</div>"
    assert slots(pages(foot=line)) == {"div.bio"}
    middle = [page(paragraphs(prose(i), 2) + line.replace("NUMBER", str(i)) + paragraphs(prose(60 + i), 2)) for i in range(6)]
    assert slots(middle) == set()


def test_places_of_leading_headings() -> None:
    headed = [page(paragraphs(prose(i), 1) + "<h2>Why it matters</h2>" + paragraphs(prose(60 + i), 2)) for i in range(6)]
    sample = articles(headed)
    assert signatures(sample, recurring_places(sample, {"whyitmatters"}, PARAMS)) == {"h2"}
    assert recurring_places(sample, {"other"}, PARAMS) == frozenset()
