"""Finds the lines of a labelled body in a page's HTML source, and the offsets between them at which content can be planted.

The functions work on the source, not on a parsed tree, so that a page is unchanged except for the planted content.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from indexer.page.blocks import key, weight

_TOKEN = re.compile(
    r"<!--.*?-->|<(script|style|textarea|noscript|template|select|svg)\b.*?</\1\s*>|<(/?)([a-zA-Z][\w:-]*)[^>]*>", re.DOTALL | re.IGNORECASE
)
_BOUNDARIES = frozenset(
    "p div br li ul ol td th tr table tbody thead h1 h2 h3 h4 h5 h6 blockquote section article aside header footer main nav figure"
    " figcaption hr pre dl dt dd form body center".split()
)
_LEAST = 40
"""Minimum weight of a line: shorter lines may occur on the page twice (a caption, a teaser)."""


class Run(NamedTuple):
    """Text between two boundaries of the source.

    Parameters
    ----------
    text : str
        The text without markup.
    start, end : int
        Offsets of the text with the tags of its own element; content planted at either offset is between it and its neighbour.
    breaks : bool
        Whether line breaks instead of elements separate it from its neighbours.
    tag : str
        The tag of the boundary before it.
    """

    text: str
    start: int
    end: int
    breaks: bool
    tag: str


class Place(NamedTuple):
    """A line of the labelled body, and the run of the source that contains it.

    Parameters
    ----------
    line : int
        Index among the label's lines.
    run : Run
    """

    line: int
    run: Run


def runs(source: str) -> Iterator[Run]:
    """Yield the text runs of a page's source in document order.

    >>> [(run.text, source[run.start : run.end]) for source in ["<div><p>One <b>two</b></p>Three<br>"] for run in runs(source)]
    [('One two', '<p>One <b>two</b></p>'), ('Three', 'Three<br>')]
    """
    parts: list[str] = []
    at = begun = 0
    opened = ""
    for token in _TOKEN.finditer(source):
        parts.append(source[at : token.start()])
        at = token.end()
        tag = (token[3] or "").lower()
        if tag not in _BOUNDARIES:
            continue
        text = " ".join(html.unescape("".join(parts)).split())
        own = bool(token[2]) or tag == "br"  # the run's element ends here; otherwise another one begins
        if text:
            yield Run(text, begun, token.end() if own else token.start(), "br" in (tag, opened), opened)
        parts.clear()
        opened = tag
        begun = token.start() if not token[2] and tag in ("p", "div") else token.end()


def places(source: str, lines: Sequence[str]) -> list[Place]:
    """Return the lines of the label that equal a run of the source, in order.

    >>> body = "The crane was raised on Monday, after two years of repairs."
    >>> [place.line for place in places(f"<h1>Crane</h1><div>{body}<br>More</div>", ["Crane", body])]
    [1]
    """
    wanted = {key(line): i for i, line in reversed(list(enumerate(lines))) if weight(line) >= _LEAST}
    found: list[Place] = []
    for run in runs(source):
        i = wanted.get(key(run.text), -1)
        if i > (found[-1].line if found else -1):
            found.append(Place(i, run))
    return found
