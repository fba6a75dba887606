"""Views of experiments: list, form for a new one, run with its progress, report and files."""

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
from search_ui.shared_state import shared

experiments = Blueprint("experiments", __name__, url_prefix="/experiments")

MOST_QUERIES = 2_000
"""Queries of an experiment defined on the website; `winnow experiment new` accepts more."""


@experiments.get("")
def overview() -> str:
    """Show the experiments and a form for a new one."""
    log = shared().experiments(make=False)
    rows = [_row(log, name, at) for name, at in log.names().items()] if log else []
    return render_template("experiments.html", rows=rows, limit=LONGEST_NAME)


@experiments.post("")
def make() -> AnyResponse:
    """Define an experiment from the form's texts or files."""
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
    """Show an experiment: its judged queries, its runs, and the report of one run."""
    log = _log()
    experiment = load(log, name)
    board = shared().experiment_board
    run, found = _report(log, name)
    aggregated = verdicts(shared().current_judgements())
    judged = {query.id: _graded(experiment, aggregated, query) for query in experiment.queries}
    return render_template(
        "experiment.html", experiment=experiment, runs=log.runs(name), run=run, found=found, progress=board.progress(name), judged=judged,
        bars=_bars(found) if found else (), tables=[file for file, _ in files(experiment, run, found)] if run and found else (),
    )  # fmt: skip


@experiments.post("/<name>/run")
def begin(name: str) -> AnyResponse:
    """Start a run in the background."""
    log = _log()
    experiment = load(log, name)
    judged = judgements_for(experiment, shared().current_judgements())
    sizes = shared().sizes.current(shared().engine).record
    extra = {"sizes": [asdict(size) for size in sizes.sizes] if sizes else [], "engine": shared().services.engine}
    extractor_engine = shared().services.extractor_engine
    engines = {name: extractor_engine(name) for name in experiment.extractors} if extractor_engine else {}
    run = partial(run_experiment, shared().engine, log, experiment, judged, extra, extractor_engines=engines)
    shared().experiment_board.begin(run, experiment)
    return redirect(url_for("experiments.one", name=name), HTTPStatus.SEE_OTHER)


@experiments.get("/<name>/files/<file>")
def download(name: str, file: str) -> Response:
    """Download a file of the report: TREC runs, qrels, queries, values by query, or everything as JSON."""
    log = _log()
    run, found = shared().experiment_board.report(log, name, requested_run())
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
    log = shared().experiments(make=True)
    if log is None:
        abort(HTTPStatus.SERVICE_UNAVAILABLE, "This website has no database to keep experiments in.")
    return log


def requested_run() -> int | None:
    """Return the number of the requested run, if any."""
    given = request.args.get("run", "")
    if given and not (given.isascii() and given.isdigit() and len(given) < 7):
        msg = f"run={given[:40]} does not exist"
        raise UsageError(msg)
    return int(given) if given else None


def _given(name: str) -> str:
    """Return a text of the form, or the contents of the uploaded file."""
    file = request.files.get(f"{name}-file")
    if file is not None and file.filename:
        try:
            return str(file.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            msg = f"the file of {name} is not UTF-8"
            raise UsageError(msg) from error
    return request.form.get(name, "")


def _lines(text: str) -> StringIO:
    """Return the lines of a text with any kind of line ending."""
    return StringIO(text, newline=None)


def _read_queries(text: str) -> tuple[TestQuery, ...]:
    found = parse_queries(_lines(text), "queries")
    if len(found) > MOST_QUERIES:
        msg = f"{len(found):,} queries exceed the maximum of {MOST_QUERIES:,} here: use winnow experiment new"
        raise UsageError(msg)
    return found


def _report(log: ExperimentLog, name: str) -> tuple[Run, Findings] | tuple[None, None]:
    """Return the requested run or the last one, with its findings; (None, None) before the first complete run."""
    number = requested_run()
    try:
        return shared().experiment_board.report(log, name, number)
    except NothingToDoError:
        if number:
            raise
        return None, None


def _graded(experiment: Experiment, aggregated: Verdicts, query: TestQuery) -> int:
    """Return the number of graded stories of a query."""
    if experiment.judgements:
        return len(experiment.judgements.grades.get(query.id, {}))
    return len(aggregated.grades.get(query.text.strip(), {}))


def _bars(found: Findings) -> tuple[tuple[TestQuery, float], ...]:
    """Return each query with the last system's first measure minus the first system's, largest gain first."""
    systems, measure = list(found.report.values), next(iter(found.report.ceilings), "")
    if not measure:
        return ()
    pairs = zip(found.report.queries, *(found.report.values[system][measure] for system in (systems[0], systems[-1])), strict=True)
    return tuple(sorted(((query, high - low) for query, low, high in pairs), key=lambda each: (-each[1], each[0].id)))
