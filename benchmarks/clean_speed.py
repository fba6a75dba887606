"""Pages per second of `winnow clean --model` and of trafilatura on the same pages: one process each, alternating.

    python -m benchmarks.clean_speed [WARC...] [--repeats N] [--least RATIO]

The time to start and to load packages (a run on a page without text) is subtracted, except in the last column, which is the
ratio of whole runs. Ratios above 1 are in Winnow's favour; the medians of the repeats are compared. With `--least`, the exit
code is 1 if the mean ratio of processor time is lower.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measured import Cost, run, winnow
from harness.inputs import archives, name, pages

_PEER = """
import sys
import trafilatura
from warcio.archiveiterator import ArchiveIterator
for archive in sys.argv[1:]:
    with open(archive, "rb") as handle:
        for record in ArchiveIterator(handle):
            if record.rec_type == "response":
                trafilatura.extract(record.content_stream().read())
"""


def main() -> int:
    """Measure, print a table, compare the mean ratio with `--least`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--least", type=float, default=0.0)
    args = parser.parse_args()
    print(f"{'site':16} {'pages':>6} {'winnow p/s':>11} {'peer p/s':>9} {'cpu ratio':>10} {'wall':>6} {'whole run':>10}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        ratios = [_site(archive, folder, args.repeats) for archive in archives(args.warcs, folder)]
    mean = statistics.fmean(ratios)
    print(f"mean ratio of processor time {mean:.2f}" + (f", required: {args.least}" if args.least else ""))
    return int(mean < args.least)


def _site(archive: Path, folder: Path, repeats: int) -> float:
    """Print one row; return its ratio of processor times."""
    number, model = len(pages(archive)), folder / "model.json"
    run(winnow("learn", archive, "--out", model))
    clean = winnow("clean", archive, "--model", model, "--out", folder / "out.jsonl")
    peer = [sys.executable, "-c", _PEER]
    nothing = folder / "empty.html"
    nothing.write_text("<html></html>")
    idle = winnow("clean", nothing, "--model", model, "--out", folder / "out.jsonl")
    start_ours, start_peer = (_median([run(command) for _ in range(repeats)]) for command in (idle, peer))
    pairs = [(run(clean), run([*peer, str(archive)])) for _ in range(repeats)]
    winnow_median, peer_median = _median([pair[0] for pair in pairs]), _median([pair[1] for pair in pairs])
    wall, cpu = winnow_median[0] - start_ours[0], winnow_median[1] - start_ours[1]
    peer_wall, peer_cpu = peer_median[0] - start_peer[0], peer_median[1] - start_peer[1]
    print(
        f"{name(archive):16} {number:6} {number / cpu:11.1f} {number / peer_cpu:9.1f} {peer_cpu / cpu:10.2f}"
        f" {peer_wall / wall:6.2f} {peer_median[0] / winnow_median[0]:10.2f}",
        flush=True,
    )
    return peer_cpu / cpu


def _median(costs: Sequence[Cost]) -> tuple[float, float]:
    """Return the medians of wall and processor seconds."""
    return statistics.median(cost.wall for cost in costs), statistics.median(cost.cpu for cost in costs)


if __name__ == "__main__":
    sys.exit(main())
