"""The query language: what is understood, what is said of the rest, and that no text breaks it or an engine."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.engines import new_engine, remove
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.bound import MOST_TERMS, bind
from indexer.index.document import documents
from indexer.index.elasticsearch.query import search_query
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import All, AnyOf, Field, Filter, Node, Not, NoteKind, Query, Words, literal
from indexer.index.query_parser import _QUOTES, parse
from indexer.index.tantivy.engine import TantivyEngine
from indexer.outcome import Ending, Kind, Outcome

TODAY = date(2026, 3, 10)
WORDS = ("ferry", "goat", "seal", "quay")
PIECES = [
    *WORDS, '"', "“", "(", ")", "-", "--", "−", "*", "OR", "AND", "NOT", "site:", "author:", "title:", "after:", "language:", "foo:", ":",
    "2025", "7d", "e-mail", "-12", "12 500", "U.N.", "水库", "\\", "/", "~2", "^3", "[a TO b]", "{}", '{"match_all":{}}', "\u0000", "\u202e",
    "a" * 300, "\U0001f600", "\ud800", "_id", "w:x", "?", "%", "<b>", "';--", "\n", "\u00a0",
]  # fmt: skip
QUERIES = st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), st.lists(st.sampled_from(PIECES)).map("".join), st.text())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("pupils -skates", "pupils -skates"),
        ("pupils NOT skates", "pupils -skates"),
        ("pupils AND skates", "pupils skates"),
        ('pupils -"nineteen centimetres"', 'pupils -"nineteen centimetres"'),
        ("goat OR seal", "(goat OR seal)"),
        ("ferry goat OR seal", "ferry (goat OR seal)"),
        ("(ferry goat) OR seal", "((ferry goat) OR seal)"),
        ("e-mail -12 degrees", 'e-mail "-12" degrees'),
        ("“to be” or not", '"to be" or not'),
        ("-skates", "-skates"),
        ("NOT NOT skates", "skates"),
        ("site:a.org site:https://www.b.org/x", "(site:a.org OR site:b.org)"),
        ("-site:a.org ferry", "-site:a.org ferry"),
        ('author:"Ada Hjelm" language:German', 'author:"Ada Hjelm" language:de'),
        ("language:suomi language:pt-BR", "(language:fi OR language:pt)"),
        ("after:2025 before:2025-3", "after:2025-01-01 before:2025-03-01"),
        ("after:yesterday before:today", "after:2026-03-09 before:2026-03-10"),
        ("after:7d before:1w", "after:2026-03-03 before:2026-03-03"),
        ("title:ferry section:Local", "title:ferry section:Local"),
        ("12\u202f500 digue", '"12\u202f500" digue'),
        ("http://a.org/x 10:30", '"http://a.org/x" "10:30"'),
        ("TITLE:ferry", "title:ferry"),
    ],
)
def test_what_is_understood(text: str, understood: str) -> None:
    query = parse(text, TODAY)
    assert (query.understood, query.notes) == (understood, ())


@pytest.mark.parametrize(
    ("text", "understood", "kind", "about"),
    [
        ("foo:bar ferry", '"foo bar" ferry', NoteKind.UNKNOWN_FIELD, "foo:"),
        ("ferry after:2025-13-45", "ferry", NoteKind.BAD_VALUE, "after:2025-13-45"),
        ("ferry language:klingonese", "ferry", NoteKind.BAD_VALUE, "language:klingonese"),
        ('"to be', '"to be"', NoteKind.OPEN_QUOTE, '"to be'),
        ("(ferry goat", "(ferry goat)", NoteKind.OPEN_GROUP, "("),
        ("ferry) goat", "ferry goat", NoteKind.OPEN_GROUP, ")"),
        ("ferry OR", "ferry", NoteKind.STRAY_OPERATOR, "OR"),
        ("OR ferry", "ferry", NoteKind.STRAY_OPERATOR, "OR"),
        ("ferry NOT", "ferry", NoteKind.STRAY_OPERATOR, "NOT"),
        ("ferry site:", 'ferry "site:"', NoteKind.BAD_VALUE, "site:"),
        ("title: ferry", '"title:" ferry', NoteKind.BAD_VALUE, "title:"),
    ],
)
def test_what_is_said_of_the_rest(text: str, understood: str, kind: NoteKind, about: str) -> None:
    query = parse(text, TODAY)
    (note,) = query.notes
    assert (query.understood, note.kind, note.about) == (understood, kind, about)


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(QUERIES)
@example("((((" * 5_000)
@example("-" * 10_000 + "a")
@example("site:a " * 10_000)
@example('"' * 10_001)
def test_no_text_breaks_the_parser(text: str) -> None:
    start = time.process_time()
    query = parse(text, TODAY)
    again = parse(query.understood, TODAY)
    bound = bind(query, ["en", "fr", "fa"])
    assert sum(len(clause.readings) for clause in bound.clauses) <= MOST_TERMS
    assert time.process_time() - start < 1
    if not query.notes and not set(text) & set(_QUOTES):
        assert bind(again, ["en"]) == bind(query, ["en"]), "what is understood is a query that is understood alike"


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(QUERIES, st.sampled_from(Match))
def test_nothing_typed_becomes_a_part_of_the_dsl(text: str, match: Match) -> None:
    """Readers' text is only ever a value, and analysed: no key, no query kind and no field comes from it."""
    sent = search_query(bind(parse(text, TODAY), ["en"]), match, 121.0, {})
    keys = set(_keys(json.loads(json.dumps(sent))))
    assert keys <= {
        "bool", "must", "should", "filter", "must_not", "minimum_should_match", "term", "terms", "match_phrase", "range", "match_all", "match_none",
        "w", "forms", "body", "titles", "names", "sections", "site", "hosts", "language", "published", "value", "boost", "query", "analyzer", "gte", "lt",
    }  # fmt: skip


