"""Text that occurs twice in a sentence's source, for sighted readers and for screen readers (WAI-ARIA 1.2, `aria-hidden`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableSequence, Sequence
from functools import lru_cache
from typing import NamedTuple

ALL, EYE, EAR, BEHIND, FORMULA = range(5)
"""The audience of an element; `BEHIND`: everyone, but it directly follows an element for a part of them; `FORMULA`: everyone who has no
drawing of it."""
_FOR_EAR = re.compile(r"(?<![a-z])(?:sr-?only|screen-?reader(?:s|-?text|-?only)?|visually-?hidden|hidden-visually)(?![a-z])", re.IGNORECASE)
"""Class names from widely copied style sheets: Bootstrap, WordPress, HTML5 Boilerplate, inuitcss."""


class Twin(NamedTuple):
    """An inline element of a block: its audience, and the range of its strings in the block, `buffer[start:end]`."""

    kind: int
    start: int
    end: int


def audience(attributes: Mapping[str, str]) -> int:
    """Return the audience of an inline element.

    >>> audience({"aria-hidden": "true"}) == EYE, audience({"class": "c-sr-only"}) == EAR, audience({"class": "only"}) == ALL
    (True, True, True)
    """
    if attributes.get("aria-hidden") == "true":
        return EYE
    return EAR if "class" in attributes and _names_ear(attributes["class"]) else ALL


@lru_cache(maxsize=1 << 12)  # a site's pages have the same ones
def _names_ear(classes: str) -> bool:
    return _FOR_EAR.search(classes) is not None


def drop_duplicates(buffer: MutableSequence[str], twins: Sequence[Twin]) -> None:
    """Clear the strings of a block that a sighted reader does not see, or sees in the duplicate.

    Text for screen readers only is cleared, unless it is the whole block or the only place of the beginning of its word (a drop cap
    drawn as an image). Text directly after an element for sighted readers that repeats it is cleared, and a formula directly before one.

    Examples
    --------
    >>> buffer = ["T", "The", "he", " crane"]
    >>> drop_duplicates(buffer, [Twin(EYE, 0, 1), Twin(EAR, 1, 2)])
    >>> buffer
    ['T', '', 'he', ' crane']
    >>> buffer = ["T", "he crane"]
    >>> drop_duplicates(buffer, [Twin(EAR, 0, 1)])
    >>> buffer
    ['T', 'he crane']
    >>> buffer = ["It is ", "x2", "x²", "."]
    >>> drop_duplicates(buffer, [Twin(FORMULA, 1, 2), Twin(EYE, 2, 3)])
    >>> buffer
    ['It is ', '', 'x²', '.']
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
    if twin.kind == FORMULA:
        return at + 1 < len(twins) and _is_drawn(buffer, twin.end, twins[at + 1])
    return twin.kind == BEHIND and _folded(text) == _folded("".join(buffer[twins[at - 1].start : twins[at - 1].end]))


def _has_eye(buffer: Sequence[str], twins: Sequence[Twin], at: int) -> bool:
    """Return whether an element for sighted readers stands directly before or after."""
    twin = twins[at]
    before = at > 0 and twins[at - 1].kind == EYE and not "".join(buffer[twins[at - 1].end : twin.start]).strip()
    behind = at + 1 < len(twins) and twins[at + 1].kind == EYE and not "".join(buffer[twin.end : twins[at + 1].start]).strip()
    return before or behind


def _is_drawn(buffer: Sequence[str], end: int, other: Twin) -> bool:
    """Return whether text for sighted readers is directly behind a formula."""
    drawn = "".join(buffer[other.start : other.end]).strip()
    return other.kind == EYE and bool(drawn) and not "".join(buffer[end : other.start]).strip()


_MOST_DROPPED = 2
"""Maximum number of characters of a drop cap, with a quotation mark."""


def _begins_word(text: str, following: Sequence[str]) -> bool:
    """Return whether a text is the beginning of a word that continues directly after it."""
    rest = next((part for part in following if part), "")
    return 0 < len(text) <= _MOST_DROPPED and text[-1].isalpha() and rest[:1].islower()


def _folded(text: str) -> str:
    return "".join(text.split())
