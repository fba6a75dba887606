"""Preprocessor: the same results as the command's, for whoever has pages of their own; and its Scrapy pipeline in a real crawl."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import scrapy
from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from demo.generate import Scale, generate
from demo.server import free_bases, serve
from harness.strategies import BuiltSite, Layout, build
from indexer.errors import ModelError, NothingToDoError
from indexer.outcome import Kind
from indexer.preprocessor import MOST_PAGES, Preprocessor
from indexer.scrapy_pipeline import WinnowPipeline
from tests.conftest import Ended
from winnow import Preprocessor as Exported

SITE = build(Layout(seed=4, articles=24))


def pages(site: BuiltSite = SITE) -> list[tuple[str, str]]:
    return [(page.url, page.html) for page in site.pages]


def test_the_front_door_offers_it() -> None:
    assert Exported is Preprocessor


def test_a_learned_site_keeps_the_stories_own_text() -> None:
    pre = Preprocessor.learn(pages())
    for page in SITE.articles:
        cleaned = pre.clean(page.url, page.html)
        assert cleaned.outcome.kind is Kind.CLEANED
        assert cleaned.article is not None
        assert cleaned.article.article_body.split("\n") == list(page.paragraphs)
        assert cleaned.site_model.startswith("model: ")


def test_an_unknown_site_is_cleaned_page_by_page_and_says_so() -> None:
    cleaned = Preprocessor({}).clean(SITE.articles[0].url, SITE.articles[0].html)
    assert cleaned.outcome.kind is Kind.CLEANED
    assert cleaned.site_model == "page: no other page of the site"


def test_a_page_that_cannot_be_read_ends_with_its_reason() -> None:
    pre = Preprocessor.learn([*pages(), ("https://example.org/broken", b"%PDF-1.4 not a page")])
    assert pre.clean("https://example.org/x", b"").outcome.kind is Kind.EMPTY
    assert pre.clean("https://example.org/x", b"%PDF-1.4 not a page").outcome.kind is Kind.NOT_HTML


@pytest.mark.slow
def test_order_does_not_matter_and_repeated_pages_teach_once() -> None:
    there, back = Preprocessor.learn(pages()), Preprocessor.learn([*pages()[::-1], *pages()])
    assert there.models == back.models


@pytest.mark.slow
def test_no_more_than_a_sample_is_held() -> None:
    one = SITE.articles[0]
    pre = Preprocessor.learn((f"{one.url}/{i}", one.html) for i in range(MOST_PAGES + 5))
    assert [model.model.pages for model in pre.models.values()] == [MOST_PAGES]


def test_bytes_and_text_of_a_page_are_one_page() -> None:
    pre, page = Preprocessor.learn(pages()), SITE.articles[0]
    as_bytes = pre.clean(page.url, page.html.encode("utf-16"), "text/html; charset=utf-16")
    assert as_bytes == pre.clean(page.url, page.html)


def test_models_go_to_the_command_and_come_back(tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    file, folder = tmp_path / "models.json", tmp_path / "pages"
    pre = Preprocessor.learn(pages())
    pre.write(file)
    assert Preprocessor.read(file).models == pre.models
    folder.mkdir()
    (folder / "a.html").write_text(SITE.articles[0].html, "utf-8")
    printed = json.loads(winnow("clean", folder, "--model", file).out)
    assert printed["articleBody"] == "\n".join(SITE.articles[0].paragraphs)
    with pytest.raises(ModelError):
        Preprocessor.read(tmp_path / "absent.json")
    with pytest.raises(NothingToDoError):
        Preprocessor({}).write(file)


# -- Scrapy ----------------------------------------------------------------------------------------------------------------

SPIDER = """
import json, sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Pages(scrapy.Spider):
    name = "pages"
    def parse(self, response):
        yield {"url": response.url, "html": response.body, "content_type": response.headers.get("Content-Type", b"").decode()}
        if self.settings.getbool("FOLLOW"):
            yield from response.follow_all(css="a", callback=self.parse)

