"""Gain of each step from raw pages to weighted documents, and of cleaning over each fair baseline, with confidence intervals.

    python -m benchmarks.waterfall [SITE…] [--home DIR] [--engine URL] [--every 1] [--body-words 400] [--name waterfall]

There are three kinds of queries: the sites' known items, which are titles and therefore favour systems that boost headlines; their
sections; and words of stories' bodies that are not in their headlines, which favour indexes of bodies. One baseline is trafilatura's text
of the same pages. A given home is indexed if it is empty and keeps the experiment (`winnow experiment show NAME`); an interrupted
experiment is resumed, a complete one is not run again. The measure is nDCG@10; p-values are Holm-adjusted over each table.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from benchmarks.measured import winnow
from harness.shared_sites import folders
from indexer.cli.terminal import table
from indexer.errors import WinnowError
from indexer.evaluate.experiment import Experiment, Run, complete_runs, findings, load, load_run
from indexer.evaluate.extracted import TRAFILATURA
from indexer.evaluate.known_items import known_items
from indexer.evaluate.query_log import queries_text
from indexer.evaluate.retrieval import FAIR_BOOST, RetrievalReport, System, clusters_of
from indexer.evaluate.significance import Difference, compare_all, holm
from indexer.evaluate.trec import TestQuery, qrels_text, read_judgements, read_queries
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.store.experiments import ExperimentLog

MEASURE = "nDCG@10"
RAW, ARTICLES, BODY, WEIGHTED = (System(arm) for arm in Arm)
PEER = System(Arm.RAW, extractor=TRAFILATURA)
BOOSTED_RAW, BOOSTED_ARTICLES, BOOSTED_BODY, BOOSTED_PEER = (
    replace(system, headline_boost=FAIR_BOOST) for system in (RAW, ARTICLES, BODY, PEER)
)
Steps = Sequence[tuple[str, System, System]]
STEPS: Steps = (
    ("index pages left out", RAW, ARTICLES),
    ("template and copies left out", ARTICLES, BODY),
    ("headline counted five times", BODY, BOOSTED_BODY),
    ("weights of labels and blocks", BOOSTED_BODY, WEIGHTED),
    ("all of it", RAW, WEIGHTED),
    ("raw pages by trafilatura", RAW, PEER),
    *((f"weighted over {system.name}", system, WEIGHTED) for system in (BOOSTED_RAW, BOOSTED_ARTICLES, PEER, BOOSTED_PEER, BODY)),
    (f"body over {PEER.name}", PEER, BODY),
)
Chosen = Callable[[TestQuery], bool]


@dataclass(frozen=True, slots=True)
class Target:
    """The home and engine that all commands use."""

    home: Path
    engine: str

    def command(self, *arguments: object) -> None:
        """Print a command and run it; lost pages are no failure."""
        options = ["--home", str(self.home), *(["--engine", self.engine] if self.engine else [])]
        print("$ winnow", *arguments, *options, file=sys.stderr, flush=True)
        code = subprocess.run([*winnow(*arguments), *options], check=False, stdout=sys.stderr).returncode
        if code not in (0, 1):
            sys.exit(f"winnow {arguments[0]} failed with exit code {code}")

    def stored(self, *arguments: object) -> None:
        """Run a command that only needs the database."""
        Target(self.home, "").command(*arguments)


def prepare(target: Target, sites: Sequence[Path]) -> None:
    """Index the sites and trafilatura's text of them, and measure both sizes, unless the home already has them."""
    where = Home.of(target.home, target.engine)
    pages = [site / "site.warc.gz" for site in sites]
    for home, command in ((where, ("index",)), (where.for_extractor(TRAFILATURA), ("experiment", "extract"))):
        with closing(home.engine()) as engine:
            filled = engine.count(Arm.RAW)
        if not filled:
            target.command(*command, *pages)
    if not target.engine and not where.sizes.exists():
        target.command("size")
        Target(where.for_extractor(TRAFILATURA).directory, "").command("size")


def query_set(target: Target, sites: Sequence[Path], every: int, body_words: int) -> tuple[list[TestQuery], dict[str, Mapping[str, int]]]:
    """Return the queries of the sites and of words of bodies, and their relevance grades."""
    queries: list[TestQuery] = []
    grades: dict[str, Mapping[str, int]] = {}
    for site in sites:
        queries += [replace(query, id=f"{site.name}-{query.id}") for query in read_queries(site / "queries.tsv")[::every]]
        grades |= {f"{site.name}-{name}": urls for name, urls in read_judgements(site / "qrels.txt").grades.items()}
    with closing(Home.of(target.home, target.engine).engine()) as engine:
        drawn, judged = known_items(engine, body_words)
    return [*queries, *drawn], {**grades, **judged.grades}


