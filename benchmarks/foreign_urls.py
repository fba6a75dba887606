"""URLs of other projects' tests: checks that links resolve as the URL standard requires.

    python -m benchmarks.foreign_urls urltestdata.json [--least SHARE] [--show]

The file is that of web-platform-tests (`url/resources/urltestdata.json`); cases of http and https URLs are used. The standard's result is
normalised as Winnow's is: fragments, user names, tracking parameters and the spelling of escapes are ignored. The exit code is 1 if the
share of agreement is below `--least`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from indexer.urls import normalise, resolve

_WEB = ("http:", "https:")


class Result(NamedTuple):
    """A test case: its topic, its link, the standard's result and Winnow's; "" is a failure to resolve."""

    about: str
    link: str
    expected: str
    found: str


def results(cases: list[Any]) -> Iterator[Result]:
    """Yield the cases of http and https URLs."""
    about = ""
    for case in cases:
        if isinstance(case, str):
            about = case
            continue
        link, base = str(case["input"]), str(case.get("base") or "")
        href = str(case.get("href") or "")
        named = (href or link.strip() or base).lower()
        if not named.startswith(_WEB) or (base and not base.startswith(_WEB)):
            continue
        if link.strip("\t\n\f\r ")[:1] in ("", "#"):
            continue  # a link to its own page, which Winnow ignores
        other = "https://base.example/" if link.strip().lower().startswith("http:") else "http://base.example/"
        found = resolve(base or other, link) or ""
        yield Result(about, link, normalise(href) if href else "", found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--least", type=float, default=0.0)
    parser.add_argument("--show", action="store_true", help="print every case that differs")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    for result in results(json.loads(args.file.read_text("utf-8", "surrogatepass"))):
        what = "resolved" if result.expected else "rejected"
        counts[what] += 1
        counts[f"{what}, right"] += result.expected == result.found
        if args.show and result.expected != result.found:
            print(f"{result.about}: {result.link!r}: {result.expected!r}, not {result.found!r}")
    right, total = (sum(counts[f"{where}{end}"] for where in ("resolved", "rejected")) for end in (", right", ""))
    print(f"{right} of {total} right ({', '.join(f'{name} {number}' for name, number in sorted(counts.items()))})")
    return int(right < args.least * total)


if __name__ == "__main__":
    sys.exit(main())
