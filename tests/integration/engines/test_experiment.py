"""Experiments: fixed first, resumable, and computed again by trec_eval from what is exported."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytrec_eval
import urllib3
from click.testing import CliRunner, Result

import winnow
from harness.engines import _elasticsearch, elasticsearch, engine, new_engine, remove
from indexer.cli.options import parse_system
from indexer.errors import InputError, UsageError
from indexer.evaluate.experiment import Experiment, create, findings, load, load_run, run
from indexer.evaluate.extracted import extracted
from indexer.evaluate.judging import judgements_of, verdicts
from indexer.evaluate.known_items import known_items
from indexer.evaluate.program_judge import graded
from indexer.evaluate.query_log import query_id, read_log, sampled
from indexer.evaluate.retrieval import System, fair_systems
from indexer.evaluate.trec import Judgements, TestQuery, qrels_text, read_judgements, read_queries, read_run, run_text
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.bm25 import Similarity
from indexer.index.elasticsearch.foreign import ForeignIndex
from indexer.index.engine import Engine
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.pipeline import Job, clean
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.store.experiments import ExperimentLog
from indexer.store.judgements import Judgement, JudgementLog
from tests.integration.commands.test_evaluate_retrieval import QUERIES, SITE, pages

__all__ = ["_elasticsearch", "elasticsearch", "engine"]

pytestmark = pytest.mark.slow
NOW = datetime(2026, 6, 1, tzinfo=UTC)
GRADES = {"q1": {SITE + "lynx": 2, SITE + "tram": 0}, "q2": {SITE + "crane": 1, SITE: 0}, "q3": {SITE + "mill": 0}}
THIRD = TestQuery("q3", "section", "paper mill")


def made(name: str = "spring", **settings: object) -> Experiment:
    return Experiment(name, (*QUERIES, THIRD), fair_systems(tuple(Arm)), **settings)  # type: ignore[arg-type]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ExperimentLog]:
    with Database.open(tmp_path / "home") as database:
        yield ExperimentLog(database)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    with TantivyEngine(Settings(home=home).index_directory) as opened:
        list(write(pages(), opened))
    return home


def called(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(winnow.cli, ["experiment", *arguments, "--home", str(home)], catch_exceptions=False)


@pytest.mark.server("java", "elasticsearch")
def test_trec_eval_computes_the_same_from_what_is_exported(engine: Engine, log: ExperimentLog, tmp_path: Path) -> None:
    list(write(pages(), engine))
    foreign = {"q1": (SITE + "tram", SITE + "lynx", "https://www.e.org/lynx/"), "q2": (SITE + "crane?utm",)}
    experiment = made(imported={"theirs": foreign})
    create(log, experiment, 1.0)
    assert list(run(engine, log, load(log, "spring"), Judgements(GRADES), {})) == [1, 2, 3]
    done = load_run(log, experiment)
    found = findings(experiment, done)
    assert [query.id for query in found.report.queries] == ["q1", "q2"]
    assert found.report.left_out == {"no relevant judgement": 1}
    (tmp_path / "qrels").write_text(qrels_text(done.conditions["stories"]))
    qrels = {query: dict(grades) for query, grades in read_judgements(tmp_path / "qrels").grades.items() if query != "q3"}
    oracle = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10", "P.10", "recip_rank", "map", "Rprec", "recall.100", "bpref"})
    names = {"nDCG@10": "ndcg_cut_10", "P@10": "P_10", "MRR": "recip_rank", "AP": "map"}
    for system in experiment.rankers:
        path = tmp_path / "run"
        path.write_text(run_text({query: each[system.name] for query, each in done.rankings.items()}, system.name))
        scores = {query: {url: -float(rank) for rank, url in enumerate(urls)} for query, urls in read_run(path).items()}
        expected = oracle.evaluate(scores)
        for place, query in enumerate(found.report.queries):
            for ours, theirs in names.items():
                assert found.report.values[system][ours][place] == pytest.approx(expected[query.id][theirs]), (system.name, ours)
        for ours, theirs in {"Rprec": "Rprec", "R@100": "recall_100", "Bpref": "bpref"}.items():
            mean = sum(expected[query][theirs] for query in qrels) / len(qrels)
            assert found.further[system][ours] == pytest.approx(mean), (system.name, ours)
    theirs = next(each for each in experiment.rankers if each.name == "theirs")
    assert done.rankings["q1"]["theirs"] == (SITE + "tram", SITE + "lynx"), "two spellings are one story"
    assert found.report.values[theirs]["MRR"] == (0.5, 1.0), "a copy is its story"


def test_what_was_defined_and_run_never_changes_and_is_computed_alike(home: Path, log: ExperimentLog) -> None:
    engine = TantivyEngine(Settings(home=home).index_directory)
    create(log, made(), 1.0)
    with pytest.raises(UsageError, match="choose another name"):
        create(log, made(seed=7), 2.0)
    assert load(log, "spring") == made()
    for _ in range(2):
        list(run(engine, log, made(), Judgements(GRADES), {}))
    assert list(log.runs("spring")) == [1, 2]
    first, second = (findings(made(), load_run(log, made(), number)) for number in (1, 2))
    assert (first.report, first.overlap, first.waterfall) == (second.report, second.overlap, second.waterfall)
    assert next(step.name for step in first.waterfall) == "index pages left out"
    assert len(first.waterfall) == 4
    later = Judgements({"q3": {SITE + "mill": 3}})
    list(run(engine, log, made(), later, {}))
    assert len(findings(made(), load_run(log, made(), 1)).report.queries) == 2, "a run keeps the judgements that it had"
    assert len(findings(made(), load_run(log, made())).report.queries) == 1


def test_a_run_that_was_broken_off_goes_on(home: Path, log: ExperimentLog) -> None:
    engine = TantivyEngine(Settings(home=home).index_directory)
    create(log, made(), 1.0)
    begun = run(engine, log, made(), Judgements(GRADES), {})
    next(begun)
    begun.close()
    assert log.runs("spring") == {1: 1}
    assert list(run(engine, log, made(), Judgements({}), {})) == [1, 2, 3]
    assert log.runs("spring") == {1: 3}
    assert len(findings(made(), load_run(log, made())).report.queries) == 2, "with the judgements of its beginning"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "a/b"}, {"name": "x" * 61}, {"name": ".."}, {"queries": ()}, {"systems": (System(Arm.RAW),)},
        {"systems": (System(Arm.RAW), System(Arm.RAW))}, {"imported": {"raw": {}}}, {"queries": (TestQuery("q 1", "", "ferry"),)},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_experiment_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Experiment(**{"name": "spring", "queries": QUERIES, "systems": fair_systems(tuple(Arm))} | wrong)  # type: ignore[arg-type]


def test_from_a_log_to_a_report_by_the_commands(home: Path, tmp_path: Path) -> None:
    searches = tmp_path / "searches.txt"
    searches.write_text("lynx cub\nLynx  cub\ncrane\n\nline nine\n")
    drawn, qrels = tmp_path / "queries.tsv", tmp_path / "qrels.txt"
    assert called(home, "queries", "--log", str(searches), "--out", str(drawn)).exit_code == 0
    queries = read_queries(drawn)
    assert sorted(query.text for query in queries) == ["crane", "line nine", "lynx cub"]
    qrels.write_text("".join(f"{q.id} 0 {SITE}{'tram' if q.text == 'line nine' else q.text.split()[0]} 1\n" for q in queries))
    assert called(home, "new", "autumn", "--queries", str(drawn), "--qrels", str(qrels)).exit_code == 0
    assert called(home, "run", "autumn").output.strip().startswith("autumn: run 1 is complete")
    text = called(home, "show", "autumn").output
    for said in ("3 queries", "ceiling", "Judged@10", "index pages left out", "detectable", "quality and cost", "Highest mean"):
        assert said in text
    assert json.loads(called(home, "show", "autumn", "--json").output)["retrieval"]["queries"] == 3
    assert "autumn" in called(home, "list").output
    exported = tmp_path / "out"
    assert called(home, "export", "autumn", str(exported)).exit_code == 0
    assert {"queries.tsv", "qrels.txt", "raw.run", "raw-headline-5.run", "weighted.run", "per_query.csv", "report.json"} <= {
        path.name for path in exported.iterdir()
    }
    assert "A/A" in called(home, "calibrate", "autumn").output


@pytest.mark.server("java", "elasticsearch")
def test_texts_of_an_article_extractor_and_other_parameters_are_systems_too(engine: Engine, log: ExperimentLog, tmp_path: Path) -> None:
    """Pages alike but for the text, so that only what the extractor leaves of it makes a difference."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("lynx", "tram"):
        story = "".join(f"<p>The {name} of the harbour came back to the old quay on day {day}, and the keeper wrote it down.</p>" for day in range(9))
        menu = "<nav><a href=/>Weather and tides</a></nav>"
        (folder / f"{name}.html").write_text(f"<html lang=en><title>{name}</title>{menu}<article><h1>{name}</h1>{story}</article></html>")
    inputs, base = (str(folder),), "https://e.org/"
    list(write(clean(inputs, Job(now=NOW, base_url=base)), engine))
    settings = Settings(home=tmp_path / "home")
    with TantivyEngine(Home(settings).for_extractor("trafilatura").settings.index_directory) as beside:
        for document in extracted(inputs, engine, base_url=base):
            assert document is not None
            beside.put(Arm.RAW, document)
        beside.commit()
        assert {each.canonical_url for each in beside.stored(Arm.RAW)} == {each.canonical_url for each in engine.stored(Arm.RAW)}
        systems = (System(Arm.RAW), System(Arm.RAW, 4.0, extractor="trafilatura"), System(Arm.WEIGHTED, similarity=Similarity(0.5, 0.1)))
        experiment = Experiment("spring", (TestQuery("q1", "", "lynx"), TestQuery("q2", "", "tides")), systems)
        create(log, experiment, 1.0)
        assert load(log, "spring") == experiment
        judged = Judgements({"q1": {f"{base}lynx.html": 1}, "q2": {f"{base}tram.html": 1}})
        with pytest.raises(UsageError, match="experiment extract"):
            next(run(engine, log, experiment, judged, {}))
        list(run(engine, log, experiment, judged, {}, extractor_engines={"trafilatura": beside}))
    done = load_run(log, experiment)
    assert done.rankings["q1"]["trafilatura + headline ×5"] == done.rankings["q1"]["weighted k1=0.5 b=0.1"] == (f"{base}lynx.html",)
    assert len(done.rankings["q2"]["raw"]) == 2, "the menu is on both pages"
    assert not done.rankings["q2"]["trafilatura + headline ×5"]
    assert done.conditions["counts"]["trafilatura"] == 2


