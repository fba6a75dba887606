"""Which hits one arm alone has, comparison with the plain difference of everything that both find."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.evaluate.rank_changes import compare_arms
from indexer.index.arm import Arm
from indexer.index.engine import Match, Request, Sort
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.settings import Settings
from search_ui.app import create_app
from search_ui.comparison import compare
from search_ui.reason import Cause
from search_ui.search_params import SearchParams, Show

pytestmark = pytest.mark.slow

SITE = "https://heron.example/"


def page(number: int) -> Cleaned:
    """Every page has the menu; every seventh is a list, every fifth a copy of the page before; the body says `ferry` on every third."""
    url = f"{SITE}{number}"
    body = f"Report {number} on the {'ferry' if number % 3 == 0 else 'crane'} " + "and the quay " * (number % 11 + 1)
    kind = Kind.NOT_ARTICLE if number % 7 == 0 else Kind.DUPLICATE if number % 5 == 0 else Kind.CLEANED
    ending = Ending(kind, duplicate_of=f"{SITE}{number - 1}" if kind is Kind.DUPLICATE else "")
    blocks = (Block("Ferry times and weather", 0.0, False), Block(body.strip(), 0.8, True))
    headline = f"Number {number}"
    article = Article(url, url, headline, blocks, in_language="en", date_published=f"2026-03-{number % 28 + 1:02}")
    text = "\n".join([headline, *(block.text for block in blocks)])
    page_type = "toc" if kind is Kind.NOT_ARTICLE else "article"
    return Cleaned(Outcome(url, "w", ending), "heron", "model: heron", page_type, article, text)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("home")
    with TantivyEngine(Settings(home=directory).index_directory) as engine, closing(write(map(page, range(1, 181)), engine)) as outcomes:
        assert len(list(outcomes)) == 180
    return directory


@pytest.fixture(scope="module")
def engine(home: Path) -> TantivyEngine:
    return TantivyEngine(Settings(home=home).index_directory)


def everything(engine: TantivyEngine, arm: Arm, query: str, sort: Sort) -> list[str]:
    """The canonical URLs of all hits, one a document."""
    hits = engine.search(arm, Request(parse(query), Match.ALL, sort, 1000, highlight=False)).hits
    return [hit.canonical_url for hit in hits]


def listed(engine: TantivyEngine, params: SearchParams) -> tuple[list[Any], Counter[Cause]]:
    """All of a list of differences, walked to its end."""
    out: list[Any] = []
    after, counted = 0, Counter[Cause]()
    while True:
        listing = compare(engine, params.showing(params.show, after)).listing
        assert listing is not None
        out += listing.listed
        counted += Counter(listing.causes)
        if not listing.after:
            return out, counted
        assert listing.after > after, "it goes on"
        after = listing.after


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("query", ["ferry", "quay", "the", "*", "crane quay", "number ferry"])
@pytest.mark.parametrize("arms", [(Arm.RAW, Arm.WEIGHTED), (Arm.ARTICLES, Arm.BODY), (Arm.BODY, Arm.WEIGHTED)], ids="-".join)
def test_lists_of_one_side_are_the_difference_of_the_sets(
    engine: TantivyEngine, query: str, sort: Sort, arms: tuple[Arm, Arm]
) -> None:
    left, right = (Counter(everything(engine, arm, query, sort)) for arm in arms)
    for show, expected in ((Show.LEFT, left - right), (Show.RIGHT, right - left)):
        found, counted = listed(engine, SearchParams(query, *arms, sort=sort, show=show))
        assert Counter(each.hit.canonical_url for each in found) == expected
        assert [each.rank for each in found] == sorted({each.rank for each in found})
        assert counted == Counter(each.reason.cause for each in found)


@pytest.mark.parametrize("query", ["the", "quay"])
def test_no_page_of_hits_calls_gone_what_the_other_arm_finds(engine: TantivyEngine, query: str) -> None:
    left, right = (Counter(everything(engine, arm, query, Sort.RELEVANCE)) for arm in (Arm.RAW, Arm.WEIGHTED))
    absent = Counter[str]()
    for number in range(1, -(-left.total() // 10) + 1):
        for shown in compare(engine, SearchParams(query, page=number)).left.shown:
            there = right[shown.hit.canonical_url] > 0
            assert (shown.change.kind.value == "gone") == (not there)
            absent[shown.hit.canonical_url] += shown.reason is not None
    assert +absent == left - right


def test_every_reason_is_the_pages_own(engine: TantivyEngine) -> None:
    found, _ = listed(engine, SearchParams("ferry", show=Show.LEFT))
    assert len(found) > 60
    for each in found:
        number = int(each.hit.url.removeprefix(SITE))
        expected = Cause.TOC if number % 7 == 0 else Cause.COPY if number % 5 == 0 and (number - 1) % 3 == 0 else Cause.TEMPLATE
        if number % 7 and number % 5 == 0 and (number - 1) % 7 == 0:
            continue  # a copy of a list: its story is no document of the arm
        assert each.reason.cause is expected, number
    template = next(each.reason for each in found if each.reason.cause is Cause.TEMPLATE)
    assert template.excerpt.with_marks("[", "]") == "[Ferry] times and weather"


def test_what_moved_has_both_ranks(engine: TantivyEngine) -> None:
    both = compare_arms(engine, Arm.RAW, Arm.WEIGHTED, Request(parse("quay"), limit=100, highlight=False))
    expected = [(each.rank, each.other_rank) for each in both.right if each.other_rank not in {None, each.rank}]
    found, _ = listed(engine, SearchParams("quay", show=Show.MOVED))
    assert [(each.rank, each.other_rank) for each in found] == expected != []


def test_the_command_calls_no_hit_gone_that_stands_below_its_limit(home: Path, engine: TantivyEngine, winnow: Callable[..., Any]) -> None:
    ended = winnow("compare", "quay", "--arms", "weighted,raw", "--limit", "5", "--json", "--home", home)
    assert ended.code == 0, ended.err
    left, right = json.loads(ended.out)["columns"]
    ranks = {url: rank for rank, url in reversed(list(enumerate(everything(engine, Arm.RAW, "quay", Sort.RELEVANCE), 1)))}
    for hit in left["hits"]:
        assert (hit["change"] == "gone") == (hit["canonicalUrl"] not in ranks)
    assert any(hit["change"] == ">100" or (hit["otherRank"] or 0) > 5 for hit in left["hits"]), "the case is there"
    assert len(right["hits"]) == 5


def test_the_lists_are_linked_and_go_on(engine: TantivyEngine) -> None:
    client = create_app(lambda: engine).test_client()
    dom: Any = html.document_fromstring(client.get("/?q=ferry").text)
    (link,) = dom.xpath("//nav[@class='tabs']/a[contains(., 'only raw')]/@href")
    ranks: list[int] = []
    counted = ""
    while link:
        dom = html.document_fromstring(client.get(link).text)
        ranks += [int(each.text_content().removeprefix("rank ")) for each in dom.xpath("//span[@class='number']")]
        assert len(dom.xpath("//p[@class='reason']")) == len(dom.xpath("//li[@class='hit']"))
        counted += "".join(dom.xpath("//p[@class='causes']/text()"))
        link = next(iter(dom.xpath("//a[@rel='next']/@href")), None)
    assert ranks == sorted(set(ranks))
    assert f"{len(ranks)} in all" in counted
