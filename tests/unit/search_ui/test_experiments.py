"""Experiments and captures on the website: defined, judged, run, reported; every capture of a story, and what changed."""

from __future__ import annotations

import gzip
import io
import json
import re
import time
import uuid
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from lxml import html

from indexer.cli.experiment_report import files
from indexer.evaluate.experiment import findings, load, load_run
from indexer.home import Home
from indexer.index.tantivy.engine import TantivyEngine
from indexer.outcome import Kind
from indexer.settings import Settings
from indexer.site.doubt import Doubt
from indexer.store.database import Database
from indexer.store.experiments import ExperimentLog
from search_ui.app import create_app
from search_ui.home_services import services_of
from search_ui.home_state import HomeBoard, HomeState
from search_ui.shared_state import Services
from tests.unit.search_ui.test_difference import SITE, engine, home
from tests.unit.search_ui.test_judge import client, database

__all__ = ["client", "database", "engine", "home"]

pytestmark = pytest.mark.slow
QUERIES = "q1\tknown-item\tferry\nq2\tsection\tcrane quay\n"
TEXT = "The harbour ferry broke its propeller on the morning crossing, and was towed to the quay by two tugs of the port. " * 3


def write_captures(home: Path, url: str, number: int) -> None:
    """An archive in which a page grows by a paragraph a day."""
    (home / "archive").mkdir(exist_ok=True)
    with (home / "archive" / "a.warc.gz").open("wb") as file:
        for day in range(1, number + 1):
            more = "".join(f"<p>Update {n}: the tugs of the port came back to the quay with the ferry in tow.</p>" for n in range(1, day))
            style = "<style>body { background: url(https://evil.example/a.png); font: 1rem serif } nav { color: gray }</style>"
            outside = f"{style}<script>document.title = 'taken'</script><nav onclick=x()>Ships Quays Tides</nav>"
            page = f"<html><body>{outside}<article><h1>Ferry towed</h1><p>{TEXT}</p>{more}</article></body></html>"
            answer = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page}"
            head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-03-{day:02}T06:00:00Z\r\n"
            about = f"WARC-Record-ID: <urn:uuid:{uuid.UUID(int=day)}>\r\nContent-Type: application/http;msgtype=response\r\n"
            file.write(gzip.compress(f"{head}{about}Content-Length: {len(answer)}\r\n\r\n{answer}\r\n\r\n".encode()))


def posted(client: FlaskClient, page: str, address: str, **fields: object) -> int:
    token = html.document_fromstring(client.get(page).text).xpath("//input[@name='csrf_token']/@value")[0]
    return client.post(address, data={"csrf_token": token, **fields}, content_type="multipart/form-data").status_code


def run_here(client: FlaskClient, name: str) -> None:
    assert posted(client, f"/experiments/{name}", f"/experiments/{name}/run") == 303
    for _ in range(200):
        if "Running:" not in client.get(f"/experiments/{name}").text:
            return
        time.sleep(0.05)
    raise AssertionError("the run does not end")


def test_from_a_definition_by_judgements_to_a_report(client: FlaskClient, database: Database) -> None:
    assert "There is no experiment yet" in client.get("/experiments").text
    assert posted(client, "/experiments", "/experiments", name="spring", queries=QUERIES) == 303
    assert posted(client, "/experiments", "/experiments", name="spring", queries=QUERIES) == 400, "it never changes"
    run_here(client, "spring")
    assert "Nothing to report" in client.get("/experiments/spring").text
    page = html.document_fromstring(client.get("/experiments/spring").text)
    (judge,) = page.xpath("//section[@aria-labelledby='queries-head']//a[text()='ferry']/@href")
    dom = html.document_fromstring(client.get(judge + "&judge=ada").text)
    fields = {each.get("name"): each.get("value") for each in dom.xpath("//form[@method='post'][last()]//input[@type='hidden']")}
    assert client.post("/judge", data={**fields, "grade-1": "3", "grade-2": "0"}).status_code == 303
    run_here(client, "spring")
    text = client.get("/experiments/spring").text
    assert "1 queries with a relevant judgement; 1 left out" in text
    for said in ("index pages left out", "weights of blocks", "ceiling", "raw + headline ×5", "Judged@10", "queries needed"):
        assert said in text
    log = ExperimentLog(database)
    made = load(log, "spring")
    done = load_run(log, made, 2)
    for name, content in files(made, done, findings(made, done)):
        assert client.get(f"/experiments/spring/files/{name}?run=2").get_data(as_text=True) == content, "as the command exports it"
    assert "Nothing to report" in client.get("/experiments/spring?run=1").text, "the first run is as it was"
    assert "index pages left out" in client.get("/").text
    report = client.get("/api/v1/experiments/spring").get_json()
    assert report == json.loads(client.get("/experiments/spring/files/report.json").text)
    assert client.get("/api/v1/experiments").get_json() == {"experiments": [{"name": "spring", "runs": {"1": 2, "2": 2}}]}


