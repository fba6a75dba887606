"""Retrieval quality of plain queries by other clients compared with Winnow's ranking: nDCG@10, differences with 95 % intervals.

    .venv/bin/python -m benchmarks.plain_queries ../shared/sites/* --engine URL

The sites must be indexed at URL. `match` on `w` needs the plugin; the other queries only need native fields. `rank_feature` needs a field
that the indexes lack and is computed: term weights as such a field would store them, idf as a client would compute it, for lower-case
words, because a client does not have Winnow's analyzer.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from indexer.index.bm25 import idf, score
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Match, Request
from indexer.index.query import literal
from indexer.index.weights import HEADLINE_WEIGHT, LABEL_WEIGHT, UNIT, vector

DEPTH = 10
PAIR = (f"headline^{HEADLINE_WEIGHT:g}", "articleBody")
LABELLED = (*PAIR, f"articleSection.text^{LABEL_WEIGHT:g}", f"keywords.text^{LABEL_WEIGHT:g}")


def query_forms(text: str) -> dict[str, dict[str, Any]]:
    """Return the plain queries for a text, by name."""
    pair = {"multi_match": {"query": text, "type": "cross_fields", "fields": PAIR}}
    leading = {"filter": {"match": {"headline": text}}, "weight": HEADLINE_WEIGHT}
    return {
        "match on w (plugin)": {"match": {"w": text}},
        "combined_fields, labels": {"combined_fields": {"query": text, "fields": LABELLED}},
        "cross_fields, labels": {"multi_match": {"query": text, "type": "cross_fields", "fields": LABELLED}},
        "most_fields, labels": {"multi_match": {"query": text, "type": "most_fields", "fields": LABELLED}},
        "combined_fields, pair": {"combined_fields": {"query": text, "fields": PAIR}},
        "cross_fields, pair": pair,
        "function_score, pair": {"function_score": {"query": pair, "functions": [leading]}},
        "match on articleBody": {"match": {"articleBody": text}},
    }


def search(engine: ElasticsearchEngine, query: Mapping[str, Any]) -> list[str]:
    """Return the URLs of the top stories."""
    index, kind = engine.names.read(Arm.WEIGHTED), "dfs_query_then_fetch"
    with engine.connection.ask() as client:
        response = client.search(index=index, query=query, size=DEPTH, source_includes=["canonicalUrl"], search_type=kind)
    return [hit["_source"]["canonicalUrl"] for hit in response["hits"]["hits"]]


@dataclass(frozen=True, slots=True)
class RankFeatures:
    """Weight of every term by story, as a field `rank_features` would store it."""

    weights: Mapping[str, Mapping[str, float]]

    @classmethod
    def of(cls, engine: ElasticsearchEngine) -> RankFeatures:
        """Read all stories of the index."""
        stored = (each.document() for each in engine.stored(Arm.WEIGHTED))
        return cls({each.canonical_url: {term: w / UNIT for term, w in vector(each.parts).items()} for each in stored})

    def search(self, text: str) -> list[str]:
        """Return the stories with the highest scores, ties by URL."""
        words = set(re.findall(r"\w+", text.lower()))
        rarity = {word: idf(len(self.weights), sum(word in each for each in self.weights.values())) for word in words}
        mean = fmean(sum(each.values()) for each in self.weights.values())
        scores = {
            url: score([(rarity[word], each[word]) for word in sorted(words & each.keys())], sum(each.values()), mean)
            for url, each in self.weights.items()
        }
        return [url for url in sorted(scores, key=lambda url: (-scores[url], url)) if scores[url]][:DEPTH]


def main() -> None:
    """Run the queries, compare the rankings, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--engine", required=True)
    args = parser.parse_args()
    engine = Home.of(None, args.engine).engine()
    assert isinstance(engine, ElasticsearchEngine)
    features = RankFeatures.of(engine)
    values: dict[str, list[float]] = {}
    kinds = []
    for site in args.sites:
        judged = read_judgements(site / "qrels.txt").grades
        urls = {url for grades in judged.values() for url, grade in grades.items() if grade > 0}
        stories = {url: story_of(engine, (Arm.WEIGHTED,), url) for url in urls}
        for query in read_queries(site / "queries.tsv"):
            grades = {story: grade for url, grade in judged.get(query.id, {}).items() if (story := stories.get(url))}
            if not grades:
                continue
            kinds.append(query.type)
            hits = engine.search(Arm.WEIGHTED, replace(Request(literal(query.text), Match.ANY), highlight=False)).hits
            ranked = {"ours": [hit.canonical_url for hit in hits]}
            ranked |= {form: search(engine, plain) for form, plain in query_forms(query.text).items()}
            ranked["rank_feature (computed)"] = features.search(query.text)
            for name, ranking in ranked.items():
                values.setdefault(name, []).append(MEASURES["nDCG@10"](ranking, grades))
    for kind in sorted(set(kinds)):
        chosen = [each == kind for each in kinds]
        ours = list(compress(values["ours"], chosen))
        print(f"{kind}: {len(ours)} queries, nDCG@10")
        for name, each in values.items():
            difference = compare(ours, kept := list(compress(each, chosen)))
            print(f"  {name:26s} {fmean(kept):.4f}  {difference.mean:+.4f} [{difference.low:+.4f}, {difference.high:+.4f}]")


if __name__ == "__main__":
    main()
