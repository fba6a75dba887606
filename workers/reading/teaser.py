"""Values returned by `workers.reading.listing`: teasers and listings."""

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
        The normalised target.
    headline : str
        The longest text among its links.
    text : int
        A hash of its text and of the values of its `time` elements.
    words : int
        The same hash without digits.
    box : str
        The name of its place in the markup.
    place : int
        The index of its box among the boxes of the same name, from 0.
    heading : bool
        Whether the link is in a heading.
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
    """The teasers and the own text of a page.

    Parameters
    ----------
    teasers : tuple of Teaser
        In document order; each pair of target and box occurs once.
    own : mapping of int to int
        The text blocks outside teasers: hash to length in characters.
    """

    teasers: tuple[Teaser, ...]
    own: Mapping[int, int]
    metadata: Metadata


def text_hash(text: str) -> int:
    """Return a hash of a text that is the same in every run.

    >>> text_hash("Tram late") == text_hash("Tram  late "), text_hash("Tram late") == text_hash("Tram on time")
    (True, False)
    """
    squashed = _SPACE.sub(" ", text).strip()
    return int.from_bytes(blake2b(squashed.encode("utf-8", "replace"), digest_size=7).digest(), "big")
