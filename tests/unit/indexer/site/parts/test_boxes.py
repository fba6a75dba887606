"""Boxes inside articles: images with captions, tables of data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import articles, page, paragraphs, prose, signatures
from indexer.site.parts.boxes import BoxParams, data_boxes, image_boxes

PARAMS = BoxParams()


def with_box(box: str, number: int = 6, without: int = 0) -> list[str]:
    boxes = [box.replace("NUMBER", str(i)) for i in range(number)] + [""] * without
    return [page(paragraphs(prose(i), 2) + b + paragraphs(prose(60 + i), 2)) for i, b in enumerate(boxes)]


FIGURE = "<div class=shot><img src=a><p>The quay on day NUMBER.</p></div>"


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        (with_box(FIGURE), True),
        (with_box(FIGURE, 3, 8), True),
        (with_box(FIGURE, 2), False),  # three at least
        (with_box(FIGURE, 3, 10), False),  # on a quarter of the pages
        (with_box(FIGURE * 3), False),  # more than one a page is a gallery
        (with_box(FIGURE.replace("<img src=a>", "")), False),
        (with_box(FIGURE.replace("The quay", "The quay of the old harbour, and of the new one " * 7)), False),
    ],
)
def test_image_boxes(pages: list[str], found: bool) -> None:
    sample = articles(pages)
    assert signatures(sample, image_boxes(sample, PARAMS)) == ({"div.shot"} if found else set())


def test_an_image_box_can_be_switched_off() -> None:
    sample = articles(with_box(FIGURE))
    assert image_boxes(sample, replace(PARAMS, images=False)) == frozenset()


DATA = "<ul class=facts><li>Length: NUMBER metres</li><li>Built: 19NUMBER</li><li>Owner: A. Berg</li></ul>"


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        (with_box(DATA), True),
        (with_box(DATA, 3, 7), True),
        (with_box(DATA, 2, 8), False),
        (with_box(DATA.replace(":", "")), False),
        (with_box(DATA.replace("Length", "Length NUMBER")), False),  # a key of one story each
        (with_box(DATA.replace("</ul>", "<li>Nothing of that kind here</li></ul>")), False),  # a quarter is no data
    ],
)
def test_data_boxes(pages: list[str], found: bool) -> None:
    sample = articles(pages)
    assert signatures(sample, data_boxes(sample, (), PARAMS)) == ({"li"} if found else set())


def test_data_boxes_that_are_most_of_the_text_stay() -> None:
    """An interview: every line begins with a speaker."""
    talk = [page("".join(f"<p>Berg: {prose(10 * i + j).sentence()[:60]}</p>" for j in range(9))) for i in range(6)]
    assert data_boxes(articles(talk), (), PARAMS) == frozenset()


def test_dropped_places_are_no_data_boxes() -> None:
    sample = articles(with_box(DATA))
    found = data_boxes(sample, (), PARAMS)
    assert data_boxes(sample, found, PARAMS) == frozenset()
    assert data_boxes(sample, (), replace(PARAMS, data=False)) == frozenset()
