"""Judges that are programs: a command that reads a query and a document a line and prints a grade a line, and how it agrees with people."""

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
"""Where a document's text is taken from; the first arm that has it."""


def questions(engine: Engine, judge: str, queries: Sequence[TestQuery]) -> Iterator[Mapping[str, str]]:
    """What a judge is asked: `query`, `url`, `headline` and `text` of each story of each query's pool.

    Raises
    ------
    EngineError
    """
    for query in queries:
        for hit in task_for(engine, judge, query.text).pool:
            stored = next((found for arm in _SOURCES if (found := engine.read(arm, hit.canonical_url))), None)
            text = "\n".join(text for kind, text, _ in stored.texts if kind == "text") if stored else ""
            yield {"query": query.text.strip(), "url": hit.canonical_url, "headline": hit.headline.text, "text": text}


def graded(command: str, judge: str, asked: Sequence[Mapping[str, str]]) -> list[Judgement]:
    """A command's answers, JSON Lines like `{"grade": 2}`, one for each question, in their order.

    Raises
    ------
    UsageError
        Where the command cannot be started.
    InputError
        Where it fails, or its answers are not one grade a question.
    """
    lines = "".join(f"{json.dumps(question, ensure_ascii=False)}\n" for question in asked)
    try:
        parts = shlex.split(command)  # the operator's own
        done = subprocess.run(parts, input=lines, stdout=subprocess.PIPE, encoding="utf-8", errors="replace", check=False)  # noqa: S603
    except (OSError, ValueError, IndexError) as error:
        raise UsageError(f"the judge {command} cannot be started: {error}") from error
    answers = [line for line in done.stdout.split("\n") if line.strip()]
    if done.returncode or len(answers) != len(asked):
        msg = f"the judge {command} ended with {done.returncode} and {len(answers)} answers to {len(asked)} questions: nothing is stored"
        raise InputError(msg)
    pairs = enumerate(zip(asked, answers, strict=True), 1)
    return [Judgement(judge, question["query"], question["url"], _grade(answer, number)) for number, (question, answer) in pairs]


def kappa(people: Mapping[str, Mapping[str, int]], program: Sequence[Judgement]) -> tuple[float | None, int]:
    """Cohen's kappa of a program and people on whether a story is relevant, and how many stories both have judged.

    None where they share none, or where chance alone makes them agree.

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
        raise InputError(f'answer {number} of the judge is no grade, as {{"grade": 2}} is one (0 to 3): nothing is stored')
    return grade
