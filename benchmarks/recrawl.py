"""Coverage and cost of recrawls on invented sites with a simulated clock.

    python -m benchmarks.recrawl [--days 8] [--seed 1] [--site NAME …] [--baselines all] [--index]

Each step of four hours calls the functions of `winnow crawl` and `winnow recrawl` over HTTP on loopback, with the history stored and loaded
at each step. Every request counts, including robots.txt and feeds. Two baseline crawlers run on the same sites: one requests the front page
and all section pages in each step, the other every known page.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from demo.newsroom import Newsroom
from harness.recrawl import SITES, Score, run_baseline, run_recrawl


def _print(name: str, s: Score) -> None:
    print(
        f"{name:22} found {s.found:4}/{s.published:4} {s.found / s.published:6.1%}  requests/new {s.requests / max(s.found, 1):5.2f}  "
        f"delay {s.delay:4.1f} h  updates {s.updates:4.0%} ({s.updates_old:4.0%})  deletions {s.deletions:4.0%} ({s.deletions_old:4.0%})  "
        f"section {s.section:4.1f} h  revisits {s.revisits:4} unchanged {s.unchanged_revisits:4}  worst day {s.worst_day:4.0%}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--days", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--site", action="append", choices=list(SITES))
    parser.add_argument("--baselines", choices=("none", "sections", "all"), default="sections")
    parser.add_argument("--index", action="store_true", help="clean and index the pages; page types are then those of the model")
    options = parser.parse_args()
    for name in options.site or SITES:
        room = Newsroom(options.seed, options.days, SITES[name])
        if options.baselines != "none":
            _print(f"{name}: sections", run_baseline(room, everything=False))
        if options.baselines == "all":
            _print(f"{name}: everything", run_baseline(room, everything=True))
        with tempfile.TemporaryDirectory() as folder:
            _print(f"{name}: winnow", run_recrawl(room, Path(folder), index=options.index))


if __name__ == "__main__":
    main()
