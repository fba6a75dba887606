"""How large an arm of the embedded engine is, measured so that only its content makes the difference.

A live index has segments, deleted documents and files not yet removed, which say nothing about the text. So the stored
texts are analysed and written once more, into a temporary directory, in one commit by one thread, which gives one
segment; then its files are added up. The inverted index is measured with the terms as the only field; `total_bytes` is
that of the whole document with filters, stored fields and texts. A site's share is measured as an index of that site
alone: several such indexes are together larger than one, since each has its own dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Engine
from indexer.index.size import Size
from indexer.index.tantivy_store import entry_of, register, schema, terms_schema

_INVERTED = frozenset({".term", ".idx", ".pos", ".fieldnorm"})
_SEGMENT_FILES = _INVERTED | {".store", ".fast"}
_HEAP = 1_000_000_000
"""Bytes of postings in memory before a second segment begins; used only as far as needed."""


def measure_arm(engine: Engine, arm: Arm) -> Iterator[Size]:
    """The sizes of an arm of the embedded engine: of every site, and of all together."""
    with TemporaryDirectory(prefix="winnow-size-") as name:
        directory = Path(name)
        spool = _Spool(directory / "terms")
        documents_of_arm = spool.through(stored.document() for stored in engine.stored(arm))
        whole = _build(directory / "whole", schema(), map(entry_of, documents_of_arm))
        for number, (site, (documents, tokens)) in enumerate(sorted(spool.counts.items())):
            built = _build(directory / f"site{number}", terms_schema(), spool.entries([site]))
            yield Size(site, arm, documents, tokens, _bytes(built, _INVERTED))
        inverted = _build(directory / "inverted", terms_schema(), spool.entries(sorted(spool.counts)))
        counted = spool.counts.values()
        documents, tokens = sum(count for count, _ in counted), sum(count for _, count in counted)
        yield Size("", arm, documents, tokens, _bytes(inverted, _INVERTED), _bytes(whole, _SEGMENT_FILES))


class _Spool:
    """The analysed terms of each site's documents in a file: a document a line, its parts parted by tabs."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir()
        self._directory = directory
        self._paths: dict[str, Path] = {}
        self.counts: dict[str, tuple[int, int]] = {}

    def through(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Pass documents on and keep their terms."""
        for document in documents:
            parts = [part.terms for part in document.parts if part.terms]
            path = self._paths.setdefault(document.site, self._directory / str(len(self._paths)))
            with path.open("a", encoding="utf-8") as file:
                file.write("\t".join(parts) + "\n")
            count, tokens = self.counts.get(document.site, (0, 0))
            self.counts[document.site] = count + 1, tokens + sum(part.count(" ") + 1 for part in parts)
            yield document

    def entries(self, sites: Iterable[str]) -> Iterator[tantivy.Document]:
        """The kept documents of these sites, with their terms as the only field."""
        for site in sites:
            with self._paths[site].open(encoding="utf-8") as file:
                for line in file:
                    entry = tantivy.Document()
                    for part in line.rstrip("\n").split("\t"):
                        entry.add_text("terms", part)
                    yield entry


def _build(directory: Path, fields: tantivy.Schema, entries: Iterable[tantivy.Document]) -> Path:
    directory.mkdir()
    index = register(tantivy.Index(fields, path=str(directory)))
    writer = index.writer(_HEAP, num_threads=1)
    for entry in entries:
        writer.add_document(entry)
    writer.commit()
    writer.wait_merging_threads()
    return directory


def _bytes(directory: Path, suffixes: frozenset[str]) -> int:
    return sum(path.stat().st_size for path in directory.iterdir() if path.suffix in suffixes)
