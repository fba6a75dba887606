"""The cases of users' complaints about search, on both engines, from the pages on."""

from __future__ import annotations

import json
import runpy
import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from demo.archive import Capture, write_warc
from harness.paths import SHARED
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Engine, Match, Request, Sort
from indexer.index.query import All, Query, Words
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.pipeline import Job, clean

CASES = SHARED / "cases"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not CASES.is_dir(), reason="the shared cases are not beside the checkout"),
]
COURIER = "https://courier.example/"


def expected(case: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / case / "expected.json").read_text("utf-8"))
    return found


def siblings(*without: str) -> dict[str, bytes]:
    """The pages of the site that the cases belong to, by URL."""
    folder = CASES / "nav-terms-and-index-pages"
    names = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html")))
    return {COURIER + name: (folder / name).read_bytes() for name in names if name not in without}


def archive(pages: Mapping[str, bytes], path: Path) -> str:
    """A WARC file of pages."""
    write_warc(path, [Capture(url, body, "text/html; charset=utf-8") for url, body in pages.items()])
    return str(path)


def index(engine: Engine, *inputs: str, take: Callable[[Any], None] | None = None) -> list[Outcome]:
    return list(write(clean(inputs, Job(now=datetime(2026, 3, 20, tzinfo=UTC))), engine, on_commit=take))


def urls(engine: Engine, query: str, arm: Arm = Arm.BODY) -> list[str]:
    return sorted(hit.url for hit in engine.search(arm, Request(parse(query), limit=50)).hits)


def test_a_word_of_the_menu_finds_no_article(engine: Engine, tmp_path: Path) -> None:
    site = expected("nav-terms-and-index-pages")["site"]
    index(engine, archive(siblings(), tmp_path / "site.warc"))
    for query, pages in site["queries"].items():
        for arm in (Arm.BODY, Arm.WEIGHTED):
            assert urls(engine, query, arm) == [COURIER + page for page in pages], query
    assert set(urls(engine, "lynx", Arm.RAW)) >= {COURIER + page for page in site["skeleton"]["articles"]}
    assert urls(engine, "*", Arm.ARTICLES) == sorted(COURIER + page for page in site["skeleton"]["articles"])


def test_one_story_of_many_urls_is_one_document(engine: Engine, tmp_path: Path) -> None:
    site = expected("canonical-duplicates")["site"]
    variants = {url: (CASES / "canonical-duplicates" / name).read_bytes() for name, url in site["urls"].items()}
    index(engine, archive({**siblings("local/bridge.html"), **variants}, tmp_path / "site.warc"))
    story = site["urls"]["bridge.html"]
    for arm in (Arm.BODY, Arm.WEIGHTED):
        assert urls(engine, "footbridge bolts", arm) == [story]
        for url in site["urls"].values():
            reached = engine.find(arm, url)
            assert reached is not None, url
            assert reached["url"] == story
    engine.delete(story)
    engine.commit()
    assert urls(engine, "footbridge bolts", Arm.ARTICLES) == []


def test_agency_copy_is_one_hit(engine: Engine, tmp_path: Path) -> None:
    folder = CASES / "near-duplicate-wire"
    pages = {
        COURIER + "local/harbour.html": folder / "courier.html",
        COURIER + "local/bridge.html": folder / "different.html",
        "https://rendalpost.example/2026/crane": folder / "other-site.html",
    }
    site = {**siblings("local/harbour.html", "local/bridge.html"), **{url: path.read_bytes() for url, path in pages.items()}}
    index(engine, archive(site, tmp_path / "site.warc"))
    name = {url: path.name for url, path in pages.items()}
    for arm in (Arm.ARTICLES, Arm.BODY, Arm.WEIGHTED):  # the raw arm has the lists that quote them, too
        request = Request(Query(All((Words("counterweight"), Words("inspectors")))), Match.ANY, collapse=True)
        results = engine.search(arm, request)
        assert (results.total, results.documents) == (2, 3), arm
        groups = {name[hit.url]: hit.copies for hit in results.hits}
        assert groups in ({"courier.html": 2, "different.html": 1}, {"other-site.html": 2, "different.html": 1})


