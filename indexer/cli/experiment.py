"""`winnow experiment`: whether cleaning pays on one's own index, by queries that are fixed first and judged blind."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.cli.experiment_judge import judge
from indexer.cli.experiment_report import calibration_text, files, findings_record, findings_text, interleaving_text
from indexer.cli.job import Progress
from indexer.cli.options import (
    ARM_NAMES,
    EXISTING,
    arms_option,
    base_url_option,
    engine_option,
    headline_boost_option,
    home_option,
    json_option,
    match_option,
    parse_arms,
    parse_boosts,
    parse_system,
)
from indexer.cli.terminal import counted, print_json, printable, table
from indexer.errors import NothingToDoError, UsageError
from indexer.evaluate.query_log import queries_text, read_log, sampled
from indexer.evaluate.retrieval_metrics import MEASURES
from indexer.evaluate.trec import qrels_text, read_judgements, read_queries, read_run
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.query_options import Match
from indexer.index.size_record import read_sizes

if TYPE_CHECKING:
    from indexer.evaluate.experiment import Experiment, Run
    from indexer.evaluate.retrieval import Named
    from indexer.store.database import Database

_FILE = click.Path(dir_okay=False, path_type=Path)
_DIRECTORY = click.Path(file_okay=False, path_type=Path)
_run_option = click.option("--run", "number", type=click.IntRange(min=1), help="Which run [the last that is complete].")


@click.group()
def experiment() -> None:
    """Fix queries and systems, ask, judge, and report what a sceptic can compute again.

    \b
    winnow experiment queries --log searches.txt --number 40 --out queries.tsv
    winnow experiment extract pages.warc.gz    # for the system trafilatura
    winnow experiment new spring --queries queries.tsv --system trafilatura,headline=4
    winnow ui                                  # Experiments → spring → judge each query
    winnow experiment run spring
    winnow experiment show spring
    winnow experiment export spring report/    # TREC runs, qrels, values by query
    """


experiment.add_command(judge)


@experiment.command()
@click.option("--log", type=EXISTING, help="What readers searched for: a query a line, CSV (query, clicks), or UBI queries as JSON Lines.")
@click.option("--known-items", "known", is_flag=True, help="Words of stories' bodies instead; --qrels-out gets the stories.")
@click.option("--number", type=click.IntRange(min=1, max=100_000), default=50, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the draw.")
@click.option("--out", type=_FILE, required=True, help="Where the queries go: id, type and text parted by tabs.")
@click.option("--qrels-out", type=_FILE, help="Where the judgements of --known-items go.")
@engine_option
@home_option
def queries(
    log: Path | None, number: int, seed: int, out: Path, qrels_out: Path | None, engine: str | None, home: Path | None, *, known: bool
) -> None:
    """Draw queries: of a log as many from its frequent, middling and rare searches, or words of bodies.

    Example: winnow experiment queries --log searches.txt --number 40 --out queries.tsv
    """
    from indexer.evaluate.known_items import known_items

    if bool(log) == known or known != bool(qrels_out):
        raise UsageError("give either --log, or --known-items with --qrels-out")
    if log:
        drawn = sampled(read_log(log), number, seed)
    else:
        drawn, judged = known_items(Home.of(home, engine).engine(), number, seed)
        assert qrels_out
        qrels_out.write_text(qrels_text(judged.grades), "utf-8")
        click.echo("Bias: words of a body favour indexes of bodies, and a reader who remembers the text.", err=True)
    out.write_text(queries_text(drawn), "utf-8")
    click.echo(f"{counted(len(drawn), 'line')} in {out}")


@experiment.command()
@click.argument("name")
@click.option("--queries", "queries_file", type=EXISTING, required=True, help="Test queries: id, type and text parted by tabs.")
@click.option("--qrels", type=EXISTING, help="TREC judgements by URL [those that people give on the website].")
@arms_option(",".join(ARM_NAMES))
@headline_boost_option
@click.option(
    "--system", "chosen", multiple=True, metavar="NAME[,SETTING=N…]",
    help="One more system: an arm or `trafilatura`, with headline=N (as --headline-boost), k1=N, b=N. With --arms '' these alone.",
)
@click.option(
    "--index", "indexes", type=(str, str, str, str), multiple=True, metavar="NAME INDEX FIELDS URL",
    help="An index of the cluster as it is: fields as headline^5,body, and the one with the URL; `multi_match` with its analyzers.",
)
@click.option("--trec-run", "runs", type=(str, EXISTING), multiple=True, metavar="NAME FILE", help="A run of another program, by URLs.")
@match_option(Match.ANY)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the tests' random numbers.")
@home_option
def new(
    name: str, queries_file: Path, qrels: Path | None, arms: str, headline_boost: str, chosen: tuple[str, ...],
    indexes: tuple[tuple[str, str, str, str], ...], runs: tuple[tuple[str, Path], ...], match: str, seed: int, home: Path | None,
) -> None:  # fmt: skip
    """Define an experiment; it never changes. Beside `weighted` the other arms are asked with the headline boost that it has, too.

    Example: winnow experiment new spring --queries queries.tsv
    """
    from indexer.evaluate.experiment import Experiment, create
    from indexer.evaluate.retrieval import chosen_systems
    from indexer.index.elasticsearch.foreign import ForeignIndex
    from indexer.store.experiments import ExperimentLog

    made = Experiment(
        name,
        read_queries(queries_file),
        (*chosen_systems(parse_arms(arms, 0), parse_boosts(headline_boost)), *map(parse_system, chosen)),
        Match(match),
        {title: read_run(path) for title, path in runs},
        read_judgements(qrels) if qrels else None,
        seed,
        tuple(ForeignIndex(title, index, tuple(fields.split(",")), url) for title, index, fields, url in indexes),
    )
    with Home.of(home).database() as database:
        create(ExperimentLog(database), made, time.time())
    where = "" if qrels else "; judge them: winnow ui, Experiments"
    click.echo(f"{name}: {len(made.queries)} queries, {len(made.rankers)} systems{where}")


@experiment.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@base_url_option
@engine_option
@home_option
def extract(inputs: tuple[str, ...], base_url: str, engine: str | None, home: Path | None) -> None:
    """Index trafilatura's text of the pages in INPUT beside the arms, for the system `trafilatura` of experiments.

    Only pages of the arm `raw` are taken, with their languages and headlines, so that nothing but the text makes a difference. The index
    lies under `extracted` in the home directory, or on the server with a prefix of its own; `winnow size --home HOME/extracted/trafilatura`
    measures the former.

    Example: winnow experiment extract pages.warc.gz
    """
    from indexer.evaluate.extracted import TRAFILATURA, extracted
    from indexer.index.writer import COMMIT_EVERY

    where = Home.of(home, engine)
    found = 0
    with Progress() as progress, closing(where.engine()) as known, closing(where.for_extractor(TRAFILATURA).engine()) as opened:
        total = known.count(Arm.RAW)
        for number, document in enumerate(extracted(inputs, known, base_url=base_url), 1):
            if document is not None:
                opened.put(Arm.RAW, document)
                found += 1
            if number % COMMIT_EVERY == 0:
                opened.commit()
            progress(TRAFILATURA, number, total)
        opened.commit()
    click.echo(f"{TRAFILATURA}: text of {found:,} pages; raw has {total:,}")


@experiment.command()
@click.argument("name")
@engine_option
@home_option
def run(name: str, engine: str | None, home: Path | None) -> None:
    """Ask all queries and keep the rankings with the judgements as they stand; broken off, it goes on where it ended.

    Example: winnow experiment run spring
    """
    from indexer.evaluate.experiment import judgements_for, load
    from indexer.evaluate.experiment import run as run_experiment
    from indexer.store.experiments import ExperimentLog
    from indexer.store.judgements import JudgementLog

    where = Home.of(home, engine)
    with where.database() as database:
        log = ExperimentLog(database)
        made = load(log, name)
        judged = judgements_for(made, JudgementLog(database).standing())
        homes = {"": where} | {name: where.for_extractor(name) for name in made.extractors}
        extractor_engines = {name: each.engine() for name, each in homes.items() if name}
        extra = {"sizes": [size for name, each in homes.items() for size in _sizes(each, name)], "engine": where.engine_name}
        with closing(run_experiment(where.engine(), log, made, judged, extra, extractor_engines=extractor_engines)) as steps:
            if sys.stderr.isatty():
                with click.progressbar(steps, length=len(made.queries), file=sys.stderr, show_pos=True) as shown:
                    list(shown)
            else:
                list(steps)
        number = max(log.runs(name))
    click.echo(f"{name}: run {number} is complete; winnow experiment show {name}")


@experiment.command()
@click.argument("name")
@_run_option
@home_option
@json_option
def show(name: str, number: int | None, home: Path | None, *, as_json: bool) -> None:
    """Report a run: means with ceilings, all pairs, the waterfall, what the queries could have shown, speed and size.

    Example: winnow experiment show spring
    """
    from indexer.evaluate.experiment import findings

    made, done = _loaded(home, name, number)
    found = findings(made, done)
    if as_json:
        print_json(findings_record(made, done, found))
    else:
        click.echo(findings_text(made, done, found))


@experiment.command("list")
@home_option
def list_command(home: Path | None) -> None:
    """List the experiments with their runs.

    Example: winnow experiment list
    """
    from indexer.evaluate.experiment import load
    from indexer.store.experiments import ExperimentLog

    with _database(home) as database:
        log = ExperimentLog(database)
        rows = []
        for name, at in log.names().items():
            total = len(load(log, name).queries)
            states = [f"{number}" if done == total else f"{number} ({done} of {total})" for number, done in log.runs(name).items()]
            rows.append([name, f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}", str(total), ", ".join(states) or "none"])
    if not rows:
        raise NothingToDoError("there is no experiment yet: winnow experiment new")
    click.echo(table([["experiment", "made", "queries", "runs"], *rows], left=2))


@experiment.command()
@click.argument("name")
@click.argument("directory", type=_DIRECTORY)
@_run_option
@home_option
def export(name: str, directory: Path, number: int | None, home: Path | None) -> None:
    """Write queries, qrels, a TREC run a system, the values by query and the report to DIRECTORY, for trec_eval or ir_measures.

    Example: winnow experiment export spring report
    """
    from indexer.evaluate.experiment import findings

    made, done = _loaded(home, name, number)
    directory.mkdir(parents=True, exist_ok=True)
    for file, text in files(made, done, findings(made, done)):
        (directory / file).write_text(text, "utf-8")
        click.echo(str(directory / file))


@experiment.command()
@click.argument("name")
@click.option("--systems", nargs=2, metavar="SYSTEM SYSTEM", help="Which two, as `show` names them [the first and the last].")
@click.option("--measure", type=click.Choice(list(MEASURES)), default=next(iter(MEASURES)), show_default=True, help="In which measure.")
@_run_option
@home_option
def calibrate(name: str, systems: tuple[str, str] | None, measure: str, number: int | None, home: Path | None) -> None:
    """Try the tests on a run's own queries: false positives of alike systems (A/A), coverage of intervals, power.

    Example: winnow experiment calibrate spring
    """
    from indexer.evaluate.calibration import calibrate as calibrate_on
    from indexer.evaluate.experiment import findings

    made, done = _loaded(home, name, number)
    report = findings(made, done).report
    if not report.queries:
        raise NothingToDoError("no query has a relevant judgement whose page is known")
    by_name = {system.name: system for system in report.values}
    first, last = systems or (next(iter(by_name)), next(reversed(by_name)))
    values = [report.values[_system(by_name, each)][measure] for each in (first, last)]
    click.echo(f"{first} against {last}, {calibration_text(measure, calibrate_on(values[0], values[1], seed=made.seed))}")


@experiment.command()
@click.argument("log", type=EXISTING)
@click.option("--ratings", is_flag=True, help="Print clicks over expected clicks by query and document instead.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the resampled sessions.")
@json_option
def interleaving(log: Path, seed: int, *, ratings: bool, as_json: bool) -> None:
    """Report which of two interleaved rankings readers prefer, from a LOG in the form of User Behavior Insights.

    `indexer.evaluate.interleaving.team_draft` makes the lists.

    Example: winnow experiment interleaving ubi.jsonl
    """
    from indexer.evaluate import interleaving as interleaved

    read = interleaved.read_log(log)
    if ratings:
        rated = interleaved.clicks_over_expected(read)
        print_json({query: {name: {"rating": r, "shown": n} for name, (r, n) in each.items()} for query, each in rated.items()})
        return
    found = interleaved.preference(read, seed)
    if as_json:
        print_json(asdict(found) | {"dropped": dict(read.dropped)})
    else:
        click.echo(interleaving_text(read, found))


def _sizes(home: Home, extractor: str) -> list[dict[str, Any]]:
    """What was measured last; an extractor's `raw` under its name."""
    measured = read_sizes(home.sizes)
    sizes = [asdict(size) for size in measured.sizes] if measured else []
    return [{**size, "arm": extractor or size["arm"]} for size in sizes]


def _system(by_name: dict[str, Named], name: str) -> Named:
    if name not in by_name:
        raise UsageError(f"the run has no system {printable(name)}: it has {', '.join(by_name)}")
    return by_name[name]


def _loaded(home: Path | None, name: str, number: int | None) -> tuple[Experiment, Run]:
    """An experiment and a run of it that is complete, by default the last."""
    from indexer.evaluate.experiment import load, load_run
    from indexer.store.experiments import ExperimentLog

    with _database(home) as database:
        log = ExperimentLog(database)
        made = load(log, name)
        return made, load_run(log, made, number)


def _database(home: Path | None) -> Database:
    """The home's database; looking makes none."""
    where = Home.of(home)
    if not where.has_database:
        raise NothingToDoError("there is no experiment yet: winnow experiment new")
    return where.database()
