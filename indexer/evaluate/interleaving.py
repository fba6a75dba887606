"""Interleaving: two rankings merged into one list, and the preference shown by readers' clicks.

A log is JSON Lines in the format of OpenSearch's User Behavior Insights: queries (`query_id`, `user_query`, `query_response_hit_ids`,
`client_id`, `timestamp`) with the team of each hit ("A", "B") in `query_attributes.teams`, and events (`action_name`: "click",
`query_id`, `event_attributes.object.object_id`, `timestamp`). Times are ISO 8601 or seconds.

References
----------
Radlinski, Kurup, Joachims: How does clickthrough data reflect retrieval quality?, 2008 (team draft).
Zhang, Jones: Comparing click logs and editorial labels for training query rewriting, 2007 (clicks over expected clicks).
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from indexer.errors import InputError

TEAMS = ("A", "B")
_ROBOT = re.compile(r"bot\b|bot/|crawl|spider|slurp|headless", re.IGNORECASE)
_AT_ONCE = 1.0
"""Seconds; a click sooner after the impression is a robot's."""
_ROUNDS = 10_000
_DRAWN_AT_ONCE = 100_000
"""Sessions drawn in one call, which bounds the memory."""


def team_draft(first: Sequence[str], second: Sequence[str], seed: str, length: int = 10) -> tuple[tuple[str, str], ...]:
    """Interleave two rankings: the teams pick in turn, and each pair of picks begins with a random team.

    Parameters
    ----------
    first, second : sequence of str
        Distinct document names.
    seed : str
        Seed of the draw, for example the id of the impression; equal seeds give equal lists.

    Returns
    -------
    tuple of (document, "A" or "B")

    Examples
    --------
    >>> team_draft(["a", "b", "c"], ["b", "d"], "impression 1")
    (('a', 'A'), ('b', 'B'), ('c', 'A'), ('d', 'B'))
    """
    generator = random.Random(seed)  # noqa: S311 - reproducible
    left = {"A": list(first), "B": list(second)}
    shown: dict[str, str] = {}
    while len(shown) < length and any(left.values()):
        for team in generator.sample(TEAMS, 2):
            picked = next((name for name in left[team] if name not in shown), None)
            left[team] = [name for name in left[team] if name not in shown and name != picked]
            if picked is not None and len(shown) < length:
                shown[picked] = team
    return tuple(shown.items())


@dataclass(frozen=True, slots=True)
class Impression:
    """A displayed list; `teams` is empty if it was not interleaved."""

    id: str
    session: str
    query: str
    documents: tuple[str, ...]
    teams: tuple[str, ...]
    at: float
    robot: bool


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a document of an impression."""

    impression: str
    document: str
    at: float


@dataclass(frozen=True, slots=True)
class ClickLog:
    """Impressions with valid clicks, and the number of dropped ones by reason.

    Parameters
    ----------
    impressions : tuple of Impression
        Impressions of people.
    clicks : mapping of impression id to tuple of Click
        The first click on each document, in order of time.
    dropped : mapping of str to int
    """

    impressions: tuple[Impression, ...]
    clicks: Mapping[str, tuple[Click, ...]]
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preference:
    """Preference between the teams from readers' clicks.

    Parameters
    ----------
    wins, losses : int
        Impressions whose first click is on a hit of B, of A; each impression has one credited click.
    unclicked : int
    share : float
        Share of B among the credited clicks; NaN without clicks.
    low, high : float
        95 % interval, from resampled sessions.
    p : float
        Two-sided p of the exact sign test over impressions.
    """

    wins: int
    losses: int
    unclicked: int
    share: float
    low: float
    high: float
    p: float


def read_log(path: Path) -> ClickLog:
    """Read a log and drop invalid clicks.

    Raises
    ------
    InputError
        If a line cannot be parsed; the message names it.
    """
    impressions: dict[str, Impression] = {}
    clicks: list[Click] = []
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    _take(line, f"{path}, line {number}", impressions, clicks)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    return clean(tuple(impressions.values()), clicks)


def clean(impressions: Sequence[Impression], clicks: Iterable[Click]) -> ClickLog:
    """Drop robots (declared, or too fast for a reader), clicks without an impression, and repeated clicks."""
    by_id = {each.id: each for each in impressions}
    dropped: Counter[str] = Counter()
    first: dict[tuple[str, str], Click] = {}
    for click in sorted(clicks, key=lambda each: each.at):
        shown = by_id.get(click.impression)
        if shown is None or click.document not in shown.documents:
            dropped["clicks without a list that showed them"] += 1
        elif (click.impression, click.document) in first:
            dropped["repeated clicks"] += 1
        else:
            first[click.impression, click.document] = click
    by_impression: dict[str, list[Click]] = defaultdict(list)
    for click in first.values():
        by_impression[click.impression].append(click)
    robots = _robots(impressions, by_impression)
    dropped["impressions of robots"] = sum(each.session in robots for each in impressions)
    people = tuple(each for each in impressions if each.session not in robots)
    kept = {each.id: tuple(by_impression[each.id]) for each in people if each.id in by_impression}
    return ClickLog(people, kept, {reason: number for reason, number in dropped.items() if number})


def preference(log: ClickLog, seed: int = 0) -> Preference:
    """Return the preference for team B against team A.

    >>> shown = [Impression(str(n), str(n), "ferry", ("a", "b"), ("A", "B"), 0.0, False) for n in range(8)]
    >>> found = preference(clean(shown, [Click(str(n), "b", 9.0) for n in range(6)]))
    >>> found.wins, found.losses, found.unclicked, found.p
    (6, 0, 2, 0.03125)
    """
    by_session: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    interleaved = [each for each in log.impressions if each.teams]
    for shown in interleaved:
        credited = next((_team(shown, click) for click in log.clicks.get(shown.id, ())), None)
        if credited:
            by_session[shown.session][TEAMS.index(credited)] += 1
    counts = np.array([by_session[name] for name in sorted(by_session)], dtype=float).reshape(-1, 2)
    losses, wins = (int(n) for n in counts.sum(axis=0))
    low, high = _session_interval(counts, seed)
    share = wins / (wins + losses) if wins + losses else math.nan
    return Preference(wins, losses, len(interleaved) - wins - losses, share, low, high, sign_test(wins, losses))


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided exact p under equally likely wins and losses.

    >>> sign_test(6, 0), sign_test(3, 3)
    (0.03125, 1.0)
    """
    n, fewer = wins + losses, min(wins, losses)
    return float(min(1.0, 2 * sum(math.comb(n, k) for k in range(fewer + 1)) / 2**n))


