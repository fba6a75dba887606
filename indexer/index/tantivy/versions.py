"""Versions of an arm's documents, including uncommitted ones, so that older writes never replace or remove newer documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from indexer.index.document import Document, document_id
from indexer.index.fetch_time import version_of
from indexer.index.stored import Stored


class Known(NamedTuple):
    """A document: its id, the hashes of its page's and its canonical URL, and its version."""

    id: str
    page: str
    canonical: str
    version: int

    @classmethod
    def of(cls, document: Document | Stored) -> Known:
        version = version_of(str(document.fields["lastCrawled"]))
        return cls(document.id, document_id(document.page_url), document_id(document.canonical_url), version)


class Uncommitted:
    """Writes and removals since the last commit."""

    def __init__(self) -> None:
        self._documents: dict[str, Known | None] = {}
        self._ids: defaultdict[str, set[str]] = defaultdict(set)

    def written(self, known: Known) -> None:
        """Record a written document."""
        self._documents[known.id] = known
        for value in known[:3]:
            self._ids[value].add(known.id)

    def removed(self, identifier: str) -> None:
        """Record a removed document."""
        self._documents[identifier] = None

    def over(self, committed: Iterable[Known], wanted: Iterable[tuple[str, str]]) -> list[Known]:
        """Return the documents with a wanted value (field and hash), after all writes and removals."""
        found = {each.id: each for each in committed if each.id not in self._documents}
        for field, value in wanted:
            for identifier in sorted(self._ids.get(value, ())):
                known = self._documents[identifier]
                if known is not None and getattr(known, field) == value:
                    found[identifier] = known
        return list(found.values())
