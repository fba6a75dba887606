"""Size of an index on disk by kind of data, from its segment files, in the same way for Elasticsearch and OpenSearch.

Elasticsearch's `_disk_usage` reports bytes by field, but counts only the bytes that it reads, a third too few for an index of 60
documents, and OpenSearch lacks it. The size of the text's postings is therefore the difference between two indexes of the same
documents, with and without the text's fields: the postings of one field do not depend on another. The difference also includes the
headers of files that only the text needs, about 700 bytes per index.

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
"""Doc values, points, and field and segment metadata."""
_TOGETHER = frozenset({"cfs", "cfe"})


class Kinds(NamedTuple):
    """Bytes of a segment: dictionaries, postings, positions and norms; everything except stored fields; stored fields."""

    inverted: int
    searched: int
    stored: int


def bytes_by_kind(total: int, files: Mapping[str, Mapping[str, Any]]) -> Kinds:
    """Return the bytes of an index's only segment by kind.

    The size of the postings is the remainder: Elasticsearch stores ids in their own format with the same file extensions as other
    fields, and reports the bytes of one file per extension.

    Parameters
    ----------
    total : int
        Bytes of all files.
    files : mapping
        `file_sizes` of an index's statistics: file extension to `size_in_bytes`.

    Raises
    ------
    EngineError
        If the segment is a compound file, whose kinds cannot be separated.

    Examples
    --------
    >>> files = {"doc": 4, "nvd": 1, "fdt": 9, "dvd": 2}
    >>> bytes_by_kind(16, {ending: {"size_in_bytes": size} for ending, size in files.items()})
    Kinds(inverted=5, searched=7, stored=9)
    """
    if _TOGETHER & files.keys():
        msg = "the segment is a compound file, so its sizes cannot be measured: does a template of the cluster override compound_format?"
        raise EngineError(msg)
    stored, beside = (
        sum(int(about["size_in_bytes"]) for ending, about in files.items() if ending in kind) for kind in (_STORED, _BESIDE)
    )
    return Kinds(total - stored - beside, total - stored, stored)
