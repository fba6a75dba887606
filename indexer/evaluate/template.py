"""Evaluation of a learned template against the true one: precision and recall of its tokens, as in the paper's table 2.

The pages of one template form a group. A group's true template has each token as often as at least half of its pages print it as
template, which is the share that the method requires. The learned template is compared with it as a bag of tokens.

References
----------
Geraci, Maggini: A Multi-Sequence Alignment Algorithm for Web Template Detection. Section 3.1, table 2.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from indexer.errors import InputError
from indexer.evaluate.sample_sizes import SIZES
from indexer.page.tokens import normalised
from indexer.site.draw import drawn
from indexer.site.methods.template import TemplateModel, TemplateParams, learn

_PRINTED = 0.5


@dataclass(frozen=True, slots=True)
class PageTruth:
    """The template's tokens on one page.

    Parameters
    ----------
    template : str
        Name of the template.
    tokens : tuple of str
        Normalised, in page order.
    """

    template: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TemplateScore:
    """Score of a learned template.

    Parameters
    ----------
    sample : int
        Number of pages in the sample, t.
    precision, recall : float
        In [0, 1].
    tokens, true : int
        Number of tokens of the learned and of the true template.
    """

    sample: int
    precision: float
    recall: float
    tokens: int
    true: int


@dataclass(frozen=True, slots=True)
class TemplateReport:
    """A group of pages with the scores of all samples up to its size.

    Parameters
    ----------
    pages : int
    page_tokens, true_tokens : float
        Mean number of tokens of a page, and of its template (table 1).
    scores : tuple of TemplateScore
    """

    pages: int
    page_tokens: float
    true_tokens: float
    scores: tuple[TemplateScore, ...]


def read_truth(path: Path) -> dict[str, PageTruth]:
    """Read template tokens by URL from JSON Lines: `url`, `template`, `tokens` (tags and texts as served).

    Raises
    ------
    InputError
        With the number of the line that cannot be used.
    """
    found: dict[str, PageTruth] = {}
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            try:
                row = json.loads(line)
                tokens = tuple(token for each in row["tokens"] if (token := normalised(each)))
                found[str(row["url"])] = PageTruth(str(row["template"]), tokens)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(f"{path}, line {number}: no JSON object with url, template and tokens ({error!r})") from error
    return found


def true_template(pages: Sequence[Sequence[str]]) -> Counter[str]:
    """Count the tokens that the template prints on at least half of the pages.

    >>> sorted(true_template([["<p>", "<li>", "<li>"], ["<p>", "<li>"], ["<li>", "<li>"], ["<hr>"]]).items())
    [('<li>', 2), ('<p>', 1)]
    """
    printed: Counter[tuple[str, int]] = Counter()
    for page in pages:
        printed.update((token, i) for token, count in Counter(page).items() for i in range(count))
    return Counter(token for (token, _), on in printed.items() if on >= _PRINTED * len(pages))


def score(learned: TemplateModel, true: Counter[str]) -> TemplateScore:
    """Return precision and recall of a learned template's tokens.

    >>> model = TemplateModel(("<p>", "<p>", "<b>"), (1.0, 1.0, 0.5), 4, TemplateParams())
    >>> score(model, Counter(["<p>", "<li>", "<b>"]))
    TemplateScore(sample=4, precision=0.6666666666666666, recall=0.6666666666666666, tokens=3, true=3)
    """
    right, size = sum((Counter(learned.token) & true).values()), sum(true.values())
    return TemplateScore(
        sample=learned.pages,
        precision=right / len(learned.token) if learned.token else 0.0,
        recall=right / size if size else 0.0,
        tokens=len(learned.token),
        true=size,
    )


def measure(
    pages: Mapping[str, tuple[str, ...]], truth: Mapping[str, PageTruth], params: TemplateParams, sizes: Iterable[int] = SIZES
) -> TemplateReport:
    """Learn a group's template from samples of several sizes; smaller samples are the first pages of the larger ones.

    Parameters
    ----------
    pages : mapping of str to tuple of str
        URL to the page's tokens (`indexer.page.tokens.source_tokens`); every URL must be in `truth`.
    """
    urls = sorted(pages, key=drawn)
    sequences = [pages[url] for url in urls]
    true = true_template([truth[url].tokens for url in urls])
    models = [learn(sequences, replace(params, pages=size)) for size in sizes]
    return TemplateReport(
        pages=len(urls),
        page_tokens=fmean(map(len, sequences)) if urls else 0.0,
        true_tokens=fmean(len(truth[url].tokens) for url in urls) if urls else 0.0,
        scores=tuple(score(model, true) for model in models if model.pages == model.params.pages),
    )
