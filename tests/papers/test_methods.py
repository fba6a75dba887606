"""The papers' methods by name: each from the command line on an invented site, and what holds for each whatever the pages."""

from __future__ import annotations

import importlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from demo.archive import Capture, captures, write_warc
from demo.generate import Scale
from harness.paths import ROOT
from harness.strategies import BuiltSite, Layout, build, page, paragraphs, prose, sites
from indexer.article.clean import read_page
from indexer.outcome import Kind
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.raw import RawPage
from indexer.pipeline import Job, clean
from indexer.site.methods.registry import METHODS, Method

NOW = datetime(2024, 6, 1, tzinfo=UTC)
CLOCK = "2024-06-01T00:00:00Z"
NAMES = tuple(METHODS)
SITE = build(Layout(seed=8, articles=8))
LEAST_RECALL = 0.9
"""Share of the labelled bodies that each method keeps: they err by what they keep beside them."""
CHOSEN = frozenset(("articleBody", "blocks", "siteModel"))
"""All that a method decides of a record; its outcome, type and reason too where nothing is left."""
CUTS = frozenset(("template", "cst", "wisdom"))
"""Methods that drop something here: InfoDiscoverer's search, as published, finds no standstill in ten of these pages, and keeps all."""
ENDED = frozenset(("outcome", "pageType", "reason"))
FIELDS = ("headline", "author", "datePublished", "dateModified", "inLanguage", "captions", "keywords", "image")

Winnow = Callable[..., Any]


class Demo(NamedTuple):
    """Half of an invented site's pages, their labelled bodies, and what production makes of them, by URL."""

    folder: Path
    pages: list[Capture]
    parsed: Mapping[str, Page]
    production: Mapping[str, Mapping[str, Any]]


def run(winnow: Winnow, folder: Path, *arguments: object, seed: int = 0) -> Any:
    return winnow("clean", "site.warc.gz", *arguments, cwd=folder, WINNOW_NOW=CLOCK, PYTHONHASHSEED=str(seed))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, winnow: Winnow) -> Demo:
    folder = tmp_path_factory.mktemp("methods")
    pages = [page for page in captures(11, folder, Scale(articles=24, days=20)) if "//bote." in page.url][::2]
    write_warc(folder / "site.warc.gz", pages)
    urls = {page.url for page in pages}
    bodies = (folder / "bote" / "bodies.jsonl").read_text("utf-8").splitlines()
    (folder / "labels.jsonl").write_text("\n".join(line for line in bodies if json.loads(line)["url"] in urls), "utf-8")
    ended = run(winnow, folder)
    parsed = {page.url: read_page(RawPage(page.url, page.body, "site.warc.gz", page.content_type)) for page in pages}
    return Demo(folder, pages, parsed, {record["url"]: record for record in ended.records()})


