"""Retrieval quality of the arms on judged test queries, and the significance of their differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean
from typing import Protocol

from indexer.evaluate.judged_urls import Unmatched, story_of, why_unmatched
from indexer.evaluate.rank_changes import Side, results
from indexer.evaluate.retrieval_metrics import MEASURES, Measure, judged_share
from indexer.evaluate.significance import Difference, compare_all, holm
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.bm25 import LUCENE, Similarity
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import literal
from indexer.index.weights import HEADLINE_WEIGHT
from indexer.urls import normalise, site_key

DEPTH = 100
"""Hits evaluated per query, also for MRR and AP."""
SIGNIFICANT = 0.05
ENOUGH_SITES = 15
"""Least number of sites for resampling by site: twelve have 4,096 sign patterns, too few for the many comparisons of a report."""
FAIR_BOOST = HEADLINE_WEIGHT - 1
"""Headline boost with which a headline word has the same weight as in the arm `weighted`."""


Ranking = tuple[str, ...]
"""Distinct canonical URLs, each at its best rank."""
Stories = Mapping[str, Mapping[str, int]]
"""Query id to canonical URL to grade."""


class Named(Protocol):
    """A compared system: an arm with its settings, or the run of another program."""

    @property
    def name(self) -> str:
        """Name in reports."""


@dataclass(frozen=True, slots=True)
class System:
    """An arm with its search settings.

    Parameters
    ----------
    arm : Arm
    headline_boost : float
        See `indexer.index.engine.Request.headline_boost`.
    similarity : Similarity
    extractor : str
        Name of the page-level extractor whose texts a separate index holds in its arm `raw`; "" for Winnow's own arms.

    Examples
    --------
    >>> System(Arm.RAW).name, System(Arm.RAW, FAIR_BOOST).name, System(Arm.BODY, similarity=Similarity(0.9, 0.4)).name
    ('raw', 'raw + headline ×5', 'body k1=0.9 b=0.4')
    >>> System(Arm.RAW, FAIR_BOOST, extractor="trafilatura").name
    'trafilatura + headline ×5'
    """

    arm: Arm
    headline_boost: float = 0.0
    similarity: Similarity = LUCENE
    extractor: str = ""

    @property
    def name(self) -> str:
        """Name in reports."""
        headline = f" + headline ×{self.headline_boost + 1:g}" if self.headline_boost else ""
        similarity = f" k1={self.similarity.k1:g} b={self.similarity.b:g}" if self.similarity != LUCENE else ""
        return f"{self.extractor or self.arm.value}{headline}{similarity}"

    def side(self, request: Request) -> Side:
        """Return the arm and a request with its settings."""
        return Side(self.arm, replace(request, headline_boost=self.headline_boost, similarity=self.similarity))


@dataclass(frozen=True, slots=True)
class Contrast:
    """A comparison of two systems in one measure.

    Parameters
    ----------
    system, baseline : Named
    measure : str
    difference : Difference
        System minus baseline.
    p_adjusted : float
        Holm's adjusted p over all contrasts of the report.
    """

    system: Named
    baseline: Named
    measure: str
    difference: Difference
    p_adjusted: float

    @property
    def verdict(self) -> str:
        """The result in words: better, worse, or no significant difference."""
        if self.p_adjusted >= SIGNIFICANT:
            return "no significant difference"
        return "better" if self.difference.mean > 0 else "worse"


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """The result of an evaluation.

    Parameters
    ----------
    values : mapping of Named to mapping of measure to tuple of float
        One value per query, in the order of `queries`.
    queries : tuple of TestQuery
        Those with a relevant judgement; others cannot distinguish systems.
    left_out : mapping of str to int
        Number of unused queries by reason.
    unmatched : mapping of str to Unmatched
        Judged URLs without a document in any arm, with the reason; no system can find them.
    contrasts : tuple of Contrast
        All pairs of systems in all measures.
    ceilings : mapping of measure to float
        Mean of the ideal rankings: P@10 of a query with one relevant story is at most .1.
    judged : mapping of Named to float
        Judged@10: the share of judged hits among the first ten. Unjudged hits count as not relevant.
    clusters : int
        Number of independent groups of queries (`clusters_of`).
    """

    values: Mapping[Named, Mapping[str, tuple[float, ...]]]
    queries: tuple[TestQuery, ...]
    left_out: Mapping[str, int]
    unmatched: Mapping[str, Unmatched]
    contrasts: tuple[Contrast, ...]
    ceilings: Mapping[str, float]
    judged: Mapping[Named, float]
    clusters: int = 0

    def mean(self, system: Named, measure: str, kind: str | None = None) -> float | None:
        """Return the mean over the queries, optionally of one type; None without queries."""
        pairs = zip(self.queries, self.values[system][measure], strict=True)
        found = [value for query, value in pairs if kind is None or query.type == kind]
        return fmean(found) if found else None

    def best(self, measure: str) -> Named | None:
        """Return the first system with the highest mean; None without queries."""
        return max(self.values, key=lambda system: self.mean(system, measure) or 0.0) if self.queries and self.values else None


def fair_systems(arms: Sequence[Arm]) -> tuple[System, ...]:
    """Return the arms; if `weighted` is among them, the others also with its headline boost.

    Otherwise a gain over `raw` mixes two effects: the removed template and the headline with weight 5.

    >>> [system.name for system in fair_systems([Arm.RAW, Arm.WEIGHTED])]
    ['raw', 'raw + headline ×5', 'weighted']
    """
    boosts = (0.0, FAIR_BOOST) if any(arm is Arm.WEIGHTED for arm in arms) else (0.0,)
    return tuple(System(arm, boost) for arm in arms for boost in ((0.0,) if arm is Arm.WEIGHTED else boosts))


def chosen_systems(arms: Sequence[Arm], boosts: Mapping[Arm, float]) -> tuple[System, ...]:
    """Return the arms with the given boosts; without boosts, `fair_systems`."""
    return tuple(System(arm, boosts.get(arm, 0.0)) for arm in arms) if boosts else fair_systems(arms)


def evaluate(
    engine: Engine,
    queries: Sequence[TestQuery],
    judgements: Judgements,
    systems: Sequence[System] = fair_systems(tuple(Arm)),
    match: Match = Match.ANY,
) -> RetrievalReport:
    """Run every query on every system and compare all pairs of systems.

    Queries are taken literally, word by word. Documents are identified by their story's canonical URL: a judgement of
    a copy applies to the story, and only the best of several copies in a ranking counts, with lower ranks moved up.
    Therefore no measure exceeds 1.
    """
    stories, unmatched = by_story(engine, [system.arm for system in systems], judgements)
    used = usable(queries, stories)
    rankings: dict[Named, list[Ranking]] = {system: [ask(engine, system, query, match) for query in used] for system in systems}
    return judge(rankings, used, stories, left_out(queries, used, judgements.conflicts), unmatched)


def judge(
    rankings: Mapping[Named, Sequence[Ranking]],
    queries: Sequence[TestQuery],
    stories: Stories,
    left_out: Mapping[str, int],
    unmatched: Mapping[str, Unmatched],
    measures: Mapping[str, Measure] = MEASURES,
    seed: int = 0,
) -> RetrievalReport:
    """Compare rankings of the same queries.

    Parameters
    ----------
    rankings : mapping of Named to sequence of rankings
        One ranking per query.
    queries : sequence of TestQuery
        Queries with a relevant story (`usable`).
    stories : Stories
        See `by_story`.
    left_out, unmatched : mapping
        As in the report.
    measures : mapping of name to Measure
        Measures in which all pairs are tested.
    seed : int
        Seed of the significance tests.
    """
    grades = [stories[query.id] for query in queries]
    clusters = clusters_of(grades)
    values: dict[Named, Mapping[str, tuple[float, ...]]] = {
        system: {name: tuple(map(measure, found, grades)) for name, measure in measures.items()} for system, found in rankings.items()
    }
    ideal = [sorted(judged, key=lambda name, judged=judged: -judged[name]) for judged in grades]  # type: ignore[misc]
    return RetrievalReport(
        values=values,
        queries=tuple(queries),
        left_out=left_out,
        unmatched=unmatched,
        contrasts=_contrasts(values, clusters, seed) if queries else (),
        ceilings={name: fmean(map(measure, ideal, grades)) for name, measure in measures.items()} if queries else {},
        judged={system: fmean(map(judged_share, found, grades)) for system, found in rankings.items()} if queries else {},
        clusters=len(set(clusters)),
    )


def clusters_of(grades: Sequence[Mapping[str, int]]) -> list[str]:
    """Return the groups of dependent queries: the site of their best story or, with few sites, the story itself.

    >>> clusters_of([{"https://a.example/1": 1, "https://a.example/2": 2}, {"https://a.example/2": 1}])
    ['https://a.example/2', 'https://a.example/2']
    """
    best = [min(judged, key=lambda url, judged=judged: (-judged[url], url)) for judged in grades]  # type: ignore[misc]
    sites = [site_key(url) for url in best]
    return sites if len(set(sites)) >= ENOUGH_SITES else best


def usable(queries: Sequence[TestQuery], stories: Stories) -> tuple[TestQuery, ...]:
    """Return the queries with a relevant story; others cannot distinguish systems."""
    return tuple(query for query in queries if any(grade > 0 for grade in stories.get(query.id, {}).values()))


def left_out(queries: Sequence[TestQuery], used: Sequence[TestQuery], conflicts: Sequence[str]) -> dict[str, int]:
    """Return the number of unused queries by reason."""
    conflicting = sum(query.id in conflicts for query in queries)
    counts = {"conflicting judgements": conflicting, "no relevant judgement": len(queries) - len(used) - conflicting}
    return {reason: number for reason, number in counts.items() if number}


def ask(engine: Engine, system: System, query: TestQuery, match: Match) -> Ranking:
    """Return a system's ranking of a query, DEPTH deep; () for an empty arm."""
    hits = results(engine, system.side(Request(literal(query.text), match)), DEPTH).hits
    return tuple(dict.fromkeys(hit.canonical_url for hit in hits))


