"""An index rebuilt from a home's archive is the home's own, whatever the home has lived through."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.relations import Contents, contents
from indexer.cli.index import index
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.outcome import Kind
from indexer.store.database import Database
from tests.integration.workers.test_recrawl import Serve, article, front, invoke, site
from tests.integration.workers.test_recrawl import serve as _serve
from tests.unit.workers.test_processing import HOST, SITE, Desk, prose
from tests.unit.workers.test_processing import article as desk_article
from workers.cli.crawl import crawl
from workers.cli.recrawl import recrawl

pytestmark = pytest.mark.slow
serve = _serve
OPTIONS = ("--allow-private", "--delay", "0")
BEGIN = datetime(2026, 3, 10, 8, tzinfo=UTC)
STORIES = 9


def held(home: Path) -> Contents:
    with closing(Home.of(home).engine()) as engine:
        return contents(engine)


def lives(seed: int, pages: dict[str, Any], url: str) -> Iterator[str]:
    """Change the site a little at a time, as editors do."""
    chance, number = Random(seed), STORIES
    while True:
        path = f"/story/number-{chance.randrange(number)}.html"
        change = chance.choice(("new", "edit", "edit", "remove", "return", "move", "noindex", "trouble", "front", "away", "not-found"))
        if change == "new":
            pages[f"/story/number-{number}.html"] = article(number)
            number += 1
            pages["/"] = front(*range(number))
        elif change in ("edit", "return"):
            pages[path] = article(int(path[14:-5]), f"The ferry of edition {chance.randrange(10**6)} was late.")
        elif change == "noindex":
            pages[path] = "<meta name=robots content=noindex>" + article(int(path[14:-5]))
        elif change == "move":
            pages[path.replace("number", "moved")] = article(int(path[14:-5]))
            pages[path] = (301, {"Location": f"{url}{path[1:].replace('number', 'moved')}"}, "")
        else:
            pages[path] = {
                "remove": (410, {}, "gone"),
                "trouble": (403, {}, "no"),
                "front": (302, {"Location": url}, ""),
                "away": (307, {"Location": f"{url}elsewhere"}, ""),
                "not-found": "<title>Not found</title><p>There is nothing at this address.",
            }[change]
        yield change


@pytest.mark.parametrize("seed", range(4))
def test_an_index_rebuilt_from_the_archive_is_the_one_that_lived(
    seed: int, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    pages = site(STORIES)
    url, _ = serve(pages)
    home, now, life = tmp_path / "home", BEGIN, lives(seed, pages, url)
    monkeypatch.setenv("WINNOW_NOW", now.isoformat())
    if seed % 2:
        killed(url, home)
    invoke(crawl, url, *OPTIONS, home=home, ok=False)
    changes = []
    for _ in range(3):
        now += timedelta(hours=13)
        monkeypatch.setenv("WINNOW_NOW", now.isoformat())
        changes += [next(life) for _ in range(3)]
        invoke(recrawl, url, *OPTIONS, "--all", home=home, ok=False)
    invoke(index, str(home / "archive"), home=tmp_path / "rebuilt", ok=False)
    lived, rebuilt = held(home), held(tmp_path / "rebuilt")
    if seed % 2:  # a killed process's page is there twice, so that its version may be that of a later visit
        lived, rebuilt = ({key: one._replace(version="") for key, one in found.items()} for found in (lived, rebuilt))
    differing = {key: (lived.get(key), rebuilt.get(key)) for key in lived.keys() | rebuilt.keys() if lived.get(key) != rebuilt.get(key)}
    assert not differing, (changes, differing)


def test_what_the_crawl_judged_gone_stays_out_of_a_rebuilt_index(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    pages = site(STORIES)
    url, _ = serve(pages)
    home, now = tmp_path / "home", BEGIN
    monkeypatch.setenv("WINNOW_NOW", now.isoformat())
    invoke(crawl, url, *OPTIONS, home=home)
    taken = [f"/story/number-{number}.html" for number in range(2)]
    assert {f"{url}{path[1:]}" for path in taken} <= {page for _, page in held(home)}
    pages[taken[0]], pages[taken[1]] = (302, {"Location": url}, ""), (307, {"Location": f"{url}elsewhere"}, "")
    for _ in range(3):
        now += timedelta(hours=13)
        monkeypatch.setenv("WINNOW_NOW", now.isoformat())
        invoke(recrawl, url, *OPTIONS, "--all", home=home, ok=False)
    lived = held(home)
    assert not {f"{url}{path[1:]}" for path in taken} & {page for _, page in lived}
    invoke(index, str(home / "archive"), home=tmp_path / "rebuilt", ok=False)
    assert held(tmp_path / "rebuilt") == lived


def killed(url: str, home: Path) -> None:
    """Begin a crawl, and kill it when it has the first pages."""
    command = [sys.executable, "-m", "winnow", "crawl", url, *OPTIONS, "--home", str(home)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ))
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until and not any(home.glob("archive/*")):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()


BRIEF = "<p>There is nothing at this address, and there never was.</p>"
ODD = ("news/tram-by-night.html", "old/depot", "shop/7/", "p.php?id=9", "wp/x/y/z")
"""Dissimilar addresses."""


@pytest.mark.parametrize("change", ["returns", "judged again", "unchanged since", "wall"])
def test_a_judgement_is_taken_back(change: str, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A soft 404 is one as long as other addresses show the same words; the rebuilt index follows the last judgement of the capture."""
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    desk = Desk(database, tmp_path / "home")
    desk.learn(20)
    brief = desk_article("x").replace("".join(f"<p>{line}</p>" for line in prose("x")), BRIEF)
    for path in ODD[:4]:
        desk.visit(path, desk_article(path))
    desk.work()
    for path in ODD[:4]:
        desk.visit(path, brief)
    desk.work()
    assert {desk.kind(path) for path in ODD[:4]} == {Kind.GONE}
    if change == "wall":
        for number in range(9):
            desk.visit(f"a/{number}", brief)
        desk.visit(ODD[4], brief)
        desk.work()
        assert {desk.kind(f"a/{number}") for number in range(9)} == {Kind.EMPTY}
    else:
        for path in ODD[: 4 if change == "returns" else 3]:
            desk.visit(path, desk_article(path + " again"))
        desk.work()
        desk.processing.fit(HOST, desk.models.version(HOST))
        desk.work()
        assert desk.kind(ODD[3]) not in (Kind.GONE, None)
    if change == "unchanged since":
        desk.unchanged(ODD[3])
        desk.processing.fit(HOST, desk.models.version(HOST))
        desk.work()
    desk.store.close()
    invoke(index, str(tmp_path / "home" / "archive"), home=tmp_path / "rebuilt", ok=False)
    lived, rebuilt = held(tmp_path / "home"), held(tmp_path / "rebuilt")
    assert {key: one.texts for key, one in lived.items() if key[0] == "raw"} == {key: one.texts for key, one in rebuilt.items() if key[0] == "raw"}
    assert {key[1] for key in lived} >= {SITE + path for path in (ODD[:3] if change != "wall" else ["a/3"])}


