"""Nobody speaks for another in live crawls: whatever one site serves, another one's documents and its record in the frontier stay."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.engines import remove
from harness.relations import Contents, contents
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.store.database import Database
from indexer.store.sites import Sites
from indexer.urls import site_key
from tests.integration.workers.test_recrawl import Serve, article, front, invoke, site
from tests.integration.workers.test_recrawl import serve as _serve
from workers.cli.audit import audit
from workers.cli.crawl import crawl
from workers.cli.recrawl import recrawl
from workers.indexing.audit import compare

pytestmark = pytest.mark.slow
serve = _serve
OPTIONS = ("--allow-private", "--delay", "0")
BEGIN = datetime(2026, 3, 10, 8, tzinfo=UTC)
STORIES = 8
PATHS = [f"/story/number-{number}.html" for number in range(STORIES)]
Pages = dict[str, Any]
Attack = Callable[[str], tuple[Pages, Pages]]
"""What a site serves at its first crawl and later, given the victim's URL."""


def declaring(head: str, text: int = 20) -> Attack:
    """Stories under the victim's paths, of another text, with this in their heads (`{}`: the victim's URL of the same path)."""

    def pages(victim: str) -> tuple[Pages, Pages]:
        first = {path: head.format(victim + path[1:]) + article(number + text) for number, path in enumerate(PATHS)}
        return {"/": front(*range(STORIES)), **first}, {"/": front(*range(STORIES)), **dict.fromkeys(PATHS, (410, {}, "gone"))}

    return pages


def redirecting(status: int, *, at_once: bool) -> Attack:
    """All pages redirect to the victim's, at once or later."""

    def pages(victim: str) -> tuple[Pages, Pages]:
        away = {path: (status, {"Location": victim + path[1:]}, "") for path in ("/", "/robots.txt", *PATHS)}
        return (away if at_once else site(STORIES)), away

    return pages


def listing(feed: str, robots: str = "") -> Attack:
    """A feed or sitemap of the victim's pages, as new as can be."""

    def pages(victim: str) -> tuple[Pages, Pages]:
        linked = "<link rel=alternate type=application/rss+xml href=/feed.xml>"
        served = {**site(STORIES), "/": linked + front(*range(STORIES)), "/feed.xml": feed.format(victim)}
        if robots:
            served["/robots.txt"] = (200, {"Content-Type": "text/plain"}, robots)
        return served, {**served, "/feed.xml": feed.format(victim).replace("number-1", "number-2")}

    return pages


LD = '<script type="application/ld+json">{{"@type": "NewsArticle", "@id": "{0}", "url": "{0}", "mainEntityOfPage": "{0}", "dateModified": "2036-01-01"}}</script>'
RSS = (
    "<rss><channel><item><link>{0}story/number-1.html</link><guid>{0}story/number-1.html</guid><title>Taken</title>"
    "<pubDate>Fri, 01 Jan 2036 00:00:00 GMT</pubDate></item></channel></rss>"
)
SITEMAP = "<urlset><url><loc>{0}story/number-1.html</loc><lastmod>2036-01-01</lastmod></url><url><loc>{0}secret.html</loc></url></urlset>"
ATTACKS: dict[str, Attack] = {
    "canonical": declaring("<link rel=canonical href='{}'>"),
    "canonical of the victim's text": declaring("<link rel=canonical href='{}'>", text=0),
    "og:url": declaring("<meta property=og:url content='{}'>"),
    "AMP, hreflang, base": declaring("<base href='{0}'><link rel=amphtml href='{0}'><link rel=alternate hreflang=en href='{0}'>"),
    "JSON-LD of the future": declaring(LD),
    "noindex": declaring("<link rel=canonical href='{}'><meta name=robots content=noindex>"),
    "refresh": declaring("<meta http-equiv=refresh content='0; url={}'>"),
    "permanent redirects at once": redirecting(301, at_once=True),
    "temporary redirects at once": redirecting(302, at_once=True),
    "permanent redirects later": redirecting(301, at_once=False),
    "temporary redirects later": redirecting(307, at_once=False),
    "feed": listing(RSS),
    "sitemap": listing(SITEMAP, "Sitemap: /feed.xml\nUser-agent: *\nAllow: /\n"),
}  # fmt: skip


