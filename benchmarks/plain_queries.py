"""What plain requests of other clients find on an index, beside all of our ranking: nDCG@10, differences with 95 % intervals.

    .venv/bin/python -m benchmarks.plain_queries ../shared/sites/* --engine URL

The sites are to be indexed there. With the plugin `w` is asked by `match`; the field pair and the body alone are native fields.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from itertools import compress
from pathlib import Path
from statistics import fmean
from typing import Any

from indexer.evaluate.judged_urls import story_of
from indexer.evaluate.retrieval_metrics import MEASURES
from indexer.evaluate.significance import compare
from indexer.evaluate.trec import read_judgements, read_queries
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Match, Request
from indexer.index.query import literal

PAIR: dict[str, Any] = {"type": "cross_fields", "fields": ["headline^5", "articleBody"]}
FORMS = ("match on w", "field pair", "field pair and match on w", "match on articleBody")


def asked(form: str, text: str) -> dict[str, Any]:
    """A plain query of one form."""
    pair, weighted = {"multi_match": {"query": text, **PAIR}}, {"match": {"w": text}}
    both = {"bool": {"must": pair, "should": weighted}}
    return dict(zip(FORMS, (weighted, pair, both, {"match": {"articleBody": text}}), strict=True))[form]


def found(engine: ElasticsearchEngine, query: Mapping[str, Any]) -> list[str]:
    """The stories that it finds, the best first."""
    index, kind = engine.names.read(Arm.WEIGHTED), "dfs_query_then_fetch"
    with engine.connection.ask() as client:
        answer = client.search(index=index, query=query, size=10, source_includes=["canonicalUrl"], search_type=kind)
    return [hit["_source"]["canonicalUrl"] for hit in answer["hits"]["hits"]]


def main() -> None:
    """Ask, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--engine", required=True)
    given = parser.parse_args()
    engine = Home.of(None, given.engine).engine()
    assert isinstance(engine, ElasticsearchEngine)
    values: dict[str, list[float]] = {name: [] for name in ("ours", *FORMS)}
    kinds = []
    for site in given.sites:
        judged = read_judgements(site / "qrels.txt").grades
        urls = {url for grades in judged.values() for url, grade in grades.items() if grade > 0}
        stories = {url: story_of(engine, (Arm.WEIGHTED,), url) for url in urls}
        for query in read_queries(site / "queries.tsv"):
            grades = {story: grade for url, grade in judged.get(query.id, {}).items() if (story := stories.get(url))}
            if not grades:
                continue
            kinds.append(query.type)
            hits = engine.search(Arm.WEIGHTED, replace(Request(literal(query.text), Match.ANY), highlight=False)).hits
            ranked = {"ours": [hit.canonical_url for hit in hits]} | {form: found(engine, asked(form, query.text)) for form in FORMS}
            for name, ranking in ranked.items():
                values[name].append(MEASURES["nDCG@10"](ranking, grades))
    for kind in sorted(set(kinds)):
        chosen = [each == kind for each in kinds]
        ours = list(compress(values["ours"], chosen))
        print(f"{kind}: {len(ours)} queries, nDCG@10")
        for name, each in values.items():
            difference = compare(ours, kept := list(compress(each, chosen)))
            print(f"  {name:26s} {fmean(kept):.4f}  {difference.mean:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}]")


if __name__ == "__main__":
    main()
