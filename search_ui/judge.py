"""Views for relevance judgements: the judging page and the files of judgements."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
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
    latest_matches,
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
    return render_template(
        "judge.html",
        judge=name,
        query=query,
        task=task,
        mine=_values(standing, name, query),
        verdict=verdicts(standing),
        grades=GRADES,
        answers=ANSWERS,
        limit=LONGEST_NAME,
    )


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
    mine = _values(shared().current_judgements(), name, query)
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


def _values(standing: Iterable[Judgement], name: str, query: str) -> dict[tuple[str, str], str]:
    """Return the values of a judge's judgements of a query by question and URL."""
    return {(each.question, each.url): each.value for each in standing if (each.judge, each.query) == (name, query)}


def _preference(name: str, query: str) -> list[Judgement]:
    preference = request.form.get("preference")
    if preference is None:
        return []
    if preference not in (*PREFERENCES, ""):
        abort(HTTPStatus.BAD_REQUEST, f"A preference is one of {', '.join(PREFERENCES)}.")
    left, right = drawn_sides(name, query)
    return [Judgement(name, query, "", preference, left.value, right.value)]


def _grades(name: str, query: str) -> list[Judgement]:
    grades = list(_by_story("url", "grade"))
    if not all(url and grade in (*GRADES, "") for url, grade in grades):
        abort(HTTPStatus.BAD_REQUEST, "A grade is a number from 0 to 3.")
    return [Judgement(name, query, url, grade) for url, grade in grades]


def _answers(name: str, query: str) -> list[Judgement]:
    """Read the answers; the form does not say which arms found a story, because judging is blind."""
    answers = list(_by_story("match", "answer"))
    if not answers:
        return []
    found = {match.hit.canonical_url: match.arms for match in latest_matches(shared().engine, query)}
    if not all(url in found and answer in (*ANSWERS, "") for url, answer in answers):
        abort(HTTPStatus.BAD_REQUEST, "An answer is yes or no, about a story that the query finds.")
    left, right = ({url: arm.value if arm in arms else "" for url, arms in found.items()} for arm in (Arm.RAW, Arm.WEIGHTED))
    return [Judgement(name, query, url, answer, left[url], right[url], MATCH) for url, answer in answers]


def _by_story(urls: str, values: str) -> Iterator[tuple[str, str]]:
    """Yield the URL and the value of each story of a form, which has numbered fields of both names, as `url-1` and `grade-1`."""
    for field, url in request.form.items():
        if field.startswith(f"{urls}-"):
            yield url, request.form.get(f"{values}-{field.removeprefix(f'{urls}-')}", "")


def _named(name: str, query: str) -> tuple[str, str]:
    name, query = name.strip(), query.strip()
    if len(name) > LONGEST_NAME or len(query) > LONGEST_QUERY:
        msg = f"a judge's name has at most {LONGEST_NAME} characters, a query at most {LONGEST_QUERY}"
        raise UsageError(msg)
    if "\0" in name + query or not (name + query).isprintable():
        msg = "a judge's name and a query must consist of printable characters"
        raise UsageError(msg)
    return name, query
