"""Invariants of cleaning any site: no page or block is lost, weights are in [0, 1] and independent of order, templates go, stories stay."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from demo.archive import Capture, write_warc
from harness.site_strategies import KnownSite
from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.pipeline import Job, clean
from indexer.site.model import apply, fit

ENOUGH = 8
"""Minimum number of stories for which the template of a site must be recognised."""
TEMPLATE, STORY = 0.1, 0.9
"""Maximum weight of template text, and minimum weight of a story's paragraph."""
NOW = datetime(2024, 6, 1, tzinfo=UTC)


class Failure(NamedTuple):
    """A violated invariant and its location."""

    kind: str
    where: str


def site_failures(site: KnownSite) -> list[Failure]:
    """Return the violated invariants of a generated site; exceptions are not caught."""
    sample = site.sample()
    model = fit(sample)
    shuffled = list(sample)
    random.Random(site.plan.seed).shuffle(shuffled)
    other = fit(shuffled)
    found = []
    for page, one in zip(site.pages, sample, strict=True):
        texts = one.page.tree.text
        weight = apply(model, one.page, one.url).clean.weight
        if weight.shape != (len(texts),) or not np.isfinite(weight).all() or ((weight < 0) | (weight > 1)).any():
            found.append(Failure("weights are not in [0, 1] per block", page.url))
        if not np.array_equal(weight, apply(other, one.page, one.url).clean.weight):
            found.append(Failure("the order of pages matters", page.url))
        if site.plan.articles >= ENOUGH:
            found += _misjudged(page.url, texts, weight.tolist(), site.truth(page, texts))
    return found


def _misjudged(url: str, texts: Sequence[str], weight: Sequence[float], truth: Sequence[str]) -> list[Failure]:
    found = []
    for text, w, true in zip(texts, weight, truth, strict=True):
        if true == "template" and w > TEMPLATE:
            found.append(Failure("template kept", f"{url} {w:.2f} {text[:60]}"))
        if true == "story" and w < STORY:
            found.append(Failure("story lost" if w == 0 else "story weighs too little", f"{url} {w:.2f} {text[:60]}"))
    return found


def archive_failures(pages: Sequence[tuple[str, bytes]], folder: Path, seed: int) -> list[str]:
    """Run the pipeline on an archive of pages in two orders and return the violated invariants; pages may be corrupted."""
    captured = [Capture(url, body, "text/html") for url, body in pages]
    first, second = folder / "a.warc.gz", folder / "b.warc.gz"
    write_warc(first, captured)
    write_warc(second, captured, shuffle=seed)
    results = list(clean([str(first)], Job(now=NOW)))
    found = []
    if Counter(r.outcome.url for r in results) != Counter(url for url, _ in pages):
        found.append(f"pages lost or duplicated: {len(results)} of {len(pages)}")
    found += [f"{r.outcome.ending.reason}: {r.outcome.url}" for r in results if r.outcome.ending.cause is Cause.FAULT]
    found += [f"a weight is outside [0, 1]: {r.outcome.url}" for r in results if not _weights_hold(r)]
    again = {r.outcome.url: _comparable(r) for r in clean([str(second)], Job(now=NOW))}
    found += [f"the order of records matters: {r.outcome.url}" for r in results if again[r.outcome.url] != _comparable(r)]
    return found


def _weights_hold(result: Cleaned) -> bool:
    return result.article is None or all(0 <= block.weight <= 1 for block in result.article.blocks)


def _comparable(result: Cleaned) -> dict[str, object]:
    return {**result.record(), "source": ""}
