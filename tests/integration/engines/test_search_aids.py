"""What a search says beside its hits, on every engine: the written form first, the headline's boost, did you mean, facets."""

from __future__ import annotations

import pytest

from indexer.index.arm import Arm
from indexer.index.engine import Engine, Request
from indexer.index.facets import Facet
from indexer.index.query_parser import parse
from indexer.index.suggestion import suggestion
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from tests.integration.engines.test_index_engine import fill, found, page
from tests.support.client_stories import stories

PAIRS = [
    ("São", "Sao"), ("12,500", "12500"), ("U.N.", "UN"), ("Łódź", "Lodz"), ("O'Brien", "OBrien"), ("Straße", "Strasse"), ("ferries", "ferry"),
    ("کتاب", "كتاب"), ("ё", "е"), ("ΑΘΉΝΑ", "ΑΘΗΝΑ"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_either_form_finds_both_and_the_written_one_is_first(engine: Engine, one: str, other: str) -> None:
    fill(engine, page("https://e.org/one", (f"crane {one} quay", 1.0)), page("https://e.org/other", (f"crane {other} quay", 1.0)))
    assert found(engine, one) == ["one", "other"]
    assert found(engine, other) == ["other", "one"]
    assert sorted(found(engine, f'"crane {other}"')) == ["one", "other"]


def test_a_boost_of_headlines_puts_them_first(engine: Engine) -> None:
    fill(
        engine,
        page("https://e.org/body", ("lynx lynx in the wood", 1.0), headline="A cub"),
        page("https://e.org/head", ("a cub in the wood there", 1.0), headline="Lynx"),
    )
    plain, boosted = (
        engine.search(Arm.RAW, Request(parse("lynx"), headline_boost=boost, explain=True)).hits for boost in (0.0, 4.0)
    )
    assert [hit.url.rpartition("/")[2] for hit in plain] == ["body", "head"]
    assert [hit.url.rpartition("/")[2] for hit in boosted] == ["head", "body"]
    if isinstance(engine, TantivyEngine):  # a shared cluster's statistics may change between two searches
        assert boosted[0].score == pytest.approx(5 * plain[1].score, rel=1e-9)
        assert boosted[1].score == pytest.approx(plain[0].score, rel=1e-9)
    for hit in boosted:
        assert hit.explanation is not None
        assert sum(word.score for word in hit.explanation.words) == pytest.approx(hit.score, rel=1e-4)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ferrey", "ferry"),
        ("lnyx cub", "lynx cub"),
        ("tunel -goat", "tunnel -goat"),
        ('"publik lands"', '"public lands"'),
        ("title:ferrey", "title:ferry"),
        ("ferry", None),
        ("zzzzzz", None),
        ("ferry lynx", None),
        ("cot", None),
    ],
)
def test_did_you_mean(engine: Engine, typed: str, meant: str | None) -> None:
    list(write(stories(), engine))
    better = suggestion(engine, Arm.BODY, Request(parse(typed)))
    assert (better.understood if better else None) == meant


def test_facets(engine: Engine) -> None:
    list(write(stories(), engine))
    counts = engine.facets(Arm.BODY, Request(parse("quay")))
    assert counts[Facet.SITE] == (("courier.example", 4),)
    assert counts[Facet.AUTHOR] == (("Ada Hjelm", 2), ("Bo Lind", 2))
    assert counts[Facet.SECTION] == (("Harbour", 3), ("Town", 1))
    assert counts[Facet.DAY] == (("2026-05-06", 1), ("2026-04-03", 1), ("2026-04-01", 1), ("2026-03-02", 1))
    assert counts[Facet.MONTH] == (("2026-05", 1), ("2026-04", 2), ("2026-03", 1))
    assert sum(number for _, number in engine.facets(Arm.BODY, Request(parse("*")))[Facet.DAY]) == 8
    assert engine.facets(Arm.BODY, Request(parse("nothing")))[Facet.DAY] == ()