def _keys(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for each in value.values() for key in _keys(each))]
    return [key for each in value for key in _keys(each)] if isinstance(value, list) else []


NODES = st.recursive(
    st.sampled_from(WORDS).map(Words),
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=1, max_size=3).map(tuple).map(All),
        st.lists(inner, min_size=1, max_size=3).map(tuple).map(AnyOf),
    ),
    max_leaves=6,
)


def holds(words: tuple[str, ...], node: Node) -> bool:
    """The slow twin: whether a document of these words matches."""
    if isinstance(node, Words):
        return node.text in words
    if isinstance(node, Not):
        return not holds(words, node.node)
    assert isinstance(node, All | AnyOf)
    return (all if isinstance(node, All) else any)(holds(words, each) for each in node.nodes)


DOCUMENTS = [tuple(word for word, there in zip(WORDS, bits, strict=True) if there) for bits in product((False, True), repeat=len(WORDS))]


def _story(words: tuple[str, ...]) -> Cleaned:
    url = "https://e.org/" + "-".join(words)
    text = " ".join(("harbour", *words))
    article = Article(url, url, "Harbour", (Block(text, 1.0, True),), in_language="en", article_section=("Local news",))
    return Cleaned(Outcome(url, "", Ending(Kind.CLEANED)), "e.org", "", "article", article, text)


def _filled(engine: Engine) -> Engine:
    for words in DOCUMENTS:
        engine.put(Arm.BODY, documents(_story(words))[Arm.BODY])
    engine.commit()
    return engine


