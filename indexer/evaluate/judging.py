"""Judging: blind tasks for judges, and aggregation of their judgements."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import NamedTuple

from indexer.evaluate.query_log import queries_text, query_id
from indexer.evaluate.rank_changes import Side, results
from indexer.evaluate.retrieval import System, fair_systems
from indexer.evaluate.significance import Difference, compare
from indexer.evaluate.trec import Judgements, TestQuery, qrels_text
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request, Sort
from indexer.index.query import literal
from indexer.store.judgements import Judgement

POOL_DEPTH = 10
"""Hits per system in the pool."""
SHOWN = 5
"""Hits per side in a comparison of two lists, few enough to read at a glance."""
GRADES = ("0", "1", "2", "3")
PREFERENCES = ("left", "right", "tie", "bad")
MATCH = "match"
"""The question whether a story itself contains the query, and not only the page around it."""
ANSWERS = ("yes", "no")
WANTED = (0.1, 0.2, 0.4)
"""Differences of preferences for which the number of further judgements is shown."""
LONGEST_NAME = 60


class LatestMatch(NamedTuple):
    """A hit, and the arms that have it among their latest matches."""

    hit: Hit
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A query to judge.

    Parameters
    ----------
    sides : tuple of Arm
        Left and right, drawn for this judge and query.
    left, right : tuple of Hit
    pool : tuple of Hit
        Distinct stories of all arms, with and without headline boost, in an order that does not depend on their ranks.
    matches : tuple of LatestMatch
        The latest pages that contain the query on the `raw` and `weighted` arms, in such an order.
    """

    sides: tuple[Arm, Arm]
    left: tuple[Hit, ...]
    right: tuple[Hit, ...]
    pool: tuple[Hit, ...]
    matches: tuple[LatestMatch, ...]


def task_for(engine: Engine, judge: str, query: str) -> Task:
    """Return the task of a judge and a query; it is deterministic.

    Raises
    ------
    EngineError
    """
    request = Request(literal(query))
    systems = reversed(fair_systems(tuple(Arm)))
    found = {each: results(engine, each.side(request), POOL_DEPTH, highlight=True).hits for each in systems}
    stories: dict[str, Hit] = {}
    for hits in found.values():
        for hit in hits:
            stories.setdefault(hit.canonical_url, hit)
    sides = drawn_sides(judge, query)
    left, right = (found[System(arm)][:SHOWN] for arm in sides)
    pool = tuple(stories[url] for url in sorted(stories, key=lambda url: _hash(query, url)))
    return Task(sides, left, right, pool, latest_matches(engine, query))


def latest_matches(engine: Engine, query: str) -> tuple[LatestMatch, ...]:
    """Return the latest pages that contain the query; by date, because ranking hides false matches at the bottom.

    Raises
    ------
    EngineError
    """
    request = Request(literal(query), sort=Sort.DATE)
    hits: dict[str, Hit] = {}
    arms: dict[str, list[Arm]] = defaultdict(list)
    for arm in (Arm.RAW, Arm.WEIGHTED):
        for hit in results(engine, Side(arm, request), POOL_DEPTH, highlight=True).hits:
            hits.setdefault(hit.canonical_url, hit)
            arms[hit.canonical_url].append(arm)
    return tuple(LatestMatch(hits[url], tuple(arms[url])) for url in sorted(hits, key=lambda url: _hash(MATCH, query, url)))


