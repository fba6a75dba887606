"""Text for a terminal: safe to print, measured in columns, in tables."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from indexer.index.highlight import Marked


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural unless it is one.

    >>> counted(1, "URL"), counted(2_000, "URL"), counted(0, "page")
    ('1 URL', '2,000 URLs', '0 pages')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """Remove control characters and those that change the writing direction; white space becomes a blank.

    Headlines come from the open web, and an escape sequence in one must not reach the reader's terminal.

    >>> printable("a\\x1b[31mb\\nc\\u202e")
    'a[31mb c'
    """
    kept = (" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    return "".join(kept)


def width(text: str) -> int:
    """The width of a text in columns: two for wide characters, none for combining ones.

    >>> width("水库 a"), width("e\\u0301")
    (6, 1)
    """
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def fit(text: str, columns: int) -> str:
    """Truncate or pad a text to exactly `columns`.

    >>> fit("ferry", 4), fit("水库水", 4), fit("a", 3)
    ('fer…', '水… ', 'a  ')
    """
    if width(text) > columns:
        while width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (columns - width(text))


def styled(marked: Marked) -> str:
    """A marked text with its marks in bold."""
    return "".join(click.style(printable(p), bold=True) if bold else printable(p) for p, bold in marked.pieces())


def table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    r"""A table; the first `left` columns are left-aligned, the others right-aligned.

    >>> table([["arm", "P@10"], ["raw", ".5"]])
    'arm  P@10\nraw    .5'
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = (
            fit(cell, w) if number < left else " " * (w - width(cell)) + cell
            for number, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
