"""What both engines answer alike: freshness, near copies, explanations, headlines of every language, ties."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import urllib3

from harness.engines import new_engine, remove
from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.bm25 import Similarity
from indexer.index.document import documents
from indexer.index.elasticsearch import reader as elasticsearch_reader
from indexer.index.engine import Engine, Match, Request, Sort
from indexer.index.freshness import Freshness
from indexer.index.query import Query, Words, within
from indexer.index.query_parser import parse
from indexer.index.tantivy import arm_index
from indexer.index.tantivy.engine import TantivyEngine
from tests.integration.engines.test_index_engine import fill, found, page

NOW = datetime(2026, 3, 20, tzinfo=UTC)

HEADLINES = {
    "ar": "رافعة الميناء الزرقاء تختفي بعد أربعين عاما", "ca": "L'última grua del port d'Esporles", "cs": "Jeřáb v přístavu zmizel po čtyřiceti letech",
    "da": "Den sidste blå kran er væk", "de": "Fähren laufen später aus, weil Kräne fehlen", "el": "Ο τελευταίος γερανός του λιμανιού", "en": "The U.S. ferry's last crane isn't gone",
    "eo": "La lasta gruo de la haveno", "es": "La última grúa del puerto desapareció", "et": "Sadama viimane kraana on läinud", "eu": "Portuko azken garabia joan da",
    "fa": "آخرین جرثقیل بندر برداشته شد", "fi": "Sataman viimeinen nosturi poistettiin", "fr": "L’avocat jusqu’où l’île s’éteint", "ga": "D'imigh an crann tógála deireanach",
    "he": "המנוף האחרון בנמל צה\"ל נעלם".replace('"', "״"), "hi": "बंदरगाह की आखिरी क्रेन हटाई गई", "hu": "Eltűnt a kikötő utolsó daruja", "hy": "Նավահանգստի վերջին կռունկը",
    "id": "Derek terakhir pelabuhan telah pergi", "it": "L'ultima gru dell'isola non c'è più", "ja": "港の青いクレーンが四十年後に撤去", "ko": "항구의 마지막 크레인이 사라졌다",
    "lt": "Paskutinis uosto kranas dingo", "nb": "Den siste blå kranen er borte", "ne": "बन्दरगाहको अन्तिम क्रेन हटाइयो", "nl": "De laatste kraan van de haven", "pl": "Ostatni dźwig portowy zniknął",
    "pt": "A última grua do porto desapareceu", "ro": "Ultima macara a portului a dispărut", "ru": "Последний кран порта исчез", "sr": "Последња дизалица у луци",
    "sv": "Den sista blå kranen är borta", "ta": "துறைமுகத்தின் கடைசி கிரேன்", "th": "เครนตัวสุดท้ายของท่าเรือ", "tr": "İzmir'in ışıkları IŞIKLAR söndü", "uk": "П'ять кранів зникло з порту",
    "vi": "Cần cẩu cuối cùng của cảng", "yi": "דער לעצטער קראַן פֿון האַפֿן", "zh": "水库水位跌破31%，港口起重机拆除", "xx": "e-mail: a.b@c.org — 3,5 % + ½ naïve_x 🦊 fox",
}  # fmt: skip


@pytest.mark.slow
def test_every_document_finds_itself_by_its_own_headline(engine: Engine) -> None:
    fill(engine, *(page(f"https://e.org/{code}", ("crane", 1.0), headline=line, language=code) for code, line in HEADLINES.items()))
    for arm in Arm:
        for code, line in HEADLINES.items():
            hits = engine.search(arm, Request(Query(Words(line)))).hits
            assert [hit.url.rpartition("/")[2] for hit in hits] == [code], (arm, line)
            assert hits[0].headline.marks, "and its own headline is marked"


def test_of_equally_relevant_stories_the_fresh_one_is_first(engine: Engine) -> None:
    days = {"old": 400, "week": 7, "new": 0}
    dated = (page(f"https://e.org/{name}", ("crane", 1.0), date=(NOW - timedelta(days=d)).isoformat()) for name, d in days.items())
    fill(engine, *dated, page("https://e.org/none", ("crane", 1.0)))
    plain = {hit.url.rpartition("/")[2]: hit.score for hit in engine.search(Arm.WEIGHTED, Request(parse("crane"))).hits}
    request = Request(parse("crane"), freshness=Freshness(7, NOW), explain=True)
    hits = {hit.url.rpartition("/")[2]: hit for hit in engine.search(Arm.WEIGHTED, request).hits}
    assert list(hits) == ["new", "week", "old", "none"]
    factors = {"new": 1.0, "week": 0.75, "old": 0.5, "none": 0.5}
    for name, factor in factors.items():
        assert hits[name].score == pytest.approx(plain[name] * factor, rel=1e-4)
        assert hits[name].explanation is not None
        assert hits[name].explanation.freshness == pytest.approx(factor, rel=1e-4)
    by_date = engine.search(Arm.WEIGHTED, replace(request, sort=Sort.DATE)).hits
    assert [hit.url.rpartition("/")[2] for hit in by_date][:3] == ["new", "week", "old"]


STORY = [
    "The last of the blue cranes on the quay was taken apart in the morning, ending four decades of work in the harbour.",
    "Dockers lowered the counterweight onto a barge, a job that the engineer had planned for eleven months or more.",
    "Its successor lifts ninety tonnes and is driven from a cabin on the ground rather than from a seat high above.",
]
OTHER = "Inspectors closed the footbridge after finding that six of the forty bolts in its tower could be turned by hand, cranes or not."


@pytest.mark.parametrize("query", ["crane", "crane ferry", "crane OR ferry", "*", "crane -ferry", "nothing"])
@pytest.mark.parametrize("match", Match)
def test_a_query_within_stories_finds_them_as_the_query_does(engine: Engine, query: str, match: Match) -> None:
    fill(engine, *(page(f"https://e.org/{n}", ("crane " * (n % 3 + 1) + "ferry " * (n % 2), 1.0)) for n in range(6)))
    whole = Request(parse(query), match, highlight=False)
    stories = ["https://e.org/1", "https://e.org/4", "https://e.org/none"]
    for arm in (Arm.RAW, Arm.WEIGHTED):
        expected = [(hit.url, pytest.approx(hit.score, rel=1e-5)) for hit in engine.search(arm, whole).hits if hit.canonical_url in stories]
        narrowed = engine.search(arm, replace(whole, query=within(whole.query, stories)))
        assert [(hit.url, hit.score) for hit in narrowed.hits] == expected
        assert narrowed.total == len(expected)


def test_near_copies_are_one_hit_and_totals_count_groups(engine: Engine) -> None:
    whole = [(text, 1.0) for text in STORY]
    changed = [(STORY[0].replace("in the morning", "on 3 March"), 1.0), (STORY[1].replace("Dockers", "Workers"), 1.0)]
    fill(
        engine,
        page("https://one.org/a", *whole, headline="Crane gone", date="2026-03-04"),
        page("https://two.org/b", *changed, (STORY[2], 1.0), headline="No crane any more", date="2026-03-05"),
        page("https://one.org/c", (OTHER, 1.0), headline="Bolts", date="2026-03-06"),
        page("https://one.org/d", headline="A crane", date="2026-03-03"),
        page("https://one.org/e", headline="Another crane", date="2026-03-02"),
    )
    for arm in Arm:
        request = Request(parse("crane"), sort=Sort.DATE, limit=2, collapse=True)
        pages = [engine.search(arm, replace(request, offset=offset)) for offset in (0, 2, 4)]
        assert [[hit.url[-1] for hit in each.hits] for each in pages] == [["c", "b"], ["d", "e"], []]
        assert {(each.total, each.documents, each.more) for each in pages} == {(4, 5, False)}
        assert [hit.copies for hit in pages[0].hits] == [1, 2]
        relevance = engine.search(arm, Request(parse("crane"), collapse=True, explain=True))
        assert relevance.total == 4
        scores = {hit.url: hit.score for hit in engine.search(arm, Request(parse("crane"))).hits}
        assert {hit.url: hit.score for hit in relevance.hits} == {hit.url: scores[hit.url] for hit in relevance.hits}
    plain = engine.search(Arm.BODY, Request(parse("crane")))
    assert (plain.total, plain.documents) == (5, None)


@pytest.mark.slow
def test_pages_without_a_text_are_near_copies_of_none(engine: Engine) -> None:
    stories = (page(f"https://e.org/{n}", (" ".join(f"w{n}x{m}" for m in range(9)), 1.0), headline="crane") for n in range(200))
    fill(engine, *stories, *(page(f"https://e.org/empty/{n}", headline="crane") for n in range(200)))
    results = engine.search(Arm.BODY, Request(parse("crane"), collapse=True))
    assert (results.total, results.documents) == (400, 400)


def test_of_more_than_are_looked_at_the_number_of_groups_is_a_least_one(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (arm_index, elasticsearch_reader):
        monkeypatch.setattr(module, "MOST_COLLAPSED", 3)
    fill(engine, *(page(f"https://e.org/{n}", (f"crane number{n} w{n} x{n}", 1.0), date=f"2026-03-0{n + 1}") for n in range(5)))
    for sort in Sort:
        results = engine.search(Arm.BODY, Request(parse("crane"), sort=sort, collapse=True))
        assert (results.total, results.documents, results.more, len(results.hits)) == (3, 5, True, 3)


def test_a_score_is_the_sum_of_its_words(engine: Engine) -> None:
    fill(
        engine,
        page("https://e.org/a", ("the crane by the quay", 0.5), headline="Cranes"),
        page("https://e.org/b", ("crane", 1.0), ("quay", 1.0)),
        page("https://e.org/c", ("Kräne am Kai und die crane", 1.0), language="de"),
    )
    for query in ("crane quay", "cranes", '"the crane" mill', "crane crane"):
        for hit in engine.search(Arm.WEIGHTED, Request(parse(query), Match.ANY, explain=True)).hits:
            assert hit.explanation is not None
            assert sum(word.score for word in hit.explanation.words) == pytest.approx(hit.score, rel=1e-5)
            assert hit.record()["explanation"]["words"]
    (hit,) = [h for h in engine.search(Arm.WEIGHTED, Request(parse("crane"), explain=True)).hits if h.url.endswith("a")]
    assert hit.explanation is not None
    (word,) = hit.explanation.words
    assert (word.weight, hit.explanation.length) == (5.5, 7.5), "five for the headline, one half for the block: as stored, not as rounded"


@pytest.mark.parametrize("similarity", [Similarity(0.4, 0.3), Similarity(2.5, 1.0), Similarity(0.0, 0.0)])
def test_both_engines_score_alike_by_another_similarity(elasticsearch_node: str, tmp_path: Path, similarity: Similarity) -> None:
    pages = [page(f"https://e.org/{n}", ("crane " * n + "quay " * 12 + "mill " * (n % 5 * 7), 1.0), headline="Quay" * (n % 3)) for n in range(1, 12)]
    request = Request(parse("crane quay mill"), Match.ANY, limit=11, explain=True)
    other = replace(request, similarity=similarity)
    with TantivyEngine(tmp_path) as embedded, new_engine(elasticsearch_node) as server:
        for each in (embedded, server):
            fill(each, *pages)
        plain, exact, served = (
            {hit.url: hit for hit in each.search(Arm.WEIGHTED, asked).hits} for each, asked in ((embedded, request), (embedded, other), (server, other))
        )
        remove(server)
    assert [*served] == sorted(served, key=lambda url: -served[url].score)
    for url, hit in served.items():
        assert hit.score == pytest.approx(exact[url].score, rel=0.1)
        assert hit.score != pytest.approx(plain[url].score, rel=1e-4)
        assert hit.explanation is not None
        assert sum(word.score for word in hit.explanation.words) == pytest.approx(hit.score, rel=1e-5)


def test_a_word_of_several_languages_is_as_rare_as_all_its_terms_without_expensive_queries(
    elasticsearch_node: str, tmp_path: Path
) -> None:
    """A cluster may forbid them; the word's terms must not be worth more in the language with fewer documents."""
    made = [page(f"https://e.org/{n}", ("ferries and quays", 1.0), language="uk" if n % 5 == 0 else "en") for n in range(20)]
    setting = "search.allow_expensive_queries"
    url = f"{elasticsearch_node}/_cluster/settings"
    request = Request(parse("ferries quays"), limit=20, explain=True)
    with TantivyEngine(tmp_path) as embedded, new_engine(elasticsearch_node) as server:
        for each in (embedded, server):
            fill(each, *made, *(page(f"https://e.org/other/{n}", ("a mill", 1.0)) for n in range(30)))
        exact = {hit.url: hit.score for hit in embedded.search(Arm.BODY, request).hits}
        assert urllib3.request("PUT", url, json={"transient": {setting: False}}).status == 200
        try:
            hits = server.search(Arm.BODY, request).hits
        finally:
            urllib3.request("PUT", url, json={"transient": {setting: None}})
            remove(server)
    assert {hit.url: hit.score for hit in hits} == pytest.approx(exact, rel=0.04), "Lucene keeps four bits of a length"
    assert len({round(hit.score, 4) for hit in hits}) == 1


