"""Lines of a page that only repeat another of its texts: the beginning of its body, a folded copy."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.page.blocks import SENTENCE_ENDS
from indexer.page.score import Evidence
from indexer.page.tree import FOLDED

_FIRST_LINES = 4
_LATER_LINES = 8
_COPY = 0.5
"""A folded text is a copy if shown blocks make up this share of it."""
_SHORTEST, _LONGEST = 50, 800
"""Number of letters of a standfirst."""
_CUT = 100
"""Minimum weight of a standfirst in Chinese that ends no sentence: shorter ones are headings that the text takes up."""


def without_folded_copies(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Drop folded copies of shown blocks, single or joined; folded text without a shown copy is kept.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> text = ["The old harbour is getting a new crane.", "It comes from the north by barge."]
    >>> e = gather(parse(f"<p>{text[0]}</p><p>{text[1]}</p><div style='display:none'>{' '.join(text)}</div>"), ScoreParams())
    >>> without_folded_copies(e, [0, 1, 2])
    [0, 1]
    """
    hidden = e.tree.hidden[e.tree.node]
    folded = [k for k in kept if hidden[k] == FOLDED]
    if not folded:
        return list(kept)
    shown = {e.key[k] for k in kept if hidden[k] != FOLDED}
    copies = {k for k in folded if e.key[k] in shown or sum(len(text) for text in shown if text in e.key[k]) >= _COPY * len(e.key[k])}
    return [k for k in kept if k not in copies]


def without_standfirst(e: Evidence, kept: Sequence[int]) -> list[int]:
    """Drop lines at the head of the text that only repeat the beginning of the following text, even across paragraphs.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> text = "The old harbour is getting a new crane. It comes from the north by barge."
    >>> e = gather(parse(f"<div>{text[:-6]} ...</div><p>{text[:39]}</p><p>{text[40:]}</p>"), ScoreParams())
    >>> without_standfirst(e, [0, 1, 2])
    [1, 2]
    """
    copies = standfirst_copies(e, kept)
    return [k for k in kept if k not in copies]


def standfirst_copies(e: Evidence, lines: Sequence[int]) -> set[int]:
    """Return the lines at the head of a text that only repeat the beginning of the following lines.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> first = "港口的旧起重机今天拆除，新的从北方运来。"
    >>> e = gather(parse(f"<p>{first}</p><p>{first}它重四百吨。</p>"), ScoreParams())
    >>> standfirst_copies(e, [0, 1])
    {0}
    """
    copies = set()
    for j, k in enumerate(lines[:_FIRST_LINES]):
        text = e.key[k]
        if _is_long(e, k) and len(text) < _LONGEST:
            later = [e.key[q] for q in lines[j + 1 : j + 1 + _LATER_LINES]]
            if any("".join(later[i:]).startswith(text) for i in range(len(later))):
                copies.add(k)
    return copies


def _is_long(e: Evidence, k: int) -> bool:
    least = _SHORTEST if e.tree.text[k].endswith(SENTENCE_ENDS) else _CUT
    return len(e.key[k]) >= _SHORTEST or bool(e.page.weight[k] >= least)
