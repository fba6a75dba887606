"""Chooses articles to revisit: those with a hint of a change, those that a purge may have deleted, and those of an age at which articles
change.

The probability that a hint is right is learned for its kind, then for its box. An article without a hint is visited when its discounted
expected changes would fall until the next run. A share of the visits explores: it goes to articles of the ages and days that were watched
least, so that a wrong prior is unlearned and a purge is seen. What the budget has left goes to articles that were not visited for long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from indexer.store.url_lifecycle import Life
from workers.clock import DAY, HOUR
from workers.history.planned_request import PlannedRequest, Reason
from workers.history.site_history import KnownPage, PageKind, SiteHistory
from workers.observations.hints import Hint
from workers.observations.sightings import last_seen
from workers.revisit.age_rates import (
    CHANGES,
    DELETIONS,
    EDGES,
    AgeRates,
    Watch,
    crossed_spans,
    discounted,
    hours_watched,
    learn_rates,
    likely_prior,
    prior_hours,
)
from workers.revisit.purges import Purges, learn_purges
from workers.revisit.run_interval import usual_interval


@dataclass(frozen=True, slots=True)
class RevisitParams:
    """The parameters of the choice.

    Parameters
    ----------
    change, deletion : AgeRates
        Priors: events per hour by age; that of changes is weighed against later shapes (`likely_prior`).
    stories : float
        Weight of the priors as a number of stories.
    life : float
        Hours in which the value of an unseen change falls to 1/e.
    deleted : float
        Value of finding a deletion, relative to a change.
    least : float
        Minimum expected events for a visit.
    least_spare : float
        Minimum expected events, without regard to their age, for a visit that spends what the budget has left.
    step : float
        Hours until the next run, used before the interval can be estimated from past runs.
    explored : float
        Share of the visits without a hint that explore.
    """

    change: AgeRates = CHANGES
    deletion: AgeRates = DELETIONS
    stories: float = 15.0
    life: float = 72.0
    deleted: float = 2.0
    least: float = 0.1
    least_spare: float = 0.04
    step: float = 4.0
    explored: float = 0.02

    def __post_init__(self) -> None:
        if min(self.stories, self.life, self.deleted, self.least, self.least_spare, self.step) <= 0:
            raise ValueError("weights, times and limits must be positive")
        if not 0 <= self.explored <= 1:
            raise ValueError("the share of visits that explore must be between 0 and 1")


_BELIEVED = 0.5
"""Prior probability that a hint is right."""
OLDEST = 4 * EDGES[-1]
"""Hours of age from which on an article is revisited only after a hint."""
NOT_INDEXED = (Life.GONE.value, Life.DEINDEXED.value)
"""Results of requests after which an article is no longer in the index."""
_DEINDEXED_VALUE = 0.1
"""Expected value of a request for a deindexed article."""
_PURGE_VISITS = 4.0
"""Visits of a run for each deletion by a purge that is already found: a suspicion costs little, and a purge is followed within a day."""
_SHARE_DAYS = 4.0
"""Days over which visits that explore have their share: long enough for a site with few visits, short enough for a change of habits."""
_TRIALS = 3.0
"""Weight, in trials, of the prior of a kind, and of the experience with a kind as the prior of its boxes."""


@dataclass(frozen=True, slots=True)
class Experience:
    """What is learned from past visits of articles.

    Parameters
    ----------
    change, deletion : AgeRates
        The rates of articles without a hint.
    watched : tuple of float
        Hours in which articles were watched for changes, by span of age; those of the prior included.
    purges : Purges
        Deletions beyond these rates.
    trials : mapping of str to (float, float)
        The number of right hints and of all tried hints, by kind and by `kind source#box`.
    """

    change: AgeRates
    deletion: AgeRates
    watched: tuple[float, ...]
    purges: Purges
    trials: Mapping[str, tuple[float, float]]

    def belief(self, hint: str) -> float:
        """The probability that a hint (`kind source#box source#box…`) is right: the maximum over its sources."""
        kind, *sources = hint.split(" ")
        right, tried = self.trials.get(kind, (0.0, 0.0))
        general = (right + _TRIALS * _BELIEVED) / (tried + _TRIALS)
        each = [self.trials.get(f"{kind} {source}", (0.0, 0.0)) for source in sources]
        return max(((r + _TRIALS * general) / (t + _TRIALS) for r, t in each), default=general)


def learn_experience(history: SiteHistory, now: float, params: RevisitParams = RevisitParams()) -> Experience:
    """Learn from the visits of articles."""
    key = ("experience", now, params)
    if key not in history.derived:
        history.derived[key] = _experience(history, now, params)
    found: Experience = history.derived[key]
    return found


def _experience(history: SiteHistory, now: float, params: RevisitParams) -> Experience:
    changes: list[Watch] = []
    deletions: list[Watch] = []
    trials: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for request in history.requests:
        if request.kind is not PageKind.ARTICLE or not request.since or request.result in ("failed", "moved"):
            continue
        event = request.result in ("changed", *NOT_INDEXED)
        if request.hint:
            kind, *sources = request.hint.split(" ")
            for name in (kind, *(f"{kind} {source}" for source in sources)):
                trials[name][0] += event
                trials[name][1] += 1.0
            continue
        start, end = ((at - request.born) / HOUR for at in (request.since, request.at))
        changes.append(Watch(max(start, 0.0), end, request.result == "changed"))
        deletions.append(Watch(max(start, 0.0), end, request.result in NOT_INDEXED, (now - request.at) / HOUR))
    deletion, purges = learn_purges(deletions, params.deletion, params.stories)
    return Experience(
        learn_rates(changes, likely_prior(changes, params.change), params.stories),
        deletion,
        tuple(hours_watched((w.spans for w in changes), prior_hours(params.stories))),
        purges,
        {name: (right, tried) for name, (right, tried) in trials.items()},
    )


def choose_revisits(history: SiteHistory, now: float, params: RevisitParams = RevisitParams(), spare: float = 0.0) -> list[PlannedRequest]:
    """The articles to revisit now: those with hints, then those chosen by purge and age, each group by falling value.

    Parameters
    ----------
    spare : float
        Requests that are left to this run. Those that no other article needs go to the articles with the most expected events.
    """
    known = learn_experience(history, now, params)
    step, seen = usual_interval(history, params.step), last_seen(history)
    hinted: list[PlannedRequest] = []
    purged: list[PlannedRequest] = []
    aged: list[PlannedRequest] = []
    others: list[PlannedRequest] = []
    unseen: dict[str, float] = {}
    for page in history.pages.values():
        if page.kind is not PageKind.ARTICLE or not page.visited:
            continue
        if page.life is Life.DEINDEXED:
            aged += _by_deindexing(page, now)
        elif page.life is Life.LIVE and (by_hint := _by_hint(page, known, params)):
            hinted += by_hint
        elif page.life is Life.LIVE:
            unseen[page.url] = (now - max(page.visited, seen.get(page.url, 0.0))) / HOUR
            by_age = _by_age(page, known, now, step, params)
            aged += by_age
            purged += _by_purge(page, known, unseen[page.url], now, params)
            others += _unvisited(page, known, now, params) if not by_age and spare >= 1 else ()
    purged = _ranked(purged)[: ceil(_PURGE_VISITS * known.purges.found)]
    explored = _explored(history, known, unseen, now, params)
    left = max(int(spare) - len(hinted) - len(explored) - len(purged) - len(aged), 0)
    chosen: dict[str, PlannedRequest] = {}
    for line in (*_ranked(hinted), *explored, *_ranked([*purged, *aged]), *_ranked(others)[:left]):
        chosen.setdefault(line.url, line)
    return list(chosen.values())


def _ranked(lines: Iterable[PlannedRequest]) -> list[PlannedRequest]:
    return sorted(lines, key=lambda line: (-line.value, line.url))


def _by_hint(page: KnownPage, known: Experience, params: RevisitParams) -> list[PlannedRequest]:
    if not page.hint:
        return []
    belief = known.belief(page.hint)
    if belief < params.least:
        return []
    kind, source, *_ = page.hint.split(" ")
    value = belief * (params.deleted if kind == Hint.MISSING else 1.0)
    reason = f"{kind} on {source.partition('#')[0]}; such hints are right {belief:.0%} of the time"
    return [PlannedRequest(page.url, Reason.HINT, value, reason)]


def _by_deindexing(page: KnownPage, now: float) -> list[PlannedRequest]:
    """Plan a request for a deindexed article: the first after a day, each further one when its age has doubled."""
    end = (now - page.birth) / HOUR
    since, interval = (now - page.visited) / HOUR, max(24.0, (page.visited - page.birth) / HOUR)
    if end > OLDEST or since < interval:
        return []
    return [PlannedRequest(page.url, Reason.AGE, _DEINDEXED_VALUE, f"deindexed when last visited {since:,.0f} h ago; it may be back")]


def _ages_since_visit(page: KnownPage, now: float) -> tuple[float, float]:
    """Return an article's age in hours at its last visit, and now."""
    return max((page.visited - page.birth) / HOUR, 0.0), (now - page.birth) / HOUR


