"""Feature weighting for clustering and classification, before and after (Yi and Liu, Figure 3 and Table 2).

    python -m benchmarks.papers.cst [--sites SITE...] [--jobs 2]

The paper's classes are kinds of products on five shops. The nearest ones here are kinds of news on several papers of one language: a class
is a word that names of sections share on at least two sites ("Business", "Business & Economy"), and its articles are those of these
sections. Since few sites share sections, the sections of each site are classes of its articles, too. An article of several sections belongs
to the smallest one. Vectors are counts of all words of a page (before), the weights of the compressed structure tree of the site's pages
(after), and counts of the labelled body alone, which is what cleaning can bring at most; all of length 1 but for naive Bayes.

Clustering: k-means with as many clusters as classes from 800 random starts (100 within a site); F is the mean of the classes' under the
best assignment. Classification: two classes, each from another site, for all pairs of classes and of sites. They are tested on both
classes of the other sites, as in the paper, and crosswise: on each class of the site from which the other one was learned. Within a site,
each pair of sections is cross-validated in halves. F is the mean of both classes'.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from benchmarks.papers.comparison import Row, both, comparison, figure, markdown
from benchmarks.papers.labels import FEWEST_SECTIONS, LEAST, paper_folders, section_lists, sections, some
from benchmarks.papers.learners import assigned_f, k_means, matrix, naive_bayes, support_vectors, unit
from harness.shared_sites import HARD, load, map_sites, options
from indexer.arrays import Bools, Floats, Ints
from indexer.article.language import detect
from indexer.evaluate.labels import read_bodies
from indexer.site.methods.compressed_tree import CstParams, feature_weights, fit
from indexer.text import terms

RUNS, RUNS_WITHIN = 800, 100
_FOLDS = 2
_DETECTED = 20
BEFORE, AFTER, BODIES = "all words", "weighted", "labelled bodies"
_VECTORS = (BEFORE, AFTER, BODIES)
_PAPER = {BEFORE: ".506", AFTER: ".756", BODIES: "–"}
_OVER, _UNDER = 0.7, 0.5
_PAPER_SHARES = {BEFORE: ".005, .476", AFTER: ".844, .046", BODIES: "–"}
_PAPER_SVM = {BEFORE: ".695, .785", AFTER: ".919, .951", BODIES: "–"}

Vector = Mapping[str, float]
Documents = Mapping[str, Mapping[str, Vector]]
"""Each article's vectors by name."""


class Class(NamedTuple):
    """The class of an article, and its site."""

    name: str
    site: str


Classes = Mapping[str, Class]
"""Each article's class by URL."""


@dataclass(frozen=True, slots=True)
class Sections:
    """A site's language, and the labelled articles of each section."""

    folder: Path
    language: str
    lists: Mapping[str, Collection[str]]


def read(folder: Path) -> Sections:
    """Read the sections of one site."""
    bodies = read_bodies(folder / "bodies.jsonl")
    languages = Counter(detect(bodies[url]) for url in some(bodies, _DETECTED))
    return Sections(folder, max(sorted(languages), key=lambda code: languages[code]), section_lists(folder, bodies))


def weighed(articles: Collection[str], folder: Path) -> Documents:
    """Return the vectors of those of the articles that are a site's, weighted by the compressed structure tree of all its pages."""
    site = load(folder)
    model = fit([site.pages[url] for url in site.urls], CstParams())
    return {
        url: {
            BEFORE: Counter(word for text in site.pages[url].tree.text for word in terms(text)),
            AFTER: feature_weights(model, site.pages[url]),
            BODIES: Counter(terms(site.labels[url])),
        }
        for url in sorted(site.labels.keys() & site.pages.keys() & articles)
    }


def shared_classes(sites: Sequence[Sections]) -> Classes:
    """Return the class of each article of a section whose name has a word of another site's sections.

    Words of most sites come first, then those of most articles; a section has one class.
    """
    left = {(site.folder.name, name): set(terms(name, site.language)) for site in sites for name in site.lists}
    listed = {(site.folder.name, name): set(urls) for site in sites for name, urls in site.lists.items()}
    named: dict[tuple[str, str], str] = {}
    while word := _most_shared(left, listed):
        for place in [place for place, words in left.items() if word in words]:
            named[place] = word
            del left[place]
    found: dict[str, Class] = {}
    for place in sorted(named, key=lambda place: (len(listed[place]), place)):
        for url in listed[place]:
            found.setdefault(url, Class(named[place], place[0]))
    return dict(sorted(found.items()))


