"""What plain requests of other clients find on an index, beside all of our ranking: nDCG@10, differences with 95 % intervals.

    .venv/bin/python -m benchmarks.plain_queries ../shared/sites/* --engine URL

The sites are to be indexed there. `match` on `w` needs the plugin; the other requests need native fields alone. `rank_feature` needs a
field that no index of ours has, and is computed: impacts as such a field would store them, rarities as a client would count them, for
words in lower case, which is all that a client without our analyser knows.
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


def asked(text: str) -> dict[str, dict[str, Any]]:
    """Plain queries by their form."""
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


def found(engine: ElasticsearchEngine, query: Mapping[str, Any]) -> list[str]:
    """The stories that it finds, the best first."""
    index, kind = engine.names.read(Arm.WEIGHTED), "dfs_query_then_fetch"
    with engine.connection.ask() as client:
        answer = client.search(index=index, query=query, size=DEPTH, source_includes=["canonicalUrl"], search_type=kind)
    return [hit["_source"]["canonicalUrl"] for hit in answer["hits"]["hits"]]


@dataclass(frozen=True, slots=True)
class RankFeatures:
    """W of every term by story, as a field `rank_features` would hold their impacts."""

    weights: Mapping[str, Mapping[str, float]]

    @classmethod
    def of(cls, engine: ElasticsearchEngine) -> RankFeatures:
        """All stories of the index."""
        stored = (each.document() for each in engine.stored(Arm.WEIGHTED))
        return cls({each.canonical_url: {term: w / UNIT for term, w in vector(each.parts).items()} for each in stored})

    def found(self, text: str) -> list[str]:
        """The stories with the greatest sums of impacts, ties by URL."""
        words = set(re.findall(r"\w+", text.lower()))
        rarity = {word: idf(len(self.weights), sum(word in each for each in self.weights.values())) for word in words}
        mean = fmean(sum(each.values()) for each in self.weights.values())
        scores = {
            url: score([(rarity[word], each[word]) for word in sorted(words & each.keys())], sum(each.values()), mean)
            for url, each in self.weights.items()
        }
        return [url for url in sorted(scores, key=lambda url: (-scores[url], url)) if scores[url]][:DEPTH]


def main() -> None:
    """Ask, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--engine", required=True)
    given = parser.parse_args()
    engine = Home.of(None, given.engine).engine()
    assert isinstance(engine, ElasticsearchEngine)
    features = RankFeatures.of(engine)
    values: dict[str, list[float]] = {}
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
            ranked = {"ours": [hit.canonical_url for hit in hits]}
            ranked |= {form: found(engine, plain) for form, plain in asked(query.text).items()}
            ranked["rank_feature (computed)"] = features.found(query.text)
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
