"""How far a reader can see an element, by its own style and by the controls that open it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from indexer.page.cache_limit import LONGEST
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE

_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_OUT_OF_SIGHT = re.compile(r"visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{4,}", re.IGNORECASE)
_CONTROLLED = re.compile(r"""(?:aria-controls|data-(?:bs-)?target)\s*+=\s*+(?:["']\s*+)?#?([^"'\s>]+)""", re.IGNORECASE)


def styled(style: str) -> int:
    """What an element's own style says of its visibility.

    >>> styled("color:red") == VISIBLE, styled("display: none") == FOLDED, styled("left:-9999px") == HIDDEN
    (True, True, True)
    """
    return (_known_style if len(style) <= LONGEST else _styled)(style)


def _styled(style: str) -> int:
    if _DISPLAY_NONE.search(style):
        return FOLDED
    return HIDDEN if _OUT_OF_SIGHT.search(style) else VISIBLE


_known_style = lru_cache(maxsize=1 << 12)(_styled)  # a site's pages have the same ones


def opened(source: str) -> frozenset[str]:
    """The ids that a document's visible controls open (`aria-controls`, `data-target`).

    >>> sorted(opened("<button aria-controls=more>More</button><a data-bs-target='#menu'>Menu</a>"))
    ['menu', 'more']
    """
    return frozenset(_CONTROLLED.findall(source))


def is_streamed(identifier: str, source: str) -> bool:
    """Whether a hidden element is one that the page's own script puts into its place (React's streaming: `$RC("B:0","S:0")`).

    >>> is_streamed("S:0", '<div hidden id="S:0"></div><script>$RC("B:0","S:0")</script>'), is_streamed("menu", "$RC(")
    (True, False)
    """
    return identifier.startswith("S:") and "$RC(" in source


def explains(attributes: Mapping[str, str]) -> bool:
    """Whether an inline element in a sentence is the explanation that its last word opens, and no part of the sentence.

    >>> explains({"role": "tooltip"}), explains({"class": "term-definition"}), explains({"class": "term"})
    (True, True, False)
    """
    return attributes.get("role") == "tooltip" or ("class" in attributes and _EXPLAINS.search(attributes["class"]) is not None)


_EXPLAINS = re.compile("tooltip|popover|definition", re.IGNORECASE)
