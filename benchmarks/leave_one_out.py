"""Ablation of the parts of the site model, and leave-one-site-out cross-validation of its thresholds, on labelled sites.

    python -m benchmarks.leave_one_out [--sites SITE...] [--parts PATH...] [--pages N] [--draws 2] [--jobs 2] [--cache DIR]
    python -m benchmarks.leave_one_out --thresholds [--pages 60] [--factors 0.67 1.5] [--sweeps 1]
    python -m benchmarks.leave_one_out --types [--pages 60] [--factors 0.67 1.5] [--sweeps 1] [--parts NAME...]

Without `--thresholds`, the table shows the mean F1 with one switch of `SiteParams` off at a time: on all pages, on the hard sites, on
mutated sites (`harness.mutations`), and learned from 15 random pages. A part without which no figure falls has no effect. `--pages` limits
the pages to learn from, which takes a third of the time.

With `--thresholds`, every number in `SiteParams` is chosen from its current value and that value times each factor on all sites but one,
and tested on the remaining site; the exit code is 1 if the mean of the tests is more than .004 below that of the tuned parameters.
`--types` does the same for `TypeParams` and page types (`benchmarks.type_threshold`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

from benchmarks.threshold_search import SAMPLE_SEED, Setting, f1, search
from benchmarks.type_threshold import types_f1
from harness.mutations import SETS, mutate
from harness.param_paths import switches, thresholds, with_value
from harness.shared_sites import HARD, BodyScorer, Site, Votes, bodies, draw, folders, learn, load, map_sites, options
from indexer.site.params import SiteParams
from indexer.site.types.params import TypeParams

SMALL = 15
_PAGES = 60
MAX_LOSS = 0.004
"""Maximum loss of mean F1 if thresholds are chosen without the test site."""
_FULL, _MUTATED, _SMALL = "full", "mutated", "15 pages"
_ALL_ON = "(all parts)"


def main() -> int:
    """Measure and print one of the two tables."""
    parser = options(__doc__)
    parser.add_argument("--parts", nargs="+", metavar="PATH", help="only these switches or thresholds, for example containers.search")
    parser.add_argument("--draws", type=int, default=2, help="random samples of 15 pages (%(default)s)")
    parser.add_argument("--thresholds", action="store_true", help="cross-validate the thresholds instead of ablating parts")
    parser.add_argument("--types", action="store_true", help="cross-validate the thresholds of page types")
    parser.add_argument("--pages", type=int, default=0, help="pages of each site to learn from (all; with --thresholds 60, and test pages)")
    parser.add_argument("--factors", nargs="+", type=float, default=[0.67, 1.5])
    parser.add_argument("--sweeps", type=int, default=1)
    args = parser.parse_args()
    pages = args.pages or _PAGES
    if args.types:
        return _thresholds(args, TypeParams(), partial(types_f1, pages=pages))
    if args.thresholds:
        return _thresholds(args, SiteParams(), partial(f1, cache=args.cache, pages=pages, tuned=SiteParams()))
    return _parts(args)


# -- parts -----------------------------------------------------------------------------------------------------------------


def _parts(args: argparse.Namespace) -> int:
    parts = [_ALL_ON, *(args.parts or switches(SiteParams()))]
    sites = folders(args.sites)
    found: dict[Path, dict[str, dict[str, float]]] = {}
    work = partial(ablated, parts, args.cache, args.pages, args.draws)
    for folder, figures in zip(sites, map_sites(work, sites, args.jobs), strict=True):
        found[folder] = figures
        print(f"{folder.name}: done", file=sys.stderr, flush=True)
    print(f"{'without':24} {'full':>7} {'hard':>7} {'mutated':>8} {'15 pages':>9}")
    for part in parts:
        full, hard = ([found[f][part][_FULL] for f in sites if (f.parent.name == HARD) == is_hard] for is_hard in (False, True))
        mutated, small = (fmean(found[f][part][name] for f in sites) for name in (_MUTATED, _SMALL))
        print(f"{part:24} {_mean(full):>7} {_mean(hard):>7} {mutated:8.4f} {small:9.4f}")
    return 0


def _mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.4f}" if values else "-"


def ablated(parts: Sequence[str], cache: Path, pages: int, draws: int, folder: Path) -> dict[str, dict[str, float]]:
    """Return one site's figures by the part that is off."""
    site, votes = load(folder), Votes(cache)
    mutants = [mutate(site, kinds)[0] for kinds in SETS.values()]
    voted = [votes.of(one) for one in (site, *mutants)]
    scorers = [BodyScorer(one.labels) for one in (site, *mutants)]
    learned = draw(site, pages or len(site.pages), SAMPLE_SEED)
    out = {}
    for part in parts:
        params = SiteParams() if part == _ALL_ON else with_value(SiteParams(), part, value=False)
        full, *mutated = [_f1(one, v, scorer, params, learned) for one, v, scorer in zip((site, *mutants), voted, scorers, strict=True)]
        small = [_f1(site, voted[0], scorers[0], params, draw(site, SMALL, seed)) for seed in range(draws)]
        out[part] = {_FULL: full, _MUTATED: fmean(mutated), _SMALL: fmean(small) if small else float("nan")}
    return out


def _f1(site: Site, votes: Mapping[str, str], scorer: BodyScorer, params: SiteParams, urls: Sequence[str]) -> float:
    return scorer.f1(bodies(learn(site, votes if params.votes else {}, urls, params), site))


# -- thresholds ------------------------------------------------------------------------------------------------------------


def _thresholds(args: argparse.Namespace, tuned: SiteParams | TypeParams, measure: Callable[[Path, Setting], float]) -> int:
    sites, choices = folders(args.sites), thresholds(tuned, args.factors)
    choices = {path: values for path, values in choices.items() if path in (args.parts or choices)}
    print(f"{len(choices)} thresholds, {sum(map(len, choices.values()))} values, {args.pages or _PAGES} pages per site", flush=True)
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("forkserver")) as pool:
        folds = search(sites, choices, measure, pool, args.sweeps, _progress)
    print(f"{'left out':18} {'tuned':>7} {'chosen':>7} {'change':>8}  changed thresholds")
    for fold in folds:
        changed = ", ".join(f"{path} {value:g}" for path, value in fold.setting)
        print(f"{fold.site:18} {fold.tuned:7.4f} {fold.chosen:7.4f} {fold.chosen - fold.tuned:+8.4f}  {changed or '-'}")
    before, after = fmean(fold.tuned for fold in folds), fmean(fold.chosen for fold in folds)
    print(f"{'mean':18} {before:7.4f} {after:7.4f} {after - before:+8.4f}  required: {-MAX_LOSS:+.4f}")
    return int(after < before - MAX_LOSS)


def _progress(path: str, measured: int) -> None:
    print(f"{path}: {measured} measurements", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
