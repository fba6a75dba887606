"""The JSON API, for programs in any language; `openapi.json` beside the templates documents it."""

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
from search_ui.asked import HITS_PER_PAGE, read
from search_ui.experiments import asked_run
from search_ui.markup import web_link
from search_ui.pages import found_page, today
from search_ui.records import compared_record, page_record, size_record
from search_ui.searched import searched

API = "/api/v1"
api = Blueprint("api", __name__)

_DESCRIPTION = Path(__file__).parent / "openapi.json"


@api.get("/openapi.json")
def description() -> Response:
    """What the API is, as OpenAPI 3.1."""
    return Response(_DESCRIPTION.read_bytes(), content_type="application/json")


@api.get("/search")
def search() -> Response:
    """One arm's hits: the arm that is asked for as `right`."""
    asked = read(request.args)
    query = parse(asked.query, today())
    engine = searched().engine
    wanted = Request(query, asked.match, asked.sort, HITS_PER_PAGE, asked.offset, explain=asked.why)
    found = engine.search(asked.right, wanted) if engine.count(asked.right) else None
    return json_of(
        arm=asked.right.value,
        understood=query.understood,
        notes=[note.message for note in query.notes],
        total=found.total if found else 0,
        hits=[hit.record() for hit in found.hits] if found else [],
    )


@api.get("/compare")
def comparison() -> Response:
    """Two arms' hits."""
    asked = read(request.args)
    return json_of(compared_record(asked, searched().comparisons.of(searched().engine, asked, today())))


@api.get("/page")
def page() -> Response:
    """One page with its blocks."""
    return json_of(page_record(found_page(read(request.args))))


@api.get("/size")
def size() -> Response:
    """The sizes measured last."""
    return json_of(size_record(searched().sizes.look(searched().engine)))


@api.get("/experiments")
def experiments() -> Response:
    """The experiments, each with its runs and how many queries each run has asked."""
    log = searched().experiments(make=False)
    return json_of(experiments=[{"name": name, "runs": log.runs(name)} for name in log.names()] if log else [])


@api.get("/experiments/<name>")
def experiment(name: str) -> Response:
    """The report of an experiment's last complete run, or of the one that `run` names."""
    log = searched().experiments(make=False)
    if log is None:
        abort(HTTPStatus.NOT_FOUND, "There is no experiment.")
    run, found = searched().experiment_board.report(log, name, asked_run())
    return json_of(findings_record(load(log, name), run, found))


@api.post("/clean")
def clean() -> Response:
    """One page, cleaned by the model of its site where the home has one; nothing is stored."""
    if not request.is_json:
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send application/json with url and html.")
    asked: Any = request.get_json()
    url, html = (asked.get(name) if isinstance(asked, dict) else None for name in ("url", "html"))
    if not isinstance(url, str) or not isinstance(html, str) or not web_link(url):
        msg = "send an object with the texts url, the address of a web page, and html"
        raise UsageError(msg)
    return json_of(dict(searched().clean(url, html).record()))