def clicks_over_expected(log: ClickLog) -> dict[str, dict[str, tuple[float, int]]]:
    """Return by query and document the clicks divided by the expected clicks at its ranks, and the number of impressions.

    Examples
    --------
    >>> shown = [Impression(str(n), str(n), "q", docs, (), 0.0, False) for n, docs in enumerate([("a", "b"), ("a", "b"), ("b", "a")])]
    >>> log = clean(shown, [Click("0", "a", 9.0), Click("2", "b", 9.0), Click("2", "a", 9.0)])
    >>> clicks_over_expected(log)["q"]  # rank 1 gets 2/3 clicks a list, rank 2 1/3
    {'a': (1.2, 3), 'b': (0.75, 3)}
    """
    seen: Counter[int] = Counter()
    clicked: Counter[int] = Counter()
    for shown in log.impressions:
        seen.update(range(len(shown.documents)))
        clicked.update(shown.documents.index(click.document) for click in log.clicks.get(shown.id, ()))
    rates = {rank: clicked[rank] / seen[rank] for rank in seen}
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0, 0.0, 0]))
    for shown in log.impressions:
        hit = {click.document for click in log.clicks.get(shown.id, ())}
        for rank, name in enumerate(shown.documents):
            found = sums[shown.query][name]
            found[0] += name in hit
            found[1] += rates[rank]
            found[2] += 1
    return {
        query: {name: (round(got / expected, 6) if expected else 0.0, int(times)) for name, (got, expected, times) in sorted(each.items())}
        for query, each in sums.items()
    }


def _take(line: str, where: str, impressions: dict[str, Impression], clicks: list[Click]) -> None:
    try:
        event = json.loads(line)
        name = str(event["query_id"])
        if event.get("action_name", event.get("type")) == "click":
            clicks.append(Click(name, _document(event), _seconds(event)))
        elif (shown := event.get("query_response_hit_ids", event.get("docs"))) is not None:
            impressions[name] = _impression(name, event, tuple(map(str, shown)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{where}: expected a query or an event of User Behavior Insights, an object with query_id") from error


def _impression(name: str, event: Mapping[str, Any], documents: tuple[str, ...]) -> Impression:
    teams = tuple(map(str, (event.get("query_attributes") or {}).get("teams", ())))
    if teams and (len(teams) != len(documents) or not set(teams) <= set(TEAMS)):
        raise ValueError
    session = str(event.get("session_id") or event.get("client_id") or event.get("session") or name)
    query = str(event.get("user_query") or event.get("query") or "")
    agent = str(event.get("user_agent") or event.get("ua") or "")
    return Impression(name, session, query, documents, teams, _seconds(event), _ROBOT.search(agent) is not None)


def _document(event: Mapping[str, Any]) -> str:
    return str(event["doc"]) if "doc" in event else str(event["event_attributes"]["object"]["object_id"])


def _seconds(event: Mapping[str, Any]) -> float:
    at = event.get("timestamp", event.get("t"))
    return datetime.fromisoformat(at).timestamp() if isinstance(at, str) else float(at)


def _robots(impressions: Sequence[Impression], clicks: Mapping[str, Sequence[Click]]) -> frozenset[str]:
    """Return the sessions of declared robots, and those with at least two lists and an immediate click on each."""
    sessions: dict[str, list[Impression]] = defaultdict(list)
    for shown in impressions:
        sessions[shown.session].append(shown)
    return frozenset(
        name
        for name, lists in sessions.items()
        if any(each.robot for each in lists) or (len(lists) > 1 and all(_at_once(each, clicks.get(each.id, ())) for each in lists))
    )


def _at_once(shown: Impression, clicks: Sequence[Click]) -> bool:
    return bool(clicks) and clicks[0].at - shown.at < _AT_ONCE


def _team(shown: Impression, click: Click) -> str:
    return shown.teams[shown.documents.index(click.document)]


def _session_interval(counts: np.ndarray[Any, np.dtype[np.float64]], seed: int) -> tuple[float, float]:
    if not len(counts):
        return math.nan, math.nan
    generator, size = np.random.default_rng(seed), max(1, _DRAWN_AT_ONCE // len(counts))
    rounds = (min(size, _ROUNDS - done) for done in range(0, _ROUNDS, size))
    sums = np.concatenate([counts[generator.integers(0, len(counts), (number, len(counts)))].sum(axis=1) for number in rounds])
    low, high = np.quantile(sums[:, 1] / sums.sum(axis=1), [0.025, 0.975])
    return float(low), float(high)
