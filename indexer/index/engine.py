"""Engine: what Winnow asks of a search engine. The embedded one implements it, and a cluster of Elasticsearch or OpenSearch."""

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
        A query without words has no relevance and is sorted by date.
    limit, offset : int
        How many hits, and after how many.
    highlight : bool
        Whether hits carry a snippet and marks (costs about half of the time of a search).
    freshness : Freshness or None
        Whether recent documents rank higher; sorted by date it changes nothing.
    collapse : bool
        Whether of near copies (see `indexer.index.fingerprint`) only the first is a hit, and groups are counted.
    explain : bool
        Whether hits say what each word adds to their score.
    headline_boost : float
        How many times its score a word adds once more where the headline has it; what a raw index does without weights.
    similarity : Similarity
        With other parameters than the index's own, the best documents by these are scored again: for measurements. Neither near copies
        nor freshness go with it.

    Raises
    ------
    ValueError
        Where another similarity is combined with near copies or freshness.
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
            raise ValueError("another similarity goes neither with near copies nor with freshness")


@dataclass(frozen=True, slots=True)
class Hit:
    """One document found.

    Parameters
    ----------
    id, url, canonical_url : str
    score : float
        W-BM25; 0.0 where the hits are sorted by date of a query without words.
    headline, snippet : Marked
        Empty snippet where no highlights were asked for.
    fields : mapping
        The stored fields, by the names of schema.org.
    copies : int
        Where near copies are collapsed: how many of the documents looked at this hit stands for, itself included; else 1.
    explanation : Explanation or None
        Where it was asked for.
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
        How many hits there are for one who turns all pages: matching documents, or groups of near copies.
    hits : tuple of Hit
    documents : int or None
        How many documents match (exact), where `total` counts groups; None where `total` counts documents.
    more : bool
        Whether `total` is the least number of groups, as more documents match than were looked at.
    cut : bool
        Whether the query was longer than an engine takes: its first words were looked for.
    """

    total: int
    hits: tuple[Hit, ...]
    documents: int | None = None
    more: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Gone:
    """A document that has to go.

    Parameters
    ----------
    id : str
    page_url : str
        The page whose visit says so.
    version : int
        Of that visit, as the engine counts: what is newer stays.
    """

    id: str
    page_url: str
    version: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A document that the engine did not take, or did not let go, and why; the others of its batch have their end."""

    arm: Arm
    document: Document | Gone
    reason: str


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit came to.

    Parameters
    ----------
    refused : tuple of Refusal
    retried : mapping of str to int
        Operations that had to be sent again, by what the engine had said.
    shortened : mapping of str to int
        Documents of which a field lost something to a limit of the engine, by the field; each says so itself.
    ahead : int
        Pages that said they were fetched in the future, and were taken for fetched now.
    late : tuple of str
        URLs of pages that were not written, as the index holds them by a later visit.
    """

    refused: tuple[Refusal, ...] = ()
    retried: Mapping[str, int] = field(default_factory=dict)
    shortened: Mapping[str, int] = field(default_factory=dict)
    ahead: int = 0
    late: tuple[str, ...] = ()


class Engine(Protocol):
    """Four indexes, one an arm, that are written alike.

    Writing is visible after `commit`; what was not committed is gone after a crash, what was is not. Every method
    raises EngineError where the engine cannot do it, EngineLockedError where another process is writing.
    """

    def put(self, arm: Arm, document: Document) -> None:
        """Write a document in place of any with its id, and of any made from the same page.

        A document stays that is of a later visit (what has no date is older than all that has), and nothing is written then.
        In a cleaned arm the document keeps the additional URLs of the one whose id it has.
        """

    def drop_page(self, arm: Arm, page_url: str, fetched: str = "", unless: str = "") -> None:
        """Remove what was made from this page, if anything; not the document with the id `unless`.

        `fetched` is the time of the visit that says so (ISO 8601), where it is known: what is newer stays.
        """

    def delete(self, url: str, fetched: str = "") -> None:
        """Remove from every arm the documents whose canonical URL this is, and those made from this page."""

    def remove(self, arm: Arm, gone: Gone) -> None:
        """Remove one document, unless it is newer: what was refused before."""

    def add_urls(self, arm: Arm, url: str, urls: tuple[str, ...]) -> bool:
        """Let a committed document be reached by more URLs; False where `url` leads to none."""

    def commit(self) -> Committed:
        """Make all that was written since the last commit visible and lasting."""

    def close(self) -> None:
        """Release the lock; uncommitted writes are lost."""

    def search(self, arm: Arm, request: Request) -> Results:
        """Search one arm."""

    def similar(self, arm: Arm, word: str) -> Sequence[tuple[str, int]]:
        """Written forms of the index that resemble a word, and about how many documents have each; see `indexer.index.suggestion`."""

    def facets(self, arm: Arm, request: Request) -> Counts:
        """How the documents that match are spread; see `indexer.index.facets`."""

    def find(self, arm: Arm, url: str) -> Mapping[str, Any] | None:
        """The stored fields of the document that a URL leads to: by its own, its canonical or an additional one."""

    def read(self, arm: Arm, url: str) -> Stored | None:
        """The whole document that a URL leads to, as it is stored: `find` with the texts and their weights."""

    def stored(self, arm: Arm) -> Iterator[Stored]:
        """Every committed document of an arm, in no particular order."""

    def count(self, arm: Arm) -> int:
        """How many documents an arm holds."""

    def state(self) -> Hashable:
        """Changes whenever what is searched changes; None where that is not known."""

    def sizes(self, arm: Arm) -> Iterator[Size]:
        """How large an arm that holds documents is, in all and then by site, written anew as one segment."""

    def left_over(self, *, remove: bool = False) -> Sequence[str]:
        """What killed measurements left in the engine, by name; removed where that is wanted."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@runtime_checkable
class OpenToClients(Protocol):
    """An engine that other clients may search, too."""

    def search_body(self, arm: Arm, request: Request) -> dict[str, Any]:
        """The body of a search for them, with all of our ranking."""
