"""The embedded crawl, killed again and again by kill -9: the same command goes on, and nothing is lost, doubled or rushed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from harness.news_hosts import NewsHosts, news_hosts
from indexer.outcome import Kind
from indexer.store.database import Database
from workers.frontier.view import FrontierView

ARTICLES, DELAY = 40, 0.05


def command(home: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "winnow", *arguments, "--home", str(home)]


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("WINNOW_")}


def crawl(home: Path, sites: NewsHosts) -> list[str]:
    return command(home, "crawl", sites.start(1), sites.start(2), "--allow-private", "--delay", str(DELAY), "--json")


def requests(sites: NewsHosts) -> int:
    with sites.lock:
        return sum(sites.counts().values())


def kill_after(home: Path, sites: NewsHosts, more: int) -> None:
    """Start the crawl, and kill it when so many requests were made."""
    until, patience = requests(sites) + more, time.monotonic() + 60
    with subprocess.Popen(crawl(home, sites), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while requests(sites) < until:
            assert process.poll() is None, "it ended before it was killed"
            assert time.monotonic() < patience
            time.sleep(0.005)
        process.kill()


def finish(home: Path, sites: NewsHosts) -> dict[str, Any]:
    done = subprocess.run(crawl(home, sites), env=environment(), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.parametrize("kills", [(9, 17, 30)])
def test_a_crawl_survives_being_killed(tmp_path: Path, kills: tuple[int, ...]) -> None:
    with news_hosts(ARTICLES) as sites:
        for more in kills:
            kill_after(tmp_path, sites, more)
        report = finish(tmp_path, sites)
        counts = sites.counts()
        gap = sites.shortest_gap()
    pages = 2 * sites.pages
    assert (report["urls"], report["pages"], report["outcomes"]) == (pages, pages, {"fetched": pages})
    assert gap >= DELAY - 0.005, "a killed run's host rests before the next one asks it"
    robots = [number for url, number in counts.items() if url.endswith("/robots.txt")]
    twice = {url: number for url, number in counts.items() if number > 1}
    assert max(counts.values()) <= 2
    assert len(twice) <= len(kills), "only what was under way when it was killed"
    assert sum(robots) <= 2 + len(kills)
    with Database.open(tmp_path) as database:
        view = FrontierView(database)
        for number in (1, 2):
            urls = list(view.urls(sites.start(number).split("/")[2]))
            assert Counter(url.kind for url in urls) == {Kind.INDEXED: ARTICLES, Kind.NOT_ARTICLE: 4}
            assert {len(view.history(url.url)) for url in urls} == {1}
    found = subprocess.run(command(tmp_path, "search", "*", "--arm", "body", "--limit", "200", "--json"), env=environment(),
                           capture_output=True, text=True, timeout=60, check=True)  # fmt: skip
    hits = Counter(hit["url"] for hit in json.loads(found.stdout)["hits"])
    assert len(hits) == 2 * ARTICLES
    assert set(hits.values()) == {1}
    kept = Counter(record.rec_headers["WARC-Target-URI"] for file in sorted((tmp_path / "archive").glob("*.warc.gz")) for record in _pages(file))
    assert len(kept) == pages


def _pages(file: Path) -> list[Any]:
    with file.open("rb") as stream:
        return [record for record in ArchiveIterator(stream) if record.rec_type == "response"]


def test_a_crawl_killed_while_it_indexes_ends_in_the_same_index(tmp_path: Path) -> None:
    with news_hosts(ARTICLES) as sites:
        only = command(tmp_path, "crawl", sites.start(1), "--allow-private", "--delay", "0", "--json")
        subprocess.run([*only, "--no-index"], env=environment(), check=True, capture_output=True, timeout=120)
        for seconds in (1.2, 1.8):
            with subprocess.Popen(only, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(seconds)
                process.kill()
        done = subprocess.run(only, env=environment(), capture_output=True, text=True, timeout=120, check=True)
        assert json.loads(done.stdout)["requests"] == 0
    with Database.open(tmp_path) as database:
        counts = FrontierView(database).counts()
    assert [counted.outcomes for counted in counts] == [{"indexed": ARTICLES, "not-article": 4}]
    found = subprocess.run(command(tmp_path, "search", "*", "--arm", "body", "--json"), env=environment(), capture_output=True, text=True,
                           timeout=60, check=True)  # fmt: skip
    assert json.loads(found.stdout)["total"] == ARTICLES
