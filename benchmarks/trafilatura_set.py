"""Winnow and trafilatura on the single pages of trafilatura's evaluation set.

    python -m benchmarks.trafilatura_set FOLDER [--every 1]

FOLDER is the folder `tests` of trafilatura's repository, with `evaldata.json` and the pages in `eval` and `cache`. Each page is cleaned
alone. As in trafilatura's evaluation, a page has passages that its text must and must not contain; F1 is computed over all passages, with
white space folded and soft hyphens removed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import trafilatura

from benchmarks.alone import clean_alone, html_page
from indexer.errors import PageError


@dataclass(frozen=True, slots=True)
class Passages:
    """Numbers of found and missed passages that belong to the text, and of found passages that do not."""

    right: int = 0
    missed: int = 0
    wrong: int = 0

    def __add__(self, other: Passages) -> Passages:
        return Passages(self.right + other.right, self.missed + other.missed, self.wrong + other.wrong)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """
        >>> Passages(3, 1, 1).f1
        0.75
        """
        return 2 * self.right / max(1, 2 * self.right + self.missed + self.wrong)


def compare_passages(text: str, required: Sequence[str], excluded: Sequence[str]) -> Passages:
    """Compare a text with the passages of its page.

    >>> compare_passages("It rains  today.", ["It rains"], ["Menu"])
    Passages(right=1, missed=0, wrong=0)
    """
    folded = _folded(text)
    right = sum(_folded(passage) in folded for passage in required)
    return Passages(right, len(required) - right, sum(_folded(passage) in folded for passage in excluded))


def _folded(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").split())


def extract_bodies(url: str, content: bytes, now: datetime) -> tuple[str, str]:
    """Return Winnow's and trafilatura's body of one page; "" for one that finds none."""
    peer = trafilatura.extract(content, include_comments=False) or ""
    try:
        article = clean_alone(html_page(url, content), now).article
    except PageError:
        return "", peer
    return (article.article_body if article else ""), peer


def pages(folder: Path, every: int) -> Iterator[tuple[str, bytes, Mapping[str, Sequence[str]]]]:
    """Yield every `every`-th page of the set: URL, content, passages."""
    data = json.loads((folder / "evaldata.json").read_text(encoding="utf-8"))
    for url in sorted(data)[::every]:
        places = (folder / part / data[url]["file"] for part in ("cache", "eval"))
        file = next((place for place in places if place.exists()), None)
        if file is not None:
            yield url, file.read_bytes(), data[url]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    now = datetime.now(UTC)
    names = ("winnow", "trafilatura")
    totals = [Passages()] * len(names)
    for url, content, passages in pages(options.folder, options.every):
        judged = (compare_passages(text, passages["with"], passages["without"]) for text in extract_bodies(url, content, now))
        totals = [total + one for total, one in zip(totals, judged, strict=True)]
    for name, found in zip(names, totals, strict=True):
        print(f"{name:12s} precision {found.precision:.4f} recall {found.recall:.4f} F1 {found.f1:.4f}")


if __name__ == "__main__":
    main()
