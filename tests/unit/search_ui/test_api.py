"""The API, the forms of what is seen, and that no address ends in an error of the server's own."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from indexer.index.tantivy.engine import TantivyEngine
from search_ui.app import SiteSettings, create_app
from search_ui.records import CSV_HEAD
from tests.unit.search_ui.test_difference import SITE, engine, home

__all__ = ["engine", "home"]

pytestmark = pytest.mark.slow
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def client(engine: TantivyEngine) -> FlaskClient:
    app = create_app(lambda: engine)
    app.testing = False  # as it is served: an error becomes a page, too
    return app.test_client()


def test_the_comparison_is_the_one_that_is_shown(client: FlaskClient) -> None:
    found = client.get("/api/v1/compare?q=ferry").get_json()
    assert found["left"]["total"] > found["right"]["total"] > 0
    assert [hit["rank"] for hit in found["left"]["hits"]] == list(range(1, 11))
    assert {hit["change"] for hit in found["left"]["hits"]} <= {"up", "down", "same", "gone", "copy", "deep"}
    listed = client.get("/api/v1/compare?q=ferry&show=left").get_json()
    assert sum(listed["causes"].values()) == found["left"]["total"] - found["right"]["total"]
    assert all(hit["causeWords"] for hit in listed["hits"])


def test_search_page_and_size(client: FlaskClient) -> None:
    found = client.get("/api/v1/search?q=ferry&right=weighted&why=1").get_json()
    assert found["total"] == client.get("/api/v1/compare?q=ferry").get_json()["right"]["total"]
    assert found["hits"][0]["explanation"]["words"]
    page = client.get("/api/v1/page", query_string={"url": found["hits"][0]["url"], "q": "ferry"}).get_json()
    assert {block["role"] for block in page["blocks"]} == {"headline", "repeated", "body"}
    assert page["blocks"][-1]["marks"]
    assert client.get("/api/v1/size").get_json() == {"measured": None, "current": False, "sizes": []}


def test_a_page_of_another_program_is_cleaned_and_not_stored(client: FlaskClient, engine: TantivyEngine) -> None:
    text = "The harbour ferry broke its propeller on the morning crossing, and was towed to the quay by two tugs of the port. " * 4
    html = f"<html><body><nav>Menu</nav><article><h1>Ferry towed</h1><p>{text}</p></article></body></html>"
    answer = client.post("/api/v1/clean", json={"url": "https://other.example/a", "html": html})
    assert answer.status_code == 200
    record = answer.get_json()
    assert (record["outcome"], record["headline"]) == ("cleaned", "Ferry towed")
    assert "propeller" in record["articleBody"]
    assert client.get("/api/v1/page?url=https://other.example/a").status_code == 404


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": "url=a&html=b"}, 415), ({"json": {"url": "x"}}, 400), ({"json": [1]}, 400), ({"json": {"url": 1, "html": ""}}, 400),
        ({"data": "{", "content_type": "application/json"}, 400), ({"json": {"url": "", "html": "x"}}, 400),
        ({"data": b"x" * (17 << 20), "content_type": "application/json"}, 413),
        ({"json": {"url": "http://[", "html": "<p>x"}}, 400), ({"json": {"url": "https://a.example/", "html": "\0\ud800"}}, 200),
    ],
)  # fmt: skip
def test_what_cannot_be_cleaned_is_said_as_json(client: FlaskClient, sent: dict[str, Any], status: int) -> None:
    answer = client.post("/api/v1/clean", **sent)
    assert answer.status_code == status
    assert isinstance(answer.get_json(), dict)


def test_a_form_of_another_site_reaches_nothing_that_stores(client: FlaskClient) -> None:
    assert client.post("/size", data={}).status_code == 400
    assert client.post("/api/v1/clean", data="{}", content_type="text/plain").status_code == 415


def test_csv_holds_what_is_seen_and_no_formula(client: FlaskClient) -> None:
    rows = list(csv.reader(io.StringIO(client.get("/compare.csv?q=ferry&show=left").text)))
    assert tuple(rows[0]) == CSV_HEAD
    assert len(rows) == 11
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@")]


def test_atom_is_a_feed_of_the_right_column(client: FlaskClient) -> None:
    feed = ElementTree.fromstring(client.get("/compare.atom?q=ferry").data)
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 10
    for entry in entries:
        assert (entry.findtext(f"{ATOM}id") or "").startswith(SITE)
        assert entry.findtext(f"{ATOM}updated")


def test_the_description_names_every_address(client: FlaskClient) -> None:
    described = client.get("/api/v1/openapi.json").get_json()
    assert described["openapi"] == "3.1.0"
    routes = {str(rule).removeprefix("/api/v1").replace("<", "{").replace(">", "}") for rule in client.application.url_map.iter_rules() if str(rule).startswith("/api/v1")}
    assert set(described["paths"]) == routes - {"/openapi.json"}
    for path, methods in described["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", []):
            name = parameter["$ref"].rpartition("/")[2]
            schema = described["components"]["parameters"][name]["schema"]
            assert client.get(f"/api/v1{path}?{name}=\x00wrong&url={SITE}3").status_code in ({400} if "enum" in schema else {200, 400, 404})


def test_a_prefix_of_a_proxy_is_part_of_every_link(engine: TantivyEngine) -> None:
    behind = create_app(lambda: engine, SiteSettings(behind_proxy=True)).test_client()
    text = behind.get("/?q=ferry", headers={"X-Forwarded-Prefix": "/news", "X-Forwarded-Proto": "https"}).text
    links = [part.split('"')[0] for part in text.split('href="')[1:]]
    assert [link for link in links if not link.startswith(("/news/", "#"))] == []
    alone = create_app(lambda: engine).test_client()
    assert "/news/" not in alone.get("/?q=ferry", headers={"X-Forwarded-Prefix": "/news"}).text, "nobody vouches for it"


PATHS = ["/", "/page", "/size", "/compare.csv", "/compare.atom", "/healthz", "/api/v1/search", "/api/v1/compare", "/api/v1/page", "/api/v1/size"]
HARD = st.sampled_from(["ferry", "*", '"', "site:", "-", "(", "after:x", "\0", "\ud800", "ＦＥＲＲＹ", "a" * 600, "NOT", "title:()", "%", "\u202e", "story:x"])
VALUES = st.one_of(HARD, st.text(max_size=30), st.integers(-5, 99_999).map(str), st.lists(HARD, max_size=5).map(" ".join))
NAMED = st.fixed_dictionaries(
    {},
    optional={
        "q": VALUES, "url": st.one_of(VALUES, st.integers(1, 180).map(lambda n: f"{SITE}{n}")), "page": st.integers(-1, 60).map(str),
        "left": st.sampled_from(["raw", "articles", "body", "weighted", "x"]), "right": st.sampled_from(["raw", "body", "weighted", ""]),
        "sort": st.sampled_from(["date", "relevance", "x"]), "match": st.sampled_from(["any", "all"]), "after": st.integers(-1, 300).map(str),
        "show": st.sampled_from(["all", "left", "right", "moved", "x"]), "why": st.sampled_from(["0", "1", "2"]), "facets": st.sampled_from(["0", "1"]),
    },
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), NAMED)
@example("/", {"q": "ferry", "left": "weighted", "right": "weighted", "show": "left"})
@example("/", {"q": "*", "show": "moved", "facets": "1"})
def test_no_address_is_an_error_of_the_server(client: FlaskClient, path: str, parameters: dict[str, str]) -> None:
    encoded = {name: value.encode("utf-8", "surrogatepass") for name, value in parameters.items()}
    answer = client.get(path, query_string=encoded)
    assert answer.status_code in {200, 400, 404}, answer.text[:300]
    if path.startswith("/api"):
        json.loads(answer.text)
    if path == "/compare.atom" and answer.status_code == 200:
        ElementTree.fromstring(answer.data)


def test_too_many_requests_of_one_address_wait(engine: TantivyEngine, tmp_path: Path) -> None:
    client = create_app(lambda: engine).test_client()
    answers = {client.post("/api/v1/clean", data="x").status_code for _ in range(700)}
    assert answers == {415, 429}
    assert client.get("/healthz").status_code == 200, "reads have a limit of their own"
