"""One process's workplace: on both databases, beside others, after others."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.news_hosts import NewsHosts, news_hosts
from indexer.cause import Cause
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Committed, Refusal
from indexer.index.tantivy.engine import TantivyEngine
from indexer.outcome import Ending, Kind
from indexer.settings import Settings
from indexer.store.database import Database
from tests.integration.workers.test_crawl_crash import command, environment
from workers.crawl.crawl import crawl_sites
from workers.crawl.session import CrawlSession
from workers.fetch.politeness import Politeness
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.recovery import presence, recover_leases
from workers.frontier.values import Backoff, CrawlRequest, FrontierParams
from workers.frontier.view import FrontierView

ARTICLES = 15
SETTINGS = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0))


@pytest.fixture
def sites() -> Iterator[NewsHosts]:
    with news_hosts(ARTICLES) as served:
        yield served


def test_a_crawl_from_start_to_index_on_either_database(
    database_url: str, sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    shared = Settings(home=tmp_path, database=database_url)
    now = 1_772_625_600.0
    lines: list[str] = []
    with CrawlSession.open(SETTINGS, Home(shared), lambda: now) as place:
        run = crawl_sites(place, [sites.start(1), sites.start(2)])
        assert run.report().record()["outcomes"] == {"fetched": 2 * sites.pages}
        assert place.index(run.hosts, lines.append) == {"indexed": 2 * ARTICLES, "not-article": 8}
        assert place.index(run.hosts) == {}
    with CrawlSession.open(SETTINGS, Home(shared), lambda: now) as place:
        again = crawl_sites(place, [sites.start(1)]).report()
    assert (again.requests, again.already, again.pages) == (0, sites.pages, sites.pages)
    assert lines == []


def test_pages_beyond_the_first_fit_wait_for_nobody(sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crawl in pieces: what each brings is indexed, and the model of the first few pages is replaced when there are many more."""
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    now, lines, found = [1_772_625_600.0], list[str](), Counter[str]()
    for most in (4, 8, 99):
        settings = CrawlSettings(allow_private=True, politeness=Politeness(delay=0.0), max_pages=most)
        now[0] += 100
        with CrawlSession.open(settings, Home(Settings(home=tmp_path)), lambda: now[0]) as place:
            run = crawl_sites(place, [sites.start(1)])
            now[0] += 100
            found.update(place.index(run.hosts, lines.append))
            counts = Counter(url.kind for host in run.hosts for url in FrontierView(place.database).urls(host) if url.kind is not None)
    assert counts == {Kind.INDEXED: ARTICLES, Kind.NOT_ARTICLE: 4}
    (line,) = lines
    assert line.endswith("was learned again: it was learned from 4 pages, and 8 have come since")
    assert sum(found.values()) == sites.pages + 12, "the first twelve twice"