@pytest.fixture(params=["tantivy", pytest.param("elasticsearch", marks=pytest.mark.server)])
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with an index of its own on each engine."""
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    if request.param == "elasticsearch":
        monkeypatch.setenv("WINNOW_ENGINE", request.getfixturevalue("elasticsearch_node"))
        monkeypatch.setenv("WINNOW_ENGINE_PREFIX", f"t{uuid.uuid4().hex[:10]}")
    yield tmp_path / "home"
    with closing(Home.of(tmp_path / "home").engine()) as engine:
        if isinstance(engine, ElasticsearchEngine):
            remove(engine)


def held(home: Path, url: str) -> Contents:
    """The documents of one site, without their versions."""
    with closing(Home.of(home).engine()) as engine:
        return {key: one._replace(version="") for key, one in contents(engine).items() if key[1].startswith(url)}


def audited(home: Path) -> list[str]:
    opened = Home.of(home)
    with opened.database() as database, closing(opened.engine()) as engine:
        return [f"{difference.url}: {difference.what}" for difference in compare(database, opened.archive, engine).differences]


@pytest.mark.parametrize("is_first", [False, True], ids=["after the victim", "before the victim"])
def test_no_site_takes_over_or_withdraws_anothers_documents(
    home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch, *, is_first: bool
) -> None:
    pages = site(STORIES)
    victim, log = serve(pages)
    now = BEGIN

    def later(command: Any, *arguments: str) -> None:
        nonlocal now
        now += timedelta(hours=13)
        monkeypatch.setenv("WINNOW_NOW", now.isoformat())
        invoke(command, *arguments, *OPTIONS, home=home, ok=False)

    attacks = ATTACKS
    served = {name: attack(victim) for name, attack in attacks.items()}
    stages = {name: dict(first) for name, (first, _) in served.items()}
    urls = {name: serve(stages[name])[0] for name in attacks}
    if not is_first:
        later(crawl, victim)
        before, asked = held(home, victim), len(log)
    for name, url in urls.items():
        later(crawl, url)
        if not is_first:
            assert held(home, victim) == before, name
            assert {path for path, _ in log[asked:]} <= {"/robots.txt"}, name  # a redirect of robots.txt is followed (RFC 9309, 2.3.1.2)
    if is_first:
        later(crawl, victim)
        before, asked = held(home, victim), len(log)
    assert len(before) == 3 * STORIES + STORIES + 1
    for name, url in urls.items():
        stages[name].clear()
        stages[name].update(served[name][1])
        later(recrawl, url, "--all")
        assert held(home, victim) == before, name
    with Database.open(home) as database:
        assert Sites(database).names(site_key(victim)) == (site_key(victim),)
    later(recrawl, victim, "--all")
    assert held(home, victim) == before, "the victim, unchanged, visited again"
    assert audited(home) == []


def copies(victim: str) -> Pages:
    """The victim's stories, years older, naming the victim's URLs as their own, on a front page and in a sitemap of new paths."""
    old = "<meta property=article:published_time content=2019-01-01T00:00:00Z><link rel=canonical href='{}'>"
    stories = {path: old.format(victim + path[1:]) + article(number) for number, path in enumerate(PATHS)}
    more = {f"/copy{path}": html for path, html in stories.items()}
    listed = "".join(f"<url><loc>{{0}}{path[1:]}</loc></url>" for path in more)
    return {
        "/": front(*range(STORIES)),
        "/robots.txt": (200, {"Content-Type": "text/plain"}, "Sitemap: /map.xml\nUser-agent: *\nAllow: /\n"),
        "/map.xml": f"<urlset>{listed}</urlset>",
        **stories,
        **more,
    }


def without_front(pages: Pages, victim: str) -> Pages:
    """The same, while the front page still redirects to the victim."""
    return {**pages, "/": (301, {"Location": victim}, "")}


@pytest.mark.parametrize("status", [301, 302])
@pytest.mark.parametrize("how", ["redirected at once", "moved later"])
@pytest.mark.parametrize("still", [False, True], ids=["", "front page still redirects"])
def test_who_redirects_to_a_site_that_was_never_crawled_has_no_part_in_it(
    home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch, how: str, status: int, *, still: bool
) -> None:
    """A domain leads to the victim before anybody has crawled that, and has the victim's stories for its own afterwards."""
    victim, _ = serve(site(STORIES))
    stage: Pages = {}
    evil, _ = serve(stage)
    now = BEGIN

    def then(command: Any, *arguments: str) -> None:
        nonlocal now
        now += timedelta(hours=13)
        monkeypatch.setenv("WINNOW_NOW", now.isoformat())
        invoke(command, *arguments, *OPTIONS, home=home, ok=False)

    def stages(pages: Pages) -> None:
        stage.clear()
        stage.update({path: served.format(evil) if path == "/map.xml" else served for path, served in pages.items()})

    if how == "moved later":
        stages({"/": front(*range(STORIES)), **{path: article(number + 20) for number, path in enumerate(PATHS)}})
        then(crawl, evil)
    stages({path: (status, {"Location": victim + path[1:]}, "") for path in ("/", "/robots.txt", *PATHS)})
    then(crawl, evil)
    then(recrawl, evil, "--all")
    then(crawl, victim)
    before = held(home, victim)
    assert len(before) == 3 * STORIES + STORIES + 1
    taken = copies(victim)
    stages(without_front(taken, victim) if still else taken)
    for _ in range(2):
        then(crawl, evil, "--again")
        assert held(home, victim) == before
        then(recrawl, evil, "--all")
        assert held(home, victim) == before
        then(recrawl, victim, "--all")
        assert held(home, victim) == before
    assert audited(home) == []
    with Database.open(home) as database:
        assert Sites(database).names(site_key(victim)) == (site_key(victim),)


