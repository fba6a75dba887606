"""Articles taken down behind a temporary redirect (302, 303, 307).

Such a redirect does not say whether the page will return. The page counts as gone if it leads to the front page or to a TOC page, as sites
redirect readers of deleted stories, or if a visit a day later is still redirected. Redirects of many pages visited in the meantime are
a log-in or a consent page: the pages are still behind it, and their documents stay.

A gone page leaves the index like one with status 404, and the first visit that finds it again restores it. No page is requested to decide:
the revisit policy requests a redirected page again after a day (`workers.revisit.policy`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.outcome import UNANSWERED, Ending, Kind
from indexer.store.database import Database
from indexer.store.redirected_articles import PageVisit, RecentVisit, RedirectedArticles
from indexer.store.requeue import requeue
from indexer.urls import is_front_page
from workers.frontier.pending import StoredPage

_HOUR, _DAY = 3600.0, 86_400.0


@dataclass(frozen=True, slots=True)
class TakenDownParams:
    """When a redirected page counts as gone.

    Parameters
    ----------
    apart : float
        Seconds between two visits that were both redirected: a day, less the duration of a run.
    most : float
        Share of the site's articles visited in the last day that may be redirected.
    few : int
        Redirected articles that are always allowed.
    """

    apart: float = 20 * _HOUR
    most: float = 0.25
    few: int = 2

    def __post_init__(self) -> None:
        if self.apart <= 0 or not 0 < self.most <= 1 or self.few < 0:
            raise ValueError("apart must be positive, most a share above 0 and up to 1, and few not negative")


class TakenDown:
    """Judges the pages of one batch.

    Parameters
    ----------
    site : str
        A registered domain of it.
    """

    def __init__(self, database: Database, site: str, params: TakenDownParams | None = None) -> None:
        self._database = database
        self._store = RedirectedArticles(database, site)
        self._params = params or TakenDownParams()
        self._visited: dict[float, list[RecentVisit]] = {}
        self._behind_a_wall: set[int] = set()

    def judge(self, page: StoredPage, cleaned: Cleaned) -> Cleaned:
        """The page as cleaned, or gone; a page without documents in the index stays as it is."""
        outcome = cleaned.outcome
        if outcome.kind is not Kind.REDIRECT or outcome.ending.moved:
            return cleaned
        visits = [visit for visit in self._store.visits(page.id) if visit.at <= page.at and visit.ending.kind not in UNANSWERED]
        if not self._store.has_story(page.id) and not any(visit.ending.cause.is_taken_down for visit in visits[:2]):
            return cleaned
        taken = self._taken(page, outcome.ending, visits)
        if taken is None:
            return cleaned
        visited = self._late_visits(page.at)
        away = {one.page for one in visited if _sends_on(one.ending)}
        if len(away) > self._params.few and len(away) > self._params.most * len(visited):
            self._behind_a_wall |= away
            return cleaned
        return cleaned.ended(taken)

    def release(self) -> int:
        """Requeue pages that counted as gone before more was known; call it once the batch is settled. Returns their number."""
        return requeue(self._database, self._behind_a_wall, Kind.REDIRECT) if self._behind_a_wall else 0

    def _taken(self, page: StoredPage, sent: Ending, visits: Sequence[PageVisit]) -> Ending | None:
        """The ending of a taken-down page, None for others."""
        if is_front_page(sent.target):
            return replace(sent, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_FRONT)
        if self._store.is_list(sent.target):
            return replace(sent, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_TOC)
        sent_on = takewhile(lambda visit: _sends_on(visit.ending), visits)
        hours = (page.at - min((visit.at for visit in sent_on), default=page.at)) / _HOUR
        still = hours * _HOUR >= self._params.apart
        return replace(sent, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_STILL, count=hours) if still else None

    def _late_visits(self, at: float) -> list[RecentVisit]:
        """The visits since a day before this one; rounded to the hour, so that one query serves a batch."""
        since = at // _HOUR * _HOUR - _DAY
        if since not in self._visited:
            found = self._store.visited(since)
            self._visited[since] = [one for one in found if one.has_story or _sends_on(one.ending)]
        return self._visited[since]


def _sends_on(ending: Ending) -> bool:
    """Whether a visit ended in a temporary redirect."""
    return ending.cause.is_taken_down or (ending.kind is Kind.REDIRECT and not ending.moved)