start, out, settings = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
process = CrawlerProcess({
    "ITEM_PIPELINES": {"indexer.scrapy_pipeline.WinnowPipeline": 300}, "FEEDS": {out: {"format": "jsonlines"}},
    "FEED_EXPORT_FIELDS": ["url", "winnow"], "TELNETCONSOLE_ENABLED": False, "CLOSESPIDER_PAGECOUNT": 60, **settings,
})
crawler = process.create_crawler(Pages)
process.crawl(crawler, start_urls=[start], allowed_domains=[start.split("/")[2].split(":")[0]])
process.start()
print(json.dumps({k: v for k, v in crawler.stats.get_stats().items() if k.startswith(("winnow/", "item_"))}))
sys.exit(process.bootstrap_failed)
"""


def run(start: str, out: Path, settings: Mapping[str, object]) -> subprocess.CompletedProcess[str]:
    """A crawl in a process of its own, from a file: Scrapy reads its spiders' source."""
    spider = out.with_suffix(".py")
    spider.write_text(SPIDER, "utf-8")
    command = [sys.executable, str(spider), start, str(out), json.dumps(settings)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def crawl(start: str, out: Path, **settings: object) -> tuple[list[dict[str, dict[str, object]]], dict[str, int]]:
    ended = run(start, out, settings)
    assert ended.returncode == 0, ended.stderr[-2000:]
    lines = out.read_text("utf-8").splitlines() if out.exists() else []
    return [json.loads(line) for line in lines], json.loads(ended.stdout)


@pytest.mark.slow
def test_a_crawl_by_scrapy_keeps_articles_and_counts_every_page(tmp_path: Path) -> None:
    generate(5, tmp_path / "served", free_bases(3), Scale(articles=24, days=9))
    with serve(tmp_path / "served") as server:
        items, stats = crawl(server.urls[0], tmp_path / "all.jsonl", WINNOW_KEEP_ALL=True, FOLLOW=True)
        kinds = [item["winnow"]["outcome"] for item in items]
        assert len(items) == stats["item_scraped_count"] == sum(n for name, n in stats.items() if name.startswith("winnow/"))
        assert kinds.count("cleaned") == stats["winnow/cleaned"] > 10
        kept, stats = crawl(server.urls[0], tmp_path / "kept.jsonl")
        ended = run(server.urls[0], tmp_path / "log.jsonl", {"FEED_EXPORT_FIELDS": None})
        assert "not-article" in ended.stderr
        assert "<body" not in ended.stderr, "a dropped item is logged without its page"
        whole, _ = crawl(server.urls[0], tmp_path / "whole.jsonl", WINNOW_KEEP_ALL=True, FEED_EXPORT_FIELDS=None)
        assert [sorted(item) for item in whole] == [["content_type", "url", "winnow"]]
    assert kept == []  # the front page alone, and it is none
    assert (stats["winnow/not-article"], stats["item_dropped_count"]) == (1, 1)


@dataclass
class PageItem:
    url: str
    html: str | None = None
    winnow: dict[str, object] | None = None


@pytest.mark.parametrize("make", [dict, PageItem])
@pytest.mark.parametrize("kept", [False, True])
def test_the_page_leaves_items_of_every_kind(make: Callable[..., Any], *, kept: bool) -> None:
    pipeline = WinnowPipeline(Preprocessor({}), StatsCollector(Crawler(scrapy.Spider)), keep_all=True, keep_html=kept)
    item = pipeline.process_item(make(url="https://example.org/a", html="<p>A story of the harbour."))
    assert bool(ItemAdapter(item).get("html")) is kept
    assert ("A story" in repr({**ItemAdapter(item), "winnow": None})) is kept
    assert ItemAdapter(item)["winnow"]["url"] == "https://example.org/a"


@pytest.mark.slow
def test_scrapy_says_what_is_wrong_with_the_models(tmp_path: Path) -> None:
    ended = run("http://127.0.0.1:9/", tmp_path / "x.jsonl", {"WINNOW_MODELS": str(tmp_path / "absent")})
    assert ended.returncode != 0
    assert "WINNOW_MODELS" in ended.stderr
    assert "No such file" in ended.stderr
