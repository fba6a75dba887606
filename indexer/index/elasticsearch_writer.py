"""Write one arm of an Elasticsearch engine: batches to the index behind the write alias, and to one that is being built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.elasticsearch_aliases import Names
from indexer.index.elasticsearch_batch import MOST_DOCUMENTS, Batch, Known, index_actions
from indexer.index.elasticsearch_bulk import Sender, Sent
from indexer.index.elasticsearch_client import Connection
from indexer.index.elasticsearch_document import Written, written
from indexer.index.elasticsearch_mapping import Encoding, encoding_of
from indexer.index.engine import Committed, Refusal

if TYPE_CHECKING:
    from elasticsearch import Elasticsearch

_MOST_UNSEEN = 100_000
"""Hashes of what was written since the last refresh; with more, the index is refreshed."""
_MOST_FOUND = 10_000


class Writer:
    """The writes of one arm.

    Parameters
    ----------
    connection : Connection
    names : Names
    arm : Arm
    sender : Sender
    building : str
        The index that is being built, which this writer fills and no other; "" for the one behind the write alias.
    """

    def __init__(self, connection: Connection, names: Names, arm: Arm, sender: Sender, building: str = "") -> None:
        self._connection = connection
        self._names = names
        self._arm = arm
        self._sender = sender
        self._building = building
        self._batch = Batch()
        self._unseen: set[str] = set()
        self._written_to: set[str] = set()
        self._encodings: dict[str, Encoding] = {}
        self._refused: dict[str, Refusal] = {}
        self._retried: Counter[str] = Counter()
        self._shortened: Counter[str] = Counter()
        self.created = 0

    def put(self, document: Document) -> None:
        """Write a document in place of any with its id, and of any made from the same page."""
        self._batch.put(document)
        self._flush_if_full()

    def drop_page(self, page_url: str, fetched: str, unless: str) -> None:
        """Remove what was made from a page."""
        self._batch.drop_page(page_url, fetched, unless)
        self._flush_if_full()

    def delete(self, url: str, fetched: str) -> None:
        """Remove what was made from a page, and all of the story that the URL is canonical of."""
        self._batch.delete(url, fetched)
        self._flush_if_full()

    def commit(self) -> Committed:
        """Send what is held back, make it visible, and tell what was refused since the last commit."""
        self._flush()
        with self._connection.ask() as client:
            for index in sorted(self._written_to):
                client.options(ignore_status=404).indices.refresh(index=index)
        self._written_to.clear()
        self._unseen.clear()
        committed = Committed(tuple(self._refused.values()), dict(self._retried), dict(self._shortened))
        self._refused, self._retried, self._shortened = {}, Counter(), Counter()
        return committed

    def _flush_if_full(self) -> None:
        if self._batch.full:
            self._flush()

    def _flush(self) -> None:
        """Write the batch to every index that it belongs to, and look again afterwards: a build may have begun meanwhile."""
        batch, self._batch = self._batch, Batch()
        if batch.empty:
            return
        with self._connection.ask() as client:
            self._refresh_for(client, batch)
            done: set[str] = set()
            while left := {a: i for a, i in self._targets(client).items() if i not in done}:
                for alias, index in left.items():
                    sent = self._write(client, alias, index, batch)
                    if sent.indexes <= {index}:
                        done.add(index)
                    self._written_to |= {index, *sent.indexes}
        self._unseen |= batch.touched()

    def _targets(self, client: Elasticsearch) -> dict[str, str]:
        """The names to write to, and the indexes that they lead to now."""
        write, build = self._names.write(self._arm), self._names.build(self._arm)
        wanted = [write, build]
        found = client.options(ignore_status=404).indices.get_alias(name=wanted).body
        leads = {
            alias: index
            for index, about in sorted(found.items())
            if isinstance(about, dict)
            for alias in about.get("aliases", ())
            if alias in wanted
        }
        if self._building:
            if leads.get(build) != self._building:
                msg = f"{self._building} is built no more: another rebuild has taken its place; nothing that is searched was changed"
                raise EngineError(msg)
            return {self._building: self._building}
        if write not in leads:
            msg = f"the alias {write} at {self._connection.address} leads nowhere: it was removed; run the same command again"
            raise EngineError(msg)
        return leads

    def _write(self, client: Elasticsearch, alias: str, index: str, batch: Batch) -> Sent:
        """Carry out a batch on the index behind one alias."""
        encoding = self._encoding(client, index)
        documents = self._with_known_urls(client, alias, list(batch.puts.values()))
        made: dict[str, Written] = {each.id: written(each, encoding, cleaned=self._arm.cleaned) for each in documents}
        actions = [*index_actions(made, documents), *batch.deletions(_found(client, alias, batch))]
        sent = self._sender.send([{**action, "_index": alias} for action in actions])
        self._retried += sent.retried
        self.created += sent.created
        gone = alias == self._names.build(self._arm)
        for action, reason in sent.refused:
            if gone and reason.startswith("index_not_found_exception"):
                continue  # the build ended meanwhile; where it led to is the write alias now
            if action["_op_type"] == "delete":
                msg = f"{alias}: a document could not be deleted ({reason}): run the same command again"
                raise EngineError(msg)
            identifier = str(action["_id"])
            self._refused[identifier] = Refusal(self._arm, batch.puts[identifier], reason)
        self._shortened.update(name for each in made.values() for name in each.shortened)
        return sent

    def _encoding(self, client: Elasticsearch, index: str) -> Encoding:
        if index not in self._encodings:
            mapping = client.indices.get_mapping(index=index).body[index]["mappings"]
            self._encodings[index] = encoding_of(mapping, index)
        return self._encodings[index]

    def _with_known_urls(self, client: Elasticsearch, alias: str, documents: Sequence[Document]) -> list[Document]:
        """Stories written again keep the URLs of their copies, which may not be among the pages of this run."""
        if not self._arm.cleaned or not documents:
            return list(documents)
        answer = client.mget(index=alias, ids=[each.id for each in documents], source_includes=["additionalUrls"])
        known = {found["_id"]: found["_source"].get("additionalUrls", ()) for found in answer["docs"] if found.get("found")}
        return [each.with_additional(tuple(known[each.id])) if each.id in known else each for each in documents]

    def _refresh_for(self, client: Elasticsearch, batch: Batch) -> None:
        """Let the lookup of a batch see what was written since the last refresh, where it may look for that."""
        wanted = {*batch.pages, *batch.stories}
        if len(self._unseen) < _MOST_UNSEEN and not wanted & self._unseen:
            return
        for index in sorted(self._written_to):
            client.options(ignore_status=404).indices.refresh(index=index)
        self._unseen.clear()


def _found(client: Elasticsearch, alias: str, batch: Batch) -> Iterator[Known]:
    """The documents of an index that may have to go."""
    answer = client.search(
        index=alias,
        query=batch.lookup(),
        size=_MOST_FOUND,
        version=True,
        source=False,
        docvalue_fields=[{"field": "page"}, {"field": "canonical"}],
        track_total_hits=False,
    )
    for hit in answer["hits"]["hits"]:
        fields = hit["fields"]
        yield Known(hit["_id"], int(hit["_version"]), str(fields["page"][0]), str(fields["canonical"][0]))


assert MOST_DOCUMENTS < _MOST_FOUND