def _most_shared(left: Mapping[tuple[str, str], set[str]], listed: Mapping[tuple[str, str], set[str]]) -> str:
    """Return the word of sections with enough articles on the most sites; "" if it is on one."""
    articles: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for place, words in left.items():
        for word in words:
            articles[word][place[0]] |= listed[place]
    sizes = {word: [len(urls) for urls in by_site.values() if len(urls) >= LEAST] for word, by_site in articles.items()}
    shared = {word: (len(size), sum(size), word) for word, size in sizes.items() if len(size) > 1}
    return max(shared, key=lambda word: shared[word], default="")


def across(sites: Sequence[Sections]) -> Classes:
    """Return the shared classes of the language with the most articles of them."""
    best: Classes = {}
    for language in sorted({site.language for site in sites}):
        best = max(best, shared_classes([site for site in sites if site.language == language]), key=len)
    return best


def within(site: Sections) -> Classes:
    """Return the sections of a site's articles; {} if there are too few sections."""
    found = sections(site.lists)
    return {url: Class(name, site.folder.name) for url, name in found.items()} if len(set(found.values())) >= FEWEST_SECTIONS else {}


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Articles (n) with their classes, sites, rows of each vector, and inner products of these at length 1."""

    names: Sequence[str]
    classes: Ints
    sites: Sequence[str]
    rows: Mapping[str, Floats]
    products: Mapping[str, Floats]


def task(classes: Classes, documents: Documents) -> Task:
    """Return the task of telling these classes apart."""
    known = [url for url in classes if url in documents]
    names = sorted({classes[url].name for url in known})
    rows = {name: matrix([documents[url][name] for url in known]) for name in _VECTORS}
    products = {name: (one := unit(of_vector)) @ one.T for name, of_vector in rows.items()}
    of_article = np.array([names.index(classes[url].name) for url in known], np.int64)
    return Task(names, of_article, [classes[url].site for url in known], rows, products)


def tasks(sites: Sequence[Sections], jobs: int) -> tuple[Task, list[tuple[bool, Task]]]:
    """Return the task across sites, and those within sites, each with whether the site is hard."""
    shared = across(sites)
    own = {site.folder: classes for site in sites if (classes := within(site))}
    wanted = frozenset(shared).union(*own.values())
    places = {one.site for one in shared.values()}
    folders = [site.folder for site in sites if site.folder in own or site.folder.name in places]
    documents: dict[str, Mapping[str, Vector]] = {}
    for of_site in map_sites(partial(weighed, wanted), folders, jobs):
        documents.update(of_site)
    return task(shared, documents), [(folder.parent.name == HARD, task(classes, documents)) for folder, classes in own.items()]


def clustering(found: Task, vectors: str, runs: int) -> list[float]:
    """Return F of each run of k-means."""
    number = len(found.names)
    rng = np.random.default_rng(1)
    return [assigned_f(found.classes, k_means(found.products[vectors], number, rng), number) for _ in range(runs)]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Training and test articles of two classes; True in `positive` for the first class."""

    trained: Bools
    tested: Bools
    positive: Bools


def splits(found: Task, *, crosswise: bool) -> Iterator[tuple[str, Split]]:
    """Yield the splits of each pair of classes with enough articles to train, and with test articles of both classes."""
    site = np.array(found.sites)
    for one, other in combinations(range(len(found.names)), 2):
        for left, right in permutations(sorted(set(found.sites)), 2):
            first, second = found.classes == one, found.classes == other
            at_left, at_right = site == left, site == right
            trained = first & at_left | second & at_right
            tested = first & at_right | second & at_left if crosswise else (first | second) & ~at_left & ~at_right
            enough = min(int((trained & first).sum()), int((trained & second).sum())) >= LEAST
            if enough and (tested & first).any() and (tested & second).any():
                yield f"{found.names[one]}, {found.names[other]}", Split(trained, tested, first)


def folds(found: Task) -> Iterator[tuple[str, Split]]:
    """Yield the parts of a cross-validation of each pair of classes: one half is learned, the other tested."""
    part = np.arange(len(found.classes)) % _FOLDS
    for one, other in combinations(range(len(found.names)), 2):
        first, either = found.classes == one, np.isin(found.classes, (one, other))
        for k in range(_FOLDS):
            trained = either & (part != k)
            if 0 < (trained & first).sum() < trained.sum() and (either & (part == k)).any():
                yield f"{found.names[one]}, {found.names[other]}", Split(trained, either & (part == k), first)


def guessed(found: Task, vectors: str, split: Split, *, machine: bool) -> Bools:
    """Return which tested articles are of the first class, by the support vector machine or by naive Bayes."""
    if not machine:
        rows = found.rows[vectors]
        return naive_bayes(rows[split.trained], split.positive[split.trained], rows[split.tested])
    products = found.products[vectors][:, split.trained]
    coefficients = support_vectors(products[split.trained], split.positive[split.trained])
    positive: Bools = (products[split.tested] + 1) @ coefficients > 0
    return positive


