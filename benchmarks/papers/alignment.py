"""Templates by sequence alignment: precision and recall, time, clustering (Geraci and Maggini, Tables 1, 2 and 4, Figures 2 and 3).

    python -m benchmarks.papers.alignment [--sites SITE...] [--jobs 2] [--only demo|sites|aligners|clustering]
        [--published SECONDS] [--production SECONDS]

- demo: Tables 1 and 2 on the demo's sites, whose generator knows the template;
- sites: the same and Figure 2 on labelled sites, whose template is what at least half of the articles print outside of the labelled body;
- aligners: the time of each aligner on generated pages, and how far the aligners' templates agree;
- clustering: Table 4 and Figure 3 on articles of sections.

The exit code is 1 if an aligner's time is above its limit, or precision or recall of the template of the demo's articles is below .95 at 16
pages.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.papers.alignment_aligners import AGREEMENT, TIMES, agreement, time_rows, times
from benchmarks.papers.alignment_clustering import SITES, Clustered, clustered, table_3, table_4
from benchmarks.papers.alignment_templates import METHODS, TABLE_1, Learned, demo_groups, learned, site_group, table_1, table_2
from benchmarks.papers.comparison import comparison, markdown
from benchmarks.papers.labels import demo_folders, paper_folders
from demo.generate import Scale
from harness.shared_sites import map_sites, options
from indexer.site.methods.template import PUBLISHED, TemplateParams

_PRODUCTION = TemplateParams()
_FLOOR = 0.95


def of_site(folder: Path) -> Learned:
    """Learn the template of a labelled site."""
    return learned(site_group(folder))


def templates_report(groups: Sequence[Learned]) -> Iterator[str]:
    """Yield Table 2's means and both tables by group."""
    yield from comparison(table_2(groups))
    yield ""
    yield from markdown(TABLE_1, table_1(groups))


def below_floor(groups: Sequence[Learned]) -> bool:
    """Return whether the template of articles of one design, learned in production, is below the floor."""
    name = next(iter(METHODS))
    scores = [one.scores[name].get(_PRODUCTION.pages) for one in groups if one.name.split()[1].startswith("article")]
    return any(score and min(score.precision, score.recall) < _FLOOR for score in scores)


def clustering_report(sites: Sequence[Clustered]) -> Iterator[str]:
    """Yield Table 4 with Figure 3, and F by site."""
    yield from comparison(table_4(sites))
    yield ""
    yield from markdown(SITES, table_3(sites))


def main() -> int:
    parser = options(__doc__)
    parts = ("demo", "sites", "aligners", "clustering")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, metavar="PART", help=f"any of {', '.join(parts)} [all]")
    parser.add_argument("--published", type=float, default=1.0, help="time limit of the published aligner for 16 pages in seconds")
    parser.add_argument("--production", type=float, default=0.2, help="time limit of the production aligner for 16 pages in seconds")
    args = parser.parse_args()
    limits = {PUBLISHED.aligner: args.published, _PRODUCTION.aligner: args.production}
    with TemporaryDirectory() as temporary:
        into = Path(temporary)
        sites = paper_folders(args.sites, into / "sites")
        run: Mapping[str, Callable[[], tuple[Iterator[str], bool]]] = {
            "demo": lambda: _demo(into / "demo"),
            "sites": lambda: (templates_report(list(map_sites(of_site, sites, args.jobs))), False),
            "aligners": lambda: _aligners(sites, args.jobs, limits),
            "clustering": lambda: (clustering_report([one for one in map_sites(clustered, sites, args.jobs) if one]), False),
        }
        failed = False
        for part in args.only:
            lines, bad = run[part]()
            print("\n".join(lines), end="\n\n", flush=True)
            failed = failed or bad
    return int(failed)


def _demo(into: Path) -> tuple[Iterator[str], bool]:
    groups = [learned(group) for folder in demo_folders(into, Scale()) for group in demo_groups(folder)]
    return markdown(TABLE_1, table_1(groups)), below_floor(groups)


def _aligners(sites: Sequence[Path], jobs: int, limits: Mapping[str, float]) -> tuple[Iterator[str], bool]:
    found = times()
    rows = map_sites(agreement, sites, jobs)
    lines = [*markdown(TIMES, time_rows(found, limits)), "", *markdown(AGREEMENT, rows)]
    return iter(lines), any(found[aligner] > limit for aligner, limit in limits.items())


if __name__ == "__main__":
    sys.exit(main())
