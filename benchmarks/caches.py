"""Maximum size of each cache of the program in bytes, measured on pages that have a very long string in every place.

    python -m benchmarks.caches [--pages 30] [--length 20000]

Every page has unique strings as class, id, link, word, title, author, date, language, style, role and JSON-LD. The table has one row per
cache: its maximum number of entries, its current entries, the bytes of its largest entry, and the product of maximum and largest entry, an
upper bound of its size.
"""

from __future__ import annotations

import argparse

from harness.caches import measure_caches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--length", type=int, default=20_000)
    options = parser.parse_args()
    for one in measure_caches(options.pages, options.length):
        print(f"{one.name:70} {one.max_entries:7,} {one.entries:7,} {one.largest:9,} bytes {one.bound >> 10:11,} KiB")


if __name__ == "__main__":
    main()
