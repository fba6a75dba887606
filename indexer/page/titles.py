"""The keys by which a page's own headline is known again among its text blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.page.blocks import key

_SEPARATOR = re.compile(r"(?<!\s)\s++[|\-–—»·:_]++\s+|_| \| ")
_SHORTEST_PART = 8
"""Shorter parts of a title are rather a section's or the site's name."""


def title_keys(titles: Sequence[str]) -> frozenset[str]:
    """Keys of the given titles and of their parts between separators.

    >>> sorted(title_keys(["Harbour crane replaced | The Courier", ""]))
    ['harbourcranereplaced', 'harbourcranereplacedthecourier', 'thecourier']
    """
    found: set[str] = set()
    for title in titles:
        found.add(key(title))
        found.update(k for part in _SEPARATOR.split(title) if len(k := key(part)) >= _SHORTEST_PART)
    return frozenset(found - {""})
