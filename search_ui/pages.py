"""The website's pages: addresses to functions."""

from __future__ import annotations

from datetime import UTC, date, datetime
from http import HTTPStatus

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from indexer.errors import UsageError
from indexer.index.arm import Arm
from indexer.index.query_parser import parse
from indexer.settings import Settings
from search_ui.asked import Asked, read
from search_ui.compared import Compared, compare
from search_ui.page_view import PageView, look_up
from search_ui.records import atom_of, csv_of
from search_ui.searched import searched
from search_ui.size_board import SizeRow, SizeState, age, table

pages = Blueprint("site", __name__)


@pages.get("/")
def search() -> str:
    """The search box, and what both arms answer; before a query, what there is."""
    asked = read(request.args)
    if asked.query:
        return render_template("search.html", asked=asked, compared=_compare(asked))
    state, change = _sizes(), searched().change.look(searched().engine)
    return render_template("overview.html", asked=asked, counts=_counts(), sites=_sites(state), age=_age(state), change=change)


@pages.get("/compare.csv")
def comma_separated() -> Response:
    """The hits that are seen, as CSV."""
    response = Response(csv_of(_compare(read(request.args))), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="compare.csv"'
    return response


@pages.get("/compare.atom")
def feed() -> Response:
    """The hits that are seen, as a feed of the query."""
    asked = read(request.args)
    return Response(atom_of(asked, _compare(asked), request.url), content_type="application/atom+xml; charset=utf-8")


@pages.get("/page")
def page() -> str:
    """One page, its blocks coloured by their weights, the words of a query marked."""
    asked = read(request.args)
    return render_template("page.html", view=found_page(asked), asked=asked)


@pages.get("/size")
def size() -> str:
    """How large the arms are, as it was measured last."""
    state = _sizes()
    return render_template("size.html", state=state, sites=_sites(state), counts=_counts(), age=_age(state))


@pages.post("/size")
def measure_again() -> AnyResponse:
    """Measure anew, in the background."""
    searched().sizes.measure(searched().engine)
    return redirect(url_for("site.size"), HTTPStatus.SEE_OTHER)


@pages.get("/healthz")
def healthz() -> tuple[Response, HTTPStatus]:
    """Whether the engine answers, for a monitor."""
    try:
        documents = {arm.value: count for arm, count in _counts().items()}
    except UsageError as error:
        return jsonify(status="unavailable", reason=str(error)), HTTPStatus.SERVICE_UNAVAILABLE
    return jsonify(status="ok", documents=documents), HTTPStatus.OK


def found_page(asked: Asked) -> PageView:
    """The page that the request's `url` leads to; not found where there is none."""
    url = request.args.get("url", "").strip()
    view = look_up(searched().engine, url, parse(asked.query, today()) if asked.query else None)
    if view is None:
        abort(HTTPStatus.NOT_FOUND, f"The index has no page under the address “{url[:200]}”.")
    return view


def today() -> date | None:
    """The day that `after:7d` is counted from, where the settings name one."""
    return now.date() if (now := Settings.read().now) else None


def _compare(asked: Asked) -> Compared:
    return compare(searched().engine, asked, today())


def _counts() -> dict[Arm, int]:
    engine = searched().engine
    return {arm: engine.count(arm) for arm in Arm}


def _sizes() -> SizeState:
    return searched().sizes.look(searched().engine)


def _sites(state: SizeState) -> tuple[tuple[str, tuple[SizeRow, ...]], ...]:
    return table(state.record.sizes) if state.record else ()


def _age(state: SizeState) -> str:
    return age(state.record.measured, datetime.now(UTC)) if state.record else ""
