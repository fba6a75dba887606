"""Growth of a whole run with the number of pages: time a page, peak memory, open files and bytes of scratch files, which must stay flat.

    python -m benchmarks.memory [WARC] [--pages 1000 2000 4000] [--sites 1] [--each N] [--jobs 1] [--most MIB]

The archive repeats the pages of a site, with the words of each story shuffled, on as many sites as are given. The table also has the
peak and the time of a process that only reads the same archive with warcio. Memory is that of the run's largest process; open files and
scratch files are those of all its processes, looked at every two seconds. The exit code is 1 if a peak is above `--most`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import threading
from pathlib import Path

from benchmarks.measured import run, winnow
from demo.archive import write_warc
from harness.inputs import archives, megabytes, name, pages, repeated
from harness.processor import process_tree

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
    parser.add_argument("--pages", nargs="+", type=int, default=[1000, 2000, 4000])
    parser.add_argument("--sites", type=int, default=1)
    parser.add_argument("--each", type=int, help="how many of the site's pages are repeated (all)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", type=float, default=600.0, metavar="MIB")
    args = parser.parse_args()
    print(
        f"{'site':16} {'sites':>5} {'pages':>7} {'MB':>6} {'seconds':>8} {'ms/page':>8} {'cpu ms':>7} {'reader ms':>9} {'MiB':>6}"
        f" {'reader':>6} {'files':>5} {'scratch MiB':>11}"
    )
    peaks = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for archive in archives(args.warcs, folder)[:1]:
            some = pages(archive)[: args.each]
            for count in args.pages:
                many = folder / "many.warc.gz"
                write_warc(many, repeated(some, count, args.sites))
                with _Watch(folder) as seen:
                    cost = run(winnow("clean", many, "--jobs", args.jobs, "--out", folder / "out.jsonl"))
                cpu, peak = max(cost.cpu, seen.cpu), max(cost.peak, seen.peak)  # what other processes of the run used is seen alone
                reader = run([sys.executable, "-c", _READER, str(many)])
                print(
                    f"{name(archive):16} {args.sites:5} {count:7} {megabytes(many):6.0f} {cost.wall:8.1f} {1e3 * cost.wall / count:8.2f}"
                    f" {1e3 * cpu / count:7.2f} {1e3 * reader.cpu / count:9.2f} {peak:6.0f} {reader.peak:6.0f}"
                    f" {seen.files:5} {seen.scratch / 2**20:11.1f}",
                    flush=True,
                )
                peaks.append(peak)
    print(f"growth factor of memory from {args.pages[0]:,} to {args.pages[-1]:,} pages: {peaks[-1] / peaks[0]:.2f}")
    return int(max(peaks) > args.most)


class _Watch:
    """Looks at the processes that this one has started while a block runs, and keeps the largest values.

    `cpu` seconds of all, `peak` MiB of one, `files` open at once, bytes of `scratch` files outside `folder`.
    """

    _EVERY = 2.0

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.cpu = 0.0
        self.peak = 0.0
        self.files = 0
        self.scratch = 0

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(self._EVERY):
            _, *started = process_tree(os.getpid())
            opened = [descriptor for number, _ in started for descriptor in _descriptors(number)]
            self.cpu = max(self.cpu, sum(seconds for _, seconds in started))
            self.peak = max([self.peak, *(_peak(number) for number, _ in started)])
            self.files = max(self.files, len(opened))
            self.scratch = max(self.scratch, sum(_sizes(opened, self._folder).values()))


def _peak(process: int) -> float:
    """Return the most memory that a process has had, in MiB."""
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0.0  # it has ended meanwhile
    return int(found[1]) / 1024 if found else 0.0


def _descriptors(process: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{process}/fd").iterdir())
    except OSError:
        return []


def _sizes(opened: list[Path], folder: Path) -> dict[tuple[int, int], int]:
    """Device and inode → bytes of the temporary files among the descriptors, deleted ones too."""
    sizes = {}
    for entry in opened:
        try:
            target, status = os.readlink(entry), entry.stat()
        except OSError:
            continue
        if target.startswith(tempfile.gettempdir()) and not target.startswith(str(folder)):
            sizes[status.st_dev, status.st_ino] = status.st_size
    return sizes


if __name__ == "__main__":
    sys.exit(main())
