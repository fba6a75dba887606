"""Dates and authors of articles compared with manual labels of what their pages print, and dates compared with htmldate's on its test set.

    python -m benchmarks.fields [SITE_FOLDER...] [--jobs 2]
    python -m benchmarks.fields --htmldate TESTS_FOLDER

Without a folder, the twenty labelled pages of each site beside the checkout are tested (`field_labels.json`; `date`: the printed date, ""
if the page prints none; `author`: the same as a list; null if not labelled). A date or an author is *invented* if the page neither prints
it nor states it as metadata. TESTS_FOLDER is the folder `tests` of a copy of htmldate's repository: every page is cleaned alone, and F of
the day is printed beside htmldate's (counted as in its `comparison.py`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.alone import clean_alone, html_page
from harness.shared_sites import BESIDE, HARD
from indexer.errors import PageError
from indexer.page.peer import published_day
from indexer.pipeline import Job, clean

LABELS = Path(__file__).with_name("field_labels.json")
MIN_SHARES = {"date": 0.99, "author": 0.97}
"""Minimum share of the articles that print a date, or an author, for which the extracted value is correct."""
_DAY = len("YYYY-MM-DD")
_SETS = ("eval_default.json", "eval_mediacloud_2020.json")


def main() -> int:
    """Measure and print one of the two tables; return 1 if a share is below its minimum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--htmldate", type=Path, metavar="TESTS_FOLDER")
    args = parser.parse_args()
    return _compare_with_htmldate(args.htmldate) if args.htmldate else _sites(args.folders)


def _sites(folders: Sequence[Path]) -> int:
    labels: Mapping[str, list[dict[str, Any]]] = json.loads(LABELS.read_text("utf-8"))
    found = folders or [path for name in labels for base in ("sites", HARD) if (path := BESIDE / base / name).is_dir()]
    total: Counter[str] = Counter()
    for folder in found:
        counts = _site(folder, labels.get(folder.name, []))
        total += counts
        print(folder.name, _summary(counts), flush=True)
    print("all", _summary(total))
    return int(any(_share(total, field) < minimum for field, minimum in MIN_SHARES.items()) or total["invented"] > 0)


def _site(folder: Path, labels: Sequence[Mapping[str, Any]]) -> Counter[str]:
    job = Job(now=datetime.now(UTC))
    articles = {one.outcome.url: one.article for one in clean([str(folder / "site.warc.gz")], job) if one.article is not None}
    counts: Counter[str] = Counter()
    for label in labels:
        article = articles.get(label["url"])
        date, author = (article.date_published, list(article.author)) if article else ("", [])
        if label["date"]:
            counts += Counter({"date": 1, "date right": int(date[:_DAY].startswith(label["date"]))})
        if label["author"]:
            counts += Counter({"author": 1, "author right": int(set(author) == set(label["author"]))})
        sources = article.sources if article else {}
        counts["invented"] += label["date"] == "" and sources.get("datePublished") in ("printed", "address", "htmldate")
        counts["invented"] += label["author"] == [] and sources.get("author") == "printed"
    return counts


def _share(counts: Counter[str], field: str) -> float:
    return counts[f"{field} right"] / counts[field] if counts[field] else 1.0


def _summary(counts: Counter[str]) -> str:
    shares = (f"{field} {counts[f'{field} right']} of {counts[field]} ({_share(counts, field):.3f})" for field in MIN_SHARES)
    return f"{', '.join(shares)}, invented {counts['invented']}"


def _compare_with_htmldate(folder: Path) -> int:
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    for url, page, day in _pages(folder):
        for counts, extracted in ((ours, _our_day(url, page)), (theirs, _their_day(page))):
            counts["missing" if not extracted else "right" if extracted == day else "wrong"] += 1
    for name, counts in (("winnow", ours), ("htmldate", theirs)):
        f = 2 * counts["right"] / (2 * counts["right"] + counts["wrong"] + counts["missing"])
        print(f"{name}: F {f:.4f}, {counts['right']} right, {counts['wrong']} wrong, {counts['missing']} missing")
    return 0


def _pages(folder: Path) -> Iterator[tuple[str, bytes, str]]:
    for name in _SETS:
        for url, entry in json.loads((folder / name).read_text("utf-8")).items():
            file = next(path for place in ("test_set", "cache", "eval") if (path := folder / place / entry["file"]).is_file())
            yield url, file.read_bytes(), str(entry["date"])


def _our_day(url: str, page: bytes) -> str:
    try:
        article = clean_alone(html_page(url, page), datetime.now(UTC)).article
    except PageError:
        return ""
    return article.date_published[:_DAY] if article else ""


def _their_day(page: bytes) -> str:
    return published_day(page.decode("utf-8", "replace"), datetime.now(UTC))


if __name__ == "__main__":
    sys.exit(main())
