"""Teasers and listings as values (`workers.reading.listing` reads them)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from indexer.page.metadata import Metadata

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Teaser:
    """A link with the text around it.

    Parameters
    ----------
    url : str
        Normalised.
    headline : str
        The longest text of its links.
    text : int
        A hash of all its words and of the moments that its `time` elements name.
    words : int
        The same without digits.
    box : str
        The place in the markup.
    place : int
        Which of the boxes of this name it is, from 0.
    heading : bool
        Whether a heading holds the link.
    """

    url: str
    headline: str
    text: int
    words: int
    box: str
    place: int = 0
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What a recrawl reads of a page.

    Parameters
    ----------
    teasers : tuple of Teaser
        In the page's order, each pair of page and box once.
    own : mapping of int to int
        The blocks of text that no teaser holds: hash to length in characters.
    """

    teasers: tuple[Teaser, ...]
    own: Mapping[int, int]
    metadata: Metadata


def mark(text: str) -> int:
    """A hash of a text that is the same in every run.

    >>> mark("Tram late") == mark("Tram  late "), mark("Tram late") == mark("Tram on time")
    (True, False)
    """
    squashed = _SPACE.sub(" ", text).strip()
    return int.from_bytes(blake2b(squashed.encode("utf-8", "replace"), digest_size=7).digest(), "big")
