"""What must hold after the crash run, and what does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from benchmarks.crash_archive import Archived, look
from harness.news_hosts import NewsHosts
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.store.crawl_tables import Url, Visit
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from workers.frontier.pending import PendingPages
from workers.frontier.view import FrontierView
from workers.indexing.audit import compare

_ASKED = 2
"""A page whose answer came, but whose worker did not live to say so, is asked for once more; not again and again."""
_EARLY = 0.005
"""Seconds by which a pause may be measured too short."""


def verdict(hosts: int, delay: float, sites: NewsHosts, database: Database, home: Path, engine: str) -> dict[str, Any]:
    """Figures, and under `wrong` what does not hold, a line each."""
    pages = {f"http://127.0.1.{host + 1}:{sites.port}{path}": path for host in range(hosts) for path in _paths(sites)}
    asked = {f"http://{page}": number for page, number in sites.counts().items()}
    rules = [asked.pop(url) for url in sorted(asked) if url.endswith("/robots.txt")]
    outcomes: Counter[str] = Counter()
    for counts in FrontierView(database).counts():
        outcomes.update(counts.outcomes)
    archived, pause = look(home / "archive"), sites.shortest_gap()
    documents = {arm.value: _documents(home, engine, arm) for arm in Arm}
    stories = {url for url, path in pages.items() if path.startswith("/a/")}
    wrong = [
        *_manners(asked, rules, pause, delay),
        *_ends(database, set(pages), stories),
        *(line for arm in Arm for line in _once(arm, documents[arm.value], set(pages) if arm is Arm.RAW else stories)),
        *archived.wrong,
        *_kept(database, archived, asked, set(pages)),
        *_audited(database, home, engine),
    ]
    return {
        "requests": sum(asked.values()) + sum(rules),
        "pages": len(asked),
        "twice": sum(number == _ASKED for number in asked.values()),
        "more": sum(number > _ASKED for number in asked.values()),
        "pause": pause,
        "robots": max(rules, default=0),
        "outcomes": dict(sorted(outcomes.items())),
        "documents": {arm: sum(found.values()) for arm, found in documents.items()},
        "files": archived.files,
        "records": archived.records,
        "wrong": wrong,
    }


def _paths(sites: NewsHosts) -> list[str]:
    return ["/", *(f"/s/{number}" for number in range(3)), *(f"/a/{number}" for number in range(sites.articles))]


def _manners(asked: dict[str, int], rules: list[int], pause: float, delay: float) -> Iterator[str]:
    for url, number in sorted(asked.items()):
        if number > _ASKED:
            yield f"{url} was asked for {number} times"
    if pause < delay - _EARLY:
        yield f"a host was asked again after {pause:.4f} s"
    if max(rules, default=0) > _ASKED:
        yield f"a robots.txt was asked for {max(rules)} times"


def _ends(database: Database, pages: set[str], stories: set[str]) -> Iterator[str]:
    """Each page is known, and has one visit with the outcome that it should have."""
    ended = select(Url.url, Url.state, Url.outcome, func.count(Visit.visit)).outerjoin(Visit, Visit.url_id == Url.id).group_by(Url.id)
    with database.reading() as connection:
        rows = connection.execute(ended).all()
        kinds = select(Url.url, Visit.outcome).join(Url, Visit.url_id == Url.id)
        final: dict[str, str] = dict(connection.execute(kinds).tuples().all())
    for missing in sorted(pages - {row.url for row in rows}):
        yield f"{missing} was never met"
    for url, state, outcome, visits in rows:
        wanted = "indexed" if url in stories else "not-article"
        if (state, outcome, final.get(url), visits) != (State.FINISHED.value, wanted, wanted, 1):
            yield f"{url}: {state}, {outcome} ({final.get(url)}) after {visits} visits"
    if waiting := PendingPages(database).hosts():
        yield f"pages of {len(waiting)} hosts wait for the index"


def _documents(home: Path, engine: str, arm: Arm) -> Counter[str]:
    with closing(Home.of(home, engine).engine()) as opened:
        return Counter(stored.page_url for stored in opened.stored(arm))


def _once(arm: Arm, found: Counter[str], wanted: set[str]) -> Iterator[str]:
    twice = [url for url, number in found.items() if number > 1]
    if set(found) != wanted or twice:
        yield f"{arm}: {len(wanted - set(found))} missing, {len(set(found) - wanted)} too many, {len(twice)} more than once"


def _audited(database: Database, home: Path, engine: str) -> Iterator[str]:
    """Archive, database and all arms agree."""
    opened = Home.of(home, engine)
    with closing(opened.engine()) as searched:
        for difference in compare(database, opened.archive, searched).differences:
            yield f"audit: {difference.url}: {difference.what}"


def _kept(database: Database, archived: Archived, asked: dict[str, int], pages: set[str]) -> Iterator[str]:
    """The archive has each page, no more often than it was asked for, and what the frontier says of it is so."""
    if set(archived.answers) != pages:
        yield f"archive: {len(pages - set(archived.answers))} pages are missing, {len(set(archived.answers) - pages)} too many"
    for url, number in sorted(archived.answers.items()):
        if number > asked.get(url, 0):
            yield f"archive: {url} is there {number} times, and was asked for {asked.get(url, 0)} times"
    with database.reading() as connection:
        for url, record in connection.execute(select(Url.url, Url.record)):
            if archived.places.get(record or "") != url:
                yield f"archive: {url} is not at {record}"
