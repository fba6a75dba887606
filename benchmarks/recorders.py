"""Archives in the formats of other recorders and crawlers: checks that all of their pages are found.

    python -m benchmarks.recorders [--seed N] [NAME ...]

Each archive is a folder with one to six pages of one invented site in the format of a program or standard. It passes if the scan finds each
page with its text and no other page, and reports what it cannot read. The exit code is 1 if an archive fails.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from harness.recorders import RECORDERS, Site, problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", choices=[[], *RECORDERS])
    options = parser.parse_args()
    wrong = 0
    for name in options.names or RECORDERS:
        with tempfile.TemporaryDirectory() as folder:
            lines = list(problems(RECORDERS[name](Site(options.seed)), Path(folder)))
        wrong += bool(lines)
        print(f"{'failed' if lines else 'passed'} {name} {'; '.join(lines[:4])}".rstrip())
    print(f"{wrong} of {len(options.names or RECORDERS)} archives failed")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
