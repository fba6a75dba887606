"""The website's pages: addresses to functions."""

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
from search_ui.asked import Asked, read
from search_ui.captures import Captured, captures_of, chosen, difference
from search_ui.compared import Compared
from search_ui.overlay import POLICY, overlay
from search_ui.page_view import LONGEST_URL, PageView, look_up
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
    experiment, waterfall = _waterfall()
    return render_template(
        "overview.html", asked=asked, counts=_counts(), sites=_sites(state), age=_age(state), change=change, experiment=experiment,
        waterfall=waterfall, home=searched().home_board.look(searched().database(make=False)),
    )  # fmt: skip


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


@pages.get("/captures")
def captures() -> str:
    """All captures of a story; of the one that `at` names its text, and what changed since the one before."""
    services = searched().services
    found, capture, before = _chosen_capture()
    lines = difference(_cleaned(before) if before else None, _cleaned(capture)) if capture and services.content else ()
    return render_template("captures.html", captured=found, capture=capture, before=before, lines=lines)


@pages.get("/overlay")
def captured_look() -> Response:
    """A capture as the site set it, its blocks marked, for a frame of its own."""
    services = searched().services
    _, capture, _ = _chosen_capture()
    if capture is None or services.content is None:
        abort(HTTPStatus.NOT_FOUND, "The archive has no such capture.")
    text = services.content(capture)
    response = Response(overlay(text, searched().clean(capture.url, text)))
    response.headers.update({"Content-Security-Policy": POLICY, "X-Frame-Options": "SAMEORIGIN"})
    return response


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
    return searched().comparisons.of(searched().engine, asked, today())


def _chosen_capture() -> tuple[Captured, Capture | None, Capture | None]:
    """The captures of the page that the request's `url` leads to, the one that `at` names, and the one before it."""
    url = request.args.get("url", "").strip()[:LONGEST_URL]
    found = captures_of(searched().engine, searched().services.captures or _no_captures, url)
    if found is None:
        abort(HTTPStatus.NOT_FOUND, f"The index has no page under the address “{url[:200]}”.")
    return found, *chosen(found, request.args.get("at", ""))


def _no_captures(_: str) -> Sequence[Capture]:
    return ()


def _cleaned(capture: Capture) -> Cleaned:
    content = searched().services.content
    assert content, "asked for before"
    return searched().clean(capture.url, content(capture))


def _waterfall() -> tuple[str, tuple[Step, ...]]:
    """The last experiment with a complete run, and the steps of its waterfall; "" where there is none."""
    log = searched().experiments(make=False)
    for name in reversed(log.names() if log else {}):
        try:
            assert log
            return name, searched().experiment_board.report(log, name, None)[1].waterfall
        except NothingToDoError:
            continue
    return "", ()


def _counts() -> dict[Arm, int]:
    engine = searched().engine
    return {arm: engine.count(arm) for arm in Arm}


def _sizes() -> SizeState:
    return searched().sizes.look(searched().engine)


def _sites(state: SizeState) -> tuple[tuple[str, tuple[SizeRow, ...]], ...]:
    return table(state.record.sizes) if state.record else ()


def _age(state: SizeState) -> str:
    return age(state.record.measured, datetime.now(UTC)) if state.record else ""
