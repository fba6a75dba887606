"""Gain of cleaning over a raw index whose headlines are boosted as those of the arm `weighted`.

    python -m benchmarks.headline_boost ../shared/sites/*

`raw + headline` indexes the visible text of every page and its headline with weight 5. The differences of `weighted` from it, with and
without block weights, are printed by query type; all sites are in one index.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import compress
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from indexer.evaluate.retrieval import System, evaluate
from indexer.evaluate.significance import compare
from indexer.evaluate.trec import Judgements, TestQuery, read_judgements, read_queries
from indexer.index.arm import Arm
from indexer.index.document import Document, documents
from indexer.index.engine import Engine
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.weights import HEADLINE_WEIGHT, UNIT, part
from indexer.pipeline import Job, clean

NOW = datetime(2026, 6, 1, tzinfo=UTC)
Made = Mapping[Arm, Document]
NAMES = {Arm.RAW: "raw + headline", Arm.BODY: "without block weights", Arm.WEIGHTED: "weighted"}


def boosted(page: Document) -> Document:
    """Return a raw document with its headline as an additional part."""
    headline = part("headline", str(page.fields.get("headline") or ""), page.language, HEADLINE_WEIGHT)
    return replace(page, parts=(headline, *page.parts))


def unweighted(story: Document) -> Document:
    """Return a weighted document whose text blocks all have weight 1."""
    return replace(story, parts=tuple(replace(each, weight=UNIT) if each.kind == "text" else each for each in story.parts))


def fill(engine: Engine, page: Made) -> None:
    """Index a page's documents; the arm `body` gets the story without block weights."""
    engine.put(Arm.RAW, boosted(page[Arm.RAW]))
    if Arm.WEIGHTED in page:
        engine.put(Arm.BODY, unweighted(page[Arm.WEIGHTED]))
        engine.put(Arm.WEIGHTED, page[Arm.WEIGHTED])


def main(sites: Sequence[Path]) -> None:
    queries: list[TestQuery] = []
    grades: dict[str, Mapping[str, int]] = {}
    with TemporaryDirectory() as home, TantivyEngine(Path(home)) as engine:
        for site in sites:
            for page in clean((str(site / "site.warc.gz"),), Job(now=NOW)):
                if made := documents(page):
                    fill(engine, made)
            queries += [replace(query, id=f"{site.name}-{query.id}") for query in read_queries(site / "queries.tsv")]
            grades |= {f"{site.name}-{name}": urls for name, urls in read_judgements(site / "qrels.txt").grades.items()}
        engine.commit()
        report = evaluate(engine, queries, Judgements(grades), tuple(map(System, NAMES)))
    for kind in sorted({query.type for query in report.queries}):
        chosen = [query.type == kind for query in report.queries]
        values = {arm: list(compress(report.values[System(arm)]["nDCG@10"], chosen)) for arm in NAMES}
        print(f"{kind}: {len(values[Arm.RAW])} queries, nDCG@10")
        for arm, name in NAMES.items():
            found = compare(values[Arm.RAW], values[arm])
            print(f"  {name:22s} {fmean(values[arm]):.4f}  {found.mean:+.4f} [{found.low:+.4f}, {found.high:+.4f}] p {found.p:.4f}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
