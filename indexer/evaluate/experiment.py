"""Experiment: queries, systems and settings that are fixed before anything is asked, and runs that can be computed again.

A run keeps the rankings, the judgements as they stood, and what the index was; a report is a function of these alone.
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
    """Rankings that another program made."""

    name: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is asked of whom.

    Parameters
    ----------
    name : str
    queries : tuple of TestQuery
    systems : tuple of System
    match : Match
    imported : mapping of run name to mapping of query id to ranking
        TREC runs of other programs, documents named by their URLs.
    judgements : Judgements or None
        None: those that stand in the home's database when it is run.
    seed : int
        Of the tests' random numbers.
    indexes : tuple of ForeignIndex
        Indexes of the cluster that are not Winnow's.

    Raises
    ------
    UsageError
        Where names are missing, too long or not unique.
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
            raise UsageError(f"an experiment's name has 1 to {LONGEST_NAME} letters, digits and -_. , and begins with none of -.")
        names = [system.name for system in self.rankers]
        if len(set(names)) < max(2, len(names)):
            raise UsageError("an experiment compares two systems at least, and each has a name of its own")
        if not self.queries:
            raise UsageError("an experiment needs queries")
        if any(" " in query.id for query in self.queries):
            raise UsageError("the id of a query has no blank, as TREC's files have none")

    @property
    def extractors(self) -> tuple[str, ...]:
        """Whose texts are asked beside Winnow's own."""
        return tuple(dict.fromkeys(system.extractor for system in self.systems if system.extractor))

    @property
    def rankers(self) -> tuple[Named, ...]:
        """All that is compared."""
        return (*self.asked, *map(ImportedRun, self.imported))

    @property
    def asked(self) -> tuple[System | ForeignIndex, ...]:
        """What is searched by the run itself."""
        return (*self.systems, *self.indexes)

    def record(self) -> dict[str, Any]:
        """As it is stored."""
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
        """From what `record` gave.

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
    """As an experiment stores it; what other versions cannot read is left out where it says nothing."""
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
        `counts` (documents an arm), `stories` (grades by query and canonical URL), `unmatched`, `conflicts`, and what the caller adds.
    rankings : mapping of query id to mapping of system name to ranking
    milliseconds : mapping of query id to mapping of system name to float
        What each of the systems took for it; imported runs have none.
    """

    number: int
    conditions: Mapping[str, Any]
    rankings: Mapping[str, Mapping[str, Ranking]]
    milliseconds: Mapping[str, Mapping[str, float]]


def create(log: ExperimentLog, experiment: Experiment, at: float) -> None:
    """Store it.

    Raises
    ------
    UsageError
        Where the name is taken.
    """
    log.append(experiment.name, 0, DEFINITION, {"": experiment.record()}, at)


def load(log: ExperimentLog, name: str) -> Experiment:
    """The experiment of that name.

    Raises
    ------
    UsageError
    """
    stored = log.part(name, 0, DEFINITION)
    if not stored:
        raise UsageError(f"there is no experiment {name}: winnow experiment list")
    return Experiment.of(name, stored[""])


def complete_runs(log: ExperimentLog, experiment: Experiment) -> list[int]:
    """The numbers of the runs that have all queries, the last one last."""
    return [number for number, done in log.runs(experiment.name).items() if done == len(experiment.queries)]


def judgements_for(experiment: Experiment, standing: Sequence[Judgement]) -> Judgements:
    """The experiment's own judgements, or those that people gave on the website and that stand."""
    return experiment.judgements or judgements_of(verdicts(standing), experiment.queries)


