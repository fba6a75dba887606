"""The plugin weighted-terms in a real node: what it indexes, what it refuses, what its zip holds."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import urllib3

from indexer.index.node.plugin import SOURCES, plugin_zip

SCALE = 100
WEIGHTS = {"1": {"fox": 0.32, "den": 4.5}, "2": {"fox": 12.346, "水库": 1.0}, "3": {"hound": 2.0}}
Call = Callable[..., dict[str, Any]]

MAPPING = {
    "settings": {
        "number_of_replicas": 0,
        "similarity": {"weighted": {"type": "BM25", "k1": 1.2 * SCALE, "b": 0.75}},
        "analysis": {
            "filter": {"caret": {"type": "delimited_term_freq", "delimiter": "^"}},
            "analyzer": {"by_caret": {"type": "custom", "tokenizer": "standard", "filter": ["caret"]}},
        },
    },
    "mappings": {
        "properties": {
            "w": {
                "type": "text",
                "analyzer": "weighted_terms",
                "search_analyzer": "whitespace",
                "index_options": "freqs",
                "similarity": "weighted",
            }
        }
    },
}


@pytest.fixture(scope="module", params=["elasticsearch_plugin_node", "elasticsearch_8_node"])
def call(request: pytest.FixtureRequest) -> Iterator[Call]:
    """Requests to an index with three weighted documents, in the newest and the oldest server."""
    index = f"{request.getfixturevalue(request.param)}/weightedterms-{os.getpid()}"

    def send(method: str, path: str = "", body: object = None, expect: int = 200) -> dict[str, Any]:
        answer = urllib3.request(method, f"{index}{path}", json=body, timeout=30, retries=False)
        assert answer.status == expect, answer.data
        document: dict[str, Any] = answer.json()
        return document

    send("PUT", body=MAPPING)
    for key, terms in WEIGHTS.items():
        text = " ".join(f"{term}|{round(SCALE * weight)}" for term, weight in terms.items())
        send("PUT", f"/_doc/{key}?refresh=true", {"w": text}, expect=201)
    yield send
    send("DELETE")


def freq(explanation: dict[str, Any]) -> float:
    """The frequency that a score was made from."""
    found = re.search(r"score\(freq=([\d.]+)\)", json.dumps(explanation))
    assert found, explanation
    return float(found[1])


@pytest.mark.parametrize(("key", "term"), [(key, term) for key, terms in WEIGHTS.items() for term in terms])
def test_the_frequency_is_the_weight(call: Call, key: str, term: str) -> None:
    answer = call("POST", f"/_explain/{key}", {"query": {"match": {"w": term}}})
    assert freq(answer["explanation"]) == round(SCALE * WEIGHTS[key][term])


def test_the_score_is_bm25_over_the_weights(call: Call) -> None:
    lengths = [sum(terms.values()) for terms in WEIGHTS.values()]
    weight, length = WEIGHTS["2"]["fox"], sum(WEIGHTS["2"].values())
    saturated = weight / (weight + 1.2 * (0.25 + 0.75 * length / (sum(lengths) / 3)))
    idf = 0.47000363  # ln(1 + (3 - 2 + .5) / (2 + .5)): two of three documents
    score = call("POST", "/_search", {"query": {"match": {"w": "fox"}}})["hits"]["hits"][0]
    assert score["_id"] == "2"
    assert score["_score"] == pytest.approx((1 + 1.2 * SCALE) * idf * saturated, rel=0.02)  # lengths keep one byte


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fox|0", "Term frequency must be 1 or greater; got 0"),
        ("fox|-3", "Term frequency must be 1 or greater; got -3"),
        ("fox|1.5", "Unable to parse"),
        ("fox|", "chars length is 0"),
        ("fo|x|2", "Unable to parse"),
    ],
)
def test_what_is_no_frequency_is_refused_and_takes_nothing_along(call: Call, text: str, reason: str) -> None:
    answer = call("PUT", "/_doc/refused", {"w": f"den|5 {text}"}, expect=400)
    assert reason in json.dumps(answer)
    call("POST", "/_refresh")
    assert call("GET", "/_count")["count"] == len(WEIGHTS)


def test_the_filter_takes_another_delimiter(call: Call) -> None:
    answer = call("POST", "/_analyze", {"analyzer": "weighted_terms", "text": "fox|3 den", "attributes": ["termFrequency"], "explain": True})
    assert [(token["token"], token["termFrequency"]) for token in answer["detail"]["analyzer"]["tokens"]] == [("fox", 3), ("den", 1)]
    mine = {"tokenizer": "standard", "filter": [{"type": "delimited_term_freq", "delimiter": "||"}], "text": "fox"}
    assert "delimiter must be one character" in json.dumps(call("POST", "/_analyze", mine, expect=400))


def test_positions_are_refused_by_the_field(call: Call) -> None:
    call("PUT", "/_mapping", {"properties": {"positions": {"type": "text", "analyzer": "weighted_terms"}}})
    answer = call("PUT", "/_doc/positions", {"positions": "fox|3"}, expect=500)
    assert "cannot index positions while using custom TermFrequencyAttribute" in json.dumps(answer)


@pytest.mark.usefixtures("elasticsearch_plugin_node")
def test_the_zip_is_what_the_installer_takes() -> None:
    with zipfile.ZipFile(plugin_zip()) as packed:
        assert {name for name in packed.namelist() if not name.endswith(".jar")} == {
            "LICENSE",
            "named_components.json",
            "stable-plugin-descriptor.properties",
        }
        assert {each.date_time[:3] for each in packed.infolist()} == {(2026, 1, 1)}, "the same bytes whenever it is built"
        assert {each.external_attr >> 16 & 0o777 for each in packed.infolist()} == {0o644}, "and wherever"
        descriptor = packed.read("stable-plugin-descriptor.properties").decode()
    assert "${" not in descriptor
    assert {line.partition("=")[0] for line in descriptor.split("\n") if line} == {
        "description", "version", "name", "java.version", "elasticsearch.version",
    }  # fmt: skip


def test_its_readme_names_what_is_there() -> None:
    text = (SOURCES / "README.md").read_text("utf-8")
    pom = (SOURCES / "pom.xml").read_text("utf-8")
    for name in re.findall(r"-P([\w-]+)", text):
        assert f"<id>{name}</id>" in pom
    versions = re.findall(r"weighted-terms-\w+-([\d.]+)\.zip", text)
    assert len(set(versions)) == 4
    for version in versions:
        assert f"<server.version>{version}</server.version>" in pom
    mapping = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert mapping
    assert json.loads(mapping[1])["mappings"]["properties"]["w"] == MAPPING["mappings"]["properties"]["w"]
