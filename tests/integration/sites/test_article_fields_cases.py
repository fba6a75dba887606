"""The fields that the labelled cases expect, one test a page and field, from single pages without a site's model."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import lxml.html
import pytest

from harness.paths import SHARED
from indexer.article import access, authors, dates, headline, language
from indexer.article.headline_context import HeadlineContext, Line
from indexer.page.metadata import Metadata, read_metadata

CASES = SHARED / "cases"
FOLDERS = (
    "article-in-aside", "canonical-duplicates", "cjk-site", "comments-leak", "cookie-banner", "hidden-text",
    "jsonld-robustness", "lists-italics-subheads", "multi-page", "near-duplicate-wire", "paywall", "ruby-annotations",
)  # fmt: skip
NOW = datetime(2026, 7, 1, tzinfo=UTC)

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES.is_dir(), reason="the labelled cases are not beside the checkout"),
]


def expectations() -> list[tuple[str, str, str, Any]]:
    found = []
    for folder in FOLDERS:
        path = CASES / folder / "expected.json"
        pages = json.loads(path.read_text("utf-8"))["pages"] if path.is_file() else {}
        found += [
            (folder, page, field, value) for page, e in pages.items() for field, value in e.get("fields", {}).items()
        ]
    return found


def fields(folder: str, page: str) -> dict[str, object]:
    root = lxml.html.document_fromstring((CASES / folder / page).read_text("utf-8"))
    metadata: Metadata = read_metadata(root)
    for reading in root.xpath("//rt|//rp"):
        reading.drop_tree()
    headings = [text(element) for element in root.iter("h1", "h2")]
    lines = [line for element in root.iter("span", "p", "div") if 0 < len(line := text(element)) < 100]
    spoken = language.choose(metadata, lambda: text(root))
    return {
        "headline": headline.choose(metadata, headings).text,
        "author": list(authors.choose(metadata, None, spoken).names),
        "datePublished": dates.published(metadata, NOW, around=HeadlineContext(lines=tuple(map(Line, lines))), language=spoken).value,
        "inLanguage": spoken,
        "isAccessibleForFree": access.accessible_for_free(metadata),
    }


def text(element: lxml.html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


@pytest.mark.parametrize(("folder", "page", "field", "expected"), expectations())
def test_field(folder: str, page: str, field: str, expected: object) -> None:
    found = fields(folder, page)[field]
    assert found == expected or (field.startswith("date") and expected and str(found).startswith(str(expected)))