def test_both_engines_order_ties_and_dates_alike(elasticsearch_node: str, tmp_path: Path) -> None:
    pages = [
        page(f"https://e.org/{n}", ("crane " * (1 + n % 3), 1.0), date=f"2026-03-{1 + n % 5:02}" if n % 4 else "", language=("en", "de")[n % 2])
        for n in range(40)
    ]  # fmt: skip
    with TantivyEngine(tmp_path) as embedded, new_engine(elasticsearch_node) as server:
        for each in (embedded, server):
            fill(each, *pages)
        for query, sort in (("crane", Sort.RELEVANCE), ("crane", Sort.DATE), ("*", Sort.DATE), ("crane language:de", Sort.DATE)):
            request = Request(parse(query), sort=sort, limit=40)
            assert [hit.url for hit in embedded.search(Arm.RAW, request).hits] == [hit.url for hit in server.search(Arm.RAW, request).hits]
        assert found(embedded, "cranes") == found(server, "cranes")
        remove(server)


def test_the_state_changes_with_what_is_searched_and_not_by_a_search(engine: Engine) -> None:
    def is_kept_by_a_search() -> bool:
        before = engine.state()
        found(engine, "crane")
        return engine.state() == before

    states = []
    for number in range(3):
        fill(engine, page(f"https://e.org/{number}", ("crane", 1.0)))
        states.append(engine.state())
        assert any(is_kept_by_a_search() for _ in range(5)), "nothing was written"  # a merge may end during one of them
    engine.delete("https://e.org/1")
    engine.commit()
    states.append(engine.state())
    assert None not in states
    assert len(set(states)) == len(states)


