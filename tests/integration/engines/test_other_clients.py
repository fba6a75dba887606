"""Clients that know nothing of Winnow: the requests of docs/elasticsearch.md, by each client library and plain HTTP, on real nodes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import urllib3

from harness.engines import new_engine, remove
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.mapping import WEIGHTED_TERMS
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from tests.integration.engines.test_elasticsearch_conformance import HEADLINES
from tests.support.client_stories import PAGE, STORIES, ClientRequest, requests, stories, task
from tests.support.plain_index import PlainIndex

REQUESTS = requests()


NODES = ["elasticsearch_node", "elasticsearch_8_node", "opensearch_node", "opensearch_3_node"]


@pytest.fixture(scope="module", params=["elasticsearch_node", "opensearch_3_node"])
def served(request: pytest.FixtureRequest) -> Iterator[ElasticsearchEngine]:
    """The stories on a real node, by our engine."""
    with new_engine(request.getfixturevalue(request.param)) as engine:
        list(write(stories(), engine))
        yield engine
        remove(engine)


@pytest.fixture(scope="module", params=NODES)
def index(request: pytest.FixtureRequest) -> Iterator[PlainIndex]:
    """The stories on each kind of node, put there by plain HTTP."""
    made = PlainIndex(request.getfixturevalue(request.param), f"c{uuid.uuid4().hex[:10]}")
    made.fill(stories())
    yield made
    made.remove()


def url_of(engine: ElasticsearchEngine) -> str:
    return engine.connection.settings.urls[0]


def post(url: str, body: Any, method: str = "POST") -> Any:
    """As curl does it."""
    answer = urllib3.request(method, url, body=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status == 200, answer.data
    return answer.json()


def own(index: PlainIndex, text: str) -> str:
    """A request of the page with the names of this index."""
    return text.replace("news-", f"{index.prefix}-")


def test_the_page_has_ten_requests() -> None:
    assert len(REQUESTS) >= 10


@pytest.mark.parametrize("each", REQUESTS, ids=lambda each: each.title)
def test_plain_http_has_the_answer_of_the_page(index: PlainIndex, each: ClientRequest) -> None:
    assert index.send("POST", own(index, each.path), each.body) == each.answer


@pytest.mark.parametrize("each", REQUESTS, ids=lambda each: each.title)
def test_curl_has_the_answer_of_the_page(index: PlainIndex, each: ClientRequest) -> None:
    if not (curl := shutil.which("curl")):
        pytest.skip("curl is not installed")
    command = [curl, "-s", "-H", "content-type: application/json", f"{index.url}/{own(index, each.path)}", "-d", json.dumps(each.body)]
    assert json.loads(subprocess.run(command, capture_output=True, check=True).stdout) == each.answer


@pytest.mark.parametrize("each", REQUESTS, ids=lambda each: each.title)
def test_the_client_library_has_the_answer_of_the_page(index: PlainIndex, request: pytest.FixtureRequest, each: ClientRequest) -> None:
    if index.opensearch:
        import opensearchpy

        with opensearchpy.OpenSearch(index.url) as opensearch:
            answer: Any = opensearch.search(body=each.body, index=own(index, each.alias), params={"filter_path": ",".join(each.filter_path)})
    elif index.url == request.getfixturevalue("elasticsearch_node"):
        import elasticsearch

        with elasticsearch.Elasticsearch(index.url) as client:
            answer = client.search(index=own(index, each.alias), body=each.body, filter_path=each.filter_path).body
    else:
        pytest.skip("the installed client library is that of Elasticsearch 9")
    assert answer == each.answer


OLD_CLIENT = """
import json, sys
from elasticsearch import Elasticsearch
with Elasticsearch(sys.argv[1]) as client:
    print(json.dumps([client.search(index=index, body=body, filter_path=path).body for index, body, path in json.load(sys.stdin)]))
