"""Conversion of an extractor's lines to the page's own blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil

from indexer.page.blocks import key, weight
from indexer.page.elements import HEADINGS
from indexer.page.score import Evidence

_LEAST = 30
"""Number of letters by which a line is recognised as the beginning of a block, and"""
_END = 10
"""as its end."""
_MARK = "- "
_BAR = "|"
_MOST_CELLS = 30
_RULE = re.compile(r"(?:[|:\s]|-(?!-))*+--[|:\s-]*+")
"""The line that an extractor draws below a table's first row."""
_MOST_LOST = 0.5
"""Maximum share of a block that a line may lack, and of a line that its block may."""


def block_lines(e: Evidence, lines: Iterable[str]) -> list[str]:
    """Return the lines, each replaced by the blocks that it joins, or by the block from which it differs in inner words or is a line of.

    Extractors split programs into their lines, mark items with a dash, join the parts of an item or a table row, some without a space, add
    rules to tables, leave controls at headings, lose elements that they do not know, and write the source of a formula.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<li><b>2019</b><p>The crane came.</p></li><p>It <x>is</x> old.</p>"), ScoreParams())
    >>> block_lines(e, ["- 2019The crane came.", "It is old.", "Not on the page."])
    ['2019', 'The crane came.', 'It is old.', 'Not on the page.']
    """
    at: dict[str, int] = {}
    for k, text in enumerate(e.key):
        at.setdefault(text, k)
    ends = _cut_ends(e)

    def found(line: str) -> list[int]:
        name = key(line)
        if name not in at:
            name = next((cut for end in ends if (cut := name.removesuffix(end)) != name and cut in at), name)
        return [] if not name else [at[name]] if name in at else _joined(e.key, name) or _altered(e.key, name)

    out: list[str] = []
    for line in _whole_programs(e, list(lines)):
        for part, blocks in _parts(line, found):
            if blocks:
                out += [e.tree.text[k] for k in blocks]
            elif part.strip(_MARK) and not _RULE.fullmatch(part):  # an item whose text is a line of its own
                out.append(part)
    return out


def _whole_programs(e: Evidence, lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines, each run of them that is a preformatted block as its text: between its lines there may be empty ones."""
    tags = (e.tree.tag[n] for n in e.tree.node.tolist())
    programs = [(name, text) for name, text, tag in zip(e.key, e.tree.text, tags, strict=True) if tag == "pre" and "\n" in text]
    names = [key(line) for line in lines] if programs else []
    i = 0
    while i < len(lines):
        j, line = i + 1, lines[i]
        for name, text in programs:
            at, k = 0, i
            while k < len(lines) and at < len(name) and name.startswith(names[k], at):
                at, k = at + len(names[k]), k + 1
            if at == len(name) and at:
                j, line = k, text
                break
        yield line
        i = j


def _parts(line: str, found: Callable[[str], list[int]]) -> list[tuple[str, list[int]]]:
    """Return the line with its blocks, or a table row's cells with theirs."""
    whole = (line, found(line))
    cells = [] if whole[1] else [cell for cell in map(str.strip, line.split(_BAR)) if cell]
    row = [(cell, found(cell)) for cell in cells] if 1 < len(cells) <= _MOST_CELLS else []
    return row if any(blocks for _, blocks in row) else [whole]


def _cut_ends(e: Evidence) -> list[str]:
    """Return the words (keys) that were cut from the ends of headings (`indexer.page.heading_controls`)."""
    tags, text = e.tree.tag, e.tree.text
    cut = {key(x.text) for x in e.page.links if x.block < len(text) and tags[x.node] in HEADINGS and not text[x.block].endswith(x.text)}
    return sorted(cut - {""})


def _joined(keys: Sequence[str], name: str) -> list[int]:
    """Return the consecutive blocks whose concatenated keys equal a line's."""
    for start, first in enumerate(keys):
        if not first or not name.startswith(first):
            continue
        at, k = len(first), start + 1
        while at < len(name) and k < len(keys) and name.startswith(keys[k], at):
            at, k = at + len(keys[k]), k + 1
        if at == len(name):
            return [i for i in range(start, k) if keys[i]]
    return []


def _altered(keys: Sequence[str], name: str) -> list[int]:
    """Return the block that begins and ends like a line or has all of its letters in order; neither has less than half of the other's."""
    letters = weight(name) / (len(name) or 1)  # that a character stands for
    least, end = ceil(_LEAST / letters), ceil(_END / letters)
    if len(name) < least + end:
        return []
    begun, ended = name[:least], name[-end:]
    near = (k for k, text in enumerate(keys) if _MOST_LOST * len(name) <= len(text) <= len(name) / _MOST_LOST)
    return [k for k in near if (keys[k].startswith(begun) and keys[k].endswith(ended)) or _is_cut_from(keys[k], name)][:1]


def _is_cut_from(text: str, name: str) -> bool:
    """Return whether a name is a text without some of its letters."""
    letters = iter(text)
    return all(letter in letters for letter in name)
