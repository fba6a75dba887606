"""Highlights: the characters of a stored text that match the query, found with the index's analyser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, tee
from typing import NamedTuple

from indexer.index.bound import Clause
from indexer.text import Token, analyse, is_word, joined

SNIPPET_CHARACTERS = 240
"""Three terminal lines, about as much as search engines show."""

MOST_MARKED = 20_000
"""Characters of a headline searched for matches; a screen shows a twentieth."""
MOST_TOKENS = 4_000
"""Terms of a text searched in order. A long feature article has fewer; a book has more, and all ten hits can be books."""
_STRETCH = 2_000
"""Characters analysed at a time, so that a page of one long paragraph is not analysed completely."""
_LONGEST_LINE = 120
"""Length of a cacheable text: about 20 terms or 4 kB; the cache takes at most 16 MB."""
_MOST_STEMS = 10
_MOST_PLACES = 4


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and its highlighted ranges, ascending and disjoint.

    >>> Marked("a ferry sails", ((2, 7),)).with_marks("[", "]")
    'a [ferry] sails'
    """

    text: str
    marks: tuple[tuple[int, int], ...] = ()

    def with_marks(self, before: str, after: str) -> str:
        """Return the text with strings around each mark; for HTML, escape the output of `pieces` instead."""
        return "".join(f"{before}{piece}{after}" if marked else piece for piece, marked in self.pieces())

    def pieces(self) -> Iterator[tuple[str, bool]]:
        """Split the text into non-empty marked and unmarked pieces, in order."""
        end = 0
        for start, stop in self.marks:
            if start > end:
                yield self.text[end:start], False
            yield self.text[start:stop], True
            end = stop
        if end < len(self.text):
            yield self.text[end:], False


def mark(text: str, clauses: Sequence[Clause], language: str) -> Marked:
    """Mark every occurrence of the query's words and phrases; a phrase is marked only as a whole.

    >>> from indexer.index.bound import bind
    >>> from indexer.index.query_parser import parse
    >>> mark("To be asked to be", bind(parse('"to be"'), ["en"]).clauses, "en").with_marks("[", "]")
    '[To be] asked [to be]'
    """
    tokens = _analysed(text[:MOST_MARKED], language)
    return Marked(text, _joined(_matches(tokens, tuple(dict.fromkeys(clauses)))))


def snippet(texts: Iterable[str], clauses: Sequence[Clause], language: str, size: int = SNIPPET_CHARACTERS) -> Marked:
    """Return the first window with the most distinct query words, marked and cut between words.

    The first `MOST_TOKENS` terms of a text are searched in order. If they have no query word, a few later places found by substring search
    are analysed. The time is therefore bounded for every text and query, apart from the substring search.

    Parameters
    ----------
    texts : iterable of str
        The document's paragraphs in order; a snippet never spans two.
    size : int
        Maximum length in characters.

    Examples
    --------
    >>> from indexer.index.bound import bind
    >>> from indexer.index.query_parser import parse
    >>> snippet(["No ship.", "The ferry sails at dawn."], bind(parse("ferry dawn"), ["en"]).clauses, "en").with_marks("[", "]")
    'The [ferry] sails at [dawn].'
    """
    wanted, room = tuple(dict.fromkeys(clauses)), MOST_TOKENS
    paragraphs, again = tee(texts)
    best = _Shown(-1, Marked(""))
    for stretch in _in_order(paragraphs, size):
        tokens = stretch.tokens(language)
        best = max(best, _shown(stretch, tokens, wanted, size), key=lambda shown: shown.different)  # the first of equals
        room -= len(tokens)
        if room < 0 or best.different == len(wanted):
            break
    if best.different or not wanted:
        return best.marked
    likely = (_shown(stretch, stretch.tokens(language), wanted, size) for stretch in _likely(again, wanted, size))
    return next((shown for shown in likely if shown.different), best).marked


class _Shown(NamedTuple):
    """A candidate snippet and its number of distinct query words."""

    different: int
    marked: Marked


class _Stretch(NamedTuple):
    """A part of a paragraph."""

    paragraph: str
    begin: int
    end: int

    def tokens(self, language: str) -> Sequence[Token]:
        """Return its terms with their offsets in the paragraph."""
        found = _analysed(self.paragraph[self.begin : self.end], language)
        return [each._replace(start=each.start + self.begin, end=each.end + self.begin) for each in found] if self.begin else found


def _shown(stretch: _Stretch, tokens: Sequence[Token], clauses: Sequence[Clause], size: int) -> _Shown:
    found = list(_matches(tokens, clauses))
    room = size if len(stretch.paragraph) <= size else size - size // 3  # a third is context before the match
    start = _best_start(found, room)
    different = len({number for number, begin, end in found if begin >= start and end <= start + room})
    return _Shown(different, _cut(Marked(stretch.paragraph, _joined(found)), start, size))


