"""How large an arm of the embedded engine is, measured so that only its content makes the difference.

A live index has segments, deleted documents and files not yet removed, which say nothing about the text. So the stored
texts are analysed, as their terms are not stored in order, and written once more with the weights and written words
that are, into a temporary directory, in one commit by one thread, which gives one segment; then its files are added up.
The inverted index is measured with the terms as the only field; `total_bytes` is that of the whole document with
filters, stored fields and texts. A site's share is measured as an index of that site alone: several such indexes are
together larger than one, since each has its own dictionary.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.size import Size
from indexer.index.size_spool import SizeSpool
from indexer.index.tantivy.store import register, schema, terms_schema

_INVERTED = frozenset({".term", ".idx", ".pos", ".fieldnorm"})
_SEGMENT_FILES = _INVERTED | {".store", ".fast"}
_HEAP = 1_000_000_000
"""Bytes of postings in memory before a second segment begins; used only as far as needed."""


def measure_arm(arm: Arm, written: Iterable[tuple[Document, tantivy.Document]]) -> Iterator[Size]:
    """The sizes of an arm of the embedded engine: of all sites together, and of each, which is measured when it is asked for.

    Parameters
    ----------
    arm : Arm
    written : iterable of (Document, tantivy.Document)
        Each document and its `indexer.index.tantivy.store.entry_of`.
    """
    with TemporaryDirectory(prefix="winnow-size-") as name:
        directory = Path(name)
        spool = SizeSpool(directory)
        begun = time.process_time()
        whole = _build(directory / "whole", schema(), _through(spool, written))
        seconds = time.process_time() - begun
        inverted = _build(directory / "inverted", terms_schema(), _entries(spool, spool.sites))
        total = _bytes(whole, _SEGMENT_FILES)
        yield Size("", arm, *spool.totals(), _bytes(inverted, _INVERTED), total, indexing_seconds=round(seconds, 2))
        if len(spool.sites) == 1:
            yield Size(spool.sites[0], arm, *spool.totals(), _bytes(inverted, _INVERTED))
            return
        for number, site in enumerate(spool.sites):
            built = _build(directory / f"site{number}", terms_schema(), _entries(spool, [site]))
            yield Size(site, arm, *spool.counts(site), _bytes(built, _INVERTED))


def _through(spool: SizeSpool, written: Iterable[tuple[Document, tantivy.Document]]) -> Iterator[tantivy.Document]:
    """Pass entries on and keep their documents' terms, parts parted by tabs."""
    for document, entry in written:
        parts = [value for part in document.parts for value in part.values]
        spool.keep(document.site, "\t".join(parts), sum(part.count(" ") + 1 for part in parts))
        yield entry


def _entries(spool: SizeSpool, sites: Iterable[str]) -> Iterator[tantivy.Document]:
    """The kept documents of these sites, with their terms as the only field."""
    for site in sites:
        for line in spool.lines(site):
            entry = tantivy.Document()
            for part in line.split("\t"):
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
