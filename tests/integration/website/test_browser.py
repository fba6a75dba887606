"""The website in a real browser: narrow and wide, light and dark, with and without scripts, judged by axe-core."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import urllib3
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Browser, Page, sync_playwright

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.evaluate.experiment import Experiment, create, run
from indexer.evaluate.retrieval import fair_systems
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome
from indexer.settings import Settings
from indexer.store.database import Database
from indexer.store.experiments import ExperimentLog
from tests.integration.website.test_server import BROWSERS, serving
from tests.unit.search_ui.test_experiments import write_captures

pytestmark = [pytest.mark.slow, pytest.mark.server(*BROWSERS)]

SITE = "https://heron.example/"
MENU = "Ferry times Weather Sport Archive"
ZALGO = "q" + "\u0301\u0489" * 60
HOSTILE = {
    "script": """"><script>document.title='taken'</script><img src=x onerror="document.title='taken'">""",
    "bidi": "\u202eferry reversed\u202d \u2066isolate",
    "long": "ferry" + "y" * 10_000,
    "zalgo": f"ferry {ZALGO} {ZALGO}",
    "nul": "ferry\0null\x01",
}
PAGES = {
    "overview": "",
    "compare": "?q=ferry",
    "compare with scores and facets": "?q=ferry&why=1&facets=1",
    "only left": "?q=ferry&show=left",
    "moved": "?q=quay&show=moved",
    "nothing found": "?q=xylophone",
    "notes": "?q=ferry+after:2025-13",
    "bad parameter": "?q=ferry&left=cooked",
    "article": f"page?url={SITE}3&q=ferry",
    "list": f"page?url={SITE}7",
    "hostile": f"page?url={SITE}script&q=ferry",
    "not found": "page?url=https://none.example/",
    "size": "size",
    "judge": "judge",
    "judge a query": "judge?judge=ada&q=ferry",
    "experiments": "experiments",
    "experiment": "experiments/spring",
    "experiment without a run": "experiments/unrun",
    "captures": f"captures?url={SITE}3",
}


def story(name: str, headline: str, number: int) -> Cleaned:
    url = f"{SITE}{name}"
    kind = Kind.NOT_ARTICLE if number == 7 else Kind.CLEANED
    body = f"{headline} left the quay {number} times. " * (number % 5 + 1)
    blocks = (Block(MENU, 0.0, False), Block(body.strip(), 0.4 + number % 6 / 10, True), Block(headline, 0.2, True))
    article = Article(url, url, headline, blocks, in_language="en", author=("Ada Hjelm",), date_published=f"2026-03-{number % 28 + 1:02}")
    visible = "\n".join([MENU, headline, "By Ada Hjelm", *(block.text for block in blocks[1:])])
    return Cleaned(Outcome(url, "w", Ending(kind)), "heron.example", "model: heron", "toc" if kind is Kind.NOT_ARTICLE else "article", article, visible)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("home")
    told = [(str(n), f"Number {n} {'ferry' if n % 2 else 'crane'}") for n in range(24)] + list(HOSTILE.items())
    with TantivyEngine(Settings(home=home).index_directory) as engine, closing(
        write((story(name, headline, n) for n, (name, headline) in enumerate(told)), engine)
    ) as outcomes:
        assert len(list(outcomes)) == len(told)
    with Database.open(home) as database:
        log = ExperimentLog(database)
        queries = (TestQuery("q1", "known-item", "number 3 ferry"), TestQuery("q2", HOSTILE["bidi"], HOSTILE["long"][:300]))
        for name in ("unrun", "spring"):
            made = Experiment(name, queries, fair_systems(tuple(Arm)))
            create(log, made, 1.0)
        list(run(TantivyEngine(Settings(home=home).index_directory), log, made, Judgements({"q1": {f"{SITE}3": 1}}), {}))
    write_captures(home, f"{SITE}3", 5)
    with serving(home) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = next(found for found in map(shutil.which, BROWSERS) if found)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        yield opened
        opened.close()


def opened(browser: Browser, width: int, scheme: str, *, scripts: bool = True) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light", bypass_csp=True, java_script_enabled=scripts
    )
    return context.new_page()


