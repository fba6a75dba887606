"""Articles that were taken down behind a passing redirect (302, 303, 307): their addresses lead to other pages for now, and for good.

Such a redirect does not say whether the page will be back. It is taken to have gone where it leads to the front page or to a table of
contents, as sites send readers on whose story is no more, and where a visit a day later is still sent on. What sends on much of what was
visited in the meantime is a log-in or a notice that wants consent: behind it the pages still are, and their documents stay.

A page that is gone leaves the index as one with status 404 does, and the first visit that finds it again brings it back. To decide, no page
is asked for: the plan asks a page that was sent on once more after a day (`workers.revisit.policy`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from indexer.store.redirected_articles import PageVisit, RecentVisit, RedirectedArticles
from indexer.store.requeue import requeue
from indexer.urls import is_front_page
from workers.frontier.pending import StoredPage
from workers.reading.redirects import is_lasting

TAKEN = "taken down: "
"""With this begins the reason of a page that is gone behind a passing redirect."""
_UNSAID = frozenset({Kind.FETCH_FAILED, Kind.HTTP_ERROR, Kind.ROBOTS, Kind.SKIPPED})
"""Outcomes of visits that say nothing of where a page is."""
_HOUR, _DAY = 3600.0, 86_400.0


@dataclass(frozen=True, slots=True)
class TakenDownParams:
    """When a page that redirects has gone.

    Parameters
    ----------
    apart : float
        Seconds between two visits that both were sent on: a day, less what a run of visits may take.
    most : float
        Share of the site's articles visited in the day before that may be sent on.
    few : int
        So many may be in any case.
    """

    apart: float = 20 * _HOUR
    most: float = 0.25
    few: int = 2

    def __post_init__(self) -> None:
        if self.apart <= 0 or not 0 < self.most <= 1 or self.few < 0:
            raise ValueError("two visits lie apart, a share lies between 0 and 1, and no number is negative")


class TakenDown:
    """Judges the pages of one batch.

    Parameters
    ----------
    database : Database
    site : str
        A registered domain of it.
    params : TakenDownParams, optional
    """

    def __init__(self, database: Database, site: str, params: TakenDownParams | None = None) -> None:
        self._database = database
        self._store = RedirectedArticles(database, site)
        self._params = params or TakenDownParams()
        self._visited: dict[float, list[RecentVisit]] = {}
        self._behind_a_wall: set[int] = set()

    def judge(self, page: StoredPage, cleaned: Cleaned) -> Cleaned:
        """The page as it was cleaned, or gone; a page of which the index has nothing stays what it is."""
        outcome = cleaned.outcome
        if outcome.kind is not Kind.REDIRECT or outcome.ending.moved:
            return cleaned
        visits = [visit for visit in self._store.visits(page.id) if visit.at <= page.at and visit.kind not in _UNSAID]
        if not self._store.has_story(page.id) and not any(visit.reason.startswith(TAKEN) for visit in visits[:2]):
            return cleaned
        taken = self._taken(page, outcome.ending, visits)
        if taken is None:
            return cleaned
        visited = self._late_visits(page.at)
        away = {one.page for one in visited if _is_away(one)}
        if len(away) > self._params.few and len(away) > self._params.most * len(visited):
            self._behind_a_wall |= away
            return cleaned
        return cleaned.ended(taken)

    def release(self) -> int:
        """Once the batch is settled: let those pages wait once more that were gone before more was known; how many these are."""
        return requeue(self._database, self._behind_a_wall, Kind.REDIRECT) if self._behind_a_wall else 0

    def _taken(self, page: StoredPage, sent: Ending, visits: Sequence[PageVisit]) -> Ending | None:
        """How the page ends if it was taken down."""
        if is_front_page(sent.target):
            return replace(sent, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_FRONT)
        if self._store.is_list(sent.target):
            return replace(sent, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_TOC)
        sent_on = takewhile(lambda visit: _sends_on(visit.kind, visit.reason), visits)
        hours = (page.at - min((visit.at for visit in sent_on), default=page.at)) / _HOUR
        still = hours * _HOUR >= self._params.apart
        return replace(sent, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_STILL, count=hours) if still else None

    def _late_visits(self, at: float) -> list[RecentVisit]:
        """What was visited from a day before a visit on; to the hour, so that one look does for a batch."""
        since = at // _HOUR * _HOUR - _DAY
        if since not in self._visited:
            found = self._store.visited(since)
            self._visited[since] = [one for one in found if one.has_story or _is_away(one)]
        return self._visited[since]


def _is_away(one: RecentVisit) -> bool:
    return _sends_on(one.kind, one.reason)


def _sends_on(kind: Kind, reason: str) -> bool:
    """Whether a visit was sent on by a redirect that is not meant to last."""
    if kind is Kind.GONE:
        return reason.startswith(TAKEN)
    return kind is Kind.REDIRECT and not is_lasting(reason)
