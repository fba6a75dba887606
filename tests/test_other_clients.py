"""Clients that know nothing of Winnow: the requests of docs/elasticsearch.md, by each client library and plain HTTP, on real nodes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import urllib3

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from tests.client_stories import ClientRequest, requests, stories
from tests.engines import new_engine, remove
from tests.test_elasticsearch_conformance import HEADLINES

REQUESTS = requests()


@pytest.fixture(scope="module", params=["elasticsearch_node", "opensearch_3_node"])
def served(request: pytest.FixtureRequest) -> Iterator[ElasticsearchEngine]:
    """The stories on a real node."""
    with new_engine(request.getfixturevalue(request.param)) as engine:
        list(write(stories(), engine))
        yield engine
        remove(engine)


def url_of(engine: ElasticsearchEngine) -> str:
    return engine.connection.settings.urls[0]


def post(url: str, body: Any, method: str = "POST") -> Any:
    """As curl does it."""
    answer = urllib3.request(method, url, body=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status == 200, answer.data
    return answer.json()


def test_the_page_has_ten_requests() -> None:
    assert len(REQUESTS) >= 10


@pytest.mark.parametrize("each", REQUESTS, ids=lambda each: each.title)
def test_plain_http_has_the_answer_of_the_page(served: ElasticsearchEngine, each: ClientRequest) -> None:
    assert post(f"{url_of(served)}/{each.path.replace('news', served.names.prefix, 1)}", each.body) == each.answer


@pytest.mark.parametrize("each", REQUESTS, ids=lambda each: each.title)
def test_the_client_library_has_the_answer_of_the_page(served: ElasticsearchEngine, each: ClientRequest) -> None:
    alias = each.alias.replace("news", served.names.prefix, 1)
    if served.connection.library.product == "OpenSearch":
        import opensearchpy

        with opensearchpy.OpenSearch(url_of(served)) as opensearch:
            answer: Any = opensearch.search(body=each.body, index=alias, params={"filter_path": ",".join(each.filter_path)})
    else:
        import elasticsearch

        with elasticsearch.Elasticsearch(url_of(served)) as client:
            answer = client.search(index=alias, body=each.body, filter_path=each.filter_path).body
    assert answer == each.answer


def test_our_ranking_is_a_request_that_any_client_may_send(served: ElasticsearchEngine) -> None:
    for text in ("quay", "quay -crane", '"public lands" OR tunnel', "author:hjelm after:2026-04", "*"):
        request = Request(parse(text))
        ours = served.search(Arm.WEIGHTED, request)
        url = f"{url_of(served)}/{served.names.read(Arm.WEIGHTED)}/_search?search_type=dfs_query_then_fetch"
        theirs = post(url, served.search_body(Arm.WEIGHTED, request))
        assert [hit["_source"]["url"] for hit in theirs["hits"]["hits"]] == [hit.url for hit in ours.hits]
        assert [hit["_score"] or 0.0 for hit in theirs["hits"]["hits"]] == pytest.approx([hit.score for hit in ours.hits], rel=1e-4)


def test_a_query_typed_as_printed_finds_its_article_in_every_language(served: ElasticsearchEngine) -> None:
    pages = []
    for code, line in HEADLINES.items():
        url = f"https://e.org/{code}"
        article = Article(url, url, line, (Block(line, 1.0, True),), in_language=code)
        pages.append(Cleaned(Outcome(url, "", Ending(Kind.CLEANED)), "e.org", "", "article", article, line, "2026-05-07T00:00:00Z"))
    with new_engine(url_of(served)) as engine:
        list(write(pages, engine))
        for arm, field in product_of(Arm):
            for code, line in HEADLINES.items():
                found = post(f"{url_of(served)}/{engine.names.read(arm)}/_search", {"query": {"match": {field: line}}, "size": 1})
                assert [hit["_source"]["url"] for hit in found["hits"]["hits"]] == [f"https://e.org/{code}"], (arm, field)
        remove(engine)


def product_of(arms: type[Arm]) -> Iterator[tuple[Arm, str]]:
    """Each arm with its native fields."""
    for arm in arms:
        yield arm, "headline"
        yield arm, "articleBody" if arm.cleaned else "text"


def test_the_users_template_is_never_overwritten_and_wins(served: ElasticsearchEngine) -> None:
    with new_engine(url_of(served)) as engine:
        custom = f"{url_of(served)}/_component_template/{engine.names.prefix}-custom"
        field = {"type": "text", "analyzer": "simple", "fields": {"plain": {"type": "text", "analyzer": "stop"}}}
        mine = {"template": {"mappings": {"properties": {"articleBody": field}}}}
        post(custom, mine, "PUT")
        list(write(stories(), engine))
        (kept,) = urllib3.request("GET", custom).json()["component_templates"]
        assert kept["component_template"]["template"]["mappings"] == mine["template"]["mappings"]
        body = {"query": {"match": {"articleBody.plain": "coal"}}}
        assert post(f"{url_of(served)}/{engine.names.read(Arm.BODY)}/_search", body)["hits"]["total"]["value"] == 1
        remove(engine)


def test_native_fields_can_be_left_out(served: ElasticsearchEngine) -> None:
    from dataclasses import replace

    settings = replace(served.connection.settings, prefix=f"{served.names.prefix}off", native=False)
    with ElasticsearchEngine(settings) as engine:
        list(write(stories(), engine))
        url = f"{url_of(served)}/{engine.names.read(Arm.BODY)}"
        assert post(f"{url}/_search", {"query": {"match": {"headline": "coal"}}})["hits"]["total"]["value"] == 1
        refused = urllib3.request("POST", f"{url}/_search", json={"query": {"match": {"articleBody": "coal"}}})
        assert refused.status == 400, "the field is not indexed"
        assert [hit.url for hit in engine.search(Arm.BODY, Request(parse("coal"))).hits] == ["https://courier.example/coal"]
        remove(engine)
