"""A short line above dropped links goes with them; one above text, or of a sentence, stays."""

from __future__ import annotations

import pytest

from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather
from indexer.site.parts.lone_headings import without_lone_headings

LINKS = "<ul><li><a href=/a>Snow in the harbour</a></li><li><a href=/b>Ice on the quay</a></li></ul>"


def kept_of(inner: str) -> list[str]:
    e = gather(parse(f"<article><p>It rains.</p>{inner}<p>It stops.</p></article>"), ScoreParams())
    return [e.tree.text[k] for k in without_lone_headings(e, [k for k in range(len(e.key)) if e.link_share[k] < 0.5])]


@pytest.mark.parametrize("box", [f"<div><p>READ MORE</p>{LINKS}</div>", f"<section><div>Lesen Sie auch</div>{LINKS}</section>"])
def test_labels_of_dropped_links(box: str) -> None:
    assert kept_of(box) == ["It rains.", "It stops."]


@pytest.mark.parametrize(
    "box",
    [f"<div><p>We saw both.</p>{LINKS}</div>", f"<div><p>Two days later</p><p>It snows.</p>{LINKS}</div>", f"<p>Two days later</p>{LINKS}"],
    ids=["a sentence", "above text", "beside the story"],
)
def test_other_lines(box: str) -> None:
    assert len(kept_of(box)) > 2
