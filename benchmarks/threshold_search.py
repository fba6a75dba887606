"""Leave-one-site-out cross-validation: thresholds are chosen on all sites but one, and tested on that one.

Coordinate search sets each threshold in turn to the value with the best mean F1 on the other sites (ties keep the current value),
`sweeps` times. All folds process the thresholds together, so that a setting that several of them need is measured once per site;
every site is learned from the same random pages each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from statistics import fmean

from harness.param_paths import with_value
from harness.shared_sites import BodyScorer, Site, Votes, bodies, draw, learn, load
from indexer.site.params import SiteParams

Setting = tuple[tuple[str, float], ...]
"""Differences from the tuned parameters: paths in alphabetical order, each with its value."""

_EQUAL = 1e-9
SAMPLE_SEED = 0


@dataclass(frozen=True, slots=True)
class Fold:
    """One site left out.

    Parameters
    ----------
    site : str
    tuned, chosen : float
        Its F1 with the tuned thresholds, and with those chosen on the other sites.
    setting : Setting
        The chosen thresholds that differ from the tuned ones.
    """

    site: str
    tuned: float
    chosen: float
    setting: Setting


@lru_cache(maxsize=16)  # a process reuses the sites that it has loaded
def _prepared(folder: Path, cache: Path) -> tuple[Site, Mapping[str, str], BodyScorer]:
    site = load(folder)
    return site, Votes(cache).of(site), BodyScorer(site.labels)


def f1(folder: Path, setting: Setting, *, cache: Path, pages: int, tuned: SiteParams) -> float:
    """Return a site's F1 with a setting: learned from random pages, tested on some of the labelled ones."""
    site, votes, scorer = _prepared(folder, cache)
    params = tuned
    for path, value in setting:
        params = with_value(params, path, value)
    judged = sorted(site.labels)[:: max(1, len(site.labels) // pages)][:pages]
    model = learn(site, votes, draw(site, pages, SAMPLE_SEED), params)
    return scorer.f1(bodies(model, site, judged), judged)


@dataclass(slots=True)
class _Table:
    """F1 by setting and site, measured on demand."""

    pool: Executor
    measure: Callable[[Path, Setting], float]
    known: dict[tuple[Setting, Path], float] = field(default_factory=dict)

    def fill(self, pairs: Iterable[tuple[Setting, Path]]) -> None:
        missing = sorted(set(pairs) - set(self.known), key=lambda pair: (str(pair[1]), pair[0]))
        values = self.pool.map(self.measure, [site for _, site in missing], [setting for setting, _ in missing], chunksize=2)
        self.known.update(zip(missing, values, strict=True))

    def mean(self, setting: Setting, sites: Iterable[Path]) -> float:
        return fmean(self.known[setting, site] for site in sites)


def search(
    sites: Sequence[Path],
    choices: Mapping[str, Sequence[float]],
    measure: Callable[[Path, Setting], float],
    pool: Executor,
    sweeps: int = 1,
    progress: Callable[[str, int], None] = lambda _path, _measured: None,
) -> list[Fold]:
    """Return the folds, one per site.

    Parameters
    ----------
    choices : mapping of str to sequence of float
        Path of each threshold with its values, the tuned one first.
    measure : callable
        F1 of a site with a setting; runs in the pool.
    progress : callable
        Called with each searched threshold and the number of measurements so far.
    """
    table = _Table(pool, measure)
    table.fill(product([()], sites))
    current: dict[Path, Setting] = dict.fromkeys(sites, ())
    for _, path in product(range(sweeps), choices):
        options = {out: [_with(current[out], path, value, choices[path][0]) for value in choices[path]] for out in sites}
        table.fill((setting, site) for out in sites for setting in options[out] for site in sites if site != out)
        current = {out: _best(table, current[out], options[out], [site for site in sites if site != out]) for out in sites}
        progress(path, len(table.known))
    table.fill((current[out], out) for out in sites)
    return [Fold(out.name, table.known[(), out], table.known[current[out], out], current[out]) for out in sites]


def _with(setting: Setting, path: str, value: float, tuned: float) -> Setting:
    changed = {**dict(setting), path: value}
    return tuple(sorted((name, v) for name, v in changed.items() if name != path or v != tuned))


def _best(table: _Table, current: Setting, options: Sequence[Setting], sites: Sequence[Path]) -> Setting:
    best = max(options, key=lambda setting: table.mean(setting, sites))
    return current if table.mean(current, sites) >= table.mean(best, sites) - _EQUAL else best
