"""The website on a real index: what is shown, what is refused, and that no page can put markup of its own there."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html
from werkzeug.test import TestResponse

from demo.archive import Capture, write_warc
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.pipeline import Job, clean
from search_ui.app import SiteSettings, create_app
from search_ui.security import HEADERS, names_for
from search_ui.size_board import SizeBoard

SITE = "https://heron.example/"
EVIL = """"><script>alert('x')</script><img src=x onerror="alert(1)"><b>'"""
TOPICS = {
    "ferry": "The harbour ferry broke its propeller on the morning crossing and was towed to the quay by two tugs.",
    "crane": "Workers took down the oldest crane of the yard, which had lifted timber for eighty winters in a row.",
    "lynx": "A lynx was seen beside the reservoir, the first in the valley since the snow of the long winter.",
    "tram": "The tram to the hill runs again after the council paid for new rails and a second driver.",
    "mill": "The paper mill will close its last machine, and ninety people were told so in the canteen.",
    "bolt": "A loose bolt stopped the bell tower's clock at noon, and nobody noticed until the evening mass.",
}


def article_page(name: str, text: str) -> str:
    second = f"People in town spoke of little else, said the editor of the {name} column on Tuesday evening."
    menu = "".join(f"<li><a href='/{each}'>{each} news</a></li>" for each in TOPICS)
    return f"""<!doctype html><html lang=en><head><title>About the {name} | Heron</title>
    <link rel=canonical href="{SITE}{name}"><meta property="article:published_time" content="2026-03-0{len(name) % 9 + 1}">
    <meta name=author content="Ada Hjelm"></head><body><nav><ul>{menu}</ul></nav>
    <article><h1>About the {name}</h1><p>{text}</p><p>{second}</p><p>{text[::-1].title()}</p></article>
    <footer><p>Heron is printed in the old town. All rights reserved.</p></footer></body></html>"""


def made(url: str, headline: str, *texts: str, kind: Kind = Kind.CLEANED, duplicate_of: str = "", **fields: str) -> Cleaned:
    """A page that no pipeline has looked at: anything may stand in its fields."""
    blocks = (Block("menu", 0.0, False), *(Block(text, 0.9 - 0.3 * n, True) for n, text in enumerate(texts)))
    article = Article(url, url, headline, blocks, in_language="en", **fields)  # type: ignore[arg-type]
    page_type = "toc" if kind is Kind.NOT_ARTICLE else "article"
    text = "\n".join(["menu", *texts])
    return Cleaned(Outcome(url, "w", Ending(kind, duplicate_of=duplicate_of)), "made", "page: too few", page_type, article, text)


@dataclass(frozen=True, slots=True)
class Website:
    """The website of one index."""

    directory: Path
    client: FlaskClient

    def get(self, path: str, **parameters: str) -> TestResponse:
        return self.client.get(path, query_string=parameters or None)

    def dom(self, path: str, **parameters: str) -> Any:
        answer = self.get(path, **parameters)
        assert answer.status_code == 200, answer.text
        return html.document_fromstring(answer.text)

    def post(self, path: str) -> TestResponse:
        """Send the page's own form."""
        (token,) = self.dom(path).xpath("//input[@name='csrf_token']/@value")
        return self.client.post(path, data={"csrf_token": token})

    def write(self, *pages: Cleaned) -> None:
        with TantivyEngine(self.directory) as engine, closing(write(pages, engine)) as outcomes:
            list(outcomes)


def website(directory: Path) -> Website:
    app = create_app(lambda: TantivyEngine(directory), SiteSettings(names_for("127.0.0.1"), directory / "sizes.json"))
    app.testing = True
    return Website(directory, app.test_client())


@pytest.fixture(scope="module")
def heron(tmp_path_factory: pytest.TempPathFactory) -> Website:
    """Six pages through the whole pipeline, and three more that only look like pages."""
    archive = tmp_path_factory.mktemp("heron") / "heron.warc.gz"
    write_warc(archive, [Capture(SITE + name, article_page(name, text).encode(), "text/html") for name, text in TOPICS.items()])
    site = website(tmp_path_factory.mktemp("index"))
    site.write(
        *clean([str(archive)], Job(now=datetime(2026, 4, 1, tzinfo=UTC))),
        made(SITE + "list", "All news", "The ferry, the crane and the lynx", kind=Kind.NOT_ARTICLE),
        made(SITE + "copy", "About it", "Same story", kind=Kind.DUPLICATE, duplicate_of=f"{SITE}ferry"),
        made(f"javascript:alert(1)//{EVIL}", EVIL, f"zebra {EVIL}", EVIL, publisher=EVIL, date_published=EVIL),
    )
    return site


