"""No table grows for ever: each is purged, or the reason why it need not be is written down."""

from __future__ import annotations

import pytest

from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.purge import BOUNDED, purge
from indexer.store.schema import TABLES
from indexer.store.sites import Sites
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult
from workers.frontier.view import FrontierView

DAY = 86_400.0


def test_every_table_is_purged_or_has_a_reason(database: Database) -> None:
    purged = set(purge(database, 0.0))
    assert purged | set(BOUNDED) == {table.__tablename__ for table in TABLES}
    assert not purged & set(BOUNDED)


@pytest.mark.parametrize("kind", Kind)
def test_a_url_is_forgotten_unless_the_archive_has_its_page(kind: Kind, database: Database) -> None:
    frontier = Frontier(database, lambda: 0.0, FrontierParams(delay=0.0))
    frontier.add([CrawlRequest("https://a.org/ends"), CrawlRequest("https://a.org/comes-again")])
    frontier.finish(frontier.claim()[0], VisitResult(Ending(kind)))
    frontier.finish(frontier.claim()[0], VisitResult(Ending(kind), next_visit=500 * DAY))
    kept = kind.lost is False and kind not in {Kind.SKIPPED, Kind.ROBOTS, Kind.GONE, Kind.REDIRECT, Kind.HTTP_ERROR, Kind.EMPTY}
    kept |= kind is Kind.REFUSED  # by the engine: the page is there
    assert purge(database, 399 * DAY)["url"] == 0
    assert purge(database, 401 * DAY)["url"] == (0 if kept else 1)
    assert "https://a.org/comes-again" in {state.url for state in FrontierView(database).urls("a.org")}


def test_old_redesigns_are_forgotten(database: Database) -> None:
    sites = Sites(database)
    for day in (0, 600):
        sites.note_redesign("a.org", day * DAY, "another look")
    assert purge(database, 1_001 * DAY)["redesign"] == 1
    assert [one.at for one in sites.redesigns("a.org")] == [600 * DAY]
