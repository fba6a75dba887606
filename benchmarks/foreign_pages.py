"""Winnow beside trafilatura on the pages of other projects' tests, without labels: what is to be read by eye.

    python -m benchmarks.foreign_pages FOLDER... [--under .9]

Every HTML file below the folders is cleaned alone, under an invented URL (such suites seldom state the page's). For each page whose bodies
are less alike than `--under` (F1 over 4-word shingles), or that is no article although trafilatura finds a text, one line is printed: its
type, F1, the numbers of words, headline, authors, day. The last line has the numbers of pages by type, and how many are alike.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import trafilatura

from benchmarks.alone import clean_alone, html_page
from indexer.errors import PageError
from indexer.evaluate.bodies import precision_recall

_SHORTEST = 25
"""Number of words from which on trafilatura's answer is a text."""


def pages(folders: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield every file below the folders that begins as HTML."""
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            content = file.read_bytes()
            if b"<html" in content[:4096].lower():
                yield file, content


def report(file: Path, content: bytes, under: float) -> tuple[str, bool]:
    """Return the page's type, or the kind of its outcome, and whether both bodies are alike; print the page if they are not."""
    now = datetime.now(UTC)
    theirs = trafilatura.extract(content, include_comments=False) or ""
    try:
        cleaned = clean_alone(html_page(f"https://{file.parent.name.lower() or 'page'}.example/{file.name}", content), now)
    except PageError as error:
        return error.ending.kind.value, not theirs
    article = cleaned.article
    ours = article.article_body if article is not None else ""
    precision, recall = precision_recall(theirs, ours)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else float(not theirs and not ours)
    alike = f1 >= under and (cleaned.page_type == "article" or len(theirs.split()) < _SHORTEST)
    if not alike and article is not None:
        words = f"{len(ours.split())} words, {len(theirs.split())}"
        fields = f"{article.headline} | {'; '.join(article.author)} | {article.date_published}"
        print(f"{cleaned.page_type:8} {f1:.2f} {words} | {file} | {fields}")
    return cleaned.page_type, alike


def main() -> None:
    """Clean all pages and print those that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--under", type=float, default=0.9)
    args = parser.parse_args()
    kinds: Counter[str] = Counter()
    same = 0
    for file, content in pages(args.folders):
        kind, alike = report(file, content, args.under)
        kinds[kind] += 1
        same += alike
    print(f"{kinds.total()} pages ({', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items()))}), {same} alike")


if __name__ == "__main__":
    main()
