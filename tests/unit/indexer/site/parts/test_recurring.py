"""Repeated headings and speakers that belong to the stories, and those that do not."""

from __future__ import annotations

from dataclasses import replace

from harness.strategies import articles, page, paragraphs, prose
from indexer.site.parts.recurring import RecurringParams, find_recurring

PARAMS = RecurringParams()


def recurring(pages: list[str], params: RecurringParams = PARAMS) -> set[str]:
    return set(find_recurring(articles(pages), params))


def headed(heading: str, section: str, number: int = 6, start: int = 0) -> list[str]:
    """Text, a heading, and SECTION with text of the page's own after it."""
    stories = range(start, start + number)
    return [page(paragraphs(prose(i)) + heading + section.replace("TEXT", paragraphs(prose(60 + i), 2))) for i in stories]


def test_a_heading_over_a_text_of_its_own_belongs_to_the_story() -> None:
    assert recurring(headed("<h2>Why it matters</h2>", "TEXT")) == {"whyitmatters"}
    assert recurring(headed("<h2>Why it matters</h2>", "TEXT"), replace(PARAMS, headings=False)) == set()


def test_a_heading_over_links_or_repeated_text_does_not() -> None:
    links = "<ul>" + "".join(f"<li><a href=/{i}>The headline of another story, number {i}</a></li>" for i in range(4)) + "</ul>"
    assert recurring(headed("<h2>Related</h2>", links)) == set()
    own = [page(paragraphs(prose(i)) + f"<h2>Related</h2><p><a href=/{i}>{prose(60 + i).paragraph()}</a></p>") for i in range(6)]
    assert recurring(own) == set()
    about = "<p>We have written of the harbour every week for so long that nobody knows.</p>"
    assert recurring(headed("<h2>About us</h2>", about)) == set()
    assert recurring(headed("<h2>More</h2>", "")) == set()


def test_a_heading_without_text_before_it_leads_nothing() -> None:
    assert recurring([page(f"<h2>In short</h2>{paragraphs(prose(i), 2)}") for i in range(6)]) == set()


def test_a_heading_may_be_bold_on_some_pages() -> None:
    bold = headed("<p><b>Why it matters</b></p>", "TEXT", 6, start=20)
    assert recurring([*headed("<h2>Why it matters</h2>", "TEXT", 3), *bold]) == {"whyitmatters"}
    assert recurring([*headed("<h2>Why it matters</h2>", "TEXT", 2), *bold]) == set()  # three tenths are headings


def test_a_heading_whose_words_stand_elsewhere_more_often_is_no_heading() -> None:
    def site(elsewhere: str) -> list[str]:
        return [*headed("<h2>Why it matters</h2>", "TEXT"), *(page(paragraphs(prose(90 + i)) + elsewhere) for i in range(5))]

    assert recurring(site("<p>Why it matters</p>")) == set()
    assert recurring(site("<p><a href=/why>Why it matters</a></p>")) == set()


def test_a_heading_in_a_suspect_place_does_not_count() -> None:
    pages = [
        page(paragraphs(prose(i), 6) + f"<div class=related><h2>Why it matters</h2>{paragraphs(prose(60 + i), 1)}</div>") for i in range(6)
    ]
    assert recurring(pages) == set()


def test_three_fifths_of_the_occurrences_are_enough() -> None:
    def mixed(leading: int) -> set[str]:
        return recurring(headed("<h2>Why</h2>", "TEXT", leading) + headed("<h2>Why</h2>", "", 5 - leading, start=20))

    assert mixed(3) == {"why"}
    assert mixed(2) == set()


def test_speakers_are_repeated_lines_over_what_they_say() -> None:
    def talk(i: int, times: int) -> str:
        said = [paragraphs(prose(100 * i + j), 1) for j in range(2 * times)]
        turns = [f"<p>{'Nyman' if j % 2 else 'Berg'}</p>{text}" for j, text in enumerate(said)]
        return page(paragraphs(prose(7000 + i), 1) + "".join(turns))

    assert recurring([talk(i, 4) for i in range(4)]) == {"berg", "nyman"}
    assert recurring([talk(i, 4) for i in range(4)], replace(PARAMS, turns=False)) == set()
    assert recurring([talk(i, 2) for i in range(4)]) == set()  # four times a story, or they are no speakers


def test_headings_may_follow_each_other() -> None:
    assert recurring(headed("<h2>In depth</h2><h3>Why it matters</h3>", "TEXT")) == {"indepth", "whyitmatters"}
