"""The reports: arms on test queries, match precision, and one query beside the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import winnow
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.cli.retrieval_report import retrieval_record, retrieval_text
from indexer.errors import EngineError, NothingToDoError, UsageError
from indexer.evaluate.judged_urls import Unmatched
from indexer.evaluate.match_precision import Label, measure
from indexer.evaluate.rank_changes import compare_arms
from indexer.evaluate.retrieval import System, evaluate, fair_systems
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.settings import Settings

SITE = "https://e.org/"
STORIES = {
    "crane": "The last crane on the quay was taken apart on Tuesday",
    "lynx": "A camera in the woods has filmed a lynx cub",
    "tram": "Line nine returns to the tunnel on Sunday",
    "mill": "The paper mill will run on its own wells until May",
}
TEASERS = "Most read: lynx cub filmed; crane taken apart"


def pages() -> Iterator[Cleaned]:
    for number, (name, text) in enumerate(STORIES.items()):
        url = SITE + name
        article = Article(
            url,
            url,
            f"About the {name}",
            (Block(text, 0.9, True), Block(TEASERS, 0.0, False)),
            in_language="en",
            date_published=f"2026-03-0{number + 1}",
        )
        visible = f"{article.headline}\n{text}\n{TEASERS}"
        yield Cleaned(Outcome(url, "w", Ending(Kind.CLEANED)), "e.org", "", "article", article, visible)
        if name == "crane":
            copy = Outcome(url + "?utm", "w", Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of=url))
            yield Cleaned(copy, "e.org", "", "article", article, visible)
    front = "\n".join(f"About the {name}" for name in STORIES)
    yield Cleaned(Outcome(SITE, "w", Ending(Kind.NOT_ARTICLE)), "e.org", "", "toc", None, front)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    with TantivyEngine(Settings(home=home).index_directory) as engine:
        list(write(pages(), engine))
    return home


@pytest.fixture(scope="module")
def engine(home: Path) -> TantivyEngine:
    return TantivyEngine(Settings(home=home).index_directory)


QUERIES = (TestQuery("q1", "known-item", "lynx cub filmed"), TestQuery("q2", "known-item", "crane"))


WEIGHTED = System(Arm.WEIGHTED)


def test_the_gain_over_raw_is_parted_from_the_boost_of_headlines(engine: TantivyEngine) -> None:
    report = evaluate(engine, QUERIES, Judgements({"q1": {SITE + "lynx": 1}, "q2": {SITE + "crane": 1}}))
    names = [system.name for system in report.values]
    assert names == ["raw", "raw + headline ×5", "articles", "articles + headline ×5", "body", "body + headline ×5", "weighted"]
    pairs = {(contrast.baseline, contrast.system) for contrast in report.contrasts}
    assert len(pairs) == 7 * 6 / 2, "all pairs at once"
    ordered = sorted(report.contrasts, key=lambda contrast: contrast.difference.p)
    assert ordered[0].p_adjusted == min(1.0, len(ordered) * ordered[0].difference.p), "Holm over all that is shown"
    assert [system.name for system in fair_systems([Arm.RAW, Arm.BODY])] == ["raw", "body"], "no boost, nothing to be fair to"


def test_ceiling_and_judged_share_explain_a_low_precision(engine: TantivyEngine) -> None:
    judgements = Judgements({"q1": {SITE + "lynx": 1}, "q2": {SITE + "crane": 1, SITE + "lynx": 0}})
    report = evaluate(engine, QUERIES, judgements)
    assert report.ceilings == {"nDCG@10": 1.0, "P@10": 0.1, "MRR": 1.0, "AP": 1.0}
    assert report.judged[WEIGHTED] == 1.0
    assert report.judged[System(Arm.RAW)] < 0.5, "lists and teasers that nobody looked at"
    assert report.mean(WEIGHTED, "P@10", "known-item") == 0.1
    assert report.mean(WEIGHTED, "P@10", "section") is None


@pytest.mark.parametrize("judgements", [Judgements({}), Judgements({"q1": {SITE + "lynx": 0}})], ids=["no judgement", "none relevant"])
def test_without_a_usable_query_nothing_is_said(engine: TantivyEngine, judgements: Judgements) -> None:
    report = evaluate(engine, QUERIES, judgements)
    assert report.contrasts == ()
    text = retrieval_text(report)
    assert "Nothing to report" in text
    assert "0.0000" not in text
    assert "no significant difference" not in text
    assert retrieval_record(report)["arms"]["weighted"]["nDCG@10"] is None


def test_a_copy_counts_as_its_story_and_nothing_counts_twice(engine: TantivyEngine) -> None:
    judgements = Judgements({"q1": {SITE + "lynx": 1}, "q2": {SITE + "crane?utm": 1, SITE + "crane": 1}})
    report = evaluate(engine, QUERIES, judgements)
    assert report.unmatched == {}
    for system in report.values:
        assert all(0 <= value <= 1 for values in report.values[system].values() for value in values)
    assert report.mean(WEIGHTED, "MRR") == 1.0


@pytest.mark.parametrize(
    "spelling",
    ["HTTPS://E.org:443/lynx", "http://e.org/lynx", "https://www.e.org/lynx/", "https://e.org/./lynx?utm_source=mail#top", "https://e.org/l%79nx"],
)
def test_a_judged_url_is_known_in_any_spelling(engine: TantivyEngine, spelling: str) -> None:
    report = evaluate(engine, QUERIES, Judgements({"q1": {spelling: 2}}))
    assert (report.unmatched, report.mean(WEIGHTED, "MRR")) == ({}, 1.0)


def test_a_judged_url_without_a_document_says_why(engine: TantivyEngine) -> None:
    report = evaluate(engine, QUERIES, Judgements({"q1": {SITE + "lynx": 1, "https://other.org/": 1, "doc-17": 1, SITE + "gone": 0}}))
    assert report.unmatched == {
        "doc-17": Unmatched.NO_URL, SITE + "gone": Unmatched.NOT_INDEXED, "https://other.org/": Unmatched.OTHER_HOST,
    }  # fmt: skip


def test_equal_arms_have_no_significant_difference(engine: TantivyEngine) -> None:
    judgements = Judgements({"q1": {SITE + "lynx": 1}, "q2": {SITE + "crane": 1}})
    report = evaluate(engine, QUERIES, judgements, (System(Arm.BODY), WEIGHTED))
    assert {contrast.verdict for contrast in report.contrasts} == {"no significant difference"}


def test_queries_that_cannot_be_judged_are_left_out_and_counted(engine: TantivyEngine) -> None:
    queries = (*QUERIES, TestQuery("q3", "", "tram"), TestQuery("q4", "", "mill"))
    judgements = Judgements({"q1": {SITE + "lynx": 1}, "q2": {SITE + "nowhere": 1}, "q4": {SITE + "mill": 0}}, ("q3",))
    report = evaluate(engine, queries, judgements, (System(Arm.RAW),))
    assert [query.id for query in report.queries] == ["q1", "q2"]
    assert report.left_out == {"conflicting judgements": 1, "no relevant judgement": 1}
    assert report.unmatched == {SITE + "nowhere": Unmatched.NOT_INDEXED}


def test_teasers_are_false_matches_of_the_raw_arm(engine: TantivyEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indexer.evaluate.match_precision.SHARE_TO", 0.25)  # one of four stories
    labels = {SITE + name: Label(f"About the {name}", text) for name, text in STORIES.items()}
    report = measure(engine, labels=labels)
    rows = {row.arm: row for row in report.rows if row.site == ""}
    assert rows[Arm.RAW].precision < rows[Arm.ARTICLES].precision < rows[Arm.BODY].precision == 1.0
    assert rows[Arm.RAW].false_queries > 0
    assert rows[Arm.WEIGHTED].recall == 1.0
    assert report.differences[Arm.WEIGHTED].mean > 0
    assert report.p_adjusted.keys() == report.differences.keys() == {Arm.ARTICLES, Arm.BODY, Arm.WEIGHTED}
    assert all(report.p_adjusted[arm] >= report.differences[arm].p for arm in report.differences)
    unlabelled = measure(engine)
    assert (unlabelled.reference, unlabelled.differences) == ("body arm", {}), "nothing is tested against our own output"
    with pytest.raises(UsageError, match="no labelled URL"):
        measure(engine, labels={"https://other.org/": Label("", "b")})


def test_two_columns_match_stories_whatever_their_url(engine: TantivyEngine) -> None:
    comparison = compare_arms(engine, Arm.RAW, Arm.WEIGHTED, Request(parse("lynx")))
    assert comparison.left_total == 6
    assert [each.hit.url for each in comparison.right] == [SITE + "lynx"]
    assert comparison.shared == 1
    assert sum(each.other_rank is None for each in comparison.left) == 5


def run(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(winnow.cli, [*arguments, "--home", str(home)])


def test_search_prints_one_json_document(home: Path) -> None:
    result = json.loads(run(home, "search", "lynx", "--json").stdout)
    assert result["total"] == 1
    (hit,) = result["hits"]
    assert (hit["url"], hit["headline"]) == (SITE + "lynx", "About the lynx")
    assert hit["score"] > 0
    everything = json.loads(run(home, "search", "*", "--arm", "raw", "--sort", "date", "--limit", "2", "--json").stdout)
    assert everything["total"] == 6
    assert [hit["url"] for hit in everything["hits"]] == [SITE + "mill", SITE + "tram"]


def test_search_for_a_person(home: Path) -> None:
    result = run(home, "search", "lynx", "woods")
    assert result.exit_code == 0
    assert result.stdout.startswith("1 found\n\n  1. About the lynx\n")


def test_compare_one_query(home: Path) -> None:
    result = run(home, "compare", "crane")
    assert result.exit_code == 0
    assert "raw: 6 found" in result.stdout
    assert "weighted: 1 found" in result.stdout
    assert result.stdout.count("gone") == 4, "the copy is its story's"
    record = json.loads(run(home, "compare", "crane", "--json").stdout)
    assert [column["arm"] for column in record["columns"]] == ["raw", "weighted"]


def test_compare_and_evaluate_a_set(home: Path, tmp_path: Path) -> None:
    queries, qrels = tmp_path / "queries.tsv", tmp_path / "qrels.txt"
    queries.write_text("".join(f"{q.id}\t{q.type}\t{q.text}\n" for q in QUERIES))
    qrels.write_text(f"q1 0 {SITE}lynx 1\nq2 0 {SITE}crane 1\n")
    files = ["--queries", str(queries), "--qrels", str(qrels)]
    text = run(home, "compare", *files)
    assert text.exit_code == 0
    assert "no significant difference" in text.stdout
    assert "Match precision" in text.stdout
    record = json.loads(run(home, "evaluate", "retrieval", *files, "--json").stdout)
    assert record["queries"] == 2
    assert set(record["arms"]) == {system.name for system in fair_systems(tuple(Arm))}
    assert run(home, "evaluate", "matching", "--json").exit_code == 0


@pytest.mark.slow
def test_size_table(home: Path) -> None:
    result = run(home, "size")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].startswith("all    raw")
    assert len(json.loads(run(home, "size", "--json").stdout)["sizes"]) == 2 * len(Arm)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["compare"], UsageError),
        (["compare", "crane", "--arms", "raw"], UsageError),
        (["compare", "crane", "--arms", "raw,clean"], UsageError),
        (["search", "crane", "--home", "/nonexistent"], EngineError),
        (["size", "--home", "/nonexistent"], NothingToDoError),
    ],
)
def test_wrong_calls_say_what_to_do(home: Path, arguments: list[str], error: type[Exception]) -> None:
    named = [] if "--home" in arguments else ["--home", str(home)]
    result = CliRunner().invoke(winnow.cli, [*arguments, *named])
    assert isinstance(result.exception, error)


def test_settings_are_read_when_asked_for(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("WINNOW_HOME", str(home))
    assert CliRunner().invoke(winnow.cli, ["search", "lynx"]).exit_code == 0
    monkeypatch.setenv("WINNOW_ENGINE", "http://localhost:9200")
    assert isinstance(CliRunner().invoke(winnow.cli, ["search", "lynx"]).exception, UsageError)
