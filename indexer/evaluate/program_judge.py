"""Program judges: a command that reads one query and document per line and prints one grade per line, and its agreement with people."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence

from indexer.errors import InputError, UsageError
from indexer.evaluate.judging import GRADES, task_for
from indexer.evaluate.trec import TestQuery
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.store.judgements import Judgement

_SOURCES = (Arm.BODY, Arm.RAW)
"""Arms searched for a document's text, in this order."""


def questions(engine: Engine, judge: str, queries: Sequence[TestQuery]) -> Iterator[Mapping[str, str]]:
    """Yield the questions to a judge: `query`, `url`, `headline` and `text` of each story of each query's pool.

    Raises
    ------
    EngineError
    """
    for query in queries:
        for hit in task_for(engine, judge, query.text).pool:
            stored = next((found for arm in _SOURCES if (found := engine.read(arm, hit.canonical_url))), None)
            text = "\n".join(text for kind, text, _ in stored.texts if kind == "text") if stored else ""
            yield {"query": query.text.strip(), "url": hit.canonical_url, "headline": hit.headline.text, "text": text}


def graded(command: str, judge: str, pool: Sequence[Mapping[str, str]]) -> list[Judgement]:
    """Run a command that answers each question in order with a JSON line such as `{"grade": 2}`.

    Raises
    ------
    UsageError
        If the command cannot be started.
    InputError
        If it fails, or does not return one grade per question.
    """
    lines = "".join(f"{json.dumps(question, ensure_ascii=False)}\n" for question in pool)
    try:
        parts = shlex.split(command)  # the operator's own
        done = subprocess.run(parts, input=lines, stdout=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)  # noqa: S603
    except (OSError, ValueError, IndexError) as error:
        raise UsageError(f"the judge {command} cannot be started: {error}") from error
    answers = [line for line in done.stdout.split("\n") if line.strip()]
    if done.returncode or len(answers) != len(pool):
        msg = f"the judge {command} ended with {done.returncode} and {len(answers)} answers to {len(pool)} questions: nothing is stored"
        raise InputError(msg)
    pairs = enumerate(zip(pool, answers, strict=True), 1)
    return [Judgement(judge, question["query"], question["url"], _grade(answer, number)) for number, (question, answer) in pairs]


def kappa(people: Mapping[str, Mapping[str, int]], program: Sequence[Judgement]) -> tuple[float | None, int]:
    """Return Cohen's kappa between a program and people on relevance, and the number of stories judged by both.

    Kappa is None without such stories, or if chance agreement is 1.

    >>> people = {"ferry": {"a": 2, "b": 0, "c": 1, "d": 0}}
    >>> grades = {"a": "1", "b": "0", "c": "0", "d": "0", "e": "3"}
    >>> kappa(people, [Judgement("p", "ferry", url, grade) for url, grade in grades.items()])
    (0.5, 4)

    References
    ----------
    Cohen: A coefficient of agreement for nominal scales, 1960.
    """
    known = ((people.get(each.query, {}).get(each.url), int(each.value) > 0) for each in program)
    shared = [(grade > 0, relevant) for grade, relevant in known if grade is not None]
    if not shared:
        return None, 0
    n = len(shared)
    by_people, by_program = (sum(column) / n for column in zip(*shared, strict=True))
    chance = by_people * by_program + (1 - by_people) * (1 - by_program)
    observed = sum(one == other for one, other in shared) / n
    return ((observed - chance) / (1 - chance) if chance < 1 else None), n


def _grade(answer: str, number: int) -> str:
    try:
        grade = str(json.loads(answer)["grade"])
    except (ValueError, KeyError, TypeError):
        grade = ""
    if grade not in GRADES:
        raise InputError(f'answer {number} of the judge is not a grade from 0 to 3 such as {{"grade": 2}}: nothing is stored')
    return grade
