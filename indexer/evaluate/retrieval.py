"""Retrieval quality of the arms on test queries with judgements, and whether their differences are more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from indexer.evaluate.judged_urls import Unmatched, story_of, why_unmatched
from indexer.evaluate.retrieval_metrics import MEASURES, judged_share
from indexer.evaluate.significance import Difference, compare, holm
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import literal
from indexer.index.weights import HEADLINE_WEIGHT
from indexer.urls import normalise

DEPTH = 100
"""Hits looked at per query; MRR and AP see no further."""
SIGNIFICANT = 0.05
FAIR_BOOST = HEADLINE_WEIGHT - 1
"""Headline boost with which a word of a page's headline counts as often as in the arm `weighted`."""


@dataclass(frozen=True, slots=True)
class System:
    """An arm and how it is asked.

    Parameters
    ----------
    arm : Arm
    headline_boost : float
        See `indexer.index.engine.Request.headline_boost`.

    Examples
    --------
    >>> System(Arm.RAW).name, System(Arm.RAW, FAIR_BOOST).name
    ('raw', 'raw + headline ×5')
    """

    arm: Arm
    headline_boost: float = 0.0

    @property
    def name(self) -> str:
        """In a report."""
        return f"{self.arm.value} + headline ×{self.headline_boost + 1:g}" if self.headline_boost else self.arm.value


@dataclass(frozen=True, slots=True)
class Contrast:
    """One system against another in one measure.

    Parameters
    ----------
    system, baseline : System
    measure : str
    difference : Difference
        System minus baseline.
    p_adjusted : float
        Holm's, over all contrasts of the report.
    """

    system: System
    baseline: System
    measure: str
    difference: Difference
    p_adjusted: float

    @property
    def verdict(self) -> str:
        """In words: better, worse, or no significant difference."""
        if self.p_adjusted >= SIGNIFICANT:
            return "no significant difference"
        return "better" if self.difference.mean > 0 else "worse"


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """The result of an evaluation.

    Parameters
    ----------
    values : mapping of System to mapping of measure to tuple of float
        One value a query, in the order of `queries`.
    queries : tuple of TestQuery
        Those with a relevant judgement; the others cannot tell systems apart.
    left_out : mapping of str to int
        Queries not used, by the reason.
    unmatched : mapping of str to Unmatched
        Judged URLs that lead to no document of any arm, and why; no system can find them.
    contrasts : tuple of Contrast
        Of all pairs of systems, in all measures.
    ceilings : mapping of measure to float
        The mean of the best ranking that there could be: P@10 of a query with one relevant story is .1 at most.
    judged : mapping of System to float
        Judged@10: the share of the first ten hits that anyone has judged. What nobody judged counts as not relevant.
    """

    values: Mapping[System, Mapping[str, tuple[float, ...]]]
    queries: tuple[TestQuery, ...]
    left_out: Mapping[str, int]
    unmatched: Mapping[str, Unmatched]
    contrasts: tuple[Contrast, ...]
    ceilings: Mapping[str, float]
    judged: Mapping[System, float]

    def mean(self, system: System, measure: str, kind: str | None = None) -> float | None:
        """Mean over the queries, of one type where it is named; None where there are none."""
        pairs = zip(self.queries, self.values[system][measure], strict=True)
        found = [value for query, value in pairs if kind is None or query.type == kind]
        return fmean(found) if found else None

    def best(self, measure: str) -> System | None:
        """The system with the highest mean, the first of equals; None where there is no query."""
        return max(self.values, key=lambda system: self.mean(system, measure) or 0.0) if self.queries and self.values else None


def fair_systems(arms: Sequence[Arm]) -> tuple[System, ...]:
    """The arms, and beside cleaned ones each raw one with the headline boost that the cleaned ones have by their weights.

    Without it a gain over `raw` mixes two effects: the template left out, and the headline counted five times.

    >>> [system.name for system in fair_systems([Arm.RAW, Arm.WEIGHTED])]
    ['raw', 'raw + headline ×5', 'weighted']
    """
    boosts = (0.0, FAIR_BOOST) if any(arm is Arm.WEIGHTED for arm in arms) else (0.0,)
    return tuple(System(arm, boost) for arm in arms for boost in ((0.0,) if arm is Arm.WEIGHTED else boosts))


