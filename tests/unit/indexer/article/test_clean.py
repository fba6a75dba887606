"""One page's whole way: reading, the page-level path, its end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from harness.strategies import Layout, build, page, paragraphs, prose
from indexer.article.clean import clean_page, read_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import LearnedSite, learn
from indexer.errors import PageError
from indexer.outcome import Kind
from indexer.page.peer import extract
from indexer.page.raw import RawPage
from indexer.site.model import Sampled

NOW = datetime(2024, 6, 1, tzinfo=UTC)
URL = "https://example.org/a"
SITE = build(Layout(seed=3, articles=7))


def raw(html: str, url: str = URL, **other: object) -> RawPage:
    return RawPage(url, html.encode(), "source", "text/html; charset=utf-8", **other)  # type: ignore[arg-type]


def alone(html: str) -> LearnedSite:
    one = read_page(raw(html))
    return learn("example.org", [Sampled(one, one.url, extract(one.html))])


def cleaned(html: str, **other: object) -> Cleaned:
    return clean_page(raw(html, **other), alone(html), "example.org", NOW)


@pytest.fixture(scope="module")
def learned() -> LearnedSite:
    return learn("example.org", SITE.sample())


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (b"", "text/html", Kind.EMPTY),
        (b"  \n", "text/html", Kind.EMPTY),
        (b"<html><body><script>x</script></body></html>", "text/html", Kind.EMPTY),
        (b"%PDF-1.7 x", "text/html", Kind.NOT_HTML),
        (b"\x89PNG\r\n\x1a\n", "", Kind.NOT_HTML),
        (b"<div>" * 5000, "text/html", Kind.TOO_LARGE),
    ],
)
def test_pages_that_cannot_be_read(body: bytes, content_type: str, kind: Kind) -> None:
    with pytest.raises(PageError) as caught:
        read_page(RawPage(URL, body, "s", content_type))
    assert caught.value.ending.kind is kind
    assert caught.value.ending.reason


def test_a_files_url_is_the_one_it_names() -> None:
    html = "<link rel=canonical href=https://example.org/crane?utm_source=x><p>One</p>"
    assert read_page(raw(html, "file:///news/a.html")).url == "https://example.org/crane"
    assert read_page(raw("<p>One</p>", "file:///news/a.html")).url == "file:///news/a.html"
    assert read_page(raw(html)).url == URL


def test_a_page_alone_has_the_extractors_lines_among_its_blocks() -> None:
    text = paragraphs(prose(1), 5)
    result = cleaned(f"<title>A crane is gone</title><body><nav><a href=/>Home</a></nav><article><h1>A crane is gone</h1>{text}</article>")
    assert result.site_model == "page: no other page of the site"
    assert result.page_type == "article"
    assert result.article is not None
    kept = [b.text for b in result.article.blocks if b.kept]
    assert len(kept) == 5
    assert [b.text for b in result.article.blocks if not b.kept] == ["Home", "A crane is gone"]
    assert result.visible_text.split("\n") == ["Home", "A crane is gone", *kept]


def test_the_model_cleans_and_names_itself(learned: LearnedSite) -> None:
    result = clean_page(raw(SITE.pages[0].html, SITE.pages[0].url), learned, "example.org", NOW)
    assert result.site_model == f"model: {learned.name}"
    assert result.article is not None
    assert result.article.article_body.split("\n")[-len(SITE.pages[0].paragraphs) :] == list(SITE.pages[0].paragraphs)
    assert [b.text for b in result.article.blocks] == list(read_page(raw(SITE.pages[0].html)).tree.text)


def test_a_page_outside_of_the_templates_says_so(learned: LearnedSite) -> None:
    result = clean_page(raw(f"<body><section>{paragraphs(prose(9), 5)}</section>", f"{URL}/x"), learned, "example.org", NOW)
    assert result.site_model == f"page: no article container of {learned.name}"
    copies = [replace(SITE.sample()[0], url=f"{URL}/{i}") for i in range(2)]
    few = learn("example.org", copies)
    assert "1 stories" in clean_page(raw(SITE.pages[0].html), few, "example.org", NOW).site_model


def test_page_level_evidence_on_demand(learned: LearnedSite) -> None:
    result = clean_page(raw(SITE.pages[0].html, SITE.pages[0].url), learned, "example.org", NOW, page_level=True)
    assert result.site_model == "page: page-level extractor"
    assert result.article is not None
    assert {b.weight for b in result.article.blocks} <= {0.0, 1.0}


def test_next_to_no_text_is_another_page(learned: LearnedSite) -> None:
    result = clean_page(raw(page("<p>Write to us.</p>"), f"{URL}/contact"), learned, "example.org", NOW)
    assert result.outcome.kind is Kind.NOT_ARTICLE
    assert result.article is not None


@pytest.mark.parametrize(
    ("header", "meta", "noindex"),
    [
        ("", "", False), ("noindex", "", True), ("", "noindex", True), ("", "NONE", True), ("nofollow\nnoindex", "", True),
        ("otherbot: noindex", "", False), ("winnow: noindex", "", True), ("max-snippet: 5, noindex", "", True), ("", "index,follow", False),
    ],
)  # fmt: skip
def test_what_the_publisher_asks(header: str, meta: str, noindex: bool, learned: LearnedSite) -> None:
    html = f"<meta name=robots content='{meta}'>" + SITE.pages[1].html
    result = clean_page(raw(html, SITE.pages[1].url, robots=header), learned, "example.org", NOW)
    assert result.outcome.kind is (Kind.NOINDEX if noindex else Kind.CLEANED)


def test_a_cut_answer_is_an_article_that_says_so(learned: LearnedSite) -> None:
    result = clean_page(raw(SITE.pages[0].html, SITE.pages[0].url, truncated=True), learned, "example.org", NOW)
    assert (result.outcome.kind, result.outcome.reason) == (Kind.CLEANED, "the response is truncated")
    result = clean_page(raw(page("<p>Write to us.</p>"), f"{URL}/x", truncated=True), learned, "example.org", NOW)
    assert result.outcome.kind is Kind.TRUNCATED


def test_models_of_equal_samples_have_equal_names() -> None:
    one, same, other = learn("a", SITE.sample()), learn("a", SITE.sample()[::-1]), learn("a", SITE.sample()[:5])
    assert one.name == same.name
    assert one.name != other.name
