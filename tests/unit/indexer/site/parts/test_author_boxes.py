"""Boxes on the writers of articles, each with another text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.strategies import articles, page, paragraphs, prose, signatures
from indexer.site.parts.author_boxes import AuthorBoxParams, author_boxes

PARAMS = AuthorBoxParams()
NAMES = ["Ida Marlock", "Tom Askew", "Lena Harrow", "Nils Berg", "Runa Tabor", "Jonas Vey"]
BOX = "<div class=k><h3>{label}</h3><p>{name} wrote book number {i} on harbours and lives by the sea.</p></div>"


def site(label: str = "About the writer", other: bool = False, number: int = 6) -> list[str]:
    pages = []
    for i in range(6):
        told_of = NAMES[(i + 1) % 6] if other else NAMES[i]
        box = BOX.format(label=label or f"Heading {'abcdef'[i] * 4}", name=told_of, i=i) if i < number else ""
        pages.append(page(f"<p>By {NAMES[i]}</p>{paragraphs(prose(i), 3)}{box}{paragraphs(prose(60 + i), 3)}"))
    return pages


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        (site(), True),
        (site(other=True), False),  # somebody whom no byline names
        (site(label=""), False),  # another heading each time
        (site(number=2), False),  # three at least
    ],
)
def test_boxes_on_writers(pages: list[str], found: bool) -> None:
    sample = articles(pages)
    assert signatures(sample, author_boxes(sample, PARAMS)) == ({"div.k"} if found else set())
    assert author_boxes(sample, replace(PARAMS, boxes=False)) == frozenset()
