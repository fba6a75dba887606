"""JSON API, documented in `openapi.json`."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, request
from flask import jsonify as json_of

from indexer.cli.experiment_report import findings_record
from indexer.errors import UsageError
from indexer.evaluate.experiment import load
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from search_ui.experiments import requested_run
from search_ui.markup import web_link
from search_ui.pages import found_page, today
from search_ui.records import comparison_record, page_record, size_record
from search_ui.search_params import HITS_PER_PAGE, read_params
from search_ui.shared_state import shared

API = "/api/v1"
api = Blueprint("api", __name__)

_DESCRIPTION = Path(__file__).parent / "openapi.json"


@api.get("/openapi.json")
def description() -> Response:
    """Return the OpenAPI 3.1 description of the API."""
    return Response(_DESCRIPTION.read_bytes(), content_type="application/json")


@api.get("/search")
def search() -> Response:
    """Return the hits of one arm, the one given as `right`."""
    params = read_params(request.args)
    query = parse(params.query, today())
    engine = shared().engine
    wanted = Request(query, params.match, params.sort, HITS_PER_PAGE, params.offset, explain=params.why)
    found = engine.search(params.right, wanted) if engine.count(params.right) else None
    return json_of(
        arm=params.right.value,
        understood=query.understood,
        notes=[note.message for note in query.notes],
        total=found.total if found else 0,
        hits=[hit.record() for hit in found.hits] if found else [],
    )


@api.get("/compare")
def comparison() -> Response:
    """Return the hits of two arms."""
    params = read_params(request.args)
    return json_of(comparison_record(params, shared().comparisons.of(shared().engine, params, today())))


@api.get("/page")
def page() -> Response:
    """Return one page with its blocks."""
    return json_of(page_record(found_page(read_params(request.args))))


@api.get("/size")
def size() -> Response:
    """Return the latest measured sizes."""
    return json_of(size_record(shared().sizes.current(shared().engine)))


@api.get("/experiments")
def experiments() -> Response:
    """Return the experiments, each with its runs and the number of completed queries per run."""
    log = shared().experiments(make=False)
    return json_of(experiments=[{"name": name, "runs": log.runs(name)} for name in log.names()] if log else [])


@api.get("/experiments/<name>")
def experiment(name: str) -> Response:
    """Return the report of an experiment's last complete run, or of the run given as `run`."""
    log = shared().experiments(make=False)
    if log is None:
        abort(HTTPStatus.NOT_FOUND, "There is no experiment.")
    run, found = shared().experiment_board.report(log, name, requested_run())
    return json_of(findings_record(load(log, name), run, found))


@api.post("/clean")
def clean() -> Response:
    """Clean one page with its site's model, if the home has one; nothing is stored."""
    if not request.is_json:
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send application/json with url and html.")
    payload: Any = request.get_json()
    url, html = (payload.get(name) if isinstance(payload, dict) else None for name in ("url", "html"))
    if not isinstance(url, str) or not isinstance(html, str) or not web_link(url):
        msg = "send an object with two strings: url, an http or https URL, and html"
        raise UsageError(msg)
    return json_of(dict(shared().clean(url, html).record()))
