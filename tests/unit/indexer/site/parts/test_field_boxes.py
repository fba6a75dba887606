"""Boxes of fields between a story's paragraphs, in the same elements as its own lists and tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import articles, evidence, kept_texts, page, paragraphs, prose, sampled
from indexer.page.blocks import key
from indexer.site.model import fit
from indexer.site.parts.boxes import BoxParams
from indexer.site.parts.field_boxes import field_boxes, find_fields

PARAMS = BoxParams()
LIST = "<ul><li><b>Length:</b> NUMBER metres</li><li>Built: 19NUMBER</li><li>Owner: A. Berg</li></ul>"
TABLE = "<table><tr><td>Length:</td><td>NUMBER metres</td></tr><tr><td>Built:</td><td>19NUMBER</td></tr></table>"
LINES = "<div>Length: NUMBER metres<br>Built: 19NUMBER</div>"
OWN = "<ul><li>One of the cranes on the quay has been there for NUMBER years.</li><li>Another one is NUMBER metres longer.</li></ul>"


def pages(box: str, number: int = 3, without: int = 7) -> list[str]:
    boxes = [box.replace("NUMBER", str(10 + i)) for i in range(number)] + [OWN.replace("NUMBER", str(i)) for i in range(without)]
    return [page(paragraphs(prose(i), 2) + b + paragraphs(prose(60 + i), 2)) for i, b in enumerate(boxes)]


@pytest.mark.parametrize(
    ("box", "number", "names"),
    [
        (LIST, 3, {"length", "built", "owner"}),
        (TABLE, 3, {"length", "built"}),
        (LINES, 3, {"length", "built"}),
        ("<ul><li>18:30 The doors open</li><li>19:00 The music begins</li></ul>", 3, set()),  # times
        (LIST, 2, set()),  # three stories at least
        (LIST.replace("Length:", "Length").replace("Built:", "Built"), 3, set()),  # one field is no box
        (LIST.replace("Length", "Length NUMBER").replace("Built", "Built NUMBER"), 3, {"owner"}),
        (LIST.replace("</ul>", "<li>Nothing of that kind here</li></ul>"), 3, set()),  # a quarter is other text
        (LIST.replace("A. Berg", "A. Berg, " + "who has never been seen " * 5), 3, set()),  # a long line is what somebody says
    ],
)
def test_names_that_the_boxes_repeat(box: str, number: int, names: set[str]) -> None:
    sample = articles(pages(box, number))
    assert find_fields(sample, PARAMS) == names
    assert find_fields(sample, replace(PARAMS, data=False)) == frozenset()


def test_a_box_has_the_names_of_the_site() -> None:
    def boxed(html: str) -> list[str]:
        e = evidence(f"<div>{html}</div>")
        inside = e.tree.under(field_boxes(e, 1, {key("Length"), key("Built")}))
        return [e.tree.text[k] for k in range(len(e.key)) if inside[e.tree.node[k]]]

    assert boxed("<p>It rains.</p><ul><li>Length: 4 metres</li><li>Built: 1924</li></ul>") == ["Length: 4 metres", "Built: 1924"]
    assert boxed("<p>It rains.</p><ul><li>Height: 4 metres</li><li>Weight: 9 tons</li></ul>") == []
    assert boxed("<ul><li>Length: 4 metres</li><li>One</li><li>Two</li></ul>") == []
    assert boxed("<p>Length: 4 metres</p><p>Built: 1924</p><p>It rains.</p><p>It snows.</p>") == []  # paragraphs are in no box


@pytest.mark.parametrize("box", [LIST, TABLE, LINES])
def test_a_site_keeps_its_lists_and_loses_its_boxes(box: str) -> None:
    sample = sampled(pages(box, 5, 10))
    model = fit(sample)
    assert not [text for text in kept_texts(model, sample[0]) if text.startswith(("Length", "10 metres", "Built", "Owner"))]
    assert "Another one is 4 metres longer." in kept_texts(model, sample[9])
