"""Views for relevance judgements: the judging page and the files of judgements."""

from __future__ import annotations

import time
from http import HTTPStatus

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from indexer.errors import UsageError
from indexer.evaluate.judging import (
    ANSWERS,
    GRADES,
    LONGEST_NAME,
    MATCH,
    PREFERENCES,
    drawn_sides,
    qrels_of,
    queries_of,
    task_for,
    verdicts,
)
from indexer.index.arm import Arm
from indexer.store.judgements import Judgement
from search_ui.search_params import LONGEST_QUERY
from search_ui.shared_state import shared

judge = Blueprint("judge", __name__)


@judge.get("/judge")
def start() -> str:
    """Show a summary of the judgements; with a judge and a query, also the hits to judge."""
    name, query = _named(request.args.get("judge", ""), request.args.get("q", ""))
    standing = shared().current_judgements()
    task = task_for(shared().engine, name, query) if name and query else None
    mine = {(each.question, each.url): each.value for each in standing if (each.judge, each.query) == (name, query)}
    return render_template(
        "judge.html",
        judge=name, query=query, task=task, mine=mine, verdict=verdicts(standing), grades=GRADES, answers=ANSWERS, limit=LONGEST_NAME,
    )  # fmt: skip


@judge.post("/judge")
def store() -> AnyResponse:
    """Store a preference, or the grades or answers that have changed."""
    name, query = _named(request.form.get("judge", ""), request.form.get("q", ""))
    if not name or not query:
        abort(HTTPStatus.BAD_REQUEST, "A judgement needs a judge and a query.")
    log = shared().judgements
    if log is None:
        abort(HTTPStatus.SERVICE_UNAVAILABLE, "This website has no database to keep judgements in.")
    submitted = [*_preference(name, query), *_grades(name, query), *_answers(name, query)]
    standing = shared().current_judgements()
    mine = {(each.question, each.url): each.value for each in standing if (each.judge, each.query) == (name, query)}
    log.append([each for each in submitted if mine.get((each.question, each.url), "") != each.value], time.time())
    return redirect(url_for("judge.start", judge=name, q=query), HTTPStatus.SEE_OTHER)


@judge.get("/judge/qrels.txt")
def qrels() -> Response:
    """Return the grades as TREC qrels."""
    return Response(qrels_of(verdicts(shared().current_judgements())), content_type="text/plain; charset=utf-8")


@judge.get("/judge/queries.tsv")
def queries() -> Response:
    """Return the graded queries."""
    return Response(queries_of(verdicts(shared().current_judgements())), content_type="text/tab-separated-values; charset=utf-8")


def _preference(name: str, query: str) -> list[Judgement]:
    preference = request.form.get("preference")
    if preference is None:
        return []
    if preference not in (*PREFERENCES, ""):
        abort(HTTPStatus.BAD_REQUEST, f"A preference is one of {', '.join(PREFERENCES)}.")
    left, right = drawn_sides(name, query)
    return [Judgement(name, query, "", preference, left.value, right.value)]


def _grades(name: str, query: str) -> list[Judgement]:
    """Read the grades; the form has `url-N` and `grade-N` for each story."""
    grades = []
    for field, url in request.form.items():
        if field.startswith("url-"):
            grade = request.form.get(f"grade-{field.removeprefix('url-')}", "")
            if not url or grade not in (*GRADES, ""):
                abort(HTTPStatus.BAD_REQUEST, "A grade is a number from 0 to 3.")
            grades.append(Judgement(name, query, url, grade))
    return grades


def _answers(name: str, query: str) -> list[Judgement]:
    """Read the answers; the form has `match-N` and `answer-N` for each story. Which arms found it is not in the form: judging is blind."""
    said = {}
    for field, url in request.form.items():
        if field.startswith("match-"):
            said[url] = request.form.get(f"answer-{field.removeprefix('match-')}", "")
    if not said:
        return []
    found = {match.hit.canonical_url: match.arms for match in task_for(shared().engine, name, query).matches}
    if not (said.keys() <= found.keys() and {*said.values()} <= {*ANSWERS, ""}):
        abort(HTTPStatus.BAD_REQUEST, "An answer is yes or no, about a story that the query finds.")
    left, right = ({url: arm.value if arm in arms else "" for url, arms in found.items()} for arm in (Arm.RAW, Arm.WEIGHTED))
    return [Judgement(name, query, url, value, left[url], right[url], MATCH) for url, value in said.items()]


def _named(name: str, query: str) -> tuple[str, str]:
    name, query = name.strip(), query.strip()
    if len(name) > LONGEST_NAME or len(query) > LONGEST_QUERY:
        msg = f"a judge's name has at most {LONGEST_NAME} characters, a query at most {LONGEST_QUERY}"
        raise UsageError(msg)
    if "\0" in name + query or not (name + query).isprintable():
        msg = "a judge's name and a query must consist of printable characters"
        raise UsageError(msg)
    return name, query
