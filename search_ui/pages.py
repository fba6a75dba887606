"""Views of the website's pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from http import HTTPStatus

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from indexer.archive.cdxj import Capture
from indexer.article.cleaned import Cleaned
from indexer.errors import NothingToDoError, UsageError
from indexer.evaluate.experiment import Step
from indexer.index.arm import Arm
from indexer.index.query_parser import parse
from indexer.settings import Settings
from search_ui.captures import StoryCaptures, captures_of, difference, select_capture
from search_ui.comparison import Comparison
from search_ui.overlay import POLICY, overlay
from search_ui.page_view import LONGEST_URL, PageView, look_up
from search_ui.records import atom_of, csv_of
from search_ui.search_params import SearchParams, read_params
from search_ui.shared_state import shared
from search_ui.size_board import SizeRow, SizeState, age, table

pages = Blueprint("site", __name__)


@pages.get("/")
def search() -> str:
    """Show the search box with the comparison of a query; without a query, the overview."""
    params = read_params(request.args)
    if params.query:
        return render_template("search.html", params=params, comparison=_compare(params))
    state, change = _sizes(), shared().change.current(shared().engine)
    experiment, waterfall = _waterfall()
    return render_template(
        "overview.html", params=params, counts=_counts(), sites=_sites(state), age=_age(state), change=change, experiment=experiment,
        waterfall=waterfall, home=shared().home_board.current(shared().database(make=False)),
    )  # fmt: skip


@pages.get("/compare.csv")
def comma_separated() -> Response:
    """Return the displayed hits as CSV."""
    response = Response(csv_of(_compare(read_params(request.args))), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="compare.csv"'
    return response


@pages.get("/compare.atom")
def feed() -> Response:
    """Return the displayed hits as an Atom feed of the query."""
    params = read_params(request.args)
    return Response(atom_of(params, _compare(params), request.url), content_type="application/atom+xml; charset=utf-8")


@pages.get("/page")
def page() -> str:
    """Show one page, its blocks coloured by weight, with the query's words marked."""
    params = read_params(request.args)
    return render_template("page.html", view=found_page(params), params=params)


@pages.get("/captures")
def captures() -> str:
    """Show all captures of a story; for the one given as `at`, also its text and changes since the previous capture."""
    services = shared().services
    found, capture, before = _chosen_capture()
    lines = difference(_cleaned(before) if before else None, _cleaned(capture)) if capture and services.content else ()
    return render_template("captures.html", captured=found, capture=capture, before=before, lines=lines)


@pages.get("/overlay")
def capture_overlay() -> Response:
    """Return a capture in its original layout with its blocks marked, for an iframe."""
    services = shared().services
    _, capture, _ = _chosen_capture()
    if capture is None or services.content is None:
        abort(HTTPStatus.NOT_FOUND, "The archive has no such capture.")
    text = services.content(capture)
    response = Response(overlay(text, shared().clean(capture.url, text)))
    response.headers.update({"Content-Security-Policy": POLICY, "X-Frame-Options": "SAMEORIGIN"})
    return response


@pages.get("/size")
def size() -> str:
    """Show the latest measured sizes of the arms."""
    state = _sizes()
    return render_template("size.html", state=state, sites=_sites(state), counts=_counts(), age=_age(state))


@pages.post("/size")
def measure_again() -> AnyResponse:
    """Start a measurement in the background."""
    shared().sizes.measure(shared().engine)
    return redirect(url_for("site.size"), HTTPStatus.SEE_OTHER)


@pages.get("/healthz")
def healthz() -> tuple[Response, HTTPStatus]:
    """Report whether the engine responds, for monitoring."""
    try:
        documents = {arm.value: count for arm, count in _counts().items()}
    except UsageError as error:
        return jsonify(status="unavailable", reason=str(error)), HTTPStatus.SERVICE_UNAVAILABLE
    return jsonify(status="ok", documents=documents), HTTPStatus.OK


def found_page(params: SearchParams) -> PageView:
    """Return the page with the requested `url`, or abort with 404."""
    url = request.args.get("url", "").strip()
    view = look_up(shared().engine, url, parse(params.query, today()) if params.query else None)
    if view is None:
        abort(HTTPStatus.NOT_FOUND, f"The index has no page under the address “{url[:200]}”.")
    return view


def today() -> date | None:
    """Return the reference day of relative dates such as `after:7d`, if the settings fix one."""
    return now.date() if (now := Settings.read().now) else None


def _compare(params: SearchParams) -> Comparison:
    return shared().comparisons.of(shared().engine, params, today())


def _chosen_capture() -> tuple[StoryCaptures, Capture | None, Capture | None]:
    """Return the captures of the requested `url`, the one given as `at`, and the previous one."""
    url = request.args.get("url", "").strip()[:LONGEST_URL]
    found = captures_of(shared().engine, shared().services.captures or _no_captures, url)
    if found is None:
        abort(HTTPStatus.NOT_FOUND, f"The index has no page under the address “{url[:200]}”.")
    return found, *select_capture(found, request.args.get("at", ""))


def _no_captures(_: str) -> Sequence[Capture]:
    return ()


def _cleaned(capture: Capture) -> Cleaned:
    content = shared().services.content
    assert content, "the caller has checked it"
    return shared().clean(capture.url, content(capture))


def _waterfall() -> tuple[str, tuple[Step, ...] | None]:
    """Return the last experiment with a complete run, and the steps of its waterfall, None while they are being computed; or ("", ())."""
    log = shared().experiments(make=False)
    for name in reversed(log.names() if log else {}):
        try:
            assert log
            report = shared().experiment_board.report_soon(log, name)
            return name, report[1].waterfall if report else None
        except NothingToDoError:
            continue
    return "", ()


def _counts() -> dict[Arm, int]:
    engine = shared().engine
    return {arm: engine.count(arm) for arm in Arm}


def _sizes() -> SizeState:
    return shared().sizes.current(shared().engine)


def _sites(state: SizeState) -> tuple[tuple[str, tuple[SizeRow, ...]], ...]:
    return table(state.record.sizes) if state.record else ()


def _age(state: SizeState) -> str:
    return age(state.record.measured, datetime.now(UTC)) if state.record else ""
