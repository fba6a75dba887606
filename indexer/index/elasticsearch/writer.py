"""Writer of one arm of an Elasticsearch engine, to the index behind the write alias and to one being built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from indexer.errors import EngineAwayError, EngineError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.elasticsearch.aliases import Names
from indexer.index.elasticsearch.batch import Batch, Known, delete_action, index_actions
from indexer.index.elasticsearch.bulk import Sender, Sent
from indexer.index.elasticsearch.client_library import Client
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.document import Written, written
from indexer.index.elasticsearch.mapping import Encoding, encoding_of
from indexer.index.engine import Committed, Gone, Refusal

T = TypeVar("T")

_MOST_UNSEEN = 100_000
"""Limit of hashes written since the last refresh; beyond it the index is refreshed."""
_MOST_FOUND = 10_000


class Writer:
    """Writes documents of one arm in batches.

    Parameters
    ----------
    connection : Connection
    names : Names
    arm : Arm
    sender : Sender
    building : str
        The index being built, to which this writer writes exclusively; "" for the index behind the write alias.
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
        self._late: list[str] = []
        self.created = 0

    def put(self, document: Document) -> None:
        """Write a document, replacing any with its id and any made from the same page."""
        if not self._batch.put(document):
            self._late.append(document.page_url)
        self._flush_if_full()

    def drop_page(self, page_url: str, fetched: str, unless: str) -> None:
        """Remove the documents made from a page."""
        self._batch.drop_page(page_url, fetched, unless)
        self._flush_if_full()

    def delete(self, url: str, fetched: str) -> None:
        """Remove the documents made from a page, and those with its URL as canonical URL."""
        self._batch.delete(url, fetched)
        self._flush_if_full()

    def remove(self, gone: Gone) -> None:
        """Remove one document, unless it is newer."""
        self._batch.remove(gone)
        self._flush_if_full()

    def commit(self) -> Committed:
        """Send the buffered writes, make them visible, and return what was refused since the last commit."""
        self._flush()
        self.ask(self._refresh)
        self._written_to.clear()
        self._unseen.clear()
        committed = Committed(tuple(self._refused.values()), dict(self._retried), dict(self._shortened), late=tuple(self._late))
        self._refused, self._retried, self._shortened, self._late = {}, Counter(), Counter(), []
        return committed

    def ask(self, question: Callable[[Client], T]) -> T:
        """Return the cluster's response to an idempotent request; the next commit reports the retries."""
        return self._sender.asker.ask(question, self._retried)

    def _flush_if_full(self) -> None:
        if self._batch.full:
            self._flush()

    def _flush(self) -> None:
        """Send the buffered writes; if the engine is unreachable they stay buffered for the next commit."""
        batch, self._batch = self._batch, Batch()
        if batch.empty:
            return
        try:
            self._refresh_for(batch)
            self._send(batch)
        except EngineAwayError:
            self._batch = batch
            raise
        self._unseen |= batch.touched()

    def _send(self, batch: Batch) -> None:
        """Write a batch to every target index, and check for new targets afterwards, because a build may have started meanwhile."""
        done: set[str] = set()
        while left := {a: i for a, i in self.ask(self._targets).items() if i not in done}:
            for alias, index in left.items():
                sent = self._write(alias, index, batch)
                if sent.indexes <= {index}:
                    done.add(index)
                self._written_to |= {index, *sent.indexes}

    def _targets(self, client: Client) -> dict[str, str]:
        """Return the write targets and the indexes behind them."""
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
                msg = f"{self._building} is no longer being built: another rebuild has replaced it; the searched indexes are unchanged"
                raise EngineError(msg)
            return {self._building: self._building}
        if write not in leads:
            msg = f"the alias {write} at {self._connection.settings} does not exist: it was removed; run the same command again"
            raise EngineError(msg)
        return leads

    def _write(self, alias: str, index: str, batch: Batch) -> Sent:
        """Execute a batch on the index behind one alias; do nothing if the index has been removed meanwhile."""
        encoding = self.ask(lambda client: self._encoding(client, index))
        if encoding is None:
            return Sent()
        found = self.ask(lambda client: list(_found(client, alias, batch)))
        late = {each.id for each in batch.late(found)}
        current = [each for each in batch.puts.values() if each.id not in late]
        documents = self.ask(lambda client: self._with_known_urls(client, alias, current))
        made: dict[str, Written] = {each.id: written(each, encoding, cleaned=self._arm.cleaned) for each in documents}
        gone = {each.id: each for each in batch.deletions(found)}
        actions = [*index_actions(made, documents), *map(delete_action, gone.values())]
        sent = self._sender.send([{**action, "_index": alias} for action in actions])
        late |= {str(action["_id"]) for action in sent.late}
        self._late += [batch.puts[identifier].page_url for identifier in sorted(late)]
        self._retried += sent.retried
        self.created += sent.created
        ended = alias == self._names.build(self._arm)
        for action, reason, exception in sent.refused:
            if ended and exception == "index_not_found_exception":
                continue  # the build ended meanwhile, and its index now has the write alias
            name = str(action["_id"])
            document: Document | Gone = gone[name] if action["_op_type"] == "delete" else batch.puts[name]
            self._refused[name] = Refusal(self._arm, document, reason)
        self._shortened.update(name for each in made.values() for name in each.shortened)
        return sent

    def _encoding(self, client: Client, index: str) -> Encoding | None:
        if index not in self._encodings:
            found = client.options(ignore_status=404).indices.get_mapping(index=index).body
            if index not in found:
                return None
            self._encodings[index] = encoding_of(found[index]["mappings"], index)
        return self._encodings[index]

    def _with_known_urls(self, client: Client, alias: str, documents: Sequence[Document]) -> list[Document]:
        """Add the URLs of copies from the index, because this run may not include the copies' pages."""
        if not self._arm.cleaned or not documents:
            return list(documents)
        answer = client.mget(index=alias, ids=[each.id for each in documents], source_includes=["additionalUrls"])
        lost = {str(found["error"]["type"]) for found in answer["docs"] if "error" in found} - {"index_not_found_exception"}
        if lost:  # a shard copy is starting or stopping: its content is unknown, not empty
            raise EngineAwayError(f"{alias} at {self._connection.settings}: {min(lost)}", min(lost), silent=False)
        known = {found["_id"]: found["_source"].get("additionalUrls", ()) for found in answer["docs"] if found.get("found")}
        return [each.with_additional(tuple(known[each.id])) if each.id in known else each for each in documents]

    def _refresh(self, client: Client) -> None:
        for index in sorted(self._written_to):
            client.options(ignore_status=404).indices.refresh(index=index)

    def _refresh_for(self, batch: Batch) -> None:
        """Refresh if the lookup of a batch may need documents written since the last refresh."""
        wanted = {*batch.pages, *batch.stories}
        if len(self._unseen) < _MOST_UNSEEN and not wanted & self._unseen:
            return
        self.ask(self._refresh)
        self._unseen.clear()


def _found(client: Client, alias: str, batch: Batch) -> Iterator[Known]:
    """Yield the documents of an index that may be removed."""
    answer = client.options(ignore_status=404).search(
        index=alias,
        query=batch.lookup(),
        size=_MOST_FOUND,
        version=True,
        source=False,
        docvalue_fields=[{"field": "page"}, {"field": "canonical"}],
        track_total_hits=False,
        allow_partial_search_results=False,
    )
    for hit in answer.get("hits", {}).get("hits", ()):
        fields = hit["fields"]
        yield Known(hit["_id"], int(hit["_version"]), str(fields["page"][0]), str(fields["canonical"][0]))

