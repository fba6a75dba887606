"""URLs of other projects' tests: does a link lead where the URL standard says?

    python -m benchmarks.foreign_urls urltestdata.json [--least SHARE] [--show]

The file is web-platform-tests' (`url/resources/urltestdata.json`), of which what leads to http or https, or nowhere from there, counts. The
standard's answer is normalised as ours is: fragments, user names, tracking parameters and spellings of escapes name no other page. Exits 1
under the share given.
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


class Answer(NamedTuple):
    """What a case is about, its link, the standard's answer and ours; "" is nowhere."""

    about: str
    link: str
    wanted: str
    found: str


def answers(cases: list[Any]) -> Iterator[Answer]:
    """The cases about http and https."""
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
            continue  # leads to its own page, which is no link here
        other = "https://base.example/" if link.strip().lower().startswith("http:") else "http://base.example/"
        found = resolve(base or other, link) or ""
        yield Answer(about, link, normalise(href) if href else "", found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--least", type=float, default=0.0)
    parser.add_argument("--show", action="store_true", help="every case that differs")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    for answer in answers(json.loads(asked.file.read_text("utf-8", "surrogatepass"))):
        what = "leads somewhere" if answer.wanted else "leads nowhere"
        counts[what] += 1
        counts[f"{what}, right"] += answer.wanted == answer.found
        if asked.show and answer.wanted != answer.found:
            print(f"{answer.about}: {answer.link!r}: {answer.wanted!r}, not {answer.found!r}")
    right, total = (sum(counts[f"leads {where}{end}"] for where in ("somewhere", "nowhere")) for end in (", right", ""))
    print(f"{right} of {total} right ({', '.join(f'{name} {number}' for name, number in sorted(counts.items()))})")
    return int(right < asked.least * total)


if __name__ == "__main__":
    sys.exit(main())
