"""Size of an arm of the embedded engine, measured so that it depends only on the content.

A live index has several segments, deleted documents and obsolete files. The stored texts are therefore analysed again,
because their terms are not stored in order, and written with the stored weights and written words to a temporary
directory, in one commit by one thread, which gives one segment, whose file sizes are summed. The inverted index is
measured with the terms as the only field; `total_bytes` covers the complete document with filters, stored fields and
texts. A site is measured as an index of only its documents: the sum over sites exceeds the total, because each index has
its own dictionary.
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
"""Memory budget of the writer in bytes; tantivy opens a second segment above it."""


def measure_arm(arm: Arm, written: Iterable[tuple[Document, tantivy.Document]]) -> Iterator[Size]:
    """Yield the size of an arm for all sites together, then for each site, measured lazily.

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
        complete = _build(directory / "complete", schema(), _through(spool, written))
        seconds = time.process_time() - begun
        inverted = _build(directory / "inverted", terms_schema(), _entries(spool, spool.sites))
        total = _bytes(complete, _SEGMENT_FILES)
        yield Size("", arm, *spool.totals(), _bytes(inverted, _INVERTED), total, indexing_seconds=round(seconds, 2))
        if len(spool.sites) == 1:
            yield Size(spool.sites[0], arm, *spool.totals(), _bytes(inverted, _INVERTED))
            return
        for number, site in enumerate(spool.sites):
            built = _build(directory / f"site{number}", terms_schema(), _entries(spool, [site]))
            yield Size(site, arm, *spool.counts(site), _bytes(built, _INVERTED))


def _through(spool: SizeSpool, written: Iterable[tuple[Document, tantivy.Document]]) -> Iterator[tantivy.Document]:
    """Pass entries through and spool their documents' terms, with tabs between parts."""
    for document, entry in written:
        parts = [value for part in document.parts for value in part.values]
        spool.keep(document.site, "\t".join(parts), sum(part.count(" ") + 1 for part in parts))
        yield entry


def _entries(spool: SizeSpool, sites: Iterable[str]) -> Iterator[tantivy.Document]:
    """Yield the spooled documents of these sites, with their terms as the only field."""
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