def _contrasts(values: Mapping[Named, Mapping[str, tuple[float, ...]]], clusters: Sequence[str], seed: int) -> tuple[Contrast, ...]:
    pairs = [(first, second, name) for first, second in combinations(values, 2) for name in values[first]]
    differences = compare_all([(values[first][name], values[second][name]) for first, second, name in pairs], seed, clusters)
    adjusted = holm([difference.p for difference in differences])
    return tuple(
        Contrast(second, first, name, difference, p)
        for (first, second, name), difference, p in zip(pairs, differences, adjusted, strict=True)
    )


def by_story(engine: Engine, arms: Sequence[Arm], judgements: Judgements) -> tuple[Stories, Mapping[str, Unmatched]]:
    """Return the judgements by canonical URL; the highest grade of a story's copies counts."""
    urls = sorted({url for grades in judgements.grades.values() for url in grades})
    canonical = {url: story for url in urls if (story := story_of(engine, arms, url))}
    stories: dict[str, dict[str, int]] = {}
    for query, grades in judgements.grades.items():
        story_grades = stories.setdefault(query, {})
        for url, grade in grades.items():
            story = canonical.get(url) or normalise(url)
            story_grades[story] = max(grade, story_grades.get(story, grade))
    return stories, {url: why_unmatched(engine, arms, url) for url in urls if url not in canonical}
