"""Checks after the crash run: outcomes, politeness, index and archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from benchmarks.crash_archive import ArchiveContents, inspect_archive
from harness.news_hosts import NewsHosts
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.store.crawl_tables import Url, Visit
from indexer.store.database import Database
from indexer.store.url_lifecycle import State
from workers.frontier.pending import PendingPages
from workers.frontier.view import FrontierView
from workers.indexing.audit import compare

_MAX_REQUESTS = 2
"""Maximum requests per page: a page is requested a second time if its worker was killed before it stored the response."""
_TOLERANCE = 0.005
"""Measurement error of a delay in seconds."""


def check_run(hosts: int, delay: float, sites: NewsHosts, database: Database, home: Path, engine: str) -> dict[str, Any]:
    """Return figures of the run, and under `problems` one line per failed check."""
    pages = {f"http://127.0.1.{host + 1}:{sites.port}{path}": path for host in range(hosts) for path in _paths(sites)}
    requests = {f"http://{page}": number for page, number in sites.counts().items()}
    robots_requests = [requests.pop(url) for url in sorted(requests) if url.endswith("/robots.txt")]
    outcomes: Counter[str] = Counter()
    for counts in FrontierView(database).counts():
        outcomes.update(counts.outcomes)
    archived, min_delay = inspect_archive(home / "archive"), sites.shortest_gap()
    documents = {arm.value: _documents(home, engine, arm) for arm in Arm}
    stories = {url for url, path in pages.items() if path.startswith("/a/")}
    failures = [
        *_check_politeness(requests, robots_requests, min_delay, delay),
        *_check_outcomes(database, set(pages), stories),
        *(line for arm in Arm for line in _check_arm(arm, documents[arm.value], set(pages) if arm is Arm.RAW else stories)),
        *archived.problems,
        *_check_archive(database, archived, requests, set(pages)),
        *_check_audit(database, home, engine),
    ]
    return {
        "requests": sum(requests.values()) + sum(robots_requests),
        "pages": len(requests),
        "twice": sum(number == _MAX_REQUESTS for number in requests.values()),
        "more": sum(number > _MAX_REQUESTS for number in requests.values()),
        "pause": min_delay,
        "robots": max(robots_requests, default=0),
        "outcomes": dict(sorted(outcomes.items())),
        "documents": {arm: sum(found.values()) for arm, found in documents.items()},
        "files": archived.files,
        "records": archived.records,
        "wrong": failures,
    }


def _paths(sites: NewsHosts) -> list[str]:
    return ["/", *(f"/s/{number}" for number in range(3)), *(f"/a/{number}" for number in range(sites.articles))]


def _check_politeness(requests: dict[str, int], robots_requests: list[int], min_delay: float, delay: float) -> Iterator[str]:
    for url, number in sorted(requests.items()):
        if number > _MAX_REQUESTS:
            yield f"{url} was requested {number} times"
    if min_delay < delay - _TOLERANCE:
        yield f"a host received a request {min_delay:.4f} s after the previous one"
    if max(robots_requests, default=0) > _MAX_REQUESTS:
        yield f"a robots.txt was requested {max(robots_requests)} times"


def _check_outcomes(database: Database, pages: set[str], stories: set[str]) -> Iterator[str]:
    """Check that each page is known and has one visit with the expected outcome."""
    ended = select(Url.url, Url.state, Url.outcome, func.count(Visit.visit)).outerjoin(Visit, Visit.url_id == Url.id).group_by(Url.id)
    with database.reading() as connection:
        rows = connection.execute(ended).all()
        kinds = select(Url.url, Visit.outcome).join(Url, Visit.url_id == Url.id)
        final: dict[str, str] = dict(connection.execute(kinds).tuples().all())
    for missing in sorted(pages - {row.url for row in rows}):
        yield f"{missing} was not discovered"
    for url, state, outcome, visits in rows:
        expected = "indexed" if url in stories else "not-article"
        if (state, outcome, final.get(url), visits) != (State.FINISHED.value, expected, expected, 1):
            yield f"{url}: {state}, {outcome} ({final.get(url)}) after {visits} visits"
    if waiting := PendingPages(database).hosts():
        yield f"pages of {len(waiting)} hosts are not indexed yet"


def _documents(home: Path, engine: str, arm: Arm) -> Counter[str]:
    with closing(Home.of(home, engine).engine()) as opened:
        return Counter(stored.page_url for stored in opened.stored(arm))


def _check_arm(arm: Arm, found: Counter[str], expected: set[str]) -> Iterator[str]:
    duplicates = [url for url, number in found.items() if number > 1]
    if set(found) != expected or duplicates:
        yield f"{arm}: {len(expected - set(found))} missing, {len(set(found) - expected)} unexpected, {len(duplicates)} duplicated"


def _check_audit(database: Database, home: Path, engine: str) -> Iterator[str]:
    """Check that archive, database and all arms agree."""
    opened = Home.of(home, engine)
    with closing(opened.engine()) as searched:
        for difference in compare(database, opened.archive, searched).differences:
            yield f"audit: {difference.url}: {difference.what}"


def _check_archive(database: Database, archived: ArchiveContents, requests: dict[str, int], pages: set[str]) -> Iterator[str]:
    """Check that the archive has each page, at most once per request, at the position that the frontier records."""
    if set(archived.responses) != pages:
        yield f"archive: {len(pages - set(archived.responses))} pages are missing, {len(set(archived.responses) - pages)} are unexpected"
    for url, number in sorted(archived.responses.items()):
        if number > requests.get(url, 0):
            yield f"archive: {url} has {number} records and was requested {requests.get(url, 0)} times"
    with database.reading() as connection:
        for url, record in connection.execute(select(Url.url, Url.record)):
            if archived.positions.get(record or "") != url:
                yield f"archive: {url} is not at {record}"
