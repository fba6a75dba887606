"""Cleans thousands of pages of long unique words in one process and checks that memory stays constant.

    python -m benchmarks.long_words [--pages 10000] [--size 8000]

Each page is parsed, cleaned and turned into documents, as by a worker; its words, classes, links and names are unique and up to 4,000
letters long. Prints the memory in use after each tenth. The caches fill first; the exit code is 1 if the
last fifth of the pages needs over 3 % more memory than the fifth before it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from indexer.article.clean import clean_page
from indexer.article.learned import LearnedSite, learn
from indexer.errors import PageError
from indexer.index.document import documents
from indexer.page.raw import RawPage
from indexer.site.params import SiteParams

NOW = datetime(2026, 6, 1, tzinfo=UTC)
_LONGEST = 4_000


def page(number: int, size: int) -> str:
    """Return a story of long unique words."""
    random = Random(number)

    def word() -> str:
        return "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=8)) * (random.choice((1, 1, 4, 40, _LONGEST // 8)))

    parts = [f"<title>{word()}</title><meta name=author content='{word()}'><h1>{word()}</h1>"]
    while sum(map(len, parts)) < size:
        parts.append(f"<p class='{word()}'>{' '.join(word() for _ in range(6))} <a href='/{word()}'>{word()}</a>, and so on.</p>")
    return "".join(parts)


def soak(pages: int, size: int) -> list[float]:
    """Clean `pages` pages; return the memory in use after each tenth, in MiB."""
    learned, used = learn("a.example", [], SiteParams()), []
    for number in range(pages):
        _document(number, size, learned)
        if (number + 1) % max(pages // 10, 1) == 0:
            used.append(memory())
    return used


def _document(number: int, size: int, learned: LearnedSite) -> None:
    raw = RawPage(f"https://a.example/{number}", page(number, size).encode(), "", "text/html", fetched="2026-01-01T00:00:00Z")
    try:
        list(documents(clean_page(raw, learned, "a.example", NOW)))
    except PageError:
        return


def memory() -> float:
    """Return the resident memory of the process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--size", type=int, default=8_000)
    options = parser.parse_args()
    begun = time.process_time()
    used = soak(options.pages, options.size)
    print(f"{options.pages:,} pages in {time.process_time() - begun:.0f} s; MiB: {' '.join(f'{each:.0f}' for each in used)}")
    return int(sum(used[-2:]) > 1.03 * sum(used[-4:-2]))


if __name__ == "__main__":
    sys.exit(main())
