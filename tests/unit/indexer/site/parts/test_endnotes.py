"""Notes at the end belong to a text whose marks lead to them."""

from __future__ import annotations

import numpy as np
import pytest

from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather
from indexer.site.parts.endnotes import endnotes

NOTES = "<ol><li id=a>He said so in the office, <a href=#x>back</a>.</li><li id=b>She did not <a href=#y>back</a>.</li></ol>"
MARKED = "<p>The crane is old<a id=x href=#a>1</a>, and nobody asked<a id=y href=#b>2</a> us.</p>"


def found_below(text: str, below: str) -> list[int]:
    e = gather(parse(f"<div>{text}</div>{below}"), ScoreParams())
    answer = np.arange(len(e.key)) < 1
    return endnotes(e, answer, np.ones(len(e.key), bool))


def test_notes_and_their_heading() -> None:
    assert found_below(MARKED, f"<h3>Notes</h3>{NOTES}") == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("<p>The crane is old, and nobody asked us.</p>", NOTES),
        (MARKED, NOTES.replace("<a href=#y>back</a>", "back")),
        (MARKED, f"<p>Something else.</p>{NOTES}"),
        (MARKED.replace(">1<", ">What the crane was<").replace(">2<", ">Who asked<"), NOTES),
    ],
    ids=["no marks", "an item leads nowhere", "not directly below", "contents"],
)
def test_other_lists(text: str, below: str) -> None:
    assert found_below(text, below) == []
