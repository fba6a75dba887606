"""Batch: buffered writes of one arm.

Of several writes of one page or id the last counts, as if they had been executed one by one. Delete-by-query is a module that some
servers lack, so documents to remove are looked up by the hashes of their URLs and deleted by id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from indexer.index.document import Document, document_id
from indexer.index.elasticsearch.bulk import Action
from indexer.index.elasticsearch.document import Written
from indexer.index.engine import Gone
from indexer.index.fetch_time import version_of

MOST_DOCUMENTS = 500
MOST_BYTES = 8 << 20
"""Bytes of buffered texts; their requests have at most about five times as many."""


@dataclass(frozen=True, slots=True)
class Known:
    """A document in an index: its id, its version, and the hashes of its page's and its canonical URL."""

    id: str
    version: int
    page: str
    canonical: str


@dataclass(slots=True)
class _Mark:
    """The removal of a page, story or document.

    A visit of a page causes it; version 0 removes documents of any version. The document with the id `unless` may stay.
    """

    page_url: str
    version: int
    unless: str = ""


@dataclass(slots=True)
class Batch:
    """Buffered writes.

    Parameters
    ----------
    puts : dict
        Documents by id.
    pages : dict
        Hash of a page to its removals; a page that is written again loses all documents but its new one.
    stories : dict
        Hash of a canonical URL to its removals.
    ids : dict
        Documents written and revoked within this batch.
    """

    puts: dict[str, Document] = field(default_factory=dict)
    pages: dict[str, _Mark] = field(default_factory=dict)
    stories: dict[str, _Mark] = field(default_factory=dict)
    ids: dict[str, _Mark] = field(default_factory=dict)
    size: int = 0

    def put(self, document: Document) -> bool:
        """Write a document, replacing any with its id or page; return False if one of these has a later visit."""
        page, version = document_id(document.page_url), _version(document)
        if self._has_later(document, page, version):
            return False
        self._take_back(page, document.page_url, unless=document.id)
        self.puts[document.id] = document
        self.ids.pop(document.id, None)
        self.pages[page] = _Mark(document.page_url, version, unless=document.id)
        self.size += sum(len(part.text) for part in document.parts)
        return True

    def drop_page(self, page_url: str, fetched: str, unless: str) -> None:
        """Remove the documents made from a page."""
        page = document_id(page_url)
        self._take_back(page, page_url, unless)
        self.pages[page] = _Mark(page_url, version_of(fetched) if fetched else 0, unless)

    def delete(self, url: str, fetched: str) -> None:
        """Remove the documents made from a page, and those with its URL as canonical URL.

        The document with the URL's hash as its id is deleted even if it does not exist, so that the engine remembers the
        visit and a late worker cannot bring back an older one.
        """
        self.drop_page(url, fetched, "")
        for document in [each for each in self.puts.values() if each.canonical_url == url]:
            self._forget(document)
        story = document_id(url)
        self.stories[story] = self.pages[story]
        if fetched:
            self.ids[story] = self.pages[story]

    def remove(self, gone: Gone) -> None:
        """Remove one document, unless this batch writes it."""
        if gone.id not in self.puts:
            self.ids[gone.id] = _Mark(gone.page_url, gone.version)

    @property
    def full(self) -> bool:
        """Whether the batch should be sent."""
        return self.size >= MOST_BYTES or max(len(self.pages) + len(self.stories), len(self.ids)) >= MOST_DOCUMENTS

    @property
    def empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.pages and not self.stories and not self.ids

    def lookup(self) -> Mapping[str, Any]:
        """Return the query for the documents that may be removed."""
        wanted = [{"terms": {"page": sorted(self.pages)}}, {"terms": {"canonical": sorted(self.stories)}}]
        return {"bool": {"should": wanted, "must_not": [{"terms": {"_id": sorted(self.puts)}}]}}

    def touched(self) -> set[str]:
        """Return the hashes by which a later batch may look up this batch's documents."""
        written = (document_id(document.canonical_url) for document in self.puts.values())
        return {*self.pages, *written}

    def deletions(self, found: Iterable[Known]) -> Iterator[Gone]:
        """Yield the documents to remove, by id; documents newer than the visit that causes the removal stay."""
        gone = {name: Gone(name, mark.page_url, mark.version) for name, mark in self.ids.items() if name not in self.puts}
        for known in found:
            marks = [mark for mark in self._marks(known) if not mark.version or mark.version >= known.version]
            if marks and known.id not in self.puts:
                last = max(marks, key=lambda mark: mark.version)
                earlier = gone[known.id].version if known.id in gone else 0
                gone[known.id] = Gone(known.id, last.page_url, max(known.version, last.version, earlier))
        yield from (gone[name] for name in sorted(gone))

    def late(self, found: Iterable[Known]) -> list[Document]:
        """Return the documents of this batch whose page has a later visit in the index under another id."""
        newest: dict[str, int] = {}
        for known in found:
            newest[known.page] = max(known.version, newest.get(known.page, 0))
        return [each for each in self.puts.values() if newest.get(document_id(each.page_url), 0) > _version(each)]

    def _has_later(self, document: Document, page: str, version: int) -> bool:
        """Return whether this batch writes a later visit of the document's id or page."""
        others = (self.puts.get(document.id), self.puts.get(self.pages[page].unless) if page in self.pages else None)
        return any(other is not None and _version(other) > version for other in others)

    def _marks(self, known: Known) -> Iterator[_Mark]:
        """Yield the removals that apply to a document."""
        page, story = self.pages.get(known.page), self.stories.get(known.canonical)
        if page is not None and page.unless != known.id:
            yield page
        if story is not None:
            yield story

    def _take_back(self, page: str, page_url: str, unless: str) -> None:
        """Drop this batch's earlier document of a page, if any."""
        earlier = self.puts.get(self.pages[page].unless) if page in self.pages else None
        if earlier is not None and earlier.id != unless and earlier.page_url == page_url:
            self._forget(earlier)

    def _forget(self, document: Document) -> None:
        del self.puts[document.id]
        self.ids[document.id] = _Mark(document.page_url, _version(document))


def _version(document: Document) -> int:
    return version_of(str(document.fields["lastCrawled"]))


def delete_action(gone: Gone) -> Action:
    """Return the operation that removes a document unless the index has a later version."""
    return {"_op_type": "delete", "_id": gone.id, "version": gone.version, "version_type": "external_gte"}


def index_actions(written: Mapping[str, Written], documents: Sequence[Document]) -> Iterator[Action]:
    """Yield the operations that write documents unless the index has a later version."""
    for document in documents:
        yield {
            "_op_type": "index",
            "_id": document.id,
            "version": _version(document),
            "version_type": "external_gte",
            "_source": written[document.id].source,
        }
