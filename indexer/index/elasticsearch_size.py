"""How large an arm of an Elasticsearch engine is, measured so that only its content makes the difference.

A live index has segments and deleted documents, which say nothing about the text, and must not be merged for a measurement's sake. So the
documents are written once more, into an index of their own without replicas, with the same templates; it is merged to one segment,
checked with `_stats` and read with `_disk_usage` (or, on OpenSearch, as `opensearch_size` says), then removed. The inverted index is
that of `w` and `body`. A site's share is measured as an index of that site alone, with these two fields only.

References
----------
elastic.co/docs: Analyze index disk usage API ("the result might not be accurate" for small indices), Index stats API.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.client_library import Client
from indexer.index.elasticsearch_bulk import Sender
from indexer.index.elasticsearch_client import Connection
from indexer.index.elasticsearch_document import written
from indexer.index.elasticsearch_mapping import Encoding
from indexer.index.opensearch_size import bytes_by_kind
from indexer.index.size import Size
from indexer.index.stored import Stored

_AT_ONCE = 200
_MERGE_SECONDS = 3600.0
_TEXT = ("w", "body")
_NOT_STORED = frozenset({"w", "body", "names", "hosts", "page", "canonical", "urls"})
"""What `_source` leaves out (`mappings/fields.json`)."""


class _Usage(NamedTuple):
    """Bytes of an index: of the text's postings, of all that is not stored fields, and of stored fields."""

    inverted: int
    searched: int
    stored: int


def measure_arm(
    connection: Connection, arm: Arm, alias: str, encoding: Encoding, documents: Iterator[Stored]
) -> Iterator[Size]:
    """The sizes of an arm: of every site, and of all together.

    Parameters
    ----------
    connection : Connection
    arm : Arm
    alias : str
        The arm's; the temporary index takes its name from it, so that it has the arm's templates.
    encoding : Encoding
        Of the arm's weights.
    documents : iterator of Stored
        All of the arm.

    Raises
    ------
    EngineError
        Where the copy is not what was sent: not every document is there, or there is more than one segment.
    """
    with TemporaryDirectory(prefix="winnow-size-") as name:
        sites = _Sites(Path(name))
        sources = sites.through(written(each.document(), encoding, cleaned=arm.cleaned).source for each in documents)
        whole, kept = _usages(connection, alias, encoding, sources, stored_apart=True)
        for site, (count, tokens) in sorted(sites.counts.items()):
            (alone,) = _usages(connection, alias, encoding, sites.texts(site))
            yield Size(site, arm, count, tokens, alone.inverted)
        count, tokens = (sum(counts) for counts in zip(*sites.counts.values(), strict=True))
        yield Size("", arm, count, tokens, whole.inverted, whole.searched + kept.stored, kept.stored)


