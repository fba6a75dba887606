"""Retrieval quality of the arms on test queries with judgements, and whether their differences are more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from indexer.evaluate.judged_urls import Unmatched, story_of, why_unmatched
from indexer.evaluate.retrieval_metrics import MEASURES, Grades
from indexer.evaluate.significance import Difference, compare, holm
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Match, Request
from indexer.index.query import literal
from indexer.urls import normalise

DEPTH = 100
"""Hits looked at per query; MRR and AP see no further."""
SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class Contrast:
    """One arm against the baseline in one measure.

    Parameters
    ----------
    arm, baseline : Arm
    measure : str
    difference : Difference
        Arm minus baseline.
    p_adjusted : float
        Holm's, over the measures of this pair of arms.
    """

    arm: Arm
    baseline: Arm
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
    values : mapping of Arm to mapping of measure to tuple of float
        One value a query, in the order of `queries`.
    queries : tuple of TestQuery
        Those with a relevant judgement; the others cannot tell systems apart.
    left_out : mapping of str to int
        Queries not used, by the reason.
    unmatched : mapping of str to Unmatched
        Judged URLs that lead to no document of any arm, and why; no system can find them.
    contrasts : tuple of Contrast
    """

    values: Mapping[Arm, Mapping[str, tuple[float, ...]]]
    queries: tuple[TestQuery, ...]
    left_out: Mapping[str, int]
    unmatched: Mapping[str, Unmatched]
    contrasts: tuple[Contrast, ...]

    def mean(self, arm: Arm, measure: str) -> float:
        """Mean over the queries."""
        return fmean(self.values[arm][measure]) if self.queries else 0.0


def evaluate(
    engine: Engine,
    queries: Sequence[TestQuery],
    judgements: Judgements,
    arms: Sequence[Arm] = tuple(Arm),
    match: Match = Match.ANY,
    headline_boosts: Mapping[Arm, float] | None = None,
) -> RetrievalReport:
    """Run every query on every arm and compare each arm with the first.

    Queries are taken literally, word by word. Documents are compared by their story's canonical URL: a judgement of
    one of its copies is a judgement of the story, and of several copies in a ranking the best counts, the
    ranks below move up. So no measure can exceed 1. `headline_boosts` are what a raw arm needs to be the best one that a sensible
    engineer would build (`indexer.index.engine.Request.headline_boost`); an arm without one has none.
    """
    stories, unmatched = _by_story(engine, arms, judgements)
    used = tuple(query for query in queries if any(grade > 0 for grade in stories.get(query.id, {}).values()))
    conflicting = sum(query.id in judgements.conflicts for query in queries)
    left_out = {
        "conflicting judgements": conflicting,
        "no relevant judgement": len(queries) - len(used) - conflicting,
    }
    boosts = headline_boosts or {}
    values = {arm: _values(engine, arm, used, stories, match, boosts.get(arm, 0.0)) for arm in arms}
    contrasts = tuple(c for arm in arms[1:] for c in _contrasts(arm, arms[0], values)) if used else ()
    return RetrievalReport(values, used, {k: n for k, n in left_out.items() if n}, unmatched, contrasts)


def ranking(engine: Engine, arm: Arm, request: Request) -> tuple[str, ...]:
    """The canonical URLs found, each once, at its best rank."""
    return tuple(dict.fromkeys(hit.canonical_url for hit in engine.search(arm, request).hits))


def _values(
    engine: Engine, arm: Arm, queries: Sequence[TestQuery], stories: Mapping[str, Grades], match: Match, boost: float
) -> dict[str, tuple[float, ...]]:
    requests = (Request(literal(query.text), match, limit=DEPTH, highlight=False, headline_boost=boost) for query in queries)
    found = [ranking(engine, arm, request) for request in requests]
    grades = [stories[query.id] for query in queries]
    return {name: tuple(map(measure, found, grades)) for name, measure in MEASURES.items()}


def _contrasts(arm: Arm, baseline: Arm, values: Mapping[Arm, Mapping[str, tuple[float, ...]]]) -> list[Contrast]:
    differences = {name: compare(values[baseline][name], values[arm][name]) for name in MEASURES}
    adjusted = holm([difference.p for difference in differences.values()])
    return [
        Contrast(arm, baseline, name, difference, p)
        for (name, difference), p in zip(differences.items(), adjusted, strict=True)
    ]


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