def _by_age(page: KnownPage, known: Experience, now: float, step: float, params: RevisitParams) -> list[PlannedRequest]:
    start, end = _ages_since_visit(page, now)
    if end > OLDEST:
        return []

    def worth(age: float) -> float:
        changed = discounted(known.change, start, age, params.life)
        return changed + params.deleted * discounted(known.deletion, start, age, params.life)

    value = worth(end) if end > start else 0.0
    if value < params.least or worth(end + step) > value:
        return []
    chance = known.change.chance(start, end) + known.deletion.chance(start, end)
    reason = f"{end:,.0f} h old, last visited at {start:,.0f} h; {chance:.0%} of such articles have changed or gone"
    return [PlannedRequest(page.url, Reason.AGE, value, reason)]


def _by_purge(page: KnownPage, known: Experience, unseen: float, now: float, params: RevisitParams) -> list[PlannedRequest]:
    """Plan a request for an article that neither a visit nor a source has shown for some hours, if a purge fell into these."""
    chance = known.purges.chance(unseen, (now - page.birth) / HOUR)
    if not chance:
        return []
    reason = f"not seen for {unseen:,.0f} h, in which articles of any age were deleted; {chance:.0%} of such articles have gone"
    return [PlannedRequest(page.url, Reason.AGE, params.deleted * chance, reason)]


