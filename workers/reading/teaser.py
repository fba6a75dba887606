"""The values that `workers.reading.listing` reads: teasers and listings."""

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
        A hash of its text and of the values of its `time` elements.
    words : int
        The same hash without digits.
    box : str
        Its place in the markup.
    place : int
        The index of its box among those of this name, from 0.
    heading : bool
        Whether the link stands in a heading.
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
        In the page's order, each pair of target and box once.
    own : mapping of int to int
        The blocks of text outside teasers: hash to length in characters.
    """

    teasers: tuple[Teaser, ...]
    own: Mapping[int, int]
    metadata: Metadata


def text_hash(text: str) -> int:
    """A hash of a text that is the same in every run.

    >>> text_hash("Tram late") == text_hash("Tram  late "), text_hash("Tram late") == text_hash("Tram on time")
    (True, False)
    """
    squashed = _SPACE.sub(" ", text).strip()
    return int.from_bytes(blake2b(squashed.encode("utf-8", "replace"), digest_size=7).digest(), "big")
