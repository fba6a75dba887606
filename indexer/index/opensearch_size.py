"""Bytes of an index by kind, from the files of its segments: OpenSearch has no `_disk_usage`, which tells them by field.

The text's share of the postings is then the difference of two indexes of the same documents, one with and one without the text's fields:
postings of one field are no shorter for those of another. What remains of the difference are the headers of two or three files, some
300 bytes an index.

References
----------
Lucene, Lucene912Codec and Lucene103Codec, "File Naming": which file holds what.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_POSTINGS = frozenset({"tim", "tip", "tmd", "doc", "pos", "pay", "psm", "nvd", "nvm"})
"""Dictionaries, frequencies, positions, and the norms of lengths."""
_STORED = frozenset({"fdt", "fdx", "fdm"})


def bytes_by_kind(files: Mapping[str, Mapping[str, Any]]) -> tuple[int, int, int]:
    """Bytes of all postings and norms, of all that is not stored fields, and of stored fields.

    Parameters
    ----------
    files : mapping
        `file_sizes` of an index's statistics: the endings of files, and their `size_in_bytes`.

    Examples
    --------
    >>> bytes_by_kind({"doc": {"size_in_bytes": 4}, "nvd": {"size_in_bytes": 1}, "fdt": {"size_in_bytes": 9}, "dvd": {"size_in_bytes": 2}})
    (5, 7, 9)
    """
    sizes = {ending: int(about["size_in_bytes"]) for ending, about in files.items()}
    stored = sum(size for ending, size in sizes.items() if ending in _STORED)
    return sum(size for ending, size in sizes.items() if ending in _POSTINGS), sum(sizes.values()) - stored, stored
