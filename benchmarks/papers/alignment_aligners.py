"""The aligners: their time on generated pages, and how far the templates of real pages agree.

Time: 16 generated pages of about 2,000 tags and texts, half of which belong to the template. Agreement of two templates of one site: twice
their longest common subsequence over the sum of their lengths.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.papers.comparison import figure
from harness.inputs import SEED
from harness.shared_sites import load
from indexer.algorithms.align import ALIGNERS, longest_common
from indexer.site.methods.template import PUBLISHED, TemplateModel, TemplateParams, fit, learn

_TAGS = 2_000
_REPEATS = 5
_PRODUCTION = TemplateParams()
OTHERS = tuple(aligner for aligner in ALIGNERS if aligner != PUBLISHED.aligner)
TIMES = ("aligner", "seconds", "limit")
AGREEMENT = ("16 pages", "published", *(text for aligner in OTHERS for text in (aligner, "agreement")), "production")


def times() -> dict[str, float]:
    """Return the median processor time of each aligner in seconds."""
    sample = _invented(random.Random(SEED), 16)
    return {
        aligner: sorted(_seconds(sample, TemplateParams(aligner=aligner)) for _ in range(_REPEATS))[_REPEATS // 2] for aligner in ALIGNERS
    }


def time_rows(found: Mapping[str, float], limits: Mapping[str, float]) -> Iterator[Sequence[str]]:
    """Yield the rows of the table of times."""
    for aligner, seconds in found.items():
        yield aligner, figure(seconds), figure(limits[aligner], 1) if aligner in limits else ""


def _seconds(sample: Sequence[tuple[str, ...]], params: TemplateParams) -> float:
    begun = time.process_time()
    learn(sample, params)
    return time.process_time() - begun


def _invented(rng: random.Random, number: int) -> list[tuple[str, ...]]:
    """Generate pages with a menu, a story of paragraphs and links, and boxes around it."""
    menu = [token for i in range(80) for token in ("<li>", f'<a href="/m{i}">', f"menu {i}", "</a>", "</li>")]
    boxes = [token for i in range(120) for token in (f'<div class="b{i}">', "<h3>", f"box {i}", "</h3>", "</div>")]
    return [(*menu, *_story(rng, page), *boxes) for page in range(number)]


def _story(rng: random.Random, page: int) -> list[str]:
    out: list[str] = []
    while len(out) < rng.randint(_TAGS // 2 - 200, _TAGS // 2 + 200):
        text = f"{page} {len(out)}"
        out += ["<p>", text, "</p>"] if rng.random() < 0.7 else ["<p>", text, f'<a href="/{text}">', f"to {text}", "</a>", "</p>"]
    return out


def agreement(folder: Path) -> Sequence[str]:
    """Return a site's row: lengths of its templates, and agreement with the published one at one threshold of 1/2."""
    pages = list(load(folder).pages.values())
    published, production = fit(pages, PUBLISHED), fit(pages, _PRODUCTION)
    cells = []
    for aligner in OTHERS:
        found = fit(pages, TemplateParams(repeated=PUBLISHED.repeated, aligner=aligner))
        cells += [str(len(found.token)), figure(_shared(published, found))]
    return folder.name, str(len(published.token)), *cells, str(len(production.token))


def _shared(one: TemplateModel, other: TemplateModel) -> float:
    symbol: dict[str, int] = {}
    first, second = (np.array([symbol.setdefault(t, len(symbol)) for t in model.token], np.int64) for model in (one, other))
    total = len(first) + len(second)
    return 2 * int(longest_common(first, second).matched.sum()) / total if total else 1.0
