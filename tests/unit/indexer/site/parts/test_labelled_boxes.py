"""Boxes of one label and varying text between the paragraphs of the stories."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import articles, page, paragraphs, prose, signatures
from indexer.site.parts.labelled_boxes import LabelledBoxParams, labelled_boxes

PARAMS = LabelledBoxParams()
BOX = "<div class=k><h3>From the archive</h3><p>TEXT</p></div>"


def pages(box: str = BOX, number: int = 8, without: int = 8, after: int = 3) -> list[str]:
    boxes = [box.replace("TEXT", prose(900 + i).paragraph(1)).replace("NUMBER", "abcdefghi"[i] * 4) for i in range(number)] + [""] * without
    return [page(paragraphs(prose(i), 3) + b + paragraphs(prose(60 + i), after)) for i, b in enumerate(boxes)]


@pytest.mark.parametrize(
    ("site", "found"),
    [
        (pages(), True),
        (pages(number=7), False),  # eight stories at least
        (pages(after=0), False),  # the last section
        (pages(BOX.replace("archive", "archive NUMBER")), False),  # another label each time
        (pages(BOX + BOX.replace("From the archive", "What it means")), False),  # the sections of a story
        (pages(BOX.replace("TEXT", "TEXT " * 12)), False),  # more than a seventh of the text
        (pages("<blockquote class=k><p>From the archive</p><p>TEXT</p></blockquote>"), False),  # an element of text
        (pages("<table class=k><tr><th>Name</th></tr><tr><td>TEXT</td></tr></table>"), False),  # results
    ],
)
def test_labelled_boxes(site: list[str], found: bool) -> None:
    sample = articles(site)
    assert signatures(sample, labelled_boxes(sample, PARAMS)) == ({"div.k"} if found else set())
    assert labelled_boxes(sample, replace(PARAMS, boxes=False)) == frozenset()
