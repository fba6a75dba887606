"""TantivyEngine: the embedded engine, with one tantivy index per arm and no server."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import tantivy

from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.engine import Committed, Gone, Request, Results
from indexer.index.facets import Counts
from indexer.index.fetch_time import version_of
from indexer.index.size import Size
from indexer.index.stored import Stored
from indexer.index.tantivy.arm_index import ArmIndex
from indexer.index.tantivy.size import measure_arm
from indexer.index.tantivy.store import entry_of

_ANY_VERSION = 1 << 62


class TantivyEngine:
    """Implements `indexer.index.engine.Engine`.

    One process at a time may write, protected by a lock that a killed process releases; any number may read meanwhile
    and see each commit at once. The engine is a context manager, which closes it.

    Parameters
    ----------
    directory : Path
        Parent of `raw/`, `articles/`, `body/` and `weighted/`, created with the first write.
    """

    def __init__(self, directory: Path) -> None:
        self._arms = {arm: ArmIndex(directory / arm.value) for arm in Arm}
        self._late: list[str] = []
        self._entry: tuple[Document, tantivy.Document] | None = None  # the last document written: two arms often share one

    def put(self, arm: Arm, document: Document) -> None:
        """Write a document, replacing any with its id and any made from the same page, unless one has a later visit."""
        known = self.find(arm, document.canonical_url) if arm.cleaned else None
        if known is not None and known["canonicalUrl"] == document.canonical_url:
            document = document.with_additional(tuple(known["additionalUrls"]))
        if self._entry is None or self._entry[0] is not document:
            self._entry = document, entry_of(document)
        if not self._arms[arm].put(document, self._entry[1]) and arm is Arm.RAW:
            self._late.append(document.page_url)

    def drop_page(self, arm: Arm, page_url: str, fetched: str = "", unless: str = "") -> None:
        """Remove the documents made from this page unless they have a later visit."""
        self._arms[arm].drop_page(page_url, _version_up_to(fetched), unless)

    def delete(self, url: str, fetched: str = "") -> None:
        """Remove from every arm the documents with this canonical URL, and those made from this page."""
        for index in self._arms.values():
            index.delete(url, _version_up_to(fetched))

    def remove(self, arm: Arm, gone: Gone) -> None:
        """Remove one document, unless it is newer."""
        self._arms[arm].remove(gone.id, gone.version)

    def add_urls(self, arm: Arm, url: str, urls: tuple[str, ...]) -> bool:
        """Add URLs to a committed document; return False if there is none with `url`."""
        stored = self._arms[arm].find(url)
        if stored is None:
            return False
        document = stored.document()
        more = document.with_additional(urls)
        if more != document:
            self._arms[arm].put(more)
        return True

    def commit(self) -> Committed:
        """Make all writes since the last commit visible and durable, arm by arm."""
        for index in self._arms.values():
            index.commit()
        late, self._late = tuple(self._late), []
        return Committed(late=late)

    def close(self) -> None:
        """Release the locks; uncommitted writes are lost."""
        for index in self._arms.values():
            index.close()

    def search(self, arm: Arm, request: Request) -> Results:
        """Search one arm."""
        return self._arms[arm].search(request)

    def similar(self, arm: Arm, word: str) -> Sequence[tuple[str, int]]:
        """Return written forms similar to a word."""
        return self._arms[arm].similar(word)

    def facets(self, arm: Arm, request: Request) -> Counts:
        """Count the matching documents by facet."""
        return self._arms[arm].facets(request)

    def find(self, arm: Arm, url: str) -> Mapping[str, Any] | None:
        """Return the stored fields of the document with this own, canonical or additional URL."""
        stored = self._arms[arm].find(url)
        return stored.fields if stored else None

    def read(self, arm: Arm, url: str) -> Stored | None:
        """Return the complete stored document with a URL."""
        return self._arms[arm].find(url)

    def stored(self, arm: Arm) -> Iterator[Stored]:
        """Yield every committed document of an arm."""
        return self._arms[arm].stored()

    def state(self) -> Hashable:
        """Return the tokens of all arms' commits."""
        return tuple(index.state() for index in self._arms.values())

    def count(self, arm: Arm) -> int:
        """Return the number of documents in an arm."""
        return self._arms[arm].count()

    def sizes(self, arm: Arm) -> Iterator[Size]:
        """Measure the sizes of an arm."""
        return measure_arm(arm, self._arms[arm].rewritten())

    def left_over(self, *, remove: bool = False) -> Sequence[str]:  # noqa: ARG002
        """Return nothing, because measurements write to the temporary directory."""
        return ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _version_up_to(fetched: str) -> int:
    """Return the newest version that a visit removes: its own, or any if its time is unknown."""
    return version_of(fetched) if fetched else _ANY_VERSION
