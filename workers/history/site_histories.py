"""Loads and saves site histories, which all workers share.

A save is one transaction that stores the changes since the load and marks the recorded visits. If two processes load the same history, only
one can save it (optimistic locking); the other repeats its work on the saved state. So no visit is recorded twice, and none is lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, bindparam, case, delete, func, insert, null, select, update

from indexer.store.crawl_tables import Url, is_unobserved
from indexer.store.database import Database
from indexer.store.history_tables import FactRow, KnownPageRow, RequestRow, ScheduleRow, SightingRow
from indexer.store.sites import site_id, site_ids
from indexer.store.url_lifecycle import Unobserved
from workers.clock import DAY
from workers.frontier.hosts import chunks
from workers.frontier.unprocessed_visits import CleaningResult, Visited
from workers.frontier.urls import url_key
from workers.history.planned_request import Reason
from workers.history.rows import PAGES, REQUESTS, SIGHTINGS, page_of, page_row, request_of, request_row, sighting_row
from workers.history.site_history import PageKind, Sighting, SiteHistory

_REQUEST_DAYS, _SIGHTING_DAYS = 45.0, 30.0
"""Days after which a request is deleted, and the sighting of a page that its source no longer shows."""
_PAGE_DAYS = 120.0
"""Days after which an article that no source shows is deleted; the frontier still stores its last visit."""
_SHARE_DAYS = 14.0
"""Number of days whose new articles determine a site's share of a limit for all sites."""
_TIDIED = "tidied"
_OBSERVED = (
    update(Url)
    .where(Url.id == bindparam("number"), Url.visits == bindparam("of"))
    .values(unobserved=case((Url.outcome == bindparam("as"), null()), else_=Unobserved.RESULT.value))
)
"""Marks a visit as recorded. If its outcome has changed since it was read, the new outcome stays to be recorded."""
_RESULT_OBSERVED = (
    update(Url)
    .where(Url.id == bindparam("number"), Url.outcome == bindparam("as"), is_unobserved(Unobserved.RESULT))
    .values(unobserved=None)
)
_AMEND = (
    update(RequestRow)
    .where(RequestRow.site_id == bindparam("of"), RequestRow.at == bindparam("when"), RequestRow.url == bindparam("page"))
    .values(result=bindparam("came"))
)


