"""What a page without others of its site keeps beside an extractor's answer, and what goes from it."""

from __future__ import annotations

import pytest

from harness.strategies import prose
from indexer.article.body import body_of
from indexer.article.learned import learn
from indexer.page.parse import parse
from indexer.site.model import Sampled

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


FORMS = {
    "list items": "<p>{0}</p><p>{1}</p><ul><li>{2}</li><li>{3}</li></ul><p>{4}</p>",
    "items with a year": "<p>{0}</p><ul><li><span>2019</span><div>{1}</div></li><li><span>2020</span><div>{2}</div></li></ul><p>{3}</p><p>{4}</p>",
    "anchors without an address": "<p>{0}</p><p><a name=x>{1}</a></p><p>{2}</p><p>{3}</p><p>{4}</p>",
    "items in spans": "<p>{0}</p><ul><li><span class=h7 tabindex=0>{1}</span></li><li><span class=h7 tabindex=0>{2}</span></li></ul><p>{3}</p><p>{4}</p>",
    "terms": "<p>{0}</p><dl><dt>Why</dt><dd>{1}</dd><dt>When</dt><dd>{2}</dd></dl><p>{3}</p><p>{4}</p>",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("place", ["<div class=cont>{}</div>", "{}"])
def test_no_sentence_of_a_story_is_lost_or_glued_whatever_it_stands_in(form: str, seed: int, place: str) -> None:
    told = texts(400 + 10 * seed, 5)
    lines = kept(place.format(FORMS[form].format(*told))).split("\n")
    assert [line for line in lines if line in told] == told


def test_sub_headings_that_an_extractor_takes_for_titles_stay() -> None:
    told, names = texts(0, 6), [prose(200 + i).headline() for i in range(3)]
    parts = [f"<h2 class='x-h2 '>{name}</h2><p>{one}</p><p>{two}</p>" for name, one, two in zip(names, told[::2], told[1::2], strict=True)]
    lines = kept(f"<div>{''.join(parts)}</div>").split("\n")
    assert [line for line in lines if line in told or line in names[1:]] == [*told[:2], names[1], *told[2:4], names[2], *told[4:]]
