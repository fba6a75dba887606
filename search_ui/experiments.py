"""The pages of experiments: which there are, a new one, a run with its progress, its report and its files."""

from __future__ import annotations

import time
from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from io import StringIO

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from indexer.cli.experiment_report import files
from indexer.errors import NothingToDoError, UsageError
from indexer.evaluate.experiment import LONGEST_NAME, Experiment, Findings, Run, complete_runs, create, judgements_for, load
from indexer.evaluate.experiment import run as run_experiment
from indexer.evaluate.judging import Verdicts, verdicts
from indexer.evaluate.retrieval import fair_systems
from indexer.evaluate.trec import TestQuery, parse_judgements, parse_queries
from indexer.index.arm import Arm
from indexer.store.experiments import ExperimentLog
from search_ui.searched import searched

experiments = Blueprint("experiments", __name__, url_prefix="/experiments")

MOST_QUERIES = 2_000
"""Of an experiment that is made here; larger ones by `winnow experiment new`."""


@experiments.get("")
def overview() -> str:
    """The experiments, and a form for a new one."""
    log = searched().experiments(make=False)
    rows = [_row(log, name, at) for name, at in log.names().items()] if log else []
    return render_template("experiments.html", rows=rows, limit=LONGEST_NAME)


@experiments.post("")
def make() -> AnyResponse:
    """Define an experiment, from texts or files."""
    queries, qrels = (_given(name) for name in ("queries", "qrels"))
    made = Experiment(
        request.form.get("name", "").strip(),
        _read_queries(queries),
        fair_systems(tuple(Arm)),
        judgements=parse_judgements(_lines(qrels), "judgements") if qrels.strip() else None,
    )
    create(_log(), made, time.time())
    return redirect(url_for("experiments.one", name=made.name), HTTPStatus.SEE_OTHER)


@experiments.get("/<name>")
def one(name: str) -> str:
    """An experiment: what is judged of it, its runs, and the report of one."""
    log = _log()
    experiment = load(log, name)
    board = searched().experiment_board
    run, found = _report(log, name)
    said = verdicts(searched().judged())
    judged = {query.id: _graded(experiment, said, query) for query in experiment.queries}
    return render_template(
        "experiment.html", experiment=experiment, runs=log.runs(name), run=run, found=found, progress=board.progress(name), judged=judged,
        bars=_bars(found) if found else (), tables=[file for file, _ in files(experiment, run, found)] if run and found else (),
    )  # fmt: skip


@experiments.post("/<name>/run")
def begin(name: str) -> AnyResponse:
    """Run it in the background."""
    log = _log()
    experiment = load(log, name)
    judged = judgements_for(experiment, searched().judged())
    sizes = searched().sizes.look(searched().engine).record
    extra = {"sizes": [asdict(size) for size in sizes.sizes] if sizes else [], "engine": searched().services.engine}
    beside = searched().services.beside
    engines = {name: beside(name) for name in experiment.extractors} if beside else {}
    run = partial(run_experiment, searched().engine, log, experiment, judged, extra, beside=engines)
    searched().experiment_board.begin(run, experiment)
    return redirect(url_for("experiments.one", name=name), HTTPStatus.SEE_OTHER)


@experiments.get("/<name>/files/<file>")
def download(name: str, file: str) -> Response:
    """A file of the report: TREC runs, qrels, queries, values by query, all as JSON."""
    log = _log()
    run, found = searched().experiment_board.report(log, name, asked_run())
    texts = dict(files(load(log, name), run, found))
    if file not in texts:
        abort(HTTPStatus.NOT_FOUND, "The run has no such file.")
    kind = {"json": "application/json", "csv": "text/csv; charset=utf-8"}.get(file.rpartition(".")[2], "text/plain; charset=utf-8")
    response = Response(texts[file], content_type=kind)
    response.headers["Content-Disposition"] = "attachment"
    return response


def _row(log: ExperimentLog, name: str, at: float) -> tuple[str, str, int, int]:
    experiment = load(log, name)
    made = time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))
    return name, made, len(experiment.queries), len(complete_runs(log, experiment))


def _log() -> ExperimentLog:
    log = searched().experiments(make=True)
    if log is None:
        abort(HTTPStatus.SERVICE_UNAVAILABLE, "This website has no database to keep experiments in.")
    return log


def asked_run() -> int | None:
    """The run that the request names, if any."""
    given = request.args.get("run", "")
    if given and not (given.isascii() and given.isdigit() and len(given) < 7):
        msg = f"run={given[:40]} does not exist"
        raise UsageError(msg)
    return int(given) if given else None


def _given(name: str) -> str:
    """A text of the form, or the file beside it."""
    file = request.files.get(f"{name}-file")
    if file is not None and file.filename:
        try:
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            msg = f"the file of {name} is not UTF-8"
            raise UsageError(msg) from error
    return request.form.get(name, "")


def _lines(text: str) -> StringIO:
    """The lines of a text with the ends of any system."""
    return StringIO(text, newline=None)


def _read_queries(text: str) -> tuple[TestQuery, ...]:
    found = parse_queries(_lines(text), "queries")
    if len(found) > MOST_QUERIES:
        msg = f"{len(found):,} queries, {MOST_QUERIES:,} are taken here: winnow experiment new takes more"
        raise UsageError(msg)
    return found


def _report(log: ExperimentLog, name: str) -> tuple[Run, Findings] | tuple[None, None]:
    """Of the run that is asked for, or of the last; none before one is complete."""
    number = asked_run()
    try:
        return searched().experiment_board.report(log, name, number)
    except NothingToDoError:
        if number:
            raise
        return None, None


def _graded(experiment: Experiment, said: Verdicts, query: TestQuery) -> int:
    """How many stories have a grade."""
    if experiment.judgements:
        return len(experiment.judgements.grades.get(query.id, {}))
    return len(said.grades.get(query.text.strip(), {}))


def _bars(found: Findings) -> tuple[tuple[TestQuery, float], ...]:
    """Each query with the first measure of the last system less that of the first, the greatest gain first."""
    systems, measure = list(found.report.values), next(iter(found.report.ceilings), "")
    if not measure:
        return ()
    pairs = zip(found.report.queries, *(found.report.values[system][measure] for system in (systems[0], systems[-1])), strict=True)
    return tuple(sorted(((query, high - low) for query, low, high in pairs), key=lambda each: (-each[1], each[0].id)))
