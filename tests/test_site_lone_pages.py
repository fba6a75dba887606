"""What a page without others of its site keeps beside an extractor's answer, and what goes from it."""

from __future__ import annotations

import pytest

from indexer.article.body import body_of
from indexer.article.learned import learn
from indexer.page.parse import parse
from indexer.site.model import Sampled
from tests.strategies import prose

URL = "https://example.org/crane"
DECK = "The crane of the old harbour goes to the museum, and the new one is late."


def texts(first: int, count: int) -> list[str]:
    return [prose(first + i).paragraph() for i in range(count)]


def kept(main: str, head: str = "") -> str:
    source = f"<html><head><title>Crane late | Post</title>{head}</head><body><main><h1>Crane late</h1>{main}</main></body></html>"
    page = parse(source, URL)
    body = body_of(page, learn("example.org", [Sampled(page, URL)]))
    return "\n".join(block.text for block in body.blocks if block.kept)


def box(paragraphs: list[str]) -> str:
    return "<div class=grid><div class=cont>" + "".join(f"<p>{p}</p>" for p in paragraphs) + "</div></div>"


def test_a_story_in_two_boxes_is_whole() -> None:
    first, second = texts(0, 5), texts(10, 5)
    answer = kept(box(first) + "<div class=sign><h3>Sign up for the letter</h3><form><input></form></div>" + box(second))
    assert all(p in answer for p in first + second)
    assert "Sign up" not in answer


@pytest.mark.parametrize(("description", "found"), [(DECK, True), ("Another text that says what the site of the Post is about.", False)])
def test_the_standfirst_is_the_paragraph_that_the_page_describes_itself_by(description: str, found: bool) -> None:
    answer = kept(f"<div class=deck>{DECK}</div><div class=by>A. Berg</div>" + box(texts(0, 5)), f"<meta name=description content='{description}'>")
    assert (DECK in answer) is found


def test_lines_that_lead_to_other_pages_go() -> None:
    first = texts(0, 5)
    answer = kept(box([*first[:3], "Read also: <a href=/tram>The tram of the upper town stops</a>", *first[3:]]))
    assert "upper town" not in answer
    assert all(p in answer for p in first)


def test_a_heading_over_dropped_links_goes_and_one_over_text_stays() -> None:
    first = texts(0, 6)
    links = "<section><h3>Recommended</h3><ol><li><a href=/a>Snow in May</a></li><li><a href=/b>Hail in June</a></li></ol></section>"
    answer = kept(f"{box(first[:3])}{links}<section><h3>What is left</h3>{box(first[3:])}</section>")
    assert "Recommended" not in answer
    assert "What is left" in answer