def load_run(log: ExperimentLog, experiment: Experiment, number: int | None = None) -> Run:
    """A run that is complete, by default the last.

    Raises
    ------
    NothingToDoError
        Where there is none.
    """
    complete = complete_runs(log, experiment)
    if not complete or number not in {None, *complete}:
        raise NothingToDoError(f"{experiment.name} has no such run that is complete: winnow experiment run {experiment.name}")
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
    beside: Mapping[str, Engine] = MappingProxyType({}),
) -> Generator[int, None, None]:
    """Ask all systems all queries; gives the number of queries that are done, after each.

    A run that was broken off goes on where it ended, if the index has as many documents as it had then.

    Parameters
    ----------
    judgements : Judgements
        Kept with the run.
    extra : mapping
        Kept with its conditions.
    beside : mapping of extractor to Engine
        Of the systems that have one.

    Raises
    ------
    UsageError
        Where a system's extractor has no documents.
    EngineError, StoreError
    """
    counts = {arm.value: engine.count(arm) for arm in Arm} | {name: each.count(Arm.RAW) for name, each in beside.items()}
    engines = {"": engine, **beside}
    for system in experiment.systems:
        if system.extractor and not counts.get(system.extractor):
            raise UsageError(f"there is no text by {system.extractor}: winnow experiment extract INPUT... makes it")
    number, done = _open(log, experiment, counts)
    if number is None:
        number = max(log.runs(experiment.name), default=0) + 1
        log.append(experiment.name, number, CONDITIONS, {"": _conditions(engine, experiment, judgements, counts) | dict(extra)}, clock())
    for place, query in enumerate(experiment.queries, 1):
        if query.id not in done:
            log.append(experiment.name, number, RANKINGS, {query.id: _asked(engines, experiment, query)}, clock())
        yield place


def _open(log: ExperimentLog, experiment: Experiment, counts: Mapping[str, int]) -> tuple[int | None, frozenset[str]]:
    """The last run, if it is not complete and the index is as it was, and the queries that it has."""
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


def _asked(engines: Mapping[str, Engine], experiment: Experiment, query: TestQuery) -> dict[str, Any]:
    known = partial(_story, engines[""], _arms(experiment))
    rankings: dict[str, Ranking] = {}
    milliseconds = {}
    for system in experiment.asked:
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
    """A step of the waterfall: what it brings in the first measure."""

    name: str
    contrast: Contrast


@dataclass(frozen=True, slots=True)
class Findings:
    """What a run comes to.

    Parameters
    ----------
    report : RetrievalReport
    further : mapping of Named to mapping of measure to float
        Means of what is shown and not tested.
    overlap : mapping of pairs of system names to float
        Mean rank-biased overlap of their rankings.
    sites : tuple of str
        The site of each query's relevant pages, in the order of `report.queries`.
    quick : mapping of system name to (median, 95th percentile)
        Milliseconds a query.
    waterfall : tuple of Step
        From raw pages to weighted documents, of the steps whose systems were asked.
    """

    report: RetrievalReport
    further: Mapping[Named, Mapping[str, float]]
    overlap: Mapping[tuple[str, str], float]
    sites: tuple[str, ...]
    quick: Mapping[str, tuple[float, float]]
    waterfall: tuple[Step, ...]

    @property
    def levels(self) -> tuple[tuple[str, float, float], ...]:
        """Each step of the waterfall with the means before and after it."""
        report, steps = self.report, [(step.name, step.contrast) for step in self.waterfall]
        ends = ((name, report.mean(each.baseline, each.measure), report.mean(each.system, each.measure)) for name, each in steps)
        return tuple((name, low or 0.0, high or 0.0) for name, low, high in ends)

    def site_mean(self, system: Named, measure: str, site: str) -> float:
        """Mean over the queries of a site; NaN where there are none."""
        values = zip(self.sites, self.report.values[system][measure], strict=True)
        return _mean([value for each, value in values if each == site])


def findings(experiment: Experiment, done: Run) -> Findings:
    """Compute the report of a run; equal runs give equal reports."""
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
    """What each step of the cleaning brings, of those whose two systems are in the report."""
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
    times = {system.name: [each[system.name] for each in done.milliseconds.values()] for system in experiment.asked}
    return {name: (float(np.median(found)), float(np.quantile(found, 0.95))) for name, found in times.items()}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan
