"""Peak memory of cleaning 1,000, 2,000 and 4,000 pages from a WARC file, which must not grow with their number.

    python -m benchmarks.memory [WARC] [--most MIB]

The archive repeats the pages of a site with different URLs and different words at their ends. The table also has the peak of a
process that only reads the same archive with warcio. The exit code is 1 if a peak is above `--most`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.measured import run, winnow
from demo.archive import write_warc
from harness.inputs import archives, megabytes, name, pages, repeated

_COUNTS = (1000, 2000, 4000)
_READER = """
import sys
from warcio.archiveiterator import ArchiveIterator
with open(sys.argv[1], "rb") as handle:
    for record in ArchiveIterator(handle):
        record.content_stream().read()
"""


def main() -> int:
    """Measure, print a table, compare the peaks with `--most`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--most", type=float, default=600.0, metavar="MIB")
    args = parser.parse_args()
    print(f"{'site':16} {'pages':>6} {'MB':>6} {'winnow MiB':>11} {'reader MiB':>11} {'ratio':>6} {'seconds':>8}")
    peaks = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for archive in archives(args.warcs, folder)[:1]:
            some = pages(archive)
            for count in _COUNTS:
                many = folder / f"many-{count}.warc.gz"
                write_warc(many, repeated(some, count))
                cost = run(winnow("clean", many, "--out", folder / "out.jsonl"))
                reader = run([sys.executable, "-c", _READER, str(many)])
                print(
                    f"{name(archive):16} {count:6} {megabytes(many):6.0f} {cost.peak:11.0f} {reader.peak:11.0f}"
                    f" {cost.peak / reader.peak:6.1f} {cost.wall:8.1f}",
                    flush=True,
                )
                peaks.append(cost.peak)
    print(f"growth factor from {_COUNTS[0]:,} to {_COUNTS[-1]:,} pages: {peaks[-1] / peaks[0]:.2f}")
    return int(max(peaks) > args.most)


if __name__ == "__main__":
    sys.exit(main())