def texts(dom: Any, path: str) -> list[str]:
    """The text of each element, white space folded."""
    return [" ".join(element.text_content().split()) for element in dom.xpath(path)]


def test_front_page_asks_and_tells_what_there_is(heron: Website) -> None:
    dom = heron.dom("/")
    assert dom.xpath("//form[@method='get']//input[@name='q']")
    assert texts(dom, "//table[@class='bars arms']//th/b") == [arm.value for arm in Arm]
    assert len(texts(dom, "//ul[@class='figures']/li")) == 3
    assert "not measured" in dom.xpath("string(//ul[@class='figures']/li[1])"), "no size was measured"
    assert "of the raw hits of" in dom.xpath("string(//ul[@class='figures']/li[2])")
    assert "9 pages" in dom.text_content()


def test_menu_words_are_found_in_raw_only(heron: Website) -> None:
    dom = heron.dom("/", q='"tram news"')
    left, right = dom.xpath("//section[@class='column']")
    assert "6 hits" in left.text_content()
    assert "weighted finds nothing." in right.text_content()
    assert texts(dom, "//p[@class='verdict']") == ["raw finds 6, weighted nothing."]
    assert {each.get("title") for each in left.xpath(".//*[contains(@class, 'change')]")} == {"gone: not found in weighted"}


def test_hits_show_rank_change_headline_host_date_and_marked_snippet(heron: Website) -> None:
    dom = heron.dom("/", q="ferry propeller")
    for column in dom.xpath("//section[@class='column']"):
        (hit,) = column.xpath(".//li[@class='hit']")
        assert texts(hit, ".//h3") == ["About the ferry"]
        assert texts(hit, ".//time") == ["2026-03-06"]
        assert texts(hit, ".//*[@class='host']") == ["heron.example"]
        assert texts(hit, ".//p[@class='snippet']//mark") == ["ferry", "propeller"]
        assert hit.xpath(".//h3/a/@href") == ["/page?url=https://heron.example/ferry&q=ferry+propeller"]
    assert "for this query weighted changes nothing" in dom.text_content()
    assert texts(dom, "//p[@class='overlap']/strong") == ["1.00"]


def test_arms_order_and_match_come_from_the_address_and_stay_in_it(heron: Website) -> None:
    dom = heron.dom("/", q="ferry crane", match="any", sort="date", left="articles", right="body")
    assert [each.get("value") for each in dom.xpath("//option[@selected]")] == ["articles", "body", "any", "date"]
    dates = texts(dom.xpath("//section[@class='column']")[1], ".//time")
    assert dates == sorted(dates, reverse=True)
    assert len(dates) > 1
    assert "Nothing found" in heron.dom("/", q="ferry lynx quay timber").text_content()


def test_nothing_found_says_so_and_offers_any_word(heron: Website) -> None:
    dom = heron.dom("/", q="ferry xylophone")
    (link,) = dom.xpath("//section[@class='empty']//a[contains(@href, 'match=any')]/@href")
    assert "About the <mark>ferry</mark>" in heron.get(link).text


def test_pages_of_hits_count_on(tmp_path: Path) -> None:
    site = website(tmp_path)
    site.write(*(made(f"{SITE}{n}", f"Number {n}", "zebra " * (n + 1)) for n in range(23)))
    seen: list[str] = []
    path: str | None = "/?q=zebra"
    while path:
        dom: Any = html.document_fromstring(site.get(path).text)
        column = dom.xpath("//section[@class='column']")[1]
        assert texts(column, ".//span[@class='number']")[0] == str(len(seen) + 1)
        assert {each.strip() for each in column.xpath(".//*[contains(@class,'change')]/span[1]/text()")} <= {"="} | {
            f"{mark}{n}" for mark in "▲▼" for n in range(1, 23)
        }
        seen += texts(column, ".//h3")
        path = next(iter(dom.xpath("//a[@rel='next']/@href")), None)
    assert len(seen) == len(set(seen)) == 23


def test_page_view_colours_blocks_by_weight_with_the_number(heron: Website) -> None:
    dom = heron.dom("/page", url=SITE + "ferry")
    kept = dom.xpath("//p[contains(@class, 'kept')]")
    assert any(TOPICS["ferry"] in each.text_content() for each in kept)
    for block in kept:
        weight = float(block.get("title").removeprefix("weight "))
        assert 0 < weight <= 1
        assert f"weight {weight:.2f}" in block.text_content()
        assert f"level{-(-round(weight * 100) // 20)}" in block.get("class")
    dropped = texts(dom, "//div[contains(@class, 'dropped')]//li")
    assert "lynx news 6 pages" in dropped
    assert "About the ferry" not in dropped, "the headline is indexed, five times"
    assert "About the ferry" in texts(dom, "//div[contains(@class, 'beside')]//li")
    assert "Heron is printed in the old town. All rights reserved. 6 pages" in dropped
    facts = dict(zip(texts(dom, "//dl/div/dt"), texts(dom, "//dl/div/dd"), strict=True))
    assert facts["Author"] == "Ada Hjelm"
    assert facts["Published"].startswith("2026-03-06")
    assert facts["Language"] == "en"
    assert facts["Cleaned by"].startswith(("model: ", "page: "))
    assert "Indexed as an article." in dom.text_content()


