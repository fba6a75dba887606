"""Templates, documents and their description name the same fields, and a document stays within the engine's limits."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.paths import ROOT
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.errors import EngineError, UsageError
from indexer.index.arm import Arm
from indexer.index.bm25 import B
from indexer.index.document import Document, documents
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.document import EMPTY, stored_of, written
from indexer.index.elasticsearch.length_norm import evened, kept_length
from indexer.index.elasticsearch.mapping import DELIMITED_TERMS, REPEATED, WEIGHTED_TERMS, encoding_of, index_template
from indexer.index.weights import UNIT, vector
from indexer.outcome import Ending, Kind, Outcome

FIELDS, NATIVE = (
    json.loads((ROOT / "mappings" / f"{name}.json").read_text("utf-8"))["template"]["mappings"] for name in ("fields", "native")
)
FIELDS["properties"] |= NATIVE["properties"]

blocks = st.lists(st.tuples(st.text(max_size=40), st.integers(0, 1000), st.booleans()), max_size=5)


def document(arm: Arm, *texts: tuple[str, int, bool], headline: str = "A crane", author: str = "Ada Hjelm") -> Document:
    article = Article(
        "https://www.e.org/a",
        "https://www.e.org/a",
        headline,
        tuple(Block(text, weight / 1000, kept) for text, weight, kept in texts or [("Gone.", 800, True)]),
        alternative_headline="It went",
        description="On Tuesday",
        author=(author,),
        date_published="2026-03-04T07:30:00+01:00",
        date_modified="2026-03-05",
        in_language="en-GB",
        article_section=("Local",),
        keywords=("harbour",),
        publisher="The Courier",
        image="https://www.e.org/a.jpg",
        captions=("The quay",),
        is_accessible_for_free=False,
    )
    text = "\n".join([headline, *(text for text, _, _ in texts)])
    page = Cleaned(
        Outcome("https://www.e.org/a?x=1", "", Ending(Kind.CLEANED)), "e.org", "model:e.org", "article", article, text, "2026-03-06T00:00:00Z"
    )
    return documents(page)[arm]


def test_every_field_of_a_document_has_its_mapping_and_its_line() -> None:
    sources = {arm: written(document(arm), REPEATED, cleaned=arm.cleaned).source for arm in Arm}
    assert not set().union(*sources.values()) - {*FIELDS["properties"], "w"}
    unsent = {*FIELDS["properties"]} - set().union(*sources.values())
    assert unsent == {"shortened"}, "every mapped field is sent by some arm, but what a limit has cut"
    assert set(EMPTY) <= set(FIELDS["properties"])
    described = (ROOT / "mappings" / "README.md").read_text("utf-8").partition("## Elasticsearch: fields")[2]
    assert [name for name in (*FIELDS["properties"], "w") if f"`{name}`" not in described] == []


def test_native_fields_are_the_same_whether_searchable_or_not() -> None:
    off = json.loads((ROOT / "mappings" / "native_off.json").read_text("utf-8"))["template"]["mappings"]["properties"]
    assert set(off) == set(NATIVE["properties"])
    assert [name for name, field in off.items() if field["type"] == "text" and field.get("index", True)] == ["headline"]
    searched = [field["fields"]["text"] if "fields" in field else field for field in NATIVE["properties"].values()]
    assert {field["analyzer"] for field in searched} == {"news_text"}
    assert not any("fields" in field for field in off.values())


def test_what_source_leaves_out_can_be_made_again() -> None:
    for arm in Arm:
        made = document(arm)
        source = written(made, REPEATED, cleaned=arm.cleaned).source
        kept = {name: value for name, value in source.items() if name not in FIELDS["_source"]["excludes"]}
        assert stored_of(json.loads(json.dumps(kept))).document() == made


@pytest.mark.slow
@given(blocks)
def test_any_text_survives_the_way_in_and_out(texts: list[tuple[str, int, bool]]) -> None:
    made = document(Arm.WEIGHTED, *texts)
    source = json.loads(json.dumps(dict(written(made, REPEATED, cleaned=True).source)))
    stored = stored_of(source)
    assert [text.encode("utf-8", "replace").decode() for text in (part.text for part in made.parts)] == [text for _, text, _ in stored.texts]
    assert [part.weight for part in made.parts] == [weight for _, _, weight in stored.texts]


def test_keywords_cannot_be_refused_for_their_length() -> None:
    for name, field in FIELDS["properties"].items():
        made_here = name in {"id", "page", "canonical", "urls", "fingerprint", "shortened"}  # hashes and names of fields
        searched = field.get("index", True) or field.get("doc_values", True)
        if field["type"] == "keyword" and searched and not made_here:
            assert field["ignore_above"] * 4 <= 32_766, name


@given(st.lists(st.integers(1, 60), min_size=5, max_size=400), st.floats(0.4, 3.0))
def test_evened_frequencies_score_as_if_the_whole_length_were_kept(counts: list[int], beside_mean: float) -> None:
    """Of a document whose length is so many times the mean; what Lucene cuts off alone is up to an eighth of it."""
    frequencies = {f"t{number}": 100 * count for number, count in enumerate(counts)}
    made, length = evened(frequencies), sum(frequencies.values())
    mean = length / beside_mean
    norm = 1 - B + B * kept_length(sum(made.values())) / (mean * 0.98)
    scale = sum(made.values()) / length
    assert norm / scale == pytest.approx(1 - B + B * beside_mean, rel=0.025)


@pytest.mark.parametrize("encoding", [REPEATED, WEIGHTED_TERMS, DELIMITED_TERMS])
def test_frequencies_are_weights_times_scale(encoding) -> None:
    made = document(Arm.WEIGHTED, ("crane crane quay", 300, True), ("mill", 1, True))
    template = json.loads((ROOT / "mappings" / f"{encoding.name}.json").read_text("utf-8"))
    assert template["template"]["settings"]["index"]["similarity"]["w"]["k1"] == pytest.approx(1.2 * encoding.scale)
    w = str(written(made, encoding, cleaned=True).source["w"]).split(" ")
    if encoding.delimited:
        sent = {term: int(frequency) for term, _, frequency in (each.rpartition("|") for each in w)}
    else:
        sent = {term: w.count(term) for term in w}
    weights = vector(made.parts)
    scaled = {term: max(1, round(encoding.scale * weight / UNIT + 1e-9)) for term, weight in weights.items()}
    assert sent == (evened(scaled) if encoding.delimited else scaled)
    assert sent == pytest.approx(scaled, rel=0.1, abs=1)
    assert sent["mill"] == 1, "a term with hardly any weight is still found"


@pytest.mark.slow
def test_a_long_document_is_cut_and_says_so() -> None:
    whole = document(Arm.BODY, ("crane " * 100_000, 1000, True))
    source = written(whole, REPEATED, cleaned=True).source
    assert "shortened" not in source
    long = replace(whole, parts=whole.parts + tuple(replace(whole.parts[-1], text="y" * (3 << 20)) for _ in range(3)))
    cut = written(long, REPEATED, cleaned=True)
    assert cut.shortened == ("articleBody", "w")
    assert cut.source["shortened"] == ["articleBody", "w"]
    assert len(str(cut.source["w"])) < 10 << 20
    assert len(written(document(Arm.BODY, headline="x" * 200_000), REPEATED, cleaned=True).source["headline"]) == 100_000


def test_an_index_of_other_weights_is_refused() -> None:
    mapping = {"_meta": {"winnow": dict(REPEATED.stamp)}}
    assert encoding_of(mapping, "news-body-000001") is REPEATED
    for stamp in ({}, {**REPEATED.stamp, "analyser": 0}, {**REPEATED.stamp, "encoding": "w_other"}):
        with pytest.raises(EngineError, match="rebuild"):
            encoding_of({"_meta": {"winnow": stamp}}, "news-body-000001")


def test_templates_go_into_the_wheel_and_forbid_stray_indexes() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "mappings" in wheel["only-include"]
    body = index_template("news").body
    assert body["allow_auto_create"] is False
    for arm in Arm:
        assert {f"news-{arm.value}", f"news-{arm.value}-*"} <= set(body["index_patterns"])


@pytest.mark.parametrize("url", ["localhost:9200", "ftp://e.org", "http://", "http://:9200", "", "http://[", "http://e.org:port"])
def test_what_is_no_url_is_said_so(url: str) -> None:
    with pytest.raises(UsageError, match="URL"):
        ConnectionSettings((url,))


@pytest.mark.parametrize("prefix", ["", "News", "a/b", "-a", "*", "a b", "né"])
def test_a_prefix_that_no_index_can_have_is_refused(prefix: str) -> None:
    with pytest.raises(UsageError, match="small letters"):
        ConnectionSettings(("http://e.org",), prefix)


def test_a_password_is_never_shown() -> None:
    address = ConnectionSettings(("https://me:secret@e.org:9200",), api_key="key")
    assert "secret" not in str(address)
    assert "key" not in repr(address).replace("api_key", "")
