"""Writing to a real node: versions, refusals, limits, forks, and a node that turns requests away for a while."""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.engines import IMPATIENT, new_engine, remove
from harness.faulty_proxy import FaultyProxy, constant_server
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.bound import bind
from indexer.index.document import Document, document_id, documents
from indexer.index.elasticsearch import reader as elasticsearch_reader
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.patience import Patience
from indexer.index.elasticsearch.query import search_query
from indexer.index.elasticsearch.rarity import several
from indexer.index.engine import Engine, Match, Request, Sort
from indexer.index.query_parser import parse
from indexer.index.refused import RefusedDocuments
from indexer.index.writer import write
from indexer.outcome import Cause, Ending, Kind, Outcome
from indexer.text import terms

SITE = ""


@pytest.fixture(autouse=True)
def _site(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site of its own for each test: the engine remembers for a day what was removed, and when it had been fetched."""
    monkeypatch.setattr(sys.modules[__name__], "SITE", f"https://{uuid.uuid4().hex}.org/")


def page(name: str, text: str = "crane", fetched: str = "", kind: Kind = Kind.CLEANED, canonical: str = "") -> Cleaned:
    url = SITE + name
    article = Article(url, SITE + (canonical or name), f"About {name}", (Block(text, 1.0, True),))
    return Cleaned(Outcome(url, "", Ending(kind)), "e.org", "", "article", article, text, fetched)


def put(engine: Engine, *pages: Cleaned) -> list[Outcome]:
    return list(write(pages, engine))


def names(engine: Engine, query: str, arm: Arm = Arm.BODY) -> list[str]:
    return sorted(hit.url.removeprefix(SITE) for hit in engine.search(arm, Request(parse(query), limit=100)).hits)


def at(hour: int) -> str:
    return f"2026-03-04T{hour:02}:00:00Z"


def test_a_late_worker_cannot_put_back_older_text(elasticsearch: ElasticsearchEngine) -> None:
    assert put(elasticsearch, page("a", "crane", at(12)))[0].kind is Kind.INDEXED
    late = put(elasticsearch, page("a", "lynx", at(11)))
    assert late[0].kind is Kind.SUPERSEDED, "a newer version is there: nothing is lost"
    assert (names(elasticsearch, "crane"), names(elasticsearch, "lynx")) == (["a"], [])
    put(elasticsearch, page("a", "mill", at(12)))
    assert names(elasticsearch, "mill") == ["a"], "the same visit again replaces itself"


def test_what_is_gone_does_not_come_back_with_a_late_worker(elasticsearch: ElasticsearchEngine) -> None:
    put(elasticsearch, page("a", fetched=at(12)), page("b", fetched=at(12)))
    put(elasticsearch, page("a", fetched=at(13), kind=Kind.GONE), page("never", fetched=at(13), kind=Kind.NOINDEX))
    put(elasticsearch, page("a", fetched=at(12)), page("never", fetched=at(12)))
    assert [names(elasticsearch, "crane", arm) for arm in Arm] == [["b"]] * 4
    put(elasticsearch, page("b", fetched=at(11), kind=Kind.GONE))
    assert names(elasticsearch, "crane") == ["b"], "a late visit that found it gone does not remove what was seen since"
    put(elasticsearch, page("a", fetched=at(14)))
    assert names(elasticsearch, "crane") == ["a", "b"], "back again"


def test_a_page_of_another_story_leaves_its_old_one(elasticsearch: ElasticsearchEngine) -> None:
    put(elasticsearch, page("a", fetched=at(1)), page("b", "lynx", at(1)))
    put(elasticsearch, page("a", "mill", at(2), canonical="moved"), page("b", "bolt", at(2)), page("b", "tram", at(3), canonical="c"))
    everything = {hit.url: hit.fields["additionalUrls"] for hit in elasticsearch.search(Arm.BODY, Request(parse("*"))).hits}
    assert everything == {SITE + "moved": [SITE + "a"], SITE + "c": [SITE + "b"]}
    assert elasticsearch.count(Arm.RAW) == 2


def test_a_copy_seen_first_does_not_take_the_story_along(engine: Engine) -> None:
    put(engine, page("a", fetched=at(5)))
    copy = page("a", fetched=at(6))
    copy = replace(copy, outcome=replace(copy.outcome, ending=Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of=f"{SITE}a")))
    put(engine, copy, page("b", fetched=at(4), canonical="a"))
    assert names(engine, "crane") == ["a"]
    (hit,) = engine.search(Arm.WEIGHTED, Request(parse("crane"))).hits
    assert SITE + "a" in {hit.url, *hit.fields["additionalUrls"]}


def test_a_refused_document_takes_none_along_and_is_kept(elasticsearch: ElasticsearchEngine, tmp_path: Path) -> None:
    kept = RefusedDocuments(tmp_path / "refused.jsonl")
    bad = page("bad")
    assert bad.article
    pages = [page(str(n)) for n in range(5)] + [replace(bad, article=replace(bad.article, is_accessible_for_free="maybe"))]  # type: ignore[arg-type]
    ended = list(write(pages, elasticsearch, on_commit=lambda committed: kept.keep(committed.refused)))
    assert [outcome.kind for outcome in ended] == [Kind.INDEXED] * 5 + [Kind.REFUSED]
    assert "isAccessibleForFree" in ended[-1].reason
    assert names(elasticsearch, "crane") == list("01234")
    assert {refusal.arm for refusal in kept} == set(Arm)
    with kept.sending() as sent:
        for refusal in sent:
            assert isinstance(refusal.document, Document)
            mended = replace(refusal.document, fields={**refusal.document.fields, "isAccessibleForFree": True})
            elasticsearch.put(refusal.arm, mended)
        assert not elasticsearch.commit().refused
    assert not kept.path.exists()
    assert names(elasticsearch, "crane") == ["0", "1", "2", "3", "4", "bad"]


def test_a_stray_write_makes_no_index(elasticsearch_node: str) -> None:
    with new_engine(elasticsearch_node) as engine:
        put(engine, page("a"))
        with engine.connection.ask() as client:
            client.indices.delete(index=engine.names.index(Arm.BODY, 1))
        with pytest.raises(EngineError, match="does not exist: it was removed"):
            put(engine, page("b"))
        with pytest.raises(EngineError, match="auto creation"), engine.connection.ask() as client:
            client.index(index=engine.names.read(Arm.BODY), document={"site": "x"})
        remove(engine)


def test_many_pages_of_hits_can_be_walked(elasticsearch: ElasticsearchEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    put(elasticsearch, *(page(f"{n:03}", "crane " * (1 + n % 4)) for n in range(60)))
    monkeypatch.setattr(elasticsearch_reader, "_PAGE", 7)
    for sort in Sort:
        near = elasticsearch.search(Arm.BODY, Request(parse("crane"), sort=sort, limit=25, offset=20, explain=True))
        monkeypatch.setattr(elasticsearch_reader, "_WINDOW", 20)
        far = elasticsearch.search(Arm.BODY, Request(parse("crane"), sort=sort, limit=25, offset=20, explain=True))
        monkeypatch.undo()
        assert far == near
        assert far.total == 60
        assert len(far.hits) == 25


def test_an_engine_works_on_both_sides_of_a_fork(elasticsearch: ElasticsearchEngine) -> None:
    put(elasticsearch, page("parent"))
    child = os.fork()
    if not child:
        status = 1
        try:
            status = 0 if put(elasticsearch, page("child"))[0].kind is Kind.INDEXED else 2
        finally:
            os._exit(status)
    put(elasticsearch, page("again"))
    assert os.waitpid(child, 0)[1] == 0
    assert names(elasticsearch, "crane") == ["again", "child", "parent"]


@contextmanager
def turning(node: str, refusals: int, answer: int = 429) -> Iterator[str]:
    """A proxy before a node that turns so many bulk requests away."""
    with FaultyProxy(node) as proxy:
        proxy.reject_bulk(refusals, answer)
        yield proxy.url


def behind(url: str, engine: ElasticsearchEngine, patience: Patience = IMPATIENT) -> ElasticsearchEngine:
    return ElasticsearchEngine(ConnectionSettings((url,), engine.names.prefix), patience)


@pytest.mark.parametrize("answer", [429, 503])
def test_a_busy_engine_is_waited_for_and_the_report_says_so(elasticsearch: ElasticsearchEngine, elasticsearch_node: str, answer: int) -> None:
    retried: dict[str, int] = {}
    with turning(elasticsearch_node, 3, answer) as url, behind(url, elasticsearch) as engine:
        ended = list(write([page("a"), page("b")], engine, on_commit=lambda committed: retried.update(committed.retried)))
    assert [outcome.kind for outcome in ended] == [Kind.INDEXED] * 2
    assert sum(retried.values()) == 6
    assert all(str(answer) in reason for reason in retried)
    assert names(elasticsearch, "crane") == ["a", "b"]


def test_an_engine_that_stays_busy_ends_the_wait(elasticsearch: ElasticsearchEngine, elasticsearch_node: str) -> None:
    short = Patience(0.01, 0.02, 0.1)
    with turning(elasticsearch_node, 10_000) as url, behind(url, elasticsearch, short) as engine:
        ended = put(engine, page("a"), page("b"))
    assert [outcome.kind for outcome in ended] == [Kind.REFUSED] * 2
    assert "429" in ended[0].reason


def test_a_request_refused_as_a_whole_is_sent_one_by_one(elasticsearch: ElasticsearchEngine, elasticsearch_node: str) -> None:
    with turning(elasticsearch_node, 1, 413) as url, behind(url, elasticsearch) as engine:
        assert [outcome.kind for outcome in put(engine, page("a"), page("b"))] == [Kind.INDEXED] * 2
    assert names(elasticsearch, "crane") == ["a", "b"]


def test_silence_ends_with_one_clear_line(elasticsearch: ElasticsearchEngine, elasticsearch_node: str) -> None:
    short = Patience(0.01, 0.02, 0.1)
    with turning(elasticsearch_node, 0) as url:
        engine = behind(url, elasticsearch, short)
        put(engine, page("a"))
    with pytest.raises(EngineError, match=r"no answer.*is it running"):
        put(engine, page("b"))
    with pytest.raises(EngineError, match="no answer"):
        engine.search(Arm.BODY, Request(parse("crane")))


@pytest.mark.slow
def test_other_products_and_versions_are_told_apart() -> None:
    old = {"error": {"root_cause": [], "type": "media_type_header_exception", "reason": "Accept version must be either version 8 or 7, but found 9."}}
    product = {"X-Elastic-Product": "Elasticsearch"}
    answers = {
        "not Elasticsearch": (200, {}, b"{}"),
        "elasticsearch>=8.19,<9": (400, product, json.dumps({**old, "status": 400}).encode()),
        "WINNOW_ENGINE_API_KEY": (401, product, b'{"error":"security_exception"}'),
        "manage_index_templates": (403, product, b'{"error":"security_exception"}'),
    }
    for line, (status, headers, body) in answers.items():
        with constant_server(status, {"Content-Type": "application/json", **headers}, body) as url, ElasticsearchEngine(ConnectionSettings((url,))) as engine:
            with pytest.raises(EngineError) as caught:
                engine.count(Arm.BODY)
            assert line in str(caught.value)
            assert "\n" not in str(caught.value)


def test_ids_are_short_whatever_the_url(elasticsearch: ElasticsearchEngine) -> None:
    long = page("a?" + "&".join(f"k{n}=v{n}" for n in range(2000)))
    assert put(elasticsearch, long)[0].kind is Kind.INDEXED
    (hit,) = elasticsearch.search(Arm.RAW, Request(parse("crane"))).hits
    assert hit.url == long.outcome.url
    assert hit.id == document_id(long.outcome.url)
    assert documents(long)[Arm.RAW].id == hit.id


def test_searching_what_is_not_there_says_what_to_do(elasticsearch_node: str) -> None:
    with new_engine(elasticsearch_node) as engine:
        assert engine.count(Arm.BODY) == 0
        assert engine.find(Arm.BODY, SITE) is None
        with pytest.raises(EngineError, match="winnow index"):
            engine.search(Arm.BODY, Request(parse("crane")))
        with pytest.raises(EngineError, match="winnow index"):
            list(engine.stored(Arm.BODY))


HOSTILE = [
    '{"match_all": {}}', "body:*", "crane AND (", "_exists_:w", 'w:"crane', "crane~2", "/.*/", "/(a+)+$/", "a" * 70_000, "* OR *:*", "\x00", "crane\ud800",
    "(" * 5000, "|", "crane|quay", "cr?ne cra*", "[a TO z]", "{{crane}}", "crane^5", "-crane +quay !lynx", "&& || \\", '"', '""', '"" "" "', "👍🏽 🦊 crane 🇩🇪",
    "site:*", 'author:"*"', "after:0001-01-01 before:9999-12-31", "language:' OR 1=1", "<script>crane</script>", "\u202e\ufeff", "%s%n${x}", " " * 10_000,
    " ".join(f"w{n}" for n in range(10_000)), "crane " * 10_000, f'"{"crane " * 10_000}"', " ".join(f'"a{n} b{n}"' for n in range(5_000)),
    " ".join(f"author:a{n} site:s{n} language:l{n}" for n in range(5_000)), f'author:"{"a " * 10_000}"', "水库" * 5_000,
    " ".join(f"-site:s{n}" for n in range(1_400)), " ".join(f"site:s{n}" for n in range(1_400)),
]  # fmt: skip


@pytest.mark.slow
def test_hostile_queries_are_only_words(engine: Engine) -> None:
    languages = ("en", "de", "fr", "ru", "tr", "ar", "hi", "fi", "hu", "it")
    made = [page(f"{code}", "crane quay", canonical=code) for code in languages]
    put(engine, *(replace(each, article=replace(each.article, in_language=each.outcome.url[-2:])) for each in made))  # type: ignore[type-var]
    for query in HOSTILE:
        for arm in (Arm.RAW, Arm.WEIGHTED):
            for match in Match:
                results = engine.search(arm, Request(parse(query), match, explain=True))
                assert results.total <= len(languages), query[:40]
                assert results.cut == (len(terms(query)) > 3_000 and 'author:"' not in query), query[:40]  # one name is one clause


@pytest.mark.slow
@pytest.mark.parametrize("match", Match)
def test_hostile_queries_have_no_more_clauses_than_opensearch_takes(match: Match) -> None:
    for query in HOSTILE:
        bound = bind(parse(query), ("en", "de", "fr", "ru", "tr", "ar", "hi", "fi", "hu", "it"))
        boosts = {word: dict.fromkeys(word, 1.0) for word in several(bound.clauses)}
        assert _clauses(search_query(bound, match, 1.0, boosts)) <= 1024, query[:40]


def _clauses(query: Any) -> int:
    """The leaves of a query, which is what Lucene counts."""
    if isinstance(query, list):
        return sum(map(_clauses, query))
    if "dis_max" in query:
        return _clauses(query["dis_max"]["queries"])
    return sum(_clauses(part) for part in query["bool"].values() if not isinstance(part, int)) if "bool" in query else 1


def test_an_index_of_another_analyser_is_refused(elasticsearch_node: str) -> None:
    with new_engine(elasticsearch_node) as engine:
        put(engine, page("a"))
        with engine.connection.ask() as client:
            stamp = {"schema": 0, "encoding": "w_repeated"}
            client.indices.put_mapping(index=engine.names.index(Arm.BODY, 1), meta={"winnow": stamp})
        with new_engine(elasticsearch_node, engine.names.prefix) as other:
            with pytest.raises(EngineError, match="--rebuild"):
                other.search(Arm.BODY, Request(parse("crane")))
            with pytest.raises(EngineError, match="--rebuild"):
                put(other, page("b"))
        remove(engine)
