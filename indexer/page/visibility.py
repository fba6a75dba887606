"""Visibility of an element, from its own style and from the controls that open it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from indexer.page.cache_limit import LONGEST
from indexer.page.tree import FOLDED, HIDDEN, VISIBLE

_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_OUT_OF_SIGHT = re.compile(r"visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{4,}", re.IGNORECASE)
_CONTROLLED = re.compile(r"""(?:aria-controls|data-(?:bs-)?target)\s*+=\s*+(?:["']\s*+)?#?([^"'\s>]+)""", re.IGNORECASE)


def style_visibility(style: str) -> int:
    """Return the visibility that an element's own style sets.

    >>> style_visibility("color:red") == VISIBLE, style_visibility("display: none") == FOLDED, style_visibility("left:-9999px") == HIDDEN
    (True, True, True)
    """
    return (_known_style if len(style) <= LONGEST else _style_visibility)(style)


def _style_visibility(style: str) -> int:
    if _DISPLAY_NONE.search(style):
        return FOLDED
    return HIDDEN if _OUT_OF_SIGHT.search(style) else VISIBLE


_known_style = lru_cache(maxsize=1 << 12)(_style_visibility)  # a site's pages have the same ones


def controlled_ids(source: str) -> frozenset[str]:
    """Return the ids that a document's visible controls open (`aria-controls`, `data-target`).

    >>> sorted(controlled_ids("<button aria-controls=more>More</button><a data-bs-target='#menu'>Menu</a>"))
    ['menu', 'more']
    """
    return frozenset(_CONTROLLED.findall(source))


def is_streamed(identifier: str, source: str) -> bool:
    """Return whether the page's own script moves a hidden element into place (React's streaming: `$RC("B:0","S:0")`).

    >>> is_streamed("S:0", '<div hidden id="S:0"></div><script>$RC("B:0","S:0")</script>'), is_streamed("menu", "$RC(")
    (True, False)
    """
    return identifier.startswith("S:") and "$RC(" in source


def is_tooltip(attributes: Mapping[str, str]) -> bool:
    """Return whether an inline element in a sentence is a tooltip of its last word, and not part of the sentence.

    >>> is_tooltip({"role": "tooltip"}), is_tooltip({"class": "term-definition"}), is_tooltip({"class": "term"})
    (True, True, False)
    """
    return attributes.get("role") == "tooltip" or ("class" in attributes and _TOOLTIP.search(attributes["class"]) is not None)


_TOOLTIP = re.compile("tooltip|popover|definition", re.IGNORECASE)
