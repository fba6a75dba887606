"""Words that stand twice in the source of a sentence, once for the eye and once for the ear (WAI-ARIA 1.2, `aria-hidden`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableSequence, Sequence
from functools import lru_cache
from typing import NamedTuple

ALL, EYE, EAR, BEHIND = range(4)
"""Whom an element is for; `BEHIND`: all, but it stands right behind one that is not."""
_FOR_EAR = re.compile(r"(?<![a-z])(?:sr-?only|screen-?reader(?:s|-?text|-?only)?|visually-?hidden|hidden-visually)(?![a-z])", re.IGNORECASE)
"""Names of the style sheets that everyone copies: Bootstrap, WordPress, HTML5 Boilerplate, inuitcss."""


class Twin(NamedTuple):
    """An inline element of a block: whom it is for, and its strings among the block's, `buffer[start:end]`."""

    kind: int
    start: int
    end: int


def audience(attributes: Mapping[str, str]) -> int:
    """Whom an inline element is for.

    >>> audience({"aria-hidden": "true"}) == EYE, audience({"class": "c-sr-only"}) == EAR, audience({"class": "only"}) == ALL
    (True, True, True)
    """
    if attributes.get("aria-hidden") == "true":
        return EYE
    return EAR if "class" in attributes and _names_ear(attributes["class"]) else ALL


@lru_cache(maxsize=1 << 12)  # a site's pages have the same ones
def _names_ear(classes: str) -> bool:
    return _FOR_EAR.search(classes) is not None


def read_once(buffer: MutableSequence[str], twins: Sequence[Twin]) -> None:
    """Empty the strings of a block that a reader does not see, or sees in their twin.

    What is for the ear alone goes, unless it is the whole block, or nothing else shows the beginning of its word (a drop cap drawn as an
    image). What is right behind an element for the eye and says the same goes.

    Examples
    --------
    >>> buffer = ["T", "The", "he", " crane"]
    >>> read_once(buffer, [Twin(EYE, 0, 1), Twin(EAR, 1, 2)])
    >>> buffer
    ['T', '', 'he', ' crane']
    >>> buffer = ["T", "he crane"]
    >>> read_once(buffer, [Twin(EAR, 0, 1)])
    >>> buffer
    ['T', 'he crane']
    """
    unseen = [(twin.start, twin.end) for at, twin in enumerate(twins) if _is_unseen(buffer, twins, at)]
    seen = list(buffer)
    for start, end in unseen:
        seen[start:end] = [""] * (end - start)
    if "".join(seen).strip():
        buffer[:] = seen


def _is_unseen(buffer: Sequence[str], twins: Sequence[Twin], at: int) -> bool:
    twin = twins[at]
    text = "".join(buffer[twin.start : twin.end])
    if twin.kind == EAR:
        return not _begins_word(text, buffer[twin.end :]) or _has_eye(buffer, twins, at)
    return twin.kind == BEHIND and _folded(text) == _folded("".join(buffer[twins[at - 1].start : twins[at - 1].end]))


def _has_eye(buffer: Sequence[str], twins: Sequence[Twin], at: int) -> bool:
    """Whether an element for the eye stands right before or behind."""
    twin = twins[at]
    before = at > 0 and twins[at - 1].kind == EYE and not "".join(buffer[twins[at - 1].end : twin.start]).strip()
    behind = at + 1 < len(twins) and twins[at + 1].kind == EYE and not "".join(buffer[twin.end : twins[at + 1].start]).strip()
    return before or behind


_MOST_DROPPED = 2
"""Letters of a drop cap, with a quotation mark."""


def _begins_word(text: str, following: Sequence[str]) -> bool:
    """Whether a text is the beginning of a word that goes on right behind it."""
    rest = next((part for part in following if part), "")
    return 0 < len(text) <= _MOST_DROPPED and text[-1].isalpha() and rest[:1].islower()


def _folded(text: str) -> str:
    return "".join(text.split())
