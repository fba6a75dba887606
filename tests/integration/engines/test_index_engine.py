"""The embedded engine against a slow twin, through updates, deletions, kills and locks."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.paths import ROOT
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.errors import EngineError, EngineLockedError
from indexer.index.arm import Arm
from indexer.index.document import Document, document_id, documents
from indexer.index.engine import Engine, Match, Request, Sort
from indexer.index.query import literal
from indexer.index.query_parser import parse
from indexer.index.tantivy.arm_index import ArmIndex
from indexer.index.tantivy.engine import TantivyEngine
from indexer.outcome import Ending, Kind, Outcome
from indexer.text import terms

WORDS = ["ferry", "quay", "crane", "lynx", "tram", "bolt", "mill"]


def page(url: str, *blocks: tuple[str, float], headline: str = "", date: str = "", language: str = "en") -> Cleaned:
    article = Article(
        url,
        url,
        headline,
        tuple(Block(text, weight, True) for text, weight in blocks),
        author=("Ada Hjelm",),
        in_language=language,
        date_published=date,
    )
    text = "\n".join([headline, *(text for text, _ in blocks)])
    return Cleaned(Outcome(url, "", Ending(Kind.CLEANED)), "example", "", "article", article, text)


def weighted(url: str, *blocks: tuple[str, float], headline: str = "", date: str = "") -> Document:
    return documents(page(url, *blocks, headline=headline, date=date))[Arm.WEIGHTED]


def slow_bm25(corpus: Iterable[Document], query: Sequence[str]) -> dict[str, float]:
    """BM25 over fractional tf from its textbook definition, over every document; no index, no integers."""
    tf: dict[str, Counter[str]] = {}
    for document in corpus:
        counts: Counter[str] = Counter()
        for part in document.parts:
            for term in part.terms.split():
                counts[term] += part.weight / 1000
        tf[document.fields["url"]] = counts
    lengths = {url: sum(counts.values()) for url, counts in tf.items()}
    mean = sum(lengths.values()) / len(lengths)
    scores = {}
    for url, counts in tf.items():
        score = 0.0
        for term in terms(" ".join(query), "en"):
            if counts[term]:
                frequency = sum(term in other for other in tf.values())
                idf = math.log(1 + (len(tf) - frequency + 0.5) / (frequency + 0.5))
                norm = 1.2 * (1 - 0.75 + 0.75 * lengths[url] / mean)
                score += idf * counts[term] / (counts[term] + norm)
        if score:
            scores[url] = score
    return scores


def assert_equal_to_twin(index: ArmIndex, corpus: Sequence[Document], query: Sequence[str]) -> None:
    expected = slow_bm25(corpus, query) if corpus else {}
    results = index.search(Request(literal(" ".join(query)), Match.ANY, limit=50))
    assert results.total == len(expected)
    assert {hit.url: hit.score for hit in results.hits} == pytest.approx(expected, rel=1e-9)
    scores = [hit.score for hit in results.hits]
    assert scores == sorted(scores, reverse=True)


blocks = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join),
        st.integers(1, 1000).map(lambda thousandths: thousandths / 1000),
    ),
    min_size=1,
    max_size=4,
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 5), blocks),
        st.tuples(st.just("delete"), st.integers(0, 5), st.none()),
        st.tuples(st.just("commit"), st.none(), st.none()),
    ),
    min_size=1,
    max_size=12,
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(steps, st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_scores_are_those_of_the_slow_twin_after_any_writes(writes: list[tuple], query: list[str]) -> None:
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:  # merges may end after close
        index, corpus = ArmIndex(Path(name) / "weighted"), {}
        index.put(weighted("https://e.org/first", ("ferry", 1.0)))
        corpus["https://e.org/first"] = weighted("https://e.org/first", ("ferry", 1.0))
        for verb, number, content in writes:
            url = f"https://e.org/{number}"
            if verb == "put":
                corpus[url] = weighted(url, *content, headline=content[0][0])
                index.put(corpus[url])
            elif verb == "delete":
                corpus.pop(url, None)
                index.delete(url, 1 << 62)
            else:
                index.commit()
                assert_equal_to_twin(index, list(corpus.values()), query)
        index.commit()
        index.close()
        assert_equal_to_twin(ArmIndex(Path(name) / "weighted"), list(corpus.values()), query)


def fill(engine: Engine, *pages: Cleaned) -> None:
    for each in pages:
        for arm, document in documents(each).items():
            engine.put(arm, document)
    engine.commit()


def found(engine: Engine, query: str, sort: Sort = Sort.RELEVANCE, match: Match = Match.ALL) -> list[str]:
    hits = engine.search(Arm.WEIGHTED, Request(parse(query), match, sort)).hits
    return [hit.url.rsplit("/", 1)[1] for hit in hits]


def test_a_heavier_block_ranks_higher(engine: Engine) -> None:
    fill(engine, page("https://e.org/a", ("lynx in the wood", 0.2)), page("https://e.org/b", ("lynx in the wood", 1.0)))
    assert found(engine, "lynx") == ["b", "a"]
    body = engine.search(Arm.BODY, Request(parse("lynx"))).hits
    assert body[0].score == body[1].score


def test_a_phrase_does_not_span_two_blocks(engine: Engine) -> None:
    fill(engine, page("https://e.org/a", ("the old crane", 1.0), ("falls down", 1.0)))
    assert found(engine, '"old crane"') == ["a"]
    assert found(engine, '"crane falls"') == []
    assert found(engine, "crane falls") == ["a"]


def test_all_words_or_any(engine: Engine) -> None:
    fill(engine, page("https://e.org/a", ("crane", 1.0)), page("https://e.org/b", ("crane quay", 1.0)))
    assert found(engine, "crane quay") == ["b"]
    assert found(engine, "crane quay", match=Match.ANY) == ["b", "a"]


def test_a_word_is_found_in_every_language_of_the_index(engine: Engine) -> None:
    fill(
        engine,
        page("https://e.org/de", ("Die Fähren laufen aus", 1.0), language="de"),
        page("https://e.org/en", ("Ferries sail, the fähre too", 1.0), language="en"),
    )
    assert sorted(found(engine, "fähre")) == ["de", "en"]
    assert sorted(found(engine, "faehre")) == ["de", "en"], "as German has it"
    assert found(engine, "ferry") == ["en"]


def test_sorted_by_date_the_undated_come_last_and_none_is_lost(engine: Engine) -> None:
    fill(
        engine,
        page("https://e.org/none", ("crane", 1.0)),
        page("https://e.org/old", ("crane", 1.0), date="1931-05-01"),
        page("https://e.org/new", ("crane", 1.0), date="2026-03-05T10:00:00+01:00"),
        page("https://e.org/later", ("crane", 1.0), date="2026-03-05T09:30:00Z"),
        page("https://e.org/odd", ("crane", 1.0), date="soon"),
    )
    order = found(engine, "crane", Sort.DATE)
    assert order[:3] == ["later", "new", "old"]
    assert sorted(order[3:]) == ["none", "odd"]
    assert found(engine, "*")[:3] == ["later", "new", "old"]


def test_filters(engine: Engine) -> None:
    fill(
        engine,
        page("https://www.one.org/a", ("crane", 1.0), date="2026-03-05"),
        page("https://two.org/b", ("crane", 1.0), date="2026-03-06", language="de"),
        page("https://two.org/c", ("crane", 1.0)),
    )
    assert found(engine, "crane site:one.org") == ["a"]
    assert sorted(found(engine, "site:example")) == ["a", "b", "c"]
    assert found(engine, "crane language:de") == ["b"]
    assert found(engine, "crane after:2026-03-06") == ["b"]
    assert found(engine, "before:2026-03-06") == ["a"]
    assert sorted(found(engine, 'author:"ada hjelm" crane')) == ["a", "b", "c"]
    assert found(engine, "crane author:Hjelm author:Brekke") == []
    assert found(engine, "?!") == []
    assert engine.search(Arm.RAW, Request(parse("*"), limit=0)).total == 3


@pytest.mark.slow
def test_total_is_exact_and_pages_do_not_overlap(engine: Engine) -> None:
    fill(engine, *(page(f"https://e.org/{i:03}", ("crane " * (i % 7 + 1), 1.0)) for i in range(150)))
    requests = [Request(parse("crane"), limit=10, offset=offset) for offset in range(0, 150, 10)]
    results = [engine.search(Arm.WEIGHTED, request) for request in requests]
    assert {result.total for result in results} == {150}
    assert len({hit.url for result in results for hit in result.hits}) == 150


def test_deleting_by_canonical_url_reaches_every_variant(engine: Engine) -> None:
    story = page("https://e.org/story", ("crane", 1.0))
    copy = Cleaned(
        Outcome("https://e.org/copy", "", Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of="https://e.org/story")),
        "example",
        "",
        "article",
        story.article,
        "crane",
    )
    fill(engine, story, copy)
    assert [engine.count(arm) for arm in Arm] == [2, 2, 1, 1]
    engine.delete("https://e.org/story")
    engine.commit()
    assert [engine.count(arm) for arm in Arm] == [0, 0, 0, 0]


def test_highlights_are_characters_of_the_stored_text(engine: Engine) -> None:
    long = "The cranes of Merwick " + "y " * 300
    fill(engine, page("https://e.org/a", ("x " * 300, 1.0), (long, 1.0), headline="A crane"))
    (hit,) = engine.search(Arm.WEIGHTED, Request(parse("crane merwick"))).hits
    assert hit.headline.with_marks("[", "]") == "A [crane]"
    assert hit.snippet.with_marks("[", "]").startswith("The [cranes] of [Merwick] y")
    assert len(hit.snippet.text) < 250


def test_a_second_writer_is_told_that_the_first_is_there(tmp_path: Path) -> None:
    with TantivyEngine(tmp_path) as first, TantivyEngine(tmp_path) as second:
        fill(first, page("https://e.org/a", ("crane", 1.0)))
        with pytest.raises(EngineLockedError, match="another process is writing"):
            second.put(Arm.RAW, documents(page("https://e.org/b", ("crane", 1.0)))[Arm.RAW])
        assert found(second, "crane") == ["a"]
    with TantivyEngine(tmp_path) as third:
        fill(third, page("https://e.org/b", ("crane", 1.0)))


def test_an_index_of_another_version_is_refused(tmp_path: Path) -> None:
    with TantivyEngine(tmp_path) as engine:
        fill(engine, page("https://e.org/a", ("crane", 1.0)))
    stamp = tmp_path / "weighted" / "winnow.json"
    stamp.write_text(json.dumps(json.loads(stamp.read_text()) | {"analyser": 0}))
    with pytest.raises(EngineError, match="another analyser"):
        found(TantivyEngine(tmp_path), "crane")


def test_searching_what_is_not_there_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="winnow index"):
        found(TantivyEngine(tmp_path / "none"), "crane")
    assert not (tmp_path / "none").exists()


KILLED = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from tests.integration.engines.test_index_engine import weighted
from indexer.index.tantivy.arm_index import ArmIndex
index = ArmIndex(Path(sys.argv[1]))
for number in range(100_000):
    index.put(weighted(f"https://e.org/{number % 40}", ("crane " * (number % 9 + 1), 0.5)))
    if number % 10 == 9:
        index.commit()
        print(number, flush=True)
"""


