"""One arm of the embedded engine: a tantivy index in a directory of its own.

Scores are exact W-BM25 in two phases. tantivy knows only whole term frequencies, so it proposes candidates by plain
BM25; their scores are then computed from the stored weights. With 100 candidates for ten hits, .998 to 1.000 of the
first ten are those of an exhaustive computation (measured on 5,000 and 50,000 documents); where no more documents match
than there are candidates, all.

Nothing is kept beside the index that a crash could leave behind: document lengths are a column of it, and their mean
is summed over the documents alive each time a new commit is opened.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import tantivy

from indexer.errors import EngineError, EngineLockedError
from indexer.index.bm25 import idf, score
from indexer.index.document import Document, document_id
from indexer.index.engine import Hit, Request, Results, Sort
from indexer.index.highlight import mark, snippet
from indexer.index.query import Clause, bind
from indexer.index.tantivy_query import any_term, matching
from indexer.index.tantivy_store import STAMP, Stored, entry_of, id_of, register, schema, stored_of, vector_of
from indexer.index.weights import UNIT, lookup

MIN_CANDIDATES = 100
CANDIDATES_PER_HIT = 10
WRITER_HEAP = 50_000_000
"""Bytes of postings held in memory before a segment is written; four arms are written at once."""

_STAMP_FILE = "winnow.json"
_PAGE_OF_DOCUMENTS = 1000


@dataclass(frozen=True, slots=True)
class _View:
    """One commit, open for reading, with what scoring needs to know of all its documents."""

    token: tuple[int, int]
    searcher: tantivy.Searcher
    documents: int
    mean_length: float
    languages: tuple[str, ...]


class ArmIndex:
    """Read and write one arm.

    Parameters
    ----------
    directory : Path
        Made when something is first written.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._schema = schema()
        self._index: tantivy.Index | None = None
        self._writer: tantivy.IndexWriter | None = None
        self._view: _View | None = None

    # --- writing

    def put(self, document: Document) -> None:
        """Write a document in place of any with its id or made from its page."""
        writer = self._open_writer()
        writer.delete_documents_by_term("id", document.id)
        writer.delete_documents_by_term("page", document_id(document.page_url))
        writer.add_document(entry_of(document))

    def delete(self, field: str, url: str) -> None:
        """Remove documents by their `page` or `canonical` URL."""
        if self.exists():
            self._open_writer().delete_documents_by_term(field, document_id(url))

    def commit(self) -> None:
        """Make what was written lasting."""
        if self._writer is not None:
            self._writer.commit()

    def close(self) -> None:
        """Let merges end, remove files no longer needed, release the lock."""
        if self._writer is not None:
            self._writer.garbage_collect_files()
            self._writer.wait_merging_threads()
            self._writer = None

    # --- reading

    def exists(self) -> bool:
        """Whether anything was ever written."""
        return (self._directory / "meta.json").exists()

    def count(self) -> int:
        """Number of documents."""
        return self._open_view().documents if self.exists() else 0

    def find(self, url: str) -> Stored | None:
        """The document that a URL leads to: by its own, its canonical, or an additional one."""
        if not self.exists():
            return None
        view = self._open_view()
        for field in ("id", "canonical", "urls"):
            found = view.searcher.search(tantivy.Query.term_query(self._schema, field, document_id(url)), limit=1)
            if found.hits:
                return stored_of(view.searcher.doc(found.hits[0][1]))
        return None

    def documents(self) -> Iterator[Document]:
        """Every document, in the order of the index."""
        view = self._open_view()
        for offset in range(0, view.documents, _PAGE_OF_DOCUMENTS):
            page = view.searcher.search(tantivy.Query.all_query(), limit=_PAGE_OF_DOCUMENTS, offset=offset, count=False)
            for _, address in page.hits:
                yield stored_of(view.searcher.doc(address)).document()

    def search(self, request: Request) -> Results:
        """Find, score, sort and mark."""
        view = self._open_view()
        clauses = bind(request.query, view.languages)
        query = matching(self._schema, request.query, clauses, request.match)
        if not clauses or request.sort is Sort.DATE:
            total, addresses = self._latest(view, query, request)
            ranked = self._scores(view, clauses, addresses)
        else:
            total, addresses = self._candidates(view, query, request)
            scores = self._scores(view, clauses, addresses)
            scores.sort(key=lambda pair: (-pair[0], id_of(pair[1])))
            ranked = scores[request.offset : request.offset + request.limit]
        return Results(total, tuple(_hit(score, stored_of(entry), clauses, request) for score, entry in ranked))

    def _latest(
        self, view: _View, query: tantivy.Query, request: Request
    ) -> tuple[int, list[tantivy.DocAddress]]:
        found = view.searcher.search(
            query, limit=max(1, request.limit), offset=request.offset, order_by_field="published"
        )
        return _count(found), [address for _, address in found.hits][: request.limit]

    def _candidates(
        self, view: _View, query: tantivy.Query, request: Request
    ) -> tuple[int, list[tantivy.DocAddress]]:
        limit = max(MIN_CANDIDATES, CANDIDATES_PER_HIT * (request.offset + request.limit))
        found = view.searcher.search(query, limit=limit)
        return _count(found), [address for _, address in found.hits]

    def _scores(
        self, view: _View, clauses: Sequence[Clause], addresses: Sequence[tantivy.DocAddress]
    ) -> list[tuple[float, tantivy.Document]]:
        """Exact W-BM25 of each document; a word's different terms count as one word, a repeated word twice."""
        words = Counter(word for clause in clauses for word in clause.words)
        weights = {
            word: times * idf(view.documents, _count(view.searcher.search(any_term(self._schema, word), limit=1)))
            for word, times in sorted(words.items())
        }
        lengths = view.searcher.fast_field_values("length", list(addresses)) if addresses else []
        out = []
        for address, length in zip(addresses, lengths, strict=True):
            entry = view.searcher.doc(address)
            encoded = vector_of(entry)
            weighted = [(weight, sum(lookup(encoded, t) for t in word) / UNIT) for word, weight in weights.items()]
            out.append((score(weighted, float(length or 0) / UNIT, view.mean_length), entry))
        return out

    # --- the directory

    def _open_view(self) -> _View:
        """The newest commit; opened anew only when there is one."""
        meta = self._directory / "meta.json"
        if not meta.exists():
            msg = f"no index in {self._directory}: run `winnow index` first, or name another --home"
            raise EngineError(msg)
        status = meta.stat()
        token = (status.st_mtime_ns, status.st_ino)
        if self._view is None or self._view.token != token:
            index = self._open_index()
            index.reload()
            self._view = _view(index.searcher(), token)
        return self._view

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._writer is None:
            index = self._open_index()
            try:
                self._writer = index.writer(WRITER_HEAP, num_threads=1)
            except ValueError as error:
                if "LockBusy" not in str(error):
                    raise EngineError(f"cannot write to {self._directory}: {error}") from error
                msg = f"another process is writing to {self._directory}: wait for it to end, or name another --home"
                raise EngineLockedError(msg) from None
        return self._writer

    def _open_index(self) -> tantivy.Index:
        if self._index is None:
            _check_stamp(self._directory)
            try:
                self._index = register(tantivy.Index(self._schema, path=str(self._directory)))
            except ValueError as error:
                msg = f"cannot open {self._directory} ({error}): remove it and run `winnow index` again"
                raise EngineError(msg) from error
        return self._index


