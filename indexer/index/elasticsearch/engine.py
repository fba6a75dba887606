"""ElasticsearchEngine: the four arms as indexes of an Elasticsearch or OpenSearch cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.elasticsearch.aliases import Names, ensure
from indexer.index.elasticsearch.bulk import Sender
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.document import fields_of
from indexer.index.elasticsearch.mapping import Encoding
from indexer.index.elasticsearch.patience import Patience
from indexer.index.elasticsearch.reader import Reader
from indexer.index.elasticsearch.size import measure_arm
from indexer.index.elasticsearch.temporary import left_over
from indexer.index.elasticsearch.writer import Writer
from indexer.index.engine import Committed, Gone, Refusal, Request, Results
from indexer.index.facets import Counts
from indexer.index.size import Size
from indexer.index.stored import Stored


class ElasticsearchEngine:
    """Implements `indexer.index.engine.Engine`.

    Any number of processes may write at once: of two versions of a document the one fetched later stays, in any order of
    writes. An engine survives a fork. Templates and indexes are created with the first write.

    Parameters
    ----------
    settings : ConnectionSettings
    patience : Patience or None
        Retry policy for an engine that is busy or unreachable.
    building : mapping of Arm to str
        The indexes being built, which replace the aliases for writing and reading (see `indexer.index.elasticsearch.rebuild`).
    """

    def __init__(
        self, settings: ConnectionSettings, patience: Patience | None = None, building: Mapping[Arm, str] | None = None
    ) -> None:
        self.names = names = Names(settings.prefix)
        self.connection = connection = Connection(settings)
        self._ready = building is not None
        sender = Sender(connection, patience, require_alias=building is None)
        self.asker = sender.asker
        own = building or {}
        self._writers = {arm: Writer(connection, names, arm, sender, own.get(arm, "")) for arm in Arm}
        self._readers = {arm: Reader(connection, own.get(arm) or names.read(arm)) for arm in Arm}

    def put(self, arm: Arm, document: Document) -> None:
        """Write a document, replacing any with its id and any made from the same page."""
        self._writer(arm).put(document)

    def drop_page(self, arm: Arm, page_url: str, fetched: str = "", unless: str = "") -> None:
        """Remove the documents made from this page, except the one with the id `unless`."""
        self._writer(arm).drop_page(page_url, fetched, unless)

    def delete(self, url: str, fetched: str = "") -> None:
        """Remove from every arm the documents with this canonical URL, and those made from this page."""
        for arm in Arm:
            self._writer(arm).delete(url, fetched)

    def remove(self, arm: Arm, gone: Gone) -> None:
        """Remove one document, unless it is newer."""
        self._writer(arm).remove(gone)

    def add_urls(self, arm: Arm, url: str, urls: tuple[str, ...]) -> bool:
        """Add URLs to a committed document; return False if there is none with `url`."""
        reader = self._readers[arm]
        stored = self._writer(arm).ask(lambda _: reader.read(url))
        if stored is None:
            return False
        document = stored.document()
        more = document.with_additional(urls)
        if more != document:
            self.put(arm, more)
        return True

    def commit(self) -> Committed:
        """Make all writes since the last commit visible, arm by arm."""
        refused: list[Refusal] = []
        retried: Counter[str] = Counter()
        shortened: Counter[str] = Counter()
        late: tuple[str, ...] = ()
        for arm, writer in self._writers.items():
            committed = writer.commit()
            refused += committed.refused
            retried.update(committed.retried)
            shortened.update(committed.shortened)
            late = committed.late if arm is Arm.RAW else late
            self._readers[arm].forget()
        return Committed(tuple(refused), dict(retried), dict(shortened), late=late)

    def close(self) -> None:
        """Close the connections; uncommitted writes may be lost."""
        self.connection.close()

    def search(self, arm: Arm, request: Request) -> Results:
        """Search one arm."""
        return self._readers[arm].search(request)

    def search_body(self, arm: Arm, request: Request) -> dict[str, Any]:
        """Return the body of a search request for other clients, with Winnow's full ranking."""
        return self._readers[arm].body(request)

    def similar(self, arm: Arm, word: str) -> Sequence[tuple[str, int]]:
        """Return written forms similar to a word."""
        return self._readers[arm].similar(word)

    def facets(self, arm: Arm, request: Request) -> Counts:
        """Count the matching documents by facet."""
        return self._readers[arm].facets(request)

    def find(self, arm: Arm, url: str) -> Mapping[str, Any] | None:
        """Return the stored fields of the document with this own, canonical or additional URL."""
        source = self._readers[arm].find(url)
        return fields_of(source) if source is not None else None

    def read(self, arm: Arm, url: str) -> Stored | None:
        """Return the complete stored document with a URL; a writing engine retries, an engine that only reads does not."""
        reader = self._readers[arm]
        return self._writers[arm].ask(lambda _: reader.read(url)) if self._ready else reader.read(url)

    def stored(self, arm: Arm) -> Iterator[Stored]:
        """Yield every committed document of an arm."""
        return self._readers[arm].stored()

    def count(self, arm: Arm) -> int:
        """Return the number of documents in an arm."""
        return self._readers[arm].count()

    def state(self) -> Hashable:
        """Return document and refresh counts of all shard copies; None if an arm is missing or its statistics may not be read.

        The server does not count a refresh that shows nothing new, but one after a merge that drops deleted documents.
        """
        arms = ",".join(map(self.names.read, Arm))
        try:
            with self.connection.ask() as client:
                found = client.indices.stats(index=arms, metric=["docs", "refresh"])["indices"]
        except EngineError:
            return None
        totals = ((index["uuid"], index["total"]["docs"], index["total"]["refresh"]["total"]) for index in found.values())
        return frozenset((uuid, docs["count"], docs["deleted"], refreshes) for uuid, docs, refreshes in totals)

    def sizes(self, arm: Arm) -> Iterator[Size]:
        """Measure the sizes of an arm."""
        self.left_over(remove=True)
        documents = (stored.document() for stored in self.stored(arm))
        return measure_arm(self.connection, arm, self.names.read(arm), self.encoding(arm), documents)

    def encoding(self, arm: Arm) -> Encoding:
        """Return the encoding of an arm's weights."""
        return self._readers[arm].encoding()

    def left_over(self, *, remove: bool = False) -> list[str]:
        """Return the temporary indexes of killed measurements, and remove them on request."""
        with self.connection.ask() as client:
            found = left_over(client, self.names)
            if found and remove:
                client.options(ignore_status=404).indices.delete(index=found)
        return found

    @property
    def created(self) -> Mapping[Arm, int]:
        """Net number of documents that this engine has added to each arm."""
        return {arm: writer.created for arm, writer in self._writers.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _writer(self, arm: Arm) -> Writer:
        if not self._ready:
            with self.connection.ask() as client:
                ensure(client, self.names, native=self.connection.settings.native)
            self._ready = True
        return self._writers[arm]