@pytest.mark.parametrize("status", [301, 302])
def test_a_site_that_redirects_once_to_a_domain_never_crawled_keeps_its_own_stories(
    home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """The victim's first answer leads to a stranger (a hacked server, an open redirect, a parked domain): its own stories come later, whole."""
    pages: Pages = {}
    victim, _ = serve(pages)
    evil, _ = serve({path: served.format(victim) if path == "/map.xml" else served for path, served in copies(victim).items()})
    pages.update({path: (status, {"Location": evil + path[1:]}, "") for path in ("/", *PATHS)})
    for hours in range(0, 39, 13):
        monkeypatch.setenv("WINNOW_NOW", (BEGIN + timedelta(hours=hours)).isoformat())
        invoke(crawl, victim, "--again", *OPTIONS, home=home, ok=False)
        pages.update(site(STORIES))
    found = held(home, victim)
    assert len(found) == 3 * STORIES + STORIES + 1
    with Database.open(home) as database:
        assert Sites(database).names(site_key(victim)) == (site_key(victim),)
    monkeypatch.setenv("WINNOW_NOW", (BEGIN + timedelta(hours=52)).isoformat())
    invoke(recrawl, evil, "--all", *OPTIONS, home=home, ok=False)
    assert held(home, victim) == found
    assert audited(home) == []


def test_what_was_taken_over_is_found_and_healed(home: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """As earlier versions wrote it: another site's text under the victim's id; the audit finds it, and its repair heals it: on the embedded
    engine at once, on Elasticsearch, which remembers the deletion for a day, after the next visit."""
    victim, _ = serve(site(STORIES))
    evil, _ = serve({"/": front(*range(STORIES)), **{path: article(number + 20) for number, path in enumerate(PATHS)}})
    for number, url in enumerate((victim, evil)):
        monkeypatch.setenv("WINNOW_NOW", (BEGIN + timedelta(hours=number)).isoformat())
        invoke(crawl, url, *OPTIONS, home=home)
    before = held(home, "http")
    with closing(Home.of(home).engine()) as engine:
        for arm in (Arm.BODY, Arm.WEIGHTED):
            stored, taken = engine.read(arm, evil + PATHS[3][1:]), engine.read(arm, victim + PATHS[3][1:])
            assert stored is not None
            assert taken is not None
            document, own = stored.document(), taken.document()
            fields = {**document.fields, "url": own.fields["url"], "canonicalUrl": own.fields["canonicalUrl"]}
            engine.put(arm, type(document)(own.id, document.page_url, document.site, document.language, document.published, document.parts, fields))
        engine.commit()
    assert held(home, "http") != before
    assert audited(home)
    monkeypatch.setenv("WINNOW_NOW", (BEGIN + timedelta(hours=3)).isoformat())
    invoke(audit, "--repair", home=home, ok=False)
    if not os.environ.get("WINNOW_ENGINE"):
        assert held(home, "http") == before
    monkeypatch.setenv("WINNOW_NOW", (BEGIN + timedelta(hours=30)).isoformat())
    invoke(recrawl, victim, "--all", *OPTIONS, home=home, ok=False)
    done = invoke(audit, "--repair", home=home, ok=False)
    assert audited(home) == [], done.output
    assert held(home, "http") == before
