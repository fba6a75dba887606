"""Recognises articles that were taken down behind a temporary redirect (302, 303, 307).

A temporary redirect does not reveal whether the page will return. The page counts as gone if the target is the front page or a TOC page
(many sites redirect deleted stories there), or if a visit a day later is still redirected. If many pages of the last day are redirected,
the cause is a log-in or consent page: the pages still exist behind it, and their documents stay.

A gone page leaves the index like a page with status 404, and the first visit that finds it restores it. The decision needs no extra
request: the revisit policy requests a redirected page again after a day (`workers.revisit.policy`).
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
from workers.clock import DAY, HOUR
from workers.frontier.pending import StoredPage


@dataclass(frozen=True, slots=True)
class TakenDownParams:
    """The parameters by which a redirected page counts as gone.

    Parameters
    ----------
    min_interval : float
        Minimum seconds between two redirected visits: a day, less the duration of a run.
    max_share : float
        Maximum share of redirected articles among the site's articles visited in the last day.
    tolerated : int
        Number of redirected articles up to which the share does not matter.
    """

    min_interval: float = 20 * HOUR
    max_share: float = 0.25
    tolerated: int = 2

    def __post_init__(self) -> None:
        if self.min_interval <= 0 or not 0 < self.max_share <= 1 or self.tolerated < 0:
            raise ValueError("min_interval must be positive, max_share above 0 and at most 1, tolerated not negative")


class TakenDown:
    """Judges the redirected pages of one batch.

    Parameters
    ----------
    site : str
        A registered domain of the site.
    """

    def __init__(self, database: Database, site: str, params: TakenDownParams | None = None) -> None:
        self._database = database
        self._store = RedirectedArticles(database, site)
        self._params = params or TakenDownParams()
        self._visited: dict[float, list[RecentVisit]] = {}
        self._behind_a_wall: set[int] = set()

    def judge(self, page: StoredPage, cleaned: Cleaned) -> Cleaned:
        """Return the result of cleaning, or `gone` if the article was taken down; a page without documents in the index is not judged."""
        outcome = cleaned.outcome
        if outcome.kind is not Kind.REDIRECT or outcome.ending.moved:
            return cleaned
        visits = [visit for visit in self._store.visits(page.id) if visit.at <= page.at and visit.ending.kind not in UNANSWERED]
        if not self._store.has_story(page.id) and not any(visit.ending.cause.is_taken_down for visit in visits[:2]):
            return cleaned
        taken = self._as_taken_down(page, outcome.ending, visits)
        if taken is None:
            return cleaned
        visited = self._recent_visits(page.at)
        redirected = {one.page for one in visited if _is_temporary_redirect(one.ending)}
        if len(redirected) > self._params.tolerated and len(redirected) > self._params.max_share * len(visited):
            self._behind_a_wall |= redirected
            return cleaned
        return cleaned.ended(taken)

    def release(self) -> int:
        """Requeue pages that less evidence judged gone; return their number. Call it after the batch is settled."""
        return requeue(self._database, self._behind_a_wall, Kind.REDIRECT) if self._behind_a_wall else 0

    def _as_taken_down(self, page: StoredPage, ending: Ending, visits: Sequence[PageVisit]) -> Ending | None:
        """Return the ending of a page that was taken down; None for other pages."""
        if is_front_page(ending.target):
            return replace(ending, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_FRONT)
        if self._store.is_list(ending.target):
            return replace(ending, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_TOC)
        redirects = takewhile(lambda visit: _is_temporary_redirect(visit.ending), visits)
        hours = (page.at - min((visit.at for visit in redirects), default=page.at)) / HOUR
        still = hours * HOUR >= self._params.min_interval
        return replace(ending, kind=Kind.GONE, cause=Cause.TAKEN_DOWN_STILL, count=hours) if still else None

    def _recent_visits(self, at: float) -> list[RecentVisit]:
        """Return the visits since a day before `at`; the start is rounded to the hour, so that one query serves a batch."""
        since = at // HOUR * HOUR - DAY
        if since not in self._visited:
            found = self._store.visited(since)
            self._visited[since] = [one for one in found if one.has_story or _is_temporary_redirect(one.ending)]
        return self._visited[since]


def _is_temporary_redirect(ending: Ending) -> bool:
    """Return whether a visit ended in a temporary redirect."""
    return ending.cause.is_taken_down or (ending.kind is Kind.REDIRECT and not ending.moved)
