"""Overview: what cleaning changes on this index, measured by searches for words of its own headlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from indexer.evaluate.rank_changes import Side, results
from indexer.evaluate.significance import Difference, compare
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Hit, Request
from indexer.index.query import literal
from indexer.text import analyse
from search_ui.background import Background
from search_ui.overlap import OVERLAP_DEPTH, Overlap, overlap

_HEADLINES = 400
"""Stories whose headlines are read."""
_WORDS = 40
"""Words searched for; they take about a second on 50,000 documents."""
_LARGEST_SHARE = 0.1
"""Largest share of headlines that may contain a word; a more frequent word does not characterise a story."""
_SHORTEST, _LONGEST = 4, 40
"""Letters of a word; shorter words, as in scripts without spaces, are used only if there are no others."""
MOST_CHANGED = 5


@dataclass(frozen=True, slots=True)
class Probe:
    """Results of one word in the arms `raw` and `weighted`."""

    text: str
    raw: int
    weighted: int
    overlap: Overlap


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of cleaning over all words searched for.

    Parameters
    ----------
    probes : tuple of Probe
        In descending order of the change of their results.
    """

    probes: tuple[Probe, ...]

    @property
    def fewer(self) -> tuple[int, int]:
        """Hits that `weighted` lacks against `raw`, and hits of `raw`, both summed over the words.

        >>> Change((Probe("ferry", 10, 4, Overlap(4, 10)), Probe("quay", 5, 5, Overlap(5, 5)))).fewer
        (6, 15)
        """
        return sum(max(0, each.raw - each.weighted) for each in self.probes), sum(each.raw for each in self.probes)

    @property
    def kept(self) -> Difference | None:
        """Mean overlap of the first ten with its confidence interval; None without words."""
        shares = [each.overlap.share for each in self.probes]
        return compare([0.0] * len(shares), shares) if shares else None


def measure_change(engine: Engine) -> Change:
    """Search both arms for words of the index's own headlines.

    Raises
    ------
    EngineError
    """
    probes = [_probe(engine, word) for word in _words(engine)]
    found = [each for each in probes if each.raw]
    return Change(tuple(sorted(found, key=lambda each: (not each.weighted, each.overlap.share, each.weighted - each.raw, each.text))))


class ChangeBoard:
    """In-memory cache of the change, recomputed when the number of documents changes."""

    def __init__(self) -> None:
        self._background = Background()
        self._found: tuple[tuple[int, ...], Change] | None = None

    def current(self, engine: Engine) -> Change | None:
        """Return the change, or None while it is being computed."""
        counts = tuple(engine.count(arm) for arm in Arm)
        if self._found is None or self._found[0] != counts:
            self._background.wait_for("overview", lambda: self._measure(engine, counts))
        found = self._found
        return found[1] if found and found[0] == counts else None

    def _measure(self, engine: Engine, counts: tuple[int, ...]) -> None:
        self._found = counts, measure_change(engine)


def _words(engine: Engine) -> list[str]:
    """Return words of the headlines, most frequent first."""
    if not engine.count(Arm.WEIGHTED):
        return []
    counted: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    number = 0
    for stored in islice(engine.stored(Arm.WEIGHTED), _HEADLINES):
        number += 1
        headline = str(stored.fields["headline"])
        tokens = {token.term: headline[token.start : token.end] for token in analyse(headline, stored.language)}
        counted.update(tokens.keys())
        spelled.update({term: text for term, text in tokens.items() if term not in spelled})
    most = max(1, _LARGEST_SHARE * number)
    usual = [term for term, count in counted.items() if count <= most and len(spelled[term]) <= _LONGEST]
    long = [term for term in usual if len(spelled[term]) >= _SHORTEST and not spelled[term].isnumeric()]
    return [spelled[term] for term in sorted(long or usual, key=lambda term: (-counted[term], term))[:_WORDS]]


def _probe(engine: Engine, word: str) -> Probe:
    request = Request(literal(word), highlight=False)
    raw, weighted = (results(engine, Side(arm, request), OVERLAP_DEPTH) for arm in (Arm.RAW, Arm.WEIGHTED))
    return Probe(word, raw.total, weighted.total, overlap(*(_stories(each.hits) for each in (raw, weighted))))


def _stories(hits: Sequence[Hit]) -> list[str]:
    return list(dict.fromkeys(hit.canonical_url for hit in hits))
