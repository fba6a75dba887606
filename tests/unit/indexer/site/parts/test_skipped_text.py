"""What an extractor's answer lacks inside it, and before it."""

from __future__ import annotations

import numpy as np
import pytest

from harness.steps import instructions
from harness.strategies import evidence, prose
from indexer.site.parts.continued_text import opening_text
from indexer.site.parts.skipped_text import skipped_text

LONG = [f"<p>{prose(60 + i).paragraph()}</p>" for i in range(3)]


@pytest.mark.parametrize(
    ("line", "stays"),
    [("<p>“Gone.”</p>", True), ("<p>Gone!</p>", True), ("<p>Gone</p>", False), ("<p><a href=/a>Gone.</a></p>", False), ("<div>Gone.</div>", False)],
)
def test_a_short_sentence_between_paragraphs_is_kept(line: str, *, stays: bool) -> None:
    e = evidence(f"<div>{LONG[0]}{line}{LONG[1]}</div>")
    assert skipped_text(e, np.array([True, False, True]), np.full(3, True)) == ([1] if stays else [])


@pytest.mark.parametrize(("entries", "found"), [(3, [1]), (2, [])])
def test_paragraphs_above_the_contents_introduce_the_text(entries: int, found: list[int]) -> None:
    contents = "".join(f"<li><a href='#s{i}'>Part {i} of the story</a></li>" for i in range(entries))
    e = evidence(f"<title>Old crane</title><h1>Old crane</h1><div>{LONG[0]}</div><ul>{contents}</ul><div id=m>{LONG[1]}</div>")
    assert opening_text(e, np.array([False] * (2 + entries) + [True])) == found


def test_contents_of_other_pages_introduce_nothing() -> None:
    contents = "".join(f"<li><a href='/s{i}'>Part {i} of the story</a></li>" for i in range(4))
    e = evidence(f"<title>Old crane</title><h1>Old crane</h1><div>{LONG[0]}</div><ul>{contents}</ul><div id=m>{LONG[1]}</div>")
    assert opening_text(e, np.array([False] * 6 + [True])) == []


def test_twice_the_contents_take_twice_the_steps() -> None:
    def steps(entries: int) -> int:
        contents = "".join(f"<li><a href='#s{i}'>Part {i} of the story</a></li>" for i in range(entries))
        e = evidence(f"<title>Old crane</title><h1>Old crane</h1><div>{LONG[0]}</div><ul>{contents}</ul><div id=m>{LONG[1]}</div>")
        found = np.array([False] * (2 + entries) + [True])
        assert opening_text(e, found) == [1]
        return instructions(lambda: opening_text(e, found), opening_text.__module__)

    assert steps(400) <= 2.2 * steps(200)
