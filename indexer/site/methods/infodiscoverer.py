"""InfoDiscoverer as published: content blocks whose features are spread over all pages are redundant, the others are informative.

A feature that is equally frequent on every page carries no information: its entropy is 1. A content block's entropy is the mean of its
features'. The threshold between the two kinds is the first at which a further step would include no more features of the site.

How the open points of the paper are interpreted:

- *Features* are made of the terms of `indexer.text.terms`, so text of any script has some. The paper's system drops the words of a
    stop-list and keeps keywords of a term base; neither exists for all languages. Phrases replace them, which the paper names
    beside terms (3.2): a pair of consecutive words is on all pages only in the template, although every language has words that occur
    everywhere. With single terms, stop-words make stories half as entropic as menus.
- *k features* of a block are its distinct ones.
- *The page set* D is the sample of the fit: the paper draws ten training pages of a cluster and applies the threshold
    to all (5.2). A feature that is on none of them would be on one page: its entropy is 0.
- *A block at the threshold* is informative: the search starts from 0, the minimum entropy of a block.
- *The boundary is reached* by the first step that adds no feature after some are included.

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.2, 3.3, 4.3 and 5.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from indexer.algorithms.block_entropy import (
    block_entropies,
    check_interval,
    first_included,
    greedy_threshold,
    growth,
    spread,
    term_entropies,
)
from indexer.arrays import Floats
from indexer.page.page import Page
from indexer.site.draw import drawn
from indexer.site.links.content_blocks import Features, block_features, content_blocks
from indexer.site.links.partitions import PARTITIONS


@dataclass(frozen=True, slots=True)
class InfoParams:
    """The paper's constants, and our choices for its open points.

    Parameters
    ----------
    pages : int
        Training pages, drawn by a hash of their URLs. The paper: ten (5.3), and five to forty in its Figure 17.
    interval : float
        Step of the search for the threshold, in [.0001, 1]. The paper: "such as 0.1" (4.3).
    partition : str
        The partition into content blocks (`indexer.site.links.content_blocks.PARTITIONS`). `table` is the paper's, for table layouts;
        `section` is ours, for modern pages.
    words : int
        Length of a feature in terms. 1: the terms of the paper's examples; above 1: phrases, which do not cross text blocks.
    reach : float
        Minimum share of the features, in [0, 1], included before the search may end. The paper: 0. On real sites a handful of
        blocks that share no feature may come first, and the search ends after them, before the stories.
    slack : float
        Share of the features, in [0, 1), below which a step counts as adding none. The paper: 0, on pages of a few large
        blocks; with many small ones, almost every step adds some.
    threshold : float or None
        A "defined threshold" in [0, 1] that replaces the search (4.3).
    """

    pages: int = 10
    interval: float = 0.1
    partition: str = "section"
    words: int = 2
    reach: float = 0.0
    slack: float = 0.0
    threshold: float | None = None

    def __post_init__(self) -> None:
        if not (self.pages >= 1 and self.words >= 1):
            raise ValueError("a page at least is learned from, and a feature has a term at least")
        check_interval(self.interval)
        if self.partition not in PARTITIONS:
            raise ValueError(f"there is no partition {self.partition!r}: name one of {', '.join(PARTITIONS)}")
        if not (0 <= self.reach <= 1 and 0 <= self.slack < 1):
            raise ValueError("reach and slack are shares of the features: in [0, 1] and [0, 1)")
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise ValueError("the threshold lies in [0, 1], as entropies do")


STEADY = InfoParams(pages=40, reach=0.5, slack=0.02)
"""The parameters that depend least on the number of pages: mean F1 on twelve real sites .86 from ten and from forty, .85 from all. The
published search has .81 from ten, and .67 from all: there it finds no standstill on most sites, and keeps everything."""


class FeatureUse(NamedTuple):
    """The distribution of one feature over the pages: all that its entropy needs; two of them can be added.

    Parameters
    ----------
    total : int
        Its occurrences.
    spread : int
        Sum of `indexer.algorithms.block_entropy.spread` over the pages with the feature.
    """

    total: int = 0
    spread: int = 0


@dataclass(frozen=True, slots=True)
class InfoModel:
    """Features and blocks learned from a page set.

    Parameters
    ----------
    params : InfoParams
    pages : int
        |D|, the number of pages.
    use : mapping of str to FeatureUse
        The feature-document matrix, summed over its documents.
    blocks : tuple of tuple of str
        The sorted features of each distinct content block; a new threshold is found from them when pages are added.
    entropy : mapping of str to float
        E(T_i) of each feature.
    threshold : float
        Blocks of a higher entropy are redundant.
    """

    params: InfoParams
    pages: int
    use: Mapping[str, FeatureUse]
    blocks: tuple[Features, ...]
    entropy: Mapping[str, float]
    threshold: float


def fit(pages: Sequence[Page], params: InfoParams) -> InfoModel:
    """Learn the feature entropies and the threshold of a site's pages.

    Parameters
    ----------
    pages : sequence of Page
        Without labels, in any order. The paper uses either index pages or articles; a mixture is accepted.
    params : InfoParams

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> story = "<nav>Home News Sport</nav><div>{}</div>"
    >>> model = fit([parse(story.format(t), t) for t in ("crane sinks", "lynx returns", "ferry late")], InfoParams())
    >>> model.entropy["home news"], model.entropy["crane sinks"], model.threshold
    (1.0, 0.0, 0.0)
    """
    ordered = sorted(pages, key=lambda page: (drawn(page.url), page.tree.text))
    return merge(InfoModel(params, 0, {}, (), {}, 0.0), ordered[: params.pages])


def merge(model: InfoModel, pages: Iterable[Page]) -> InfoModel:
    """Return the model with more pages in the page set, as if fitted on all of them; the model is not changed.

    Earlier pages are not read again: a new page adds to its own features' frequencies, and the threshold is found from the
    features of the blocks.
    All given pages are used, even beyond `params.pages`; a page that is already in the set would count twice.
    """
    use = dict(model.use)
    blocks = set(model.blocks)
    number = model.pages
    for page in pages:
        texts = block_features(page.tree, model.params.partition, model.params.words)
        found = [list(chain.from_iterable(features)) for features in texts.values()]
        blocks.update(tuple(sorted(set(features))) for features in found if features)
        _count(use, Counter(chain.from_iterable(found)))
        number += 1
    entropy = _entropies(use, number)
    ordered = tuple(sorted(blocks))
    return InfoModel(model.params, number, use, ordered, entropy, _threshold(ordered, entropy, model.params))


def apply(model: InfoModel, page: Page) -> Floats:
    """Return the weight of each text block: 1 in informative content blocks; 0 in redundant ones, without features, and if hidden.

    Returns
    -------
    float array, shape (b,)

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> story = "<nav>Home News Sport</nav><div>{}</div>"
    >>> model = fit([parse(story.format(t), t) for t in ("crane sinks", "lynx returns", "ferry late")], InfoParams())
    >>> apply(model, parse(story.format("Water in the harbour"))).tolist()
    [0.0, 1.0]
    """
    entropy = entropies(model, page)
    return np.where(np.isnan(entropy), 0.0, entropy <= model.threshold)


def entropies(model: InfoModel, page: Page) -> Floats:
    """Return H(CB) of the content block of each text block; shape (b,), NaN without features or for invisible text.

    `1 - H` is the weight that the paper gives to links (3.3); content blocks are cut, not weighted.

    >>> from indexer.page.parse import parse
    >>> model = fit([parse("<p>Home</p>", "a"), parse("<p>Home</p>", "b")], InfoParams(words=1))
    >>> entropies(model, parse("<p>Home again</p><nav>Home</nav><div>!</div>")).round(2).tolist()
    [0.5, 1.0, nan]
    """
    texts = block_features(page.tree, model.params.partition, model.params.words)
    found = {block: sorted(set(chain.from_iterable(features))) for block, features in texts.items()}
    known = [[model.entropy.get(feature, 0.0) for feature in features] for features in found.values()]
    values = np.array(list(chain.from_iterable(known)), np.float64)
    entropy = block_entropies(np.arange(len(values)), _offsets(known), values)
    of_block = {block: float(h) for block, features, h in zip(found, known, entropy, strict=True) if features}
    at = content_blocks(page.tree, model.params.partition).tolist()
    return np.array([of_block.get(block, np.nan) for block in at], np.float64)


def _count(use: dict[str, FeatureUse], frequency: Mapping[str, int]) -> None:
    """Add one page's frequencies."""
    added = spread(np.fromiter(frequency.values(), np.int64, len(frequency))).tolist()
    for (feature, count), part in zip(frequency.items(), added, strict=True):
        before = use.get(feature, FeatureUse())
        use[feature] = FeatureUse(before.total + count, before.spread + part)


def _entropies(use: Mapping[str, FeatureUse], pages: int) -> dict[str, float]:
    features = sorted(use)
    totals = np.fromiter((use[feature].total for feature in features), np.int64, len(features))
    spreads = np.fromiter((use[feature].spread for feature in features), np.int64, len(features))
    return dict(zip(features, term_entropies(totals, spreads, pages).tolist(), strict=True))


def _threshold(blocks: Sequence[Features], entropy: Mapping[str, float], params: InfoParams) -> float:
    """Return the threshold by the greedy search of section 4.3."""
    if params.threshold is not None:
        return params.threshold
    number = {feature: i for i, feature in enumerate(entropy)}
    features = np.array([number[feature] for block in blocks for feature in block], np.int64)
    offsets = _offsets(blocks)
    of_block = block_entropies(features, offsets, np.array(list(entropy.values()), np.float64))
    thresholds, included = growth(first_included(features, offsets, of_block, len(number)), params.interval)
    return greedy_threshold(thresholds, included.tolist(), params.reach, params.slack)


def _offsets(groups: Sequence[Sequence[object]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the start of each group in their concatenation, and the end."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum([len(group) for group in groups], dtype=np.int64)))