def test_files_are_taken_as_the_command_takes_them(client: FlaskClient, database: Database) -> None:
    qrels = f"q1 0 {SITE}3 1\nq2 0 {SITE}5 2\n"
    given = {"queries-file": (io.BytesIO(b"\xef\xbb\xbf" + QUERIES.encode()), "q.tsv"), "qrels-file": (io.BytesIO(qrels.encode()), "qrels")}
    assert posted(client, "/experiments", "/experiments", name="files", **given) == 303
    made = load(ExperimentLog(database), "files")
    assert [query.text for query in made.queries] == ["ferry", "crane quay"]
    assert made.judgements
    assert made.judgements.grades["q2"] == {f"{SITE}5": 2}


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"name": "a b"}, {"queries": ""}, {"queries": "q1"}, {"queries": "q1\ta\nq1\tb"}, {"qrels": "q1 0 u"}, {"queries": "\0"}],
    ids=str,
)  # fmt: skip
def test_what_is_no_experiment_is_refused(client: FlaskClient, database: Database, wrong: dict[str, str]) -> None:
    assert posted(client, "/experiments", "/experiments", **{"name": "x", "queries": QUERIES, **wrong}) == 400
    assert ExperimentLog(database).names() == {}


def test_without_a_token_nothing_is_stored(client: FlaskClient, database: Database) -> None:
    assert client.post("/experiments", data={"name": "x", "queries": QUERIES}).status_code == 400
    assert ExperimentLog(database).names() == {}


@pytest.mark.parametrize("address", ["/experiments/none", "/experiments/none/files/x", "/experiments/none?run=x", "/captures?url=https://n.example/"])
def test_what_is_not_there(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code in {400, 404}


def test_looking_makes_no_database(engine: TantivyEngine) -> None:
    asked: list[bool] = []

    def open_database(*, make: bool) -> None:
        asked.append(make)

    client = create_app(lambda: engine, services=Services(open_database=open_database)).test_client()
    assert client.get("/experiments").status_code == client.get("/").status_code == 200
    assert set(asked) == {False}


def test_all_captures_of_a_story_and_what_changed(engine: TantivyEngine, tmp_path: Path) -> None:
    write_captures(tmp_path, f"{SITE}3", 4)
    client = create_app(lambda: engine, services=services_of(Home(Settings(home=tmp_path)))).test_client()
    dom = html.document_fromstring(client.get("/captures", query_string={"url": f"{SITE}3"}).text)
    links = dom.xpath("//th[@scope='row']/a")
    assert [link.text for link in links] == [f"2026-03-0{day} 06:00:00" for day in (4, 3, 2, 1)]
    latest = html.document_fromstring(client.get(links[0].get("href")).text)
    assert [each.text_content() for each in latest.xpath("//ins")] == ["Update 3: the tugs of the port came back to the quay with the ferry in tow."]
    assert latest.xpath("//del") == []
    first = client.get(links[-1].get("href")).text
    assert "Text of the first capture" in first
    assert "<ins>" not in first
    assert client.get("/captures", query_string={"url": f"{SITE}3", "at": "nonsense"}).status_code == 200
    assert "no capture of this page" in client.get("/captures", query_string={"url": f"{SITE}4"}).text
    assert re.search(r"/captures\?url=", client.get("/page", query_string={"url": f"{SITE}3"}).text)


def test_outcomes_and_doubts_are_those_of_the_database(engine: TantivyEngine, database: Database) -> None:
    client = create_app(lambda: engine, services=Services(open_database=lambda make: database)).test_client()
    assert "by outcome" not in client.get("/").text, "nothing was crawled"
    assert HomeBoard().current(database) == HomeState()
    board = client.application.extensions["winnow"].home_board
    board._state = HomeState(((Kind.INDEXED, 12), (Kind.GONE, 3)), (("e.org", (Doubt.LOSES_TEXT,)),))
    text = client.get("/").text
    assert "indexed" in text
    assert "loses-text" in text