class SiteHistories:
    """The site histories of a database, by registered domain.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from workers.history.site_history import KnownPage
    >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
    ...     histories = SiteHistories(database)
    ...     first, second = histories.load("example.org"), histories.load("example.org")
    ...     first.put(KnownPage("https://example.org/", PageKind.LIST))
    ...     histories.save(first, 0.0), histories.save(second, 0.0), list(histories.load("example.org").pages)
    (True, False, ['https://example.org/'])
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self, site: str) -> SiteHistory:
        """Load a site's history; it is empty for an unknown site."""
        history = SiteHistory(site)
        with self._database.reading() as connection:
            number = site_id(connection, site)
            watch = connection.execute(
                select(ScheduleRow.version, ScheduleRow.since, ScheduleRow.next_at).where(ScheduleRow.site_id == number)
            ).one_or_none()  # fmt: skip
            if number is None or watch is None:
                return history
            history.version, history.since, history.next_at = watch
            pages = connection.execute(PAGES.where(KnownPageRow.site_id == number)).all()
            shown = connection.execute(SIGHTINGS.where(KnownPageRow.site_id == number)).all()
            requests = connection.execute(REQUESTS.where(RequestRow.site_id == number).order_by(RequestRow.at, RequestRow.id)).all()
            facts = connection.execute(select(FactRow.name, FactRow.value).where(FactRow.site_id == number)).all()
        history.pages = {row[0]: page_of(tuple(row)) for row in sorted(pages, key=itemgetter(0))}
        for source, url, *values in sorted(shown, key=itemgetter(0, 4, 1)):  # source, rank, URL
            history.shown.setdefault(source, {})[url] = Sighting(*values)
        history.requests = [request_of(tuple(row)) for row in requests]
        history.stored_facts = {row.name: row.value for row in facts}
        history.facts = {name: json.loads(value) for name, value in history.stored_facts.items()}
        history.stored_requests = len(history.requests)
        return history

    def share(self, site: str, now: float) -> float:
        """Return a site's share of the new articles of all sites in the last days, with add-one smoothing for new sites.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as home, Database.open(Path(home)) as database:
        ...     SiteHistories(database).share("example.org", 0.0)
        1.0
        """
        new = (RequestRow.at > now - _SHARE_DAYS * DAY, RequestRow.kind == PageKind.ARTICLE.value, RequestRow.why == Reason.NEW.value)
        with self._database.reading() as connection:
            number = site_id(connection, site)
            found = connection.execute(select(func.count(), func.count().filter(RequestRow.site_id == number)).where(*new)).one()
            sites = connection.execute(select(func.count()).select_from(ScheduleRow)).scalar_one()
        return float((found[1] + 1) / (found[0] + max(sites, 1)))

    def save(self, history: SiteHistory, now: float, visits: Iterable[Visited] = (), results: Iterable[CleaningResult] = ()) -> bool:
        """Store the changes since the load or the last save, and delete old rows.

        Parameters
        ----------
        visits : iterable of Visited
            The visits that the history has recorded.
        results : iterable of CleaningResult
            The cleaning results that it has recorded. If an outcome has changed meanwhile, `UnprocessedVisits` returns it again.

        Returns
        -------
        bool
            False if another process has saved the history since it was loaded. Then nothing is stored; load it again.
        """
        with self._database.writing() as connection:
            site = site_ids(self._database, connection, [history.site], now)[history.site]
            connection.execute(self._database.insert_new(ScheduleRow).values(site_id=site, version=0))
            mine = update(ScheduleRow).where(ScheduleRow.site_id == site, ScheduleRow.version == history.version)
            later = {"version": history.version + 1, "since": history.since, "next_at": history.next_at}
            if not connection.execute(mine.values(later)).rowcount:
                return False
            self._write(connection, site, history)
            recorded = [{"number": one.id, "of": one.visit, "as": one.ending.kind.value} for one in visits]
            if recorded:
                connection.execute(_OBSERVED, recorded)
            outcomes = [{"number": one.id, "as": one.ending.kind.value} for one in results]
            if outcomes:
                connection.execute(_RESULT_OBSERVED, outcomes)
            if now - history.facts.get(_TIDIED, 0.0) >= DAY:
                history.facts[_TIDIED] = now
                _forget(connection, site, now)
            self._write_facts(connection, site, history)
        history.version += 1
        history.changed_pages.clear()
        history.changed_sources.clear()
        history.stored_requests = len(history.requests)
        history.amended.clear()
        history.rewritten = False
        return True

    def _write(self, connection: Connection, site: int, history: SiteHistory) -> None:
        pages = [page_row(site, history.pages[url]) for url in sorted(history.changed_pages)]
        if pages:
            connection.execute(self._database.insert_or_replace(KnownPageRow, ("site_id", "key")), pages)
        changed = {source: urls for source, urls in history.changed_sources.items() if urls}
        numbers = _numbers(connection, site, sorted(changed))
        seen = [(source, url) for source in sorted(changed) for url in sorted(changed[source])]
        shown = [sighting_row(numbers[source], url, history.shown[source][url]) for source, url in seen]
        if shown:
            connection.execute(self._database.insert_or_replace(SightingRow, ("source_id", "key")), shown)
        if history.rewritten:
            connection.execute(delete(RequestRow).where(RequestRow.site_id == site))
        stored = [history.requests[place] for place in sorted(history.amended) if place < history.stored_requests]
        if stored and not history.rewritten:
            connection.execute(_AMEND, [{"of": site, "when": one.at, "page": one.url, "came": one.result} for one in stored])
        requests = [request_row(site, one) for one in history.requests[0 if history.rewritten else history.stored_requests :]]
        if requests:
            connection.execute(insert(RequestRow), requests)

    def _write_facts(self, connection: Connection, site: int, history: SiteHistory) -> None:
        written = {name: json.dumps(value) for name, value in sorted(history.facts.items())}
        gone = history.stored_facts.keys() - written.keys()
        if gone:
            connection.execute(delete(FactRow).where(FactRow.site_id == site, FactRow.name.in_(sorted(gone))))
        new = {name: value for name, value in written.items() if history.stored_facts.get(name) != value}
        if new:
            rows = [{"site_id": site, "name": name, "value": value} for name, value in new.items()]
            connection.execute(self._database.insert_or_replace(FactRow, ("site_id", "name")), rows)
        history.stored_facts = written


def _numbers(connection: Connection, site: int, sources: Sequence[str]) -> dict[str, int]:
    """Return the ids of the sources' rows by URL."""
    found: dict[str, int] = {}
    for part in chunks([url_key(url) for url in sources]):
        rows = connection.execute(
            select(KnownPageRow.url, KnownPageRow.id).where(KnownPageRow.site_id == site, KnownPageRow.key.in_(part))
        )  # fmt: skip
        found.update({row.url: row.id for row in rows})
    return found


def _forget(connection: Connection, site: int, now: float) -> None:
    """Delete old rows, so that the size of the tables depends on the publication rate and not on the age of the crawl."""
    pages: Any = select(KnownPageRow.id).where(KnownPageRow.site_id == site)
    connection.execute(delete(RequestRow).where(RequestRow.site_id == site, RequestRow.at < now - _REQUEST_DAYS * DAY))
    connection.execute(delete(SightingRow).where(SightingRow.source_id.in_(pages), SightingRow.last < now - _SIGHTING_DAYS * DAY))
    shown = select(SightingRow.key).where(SightingRow.source_id.in_(pages))
    old = (KnownPageRow.found < now - _PAGE_DAYS * DAY) & (KnownPageRow.visited < now - _SIGHTING_DAYS * DAY)
    stays = KnownPageRow.kind.in_([kind.value for kind in PageKind if kind.source])
    connection.execute(delete(KnownPageRow).where(KnownPageRow.site_id == site, old, ~stays, KnownPageRow.key.not_in(shown)))