def _count(found: tantivy.SearchResult) -> int:
    return int(found.count)  # type: ignore[attr-defined]  # tantivy's stub leaves it out


def _view(searcher: tantivy.Searcher, token: tuple[int, int]) -> _View:
    documents = searcher.num_docs
    total = searcher.aggregate(tantivy.Query.all_query(), {"total": {"sum": {"field": "length"}}})["total"]["value"]
    return _View(
        token=token,
        searcher=searcher,
        documents=documents,
        mean_length=total / documents / UNIT if documents else 0.0,
        languages=tuple(language for language, _ in searcher.terms_with_prefix("language", "")),
    )


def _hit(score: float, stored: Stored, clauses: Sequence[Clause], request: Request) -> Hit:
    fields = stored.fields
    headline = mark(str(fields["headline"]), clauses if request.highlight else (), stored.language)
    texts: Iterable[str] = (text for kind, text, _ in stored.texts if kind == "text")
    return Hit(
        id=stored.id,
        url=str(fields["url"]),
        canonical_url=str(fields["canonicalUrl"]),
        score=score,
        headline=headline,
        **({"snippet": snippet(texts, clauses, stored.language)} if request.highlight else {}),
        fields=fields,
    )


def _check_stamp(directory: Path) -> None:
    """Compare the settings an index was made with to those of this program; stamp a new one."""
    path = directory / _STAMP_FILE
    if path.exists():
        try:
            made_with = json.loads(path.read_text("utf-8"))
        except ValueError:
            made_with = None
        if made_with == STAMP:
            return
    elif not (directory / "meta.json").exists():
        directory.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_text(json.dumps(STAMP), "utf-8")
        unfinished.replace(path)
        return
    msg = (
        f"the index in {directory} was made by another version of the analyser or its weights and would miss words:"
        " remove the directory and run `winnow index` again, or name another --home"
    )
    raise EngineError(msg)
