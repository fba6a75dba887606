"""The website: addresses to functions. What is shown is decided in the modules beside this one, which know no Flask."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from indexer.errors import EngineError, UsageError
from indexer.index.arm import Arm
from indexer.index.engine import Match, Sort
from indexer.index.query_parser import parse
from indexer.settings import Settings
from search_ui.asked import LONGEST_QUERY, Show, read
from search_ui.compared import compare
from search_ui.markup import language_tag, web_link
from search_ui.page_view import LEVELS, look_up
from search_ui.reason import CAUSE_NAMES
from search_ui.searched import NoIndexError, OpenEngine, Searched
from search_ui.security import HEADERS, is_known_host, is_own_form
from search_ui.size_board import age, table

_LARGEST_FORM = 4096
"""Bytes; the only form that is posted has no fields."""

_site = Blueprint("site", __name__)


def create_app(open_engine: OpenEngine, *, host_names: Sequence[str] = (), sizes: Path | None = None) -> Flask:
    """The WSGI application.

    Parameters
    ----------
    open_engine : callable
        Gives the engine to search; called at the first request that needs it. The engine is only read from.
    host_names : sequence of str
        Names by which the website may be asked; () for any.
    sizes : Path or None
        Where measured sizes are kept (`indexer.home.Home.sizes`); None keeps them in memory.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from indexer.index.tantivy.engine import TantivyEngine
    >>> app = create_app(lambda: TantivyEngine(pathlib.Path(tempfile.mkdtemp())))
    >>> app.test_client().get("/").status_code
    503
    """
    app = Flask("search_ui")
    app.config["MAX_CONTENT_LENGTH"] = _LARGEST_FORM
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        arms=list(Arm), sorts=list(Sort), matches=list(Match), web_link=web_link, language_tag=language_tag,
        longest_query=LONGEST_QUERY, shows=list(Show), cause_names=CAUSE_NAMES, levels=range(LEVELS, 0, -1),
    )  # fmt: skip
    app.extensions["winnow"] = Searched(open_engine, sizes)
    app.register_blueprint(_site)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(UsageError, _usage_error)
    app.register_error_handler(EngineError, _engine_error)
    app.register_error_handler(NoIndexError, _no_index)

    @app.before_request
    def refuse_other_names() -> None:
        if not is_known_host(request.headers.get("Host", ""), host_names):
            abort(HTTPStatus.MISDIRECTED_REQUEST)

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        if request.endpoint != "static":
            response.headers["Cache-Control"] = "no-cache"
        return response

    return app


@_site.get("/")
def search() -> str:
    """The search box, and what both arms answer."""
    asked = read(request.args)
    engine = _searched().engine
    compared = compare(engine, asked, _today()) if asked.query else None
    counts = {arm.value: engine.count(arm) for arm in Arm}
    return render_template("search.html", asked=asked, compared=compared, counts=counts)


@_site.get("/page")
def page() -> str:
    """One page, its blocks coloured by their weights."""
    url = request.args.get("url", "").strip()
    asked = read(request.args)
    view = look_up(_searched().engine, url, parse(asked.query, _today()) if asked.query else None)
    if view is None:
        abort(HTTPStatus.NOT_FOUND, f"The index has no page under the address “{url[:200]}”.")
    return render_template("page.html", view=view, asked=asked)


@_site.get("/size")
def size() -> str:
    """How large the arms are, as it was measured last."""
    searched = _searched()
    state = searched.sizes.look(searched.engine)
    counts = {arm: searched.engine.count(arm) for arm in Arm}
    measured = age(state.record.measured, datetime.now(UTC)) if state.record else ""
    sites = table(state.record.sizes) if state.record else ()
    return render_template("size.html", state=state, sites=sites, counts=counts, age=measured)


@_site.post("/size")
def measure_again() -> AnyResponse:
    """Measure anew, in the background."""
    headers = request.headers
    if not is_own_form(headers.get("Sec-Fetch-Site", ""), headers.get("Origin", ""), request.host):
        abort(HTTPStatus.FORBIDDEN)
    searched = _searched()
    searched.sizes.measure(searched.engine)
    return redirect(url_for("site.size"), HTTPStatus.SEE_OTHER)


@_site.get("/healthz")
def healthz() -> tuple[Response, HTTPStatus]:
    """Whether the engine answers, for a monitor."""
    try:
        engine = _searched().engine
        documents = {arm.value: engine.count(arm) for arm in Arm}
    except UsageError as error:
        return jsonify(status="unavailable", reason=str(error)), HTTPStatus.SERVICE_UNAVAILABLE
    return jsonify(status="ok", documents=documents), HTTPStatus.OK


def _today() -> date | None:
    """The day that `after:7d` is counted from, where the settings name one."""
    return now.date() if (now := Settings.read().now) else None


def _searched() -> Searched:
    found = current_app.extensions["winnow"]
    assert isinstance(found, Searched)
    return found


def _usage_error(error: UsageError) -> tuple[str, HTTPStatus]:
    return _page_of(HTTPStatus.BAD_REQUEST, "That cannot be searched", str(error))


def _engine_error(error: EngineError) -> tuple[str, HTTPStatus]:
    return _page_of(HTTPStatus.SERVICE_UNAVAILABLE, "The index cannot be searched", str(error))


def _no_index(error: NoIndexError) -> tuple[str, HTTPStatus]:
    return _page_of(HTTPStatus.SERVICE_UNAVAILABLE, "No index yet", str(error), commands=True)


def _http_error(error: HTTPException) -> tuple[str, int]:
    return _page_of(HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR), error.name, error.description or "")


def _page_of(status: HTTPStatus, title: str, message: str, *, commands: bool = False) -> tuple[str, HTTPStatus]:
    return render_template("error.html", status=status, title=title, message=message, commands=commands), status