def test_totals_and_pages_count_groups(engine: Engine) -> None:
    wanted = expected("collapse-counts")
    lines = (CASES / "collapse-counts" / "docs.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    pages = []
    for record in records:
        body = tuple(Block(f"{record.get('group') or record['id']}{n} ferry{n} quay{n}", 1.0, True) for n in range(20))
        article = Article(record["url"], record["url"], record["headline"], body, date_published=record["datePublished"], in_language="en")
        pages.append(Cleaned(Outcome(record["url"], "", Ending(Kind.CLEANED)), "case", "", "article", article, record["headline"]))
    list(write(pages, engine))
    group = {record["url"]: record.get("group") or record["id"][0] for record in records}
    first = {record["url"]: record["id"] for record in records}
    size = wanted["page_size"]
    for number, shown in enumerate([*wanted["result_pages"], []]):
        request = Request(parse(wanted["query"]), sort=Sort.DATE, limit=size, offset=number * size, collapse=True)
        results = engine.search(Arm.BODY, request)
        assert (results.total, results.documents, results.more) == (wanted["groups"], wanted["hits"], False)
        assert [group[hit.url] for hit in results.hits] == shown
        for hit in results.hits:
            assert first[hit.url] == wanted["first_of_group"][group[hit.url]]
            assert hit.copies == wanted["members_shown"][group[hit.url]]


def test_words_are_found_as_the_keyboard_allows(elasticsearch: ElasticsearchEngine) -> None:
    wanted = expected("word-forms")
    pages = []
    for line in (CASES / "word-forms" / "docs.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        article = Article(record["id"], record["id"], record["headline"], (), in_language=record["inLanguage"])
        pages.append(Cleaned(Outcome(record["id"], "", Ending(Kind.CLEANED)), "case", "", "article", article, record["headline"]))
    list(write(pages, elasticsearch))
    for arm in Arm:
        for query in wanted["queries"]:
            assert urls(elasticsearch, query["q"], arm) == query["ids"], query["codepoints"]
        for page in pages:
            assert page.article is not None
            assert urls(elasticsearch, f'"{page.article.headline}"', arm) == [page.outcome.url]
    for case in wanted["highlight"]:
        hits = elasticsearch.search(Arm.WEIGHTED, Request(parse(case["q"]))).hits
        (marked,) = [[piece for piece, bold in hit.headline.pieces() if bold] for hit in hits if hit.url == case["id"]]
        assert [piece.replace("\u00ad", "") for piece in marked] == case.get("marked", marked)
        assert all(piece.startswith(case.get("marked_starts_with", "")) for piece in marked)
        assert marked


def oversized(folder: Path) -> Sequence[str]:
    shutil.copy(CASES / "oversized-documents" / "make.py", folder)
    runpy.run_path(str(folder / "make.py"))
    (folder / "make.py").unlink()
    return [str(folder)]


def test_oversized_documents_are_found_and_spoil_nothing(elasticsearch: ElasticsearchEngine, tmp_path: Path) -> None:
    shortened: dict[str, int] = {}
    inputs = oversized(tmp_path)
    ended = index(elasticsearch, *inputs, take=lambda committed: shortened.update(committed.shortened))
    assert {outcome.kind for outcome in ended} <= {Kind.INDEXED, Kind.NOT_ARTICLE}, ended
    assert len(ended) == elasticsearch.count(Arm.RAW) == 3
    for arm in (Arm.RAW, Arm.BODY):
        (hit,) = elasticsearch.search(arm, Request(parse("zebrawood"))).hits
        assert any(bold for _, bold in hit.snippet.pieces()), "and the page of hits can be shown"
    assert shortened.get("w"), "the counter says whose weights were divided"
    source = elasticsearch._readers[Arm.BODY].find(hit.url)
    assert source is not None
    assert source["shortened"] == ["w"], "and so does the document"
    assert any(url.endswith("longtitle.html") for url in urls(elasticsearch, "ledger", Arm.RAW))
    with elasticsearch.connection.ask() as client:
        mapping = client.indices.get_mapping(index=elasticsearch.names.read(Arm.RAW)).body
        (fields,) = [about["mappings"]["properties"] for about in mapping.values()]
    assert not [name for name in fields if name.startswith("custom")], "a page adds no fields"
    long_url = (tmp_path / "longurl.txt").read_text()
    article = Article(long_url, long_url, "A long way to the quay", (Block("The quay.", 1.0, True),))
    list(write([Cleaned(Outcome(long_url, "", Ending(Kind.CLEANED)), "case", "", "article", article, "The quay.")], elasticsearch))
    assert urls(elasticsearch, "quay") == [long_url]
