"""The plugin's analyser against the Python one: the same terms of every text, and a plain `match` finds what was written."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import unicodedata
import uuid
from collections.abc import Iterator, Sequence

import pytest
import urllib3
from babel import Locale

from harness.paths import ROOT
from indexer.errors import UsageError
from indexer.index.arm import Arm
from indexer.index.elasticsearch.mapping import WEIGHTED_TERMS
from indexer.index.node import snowball
from indexer.index.node.jdk import find_jdk
from indexer.index.node.plugin import build_plugin
from indexer.index.node.product import ELASTICSEARCH
from indexer.text import STEMMERS, joined, terms
from tests.integration.engines.test_elasticsearch_conformance import HEADLINES
from tests.integration.engines.test_index_engine import page
from tests.support.plain_index import PlainIndex

LANGUAGES = sorted({*STEMMERS, "", "az", "bg", "he", "hr", "ja", "ko", "sk", "th", "uk", "ur", "vi", "xx", "zh"})
LETTERS = "abcdeéäßłİıIЙйіїقكيیﻻガか゛한국ไทยกำမြ水國A#＃a'’‘ʼ·-‐.,:  \u00a0\u202f012٣९\u200c\u200d\u00ad\u0301\u3099\"״׳°²½ﬁ"
"""Those that rules speak of."""
SERVERS = ["elasticsearch_plugin_node", "elasticsearch_8_node", "opensearch_3_node", pytest.param("opensearch_plugin_node", marks=pytest.mark.slow)]


def texts(fuzzed: int) -> Iterator[tuple[str, str]]:
    """Languages and texts: headlines, CLDR's names in all of them, and characters at random."""
    yield from HEADLINES.items()
    for code in LANGUAGES:
        locale = Locale.parse(code) if code not in {"", "xx"} else None
        yield from ((code, str(name)) for names in (locale.territories, locale.languages) for name in names.values()) if locale else ()
    chance = random.Random(1)
    assigned = [chr(code) for code in range(0x20, sys.maxunicode) if unicodedata.category(chr(code)) not in {"Cn", "Co", "Cs", "Cc"}]
    for _ in range(fuzzed):
        letters = chance.choice((LETTERS, LETTERS, assigned))
        yield chance.choice(LANGUAGES), "".join(chance.choice(letters) for _ in range(chance.randint(1, 14)))


def java_terms(asked: Sequence[tuple[str, str]]) -> list[list[str]]:
    """What the plugin makes of each text: its terms, those of hyphenated words behind a plus sign."""
    (jar,) = build_plugin(ELASTICSEARCH).glob("*.jar")
    lines = "".join(f"{language}\t{text}\n" for language, text in asked)
    command = [find_jdk(ELASTICSEARCH.java).java, "-cp", jar, ROOT / "tests" / "support" / "PrintTerms.java"]
    ended = subprocess.run(command, input=lines.encode(), capture_output=True, check=True)
    return [line.split() for line in ended.stdout.decode().split("\n")[:-1]]


@pytest.mark.slow
@pytest.mark.usefixtures("elasticsearch_plugin_node")
def test_java_and_python_have_the_same_terms_of_every_text() -> None:
    asked = [(language, re.sub(r"\s", " ", text)) for language, text in texts(fuzzed=20_000)]
    wrong = []
    for (language, text), made in zip(asked, java_terms(asked), strict=True):
        expected = [*terms(text, language), *(f"+{token.term}" for token in joined(text, language))]
        if sorted(made, key=lambda term: term[0] == "+") != expected:  # stable: those of hyphenated words go last
            wrong.append((language, text, expected, made))
    assert len(asked) > 30_000
    assert not wrong, wrong[:5]


@pytest.fixture(params=SERVERS)
def index(request: pytest.FixtureRequest) -> Iterator[PlainIndex]:
    """An empty index on a server with the plugin."""
    made = PlainIndex(request.getfixturevalue(request.param), f"p{uuid.uuid4().hex[:10]}")
    yield made
    made.remove()


def found(index: PlainIndex, query: dict[str, object]) -> list[str]:
    """The last parts of the URLs that a query finds, the best first."""
    hits = index.send("POST", f"{index.alias(Arm.WEIGHTED)}/_search", {"query": query})["hits"]["hits"]
    return [hit["_source"]["url"].rpartition("/")[2] for hit in hits]


def test_a_headline_typed_as_printed_finds_its_story_by_match_on_the_weighted_field(index: PlainIndex) -> None:
    index.fill(page(f"https://e.org/{code}", ("crane", 1.0), headline=line, language=code) for code, line in HEADLINES.items())
    for field, kind in (("w", "match"), ("titles", "match"), ("titles", "match_phrase"), ("body", "match_phrase")):
        for code, line in HEADLINES.items():
            assert found(index, {kind: {field: line}})[0] == code, (field, kind, line)


def test_a_match_asks_for_the_terms_of_winnow(index: PlainIndex) -> None:
    stories = {
        "Ferries to São Paulo": "ferry Sao", "An e-mail of 12,500 words": "email 12500", "Die Fähre": "FAEHRE", "O’Brien’s U.N. speech": "obrien un",
    }  # fmt: skip
    index.fill(page(f"https://e.org/{n}", (text, 1.0), language="de" if n == 2 else "en") for n, text in enumerate(stories))
    assert index.encoding == WEIGHTED_TERMS
    for number, asked in enumerate(stories.values()):
        assert found(index, {"match": {"w": {"query": asked, "operator": "and"}}}) == [str(number)], asked


@pytest.mark.parametrize("node", SERVERS)
def test_the_languages_of_a_query_can_be_named(node: str, request: pytest.FixtureRequest) -> None:
    index = f"{request.getfixturevalue(node)}/p{uuid.uuid4().hex[:10]}"
    analyzer = {"type": "weighted_terms_query", "languages": ["en", "de"]}
    urllib3.request("PUT", index, json={"settings": {"analysis": {"analyzer": {"mine": analyzer}}}})
    answer = urllib3.request("POST", f"{index}/_analyze", json={"analyzer": "mine", "text": "Ferries, e-mails"}).json()
    urllib3.request("DELETE", index)
    found = [(token["token"], token["position"], token["start_offset"], token["end_offset"]) for token in answer["tokens"]]
    assert found == [("ferri", 0, 0, 7), ("e", 1, 9, 10), ("mail", 2, 11, 16), ("email", 2, 9, 16)]


def test_a_statement_that_snowball_has_not_generated_so_far_is_named() -> None:
    with pytest.raises(NotImplementedError, match="no Java for"):
        snowball.java_class("new", "class NewStemmer:\n    def _stem(self):\n        with self: pass\n")


def test_without_the_stemmers_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snowball, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match="winnow-news\\[plugin\\]"):
        snowball.sources()
