"""Match precision: the share of the pages containing a word whose article contains it.

Ranking hides false matches at the bottom; a search sorted by date, an alert or a count shows them all. Queries are single
terms that occur in 2 to 10 % of a site's articles: common enough to be searched for, rare enough to be informative. A match
is true if the page's article (labelled body and headline) contains the term, so that no judge is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

import numpy as np

from indexer.errors import InputError, UsageError
from indexer.evaluate.judged_urls import Unmatched, story_of, why_unmatched
from indexer.evaluate.significance import Difference, compare, holm
from indexer.index.arm import Arm
from indexer.index.document import published_key
from indexer.index.engine import Engine
from indexer.index.stored import Stored
from indexer.index.weights import part, vector

SHARE_FROM, SHARE_TO = 0.02, 0.10
TERMS_PER_SITE = 400
FIRST_PAGE = 10


@dataclass(frozen=True, slots=True)
class Label:
    """The labelled text of an article."""

    headline: str
    body: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Figures of one arm, for one site or all sites ("").

    Parameters
    ----------
    site : str
    arm : Arm
    terms : int
        Number of one-word queries.
    precision : float
        Mean over the queries with matches of the share of true matches. Like the other figures, None without queries.
    first_page : float
        The same for the ten latest matching pages (undated documents last).
    false_queries : float
        Share of queries with at least one false match.
    recall : float
        Mean over the queries of the share of true articles that match.
    """

    site: str
    arm: Arm
    terms: int
    precision: float | None
    first_page: float | None
    false_queries: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Rows by site (total first) and arm, and the difference of each arm's precision from the first arm's.

    `reference` is the source of the true articles: `labels`, or `body arm` without labels. That arm is then right by definition, so that
    nothing is tested and `differences` is empty. `p_adjusted` is Holm's over the arms; `unmatched` gives the reason for each label without
    a document in the raw arm.
    """

    rows: tuple[MatchRow, ...]
    reference: str
    differences: Mapping[Arm, Difference]
    p_adjusted: Mapping[Arm, float]
    unmatched: Mapping[str, Unmatched] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Query:
    """One term on one arm: precision, first-page precision and recall; precision is None without a match."""

    site: str
    term: str
    precision: float | None
    first_page: float | None
    recall: float


_Reference = Mapping[str, Mapping[str, frozenset[str]]]
"""Site to story (canonical URL) to its terms."""


def read_labels(path: Path) -> dict[str, Label]:
    """Read JSON Lines with `url`, `body` and optionally `headline` or `title`.

    Raises
    ------
    InputError
        If a line cannot be parsed; the message names it.
    """
    labels = {}
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    url, label = _label(line, f"{path}, line {number}")
                    labels[url] = label
    except (OSError, UnicodeDecodeError) as error:
        msg = f"cannot read {path}: {error}"
        raise InputError(msg) from error
    return labels


def measure(
    engine: Engine, arms: Sequence[Arm] = tuple(Arm), labels: Mapping[str, Label] | None = None, seed: int = 0
) -> MatchReport:
    """Measure match precision on all sites of an index.

    Parameters
    ----------
    labels : mapping of URL to Label, optional
        None takes the `body` arm as the truth.
    seed : int
        Seed of the draw of terms if a site has more than 400 candidates.

    Raises
    ------
    UsageError
        If no label's URL is in the index, or the body arm is empty.
    """
    stories = {url: story_of(engine, (Arm.RAW,), url) for url in labels or ()}
    found = {story: label for url, label in (labels or {}).items() if (story := stories[url])}
    reference = _from_body_arm(engine) if labels is None else _from_labels(engine, found)
    if not reference:
        msg = "nothing to measure: " + ("no labelled URL is in the index" if labels else "the body arm is empty")
        raise UsageError(msg)
    chosen = {site: _choose(stories, seed) for site, stories in sorted(reference.items())}
    queries = {arm: _ask(engine.stored(arm), reference, chosen) for arm in arms}
    rows = [_row(site, arm, queries[arm]) for site in ("", *chosen) for arm in arms]
    tested = () if labels is None else arms[1:]
    differences = {arm: difference for arm in tested if (difference := _difference(queries[arms[0]], queries[arm])) is not None}
    return MatchReport(
        tuple(rows),
        "body arm" if labels is None else "labels",
        differences,
        dict(zip(differences, holm([each.p for each in differences.values()]), strict=True)),
        {url: why_unmatched(engine, (Arm.RAW,), url) for url, story in stories.items() if story is None},
    )


def _ask(
    documents: Iterable[Stored], reference: _Reference, chosen: Mapping[str, Sequence[str]]
) -> list[_Query]:
    """Match every chosen term against the documents of its site."""
    matching: dict[tuple[str, str], list[tuple[int, str]]] = {
        (site, term): [] for site, wanted in chosen.items() for term in wanted
    }
    wanted = {site: frozenset(terms) for site, terms in chosen.items()}
    for document in documents:
        key = published_key(document.published, document.id)
        for term in document.words & wanted.get(document.site, frozenset()):
            matching[document.site, term].append((key, document.canonical_url))
    return [_judge(site, term, found, reference[site]) for (site, term), found in matching.items()]


def _judge(
    site: str, term: str, found: Sequence[tuple[int, str]], stories: Mapping[str, frozenset[str]]
) -> _Query:
    true = [term in stories.get(story, ()) for _, story in sorted(found, reverse=True)]
    real = {story for story, words in stories.items() if term in words}
    return _Query(
        site=site,
        term=term,
        precision=fmean(true) if true else None,
        first_page=fmean(true[:FIRST_PAGE]) if true else None,
        recall=len(real & {story for _, story in found}) / len(real),
    )


def _choose(stories: Mapping[str, frozenset[str]], seed: int) -> list[str]:
    """Return the terms in 2 to 10 % of the stories, or a random sample of 400."""
    counts: dict[str, int] = {}
    for words in stories.values():
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    low, high = SHARE_FROM * len(stories), SHARE_TO * len(stories)
    candidates = sorted(term for term, count in counts.items() if low <= count <= high)
    if len(candidates) <= TERMS_PER_SITE:
        return candidates
    drawn = np.random.default_rng(seed).choice(len(candidates), TERMS_PER_SITE, replace=False)
    return [candidates[i] for i in sorted(drawn)]


def _from_body_arm(engine: Engine) -> _Reference:
    sites: dict[str, dict[str, frozenset[str]]] = {}
    for document in engine.stored(Arm.BODY) if engine.count(Arm.BODY) else ():
        sites.setdefault(document.site, {})[document.canonical_url] = document.words
    return sites


def _from_labels(engine: Engine, labels: Mapping[str, Label]) -> _Reference:
    """Return the terms of the labels by story, with the site and language of their pages in the raw arm."""
    sites: dict[str, dict[str, frozenset[str]]] = {}
    for document in engine.stored(Arm.RAW):
        label = labels.get(document.canonical_url)
        if label is not None:
            text, language = f"{label.headline or document.fields['headline']}\n{label.body}", document.language
            sites.setdefault(document.site, {})[document.canonical_url] = frozenset(vector([part("text", text, language)]))
    return sites


def _row(site: str, arm: Arm, queries: Iterable[_Query]) -> MatchRow:
    own = [query for query in queries if site in {"", query.site}]
    precisions = [query.precision for query in own if query.precision is not None]
    first_pages = [query.first_page for query in own if query.first_page is not None]
    return MatchRow(
        site=site,
        arm=arm,
        terms=len(own),
        precision=fmean(precisions) if precisions else None,
        first_page=fmean(first_pages) if first_pages else None,
        false_queries=fmean(precision < 1 for precision in precisions) if precisions else None,
        recall=fmean(query.recall for query in own) if own else None,
    )


def _difference(first: Sequence[_Query], second: Sequence[_Query]) -> Difference | None:
    """Compare the precision over the queries with matches on both arms."""
    pairs = [
        (a.precision, b.precision)
        for a, b in zip(first, second, strict=True)
        if a.precision is not None and b.precision is not None
    ]
    return compare([a for a, _ in pairs], [b for _, b in pairs]) if pairs else None


def _label(line: str, where: str) -> tuple[str, Label]:
    try:
        record = json.loads(line)
        headline = record.get("headline") or record.get("title") or ""
        return str(record["url"]), Label(str(headline), str(record["body"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        msg = f"{where}: expected a JSON object with url and body"
        raise InputError(msg) from error