@pytest.fixture(scope="module")
def tantivy(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return _filled(TantivyEngine(Path(tmp_path_factory.mktemp("queries"))))


@pytest.fixture(scope="module", params=["elasticsearch_node", "opensearch_3_node"])
def cluster(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with new_engine(request.getfixturevalue(request.param)) as made:
        yield _filled(made)
        remove(made)


def found(engine: Engine, query: Query, match: Match = Match.ALL) -> set[str]:
    return {hit.url for hit in engine.search(Arm.BODY, Request(query, match, limit=50)).hits}


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(NODES)
def test_the_embedded_engine_matches_as_the_slow_twin(tantivy: Engine, node: Node) -> None:
    assert found(tantivy, Query(All((node,)))) == {_story(words).outcome.url for words in DOCUMENTS if holds(words, node)}


@settings(max_examples=100, deadline=None)
@given(NODES)
def test_a_cluster_matches_as_the_slow_twin(cluster: Engine, node: Node) -> None:
    assert found(cluster, Query(All((node,)))) == {_story(words).outcome.url for words in DOCUMENTS if holds(words, node)}


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(QUERIES, st.sampled_from(Match))
@example("site:\ud800a", Match.ALL)
def test_no_text_breaks_the_embedded_engine(tantivy: Engine, text: str, match: Match) -> None:
    found(tantivy, parse(text, TODAY), match)


@settings(max_examples=200, deadline=None)
@given(QUERIES, st.sampled_from(Match))
def test_no_text_breaks_a_cluster_and_both_engines_find_the_same(cluster: Engine, tantivy: Engine, text: str, match: Match) -> None:
    query = parse(text, TODAY)
    assert found(cluster, query, match) == found(tantivy, query, match)


@pytest.mark.parametrize(
    ("query", "count"), [("title:harbour", 16), ("title:ferry", 0), ("section:local", 16), ("section:sports", 0), ("-section:local", 0)]
)
def test_headlines_and_sections(tantivy: Engine, cluster: Engine, query: str, count: int) -> None:
    assert len(found(tantivy, parse(query))) == len(found(cluster, parse(query))) == count


def test_a_text_of_prose_is_no_syntax(tantivy: Engine) -> None:
    assert found(tantivy, literal("ferry OR nothing -goat"), Match.ANY) >= found(tantivy, parse("ferry goat"))


LANGUAGES = ["ar", "de", "en", "fr", "it", "nl", "ru", "tr"]
LONG = {
    "authors": " ".join(f"author:name{number}" for number in range(1_500)),
    "without": "ferry " + " ".join(f"-author:name{number}" for number in range(1_500)),
    "alternatives": " OR ".join(f"(author:name{number} section:part{number})" for number in range(900)),
    "days": " ".join(f"after:{1000 + number}" for number in range(1_500)),
    "names": " ".join(f'author:"{" ".join(f"name{number}" for number in range(40))}"' for _ in range(100)),
    "pasted": " ".join(f"running{number} horses{number}" for number in range(2_000)),
    "phrase": f'"{" ".join(f"running{number}" for number in range(2_000))}"',
    "hyphens": " ".join(f"e-mail{number}" for number in range(1_500)),
    "titles": " ".join(f"title:running{number}" for number in range(1_500)),
    "both": " ".join(f"author:name{number} running{number} -e-mail{number}" for number in range(1_500)),
    "groups": " OR ".join(f"(site:a{number}.org running{number})" for number in range(1_500)),
}
"""Queries of which each asks for more than a node takes."""


def leaves(query: Any) -> int:
    """Clauses of a query as Lucene counts them, or more: of a phrase each word."""
    if isinstance(query, list):
        return sum(map(leaves, query))
    ((kind, inside),) = query.items()
    if kind in {"bool", "function_score"}:
        return sum(leaves(value) for value in inside.values() if isinstance(value, list | dict))
    return len(inside[next(iter(inside))]["query"].split()) if kind == "match_phrase" else 1


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("match", Match)
def test_no_query_has_more_clauses_than_a_node_takes(name: str, match: Match) -> None:
    bound = bind(parse(LONG[name], TODAY), LANGUAGES)
    boosts = {word: dict.fromkeys(word, 1.0) for clause in bound.clauses for word in clause.words if len(word) > 1}
    assert bound.cut
    assert leaves(search_query(bound, match, 121.0, boosts, headline_boost=5.0)) <= 1_000


def test_filters_of_a_pasted_text_hold() -> None:
    bound = bind(parse(f"{LONG['pasted']} site:example.org language:en author:hjelm", TODAY), LANGUAGES)
    assert {part for part in bound.parts[1] if isinstance(part, Filter)} == {
        Filter(Field.SITE, "example.org"), Filter(Field.LANGUAGE, "en"), Filter(Field.AUTHOR, "hjelm"),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_every_engine_takes_the_longest_queries(tantivy: Engine, cluster: Engine, name: str) -> None:
    for engine, match in product((tantivy, cluster), Match):
        assert engine.search(Arm.BODY, Request(parse(LONG[name], TODAY), match, headline_boost=5.0)).cut
