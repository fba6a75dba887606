"""`winnow experiment`: measures the effect of cleaning on an index by fixed queries and blind judgements."""

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
_run_option = click.option("--run", "number", type=click.IntRange(min=1), help="Number of the run [the last complete one].")


@click.group()
def experiment() -> None:
    """Define queries and systems, run them, judge the results, and report reproducible figures.

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
@click.option("--log", type=EXISTING, help="Query log: one query per line, CSV (query, clicks), or UBI queries as JSON Lines.")
@click.option("--known-items", "known", is_flag=True, help="Draw words of stories' bodies instead; --qrels-out gets the stories.")
@click.option("--number", type=click.IntRange(min=1, max=100_000), default=50, show_default=True, help="Number of queries.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the draw.")
@click.option("--out", type=_FILE, required=True, help="Output file of the queries: id, type and text separated by tabs.")
@click.option("--qrels-out", type=_FILE, help="Output file of the judgements of --known-items.")
@engine_option
@home_option
def queries(
    log: Path | None, number: int, seed: int, out: Path, qrels_out: Path | None, engine: str | None, home: Path | None, *, known: bool
) -> None:
    """Draw queries from a log, equally from its frequent, medium and rare searches, or words of bodies.

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
        click.echo("Bias: words of a body favour indexes of bodies, and model readers who remember the text.", err=True)
    out.write_text(queries_text(drawn), "utf-8")
    click.echo(f"{counted(len(drawn), 'line')} in {out}")


@experiment.command()
@click.argument("name")
@click.option("--queries", "queries_file", type=EXISTING, required=True, help="Test queries: id, type and text separated by tabs.")
@click.option("--qrels", type=EXISTING, help="TREC judgements by URL [those given on the website].")
@arms_option(",".join(ARM_NAMES))
@headline_boost_option
@click.option(
    "--system", "chosen", multiple=True, metavar="NAME[,SETTING=N…]",
    help="An additional system: an arm or `trafilatura`, with headline=N (as --headline-boost), k1=N, b=N. With --arms '', only these.",
)
@click.option(
    "--index", "indexes", type=(str, str, str, str), multiple=True, metavar="NAME INDEX FIELDS URL",
    help="A foreign index of the cluster, searched by `multi_match`: its fields, as headline^5,body, and the field with the URL.",
)
@click.option("--trec-run", "runs", type=(str, EXISTING), multiple=True, metavar="NAME FILE", help="A run of another program, with URLs.")
@match_option(Match.ANY)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the significance tests.")
@home_option
def new(
    name: str, queries_file: Path, qrels: Path | None, arms: str, headline_boost: str, chosen: tuple[str, ...],
    indexes: tuple[tuple[str, str, str, str], ...], runs: tuple[tuple[str, Path], ...], match: str, seed: int, home: Path | None,
) -> None:  # fmt: skip
    """Define an experiment; it never changes. With `weighted`, the other arms are also searched with its headline boost.

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
    """Index trafilatura's texts of the pages in INPUT, for the system `trafilatura` of experiments.

    Only pages of the arm `raw` are indexed, with their languages and headlines, so that the systems differ only in the text. The index is
    under `extracted` in the home directory, or on the server under its own prefix; `winnow size --home HOME/extracted/trafilatura`
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
    """Run all queries, and store the rankings and the current judgements; an interrupted run continues where it ended.

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
    """Report a run: means with ceilings, all pairs, the waterfall, detectable differences, speed and size.

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
    """Write queries, qrels, one TREC run per system, the values by query and the report to DIRECTORY, for trec_eval or ir_measures.

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
@click.option("--systems", nargs=2, metavar="SYSTEM SYSTEM", help="The two systems, as named by `show` [the first and the last].")
@click.option("--measure", type=click.Choice(list(MEASURES)), default=next(iter(MEASURES)), show_default=True, help="The measure.")
@_run_option
@home_option
def calibrate(name: str, systems: tuple[str, str] | None, measure: str, number: int | None, home: Path | None) -> None:
    """Calibrate the significance tests on a run's queries: false positives (A/A test), coverage of intervals, power.

    Example: winnow experiment calibrate spring
    """
    from indexer.evaluate.calibration import calibrate as calibrate_on
    from indexer.evaluate.experiment import findings

    made, done = _loaded(home, name, number)
    report = findings(made, done).report
    if not report.queries:
        raise NothingToDoError("no query has a relevant judgement of an indexed page")
    by_name = {system.name: system for system in report.values}
    first, last = systems or (next(iter(by_name)), next(reversed(by_name)))
    values = [report.values[_system(by_name, each)][measure] for each in (first, last)]
    click.echo(f"{first} against {last}, {calibration_text(measure, calibrate_on(values[0], values[1], seed=made.seed))}")


@experiment.command()
@click.argument("log", type=EXISTING)
@click.option("--ratings", is_flag=True, help="Print clicks over expected clicks by query and document instead.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the resampled sessions.")
@json_option
def interleaving(log: Path, seed: int, *, ratings: bool, as_json: bool) -> None:
    """Report which of two interleaved rankings readers prefer, from a LOG in the format of User Behavior Insights.

    `indexer.evaluate.interleaving.team_draft` creates the lists.

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
    """Return the latest measured sizes; an extractor's `raw` gets the extractor's name."""
    measured = read_sizes(home.sizes)
    sizes = [asdict(size) for size in measured.sizes] if measured else []
    return [{**size, "arm": extractor or size["arm"]} for size in sizes]


def _system(by_name: dict[str, Named], name: str) -> Named:
    if name not in by_name:
        raise UsageError(f"the run has no system {printable(name)}: it has {', '.join(by_name)}")
    return by_name[name]


def _loaded(home: Path | None, name: str, number: int | None) -> tuple[Experiment, Run]:
    """Load an experiment and a complete run, by default the last."""
    from indexer.evaluate.experiment import load, load_run
    from indexer.store.experiments import ExperimentLog

    with _database(home) as database:
        log = ExperimentLog(database)
        made = load(log, name)
        return made, load_run(log, made, number)


def _database(home: Path | None) -> Database:
    """Open the home's database; this never creates one."""
    where = Home.of(home)
    if not where.has_database:
        raise NothingToDoError("there is no experiment yet: winnow experiment new")
    return where.database()