@pytest.mark.parametrize("inputs", ["its own archive", "another home's"])
def test_a_rebuilt_index_is_cleaned_by_the_models_of_each_time(inputs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a redesign the pages before it keep the model of their time: in the home, cleaned again, and in a rebuilt index."""
    for name in ("WINNOW_ENGINE", "WINNOW_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    with Database.open(home) as database:
        desk = Desk(database, home)
        desk.learn(30)
        for number in range(24):
            desk.visit(f"b/{number}", desk_article(f"b {number}", modern=True))
        desk.work()
        assert desk.processing.refit(HOST, 1)
        desk.work()
        desk.store.close()
        lived, by = held(home), cleaned_by(home)
        assert len(lived) == 4 * 54
        assert len(set(by.values())) == 2
        desk.pending.requeue(HOST)
        desk.work()
        assert (held(home), cleaned_by(home)) == (lived, by)
    if inputs == "its own archive":
        shutil.rmtree(home / "index")
        invoke(index, str(home / "archive"), home=home)
    else:
        invoke(index, str(home / "archive"), "--model", str(home), home=tmp_path / "rebuilt")
    rebuilt = home if inputs == "its own archive" else tmp_path / "rebuilt"
    assert (held(rebuilt), cleaned_by(rebuilt)) == (lived, by)


def cleaned_by(home: Path) -> dict[str, str]:
    """By page, what cleaned it."""
    with closing(Home.of(home).engine()) as engine:
        return {stored.page_url: str(stored.fields["siteModel"]) for stored in engine.stored(Arm.WEIGHTED)}
