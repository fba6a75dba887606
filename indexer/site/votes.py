"""Selection of the pages that the second extractor reads: it takes as much time as all other learning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from indexer.page.page_level import page_level
from indexer.page.score import Evidence, ScoreParams
from indexer.site.agreement import kept_by_two
from indexer.site.body import learn_body
from indexer.site.draw import drawn
from indexer.site.params import SiteParams
from indexer.site.sample import vote

ENOUGH = ((8, 0.99), (20, 0.99), (30, 0.96))
"""Numbers of stories, and the share of the two extractors' text that must be common to stop there: on seventeen labelled sites F1 equals
that of more stories. Eight are too few if the two differ more: with .97, revisionpath's falls from .9986 to .9869."""


def collect(
    ask: Callable[[Sequence[int]], Sequence[str | None]],
    evidence: Sequence[Evidence],
    urls: Sequence[str],
    story_of: Sequence[int],
    teaches: Sequence[bool],
    params: SiteParams,
    enough: Sequence[tuple[int, float]] = ENOUGH,
) -> list[str | None]:
    """Return the second extractor's texts, None for pages that it does not read.

    It reads one page per story, of as many stories as are `enough`, at most `params.most_votes`. It reads all pages that teach if
    its answers differ from the page-level scorer's by more than `params.least_alike` allows.

    Parameters
    ----------
    ask : callable
        Returns the extractor's texts of the pages with the given indexes.
    evidence : sequence of Evidence
    urls : sequence of str
    story_of : sequence of int
        The story of each page.
    teaches : sequence of bool
        Pages that it may read.
    enough : sequence of (int, float)
        Numbers of stories, ascending: it stops at a number if this share of the two extractors' text is common. It also stops where the
        answers since the number before change nothing, if the two agree as far as `params.least_alike` requires.
    """
    found: list[str | None] = [None] * len(evidence)
    order = sorted(range(len(evidence)), key=lambda i: drawn(urls[i]))
    first: dict[int, int] = {}
    for i in order:
        if teaches[i]:
            first.setdefault(story_of[i], i)
    chosen = list(first.values())[: params.most_votes]
    if _ask(found, chosen, ask, evidence, params, (*enough, (params.most_votes, 0.0))) < params.least_alike:
        _note(found, [i for i in order if teaches[i] and found[i] is None], ask)
    return found


def _ask(
    found: list[str | None],
    chosen: Sequence[int],
    ask: Callable[[Sequence[int]], Sequence[str | None]],
    evidence: Sequence[Evidence],
    params: SiteParams,
    enough: Sequence[tuple[int, float]],
) -> float:
    """Run the extractor on chosen pages until that is enough; return Dice's coefficient, in letters, of its text and the scorer's."""
    common = whole = 0.0
    compared, alike = 0, 1.0
    for most, least in enough:
        _note(found, chosen[compared:most], ask)
        for i in chosen[compared:most]:
            if (text := found[i]) is not None:
                both, either = letters(evidence[i], text, params.score)
                common, whole = common + 2 * both, whole + both + either
        known, compared, alike = compared, most, common / whole if whole else 1.0
        if alike >= least or (alike >= params.least_alike and _change_nothing(found, chosen[:most], known, evidence, params)):
            break
    return alike


def _note(found: list[str | None], asked: Sequence[int], ask: Callable[[Sequence[int]], Sequence[str | None]]) -> None:
    for i, text in zip(asked, ask(asked), strict=True):
        found[i] = text


def _change_nothing(
    found: Sequence[str | None], asked: Sequence[int], known: int, evidence: Sequence[Evidence], params: SiteParams
) -> bool:
    """Return whether models of these stories keep the same blocks of them with all answers and with the first `known` ones alone."""
    pages = [evidence[i] for i in asked]
    unweighted = replace(params, weights=replace(params.weights, weigh=False))  # weights decide nothing about what is kept
    told, none = list(range(len(pages))), [False] * len(pages)
    texts = [found[i] for i in asked]
    before = [*texts[:known], *[None] * (len(texts) - known)]
    latest, earlier = (learn_body(pages, told, some, none, unweighted) for some in (texts, before))
    common, either = kept_by_two(latest, earlier, pages, unweighted)
    return common == either


def letters(e: Evidence, text: str, params: ScoreParams) -> tuple[float, float]:
    """Return the letters of a page that the page-level scorer and the second extractor both select, and that either selects.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> e = gather(parse("<p>" + "A story, told here. " * 9 + "</p><p>" + "It goes on. " * 9 + "</p>"), ScoreParams())
    >>> letters(e, "\\n".join(e.page.tree.text), ScoreParams()), letters(e, "", ScoreParams())
    ((286.0, 286.0), (0.0, 286.0))
    """
    own, second, weight = page_level(e, (), params), vote(e, text), e.page.weight
    return float(weight[own & second].sum()), float(weight[own | second].sum())