def _unvisited(page: KnownPage, known: Experience, now: float, params: RevisitParams) -> list[PlannedRequest]:
    """A request for an article that was not visited for so long that most events in this time are past their value."""
    start, end = _ages_since_visit(page, now)
    if end - start < params.life or end > OLDEST:
        return []
    value = known.change.chance(start, end) + params.deleted * known.deletion.chance(start, end)
    if value < params.least_spare:
        return []
    reason = f"{end:,.0f} h old, last visited at {start:,.0f} h; {value:.2f} changes or deletions expected, and the budget is not spent"
    return [PlannedRequest(page.url, Reason.AGE, value, reason)]


def _ignorance(page: KnownPage, known: Experience, unseen: float, now: float) -> float:
    """What a visit would teach: the hours since the last one, each divided by the hours in which its age or day was watched."""
    start, end = _ages_since_visit(page, now)
    if end > OLDEST:
        return 0.0
    return sum(hours / known.watched[s] for s, hours in crossed_spans(start, end)) + known.purges.ignorance(unseen, end)


def _explored(
    history: SiteHistory, known: Experience, unseen: Mapping[str, float], now: float, params: RevisitParams
) -> list[PlannedRequest]:
    """The articles whose visits would teach the most: so many that they are the given share of the last days' visits without a hint.

    Parameters
    ----------
    unseen : mapping of str to float
        By URL of a candidate, the hours since a visit or a source showed it.
    """
    since = now - _SHARE_DAYS * DAY
    whys = [r.why for r in history.requests if r.at > since and r.kind is PageKind.ARTICLE and r.why in (Reason.AGE, Reason.EXPLORE)]
    due = ceil(params.explored * (len(whys) + 1.0)) - whys.count(Reason.EXPLORE)
    if due <= 0:
        return []
    ignorance = {url: _ignorance(history.pages[url], known, hours, now) for url, hours in unseen.items()}
    best = sorted((url for url, hours in ignorance.items() if hours > 0), key=lambda url: (-ignorance[url], url))[:due]
    reason = "few articles of its age were visited in the last days"
    return [PlannedRequest(url, Reason.EXPLORE, params.least_spare, reason) for url in best]
