"""Winnow and trafilatura on the authors, headlines and days that others labelled.

    python -m benchmarks.field_sets FOLDER [--every 1] [--wrong]

FOLDER is the folder `tests` of trafilatura's repository (`evaldata.json`), or a checkout of postlight/parser (`fixtures`, whose labels are
in the tests of `src/extractors/custom`; its copies of pages have `value` in the place of `content` in every `meta`, so they show what the
visible page alone gives). Each page is cleaned alone. Authors are right if the sets of names are equal, headlines if their letters and
digits are; labels with a time of day in UTC name another day for some zones. `--wrong` lists what Winnow gets wrong.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from trafilatura import bare_extraction

from benchmarks import trafilatura_set
from benchmarks.alone import clean_alone, html_page
from indexer.errors import PageError

FIELDS = ("author", "headline", "day")


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a page, labelled or extracted; "" for one without a value. Authors are separated by semicolons."""

    author: str = ""
    headline: str = ""
    day: str = ""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page with its labels."""

    url: str
    content: bytes
    labels: Fields


def pages(folder: Path, every: int) -> Iterator[Labelled]:
    """Yield every `every`-th labelled page of a set."""
    found = _trafilatura_pages(folder) if (folder / "evaldata.json").exists() else _postlight_pages(folder)
    yield from sorted(found, key=lambda one: one.url)[::every]


def _trafilatura_pages(folder: Path) -> Iterator[Labelled]:
    for url, content, labels in trafilatura_set.pages(folder, 1):
        if "title" in labels:
            author, title, date = (labels.get(name) or "" for name in ("author", "title", "date"))
            names = author if isinstance(author, str) else "; ".join(author)
            yield Labelled(url, content, Fields(names, str(title), str(date)[:10]))


def _postlight_pages(folder: Path) -> Iterator[Labelled]:
    for test in folder.glob("src/extractors/custom/*/index.test.js"):
        for case in re.split(r"(?=\burl\s*=\s*['\"`])", test.read_text(encoding="utf-8"))[1:]:
            url, file = _literal(r"url\s*=\s*", case), _literal(r"(?=['\"`]\./fixtures)", case)
            if url and file and (page := folder / file).exists():
                author, title, date = (_label(case, name) for name in ("author", "title", "date_published"))
                author = "; ".join(re.split(r",\s*(?:and\s)?|\s(?:and|&)\s", re.sub(r"^[Bb]y\s", "", author)))
                yield Labelled(url, page.read_bytes(), Fields(author, title, date[:10]))


def _label(case: str, name: str) -> str:
    """Return the expected value of a field in a test of postlight's parser.

    >>> _label("assert.equal(title, 'Cranes and ferries')", "title")
    'Cranes and ferries'
    """
    return _literal(rf"assert\.equal\(\s*{name}[^,]*?,\s*", case)


def _literal(before: str, code: str) -> str:
    """Return the first string literal of JavaScript behind a pattern, or "".

    >>> _literal("url = ", "url = `/crane`")
    '/crane'
    """
    match = re.search(before + r"""(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)""", code)
    return re.sub(r"\\(.)", r"\1", next(filter(None, match.groups()), "")) if match else ""


def winnow_fields(page: Labelled, now: datetime) -> Fields:
    try:
        article = clean_alone(html_page(page.url, page.content), now).article
    except PageError:
        return Fields()
    return Fields("; ".join(article.author), article.headline, article.date_published[:10]) if article else Fields()


def trafilatura_fields(page: Labelled) -> Fields:
    found = bare_extraction(page.content, url=page.url, with_metadata=True)
    return Fields(found.author or "", found.title or "", found.date or "") if found is not None else Fields()


def is_right(field: str, label: str, found: str) -> bool:
    """Return whether a value equals its label.

    >>> is_right("author", "Ada Berg; Ola Brekke", "Ola Brekke; ada berg"), is_right("headline", "Cranes!", "Cranes")
    (True, True)
    """
    if field == "author":
        return {_folded(one) for one in label.split(";")} == {_folded(one) for one in found.split(";")}
    return label == found if field == "day" else _folded(label) == _folded(found)


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    now = datetime.now(UTC)
    right = {field: [0, 0, 0] for field in FIELDS}
    for page in pages(options.folder, options.every):
        ours, theirs = winnow_fields(page, now), trafilatura_fields(page)
        for field, counts in right.items():
            label = getattr(page.labels, field)
            if label:
                hits = [is_right(field, label, getattr(found, field)) for found in (ours, theirs)]
                counts[:] = [counts[0] + 1, counts[1] + hits[0], counts[2] + hits[1]]
                if options.wrong and not hits[0]:
                    print(f"{field} {page.url}: {label!r}, found {getattr(ours, field)!r}")
    for field, (number, ours, theirs) in right.items():
        print(f"{field:9s} {number:4d} labels  winnow {ours / max(1, number):.3f}  trafilatura {theirs / max(1, number):.3f}")


if __name__ == "__main__":
    main()