def captures_at(address: str) -> list[str]:
    """The addresses of a story's captures, the latest first."""
    page = html.document_fromstring(urllib3.request("GET", address + PAGES["captures"]).data)
    return [str(link).lstrip("/") for link in page.xpath("//th[@scope='row']//a/@href")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_every_page_fits_and_axe_finds_nothing(browser: Browser, address: str, width: int, scheme: str) -> None:
    page = opened(browser, width, scheme)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Failed to load" not in message.text else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for name, path in {**PAGES, "a capture": captures_at(address)[0]}.items():
        page.goto(address + path)
        assert page.title() != "taken", name
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} pixels wide"
        found = Axe().run(page, {"exclude": [["iframe"]]})  # no script reaches into a sandboxed frame
        assert found.violations_count == 0, f"{name}: {found.generate_report()[:2000]}"
    page.context.close()
    assert complaints == []


def test_every_page_reads_without_scripts(browser: Browser, address: str) -> None:
    page = opened(browser, 1280, "light", scripts=False)
    page.goto(address)
    page.fill("#q", "ferry")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=ferry**")
    assert page.locator(".hit").count() > 10
    page.click("nav.tabs a:has-text('only raw')")
    reasons = page.locator(".reason").all_inner_texts()
    assert reasons
    assert all(reason.startswith(("only in the template: «", "a table of contents")) for reason in reasons), "why, three clicks from the start"
    page.click(".hit h3 a >> nth=0")
    assert page.locator("mark").count()
    page.context.close()


def test_the_keyboard_reaches_everything(browser: Browser, address: str) -> None:
    page = opened(browser, 1280, "light")
    page.goto(f"{address}?q=ferry&show=left")
    seen = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.outerHTML.slice(0, 120)"))
    links = page.evaluate("[...document.querySelectorAll('a, button, input, select')].map(each => each.outerHTML.slice(0, 120))")
    assert set(links) <= seen
    page.context.close()


def test_two_judges_at_once_give_ten_judgements_each_with_the_keyboard(browser: Browser, address: str) -> None:
    judges = {name: opened(browser, 1280, "light") for name in ("ada", "bo")}
    for name, page in judges.items():
        page.goto(f"{address}judge")
        page.keyboard.press("Tab")
        page.focus("#judge")
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type("ferry")
        page.keyboard.press("Enter")
        page.wait_for_selector("#grade")
    for number in range(1, 10):
        for page in judges.values():
            page.focus(f"[name='grade-{number}'][value='']")
            page.keyboard.press("ArrowRight")  # from the last choice to the first, grade 0
    for page in judges.values():
        page.focus("button:has-text('Save grades')")
        page.keyboard.press("Enter")
        page.wait_for_selector("[name='grade-9'][value='0']:checked")
        page.focus("button[name='preference'][value='tie']")
        page.keyboard.press("Enter")
        page.wait_for_selector("button[aria-pressed]")
        page.context.close()
    summary = " ".join(html.document_fromstring(urllib3.request("GET", f"{address}judge").data).text_content().split())
    assert "Grades: 9 stories of 1 queries; 0 excluded" in summary
    assert "no difference 2" in summary


def test_nothing_of_a_page_runs_and_nothing_leaves_the_site(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    asked, refused = list[str](), set[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: refused.add(request.url) if request.failure == "csp" else None)
    for name in HOSTILE:
        page.goto(f"{address}page?url={SITE}{name}&q=ferry")
        assert page.title() != "taken"
    page.goto(f"{address}?q=ferry")
    page.goto(address + captures_at(address)[0])
    page.locator("iframe").scroll_into_view_if_needed()
    frame = page.frame_locator("iframe")
    assert frame.locator("[data-winnow]").count() > 2
    assert frame.locator("[data-winnow-dropped]").all_inner_texts() == ["Ships Quays Tides"]
    assert page.title() != "taken"
    assert all(url.startswith(address) or url in refused for url in asked), asked
    page.context.close()


def test_pictures_can_be_taken(browser: Browser, address: str, tmp_path: Path) -> None:
    page = opened(browser, 360, "dark")
    page.goto(f"{address}?q=ferry")
    assert page.screenshot(path=tmp_path / "page.png", full_page=True).startswith(b"\x89PNG")
    page.context.close()