def evaluate(
    engine: Engine,
    queries: Sequence[TestQuery],
    judgements: Judgements,
    systems: Sequence[System] = fair_systems(tuple(Arm)),
    match: Match = Match.ANY,
) -> RetrievalReport:
    """Run every query on every system and compare all pairs of them.

    Queries are taken literally, word by word. Documents are compared by their story's canonical URL: a judgement of
    one of its copies is a judgement of the story, and of several copies in a ranking the best counts, the
    ranks below move up. So no measure can exceed 1.
    """
    stories, unmatched = _by_story(engine, [system.arm for system in systems], judgements)
    used = tuple(query for query in queries if any(grade > 0 for grade in stories.get(query.id, {}).values()))
    conflicting = sum(query.id in judgements.conflicts for query in queries)
    left_out = {
        "conflicting judgements": conflicting,
        "no relevant judgement": len(queries) - len(used) - conflicting,
    }
    grades = [stories[query.id] for query in used]
    found = {system: _rankings(engine, system, used, match) for system in systems}
    values = {
        system: {name: tuple(map(measure, rankings, grades)) for name, measure in MEASURES.items()} for system, rankings in found.items()
    }
    ideal = [sorted(judged, key=lambda name, judged=judged: -judged[name]) for judged in grades]  # type: ignore[misc]
    return RetrievalReport(
        values=values,
        queries=used,
        left_out={k: n for k, n in left_out.items() if n},
        unmatched=unmatched,
        contrasts=_contrasts(values) if used else (),
        ceilings={name: fmean(map(measure, ideal, grades)) for name, measure in MEASURES.items()} if used else {},
        judged={system: fmean(map(judged_share, rankings, grades)) for system, rankings in found.items()} if used else {},
    )


def ranking(engine: Engine, arm: Arm, request: Request) -> tuple[str, ...]:
    """The canonical URLs found, each once, at its best rank."""
    return tuple(dict.fromkeys(hit.canonical_url for hit in engine.search(arm, request).hits))


def _rankings(engine: Engine, system: System, queries: Sequence[TestQuery], match: Match) -> list[tuple[str, ...]]:
    if not engine.count(system.arm):
        return [()] * len(queries)
    boost = system.headline_boost
    requests = (Request(literal(query.text), match, limit=DEPTH, highlight=False, headline_boost=boost) for query in queries)
    return [ranking(engine, system.arm, request) for request in requests]


def _contrasts(values: Mapping[System, Mapping[str, tuple[float, ...]]]) -> tuple[Contrast, ...]:
    pairs = [(first, second, name) for first, second in combinations(values, 2) for name in MEASURES]
    differences = [compare(values[first][name], values[second][name]) for first, second, name in pairs]
    adjusted = holm([difference.p for difference in differences])
    return tuple(
        Contrast(second, first, name, difference, p)
        for (first, second, name), difference, p in zip(pairs, differences, adjusted, strict=True)
    )


def _by_story(
    engine: Engine, arms: Sequence[Arm], judgements: Judgements
) -> tuple[dict[str, dict[str, int]], Mapping[str, Unmatched]]:
    """Judgements by canonical URL; of copies judged differently the highest grade counts."""
    urls = sorted({url for grades in judgements.grades.values() for url in grades})
    canonical = {url: story for url in urls if (story := story_of(engine, arms, url))}
    stories: dict[str, dict[str, int]] = {}
    for query, grades in judgements.grades.items():
        story_grades = stories.setdefault(query, {})
        for url, grade in grades.items():
            story = canonical.get(url) or normalise(url)
            story_grades[story] = max(grade, story_grades.get(story, grade))
    return stories, {url: why_unmatched(engine, arms, url) for url in urls if url not in canonical}
