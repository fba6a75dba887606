"""Query logs of a site's readers: a list, a CSV export, or events in the format of OpenSearch's User Behavior Insights."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from indexer.errors import InputError
from indexer.evaluate.trec import TestQuery

STRATA = ("head", "torso", "tail")
"""Types of queries: the thirds of all searches by the frequency of their query."""


def read_log(path: Path) -> Counter[str]:
    """Count the searches for each query; spellings that differ only in white space and case count as the first.

    Each line is a query; or the file is CSV with a header, with the query in the first column and optionally its frequency in the second
    (clicks in Search Console's export); or JSON Lines with `user_query`.

    Raises
    ------
    InputError
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    counts: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for query, number in _queries(text):
        plain = " ".join(query.split())
        if plain:
            counts[spelled.setdefault(plain.casefold(), plain)] += number
    if not counts:
        raise InputError(f"{path} holds no query")
    return counts


def sampled(counts: Counter[str], number: int, seed: int = 0) -> tuple[TestQuery, ...]:
    """Draw a random sample of queries, stratified by thirds of all searches.

    >>> counts = Counter({"ferry": 60, "crane": 25, "lynx": 10, "eel": 5, "weir": 2})
    >>> [(query.type, query.text) for query in sampled(counts, 3)]
    [('head', 'ferry'), ('torso', 'crane'), ('tail', 'lynx')]
    """
    generator = random.Random(seed)  # noqa: S311 - a sample, not a secret
    strata: dict[str, list[str]] = {name: [] for name in STRATA}
    before, total = 0, counts.total()
    for query, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        strata[STRATA[min(2, 3 * before // total)]].append(query)
        before += count
    drawn = {name: generator.sample(queries, len(queries)) for name, queries in strata.items()}
    order = [(name, drawn[name][place]) for place in range(max(map(len, drawn.values()))) for name in STRATA if place < len(drawn[name])]
    return tuple(TestQuery(query_id(text), name, text) for name, text in order[:number])


def query_id(query: str) -> str:
    """Return the id of a query.

    >>> query_id("ferry")
    'q107d8d83'
    """
    return f"q{hashlib.blake2b(query.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()[:8]}"


def queries_text(queries: Iterable[TestQuery]) -> str:
    """Return the queries in the format of `indexer.evaluate.trec.read_queries`."""
    return "".join(f"{query.id}\t{query.type}\t{' '.join(query.text.split())}\n" for query in queries)


def _queries(text: str) -> Iterator[tuple[str, int]]:
    lines = text.splitlines()
    first = lines[0] if lines else ""
    if first.startswith("{"):
        yield from _of_events(lines)
    elif "," in first or first.strip().casefold() == "query":
        for row in list(csv.reader(io.StringIO(text)))[1:]:
            yield (row[0] if row else ""), max(1, int(row[1])) if len(row) > 1 and row[1].strip().isdecimal() else 1
    else:
        yield from ((line, 1) for line in lines)


def _of_events(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue  # an incomplete last line of a log being written
        if isinstance(event, dict) and isinstance(event.get("user_query"), str):
            yield event["user_query"], 1
