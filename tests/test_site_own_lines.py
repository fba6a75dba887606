"""A page's own lines: standfirst copies, line numbers, related lists, and an extractor's answer checked against its page."""

from __future__ import annotations

import numpy as np
import pytest

from indexer.page.parse import parse
from indexer.page.peer import _closest, single_page_lines
from indexer.page.score import Evidence, ScoreParams, gather, page_level, without_template
from indexer.site.agreed_lines import agreed_lines
from indexer.site.echoes import without_standfirst
from indexer.site.line_numbers import without_line_numbers
from indexer.site.link_lists import without_link_lists
from tests.strategies import paragraphs, prose

PARAMS = ScoreParams()
LONG = "The harbour has a new crane, which came from the north by barge, and it lifts ninety tonnes. "


def evidence(html: str) -> Evidence:
    return gather(parse(html, "https://example.org/news/crane"), PARAMS)


def kept(e: Evidence, blocks: list[int]) -> list[str]:
    return [e.tree.text[k] for k in blocks]


def test_a_standfirst_across_paragraphs_goes_and_a_long_first_paragraph_stays() -> None:
    e = evidence(f"<div>{LONG[:80]} ...</div><p>{LONG[:44]}</p><p>{LONG[44:]}</p>")
    assert without_standfirst(e, [0, 1, 2]) == [1, 2]
    whole = LONG * 12
    e = evidence(f"<p>{whole}</p><p>{whole}</p>")
    assert without_standfirst(e, [0, 1]) == [0, 1]  # a doubled text is no standfirst


@pytest.mark.parametrize(
    ("cell", "goes"),
    [
        ("<pre>1<br>2<br>3</pre>", True), ("<pre>1 2 3</pre>", True), ("<pre>7<br>8</pre>", True), ("<pre>1</pre>", True),
        ("<pre>3<br>1<br>2</pre>", False), ("<p>1</p>", False), ("<pre>2024</pre>", False),
    ],
)  # fmt: skip
def test_line_numbers(cell: str, goes: bool) -> None:
    e = evidence(f"<p>{LONG}</p><table><tr><td>{cell}</td><td><pre>a = b</pre></td></tr></table>")
    texts = kept(e, without_line_numbers(e, list(range(len(e.key)))))
    assert texts[0] == LONG.strip()
    assert texts[-1] == "a = b"
    assert (len(texts) == 2) == goes


def test_related_pages_under_a_dropped_heading_go_and_sources_stay() -> None:
    related = "<h3>Related</h3><ul><li><a href='/a'>Snow on the pass</a></li><li><a href='/b'>Hail in the valley</a></li></ul>"
    sources = "<h3>Sources</h3><ul><li><a href='https://elsewhere.example/x'>A paper on cranes</a></li></ul>"
    e = evidence(f"<p>{LONG}</p>{related}{sources}<p>And on.</p><p><a href='/c'>A link of its own</a></p>")
    without_headings = [k for k, n in enumerate(e.tree.node.tolist()) if e.tree.tag[n] != "h3"]
    assert kept(e, without_link_lists(e, 0, without_headings)) == [LONG.strip(), "A paper on cranes", "And on.", "A link of its own"]
    assert without_link_lists(e, 0, list(range(len(e.key)))) == list(range(len(e.key)))  # their headings were kept


def test_suspect_lines_and_lone_links_of_an_answer_go() -> None:
    e = evidence(f"<p>{LONG}</p><div class=paywall><p>Subscribe now, and read on.</p></div><div><a href=/>All on one page</a></div>")
    own = page_level(e, (), PARAMS)
    assert agreed_lines(e, kept(e, list(range(len(e.key)))), own) == [LONG.strip()]
    story = evidence(f"<p>One line.</p><div class=paywall>{paragraphs(prose(1), 3)}</div>")
    lines = [*kept(story, list(range(len(story.key))))]
    nothing = np.zeros(len(lines), bool)
    assert agreed_lines(story, lines, nothing) == lines  # most of the answer stands there: then it is the story


def test_an_answer_that_is_damaged_or_misses_the_story_is_none() -> None:
    e = evidence(f"<p>{LONG * 3}</p><p>A short line.</p>")
    own = np.array([True, False])
    assert agreed_lines(e, [(LONG * 3).replace("crane", "cr")], own) == []
    assert agreed_lines(e, ["A short line."], own) == []
    assert agreed_lines(e, ["A short line.", LONG * 3], own) == ["A short line.", LONG * 3]


def test_a_declared_body_judges_between_answers() -> None:
    assert _closest(LONG * 4, ("Menu and more of it, all day. " * 9, LONG * 3)) == LONG * 3
    assert _closest(LONG * 4, (LONG * 3, LONG * 4 + "And more.")) != ""
    html = f"<html><body><article>{paragraphs(prose(2), 6)}</article></body></html>"
    assert single_page_lines(html, (), declared="Nothing of the kind. " * 30) == single_page_lines(html, ())


def test_names_are_judged_without_the_template() -> None:
    notice = "<p>" + "We and our partners store what we like on your device, and more. " * 60 + "</p>"
    e = evidence(f"{notice}<div class=related>{paragraphs(prose(3), 3)}</div>")
    assert e.prior[int(e.tree.node[-1])] > 0
    assert without_template(e, {e.key[0]}, PARAMS).prior[int(e.tree.node[-1])] == 0