def run(target: Target, name: str, queries: Sequence[TestQuery], grades: Mapping[str, Mapping[str, int]]) -> None:
    """Define the experiment if it is new, and run it to completion."""
    files = (target.home / f"{name}-queries.tsv", target.home / f"{name}-qrels.txt")
    if not all(file.exists() for file in files):
        files[0].write_text(queries_text(queries), "utf-8")
        files[1].write_text(qrels_text(grades), "utf-8")
        systems = (word for setting in (TRAFILATURA, f"{TRAFILATURA},headline={FAIR_BOOST:g}") for word in ("--system", setting))
        target.stored("experiment", "new", name, "--queries", files[0], "--qrels", files[1], *systems)
    if not complete_runs(*stored(target.home, name)):
        target.command("experiment", "run", name)


def stored(home: Path, name: str) -> tuple[ExperimentLog, Experiment]:
    """Return the experiments of a home, and the one with the given name."""
    log = ExperimentLog(Home.of(home).database())
    return log, load(log, name)


def cells(report: RetrievalReport, clusters: Sequence[str], groups: Mapping[str, Chosen], steps: Steps) -> list[list[str]]:
    """Return one row per step, one column per group of queries: the difference with its interval, starred if p < .05."""
    found: list[tuple[str, list[Difference]]] = []
    chosen = {name: [choice(query) for query in report.queries] for name, choice in groups.items()}
    for name, low, high in steps:
        parts = [
            ([*compress(report.values[low][MEASURE], some)], [*compress(report.values[high][MEASURE], some)], [*compress(clusters, some)])
            for some in chosen.values()
        ]
        found.append((name, [compare_all([(first, second)], clusters=group)[0] for first, second, group in parts]))
    adjusted = iter(holm([each.p for _, differences in found for each in differences]))
    head = [MEASURE, *(f"{name} ({sum(chosen[name])})" for name in groups)]
    return [head, *([name, *(_cell(each, next(adjusted)) for each in differences)] for name, differences in found)]


def _cell(found: Difference, p: float) -> str:
    return f"{found.mean:+.4f} [{found.low:+.4f}, {found.high:+.4f}]{'*' if p < 0.05 else ' '} {found.wins}/{found.losses}"


def means(report: RetrievalReport, groups: Mapping[str, Chosen]) -> str:
    """Return the table of means of all systems by group of queries."""
    head = [MEASURE, *groups]
    lines = []
    for system, values in report.values.items():
        pairs = [*zip(report.queries, values[MEASURE], strict=True)]
        lines.append([system.name, *(f"{fmean([value for query, value in pairs if choice(query)]):.4f}" for choice in groups.values())])
    return table([head, *lines])


def print_report(experiment: Experiment, done: Run, sites: Sequence[Path]) -> None:
    """Print means, steps, and the gain of cleaning by site."""
    report = findings(experiment, done).report
    clusters = clusters_of([done.conditions["stories"][query.id] for query in report.queries])
    kinds = sorted({query.type for query in report.queries})
    by_kind: dict[str, Chosen] = {"all": lambda _: True} | {kind: lambda query, kind=kind: query.type == kind for kind in kinds}  # type: ignore[misc]
    prefixes = {site.name: f"{site.name}-" for site in sites if any(query.id.startswith(f"{site.name}-") for query in report.queries)}
    by_site: dict[str, Chosen] = {name: lambda query, start=start: query.id.startswith(start) for name, start in prefixes.items()}  # type: ignore[misc]
    print(f"{len(report.queries)} queries, {len(sites)} sites, {done.conditions['engine']}; {done.conditions['counts']}\n")
    print(means(report, by_kind), table(cells(report, clusters, by_kind, STEPS)), sep="\n\n")
    print("\ndifference [95 % interval], * p < .05 by Holm over the table, queries better/worse\n")
    print(table([*zip(*cells(report, clusters, by_site, [step for step in STEPS if " over " in step[0]]), strict=True)]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--home", type=Path, help="home to use and keep [a temporary one]")
    parser.add_argument("--engine", default="")
    parser.add_argument("--every", type=int, default=1, help="use every Nth query of the sites")
    parser.add_argument("--body-words", type=int, default=400)
    parser.add_argument("--name", default="waterfall")
    args = parser.parse_args()
    sites = [site for site in folders(args.sites) if (site / "queries.tsv").is_file()]
    with TemporaryDirectory(prefix="winnow-waterfall-") as folder:
        target = Target(args.home or Path(folder), args.engine)
        prepare(target, sites)
        run(target, args.name, *query_set(target, sites, args.every, args.body_words))
        log, experiment = stored(target.home, args.name)
        done = load_run(log, experiment)
    print_report(experiment, done, sites)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WinnowError as error:
        sys.exit(str(error))
