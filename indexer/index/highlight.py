"""Highlights: which characters of a stored text match the query, found with the analyser that made the index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from indexer.index.query import Clause
from indexer.text import Token, analyse

SNIPPET_CHARACTERS = 240
"""Three lines of a terminal, about what search engines show."""

_LOOKED_THROUGH = 20_000
"""Characters after which what was found will do: of a book whose words never stand together, all would be analysed for each search."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and the stretches of it to mark, ascending and apart.

    >>> Marked("a ferry sails", ((2, 7),)).with_marks("[", "]")
    'a [ferry] sails'
    """

    text: str
    marks: tuple[tuple[int, int], ...] = ()

    def with_marks(self, before: str, after: str) -> str:
        """The text with something put before and after every mark; escape for HTML by `pieces` instead."""
        return "".join(f"{before}{piece}{after}" if marked else piece for piece, marked in self.pieces())

    def pieces(self) -> Iterator[tuple[str, bool]]:
        """The text cut into marked and unmarked pieces, in order, none empty."""
        end = 0
        for start, stop in self.marks:
            if start > end:
                yield self.text[end:start], False
            yield self.text[start:stop], True
            end = stop
        if end < len(self.text):
            yield self.text[end:], False


def mark(text: str, clauses: Sequence[Clause], language: str) -> Marked:
    """Mark every occurrence of the query's words and phrases; of a phrase, only where it stands as one.

    >>> from indexer.index.query import bind, parse
    >>> mark("To be asked to be", bind(parse('"to be"'), ["en"]), "en").with_marks("[", "]")
    '[To be] asked [to be]'
    """
    tokens = analyse(text, language)
    return Marked(text, _joined(_matches(tokens, clauses)))


def snippet(texts: Iterable[str], clauses: Sequence[Clause], language: str, size: int = SNIPPET_CHARACTERS) -> Marked:
    """The first stretch that shows the most different words of the query, marked; cut between words.

    Parameters
    ----------
    texts : iterable of str
        The document's paragraphs in order; a snippet never spans two.
    size : int
        Characters at most.

    Examples
    --------
    >>> from indexer.index.query import bind, parse
    >>> snippet(["No ship.", "The ferry sails at dawn."], bind(parse("ferry dawn"), ["en"]), "en").with_marks("[", "]")
    'The [ferry] sails at [dawn].'
    """
    best: tuple[int, Marked] | None = None
    looked = 0
    for text in texts:
        if best is not None and best[0] and looked > _LOOKED_THROUGH:
            break
        looked += len(text)
        tokens = analyse(text, language)
        found = list(_matches(tokens, clauses))
        start = _best_start(found, size)
        different = len({number for number, begin, end in found if begin >= start and end <= start + size})
        if best is None or different > best[0]:
            best = different, _cut(Marked(text, _joined(found)), start, size)
        if different == len(clauses) and clauses:
            break
    return best[1] if best else Marked("")


def _matches(tokens: Sequence[Token], clauses: Sequence[Clause]) -> Iterator[tuple[int, int, int]]:
    """(number of the clause, start, end) of every place where a clause matches."""
    by_term: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        by_term.setdefault(token.term, []).append(index)
    for number, clause in enumerate(clauses):
        for reading in clause.readings:
            for first in by_term.get(reading[0], ()):
                matched = tokens[first : first + len(reading)]
                if tuple(token.term for token in matched) == reading:
                    yield number, matched[0].start, matched[-1].end


def _joined(found: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, int], ...]:
    """Overlapping stretches (pairs of characters overlap by nature) become one."""
    out: list[tuple[int, int]] = []
    for start, end in sorted((start, end) for _, start, end in found):
        if out and start < out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return tuple(out)


def _best_start(found: Sequence[tuple[int, int, int]], size: int) -> int:
    """Where a window of `size` characters holds the most different clauses; the earliest of equals."""
    ordered = sorted(found, key=lambda match: match[1:])
    inside: Counter[int] = Counter()
    best_start, best_count, last = 0, 0, 0
    for first, (number, start, _) in enumerate(ordered):
        while last < len(ordered) and (ordered[last][2] <= start + size or last == first):
            inside[ordered[last][0]] += 1
            last += 1
        if len(inside) > best_count:
            best_start, best_count = start, len(inside)
        inside[number] -= 1
        if not inside[number]:
            del inside[number]
    return best_start


def _cut(marked: Marked, start: int, size: int) -> Marked:
    """The stretch of `size` characters with a third of its room before `start`, cut at blanks where there are any."""
    text = marked.text
    if len(text) <= size:
        return marked
    begin = max(0, min(start - size // 3, len(text) - size))
    if begin and (blank := text.find(" ", begin, start)) >= 0:
        begin = blank + 1
    end = min(len(text), begin + size)
    if end < len(text) and (blank := text.rfind(" ", begin + size // 2, end)) >= 0:
        end = blank
    head, tail = ("… " if begin else ""), (" …" if end < len(text) else "")
    shift = len(head) - begin
    kept = ((a + shift, b + shift) for a, b in marked.marks if a >= begin and b <= end)
    return Marked(head + text[begin:end] + tail, tuple(kept))
