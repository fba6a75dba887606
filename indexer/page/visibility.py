"""How far a reader can see an element, by its own style and by the controls that open it."""

from __future__ import annotations

import re
from functools import lru_cache

from indexer.page.tree import FOLDED, HIDDEN, VISIBLE

_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_OUT_OF_SIGHT = re.compile(r"visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{4,}", re.IGNORECASE)
_CONTROLLED = re.compile(r"""(?:aria-controls|data-(?:bs-)?target)\s*+=\s*+(?:["']\s*+)?#?([^"'\s>]+)""", re.IGNORECASE)


@lru_cache(maxsize=1 << 12)  # a site's pages have the same ones
def styled(style: str) -> int:
    """What an element's own style says of its visibility.

    >>> styled("color:red") == VISIBLE, styled("display: none") == FOLDED, styled("left:-9999px") == HIDDEN
    (True, True, True)
    """
    if _DISPLAY_NONE.search(style):
        return FOLDED
    return HIDDEN if _OUT_OF_SIGHT.search(style) else VISIBLE


def opened(source: str) -> frozenset[str]:
    """The ids that a document's visible controls open (`aria-controls`, `data-target`).

    >>> sorted(opened("<button aria-controls=more>More</button><a data-bs-target='#menu'>Menu</a>"))
    ['menu', 'more']
    """
    return frozenset(_CONTROLLED.findall(source))
