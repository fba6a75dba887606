"""Test queries, relevance judgements and runs in TREC's formats, with URLs as document names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.errors import InputError


@dataclass(frozen=True, slots=True)
class TestQuery:
    """A query of a test collection; `type` groups queries (known-item, section …) and is "" if the file has none."""

    __test__ = False  # pytest would collect it by its name

    id: str
    type: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgements:
    """Relevance judgements of URLs by query.

    Parameters
    ----------
    grades : mapping of query id to mapping of URL to grade
        Grade 0 means judged as not relevant.
    conflicts : tuple of str
        Queries with contradictory judgements of a URL; `grades` omits them until a person resolves the conflict.
    """

    grades: Mapping[str, Mapping[str, int]]
    conflicts: tuple[str, ...] = ()


def read_queries(path: Path) -> tuple[TestQuery, ...]:
    """Read one query per line, `id TAB type TAB text` or `id TAB text`, in UTF-8.

    Raises
    ------
    InputError
        If a line cannot be parsed or repeats an id; the message names it.
    """
    return parse_queries(_lines(path), str(path))


def parse_queries(lines: Iterable[str], source: str) -> tuple[TestQuery, ...]:
    """Parse queries from lines; `source` names them in errors."""
    queries: dict[str, TestQuery] = {}
    for number, line in _numbered(lines):
        columns = line.split("\t")
        if len(columns) not in {2, 3} or not columns[0] or not columns[-1].strip():
            msg = f"{source}, line {number}: expected id, type and text separated by tabs"
            raise InputError(msg)
        identifier, text = columns[0], columns[-1]
        if identifier in queries:
            msg = f"{source}, line {number}: query id {identifier} was used before; every query needs its own"
            raise InputError(msg)
        queries[identifier] = TestQuery(identifier, columns[1] if len(columns) == 3 else "", text)
    return tuple(queries.values())


def read_judgements(path: Path) -> Judgements:
    """Read TREC qrels: `query 0 URL grade`, separated by spaces.

    A repeated judgement counts once; a judgement repeated with another grade removes its query from the judgements.

    Raises
    ------
    InputError
        If a line cannot be parsed; the message names it.
    """
    return parse_judgements(_lines(path), str(path))


def parse_judgements(lines: Iterable[str], source: str) -> Judgements:
    """Parse judgements from lines; `source` names them in errors."""
    grades: dict[str, dict[str, int]] = {}
    conflicts: set[str] = set()
    for number, line in _numbered(lines):
        columns = line.split()
        if len(columns) != 4 or not _is_grade(columns[3]):
            msg = f"{source}, line {number}: expected four columns, query 0 URL grade, with a whole number as grade"
            raise InputError(msg)
        query, _, url, grade = columns
        if grades.setdefault(query, {}).setdefault(url, int(grade)) != int(grade):
            conflicts.add(query)
    kept = {query: urls for query, urls in grades.items() if query not in conflicts}
    return Judgements(kept, tuple(sorted(conflicts)))


def read_run(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a TREC run, `query Q0 URL rank score tag`: documents by query, the highest score first, of equal ones the higher name.

    Raises
    ------
    InputError
        If a line cannot be parsed; the message names it.
    """
    scores: dict[str, dict[str, float]] = {}
    for number, line in _numbered(_lines(path)):
        try:
            query, _, url, _, score, _ = line.split()
            scores.setdefault(query, {}).setdefault(url, float(score))
        except ValueError as error:
            msg = f"{path}, line {number}: expected six columns, query Q0 URL rank score tag, with a number as score"
            raise InputError(msg) from error
    return {
        query: tuple(url for url, _ in sorted(found.items(), key=lambda item: (item[1], item[0]), reverse=True))
        for query, found in scores.items()
    }


def run_text(rankings: Mapping[str, Sequence[str]], tag: str) -> str:
    """Format rankings by query as a TREC run, with scores derived from the order.

    >>> print(run_text({"q1": ["https://a.example/1"]}, "raw"), end="")
    q1 Q0 https://a.example/1 1 1 raw
    """
    lines = (
        f"{query} Q0 {_named(url)} {rank} {len(found) + 1 - rank} {'_'.join(tag.split())}\n"
        for query, found in rankings.items()
        for rank, url in enumerate(found, 1)
    )
    return "".join(lines)


def qrels_text(grades: Mapping[str, Mapping[str, int]]) -> str:
    """Format grades by query and URL as TREC qrels.

    >>> qrels_text({"q1": {"https://a.example/1": 2}})
    'q1 0 https://a.example/1 2\\n'
    """
    return "".join(f"{query} 0 {_named(url)} {grade}\n" for query, urls in grades.items() for url, grade in sorted(urls.items()))


def _named(url: str) -> str:
    """Return a URL without spaces, which separate columns."""
    return "%20".join(url.split())


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Number the non-blank lines, without their line endings."""
    return ((number, line.rstrip("\r\n")) for number, line in enumerate(lines, 1) if line.strip())


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from file
    except UnicodeDecodeError as error:
        msg = f"{path} is not UTF-8 ({error.reason} at byte {error.start}): save it as UTF-8"
        raise InputError(msg) from error
    except OSError as error:
        msg = f"cannot read {path}: {error.strerror}"
        raise InputError(msg) from error


def _is_grade(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()