def _in_order(paragraphs: Iterable[str], size: int) -> Iterator[_Stretch]:
    """Yield all paragraphs, the long ones in stretches that overlap by a snippet's length, split at spaces if possible."""
    overlap = min(size, _STRETCH // 4)
    for paragraph in paragraphs:
        begin = 0
        while len(paragraph) - begin > _STRETCH:
            end = paragraph.rfind(" ", begin + _STRETCH // 2, begin + _STRETCH)
            end = begin + _STRETCH if end < 0 else end
            yield _Stretch(paragraph, begin, end)
            begin = max(end - overlap, paragraph.find(" ", end - overlap, end) + 1)
        yield _Stretch(paragraph, begin, len(paragraph))


def _likely(paragraphs: Iterable[str], clauses: Sequence[Clause], size: int) -> Iterator[_Stretch]:
    """Yield stretches around a few occurrences of the query's longest terms, without their last letter, which stemming changes."""
    terms = {term for clause in clauses for word in clause.words for term in word}
    stems = sorted({term[:-1] if len(term) > 4 else term for term in terms}, key=lambda stem: (-len(stem), stem))[:_MOST_STEMS]
    left = dict.fromkeys(stems, _MOST_PLACES)
    for paragraph in paragraphs:
        lower = paragraph.lower()
        for stem in [stem for stem in stems if left[stem]]:
            place = lower.find(stem)
            while place >= 0 and left[stem]:
                left[stem] -= 1
                begin = max(0, paragraph.rfind(" ", max(0, place - size), place) if place > size else 0)
                yield _Stretch(paragraph, begin, min(len(paragraph), place + 2 * size))
                place = lower.find(stem, place + len(stem))


def _analysed(text: str, language: str) -> Sequence[Token]:
    """Return the terms of a text, then its hyphenated words, each after a gap that no phrase can span."""
    return _analysed_line(text, language) if len(text) <= _LONGEST_LINE else _analysed_anew(text, language)


def _analysed_anew(text: str, language: str) -> Sequence[Token]:
    apart = ((Token("", each.start, each.start, each.position), each) for each in joined(text, language))
    return (*analyse(text, language), *chain.from_iterable(apart))


@lru_cache(4096)
def _analysed_line(text: str, language: str) -> Sequence[Token]:
    """Cache short texts: nine of ten lines before a page's story belong to the template and recur on every page."""
    return _analysed_anew(text, language)


def _matches(tokens: Sequence[Token], clauses: Sequence[Clause]) -> Iterator[tuple[int, int, int]]:
    """Yield (clause number, start, end) of every match."""
    terms = [token.term for token in tokens]
    by_term: dict[str, list[int]] = {}
    for index, term in enumerate(terms):
        by_term.setdefault(term, []).append(index)
    for number, clause in enumerate(clauses):
        for reading in map(list, clause.readings):
            for first in by_term.get(reading[0], ()):
                if terms[first : first + len(reading)] == reading:
                    yield number, tokens[first].start, tokens[first + len(reading) - 1].end
            if len(reading) == 1 and is_word(reading[0]):
                yield from ((number, start, end) for start, end in _in_pairs(tokens, reading[0]))


def _in_pairs(tokens: Sequence[Token], character: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of a character within the bigrams of a script without spaces."""
    for token in tokens:
        if token.term[0:1] == character:
            yield token.start, token.start + 1
        elif token.term[1:] == character:
            yield token.end - 1, token.end


def _joined(found: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, int], ...]:
    """Merge overlapping ranges; bigrams always overlap."""
    out: list[tuple[int, int]] = []
    for start, end in sorted((start, end) for _, start, end in found):
        if out and start < out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return tuple(out)


def _best_start(found: Sequence[tuple[int, int, int]], size: int) -> int:
    """Return the start of the earliest window of `size` characters with the most distinct clauses."""
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
    """Cut a window of `size` characters with a third of it before `start`, at spaces if possible."""
    text = marked.text
    if len(text) <= size:
        return marked
    begin = max(0, min(start - size // 3, len(text) - size))
    if begin and (blank := text.find(" ", begin, start)) >= 0:
        begin = blank + 1
    end = min(len(text), begin + size)
    if end < len(text) and (blank := text.rfind(" ", begin + size // 2, end + 1)) >= 0:
        end = blank
    head, tail = ("… " if begin else ""), (" …" if end < len(text) else "")
    shift = len(head) - begin
    kept = ((a + shift, b + shift) for a, b in marked.marks if a >= begin and b <= end)
    return Marked(head + text[begin:end] + tail, tuple(kept))
