"""F1 of a site's page types with given thresholds, the objective of `benchmarks.leave_one_out --types`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from statistics import fmean

from benchmarks.page_types import types_of
from benchmarks.threshold_search import Setting
from harness.param_paths import with_value
from harness.shared_sites import load
from indexer.evaluate.labels import read_types
from indexer.evaluate.page_types import JUDGED, score
from indexer.page.score import Evidence, gather
from indexer.site.params import SiteParams
from indexer.site.types.params import TypeParams

_SMALL = 20
_PART = 8
"""A thinned sample has one page of the rare type in this many."""


@lru_cache(maxsize=16)  # a process reuses the sites that it has loaded
def _prepared(folder: Path, pages: int) -> tuple[Mapping[str, str], Mapping[str, Evidence], tuple[tuple[str, ...], ...]]:
    """Return labels and evidence of the sampled pages, and the samples."""
    site, params = load(folder), SiteParams()
    labels = {url: kind for url, kind in read_types(folder / "pages.tsv").items() if url in site.pages and kind in JUDGED}
    draws = tuple(_draws(labels, pages, site.name))
    evidence = {url: gather(site.pages[url], params.score) for url in sorted({url for draw in draws for url in draw})}
    return labels, evidence, draws


def _draws(labels: Mapping[str, str], pages: int, name: str) -> Iterator[tuple[str, ...]]:
    """Yield samples of `pages` pages, of few pages, and of few pages of one type among many of the other."""
    pools = {kind: sorted(url for url, label in labels.items() if label == kind) for kind in JUDGED}
    for size in (pages, _SMALL):
        yield tuple(random.Random(f"{name}{size}").sample(sorted(labels), min(size, len(labels))))
    for rare, often in (JUDGED, JUDGED[::-1]):
        rng = random.Random(f"{name}{rare}")
        rare_urls = rng.sample(pools[rare], max(1, min(pages // 2, len(pools[rare])) // _PART))
        yield (*rare_urls, *rng.sample(pools[often], min(pages // 2 - len(rare_urls), len(pools[often]))))


def types_f1(folder: Path, setting: Setting, *, pages: int) -> float:
    """Return the mean F1 of article and toc over the samples, each evaluated on the pages from which it is learned."""
    labels, evidence, draws = _prepared(folder, pages)
    params = TypeParams()
    for path, value in setting:
        params = with_value(params, path, value)
    found = [(draw, types_of(evidence, draw, draw, params)) for draw in draws]
    return fmean(score({url: labels[url] for url in draw}, types)[kind].f1 for draw, types in found for kind in JUDGED)
