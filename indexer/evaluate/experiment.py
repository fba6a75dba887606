"""Experiment: queries, systems and settings fixed before any search, and reproducible reports of its runs.

A run stores the rankings, the judgements at its start, and the state of the index; a report depends only on these.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from indexer.errors import NothingToDoError, UsageError
from indexer.evaluate.judged_urls import Unmatched, story_of
from indexer.evaluate.judging import judgements_of, verdicts
from indexer.evaluate.retrieval import (
    DEPTH,
    Contrast,
    Named,
    Ranking,
    RetrievalReport,
    Stories,
    System,
    ask,
    by_story,
    judge,
    left_out,
    usable,
)
from indexer.evaluate.retrieval_metrics import FURTHER, MEASURES, rank_biased_overlap
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.bm25 import K1, B, Similarity
from indexer.index.elasticsearch.foreign import ForeignIndex
from indexer.index.engine import Engine, Match
from indexer.store.experiments import CONDITIONS, DEFINITION, RANKINGS, ExperimentLog
from indexer.store.judgements import Judgement
from indexer.urls import normalise, site_key

LONGEST_NAME = 60
STEPS = (("index pages left out", Arm.RAW, Arm.ARTICLES), ("template and copies left out", Arm.ARTICLES, Arm.BODY))


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """Rankings of another program."""

    name: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """Definition of an experiment.

    Parameters
    ----------
    name : str
    queries : tuple of TestQuery
    systems : tuple of System
    match : Match
    imported : mapping of run name to mapping of query id to ranking
        TREC runs of other programs, with URLs as document names.
    judgements : Judgements or None
        None uses the judgements of the home's database at the start of a run.
    seed : int
        Seed of the significance tests.
    indexes : tuple of ForeignIndex
        Foreign indexes of the cluster.

    Raises
    ------
    UsageError
        If names are missing, too long or not unique.
    """

    name: str
    queries: tuple[TestQuery, ...]
    systems: tuple[System, ...]
    match: Match = Match.ANY
    imported: Mapping[str, Mapping[str, Ranking]] = field(default_factory=dict)
    judgements: Judgements | None = None
    seed: int = 0
    indexes: tuple[ForeignIndex, ...] = ()

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= LONGEST_NAME or not all(c.isalnum() or c in "-_." for c in self.name) or self.name[0] in "-.":
            raise UsageError(f"an experiment's name has 1 to {LONGEST_NAME} letters, digits and -_. , and does not begin with - or .")
        names = [system.name for system in self.rankers]
        if len(set(names)) < max(2, len(names)):
            raise UsageError("an experiment compares at least two systems with distinct names")
        if not self.queries:
            raise UsageError("an experiment needs queries")
        if any(" " in query.id for query in self.queries):
            raise UsageError("the id of a query must not contain spaces, because they separate the columns of TREC files")

    @property
    def extractors(self) -> tuple[str, ...]:
        """Names of the page-level extractors among the systems."""
        return tuple(dict.fromkeys(system.extractor for system in self.systems if system.extractor))

    @property
    def rankers(self) -> tuple[Named, ...]:
        """All compared systems."""
        return (*self.searched, *map(ImportedRun, self.imported))

    @property
    def searched(self) -> tuple[System | ForeignIndex, ...]:
        """Systems that a run searches, without imported ones."""
        return (*self.systems, *self.indexes)

    def record(self) -> dict[str, Any]:
        """Return the JSON record of the definition."""
        judged = self.judgements
        return {
            "queries": [[query.id, query.type, query.text] for query in self.queries],
            "systems": [_system_record(system) for system in self.systems],
            "match": self.match.value,
            "imported": {name: {query: list(ranking) for query, ranking in run.items()} for name, run in self.imported.items()},
            "judgements": judged and {"grades": judged.grades, "conflicts": list(judged.conflicts)},
            "seed": self.seed,
            **({"indexes": [asdict(each) for each in self.indexes]} if self.indexes else {}),
            "depth": DEPTH,
            "measures": list(MEASURES),
        }

    @classmethod
    def of(cls, name: str, record: Mapping[str, Any]) -> Experiment:
        """Restore a definition from its record.

        >>> made = Experiment("spring", (TestQuery("q1", "", "ferry"),), (System(Arm.RAW), System(Arm.BODY, 4.0)))
        >>> Experiment.of("spring", made.record()) == made
        True
        """
        judged = record["judgements"]
        return cls(
            name,
            tuple(TestQuery(*query) for query in record["queries"]),
            tuple(_system_of(*stored) for stored in record["systems"]),
            Match(record["match"]),
            {run: {query: tuple(found) for query, found in rankings.items()} for run, rankings in record["imported"].items()},
            judged and Judgements(judged["grades"], tuple(judged["conflicts"])),
            record["seed"],
            tuple(ForeignIndex(**{**each, "fields": tuple(each["fields"])}) for each in record.get("indexes", ())),
        )


def _system_record(system: System) -> list[Any]:
    """Return the stored form of a system; default values that older versions cannot read are omitted."""
    record = [system.arm.value, system.headline_boost]
    further = [system.similarity.k1, system.similarity.b, system.extractor]
    return record if System(system.arm, system.headline_boost) == system else record + further


def _system_of(arm: str, boost: float, k1: float = K1, b: float = B, extractor: str = "") -> System:
    return System(Arm(arm), boost, Similarity(k1, b), extractor)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of an experiment.

    Parameters
    ----------
    number : int
    conditions : mapping
        `counts` (documents per arm), `stories` (grades by query and canonical URL), `unmatched`, `conflicts`, and the caller's additions.
    rankings : mapping of query id to mapping of system name to ranking
    milliseconds : mapping of query id to mapping of system name to float
        Search time of each system; imported runs have none.
    """

    number: int
    conditions: Mapping[str, Any]
    rankings: Mapping[str, Mapping[str, Ranking]]
    milliseconds: Mapping[str, Mapping[str, float]]


