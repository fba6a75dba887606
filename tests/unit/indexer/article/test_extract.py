"""A cleaned page's fields and what stands around its body."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from harness.strategies import prose
from indexer.article.extract import article, blocks_of, canonical_of, facts_of
from indexer.article.headline_context import headline_context
from indexer.article.hints import SiteHints
from indexer.page.parse import parse
from indexer.site.clean_page import CleanPage

NOW = datetime(2024, 6, 1, tzinfo=UTC)
TEXT = prose(4)
STORY = [TEXT.paragraph() for _ in range(3)]
HTML = (
    '<html lang=en><head><title>A crane is gone | The Courier</title><meta property="og:site_name" content="The Courier">'
    '<meta property="og:image" content="https://example.org/crane.jpg"><meta name=description content="It stood for long.">'
    '<meta property="article:published_time" content="2024-05-03T10:00:00+02:00"></head><body><ul><li><a href=/>Home</a></ul><p>Harbour</p>'
    f"<h1>A crane is gone</h1><p>By A. Berg</p><p>{STORY[0]}</p><figure><img><figcaption>The quay</figcaption></figure><p>{STORY[1]}</p>"
    f"<h2>What comes next</h2><p>{STORY[2]}</p><div class=image-caption>Another quay</div></body></html>"
)


def cleaned(html: str = HTML, url: str = "https://example.org/crane") -> CleanPage:
    page = parse(html, url)
    return CleanPage(page, np.array([0.7 if text in STORY else 0.0 for text in page.tree.text]), "model")


def test_blocks_are_all_of_the_page_in_document_order() -> None:
    blocks = blocks_of(cleaned())
    assert [b.text for b in blocks] == list(parse(HTML).tree.text)
    assert [b.text for b in blocks if b.kept] == STORY
    assert {b.weight for b in blocks if b.kept} == {0.7}
    assert {b.weight for b in blocks if not b.kept} == {0.0}


def test_fields() -> None:
    clean = cleaned()
    found = article(clean, blocks_of(clean), SiteHints(), NOW)
    assert found.article_body == "\n".join(STORY)
    assert found.headline == "A crane is gone"
    assert found.author == ("A. Berg",)
    assert found.date_published.startswith("2024-05-03")
    assert (found.publisher, found.image, found.description) == ("The Courier", "https://example.org/crane.jpg", "It stood for long.")
    assert found.captions == ("The quay", "Another quay")
    assert found.in_language == "en"
    assert found.canonical_url == found.url == "https://example.org/crane"


def test_values_that_all_pages_of_the_site_state_say_nothing() -> None:
    clean = cleaned()
    hints = SiteHints(constants={"description": ("It stood for long.",), "image": ("https://example.org/crane.jpg",)})
    found = article(clean, blocks_of(clean), hints, NOW)
    assert (found.description, found.image) == ("", "")


def test_what_stands_around_the_body() -> None:
    around = headline_context(cleaned().page, cleaned())
    assert around.headings == ("A crane is gone", "What comes next")
    assert around.over_story == "A crane is gone"
    assert around.short_lines[:2] == ("Home", "Harbour")
    assert "By A. Berg" in around.short_lines
    assert not {"A crane is gone", "The quay", *STORY} & set(around.short_lines)


def test_a_page_without_headings_or_body_still_has_lines() -> None:
    page = parse("<p>One</p><p>Two</p>")
    around = headline_context(page, CleanPage(page, np.zeros(2), "page"))
    assert around.headings == ()
    assert around.short_lines == ("One", "Two")


def test_the_sites_hints_are_learned_from_the_same() -> None:
    facts = facts_of(cleaned().page, cleaned())
    assert facts.text == "\n".join(STORY)
    assert facts.around.headings == ("A crane is gone", "What comes next")


def test_canonical_urls() -> None:
    def canonical(head: str) -> str:
        return canonical_of(parse(f"{head}<p>x</p>", "https://example.org/a?utm_source=b&id=7"))

    assert canonical("") == "https://example.org/a?id=7"
    assert canonical("<link rel=canonical href=/b>") == "https://example.org/b"
    assert canonical('<meta property="og:url" content="https://example.org/c">') == "https://example.org/c"
    assert canonical("<link rel=canonical href='javascript:x'>") == "https://example.org/a?id=7"


def test_the_lines_that_date_and_sign_a_story_are_not_its_text() -> None:
    text = prose(4).paragraph()
    page = parse(f"<h1>The crane is gone</h1><p>4 March 2024, 11:05</p><p>By Ada Berg</p><p>{text}</p><p>By Ada Berg</p>")
    for evidence, kept in (("page", 2), ("model", 3)):
        clean = CleanPage(page, np.array([0.0, 1.0, 1.0, 1.0, 1.0]), evidence)
        found = article(clean, blocks_of(clean), SiteHints(), NOW)
        assert (found.date_published[:10], found.author) == ("2024-03-04", ("Ada Berg",))
        assert sum(block.kept for block in found.blocks) == kept