@pytest.mark.server("java", "elasticsearch")
def test_an_index_of_the_cluster_that_is_not_ours_is_a_system(elasticsearch_node: str, log: ExperimentLog) -> None:
    """An owner's index with other field names and its own analyzers, and an arm's native fields."""
    with new_engine(elasticsearch_node) as engine:
        list(write(pages(), engine))
        theirs = f"{engine.names.prefix}-theirs"
        for name, title in (("lynx", "The lynx cub was filmed"), ("tram?utm_source=feed", "Trams and a lynx")):
            document = {"title": title, "page": {"address": SITE + name}}
            answer = urllib3.request("POST", f"{elasticsearch_node}/{theirs}/_doc?refresh=true", json=document)
            assert answer.status == 201, answer.data
        indexes = (
            ForeignIndex("theirs", theirs, ("title",), "page.address"),
            ForeignIndex("native", engine.names.read(Arm.BODY), ("headline^5", "articleBody"), "canonicalUrl"),
        )
        experiment = Experiment("spring", QUERIES, (System(Arm.BODY),), indexes=indexes)
        create(log, experiment, 1.0)
        assert load(log, "spring") == experiment
        list(run(engine, log, experiment, Judgements(GRADES), {}))
        remove(engine)
        urllib3.request("DELETE", f"{elasticsearch_node}/{theirs}")
    done = load_run(log, experiment)
    assert done.rankings["q1"]["theirs"] == (SITE + "lynx", SITE + "tram"), "another spelling is the same story"
    assert done.rankings["q1"]["native"][0] == done.rankings["q1"]["body"][0] == SITE + "lynx"
    assert done.milliseconds["q1"]["theirs"] > 0


