"""Keys that identify a page's own headline among its text blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.page.blocks import key

IDEOGRAPH = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_SEPARATOR = re.compile(rf"(?<!\s)\s++[|\-–—»·:_]++\s+|[_|｜]|(?<={IDEOGRAPH})[-:：–—](?=\s?\w)|(?<=\w)[-:：–—](?={IDEOGRAPH})")
"""Between blanks; scripts without blanks have them between any two characters."""
_SHORTEST_PART = 8
"""Shorter parts of a title are more likely the name of a section or of the site."""


def title_keys(titles: Sequence[str]) -> frozenset[str]:
    """Return the keys of the titles and of their parts between separators.

    >>> sorted(title_keys(["Harbour crane replaced | The Courier", ""]))
    ['harbourcranereplaced', 'harbourcranereplacedthecourier', 'thecourier']
    >>> "港口起重机已更换完毕" in title_keys(["港口起重机已更换完毕-港口日报"])
    True
    """
    found: set[str] = set()
    for title in titles:
        found.add(key(title))
        found.update(k for part in _SEPARATOR.split(title) if len(k := key(part)) >= _SHORTEST_PART)
    return frozenset(found - {""})