def drawn_sides(judge: str, query: str) -> tuple[Arm, Arm]:
    """Return `raw` and `weighted` in an order drawn for this judge and query.

    >>> {drawn_sides("ada", query) == (Arm.RAW, Arm.WEIGHTED) for query in ("ferry", "crane", "lynx", "tram")} == {True, False}
    True
    """
    return (Arm.RAW, Arm.WEIGHTED) if _hash(judge, query)[0] % 2 else (Arm.WEIGHTED, Arm.RAW)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Aggregated judgements.

    Parameters
    ----------
    grades : mapping of query to mapping of URL to grade
        The lower median of the judges' grades, without stories on whose relevance judges disagree.
    conflicts : int
        Number of these stories.
    preferences : Counter of str
        Arms preferred, `tie` and `bad`.
    difference : Difference or None
        Preference for `weighted` minus preference for `raw`, in [-1, 1]; None without preferences.
    alpha : float or None
        Krippendorff's alpha (nominal: relevant or not) of the grades; None if no story has two judges.
    matches : mapping of Arm to (int, int)
        By arm with answers, those that a matching story itself contains the query, and all: match precision.
    """

    grades: Mapping[str, Mapping[str, int]]
    conflicts: int
    preferences: Counter[str]
    difference: Difference | None
    alpha: float | None
    matches: Mapping[Arm, tuple[int, int]]

    def still_needed(self) -> list[tuple[float, int]]:
        """Differences of preferences, each with the number of further ones that show it with power .8."""
        difference = self.difference
        if difference is None or not difference.deviation:
            return []
        return [(wanted, max(difference.needed_for(wanted) - difference.queries, 0)) for wanted in WANTED]


def verdicts(judgements: Sequence[Judgement]) -> Verdicts:
    """Aggregate the judgements of all judges."""
    given: dict[tuple[str, str], list[int]] = defaultdict(list)
    preferred: list[str] = []
    answers: dict[Arm, list[bool]] = {Arm.RAW: [], Arm.WEIGHTED: []}
    for judgement in judgements:
        if judgement.question == MATCH:
            for arm in filter(None, (judgement.left, judgement.right)):
                answers[Arm(arm)].append(judgement.value == "yes")
        elif judgement.url and judgement.value in GRADES:
            given[judgement.query, judgement.url].append(int(judgement.value))
        elif not judgement.url:
            preferred.append({"left": judgement.left, "right": judgement.right}.get(judgement.value, judgement.value))
    agreed = {key: grades for key, grades in given.items() if len({grade > 0 for grade in grades}) == 1}
    by_query: dict[str, dict[str, int]] = defaultdict(dict)
    for (query, url), grades in agreed.items():
        by_query[query][url] = median_low(grades)
    signs = [{Arm.WEIGHTED.value: 1.0, Arm.RAW.value: -1.0}.get(name, 0.0) for name in preferred]
    return Verdicts(
        grades=by_query,
        conflicts=len(given) - len(agreed),
        preferences=Counter(preferred),
        difference=compare([0.0] * len(signs), signs) if signs else None,
        alpha=krippendorff([[grade > 0 for grade in grades] for grades in given.values()]),
        matches={arm: (sum(said), len(said)) for arm, said in answers.items() if said},
    )


def krippendorff(units: Sequence[Sequence[bool]]) -> float | None:
    """Return Krippendorff's alpha for nominal values; None if no unit has two values.

    >>> krippendorff([[True, True], [False, False]]), krippendorff([[True, False], [False, True]]), krippendorff([[True]])
    (1.0, -0.5, None)

    References
    ----------
    Krippendorff: Computing Krippendorff's alpha-reliability, 2011.
    """
    paired = [unit for unit in units if len(unit) > 1]
    n = sum(map(len, paired))
    if not n:
        return None
    observed = sum(2 * sum(unit) * (len(unit) - sum(unit)) / (len(unit) - 1) for unit in paired) / n
    ones = sum(map(sum, paired))
    expected = 2 * ones * (n - ones) / (n * (n - 1))
    return 1 - observed / expected if expected else 1.0


def judgements_of(verdict: Verdicts, queries: Sequence[TestQuery]) -> Judgements:
    """Return the grades of an experiment's queries, matched by their texts."""
    graded = {query.id: verdict.grades.get(query.text.strip(), {}) for query in queries}
    return Judgements({name: grades for name, grades in graded.items() if grades})


def qrels_of(verdict: Verdicts) -> str:
    """Return the grades as TREC qrels, with the hashes of `queries_of` as query ids."""
    return qrels_text({query_id(query): urls for query, urls in verdict.grades.items()})


def queries_of(verdict: Verdicts) -> str:
    """Return the judged queries in the format of `winnow compare --queries`."""
    return queries_text(TestQuery(query_id(query), "judged", query) for query in verdict.grades)


def _hash(*words: str) -> bytes:
    return hashlib.blake2b("\n".join(words).encode("utf-8", "surrogatepass"), digest_size=8).digest()
