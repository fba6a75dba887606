"""Index of the bodies found by a page-level extractor, the baseline that cleans each page separately.

Its documents have the pages, URLs, languages and headlines of the arm `raw`, so that they differ only in the text. Pages without an
extracted text are omitted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from indexer.archive.captures import select
from indexer.archive.entry import Entry
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.article.clean import read_page
from indexer.errors import PageError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Engine
from indexer.index.weights import part
from indexer.page.peer import extract

TRAFILATURA = "trafilatura"


def extracted(inputs: Sequence[str], engine: Engine, limits: Limits | None = None, base_url: str = "") -> Iterator[Document | None]:
    """Yield the document with trafilatura's text of each input page; None without a text or if `raw` lacks the page.

    Raises
    ------
    InputError, NothingToDoError
        As in `indexer.archive.scan.scan`.
    EngineError
    """
    with tempfile.TemporaryDirectory(prefix="winnow-") as folder:
        for entry in select(scan(inputs, Path(folder), limits, base_url=base_url)):
            if isinstance(entry, Entry):
                yield _extracted(entry, engine, limits)


def _extracted(entry: Entry, engine: Engine, limits: Limits | None) -> Document | None:
    stored = engine.read(Arm.RAW, entry.url)
    text = _text(entry, limits) if stored else ""
    if stored is None or not text:
        return None
    headline = str(stored.fields["headline"])
    lines = [("headline", headline), *(("text", line) for line in text.split("\n"))]
    parts = (part(kind, line, stored.language) for kind, line in lines if line.strip())
    return replace(stored.document(), parts=tuple(each for each in parts if each.terms))


def _text(entry: Entry, limits: Limits | None) -> str:
    try:
        return extract(read_page(load(entry, limits)).html)
    except PageError:
        return ""