def create(log: ExperimentLog, experiment: Experiment, at: float) -> None:
    """Store an experiment.

    Raises
    ------
    UsageError
        If the name is taken.
    """
    log.append(experiment.name, 0, DEFINITION, {"": experiment.record()}, at)


def load(log: ExperimentLog, name: str) -> Experiment:
    """Load an experiment.

    Raises
    ------
    UsageError
    """
    stored = log.part(name, 0, DEFINITION)
    if not stored:
        raise UsageError(f"there is no experiment {name}: winnow experiment list")
    return Experiment.of(name, stored[""])


def complete_runs(log: ExperimentLog, experiment: Experiment) -> list[int]:
    """Return the numbers of the complete runs, in order."""
    return [number for number, done in log.runs(experiment.name).items() if done == len(experiment.queries)]


def judgements_for(experiment: Experiment, standing: Sequence[Judgement]) -> Judgements:
    """Return the experiment's own judgements, or else the current ones from the website."""
    return experiment.judgements or judgements_of(verdicts(standing), experiment.queries)


def load_run(log: ExperimentLog, experiment: Experiment, number: int | None = None) -> Run:
    """Load a complete run, by default the last.

    Raises
    ------
    NothingToDoError
        If there is none.
    """
    complete = complete_runs(log, experiment)
    if not complete or number not in {None, *complete}:
        raise NothingToDoError(f"{experiment.name} has no such complete run: winnow experiment run {experiment.name}")
    chosen = number or complete[-1]
    found = log.part(experiment.name, chosen, RANKINGS)
    return Run(
        chosen,
        log.part(experiment.name, chosen, CONDITIONS)[""],
        {query: {name: tuple(urls) for name, urls in each["rankings"].items()} for query, each in found.items()},
        {query: each["milliseconds"] for query, each in found.items()},
    )