def test_page_view_links_to_the_original_without_telling_it_from_where(tmp_path: Path) -> None:
    site = website(tmp_path)
    site.write(made(SITE + "linked", "Linked", "A heron stood in the reeds."))
    (link,) = site.dom("/page", url=SITE + "linked").xpath("//p[@class='source']/a")
    assert link.get("href") == SITE + "linked"
    assert {"noopener", "noreferrer"} <= set(link.get("rel").split())


def test_page_view_of_a_list_and_of_a_copy_says_what_they_are(heron: Website) -> None:
    listed = heron.dom("/page", url=SITE + "list")
    assert "Not indexed as an article: a table of contents." in listed.text_content()
    assert not listed.xpath("//p[contains(@class, 'kept')]")
    assert "has the same story" in heron.dom("/page", url=SITE + "copy").text_content()


def test_a_url_in_another_spelling_leads_to_the_page(heron: Website) -> None:
    assert "About the crane" in heron.get("/page", url="HTTPS://heron.example:443/crane?utm_source=x#top").text


@pytest.mark.parametrize("url", ["", "https://heron.example/none", "x" * 9000, "javascript:alert(1)", "http://[", "\0"])
def test_unknown_pages_are_not_found(heron: Website, url: str) -> None:
    answer = heron.get("/page", url=url)
    assert answer.status_code == 404
    assert "The index has no page" in answer.text


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        ("/", {"q": "zebra"}), ("/", {"q": EVIL}), ("/", {"q": "zebra", "sort": "date"}),
        ("/page", {"url": f"javascript:alert(1)//{EVIL}"}), ("/page", {"url": EVIL}), ("/", {"q": "x", "left": EVIL}),
        ("/", {"q": "x", "page": EVIL}), ("/size", {"q": EVIL}), (f"/{EVIL}", {}),
    ],
)  # fmt: skip
def test_nothing_that_a_page_or_an_address_says_becomes_markup(
    heron: Website, path: str, parameters: dict[str, str]
) -> None:
    answer = heron.get(path, **parameters)
    dom: Any = html.document_fromstring(answer.text)
    assert not dom.xpath("//script | //img | //b | //style | //iframe | //@style | //base")
    assert not [name for element in dom.iter() for name in element.attrib if name.startswith("on")]
    for link in dom.xpath("//@href | //@src | //@action"):
        assert link.startswith(("/", "#", "https://heron.example/")), link
    assert dict(answer.headers).items() >= HEADERS.items()
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_hostile_texts_are_shown_as_they_are(heron: Website) -> None:
    answer = heron.get("/", q="zebra")
    assert answer.text.count(f"<mark>zebra</mark> {escape(EVIL)}".replace("&#x27;", "&#39;").replace("&quot;", "&#34;")) == 2
    assert texts(html.document_fromstring(answer.text), "//h3/a") == [" ".join(EVIL.split())] * 2


@pytest.mark.slow
def test_new_commits_are_seen_and_the_reader_is_not_in_the_writers_way(tmp_path: Path) -> None:
    site = website(tmp_path)
    site.write(made(SITE + "old", "Zebra", "A zebra arrived at the zoo."))
    assert "Nothing found" in site.get("/", q="okapi").text
    site.write(made(SITE + "new", "Okapi", "An okapi arrived at the zoo."))
    assert "for this query weighted changes nothing" in site.get("/", q="okapi").text


def test_without_an_index_the_command_to_run_is_told(tmp_path: Path) -> None:
    site = website(tmp_path)
    for path in ("/", "/?q=x", "/page?url=x", "/size"):
        answer = site.get(path)
        assert answer.status_code == 503
        assert "winnow index" in answer.text
    health = site.get("/healthz")
    assert (health.status_code, health.get_json()["status"]) == (503, "unavailable")
    assert not list(tmp_path.iterdir()), "a reader makes nothing"
    site.write(made(SITE + "a", "A", "The first page."))
    assert site.get("/").status_code == 200


