"""Bytes of an index by kind, from the files of its segments: what lies on the disk, told alike by Elasticsearch and OpenSearch.

Elasticsearch's `_disk_usage` tells bytes by field, too, but counts what it reads of the files: of an index of 60 documents a third less
than they have; OpenSearch has no such call. The text's share of the postings is therefore the difference of two indexes of the same
documents, one with and one without the text's fields: postings of one field are no shorter for those of another. What remains of the
difference are the headers of files that only the text needs, some 700 bytes an index.

References
----------
Lucene, Lucene912Codec and Lucene103Codec, "File Naming": which file holds what.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from indexer.errors import EngineError

_STORED = frozenset({"fdt", "fdx", "fdm"})
_BESIDE = frozenset({"dvd", "dvm", "kdd", "kdi", "kdm", "fnm", "si", "liv"})
"""Columns, points, and what fields there are."""
_TOGETHER = frozenset({"cfs", "cfe"})


class Kinds(NamedTuple):
    """Bytes of a segment: dictionaries, postings, positions and norms; all that is not stored fields; stored fields."""

    inverted: int
    searched: int
    stored: int


def bytes_by_kind(total: int, files: Mapping[str, Mapping[str, Any]]) -> Kinds:
    """Bytes of an index's only segment by kind.

    Postings are what remains of all: Elasticsearch has ids in a format of their own, whose files end as those of other fields do, and
    tells the bytes of one file an ending.

    Parameters
    ----------
    total : int
        Of all files.
    files : mapping
        `file_sizes` of an index's statistics: the endings of files, and their `size_in_bytes`.

    Raises
    ------
    EngineError
        Where the segment's files lie in one: no kind can be told.

    Examples
    --------
    >>> files = {"doc": 4, "nvd": 1, "fdt": 9, "dvd": 2}
    >>> bytes_by_kind(16, {ending: {"size_in_bytes": size} for ending, size in files.items()})
    Kinds(inverted=5, searched=7, stored=9)
    """
    if _TOGETHER & files.keys():
        msg = "the segment is one file, although it was to be several: no size can be told; does a template of the cluster say otherwise?"
        raise EngineError(msg)
    stored, beside = (
        sum(int(about["size_in_bytes"]) for ending, about in files.items() if ending in kind) for kind in (_STORED, _BESIDE)
    )
    return Kinds(total - stored - beside, total - stored, stored)
