"""Clustering of a site's articles with and without the template (Geraci and Maggini, Table 4 and Figure 3).

The classes are the sections of a site's articles, on sites that have at least three. Articles are vectors of their words, weighted by idf,
clustered by furthest point first into as many clusters as sections; figures are means over ten first centres. The paper's baseline
removes a template found by hand, here all but the labelled body. The size is that of the tags and texts that remain.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from types import MappingProxyType

import numpy as np

from benchmarks.papers.comparison import Row, both, figure
from benchmarks.papers.labels import FEWEST_SECTIONS, section_lists, sections
from benchmarks.papers.learners import matrix
from harness.shared_sites import load
from indexer.evaluate.clustering import ClusteringScore, furthest_point_first, score
from indexer.page.page import Page
from indexer.page.tokens import tree_tokens
from indexer.site.methods.template import PUBLISHED, TemplateModel, aligned, apply, fit
from indexer.text import terms

ORIGINAL, BASELINE = "original", "labelled body"
ARMS = (ORIGINAL, "t = 8", "t = 16", BASELINE)
_CENTRES = 10
TABLE_4: Mapping[str, Mapping[str, Sequence[float]]] = MappingProxyType({
    "PI": {
        "f_measure": (0.234, 0.260, 0.276, 0.274), "purity": (0.249, 0.261, 0.272, 0.279),
        "nmi": (0.040, 0.044, 0.059, 0.058), "nce": (0.064, 0.068, 0.084, 0.083),
    },
    "Ansa": {
        "f_measure": (0.387, 0.445, 0.449, 0.422), "purity": (0.397, 0.466, 0.471, 0.452),
        "nmi": (0.346, 0.425, 0.384, 0.346), "nce": (0.383, 0.388, 0.421, 0.383),
    },
})  # fmt: skip
"""The paper's measures of each arm: F, purity, mutual information, complementary entropy."""
MEASURES = tuple(TABLE_4["PI"])


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm's scores, the size of its corpus in bytes, and the processor time of one clustering in seconds."""

    score: ClusteringScore
    size: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Clustered:
    """A site's numbers of articles and sections, and its arms."""

    name: str
    hard: bool
    articles: int
    sections: int
    arms: Mapping[str, Arm]


def clustered(folder: Path) -> Clustered | None:
    """Cluster the articles of a site's sections; None if there are too few sections."""
    site = load(folder)
    section = sections(section_lists(folder, site.labels.keys() & site.pages.keys()))
    number = len(set(section.values()))
    if number < FEWEST_SECTIONS:
        return None
    pages, classes = [site.pages[url] for url in section], list(section.values())
    arms = {ORIGINAL: _arm([_whole(page) for page in pages], classes)}
    articles = [site.pages[url] for url in sorted(site.labels) if url in site.pages]
    for size in (8, 16):
        model = fit(articles, replace(PUBLISHED, pages=size))
        arms[f"t = {size}"] = _arm([_without(model, page) for page in pages], classes)
    arms[BASELINE] = _arm([(terms(site.labels[url]), len(site.labels[url].encode())) for url in section], classes)
    return Clustered(site.name, site.hard, len(pages), number, arms)


Document = tuple[Sequence[str], int]
"""The words of an article, and its size in bytes."""


def _whole(page: Page) -> Document:
    return [word for text in page.tree.text for word in terms(text)], _size(tree_tokens(page).name)


def _without(model: TemplateModel, page: Page) -> Document:
    kept = apply(model, page).tolist()
    words = [word for text, weight in zip(page.tree.text, kept, strict=True) if weight for word in terms(text)]
    tokens = tree_tokens(page).name
    return words, _size([token for token, hit in zip(tokens, aligned(model, tokens).tolist(), strict=True) if not hit])


def _size(tokens: Sequence[str]) -> int:
    return sum(len(token.encode("utf-8", "surrogatepass")) for token in tokens)


def _arm(documents: Sequence[Document], classes: Sequence[str]) -> Arm:
    counts = [Counter(words) for words, _ in documents]
    rows = matrix(counts)
    rows *= np.log(len(rows) / np.maximum((rows > 0).sum(axis=0), 1))
    number = len(set(classes))
    scores, seconds = [], []
    for draw in range(_CENTRES):
        order = np.random.default_rng(draw).permutation(len(rows))
        drawn = rows[order]
        begun = time.process_time()
        clusters = furthest_point_first(drawn, number).tolist()
        seconds.append(time.process_time() - begun)
        scores.append(score([classes[i] for i in order], clusters))
    mean = ClusteringScore(*(fmean(getattr(one, name) for one in scores) for name in MEASURES))
    return Arm(mean, sum(size for _, size in documents), min(seconds))


def table_4(sites: Sequence[Clustered]) -> Iterator[Row]:
    """Yield the means of all measures, sizes and times beside the paper's."""
    for name in MEASURES:
        for i, arm in enumerate(ARMS):
            paper = ", ".join(f"{figure(values[name][i])} ({site})" for site, values in TABLE_4.items())
            title = {"f_measure": "F"}.get(name, name)
            yield Row(f"Table 4: {title}, {arm}", paper, both((one.hard, getattr(one.arms[arm].score, name)) for one in sites))
    for arm in ARMS[1:]:
        sizes = [(one.hard, one.arms[arm].size / one.arms[ORIGINAL].size) for one in sites]
        times = [(one.hard, one.arms[arm].seconds / one.arms[ORIGINAL].seconds) for one in sites]
        stated = ("a third", ".5 to .6") if arm != BASELINE else ("–", "–")
        yield Row(f"Figure 3: size over that of the original, {arm}", stated[0], both(sizes))
        yield Row(f"Figure 3: clustering time over that of the original, {arm}", stated[1], both(times))


SITES = ("Table 3", "articles", "sections", *(f"{arm}: F" for arm in ARMS))


def table_3(sites: Sequence[Clustered]) -> Iterator[Sequence[str]]:
    """Yield a row for each site."""
    for one in sites:
        yield one.name, str(one.articles), str(one.sections), *(figure(one.arms[arm].score.f_measure) for arm in ARMS)