def test_what_is_stored_is_what_was_written(engine: Engine) -> None:
    made = page("https://e.org/a", ("the crane\ud800 by the quay", 0.5), ("", 0.3), headline="Cranes", date="2026-03-04T07:30:00+01:00")
    fill(engine, made)
    for arm in Arm:
        stored = engine.read(arm, "https://e.org/a")
        assert stored is not None
        document = documents(made)[arm]
        again = stored.document()
        assert (again.id, again.site, again.published, again.fields) == (document.id, document.site, document.published, document.fields)
        assert again.fingerprint == document.fingerprint
        assert [part.terms for part in again.parts] == [part.terms for part in document.parts]
        assert stored.words == frozenset(" ".join(part.terms for part in document.parts).split())
        assert [each.id for each in engine.stored(arm)] == [document.id]


def test_with_the_plugin_frequencies_are_weights_in_hundredths_evened_by_length(elasticsearch_plugin_node: str) -> None:
    with new_engine(elasticsearch_plugin_node) as server:
        fill(server, page("https://e.org/a", ("the crane by the quay", 0.527), headline="Cranes"), page("https://e.org/b", ("quay", 0.001)))
        hits = server.search(Arm.WEIGHTED, Request(parse("crane quay"), Match.ANY, explain=True)).hits
        words = {(hit.url[-1], word.terms[0]): word.weight for hit in hits if hit.explanation for word in hit.explanation.words}
        assert words == {("a", "crane"): 5.527, ("a", "quay"): 0.527, ("b", "quay"): 0.001}
        assert sum(word.score for hit in hits if hit.explanation for word in hit.explanation.words) == pytest.approx(
            sum(hit.score for hit in hits), rel=1e-5
        )
        with server.connection.ask() as client:
            query = {"term": {"w": "crane"}}
            explained = client.search(index=server.names.read(Arm.WEIGHTED), query=query, explain=True)["hits"]["hits"][0]
            mapping = client.indices.get_mapping(index=server.names.read(Arm.WEIGHTED)).body
        (frequency,) = re.findall(r"score\(freq=([\d.]+)\)", str(explained["_explanation"]))
        assert float(frequency) == pytest.approx(552.7, rel=0.08)
        (field,) = [about["mappings"]["properties"]["w"] for about in mapping.values()]
        assert (field["analyzer"], field["search_analyzer"]) == ("weighted_terms", "weighted_terms_query")
        remove(server)


