"""The website as a WSGI application. Most modules beside this one decide what a page shows, and do not depend on Flask."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, abort, jsonify, render_template, request
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from indexer.errors import EngineError, NothingToDoError, UsageError
from indexer.index.arm import Arm
from indexer.index.engine import Match, Sort
from search_ui.access import Access
from search_ui.api import API, api
from search_ui.captures import capture_name
from search_ui.charts import ROW, height, slopes, width
from search_ui.comparison import chart_rows
from search_ui.experiments import experiments
from search_ui.judge import judge
from search_ui.markup import language_tag, web_link
from search_ui.page_view import LEVELS
from search_ui.pages import pages
from search_ui.reason import CAUSE_NAMES
from search_ui.search_params import LONGEST_QUERY, Show, narrowed
from search_ui.security import HEADERS, is_known_host
from search_ui.shared_state import NoIndexError, OpenEngine, Services, SharedState

_LARGEST_REQUEST = 16 << 20
"""Request body limit in bytes; the largest request is a page to clean, and the crawler's page limit is lower."""


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """Settings of whoever serves the website.

    Parameters
    ----------
    host_names : sequence of str
        Accepted names in the Host header; () accepts any.
    sizes : Path or None
        File of the measured sizes (`indexer.home.Home.sizes`); None keeps them in memory.
    password_hash : str
        Output of `werkzeug.security.generate_password_hash`; "" disables the password.
    secret : str
        Key that signs sessions; "" generates one for the lifetime of the application.
    behind_proxy : bool
        Whether X-Forwarded-For, -Proto, -Host and -Prefix are believed: they come from a proxy that sets them itself.
    """

    host_names: Sequence[str] = ()
    sizes: Path | None = None
    password_hash: str = ""
    secret: str = ""
    behind_proxy: bool = False


def create_app(open_engine: OpenEngine, settings: SiteSettings | None = None, services: Services | None = None) -> Flask:
    """Create the WSGI application.

    Parameters
    ----------
    open_engine : callable
        Returns the engine to search; called at the first request that needs it. The website only reads from the engine.
    settings : SiteSettings
    services : Services
        Services of a home besides its index.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from indexer.index.tantivy.engine import TantivyEngine
    >>> app = create_app(lambda: TantivyEngine(pathlib.Path(tempfile.mkdtemp())))
    >>> app.test_client().get("/").status_code
    503
    """
    settings = settings or SiteSettings()
    app = Flask("search_ui")
    app.config.update(
        MAX_CONTENT_LENGTH=_LARGEST_REQUEST,
        SECRET_KEY=settings.secret or secrets.token_hex(),
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_TIME_LIMIT=None,  # a page may stay open for a day
    )
    if settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1, x_prefix=1)  # type: ignore[method-assign]
    _templates(app)
    app.extensions["winnow"] = SharedState(open_engine, settings.sizes, services)
    CSRFProtect(app).exempt(api)  # the API accepts only JSON, which a form on another site cannot send
    app.register_blueprint(pages)
    app.register_blueprint(judge)
    app.register_blueprint(experiments)
    app.register_blueprint(api, url_prefix=API)
    for error, answer in _ERRORS.items():
        app.register_error_handler(error, answer)
    _guard(app, settings)
    return app


def _templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        arms=list(Arm), sorts=list(Sort), matches=list(Match), shows=list(Show), web_link=web_link, language_tag=language_tag,
        longest_query=LONGEST_QUERY, cause_names=CAUSE_NAMES, levels=range(LEVELS, 0, -1), slopes=slopes, row=ROW, chart_height=height,
        bar=width, chart_rows=chart_rows, narrowed=narrowed, capture_name=capture_name,
    )  # fmt: skip


def _guard(app: Flask, settings: SiteSettings) -> None:
    access = Access(settings.password_hash)

    @app.before_request
    def refuse() -> Response | None:
        if not is_known_host(request.headers.get("Host", ""), settings.host_names):
            abort(HTTPStatus.MISDIRECTED_REQUEST)
        return access.refusal(request)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers["Cache-Control"] = "no-cache"
        return response


def _usage_error(error: UsageError) -> Response:
    return _page_of(HTTPStatus.BAD_REQUEST, "That cannot be searched", str(error))


def _nothing(error: NothingToDoError) -> Response:
    return _page_of(HTTPStatus.NOT_FOUND, "Nothing to show", str(error))


def _engine_error(error: EngineError) -> Response:
    return _page_of(HTTPStatus.SERVICE_UNAVAILABLE, "The index cannot be searched", str(error))


def _no_index(error: NoIndexError) -> Response:
    return _page_of(HTTPStatus.SERVICE_UNAVAILABLE, "No index yet", str(error), commands=True)


def _http_error(error: HTTPException) -> Response:
    return _page_of(HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR), error.name, error.description or "")


_ERRORS: dict[type[Exception], Callable[..., Response]] = {
    HTTPException: _http_error,
    UsageError: _usage_error,
    NothingToDoError: _nothing,
    EngineError: _engine_error,
    NoIndexError: _no_index,
}


def _page_of(status: HTTPStatus, title: str, message: str, *, commands: bool = False) -> Response:
    """Return an HTML page for people, or a JSON object for API clients."""
    if request.path.startswith(API):
        response = jsonify(error=title, reason=message)
    else:
        response = Response(render_template("error.html", status=status, title=title, message=message, commands=commands))
    response.status_code = status
    return response
