"""Highlights: the same as a reading of the whole text gives, in bounded time whatever the text."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.index.bound import Clause, bind
from indexer.index.highlight import MOST_MARKED, MOST_TOKENS, SNIPPET_CHARACTERS, Marked, mark, snippet
from indexer.index.query import literal
from indexer.index.query_parser import parse
from indexer.text import analyse, terms

WORDS = ("ferry", "ferries", "crane", "harbour", "to", "be", "dawn", "quay", "港の船", "é", "...")


def clauses(query: str, *languages: str) -> Sequence[Clause]:
    return bind(parse(query), languages or ("en",)).clauses


def most_words(texts: Sequence[str], wanted: Sequence[Clause], size: int) -> int:
    """How many different clauses any stretch of `size` characters shows, by trying every start: the slow twin."""
    best = 0
    for text in texts:
        tokens = analyse(text, "en")
        spans = [
            (tokens[first].start, tokens[first + len(reading) - 1].end, number)
            for number, clause in enumerate(dict.fromkeys(wanted))
            for reading in clause.readings
            for first in range(len(tokens) - len(reading) + 1)
            if tuple(token.term for token in tokens[first : first + len(reading)]) == reading
        ]
        for start, _, _ in spans:
            best = max(best, len({number for begin, end, number in spans if begin >= start and end <= start + size}))
    return best


def marked_pieces(shown: Marked) -> list[str]:
    return [piece for piece, bold in shown.pieces() if bold]


@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join), max_size=4),
    st.lists(st.sampled_from((*WORDS[:8], '"to be"', '"crane harbour"')), min_size=1, max_size=4).map(" ".join),
)
def test_the_snippet_shows_as_many_words_as_any_stretch_could(texts: list[str], query: str) -> None:
    wanted = clauses(query)
    shown = snippet(texts, wanted, "en")
    assert len(shown.text) <= SNIPPET_CHARACTERS + len("… " + " …")
    stems = {term for piece in marked_pieces(shown) for term in terms(piece, "en")}
    readings = [reading for clause in dict.fromkeys(wanted) for reading in clause.readings if stems >= set(reading)]
    assert len(readings) >= most_words(texts, wanted, SNIPPET_CHARACTERS - SNIPPET_CHARACTERS // 3) >= bool(shown.marks)


@pytest.mark.parametrize("place", [0, 1_500, 1_990, 3_750, 20_000])
@pytest.mark.parametrize("query", ["zebra", '"zebra wood"', "nothing zebra"])
def test_a_word_far_into_one_long_paragraph_is_shown(place: int, query: str) -> None:
    text = "quay " * (place // 5) + "the zebra wood is cut " + "dock " * 3_000
    assert "zebra" in marked_pieces(snippet([text], clauses(query), "en"))[0]


def test_what_lies_behind_the_bound_is_found_by_its_letters() -> None:
    filler = [f"quay{n} " * 50 for n in range(2 * MOST_TOKENS // 50)]
    shown = snippet([*filler, "At last the Ferries sailed."], clauses("ferry dawn"), "en")
    assert shown.with_marks("[", "]") == "At last the [Ferries] sailed."
    japanese = "防" * 50_000 + "港の船は青い"
    assert "港" in "".join(marked_pieces(snippet([japanese], clauses("港の船", "ja"), "ja")))


HOSTILE = {
    "one word": ("a " * 500_000, '"' + "a " * 400 + '"'),
    "no blank": ("a" * 1_000_000, "a"),
    "one script without blanks": ("水" * 1_000_000, "水库"),
    "many words": (" ".join(f"w{n}" for n in range(200_000)), " ".join(f"w{n}x" for n in range(10_000))),
    "many phrases": ("a b " * 250_000, " ".join(f'"a c{n}"' for n in range(250))),
    "letters of the word everywhere": ("ferrous " * 100_000, "ferry"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_and_no_query_take_long(name: str) -> None:
    text, query = HOSTILE[name]
    wanted = bind(parse(query), ["en"]).clauses
    begun = time.process_time()
    snippet([text], wanted, "en")
    mark(text, wanted, "en")
    assert time.process_time() - begun < 1.0


def test_time_grows_with_the_text_no_more_than_a_search_for_letters() -> None:
    wanted = bind(literal("crane sails dawn"), ["en"]).clauses
    took = []
    for size in (30_000, 3_000_000):
        text = "quays and docks " * (size // 16)
        begun = time.process_time()
        for _ in range(3):
            snippet([text], wanted, "en")
        took.append(time.process_time() - begun)
    assert took[1] < 4 * took[0] + 0.1, "a hundred times the text"


def test_marks_of_a_headline_end_where_nobody_reads_on() -> None:
    shown = mark("crane " * MOST_MARKED, clauses("crane"), "en")
    assert shown.text == "crane " * MOST_MARKED
    assert MOST_MARKED // 6 <= len(shown.marks) <= MOST_MARKED // 6 + 1