"""


@pytest.mark.slow
def test_the_client_library_of_elasticsearch_8_has_the_answers_of_the_page(elasticsearch_8_node: str, tmp_path: Path) -> None:
    index = PlainIndex(elasticsearch_8_node, f"c{uuid.uuid4().hex[:10]}")
    index.fill(stories())
    pip = [sys.executable, "-m", "pip", "install", "-q", "--target", str(tmp_path), "elasticsearch>=8.19,<9"]
    subprocess.run(pip, check=True, capture_output=True, cwd=tmp_path)
    asked = json.dumps([(own(index, each.alias), each.body, each.filter_path) for each in REQUESTS])
    command = [sys.executable, "-W", "ignore", "-c", OLD_CLIENT, index.url]
    ended = subprocess.run(command, input=asked.encode(), capture_output=True, check=False, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    index.remove()
    assert ended.returncode == 0, ended.stderr.decode()
    assert json.loads(ended.stdout) == [each.answer for each in REQUESTS]


@pytest.mark.parametrize("title", ["Alert", "Search template", "Reindex into an index of yours"])
def test_what_needs_a_module_of_the_server(index: PlainIndex, title: str) -> None:
    if not index.opensearch:
        pytest.skip("Maven has no modules of Elasticsearch")
    if title == "Alert" and "3" in index.send("GET", "")["version"]["number"].split(".")[0]:
        pytest.skip("Maven has no percolator of this version")
    steps, expected = task(title)
    if title == "Search template" and index.encoding != WEIGHTED_TERMS:
        pytest.skip("the server has no plugin")
    answers = [
        urllib3.request(each.method, f"{index.url}/{own(index, each.path)}", json=json.loads(own(index, json.dumps(each.body)))) for each in steps
    ]
    assert [each.status for each in answers] == [201 if "_doc" in each.path else 200 for each in steps], [each.data for each in answers]
    for name in ("alerts", "mine"):
        urllib3.request("DELETE", f"{index.url}/{index.prefix}-{name}")
    assert answers[-1].json() == expected


def test_our_ranking_as_a_search_template(served: ElasticsearchEngine) -> None:
    """Without the plugin: the request of one query, with the page as parameters."""
    if served.connection.library.product != "OpenSearch":
        pytest.skip("Maven has no modules of Elasticsearch")
    request = Request(parse("quay -crane"))
    source = {**served.search_body(Arm.WEIGHTED, request), "from": "{{from}}", "size": "{{size}}"}
    name = f"{served.names.prefix}-ranking"
    post(f"{url_of(served)}/_scripts/{name}", {"script": {"lang": "mustache", "source": source}}, "PUT")
    url = f"{url_of(served)}/{served.names.read(Arm.WEIGHTED)}/_search/template?search_type=dfs_query_then_fetch"
    answer = post(url, {"id": name, "params": {"from": 1, "size": 2}})
    assert [hit["_source"]["url"] for hit in answer["hits"]["hits"]] == [hit.url for hit in served.search(Arm.WEIGHTED, request).hits[1:3]]
    urllib3.request("DELETE", f"{url_of(served)}/_scripts/{name}")


KIBANA = PAGE.parent / "kibana"


def saved_objects() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (KIBANA / "news.ndjson").read_text("utf-8").splitlines()]


def test_the_dashboard_is_what_an_import_reads() -> None:
    import jsonschema  # here, because it compiles a grammar for a second

    schema = json.loads((KIBANA / "saved-object.schema.json").read_text("utf-8"))
    known = {(each["type"], each["id"]) for each in saved_objects()}
    for each in saved_objects():
        jsonschema.validate(each, schema)
        names = {reference["name"] for reference in each["references"]}
        assert {(reference["type"], reference["id"]) for reference in each["references"]} <= known
        texts = [value for value in (*each["attributes"].values(), *each["attributes"].get("kibanaSavedObjectMeta", {}).values()) if isinstance(value, str)]
        inside = [json.loads(text) for text in texts if text.startswith(("[", "{"))]
        referred = {match for text in map(json.dumps, inside) for match in re.findall(r'RefName": "([^"]+)"', text)}
        assert referred == names, "every reference is used, and every use has one"
    assert {kind for kind, _ in known} == {"index-pattern", "visualization", "search", "dashboard"}


def test_every_panel_of_the_dashboard_can_be_asked(index: PlainIndex) -> None:
    for each in saved_objects():
        if each["type"] == "visualization":
            state = json.loads(each["attributes"]["visState"])
            (bucket,) = (agg for agg in state["aggs"] if agg["type"] != "count")
            field = {"field": bucket["params"]["field"]}
            asked = {"terms": field} if bucket["type"] == "terms" else {"date_histogram": {**field, "calendar_interval": "1d", "min_doc_count": 1}}
            answer = index.send("POST", f"{index.alias(Arm.WEIGHTED)}/_search", {"size": 0, "aggs": {"panel": asked}})
            assert sum(found["doc_count"] for found in answer["aggregations"]["panel"]["buckets"]) == len(STORIES), state["title"]
        elif each["type"] == "search":
            fields = [name for name, _ in each["attributes"]["sort"]] + each["attributes"]["columns"]
            mapping = index.send("GET", f"{index.alias(Arm.WEIGHTED)}/_mapping")
            assert set(fields) <= set(next(iter(mapping.values()))["mappings"]["properties"])


def test_our_ranking_is_a_request_that_any_client_may_send(served: ElasticsearchEngine) -> None:
    for text in ("quay", "quay -crane", '"public lands" OR tunnel', "author:hjelm after:2026-04", "*"):
        request = Request(parse(text))
        ours = served.search(Arm.WEIGHTED, request)
        url = f"{url_of(served)}/{served.names.read(Arm.WEIGHTED)}/_search?search_type=dfs_query_then_fetch"
        theirs = post(url, served.search_body(Arm.WEIGHTED, request))
        assert [hit["_source"]["url"] for hit in theirs["hits"]["hits"]] == [hit.url for hit in ours.hits]
        assert [hit["_score"] or 0.0 for hit in theirs["hits"]["hits"]] == pytest.approx([hit.score for hit in ours.hits], rel=1e-4)


def test_a_query_typed_as_printed_finds_its_article_in_every_language(index: PlainIndex) -> None:
    other = PlainIndex(index.url, f"c{uuid.uuid4().hex[:10]}")
    pages = []
    for code, line in HEADLINES.items():
        url = f"https://e.org/{code}"
        article = Article(url, url, line, (Block(line, 1.0, True),), in_language=code)
        pages.append(Cleaned(Outcome(url, "", Ending(Kind.CLEANED)), "e.org", "", "article", article, line, "2026-05-07T00:00:00Z"))
    other.fill(pages)
    for arm, field in product_of(Arm):
        for code, line in HEADLINES.items():
            found = other.send("POST", f"{other.alias(arm)}/_search", {"query": {"match": {field: line}}, "size": 1})
            assert [hit["_source"]["url"] for hit in found["hits"]["hits"]] == [f"https://e.org/{code}"], (arm, field)
    other.remove()


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