@pytest.mark.slow
def test_a_killed_writer_leaves_its_last_commit(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "weighted"), str(ROOT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            last = int(line)
            if last >= 60:
                os.kill(process.pid, signal.SIGKILL)
                break
        last = max([last, *map(int, process.stdout.read().split())])
    alive = {n % 40: n for n in range(last + 1)}
    corpus = [weighted(f"https://e.org/{n % 40}", ("crane " * (n % 9 + 1), 0.5)) for n in alive.values()]
    index = ArmIndex(tmp_path / "weighted")
    results = index.search(Request(parse("crane"), limit=50))
    expected = slow_bm25(corpus, ["crane"])
    late = {n % 40: n for n in range(last + 11)}  # killed after a commit but before it was printed
    if {hit.url: hit.score for hit in results.hits} != pytest.approx(expected, rel=1e-9):
        corpus = [weighted(f"https://e.org/{n % 40}", ("crane " * (n % 9 + 1), 0.5)) for n in late.values()]
        assert {hit.url: hit.score for hit in results.hits} == pytest.approx(slow_bm25(corpus, ["crane"]), rel=1e-9)
    index.put(weighted("https://e.org/again", ("lynx", 1.0)))
    index.commit()
    assert index.search(Request(parse("lynx"))).total == 1
    index.close()


def test_document_ids_fit_every_engine() -> None:
    assert len(document_id("https://e.org/" + "x" * 5000)) <= 512


def test_a_date_without_a_zone_counts_as_utc() -> None:
    made = weighted("https://e.org/a", ("crane", 1.0), date="2026-03-05")
    assert made.published == datetime(2026, 3, 5, tzinfo=UTC)


def test_hits_show_the_fields_that_the_mapping_names(engine: Engine) -> None:
    fill(engine, page("https://e.org/a", ("crane", 1.0), headline="A crane"))
    (hit,) = engine.search(Arm.WEIGHTED, Request(parse("crane"))).hits
    described = (ROOT / "mappings" / "README.md").read_text("utf-8")
    assert [name for name in hit.record() if f"`{name}`" not in described] == []


SEEDED = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from tests.integration.engines.test_index_engine import page, fill
from indexer.index.arm import Arm
from indexer.index.engine import Match, Request
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
made = ((n, "crane quay " * (n % 3 + 1), ("en", "de")[n % 2]) for n in range(30))
pages = [page(f"https://e.org/{n}", (text, 0.1), language=language) for n, text, language in made]
with TantivyEngine(Path(sys.argv[1])) as engine:
    fill(engine, *(pages if "PYTHONHASHSEED" in __import__("os").environ else reversed(pages)))
    hits = engine.search(Arm.WEIGHTED, Request(parse("cranes quay"), Match.ANY, limit=30)).hits
    print([(hit.url, hit.score, hit.snippet) for hit in hits])
"""


@pytest.mark.slow
def test_results_do_not_depend_on_order_of_writing_or_hash_seed(tmp_path: Path) -> None:
    printed = []
    for seed in (None, "1", "2"):
        command = [sys.executable, "-c", SEEDED, str(tmp_path / str(seed)), str(ROOT)]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONHASHSEED"}
        environment |= {"PYTHONHASHSEED": seed} if seed else {}
        printed.append(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)
    assert printed[0] == printed[1] == printed[2] != ""