def test_a_client_of_a_later_major_version_says_which_one_to_install(elasticsearch_8_node: str) -> None:
    import elasticsearch

    with new_engine(elasticsearch_8_node) as server:
        if elasticsearch.__version__[0] > 8:
            with pytest.raises(EngineError, match=r"elasticsearch>=8\.19,<9"):
                fill(server, page("https://e.org/a", ("crane", 1.0)))
        else:
            fill(server, page("https://e.org/a", ("crane", 1.0)))
            assert found(server, "crane") == ["a"]
            remove(server)


@pytest.mark.parametrize(
    ("one", "other"), [("e-mail", "email"), ("COVID-19", "covid19"), ("Zeit-Online", "Zeitonline"), ("co\u2011operate", "cooperate")]
)
def test_a_word_with_hyphens_finds_the_word_without_and_the_other_way_round(engine: Engine, one: str, other: str) -> None:
    pages = (page(f"https://e.org/{name}", (f"Of {word} and cranes", 1.0), headline=word) for name, word in (("one", one), ("other", other)))
    fill(engine, *pages, page("https://e.org/none", ("crane", 1.0), headline="e of mail, covid and 19, Zeit and Online, co and operate"))
    for asked, best in ((one, "one"), (other, "other")):
        for arm in Arm:
            hits = engine.search(arm, Request(parse(asked))).hits
            assert [hit.url.rpartition("/")[2] for hit in hits] == [best, "other" if best == "one" else "one"], (arm, asked)
            assert all(hit.headline.marks for hit in hits)
            assert engine.search(arm, Request(parse(f"crane -{asked}"))).total == 1
