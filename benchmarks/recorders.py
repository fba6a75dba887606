"""Archives as other recorders, crawlers and savers leave them, and the pages that each holds.

    python -m benchmarks.recorders [--seed N] [NAME ...]

Each archive is a folder of files with one to six pages of one invented site, in the form that a program or a format is known for. It is
right where the scan finds each page with its text, no other page, and names what it cannot read. Exits 1 where one is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from harness.recorders import RECORDERS, Site, broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", choices=[[], *RECORDERS])
    options = parser.parse_args()
    wrong = 0
    for name in options.names or RECORDERS:
        with tempfile.TemporaryDirectory() as folder:
            lines = list(broken(RECORDERS[name](Site(options.seed)), Path(folder)))
        wrong += bool(lines)
        print(f"{'wrong' if lines else 'right'} {name} {'; '.join(lines[:4])}".rstrip())
    print(f"{wrong} of {len(options.names or RECORDERS)} archives wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