def run(
    engine: Engine,
    log: ExperimentLog,
    experiment: Experiment,
    judgements: Judgements,
    extra: Mapping[str, Any],
    clock: Callable[[], float] = time.time,
    extractor_engines: Mapping[str, Engine] = MappingProxyType({}),
) -> Generator[int, None, None]:
    """Run all queries on all systems; yield the number of completed queries after each.

    An interrupted run continues where it ended if the index still has the same number of documents.

    Parameters
    ----------
    judgements : Judgements
        Stored with the run.
    extra : mapping
        Additional conditions to store.
    extractor_engines : mapping of extractor to Engine
        Indexes of the systems with an extractor.

    Raises
    ------
    UsageError
        If a system's extractor has no documents.
    EngineError, StoreError
    """
    counts = {arm.value: engine.count(arm) for arm in Arm} | {name: each.count(Arm.RAW) for name, each in extractor_engines.items()}
    engines = {"": engine, **extractor_engines}
    for system in experiment.systems:
        if system.extractor and not counts.get(system.extractor):
            raise UsageError(f"there is no text by {system.extractor}: winnow experiment extract INPUT... makes it")
    number, done = _open(log, experiment, counts)
    if number is None:
        number = max(log.runs(experiment.name), default=0) + 1
        log.append(experiment.name, number, CONDITIONS, {"": _conditions(engine, experiment, judgements, counts) | dict(extra)}, clock())
    for place, query in enumerate(experiment.queries, 1):
        if query.id not in done:
            log.append(experiment.name, number, RANKINGS, {query.id: _search(engines, experiment, query)}, clock())
        yield place


def _open(log: ExperimentLog, experiment: Experiment, counts: Mapping[str, int]) -> tuple[int | None, frozenset[str]]:
    """Return the last run and its completed queries if it is incomplete and the index is unchanged."""
    number = max(log.runs(experiment.name), default=0)
    if not number or log.part(experiment.name, number, CONDITIONS)[""]["counts"] != counts:
        return None, frozenset()
    done = frozenset(log.part(experiment.name, number, RANKINGS))
    return (number, done) if len(done) < len(experiment.queries) else (None, frozenset())


def _conditions(engine: Engine, experiment: Experiment, judgements: Judgements, counts: Mapping[str, int]) -> dict[str, Any]:
    stories, unmatched = by_story(engine, _arms(experiment), judgements)
    return {
        "counts": dict(counts),
        "stories": stories,
        "unmatched": {url: why.name for url, why in unmatched.items()},
        "conflicts": list(judgements.conflicts),
    }


def _arms(experiment: Experiment) -> tuple[Arm, ...]:
    return tuple(dict.fromkeys(system.arm for system in experiment.systems)) or tuple(Arm)


def _search(engines: Mapping[str, Engine], experiment: Experiment, query: TestQuery) -> dict[str, Any]:
    known = partial(_story, engines[""], _arms(experiment))
    rankings: dict[str, Ranking] = {}
    milliseconds = {}
    for system in experiment.searched:
        start = time.perf_counter()
        if isinstance(system, System):
            found = ask(engines[system.extractor], system, query, experiment.match)
        else:
            found = system.search(engines[""], query.text, experiment.match, DEPTH)
        milliseconds[system.name] = round(1000 * (time.perf_counter() - start), 3)
        rankings[system.name] = found if isinstance(system, System) else tuple(dict.fromkeys(map(known, found)))
    for name, imported in experiment.imported.items():
        rankings[name] = tuple(dict.fromkeys(map(known, imported.get(query.id, ())[:DEPTH])))
    return {"rankings": rankings, "milliseconds": milliseconds}


