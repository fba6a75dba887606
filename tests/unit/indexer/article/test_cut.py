"""Pages beyond any newspaper's size, and answers that were cut short."""

import time
from datetime import UTC, datetime

from indexer.article.clean import clean_page
from indexer.article.learned import learn
from indexer.outcome import Kind
from indexer.page.peer import extract
from indexer.page.raw import RawPage

NOW = datetime(2026, 3, 1, tzinfo=UTC)
STORY = "<p>" + "The last of the four blue cranes was taken apart on Tuesday, at dawn. " * 8 + "</p>"


def _clean(html: str, *, truncated: bool = False) -> tuple[Kind, str]:
    raw = RawPage("https://example.org/a", html.encode(), "a.html", truncated=truncated)
    cleaned = clean_page(raw, learn("example.org", []), "example.org", NOW)
    assert cleaned.article is not None
    return cleaned.outcome.kind, cleaned.article.article_body


def test_a_page_that_the_extractor_is_spared_is_cleaned_all_the_same() -> None:
    huge = "<html><body><article>" + STORY + "</article>" + "<i " + " ".join(f'a{i}="1"' for i in range(50_000)) + ">x</i></body></html>"
    start = time.monotonic()
    assert extract(huge) == ""
    kind, body = _clean(huge)
    assert kind is Kind.CLEANED
    assert "four blue cranes" in body
    assert time.monotonic() - start < 5


def test_equals_signs_of_scripts_and_addresses_are_no_attributes() -> None:
    state = "<script>state = {};" + "state.a = '/b?c=d';" * 30_000 + "</script>"
    addresses = f"<img src='/crane?{'a=1&amp;' * 30_000}'>"
    assert "four blue cranes" in extract(f"<html><body>{addresses}<article>{STORY}</article>{state}</body></html>")


def test_a_cut_answer_without_an_article_says_that_it_was_cut() -> None:
    kind, _ = _clean("<html><body><nav><a href=/>Front</a></nav>", truncated=True)
    assert kind is Kind.TRUNCATED


def test_a_cut_answer_with_an_article_keeps_it() -> None:
    kind, body = _clean("<html><body><article>" + STORY, truncated=True)
    assert kind is Kind.CLEANED
    assert "four blue cranes" in body
