"""Removal of lines at the head of a story that only state its date or author."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from indexer.article.article import Block
from indexer.article.date_text import DAY_LENGTH, dates_in
from indexer.article.site_names import key
from indexer.page.blocks import SENTENCE_ENDS

_TEXT = 100
"""In characters: the story's text begins at the first block of this length."""
_BESIDE = 60
"""Maximum number of letters beside a date or a name: "Last updated at", a role, a place."""
_NO_BOUND = datetime(2100, 1, 1, tzinfo=UTC)


def without_lead_lines(blocks: Sequence[Block], days: Collection[str], names: Collection[str], language: str) -> tuple[Block, ...]:
    """Return the blocks; those before the story's text that only contain its date or an author's name are not kept.

    Parameters
    ----------
    blocks : sequence of Block
    days : collection of str
        The article's days, as YYYY-MM-DD.
    names : collection of str
        Its authors.
    language : str
        BCP 47 primary subtag, for the names of months.

    Examples
    --------
    >>> lines = ["4 March 2026, 11:05", "By Ada Berg, Harbour reporter", "The crane is old. " * 9, "Ada Berg"]
    >>> found = without_lead_lines([Block(line, 1.0, kept=True) for line in lines], ["2026-03-04"], ["Ada Berg"], "en")
    >>> [block.kept for block in found]
    [False, False, True, True]
    """
    text = next((i for i, block in enumerate(blocks) if block.kept and len(block.text) > _TEXT), 0)
    full = [name for name in names if len(name.split()) > 1]
    return tuple(
        block._replace(weight=0.0, kept=False) if i < text and block.kept and _is_lead_line(block.text, days, full, language) else block
        for i, block in enumerate(blocks)
    )


def _is_lead_line(line: str, days: Collection[str], names: Collection[str], language: str) -> bool:
    if line.rstrip().endswith(SENTENCE_ENDS):
        return False
    found = [one for one in dates_in(line, _NO_BOUND, language) if len(one.value) == DAY_LENGTH]
    if any(one.value in days for one in found):
        for one in reversed(found):
            line = line[: one.start] + line[one.end :]
        return _letters(line) <= _BESIDE
    own = key(line)
    return any(key(name) in own and _letters(line) - _letters(name) <= _BESIDE for name in names)


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