@pytest.fixture(scope="module", params=NAMES)
def method(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def ended(demo: Demo, method: str, winnow: Winnow) -> Any:
    return run(winnow, demo.folder, "--method", method, seed=1)


def test_every_page_has_one_outcome(demo: Demo, ended: Any) -> None:
    assert ended.code == 0, ended.err
    assert Counter(record["url"] for record in ended.records()) == Counter(page.url for page in demo.pages)
    assert all(record["outcome"] in {kind.value for kind in Kind} for record in ended.records())
    assert sum(record["outcome"] == "cleaned" for record in ended.records()) >= 10


def test_the_command_does_what_the_method_does_on_all_pages_of_the_site(demo: Demo, method: str, ended: Any) -> None:
    fitted = METHODS[method].learn(list(demo.parsed.values()))
    assert {record["url"] for record in ended.records()} == set(demo.parsed)
    for record in ended.records():
        page = demo.parsed[record["url"]]
        assert [(block["text"], block["weight"]) for block in record["blocks"]] == list(
            zip(page.tree.text, fitted.weights(page).tolist(), strict=True)
        )


def test_a_record_says_which_method_weighed_its_blocks(method: str, ended: Any) -> None:
    read = [record for record in ended.records() if record["siteModel"]]
    assert read
    assert {record["siteModel"] for record in read} == {f"{method}: {read[0]['site']}"}


def test_weights_are_in_the_unit_interval_and_kept_blocks_are_the_body(method: str, ended: Any) -> None:
    for record in ended.records():
        assert all(0 <= block["weight"] <= 1 for block in record["blocks"])
        assert [block["kept"] for block in record["blocks"]] == [block["weight"] > 0 for block in record["blocks"]]
        assert record["articleBody"] == "\n".join(block["text"] for block in record["blocks"] if block["kept"])
    kept = {block["kept"] for record in ended.records() for block in record["blocks"]}
    assert kept == {True} | ({False} if method in CUTS else set())


def test_fields_types_and_ends_are_productions(demo: Demo, ended: Any) -> None:
    for record in ended.records():
        same = demo.production[record["url"]]
        assert list(record) == list(same)
        decided = CHOSEN if record["articleBody"] else CHOSEN | ENDED
        assert {k: v for k, v in record.items() if k not in decided} == {k: v for k, v in same.items() if k not in decided}


def test_an_article_without_a_body_ends_as_none_with_its_reason(method: str, ended: Any) -> None:
    for record in ended.records():
        if record["outcome"] == "cleaned":
            assert record["articleBody"]
        if record["reason"].startswith("the method"):
            assert (record["outcome"], record["pageType"], record["articleBody"]) == ("not-article", "other", "")
            assert method in record["reason"]


def test_neither_the_order_of_records_nor_of_hashes_counts(demo: Demo, method: str, ended: Any, tmp_path: Path, winnow: Winnow) -> None:
    write_warc(tmp_path / "site.warc.gz", demo.pages, shuffle=3)
    assert run(winnow, tmp_path, "--method", method, seed=2).out == ended.out


def test_bodies_can_be_evaluated(demo: Demo, ended: Any, tmp_path: Path, winnow: Winnow) -> None:
    (tmp_path / "cleaned.jsonl").write_text(ended.out, "utf-8")
    found = winnow("evaluate", "bodies", "--labels", demo.folder / "labels.jsonl", "--predictions", tmp_path / "cleaned.jsonl", "--json")
    assert found.code == 0, found.err
    assert json.loads(found.out)["missing"] == 0
    assert json.loads(found.out)["recall"] >= LEAST_RECALL


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_model_beside_a_method_is_a_usage_error(demo: Demo, winnow: Winnow, name: str) -> None:
    found = run(winnow, demo.folder, "--method", name, "--model", "model.json")
    assert (found.code, found.out) == (2, "")
    assert f"--method {name} is fitted on the input" in found.err
    assert "leave one" in found.err


def test_an_unknown_method_is_a_usage_error(demo: Demo, winnow: Winnow) -> None:
    found = run(winnow, demo.folder, "--method", "guess")
    assert (found.code, found.out) == (2, "")
    assert all(name in found.err for name in (*NAMES, "winnow", "page"))


def test_the_command_explains_every_method(winnow: Winnow) -> None:
    text = " ".join(winnow("clean", "--help").out.split())
    for name, one in METHODS.items():
        assert f"{name}: {one.summary}." in text


def test_names() -> None:
    assert NAMES == ("template", "cst", "infodiscoverer", "wisdom")
    assert all(name == one.name for name, one in METHODS.items())


def test_a_method_takes_no_model_and_no_page_level_extractor_beside_it() -> None:
    with pytest.raises(ValueError, match="chooses the blocks alone"):
        Job(now=NOW, method=METHODS["cst"], page_level=True)


BARE = parse("<p>...</p>", "https://example.org/bare")
ONE = parse(SITE.pages[0].html, SITE.pages[0].url)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "pages", [[], [BARE], [ONE], [ONE, ONE], [ONE, BARE]], ids=["no page", "one without words", "one", "twice the same", "one and one without words"]
)
def test_sites_of_next_to_nothing(name: str, pages: list[Page]) -> None:
    fitted = METHODS[name].learn(pages)
    assert fitted.name == name
    for one in (BARE, ONE):
        weights = fitted.weights(one)
        assert weights.shape == (len(one.tree.text),)
        assert np.isfinite(weights).all()
        assert ((weights >= 0) & (weights <= 1)).all()


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(site=sites())
@pytest.mark.parametrize("name", NAMES)
def test_any_site_loses_no_page(tmp_path: Path, name: str, site: BuiltSite) -> None:
    archive(tmp_path / "a.warc.gz", site)
    results = list(clean([str(tmp_path / "a.warc.gz")], Job(now=NOW, method=METHODS[name])))
    assert Counter(result.outcome.url for result in results) == Counter(page.url for page in site.pages)
    assert {result.outcome.kind for result in results} <= {Kind.CLEANED, Kind.NOT_ARTICLE, Kind.DUPLICATE}