def _story(engine: Engine, arms: Sequence[Arm], url: str) -> str:
    return story_of(engine, arms, url) or normalise(url)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the waterfall and its effect in the first measure."""

    name: str
    contrast: Contrast


@dataclass(frozen=True, slots=True)
class Findings:
    """The analysis of a run.

    Parameters
    ----------
    report : RetrievalReport
    further : mapping of Named to mapping of measure to float
        Means of the measures that are not tested.
    overlap : mapping of pairs of system names to float
        Mean rank-biased overlap of two systems' rankings.
    sites : tuple of str
        The site of each query's relevant pages, in the order of `report.queries`.
    quick : mapping of system name to (median, 95th percentile)
        Milliseconds per query.
    waterfall : tuple of Step
        Steps from raw pages to weighted documents, without those whose systems were not searched.
    """

    report: RetrievalReport
    further: Mapping[Named, Mapping[str, float]]
    overlap: Mapping[tuple[str, str], float]
    sites: tuple[str, ...]
    quick: Mapping[str, tuple[float, float]]
    waterfall: tuple[Step, ...]

    @property
    def levels(self) -> tuple[tuple[str, float, float], ...]:
        """Steps of the waterfall with the means before and after."""
        report, steps = self.report, [(step.name, step.contrast) for step in self.waterfall]
        ends = ((name, report.mean(each.baseline, each.measure), report.mean(each.system, each.measure)) for name, each in steps)
        return tuple((name, low or 0.0, high or 0.0) for name, low, high in ends)

    def site_mean(self, system: Named, measure: str, site: str) -> float:
        """Return the mean over the queries of a site; NaN without queries."""
        values = zip(self.sites, self.report.values[system][measure], strict=True)
        return _mean([value for each, value in values if each == site])


def findings(experiment: Experiment, done: Run) -> Findings:
    """Analyse a run; equal runs give equal results."""
    conditions = done.conditions
    stories: Stories = conditions["stories"]
    used = usable(experiment.queries, stories)
    rankings: dict[Named, list[Ranking]] = {each: [done.rankings[query.id][each.name] for query in used] for each in experiment.rankers}
    unmatched = {url: Unmatched[why] for url, why in conditions["unmatched"].items()}
    report = judge(rankings, used, stories, left_out(experiment.queries, used, conditions["conflicts"]), unmatched, seed=experiment.seed)
    grades = [stories[query.id] for query in used]
    return Findings(
        report,
        {each: {name: _mean(list(map(measure, found, grades))) for name, measure in FURTHER.items()} for each, found in rankings.items()},
        _overlaps(experiment, done),
        tuple(next(site_key(url) for url, grade in sorted(judged.items()) if grade > 0) for judged in grades),
        _quick(experiment, done),
        waterfall(report),
    )


def waterfall(report: RetrievalReport) -> tuple[Step, ...]:
    """Return the effect of each cleaning step whose two systems are in the report."""
    systems = (system for system in report.values if isinstance(system, System))
    headline = next((system for system in systems if system.arm is Arm.BODY and system.headline_boost), None)
    steps: list[tuple[str, Named, Named | None]] = [(name, System(low), System(high)) for name, low, high in STEPS]
    steps.append(("headline counted five times", System(Arm.BODY), headline))
    steps.append(("weights of blocks", headline or System(Arm.BODY), System(Arm.WEIGHTED)))
    first = next(iter(report.ceilings), "")
    by_pair = {(each.baseline, each.system): each for each in report.contrasts if each.measure == first}
    return tuple(Step(name, by_pair[low, high]) for name, low, high in steps if high and (low, high) in by_pair)


def _overlaps(experiment: Experiment, done: Run) -> dict[tuple[str, str], float]:
    names = [each.name for each in experiment.rankers]
    pairs = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
    found = done.rankings.values()
    return {(one, other): _mean([rank_biased_overlap(each[one], each[other]) for each in found]) for one, other in pairs}


def _quick(experiment: Experiment, done: Run) -> dict[str, tuple[float, float]]:
    times = {system.name: [each[system.name] for each in done.milliseconds.values()] for system in experiment.searched}
    return {name: (float(np.median(found)), float(np.quantile(found, 0.95))) for name, found in times.items()}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan
