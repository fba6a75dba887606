"""Feeds of other projects: checks that the links and dates that feedparser finds are found.

    pip install feedparser
    python -m benchmarks.foreign_feeds FOLDER...

FOLDER contains feeds, for example those of feedparser's tests. Compared are normalised links to web pages, and the times at which entries
were published or updated. Files in which feedparser finds no entry are ignored. The exit code is 1 if a share is below `--least`.
"""

from __future__ import annotations

import argparse
import calendar
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import feedparser

from indexer.urls import resolve
from workers.reading.feeds import read_feed

BASE = "http://127.0.0.1:8097/"
"""URL at which feedparser's tests serve their files."""
_SUFFIXES = (".xml", ".rss", ".atom", ".rdf", ".json")


def expected(entry: Any) -> tuple[str, float, float]:
    """Return link, publication time and update time of an entry as parsed by feedparser; an identifier that is no URL is ignored."""
    named = entry.get("id") or ""
    own = named if named.startswith("http") and "guidislink" not in entry else ""
    link = entry.get("feedburner_origlink") or entry.get("link") or own
    published, updated = (entry.get(f"{name}_parsed") if f"{name}_parsed" in entry else None for name in ("published", "updated"))
    target = resolve(BASE, link) or ""
    return target if target.startswith("http") else "", _seconds(published or entry.get("created_parsed")), _seconds(updated)


def _seconds(parsed: Any) -> float:
    try:
        return float(calendar.timegm(parsed)) if parsed else 0.0
    except (ValueError, OverflowError):
        return 0.0


def comparisons(path: Path) -> Iterator[tuple[str, bool, str]]:
    """Yield each comparison of a file: what is compared, whether both parsers agree, and both values."""
    body = path.read_bytes()
    try:
        entries = feedparser.parse(BytesIO(body), sanitize_html=False, response_headers={"content-location": BASE}).entries
    except Exception:  # noqa: BLE001 - the library raises any exception on a broken file
        return
    feed = read_feed(body, BASE)
    found = {entry.url: entry for entry in feed.entries} if feed else {}
    expected_entries = [expected(entry) for entry in entries]
    for link, published, updated in expected_entries:
        if not link:
            continue
        got = found.get(link)
        yield "link", got is not None, f"{link} in {sorted(found)[:3]}"
        if got is not None and (published or updated):
            ours = float(int(got.published or got.updated))
            yield "date", ours in (published, updated), f"{published} {updated}: {got.published} {got.updated}"
    for link in sorted(found.keys() - {link for link, _, _ in expected_entries}):
        yield "additional", not expected_entries, link


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--least", type=float, default=0.0)
    args = parser.parse_args()
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    files = sorted(path for folder in args.folders for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    for path in files:
        for what, equal, details in comparisons(path):
            total[what] += 1
            right[what] += equal
            if not equal:
                print(f"{what} {path.parent.name}/{path.name}: {details}")
    print(f"{len(files)} files; " + ", ".join(f"{what} {right[what]} of {total[what]}" for what in sorted(total)))
    return int(any(right[what] < args.least * total[what] for what in ("link", "date")))


if __name__ == "__main__":
    sys.exit(main())