class _Sites:
    """The analysed fields of each site's documents in a file, a document a line."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._paths: dict[str, Path] = {}
        self.counts: dict[str, tuple[int, int]] = {}

    def through(self, sources: Iterable[dict[str, Any] | Any]) -> Iterator[Any]:
        """Pass sources on and keep their analysed fields."""
        for source in sources:
            site, body = str(source.get("site", "")), source.get("body", [])
            path = self._paths.setdefault(site, self._directory / str(len(self._paths)))
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({name: source.get(name, "") for name in ("id", *_TEXT)}) + "\n")
            count, tokens = self.counts.get(site, (0, 0))
            self.counts[site] = count + 1, tokens + sum(part.count(" ") + 1 for part in body)
            yield source

    def texts(self, site: str) -> Iterator[dict[str, Any]]:
        """The kept fields of one site."""
        with self._paths[site].open(encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def _usages(
    connection: Connection, alias: str, encoding: Encoding, sources: Iterable[Any], *, stored_apart: bool = False
) -> list[_Usage]:
    """What documents take in an index of their own, and, where asked for, what they take in one that only stores them."""
    sender = Sender(connection)
    by_field = connection.library.field_sizes
    parts = [_whole, *([_stored_part] if stored_apart else []), *([] if by_field else [_without_text])]
    with connection.ask() as client, ExitStack() as stack:
        indexes = [stack.enter_context(_temporary(client, alias, encoding, plain=part is _stored_part)) for part in parts]
        number, left = 0, iter(sources)
        while batch := list(islice(left, _AT_ONCE)):
            number += len(batch)
            for index, part in zip(indexes, parts, strict=True):
                kept = map(part, batch)
                sender.send([{"_op_type": "index", "_id": s["id"], "_index": f"{index}-write", "_source": s} for s in kept])
        usages = [_read(client, index, number, by_field=by_field) for index in indexes]
    if not by_field:
        without = usages.pop()
        usages[0] = usages[0]._replace(inverted=usages[0].inverted - without.inverted)
    return usages


def _whole(source: Mapping[str, Any]) -> Mapping[str, Any]:
    return source


def _without_text(source: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in source.items() if name not in _TEXT}


def _stored_part(source: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in source.items() if name not in _NOT_STORED}


@contextmanager
def _temporary(client: Client, alias: str, encoding: Encoding, *, plain: bool) -> Iterator[str]:
    """An index that goes when the block ends; its alias for writing ends in `-write`.

    What `_source` leaves out, Elasticsearch keeps beside it until no replica needs it, and merges it away half a minute later at the
    earliest. Stored fields are therefore measured on a `plain` index without the arm's templates, which is sent what `_source` keeps.
    """
    begin = f"{alias.rpartition('-')[0]}-size" if plain else f"{alias}-size"
    index = f"{begin}-{uuid.uuid4().hex[:12]}"
    client.indices.create(
        index=index,
        aliases={f"{index}-write": {}},
        mappings={"dynamic": False} if plain else {"_meta": {"winnow": dict(encoding.stamp)}},
        settings={"index": {"refresh_interval": "-1", "number_of_replicas": 0, "auto_expand_replicas": "false"}},
    )
    try:
        yield index
    finally:
        client.options(ignore_status=404).indices.delete(index=index)


def _read(client: Client, index: str, number: int, *, by_field: bool) -> _Usage:
    """What an index takes; where bytes are not told by field, `inverted` is that of all fields."""
    patient = client.options(request_timeout=_MERGE_SECONDS)
    patient.indices.forcemerge(index=index, max_num_segments=1)
    patient.indices.flush(index=index, force=True)
    client.indices.refresh(index=index)
    answer = client.indices.stats(index=index, metric=["docs", "segments"], include_segment_file_sizes=not by_field)
    stats = answer["_all"]["primaries"]
    found = stats["docs"]["count"], stats["docs"]["deleted"], stats["segments"]["count"]
    if found != (number, 0, 1):
        msg = (
            f"the copy that was to be measured has {found[0]} documents of {number}, {found[1]} deleted, in {found[2]} segments:"
            " no size can be told; is the cluster short of disk?"
        )
        raise EngineError(msg)
    if not by_field:
        return _Usage(*bytes_by_kind(stats["segments"]["file_sizes"]))
    usage = _disk_usage(patient, index)
    everything, fields = usage["all_fields"], usage["fields"]
    stored = int(everything["stored_fields_in_bytes"])
    inverted = sum(_bytes_of(fields[name]) for name in _TEXT if name in fields)
    return _Usage(inverted, int(everything["total_in_bytes"]) - stored, stored)


def _disk_usage(client: Client, index: str) -> dict[str, Any]:
    """Bytes by field. Asked by its path: the client's own method warns each time that the API is a technical preview."""
    answer = client.perform_request(
        "POST",
        f"/{index}/_disk_usage",
        params={"run_expensive_tasks": True},
        headers={"accept": "application/json"},
    )
    usage: dict[str, Any] = answer.body[index]
    return usage


def _bytes_of(field: dict[str, Any]) -> int:
    return int(field["inverted_index"]["total_in_bytes"]) + int(field.get("norms_in_bytes", 0))
