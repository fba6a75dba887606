"""Judging: blind sides, several judges at once, nothing ever changed, and files that the reports read."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html
from sqlalchemy import text

from indexer.evaluate.judging import drawn_sides, krippendorff, verdicts
from indexer.evaluate.retrieval import evaluate
from indexer.evaluate.trec import read_judgements, read_queries
from indexer.index.tantivy.engine import TantivyEngine
from indexer.store.database import Database
from indexer.store.judgements import Judgement, JudgementLog
from search_ui.app import create_app
from search_ui.shared_state import Services
from tests.unit.search_ui.test_difference import engine, home

__all__ = ["engine", "home"]

pytestmark = pytest.mark.slow
QUERIES = [f"quay {n}" for n in range(40)]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path) as opened:
        yield opened


@pytest.fixture
def client(engine: TantivyEngine, database: Database) -> FlaskClient:
    return create_app(lambda: engine, services=Services(open_database=lambda make: database)).test_client()


def form(client: FlaskClient, judge: str, query: str) -> tuple[Any, dict[str, str]]:
    """The page, and the fields of its form of grades."""
    dom = html.document_fromstring(client.get("/judge", query_string={"judge": judge, "q": query}).text)
    fields = {each.get("name"): each.get("value") for each in dom.xpath("//form[@method='post'][last()]//input[@type='hidden']")}
    return dom, fields


def test_no_side_and_no_hit_says_which_index_it_is_of(client: FlaskClient) -> None:
    dom, _ = form(client, "ada", "ferry")
    for section in dom.xpath("//section[@aria-labelledby='prefer' or @aria-labelledby='grade']"):
        words = section.text_content().lower()
        assert not [name for name in ("raw", "weighted", "articles", "gone", "new:") if name in words]
    assert len(dom.xpath("//section[@aria-labelledby='grade']//fieldset")) >= 10


def test_sides_are_drawn_for_each_judge_and_query_and_stay() -> None:
    drawn = [drawn_sides(judge, query) for judge in ("ada", "bo") for query in QUERIES]
    assert drawn == [drawn_sides(judge, query) for judge in ("ada", "bo") for query in QUERIES]
    assert 20 < sum(left == "raw" for left, _ in drawn) < 60


def test_what_was_said_is_kept_changed_and_taken_back_by_new_rows_alone(client: FlaskClient, database: Database) -> None:
    _, fields = form(client, "ada", "ferry")
    for said in ("left", "tie", ""):
        assert client.post("/judge", data={**fields, "preference": said}).status_code == 303
    client.post("/judge", data={**fields, "grade-1": "3", "grade-2": "0"})
    client.post("/judge", data={**fields, "grade-1": "2", "grade-2": "0"})
    with database.reading() as connection:
        rows = connection.execute(text('SELECT value, "left", "right" FROM judgement ORDER BY id')).all()
    assert [row[0] for row in rows] == ["left", "tie", "", "3", "0", "2"], "unchanged ones are not said again"
    assert tuple(rows[0][1:]) == tuple(arm.value for arm in drawn_sides("ada", "ferry"))
    again, _ = form(client, "ada", "ferry")
    assert [each.get("value") for each in again.xpath("//input[@checked]")][:2] == ["2", "0"]


def test_the_files_are_what_the_reports_read(client: FlaskClient, engine: TantivyEngine, tmp_path: Path) -> None:
    for query in ("ferry", "crane quay"):
        _, fields = form(client, "ada", query)
        client.post("/judge", data={**fields, "grade-1": "3", "grade-2": "0"})
    for name in ("queries.tsv", "qrels.txt"):
        (tmp_path / name).write_text(client.get(f"/judge/{name}").text, "utf-8")
    report = evaluate(engine, read_queries(tmp_path / "queries.tsv"), read_judgements(tmp_path / "qrels.txt"))
    assert (len(report.queries), report.unmatched) == (2, {})
    assert sorted(query.text for query in report.queries) == ["crane quay", "ferry"]


def test_answers_whether_a_story_contains_the_query_give_match_precision(client: FlaskClient, database: Database) -> None:
    dom, fields = form(client, "ada", "ferry")
    urls = {name: url for name, url in fields.items() if name.startswith("match-")}
    assert 10 <= len(urls) <= 20
    words = dom.xpath("//section[@aria-labelledby='match']")[0].text_content().lower()
    assert "raw" not in words
    assert "weighted" not in words
    answers = {name.replace("match", "answer"): "yes" if n % 2 else "no" for n, name in enumerate(urls)}
    assert client.post("/judge", data={**fields, **answers, "grade-1": "3"}).status_code == 303
    assert client.post("/judge", data={**fields, **answers, "grade-1": "3"}).status_code == 303
    standing = JudgementLog(database).standing()
    assert len([each for each in standing if each.question == "match"]) == len(urls), "said once"
    assert len(standing) == len(urls) + 1, "a grade of the same story stands beside its answer"
    said = verdicts(standing).matches
    by_url = {each.url: each for each in standing if each.question}
    for arm, (true, all_answers) in said.items():
        found = [each for each in by_url.values() if arm.value in (each.left, each.right)]
        assert (true, all_answers) == (sum(each.value == "yes" for each in found), len(found))
        assert 0 < all_answers <= 10
    assert "Match precision: raw" in " ".join(form(client, "ada", "ferry")[0].text_content().split())
    for wrong in ({"answer-1": "maybe"}, {"match-99": "https://none.example/", "answer-99": "no"}):
        assert client.post("/judge", data={**fields, **wrong}).status_code == 400


def test_judges_at_once_lose_nothing(client: FlaskClient, engine: TantivyEngine, database: Database) -> None:
    app = client.application

    def judge(name: str) -> None:
        own = app.test_client()
        for query in QUERIES[:6]:
            _, fields = form(own, name, query)
            assert own.post("/judge", data={**fields, "preference": "right"}).status_code == 303

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(judge, ["ada", "bo", "cy", "di"]))
    assert len(JudgementLog(database).standing()) == 24


@pytest.mark.parametrize(
    "wrong", [{"preference": "weighted"}, {"grade-1": "4"}, {"judge": ""}, {"q": ""}, {"judge": "x" * 61}, {"judge": "a\0b"}, {"q": "a\nb"}], ids=str
)
def test_what_cannot_be_said_is_refused(client: FlaskClient, database: Database, wrong: dict[str, str]) -> None:
    _, fields = form(client, "ada", "ferry")
    assert client.post("/judge", data={**fields, **wrong}).status_code == 400
    assert client.post("/judge", data={"judge": "ada", "q": "ferry", "preference": "left"}).status_code == 400, "no form of ours"
    assert JudgementLog(database).standing() == []


def test_conflicts_are_set_aside_and_agreement_is_told() -> None:
    said = [Judgement(judge, "ferry", url, value) for judge, url, value in [
        ("ada", "a", "3"), ("bo", "a", "2"), ("ada", "b", "0"), ("bo", "b", "0"), ("ada", "c", "1"), ("bo", "c", "0"), ("ada", "d", "1"),
    ]]  # fmt: skip
    found = verdicts(said)
    assert (dict(found.grades["ferry"]), found.conflicts) == ({"a": 2, "b": 0, "d": 1}, 1)
    assert found.alpha == pytest.approx(krippendorff([[True, True], [False, False], [True, False]]))
    sides = [Judgement("ada", query, "", "left", "raw", "weighted") for query in QUERIES[:3]]
    both = verdicts([*sides, Judgement("bo", "x", "", "right", "raw", "weighted"), Judgement("bo", "y", "", "tie", "raw", "weighted")])
    assert both.preferences == {"raw": 3, "weighted": 1, "tie": 1}
    assert both.difference is not None
    assert both.difference.mean == pytest.approx(-0.4)


def test_krippendorffs_own_example() -> None:
    """Computing Krippendorff's alpha-reliability (2011), section A: two observers, ten units, binary: alpha .095."""
    one, other = "0100000000", "1110010100"
    assert krippendorff([[a == "1", b == "1"] for a, b in zip(one, other, strict=True)]) == pytest.approx(0.095, abs=0.001)


def test_looking_makes_no_database(engine: TantivyEngine) -> None:
    asked: list[bool] = []

    def open_database(*, make: bool) -> None:
        asked.append(make)

    client = create_app(lambda: engine, services=Services(open_database=open_database)).test_client()
    assert client.get("/judge?judge=ada&q=ferry").status_code == 200
    assert asked == [False]
