"""Engine: the interface of a search engine, implemented by the embedded engine and by Elasticsearch and OpenSearch clusters."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable

from indexer.index.arm import Arm
from indexer.index.bm25 import LUCENE, Similarity
from indexer.index.document import Document
from indexer.index.explanation import Explanation
from indexer.index.facets import Counts
from indexer.index.freshness import Freshness
from indexer.index.highlight import Marked
from indexer.index.query import Query
from indexer.index.query_options import Match as Match
from indexer.index.query_options import Sort as Sort
from indexer.index.size import Size
from indexer.index.stored import Stored


@dataclass(frozen=True, slots=True)
class Request:
    """One search.

    Parameters
    ----------
    query : Query
    match : Match
    sort : Sort
        A query without words has no relevance scores and is always sorted by date.
    limit, offset : int
        Number of hits to return, and to skip.
    highlight : bool
        Whether hits have a snippet and highlights, which take about half of a search's time.
    freshness : Freshness or None
        Ranks recent documents higher; has no effect when sorting by date.
    collapse : bool
        Whether only the first of a group of near copies (see `indexer.index.fingerprint`) is a hit, and groups are counted.
    explain : bool
        Whether each hit explains what each word adds to its score.
    headline_boost : float
        Factor of an additional score for words in the headline; the usual boost of an index without weights.
    similarity : Similarity
        If it differs from the index's similarity, the best documents are rescored with it, for measurements. It cannot be combined with
        `collapse` or `freshness`.

    Raises
    ------
    ValueError
        If another similarity is combined with `collapse` or `freshness`.
    """

    query: Query
    match: Match = Match.ALL
    sort: Sort = Sort.RELEVANCE
    limit: int = 10
    offset: int = 0
    highlight: bool = True
    freshness: Freshness | None = None
    collapse: bool = False
    explain: bool = False
    headline_boost: float = 0.0
    similarity: Similarity = LUCENE

    def __post_init__(self) -> None:
        if self.similarity != LUCENE and (self.collapse or self.freshness is not None):
            raise ValueError("another similarity cannot be combined with collapse or freshness")


@dataclass(frozen=True, slots=True)
class Hit:
    """One document found.

    Parameters
    ----------
    id, url, canonical_url : str
    score : float
        W-BM25; 0.0 for a query without words.
    headline, snippet : Marked
        The snippet is empty without `highlight`.
    fields : mapping
        The stored fields, by their schema.org names.
    copies : int
        Size of the hit's group of near copies among the documents examined, including itself; 1 without `collapse`.
    explanation : Explanation or None
        Set with `explain`.
    """

    id: str
    url: str
    canonical_url: str
    score: float
    headline: Marked
    snippet: Marked = field(default_factory=lambda: Marked(""))
    fields: Mapping[str, Any] = field(default_factory=dict)
    copies: int = 1
    explanation: Explanation | None = None

    def record(self) -> dict[str, Any]:
        """The JSON object that `winnow search --json` prints."""
        explained = {} if self.explanation is None else {"explanation": self.explanation.record()}
        return explained | {
            **self.fields,
            "score": round(self.score, 6),
            "snippet": self.snippet.text,
            "marks": [list(pair) for pair in self.snippet.marks],
        }


@dataclass(frozen=True, slots=True)
class Results:
    """The hits of one search.

    Parameters
    ----------
    total : int
        Number of matching documents, or of groups of near copies.
    hits : tuple of Hit
    documents : int or None
        Exact number of matching documents if `total` counts groups; None if `total` counts documents.
    more : bool
        Whether `total` is a lower bound of the number of groups, because more documents match than were examined.
    cut : bool
        Whether the query exceeded the limits of an engine and was cut after its first words.
    """

    total: int
    hits: tuple[Hit, ...]
    documents: int | None = None
    more: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Gone:
    """A document to remove.

    Parameters
    ----------
    id : str
    page_url : str
        The page whose visit caused the removal.
    version : int
        Version of that visit; newer documents stay.
    """

    id: str
    page_url: str
    version: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A document that the engine refused to write or remove, and why; the rest of its batch is unaffected."""

    arm: Arm
    document: Document | Gone
    reason: str


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a commit.

    Parameters
    ----------
    refused : tuple of Refusal
    retried : mapping of str to int
        Number of operations sent again, by the engine's error.
    shortened : mapping of str to int
        Number of documents with a field shortened to a limit of the engine, by field; each document lists its shortened fields.
    ahead : int
        Number of pages with a fetch time in the future, which was replaced by the current time.
    late : tuple of str
        URLs of pages not written because the index has a later visit.
    """

    refused: tuple[Refusal, ...] = ()
    retried: Mapping[str, int] = field(default_factory=dict)
    shortened: Mapping[str, int] = field(default_factory=dict)
    ahead: int = 0
    late: tuple[str, ...] = ()


class Engine(Protocol):
    """Four indexes, one per arm.

    Writes become visible and durable with `commit`; a crash loses uncommitted writes. Every method
    raises EngineError if the engine fails, and EngineLockedError if another process is writing.
    """

    def put(self, arm: Arm, document: Document) -> None:
        """Write a document, replacing any with its id and any made from the same page.

        If one of these has a later visit, nothing is written; a document without a fetch time counts as oldest.
        In a cleaned arm the document keeps the additional URLs of the document that it replaces.
        """

    def drop_page(self, arm: Arm, page_url: str, fetched: str = "", unless: str = "") -> None:
        """Remove the documents made from this page, except the one with the id `unless`.

        `fetched` is the ISO 8601 time of the visit that causes the removal, if known; newer documents stay.
        """

    def delete(self, url: str, fetched: str = "") -> None:
        """Remove from every arm the documents with this canonical URL, and those made from this page."""

    def remove(self, arm: Arm, gone: Gone) -> None:
        """Remove one document unless it is newer; retries a refused removal."""

    def add_urls(self, arm: Arm, url: str, urls: tuple[str, ...]) -> bool:
        """Add URLs to a committed document; return False if there is none with `url`."""

    def commit(self) -> Committed:
        """Make all writes since the last commit visible and durable."""

    def close(self) -> None:
        """Release the lock; uncommitted writes are lost."""

    def search(self, arm: Arm, request: Request) -> Results:
        """Search one arm."""

    def similar(self, arm: Arm, word: str) -> Sequence[tuple[str, int]]:
        """Return written forms similar to a word, with their approximate document counts; see `indexer.index.suggestion`."""

    def facets(self, arm: Arm, request: Request) -> Counts:
        """Count the matching documents by facet; see `indexer.index.facets`."""

    def find(self, arm: Arm, url: str) -> Mapping[str, Any] | None:
        """Return the stored fields of the document with this own, canonical or additional URL."""

    def read(self, arm: Arm, url: str) -> Stored | None:
        """Return the complete stored document with a URL: like `find`, with the texts and their weights."""

    def stored(self, arm: Arm) -> Iterator[Stored]:
        """Yield every committed document of an arm, in no particular order."""

    def count(self, arm: Arm) -> int:
        """Return the number of documents in an arm."""

    def state(self) -> Hashable:
        """Return a value that changes with the searchable content; None if unknown."""

    def sizes(self, arm: Arm) -> Iterator[Size]:
        """Measure a non-empty arm, rewritten as one segment: first in total, then by site."""

    def left_over(self, *, remove: bool = False) -> Sequence[str]:
        """Return the names of temporary indexes that killed measurements left in the engine, and remove them on request."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@runtime_checkable
class OpenToClients(Protocol):
    """An engine that other clients can search."""

    def search_body(self, arm: Arm, request: Request) -> dict[str, Any]:
        """Return the body of a search request for other clients, with Winnow's full ranking."""