def f_and_accuracy(guess: Bools, truth: Bools) -> tuple[float, float]:
    """Return the mean F of both classes, and the accuracy."""
    f = [2 * int((g & t).sum()) / max(int(g.sum() + t.sum()), 1) for g, t in ((guess, truth), (~guess, ~truth))]
    return fmean(f), float((guess == truth).mean())


def classified(found: Task, vectors: str, split: Split, *, machine: bool) -> tuple[float, float]:
    """Return the mean F of both classes, and the accuracy, of one split."""
    return f_and_accuracy(guessed(found, vectors, split, machine=machine), split.positive[split.tested])


def cross_validated(found: Task, vectors: str, *, machine: bool) -> tuple[float, float]:
    """Return the means over pairs of classes of F and accuracy of all parts together."""
    guesses: dict[str, list[Bools]] = defaultdict(list)
    truths: dict[str, list[Bools]] = defaultdict(list)
    for pair, split in folds(found):
        guesses[pair].append(guessed(found, vectors, split, machine=machine))
        truths[pair].append(split.positive[split.tested])
    scores = [f_and_accuracy(np.concatenate(guesses[pair]), np.concatenate(truths[pair])) for pair in guesses]
    return fmean(f for f, _ in scores), fmean(accuracy for _, accuracy in scores)


def report(shared: Task, own: Sequence[tuple[bool, Task]], runs: int = RUNS, runs_within: int = RUNS_WITHIN) -> Iterator[str]:
    """Yield the shared classes by site, the figures, and k-means by site."""
    if len(shared.names) > 1:
        places = sorted(set(shared.sites))
        cells = Counter(zip(shared.classes.tolist(), shared.sites, strict=True))
        rows = ([name, *(str(cells[i, place]) for place in places)] for i, name in enumerate(shared.names))
        yield from markdown(("class", *places), rows)
        yield ""
        yield from comparison([*_clustering_rows(shared, runs), *_classification_rows(shared)])
        yield ""
    clusterings = [{name: fmean(clustering(one, name, runs_within)) for name in _VECTORS} for _, one in own]
    yield from comparison(_rows_within(own, clusterings))
    yield ""
    head = ("within a site: k-means, F", "articles", "sections", *_VECTORS)
    sizes = ((one.sites[0], str(len(one.sites)), str(len(one.names))) for _, one in own)
    yield from markdown(head, ((*size, *map(figure, f.values())) for size, f in zip(sizes, clusterings, strict=True)))


def _clustering_rows(found: Task, runs: int) -> Iterator[Row]:
    for name in _VECTORS:
        values = clustering(found, name, runs)
        yield Row(f"Figure 3: k-means, F, {name}", _PAPER[name], figure(fmean(values)))
        over, under = (figure(sum(chosen) / runs) for chosen in ([v > _OVER for v in values], [v < _UNDER for v in values]))
        yield Row(f"Figure 3: runs over {_OVER}, under {_UNDER}, {name}", _PAPER_SHARES[name], f"{over}, {under}")


def _classification_rows(found: Task) -> Iterator[Row]:
    for machine, method in ((True, "SVM"), (False, "naive Bayes")):
        for crosswise, where in ((False, "other sites"), (True, "crosswise")):
            chosen = [split for _, split in splits(found, crosswise=crosswise)]
            for name in _VECTORS:
                scores = [classified(found, name, split, machine=machine) for split in chosen]
                here = ", ".join(figure(fmean(values)) for values in zip(*scores, strict=True)) or "–"
                paper = _PAPER_SVM[name] if machine and not crosswise else "–"
                yield Row(f"Table 2: {method}, {where} ({len(chosen)} tests), F, accuracy, {name}", paper, here)


def _rows_within(own: Sequence[tuple[bool, Task]], clusterings: Sequence[Mapping[str, float]]) -> Iterator[Row]:
    for name in _VECTORS:
        here = both((hard, f[name]) for (hard, _), f in zip(own, clusterings, strict=True))
        yield Row(f"within {len(own)} sites: k-means, F, {name}", _PAPER[name], here)
    for machine, method in ((True, "SVM"), (False, "naive Bayes")):
        for name in _VECTORS:
            scores = [(hard, cross_validated(one, name, machine=machine)) for hard, one in own]
            here = ", ".join(both((hard, pair[i]) for hard, pair in scores) for i in (0, 1))
            yield Row(f"within {len(own)} sites: {method}, F, accuracy, {name}", _PAPER_SVM[name] if machine else "–", here)


def main() -> int:
    args = options(__doc__).parse_args()
    with TemporaryDirectory() as temporary:
        sites = [read(folder) for folder in paper_folders(args.sites, Path(temporary))]
        print("\n".join(report(*tasks(sites, args.jobs))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