def test_an_index_of_a_cluster_needs_one(home: Path, log: ExperimentLog) -> None:
    experiment = Experiment("spring", QUERIES, (System(Arm.RAW),), indexes=(ForeignIndex("theirs", "i", ("f",), "u"),))
    with pytest.raises(UsageError, match="--engine"):
        next(run(TantivyEngine(Settings(home=home).index_directory), log, experiment, Judgements(GRADES), {}))


def test_an_extractor_s_texts_by_the_commands(tmp_path: Path) -> None:
    home, queries = tmp_path / "home", tmp_path / "queries.tsv"
    story = "".join(f"<p>The lynx came back to the old quay on day {day}, and the keeper of the harbour wrote it down.</p>" for day in range(9))
    (tmp_path / "lynx.html").write_text(f"<html lang=en><title>Lynx</title><article><h1>Lynx</h1>{story}</article></html>")
    queries.write_text("q1\tlynx\n")
    page = str(tmp_path / "lynx.html")
    assert CliRunner().invoke(winnow.cli, ["index", page, "--home", str(home)], catch_exceptions=False).exit_code == 0
    assert "text of 1 pages; raw has 1" in called(home, "extract", page).output
    options = ("--system", "trafilatura,headline=4", "--system", "raw,k1=0.9,b=0.4", "--arms", "")
    assert called(home, "new", "spring", "--queries", str(queries), *options).exit_code == 0
    assert called(home, "run", "spring").exit_code == 0
    text = called(home, "show", "spring").output
    assert "trafilatura + headline ×5" in text
    assert "raw k1=0.9 b=0.4" in text


