"""Page types on labelled sites: all pages, small and imbalanced samples, and pages that are not part of the fit.

    python -m benchmarks.page_types [--sites SITE...] [--draws 4] [--jobs 2]

A site is a folder with `site.warc.gz` and `pages.tsv`. F1 of `article` and `toc` is computed over the pages labelled with one of the two;
for `other`, the table shows how many pages with this label are recognised and how many articles are mistaken for it. Samples contain pages
of the first two types; in thinned samples, one type is reduced to an eighth. `benchmarks.type_mutations` measures changed pages.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean

from harness.shared_sites import folders, load, map_sites, options
from indexer.evaluate.labels import read_types
from indexer.evaluate.page_types import JUDGED, OTHER, score
from indexer.page.page import Page
from indexer.page.score import Evidence, gather
from indexer.site.params import SiteParams
from indexer.site.sample import stories
from indexer.site.types.page_type import learn_types, page_type
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SampledPage

SIZES = (5, 10, 20)
THINNED = (30, 60)
PART = 8
"""A thinned sample has one page of the rare type in this many."""


@dataclass(frozen=True, slots=True)
class Row:
    """One site's figures.

    Parameters
    ----------
    f1 : mapping of str to (float, float)
        F1 of article and toc on all pages, and in thinned samples.
    accuracy : mapping of int to float
        Accuracy by sample size.
    unseen : float
        Accuracy on pages that are not part of the fit: one half of the site, with a model of the other half.
    found, others, lost, articles : int
        Recognised and labelled `other` pages; articles mistaken for `other`, and labelled articles.
    """

    site: str
    hard: bool
    f1: Mapping[str, tuple[float, float]]
    accuracy: Mapping[int, float] = field(default_factory=dict)
    unseen: float = 0.0
    found: int = 0
    others: int = 0
    lost: int = 0
    articles: int = 0


def types_of(
    evidence: Mapping[str, Evidence], fitted: Collection[str], requested: Collection[str], types: TypeParams | None = None
) -> dict[str, str]:
    """Return the types of the pages `requested` by a model that is learned from the pages `fitted`."""
    params, types = SiteParams(), types or TypeParams()
    urls = sorted(fitted)
    story_ids = stories([evidence[url] for url in urls], params.copies, params.score)
    sample = [SampledPage(evidence[url], url, story) for url, story in zip(urls, story_ids, strict=True)]
    model, _ = learn_types(sample, params.score, types)
    return {url: page_type(model, evidence[url], url, params.score, types) for url in requested}


def _f1(labels: Mapping[str, str], found: Mapping[str, str]) -> tuple[float, float]:
    figures = score({url: labels[url] for url in found}, found)
    return figures["article"].f1, figures["toc"].f1


def _right(labels: Mapping[str, str], found: Mapping[str, str]) -> float:
    return fmean(labels[url] == kind for url, kind in found.items())


def _thinned(labels: Mapping[str, str], draws: int, name: str) -> Iterator[list[str]]:
    """Yield samples with few articles, and samples with few tables of contents."""
    pools = {kind: sorted(url for url, label in labels.items() if label == kind) for kind in JUDGED}
    for size in THINNED:
        for rare, often in (JUDGED, JUDGED[::-1]):
            for draw in range(draws):
                rng = random.Random(f"{name}{size}{rare}{draw}")
                rare_urls = rng.sample(pools[rare], max(1, min(size, len(pools[rare])) // PART))
                yield rare_urls + rng.sample(pools[often], min(size - len(rare_urls), len(pools[often])))


def measure(folder: Path, draws: int) -> Row:
    """Return all figures of one site."""
    site = load(folder)
    labels = {url: label for url, label in read_types(folder / "pages.tsv").items() if url in site.pages}
    judged = {url: label for url, label in labels.items() if label in JUDGED}
    evidence = _evidence(site.pages)
    found = types_of(evidence, evidence, labels)
    f1 = {"all pages": _f1(labels, found)}
    thinned = [_f1(judged, types_of(evidence, urls, urls)) for urls in _thinned(judged, draws, folder.name)]
    f1["thinned samples"] = fmean(a for a, _ in thinned), fmean(t for _, t in thinned)
    accuracy = {}
    for size in SIZES:
        samples = [random.Random(f"{folder.name}{size}{k}").sample(sorted(judged), min(size, len(judged))) for k in range(draws)]
        accuracy[size] = fmean(_right(judged, types_of(evidence, urls, urls)) for urls in samples)
    half = sorted(evidence)[::2]
    unseen = {url: label for url, label in judged.items() if url not in set(half)}
    return Row(
        folder.name,
        site.hard,
        f1,
        accuracy,
        _right(unseen, types_of(evidence, half, unseen)),
        found=sum(found[url] == OTHER for url, label in labels.items() if label == OTHER),
        others=sum(label == OTHER for label in labels.values()),
        lost=sum(found[url] == OTHER for url, label in labels.items() if label == "article"),
        articles=sum(label == "article" for label in labels.values()),
    )


def _evidence(pages: Mapping[str, Page]) -> dict[str, Evidence]:
    params = SiteParams()
    return {url: gather(page, params.score) for url, page in pages.items()}


def _print(rows: Sequence[Row]) -> None:
    for name in rows[0].f1:
        print(f"{name:24s}" + "".join(f"  {row.f1[name][0]:.3f}/{row.f1[name][1]:.3f}" for row in rows))
    for size in rows[0].accuracy:
        print(f"{f'{size} pages, accuracy':24s}" + "".join(f"  {row.accuracy[size]:11.3f}" for row in rows))
    print(f"{'pages not in the fit':24s}" + "".join(f"  {row.unseen:11.3f}" for row in rows))
    print(f"{'other, recognised':24s}" + "".join(f"  {f'{row.found} of {row.others}':>11s}" for row in rows))
    print(f"{'articles lost':24s}" + "".join(f"  {f'{row.lost} of {row.articles}':>11s}" for row in rows))


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--draws", type=int, default=4, help="number of samples of each kind (%(default)s)")
    args = parser.parse_args()
    rows = list(map_sites(partial(measure, draws=args.draws), folders(args.sites), args.jobs))
    print(f"{'':24s}" + "".join(f"  {row.site[:11]:>11s}" for row in rows))
    _print(rows)
    for group in (False, True):
        some = [row for row in rows if row.hard == group]
        if some:
            print(f"\nmean of {len(some)} {'hard ' * group}sites, article/toc:")
            for name in some[0].f1:
                print(f"  {name:24s} {fmean(r.f1[name][0] for r in some):.4f}/{fmean(r.f1[name][1] for r in some):.4f}")
            for size in SIZES:
                print(f"  {f'{size} pages, accuracy':24s} {fmean(r.accuracy[size] for r in some):.4f}")
            print(f"  {'pages not in the fit':24s} {fmean(r.unseen for r in some):.4f}")


if __name__ == "__main__":
    main()
