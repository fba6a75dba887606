"""The word-form cases of users' complaints, on the embedded engine."""

from __future__ import annotations

import json

import pytest

from harness.paths import SHARED
from indexer.article.article import Article
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome

CASE = SHARED / "cases" / "word-forms"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASE.exists(), reason="the shared cases are not beside the checkout"),
]


def documents() -> list[dict[str, str]]:
    return [json.loads(line) for line in (CASE / "docs.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> TantivyEngine:
    engine = TantivyEngine(tmp_path_factory.mktemp("word-forms"))
    pages = []
    for record in documents():
        article = Article(record["id"], record["id"], record["headline"], (), in_language=record["inLanguage"])
        outcome = Outcome(record["id"], "", Ending(Kind.CLEANED))
        pages.append(Cleaned(outcome, "case", "", "article", article, record["headline"]))
    with engine:
        assert [outcome.kind for outcome in write(pages, engine)] == [Kind.INDEXED] * len(pages)
    return engine


def expected(key: str) -> list[dict[str, object]]:
    return json.loads((CASE / "expected.json").read_text("utf-8"))[key] if CASE.exists() else []


@pytest.mark.parametrize("arm", list(Arm))
@pytest.mark.parametrize("query", expected("queries"), ids=lambda query: query["codepoints"])
def test_a_word_is_found_as_the_keyboard_allows(engine: TantivyEngine, query: dict[str, object], arm: Arm) -> None:
    results = engine.search(arm, Request(parse(str(query["q"]))))
    assert sorted(hit.url for hit in results.hits) == query["ids"]
    assert results.total == len(query["ids"])


@pytest.mark.parametrize("arm", list(Arm))
def test_a_headline_pasted_as_a_phrase_finds_its_document(engine: TantivyEngine, arm: Arm) -> None:
    for record in documents():
        hits = engine.search(arm, Request(parse(f'"{record["headline"]}"'))).hits
        assert [hit.url for hit in hits] == [record["id"]]


@pytest.mark.parametrize("case", expected("highlight"), ids=lambda case: case["q"])
def test_the_right_characters_are_marked(engine: TantivyEngine, case: dict[str, object]) -> None:
    (hit,) = [h for h in engine.search(Arm.WEIGHTED, Request(parse(str(case["q"])))).hits if h.url == case["id"]]
    marked = [piece for piece, bold in hit.headline.pieces() if bold]
    assert [piece.replace("\u00ad", "") for piece in marked] == case.get("marked", marked)
    assert all(piece.startswith(str(case.get("marked_starts_with", ""))) for piece in marked)
    assert marked