@pytest.mark.parametrize("wrong", ["none", "raw,k2=1", "raw,k1=-1", "raw,b=2", "raw,headline=nan", "body,k1="])
def test_what_is_no_system_is_refused(wrong: str) -> None:
    with pytest.raises(UsageError):
        parse_system(wrong)


def test_without_a_judgement_nothing_is_said(home: Path, log: ExperimentLog, tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("q1\tferry\n")
    called(home, "new", "unjudged", "--queries", str(tmp_path / "q.tsv"))
    called(home, "run", "unjudged")
    text = called(home, "show", "unjudged").output
    assert "Nothing to report" in text
    assert "0.0000" not in text


def test_looking_makes_no_database(tmp_path: Path) -> None:
    assert CliRunner().invoke(winnow.cli, ["experiment", "list", "--home", str(tmp_path / "none")]).exit_code != 0
    assert not (tmp_path / "none").exists()


def test_grades_of_the_website_are_those_of_the_query() -> None:
    said = [Judgement("ada", "lynx cub filmed", SITE + "lynx", "3"), Judgement("ada", "other", SITE + "tram", "1")]
    assert judgements_of(verdicts(said), QUERIES).grades == {"q1": {SITE + "lynx": 3}}


def test_known_items_are_found_by_words_of_their_bodies_alone(home: Path) -> None:
    engine = TantivyEngine(Settings(home=home).index_directory)
    queries, judged = known_items(engine, 10)
    assert queries == known_items(engine, 10)[0]
    assert len(queries) == len(judged.grades) == 4
    for query in queries:
        ((url, _),) = judged.grades[query.id].items()
        assert url.removeprefix(SITE) not in query.text.split(), "no word of the headline"


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("ferry\n Ferry \ncrane\n", {"ferry": 2, "crane": 1}),
        ('\ufeffTop queries,Clicks,Impressions\n"ferry, night",12,100\ncrane,0,9\n', {"ferry, night": 12, "crane": 1}),
        ("query\nferry\n", {"ferry": 1}),
        ('{"query_id": "1", "user_query": "ferry"}\n{"query_id": "2", "action_name": "click"}\n{"bro', {"ferry": 1}),
    ],
    ids=["lines", "search console", "header", "ubi"],
)
def test_logs_in_their_forms(text: str, counts: dict[str, int], tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(text, "utf-8")
    assert read_log(path) == Counter(counts)


def test_a_log_without_a_query(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("\n")
    with pytest.raises(InputError, match="no query"):
        read_log(tmp_path / "log")


def test_a_sample_has_frequent_and_rare_queries() -> None:
    counts = Counter({f"word{n}": 1000 // (n + 1) for n in range(500)})
    drawn = sampled(counts, 30)
    assert min(Counter(query.type for query in drawn).values()) > 3
    assert drawn == sampled(counts, 30)
    assert drawn[0].id == query_id(drawn[0].text)


GRADER = "import json, sys; [print(json.dumps({'grade': 2 * ('lynx' in json.loads(line)['text'])})) for line in sys.stdin]"


def test_a_programs_grades_count_when_its_agreement_was_seen(home: Path, tmp_path: Path) -> None:
    queries = tmp_path / "queries.tsv"
    queries.write_text("q1\tx\tlynx\n")
    assert called(home, "new", "graded", "--queries", str(queries)).exit_code == 0
    with Database.open(home) as database:
        log = JudgementLog(database)
        log.append([Judgement("ada", "lynx", SITE + "lynx", "1"), Judgement("ada", "lynx", SITE + "tram", "0")], at=0.0)
        before = log.standing()
    program = shlex.join([sys.executable, "-c", GRADER])
    seen = called(home, "judge", "graded", "--command", program)
    assert "kappa" in seen.output or "agreement unknown" in seen.output
    with Database.open(home) as database:
        assert JudgementLog(database).standing() == before
    assert called(home, "judge", "graded", "--command", program, "--store", "--judge", "model").exit_code == 0
    with Database.open(home) as database:
        assert {(each.url, each.value) for each in JudgementLog(database).standing() if each.judge == "model"} >= {(SITE + "lynx", "2")}


@pytest.mark.parametrize(
    "script", ["print(1)", "import sys; [print('{}') for _ in sys.stdin]", "import sys; [print('{\"grade\": 7}') for _ in sys.stdin]", "exit(3)"]
)
def test_answers_that_are_no_grades_store_nothing(script: str) -> None:
    asked = [{"query": "ferry", "url": SITE + name, "headline": "", "text": ""} for name in ("a", "b")]
    with pytest.raises(InputError, match="nothing is stored"):
        graded(shlex.join([sys.executable, "-c", script]), "model", asked)