def test_two_crawls_beside_each_other(sites: NewsHosts, tmp_path: Path) -> None:
    """Of two sites, into one home: neither takes the other for dead, and one waits for the other to index."""
    crawls = [command(tmp_path, "crawl", sites.start(number), "--allow-private", "--delay", "0.02", "--json") for number in (1, 2)]
    running = [
        subprocess.Popen(crawl, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for crawl in crawls
    ]
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert json.loads(out)["indexed"] == {"indexed": ARTICLES, "not-article": 4}
    assert max(sites.counts().values()) == 1
    found = subprocess.run(command(tmp_path, "search", "*", "--arm", "body", "--json"), env=environment(), capture_output=True, text=True,
                           timeout=60, check=True)  # fmt: skip
    assert json.loads(found.stdout)["total"] == 2 * ARTICLES


def test_a_record_that_was_cut_is_fetched_again(sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a power failure, which may take the end of a file with it that the database knows."""
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    shared = Settings(home=tmp_path)
    with CrawlSession.open(SETTINGS, Home(shared), time.time) as place:
        crawl_sites(place, [sites.start(1)])
    (file,) = (tmp_path / "archive").glob("*.warc.gz")
    content = file.read_bytes()
    file.write_bytes(content[: content.rindex(b"\x1f\x8b\x08")][:-40])  # without the last request, and the end of the last answer
    with CrawlSession.open(SETTINGS, Home(shared), time.time) as place:
        run = place.run({sites.start(1).split("/")[2]})
        indexed = place.index(run.hosts)
        assert indexed == {"indexed": ARTICLES - 1, "not-article": 4, "truncated": 1}
        again = crawl_sites(place, [sites.start(1)])
        assert (again.report().requests, again.pages) == (1, 1)
        assert place.index(run.hosts) == {"indexed": 1}


class Fussy(TantivyEngine):
    """Refuses one document a commit, as a cluster may."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.document: Document | None = None

    def put(self, arm: Arm, document: Document) -> None:
        if arm is Arm.WEIGHTED and self.document is None:
            self.document = document
        else:
            super().put(arm, document)

    def commit(self) -> Committed:
        super().commit()
        refused, self.document = self.document, None
        return Committed((Refusal(Arm.WEIGHTED, refused, "a field is too long"),) if refused else ())


def test_what_the_engine_refuses_is_kept_to_be_sent_again(sites: NewsHosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WINNOW_ENGINE", raising=False)
    monkeypatch.setattr("indexer.home.Home.engine", lambda home: Fussy(home.settings.index_directory))
    with CrawlSession.open(SETTINGS, Home(Settings(home=tmp_path)), time.time) as place:
        run = crawl_sites(place, [sites.start(1)])
        indexed = place.index(run.hosts)
        (refused,) = [url for host in run.hosts for url in FrontierView(place.database).urls(host) if url.kind is Kind.REFUSED]
    assert indexed == {"indexed": ARTICLES - 1, "not-article": 4, "refused": 1}
    assert refused.ending.reason == "weighted: a field is too long"
    (kept,) = Home(Settings(home=tmp_path)).refused
    assert kept.document.page_url == refused.url


HOLD = """
import sys, time
from pathlib import Path
from workers.frontier.recovery import presence
with presence(Path(sys.argv[1]), lambda: print("alone", flush=True)):
    print("here", flush=True)
    time.sleep(60)
"""


def test_who_is_alone_takes_over_and_who_is_not_does_not(tmp_path: Path) -> None:
    taken: list[str] = []
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert [other.stdout.readline().strip() for _ in range(2)] == ["alone", "here"]
        with presence(tmp_path, lambda: taken.append("beside another")):
            pass
        other.kill()
    with presence(tmp_path, lambda: taken.append("after it was killed")), presence(tmp_path, lambda: taken.append("beside myself")):
        pass
    assert taken == ["after it was killed"]


def test_what_a_dead_process_had_is_dealt_out_again(tmp_path: Path) -> None:
    now, params = [1000.0], FrontierParams(delay=2.0, lease=600.0, max_tries=2)
    with Database.open(tmp_path) as database:
        frontier = Frontier(database, lambda: now[0], params)
        frontier.add([CrawlRequest("https://a.example/"), CrawlRequest("https://a.example/1"), CrawlRequest("https://b.example/")])
        for _ in range(2):
            assert len(frontier.claim(9)) == 2
            assert recover_leases(database, lambda: now[0], params) == 2
            assert frontier.claim(9) == [], "a request may just have been made: the host rests"
            now[0] += 2.0
        (claim,) = frontier.claim(9)
        assert claim.url == "https://a.example/1"
        reasons = {url.ending.reason for host in ("a.example", "b.example") for url in FrontierView(database).urls(host) if url.kind}
        assert reasons == {"2 workers were lost while they processed the page"}


def test_a_clock_that_was_ahead_holds_nobody_up(tmp_path: Path) -> None:
    now, params = [1_000_000_000.0], FrontierParams(delay=2.0)
    with Database.open(tmp_path) as database:
        frontier = Frontier(database, lambda: now[0], params)
        frontier.add([CrawlRequest("https://a.example/"), CrawlRequest("https://a.example/1"), CrawlRequest("https://b.example/"), CrawlRequest("https://b.example/1")])
        first, other = frontier.claim(9)
        frontier.release(first)
        frontier.release(other, until=now[0] + 500.0, backoff=Backoff(now[0] + 500.0, Ending(Kind.HTTP_ERROR, Cause.STATUS, status=503)))
        now[0] = 500_000.0
        assert frontier.claim(9) == []
        recover_leases(database, lambda: now[0], params)
        now[0] += 2.0
        assert {claim.host for claim in frontier.claim(9)} == {"a.example", "b.example"}
        now[0] += 1.0
        wakes = frontier.next_ready_at()
        recover_leases(database, lambda: now[0], params)
        assert wakes is not None