def archive(path: Path, site: BuiltSite) -> None:
    write_warc(path, [Capture(page.url, page.html.encode(), "text/html; charset=utf-8") for page in site.pages])


SILENT = Method("silent", "keeps nothing", fit=len, apply=lambda _, page: np.zeros(len(page.tree.text)))


def test_no_page_is_lost_where_a_method_keeps_nothing(demo: Demo) -> None:
    results = list(clean([str(demo.folder / "site.warc.gz")], Job(now=NOW, method=SILENT)))
    assert Counter(result.outcome.url for result in results) == Counter(page.url for page in demo.pages)
    for result in results:
        record, before = result.record(), demo.production[result.outcome.url]
        assert (record["outcome"], record["articleBody"]) == ("not-article", "")
        if before["outcome"] == "cleaned":
            assert (record["reason"], record["pageType"]) == ("the method silent keeps no text of the page", "other")
        else:
            assert (record["reason"], record["pageType"]) == (before["reason"], before["pageType"])
        assert {k: record[k] for k in FIELDS} == {k: before[k] for k in FIELDS}


def test_lines_for_the_fields_are_found_beside_productions_body(tmp_path: Path) -> None:
    """Without any headline: where the text begins is all that tells a byline from the twenty short lines at the end."""
    text, menu = prose(4), "".join(f"<li>Section {i}</li>" for i in range(20))
    pages = [page(f"<p>By A. Berg</p>{paragraphs(text, 5)}", after=f"<ul>{menu}</ul>") for _ in range(8)]
    write_warc(
        tmp_path / "a.warc.gz", [Capture(f"https://example.org/{i}", html.encode(), "text/html") for i, html in enumerate(pages)]
    )
    results = list(clean([str(tmp_path / "a.warc.gz")], Job(now=NOW, method=SILENT)))
    assert [result.article.author for result in results if result.article] == [("A. Berg",)] * 8


PAPERS = ROOT / "docs" / "papers.md"
NAMED = sorted(set(re.findall(r"`(?!tests/)([a-z_]+(?:/[a-z_0-9]+)+)((?:\.\w+)*)`", PAPERS.read_text("utf-8"))))
TESTS = sorted(set(re.findall(r"`((?:benchmarks/)?tests/[\w/]+\.py)(?:::(\w+))?`", PAPERS.read_text("utf-8"))))


@pytest.mark.parametrize(("path", "names"), NAMED, ids=["".join(pair) for pair in NAMED])
def test_every_function_that_the_table_of_papers_names_exists(path: str, names: str) -> None:
    module = path.replace("/", ".")
    elsewhere = path.startswith(("workers/", "benchmarks/"))
    found: Any = importlib.import_module(module if elsewhere else f"indexer.{module}")
    for name in names.split(".")[1:]:
        found = getattr(found, name)


@pytest.mark.parametrize(("file", "name"), TESTS, ids=["::".join(pair) for pair in TESTS])
def test_every_test_that_the_table_of_papers_names_exists(file: str, name: str) -> None:
    text = (PAPERS.parents[1] / file).read_text("utf-8")
    assert not name or f"\ndef {name}(" in text


def test_the_table_of_papers_has_every_method() -> None:
    headings = re.findall(r"^## .*`(\w+)`$", PAPERS.read_text("utf-8"), re.MULTILINE)
    assert tuple(headings) == (*NAMES, "sew"), "each method of `winnow clean`, and the one of `winnow skeleton`"
