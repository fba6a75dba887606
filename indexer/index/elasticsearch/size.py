"""Size of an arm of an Elasticsearch engine, measured so that it depends only on the content.

A live index has several segments and deleted documents, and must not be merged only for a measurement. The documents are therefore
written to a temporary index without replicas, with the same templates (see `temporary`); it is merged to one segment, checked with
`_segments`, measured (see `segment_files`) and removed. The inverted index is that of `w` and `body`, the difference to an index without
them; the native fields for other clients are measured in the same way. A site is measured as an index of its documents with only these
two fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.document import Document
from indexer.index.elasticsearch.bulk import Sender
from indexer.index.elasticsearch.client_library import Client
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.document import written
from indexer.index.elasticsearch.mapping import Encoding, native_fields, unsourced
from indexer.index.elasticsearch.segment_files import Kinds, bytes_by_kind
from indexer.index.elasticsearch.temporary import temporary
from indexer.index.size import Size
from indexer.index.size_spool import SizeSpool

_AT_ONCE = 200
_MERGE_SECONDS = 3600.0
_TEXT = ("w", "body")


def measure_arm(
    connection: Connection, arm: Arm, alias: str, encoding: Encoding, documents: Iterable[Document]
) -> Iterator[Size]:
    """Yield the size of an arm for all sites together, then for each site, measured lazily.

    Parameters
    ----------
    connection : Connection
    arm : Arm
    alias : str
        The arm's alias; the temporary index derives its name from it, so that the arm's templates apply.
    encoding : Encoding
        Encoding of the arm's weights.
    documents : iterable of Document
        All documents of the arm.

    Raises
    ------
    EngineError
        If the copy lacks documents or has more than one segment.
    """
    with TemporaryDirectory(prefix="winnow-size-") as name:
        spool = SizeSpool(Path(name))
        sources = _through(spool, (written(each, encoding, cleaned=arm.cleaned).source for each in documents))
        whole, without, foreign, kept = _usages(connection, alias, encoding, sources, _WHOLE)
        native = whole.inverted - foreign.inverted
        yield Size(
            "", arm, *spool.totals(), whole.inverted - without.inverted, whole.searched + kept.stored, kept.stored, native
        )
        for site in spool.sites:
            alone, without = _usages(connection, alias, encoding, map(json.loads, spool.lines(site)), _ONE_SITE)
            yield Size(site, arm, *spool.counts(site), alone.inverted - without.inverted)


def _through(spool: SizeSpool, sources: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Pass sources through and spool their analysed fields."""
    for source in sources:
        line = json.dumps({name: source[name] for name in ("id", *_TEXT)})
        spool.keep(str(source["site"]), line, sum(part.count(" ") + 1 for part in source["body"]))
        yield source


def _usages(
    connection: Connection, alias: str, encoding: Encoding, sources: Iterable[Any], parts: Sequence[_Part]
) -> list[Kinds]:
    """Return the sizes of these parts of the documents, each in its own index."""
    sender = Sender(connection)
    files = connection.library.kinds_apart
    with connection.ask() as client, ExitStack() as stack:
        meta = {"winnow": dict(encoding.stamp)}
        indexes = [stack.enter_context(_index(client, alias, meta, files, plain=part is _stored_part)) for part in parts]
        number, left = 0, iter(sources)
        while batch := list(islice(left, _AT_ONCE)):
            number += len(batch)
            for index, part in zip(indexes, parts, strict=True):
                kept = map(part, batch)
                sender.send([{"_op_type": "index", "_id": s["id"], "_index": f"{index}-write", "_source": s} for s in kept])
        return [_read(client, index, number) for index in indexes]


_Source = Mapping[str, Any]
_Part = Callable[[_Source], _Source]


def _whole(source: _Source) -> _Source:
    return source


def _without_text(source: _Source) -> _Source:
    return {name: value for name, value in source.items() if name not in _TEXT}


def _without_native(source: _Source) -> _Source:
    native = native_fields()
    return {name: value for name, value in source.items() if name not in native}


def _stored_part(source: _Source) -> _Source:
    left_out = unsourced()
    return {name: value for name, value in source.items() if name not in left_out}


def _index(client: Client, alias: str, meta: Mapping[str, Any], files: Mapping[str, Any], *, plain: bool) -> AbstractContextManager[str]:
    """Open a temporary index with these file settings.

    Elasticsearch keeps fields excluded from `_source` until no replica needs them, and merges them away half a minute later at the
    earliest. Stored fields are therefore measured in a `plain` index without the arm's templates, which gets only the fields of `_source`.
    """
    if plain:
        return temporary(client, alias.rpartition("-")[0], {}, files, dynamic=False)
    return temporary(client, alias, meta, files)


_WHOLE = (_whole, _without_text, _without_native, _stored_part)
_ONE_SITE = (_whole, _without_text)


def _read(client: Client, index: str, number: int) -> Kinds:
    """Return the size of an index after a merge to one segment."""
    patient = client.options(request_timeout=_MERGE_SECONDS)
    patient.indices.forcemerge(index=index, max_num_segments=1)
    patient.indices.flush(index=index, force=True)
    client.indices.refresh(index=index)
    ((shard,),) = client.indices.segments(index=index)["indices"][index]["shards"].values()
    segments = shard["segments"].values()
    found = *(sum(each[name] for each in segments) for name in ("num_docs", "deleted_docs")), len(segments)
    if found != (number, 0, 1):
        msg = (
            f"the copy to measure has {found[0]} documents of {number}, {found[1]} deleted, in {found[2]} segments:"
            " its size cannot be measured; is the cluster short of disk space?"
        )
        raise EngineError(msg)
    stats = client.indices.stats(index=index, metric=["segments"], include_segment_file_sizes=True)
    (segment,) = segments
    return bytes_by_kind(segment["size_in_bytes"], stats["_all"]["primaries"]["segments"]["file_sizes"])
