"""Raw-text elements (a `<` inside begins no tag) and comments, found in one scan of the source: linear even with unclosed elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

_COMMENT = "!--"


class RawElement(NamedTuple):
    """`text[start:end]` with its tags; `text[start:content_end]` contains its attributes and content."""

    start: int
    content_end: int
    end: int


def raw_elements(text: str, names: tuple[str, ...], *, comments: bool = False) -> Iterator[RawElement]:
    """Yield the closed elements of these names in order; none begins inside another.

    Parameters
    ----------
    text : str
    names : tuple of str
        In lower case.
    comments : bool
        True to yield comments, too; an unclosed comment ends with the document.

    Examples
    --------
    >>> text = "<style>a</style ><script><!--</script>"
    >>> [text[a:b] for a, b, _ in raw_elements(text, ("script", "style"))]
    ['<style>a', '<script><!--']
    """
    opening = _opening((*names, _COMMENT) if comments else names)
    never_closed: set[str] = set()
    at = 0
    while found := opening.search(text, at):
        name, at = found[1].lower(), found.end()
        if name == _COMMENT:
            close = text.find("-->", at)
            end = len(text) if close < 0 else close + 3
            yield RawElement(found.start(), max(close, at), end)
            at = end
        elif name not in never_closed:
            closing = _closing(name).search(text, at)
            if closing is None:
                never_closed.add(name)
            else:
                yield RawElement(found.start(), closing.start(), closing.end())
                at = closing.end()


@cache
def _opening(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("<(" + "|".join(name if name == _COMMENT else rf"{name}\b" for name in names) + ")", re.IGNORECASE)


@cache
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}\s*>", re.IGNORECASE)
