"""Hostile archives, feeds, sitemaps, robots.txt files and queries: time and memory to process each.

    python -m benchmarks.hostile_inputs [--size BYTES] [NAME ...]

The table has one row per attack: processor seconds at half the size and at full size, their ratio, peak memory of Python objects, outcome.
"""

from __future__ import annotations

import argparse
import tracemalloc

from harness.hostile_inputs import attacks, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("names", nargs="*", default=[])
    options = parser.parse_args()
    everything = attacks()
    for name in options.names or everything:
        made, read = everything[name]
        half, whole = made(options.size // 2), made(options.size)
        first, _ = seconds(lambda read=read, half=half: read(half))
        last, outcome = seconds(lambda read=read, whole=whole: read(whole))
        ratio = last / first if first > 0.01 else float("nan")
        tracemalloc.start()
        read(whole)
        most = tracemalloc.get_traced_memory()[1] >> 20
        tracemalloc.stop()
        print(f"{name:36} {first:6.2f} s {last:6.2f} s {ratio:5.1f} {most:5} MiB  {outcome}", flush=True)


if __name__ == "__main__":
    main()