def test_an_index_without_articles_answers_with_its_pages(tmp_path: Path) -> None:
    site = website(tmp_path)
    site.write(made(SITE + "list", "All", "Only a list", kind=Kind.NOT_ARTICLE))
    assert "raw finds 1, weighted nothing." in site.get("/", q="list").text


def test_an_index_of_other_settings_is_refused_with_what_to_do(tmp_path: Path) -> None:
    website(tmp_path).write(made(SITE + "a", "A", "The first page."))
    (tmp_path / "raw" / "winnow.json").write_text("{}")
    answer = website(tmp_path).get("/", q="page")
    assert answer.status_code == 503
    assert "run `winnow index` again" in answer.text


def test_an_engine_that_could_not_be_opened_is_tried_again(tmp_path: Path) -> None:
    website(tmp_path).write(made(SITE + "a", "A", "The first page."))
    answers = iter([EngineError("the engine is starting: try again"), None])

    def open_engine() -> TantivyEngine:
        error = next(answers)
        if error:
            raise error
        return TantivyEngine(tmp_path)

    client = create_app(open_engine).test_client()
    assert "the engine is starting" in client.get("/").text
    assert client.get("/").status_code == 200


def test_other_names_of_this_machine_are_refused(heron: Website) -> None:
    assert heron.client.get("/", headers={"Host": "rebound.example"}).status_code == 421
    assert heron.client.get("/", headers={"Host": "127.0.0.1:8642"}).status_code == 200


def test_queries_are_limited(heron: Website) -> None:
    answer = heron.get("/", q="x " * 400)
    assert answer.status_code == 400
    assert "shorten it" in answer.text


def test_health_counts_documents(heron: Website) -> None:
    health = heron.get("/healthz").get_json()
    assert health["status"] == "ok"
    assert list(health["documents"]) == sorted(arm.value for arm in Arm)


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.02)


def measured(site: Website) -> bool:
    text = site.get("/size").text
    assert "http-equiv" not in text, "a page that loads itself again cannot be read to its end"
    return "Measuring" not in text


def files(directory: Path) -> dict[str, int]:
    return {str(path.relative_to(directory)): path.stat().st_mtime_ns for path in directory.rglob("*")}


def test_looking_at_the_website_writes_nothing_and_measures_nothing(tmp_path: Path) -> None:
    site = website(tmp_path)
    site.write(*(made(f"{SITE}{n}", f"Number {n}", "zebra crossing") for n in range(5)))
    before = files(tmp_path)
    for path in ("/", "/size", "/?q=zebra", f"/page?url={SITE}1"):
        assert site.get(path).status_code == 200
    assert "Not measured yet" in site.get("/size").text
    assert files(tmp_path) == before


@pytest.mark.slow
def test_sizes_are_measured_in_the_background_and_kept(tmp_path: Path) -> None:
    site = website(tmp_path)
    site.write(*(made(f"{SITE}{n}", f"Number {n}", "zebra crossing") for n in range(5)))
    assert site.post("/size").status_code == 303
    wait_for(lambda: measured(site))
    dom = site.dom("/size")
    assert "Measured just now." in dom.text_content()
    assert texts(dom, "//caption") == ["All sites", "made"]
    assert texts(dom.xpath("//tbody")[0], ".//th") == [arm.value for arm in Arm]
    again = website(tmp_path)
    assert "Measured just now." in again.get("/size").text, "another process finds them"
    site.write(made(SITE + "more", "More", "zebra"))
    assert "documents have changed since then" in site.get("/size").text
    assert site.client.post("/size").status_code == 400, "no form of ours"


def test_a_failed_measurement_says_why(tmp_path: Path) -> None:
    def no_space(engine: object, arms: object) -> list[object]:
        raise OSError(28, "No space left on device")

    site = website(tmp_path)
    site.write(made(SITE + "a", "A", "zebra"))
    site.client.application.extensions["winnow"].sizes = SizeBoard(None, no_space)  # type: ignore[arg-type]
    site.post("/size")
    wait_for(lambda: measured(site))
    dom = site.dom("/size")
    assert "No space left on device" in texts(dom, "//p[@role='alert']")[0]
    assert texts(dom, "//tbody//td") == ["1"] * 4


def test_where_nothing_is_found_the_page_says_what_would_be(heron: Website) -> None:
    dom = heron.dom("/", q="ferrey")
    (link,) = dom.xpath("//section[@class='empty']/p/a")
    assert link.text_content() == "ferry"
    assert "q=ferry" in link.get("href")


def test_what_could_not_be_read_is_said(heron: Website) -> None:
    dom = heron.dom("/", q="ferry after:2025-13")
    assert "after:2025-13 was left out" in dom.xpath("string(//section[@class='notes'])")
    assert dom.xpath("//li[@class='hit']")
