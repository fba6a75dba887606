"""Sitemaps of other projects: checks that every listed page and child sitemap is found.

    python -m benchmarks.foreign_sitemaps FOLDER

FOLDER contains sitemaps, for example those of crawler-commons' tests, as XML or text, optionally compressed. The expected URLs are found by
regular expressions: the first `loc` of each `url` and `sitemap` element, else its text. The exit code is 1 if a URL is missed.
"""

from __future__ import annotations

import gzip
import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from indexer.urls import resolve
from workers.reading.feeds import read_feed

BASE = "http://www.example.com/"
_ITEM = re.compile(r"<(?:\w+:)?(url|sitemap)>(.*?)</(?:\w+:)?\1>", re.DOTALL)
_LOC = re.compile(r"<(?:\w+:)?loc>(.*?)</", re.DOTALL)


def listed(text: str) -> Iterator[str]:
    """Yield the URLs as written in the sitemap."""
    if "<" not in text:
        yield from (line for line in text.splitlines() if line.startswith("http"))
    for _, item in _ITEM.findall(text):
        loc = _LOC.search(item)
        yield html.unescape(loc[1] if loc else item)


def main() -> int:
    right = total = 0
    for path in sorted(Path(sys.argv[1]).rglob("*")):
        if not path.is_file():
            continue
        body = path.read_bytes()
        text = (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body).decode("utf-8-sig", "replace")
        expected = {resolve(BASE, url.strip()) for url in listed(text)} - {None}
        feed = read_feed(body, BASE)
        found = {entry.url for entry in (*feed.entries, *feed.parts)} if feed else set()
        total, right = total + len(expected), right + len(expected & found)
        if expected - found:
            print(f"{path.name}: {sorted(filter(None, expected - found))[:3]}")
    print(f"{right} of {total} found")
    return int(right < total)


if __name__ == "__main__":
    sys.exit(main())
