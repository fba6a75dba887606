"""Which pages of a sample the second extractor is asked about: it costs as much time as all other learning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from indexer.page.page_level import page_level
from indexer.page.score import Evidence, ScoreParams
from indexer.site.draw import drawn
from indexer.site.params import SiteParams
from indexer.site.sample import vote

_COMPARED = 40
"""Stories on which the two extractors are compared."""


def collect(
    ask: Sequence[Callable[[], str | None]],
    evidence: Sequence[Evidence],
    urls: Sequence[str],
    told: Sequence[int],
    teaches: Sequence[bool],
    params: SiteParams,
) -> list[str | None]:
    """The second extractor's texts, None for pages that it is not asked about.

    One page of each story is asked about, `params.most_votes` at most; all pages that teach where its answers differ from the page-level
    scorer's by more than `params.least_alike` allows.

    Parameters
    ----------
    ask : sequence of callable
        For each page, what asks the extractor.
    evidence : sequence of Evidence
    urls : sequence of str
    told : sequence of int
        The story of each page.
    teaches : sequence of bool
        Pages that may be asked about.
    """
    found: list[str | None] = [None] * len(ask)
    order = sorted(range(len(ask)), key=lambda i: drawn(urls[i]))
    first: dict[int, int] = {}
    for i in order:
        if teaches[i]:
            first.setdefault(told[i], i)
    chosen = list(first.values())[: params.most_votes]
    for i in chosen[:_COMPARED]:
        found[i] = ask[i]()
    compared = ((evidence[i], text) for i in chosen[:_COMPARED] if (text := found[i]) is not None)
    rest = chosen[_COMPARED:]
    if likeness(compared, params.score) < params.least_alike:
        rest = [i for i in order if teaches[i] and found[i] is None]
    for i in rest:
        found[i] = ask[i]()
    return found


def likeness(compared: Iterable[tuple[Evidence, str]], params: ScoreParams) -> float:
    """Dice's coefficient, in letters, of the texts that the two extractors take of the same pages; 1.0 for no page.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import gather
    >>> e = gather(parse("<p>" + "A story, told here. " * 9 + "</p><p>" + "It goes on. " * 9 + "</p>"), ScoreParams())
    >>> likeness([(e, "\\n".join(e.page.tree.text))], ScoreParams()), likeness([(e, "")], ScoreParams())
    (1.0, 0.0)
    """
    common = whole = 0.0
    for e, text in compared:
        own, second, weight = page_level(e, (), params), vote(e, text), e.page.weight
        common += 2 * float(weight[own & second].sum())
        whole += float(weight[own].sum()) + float(weight[second].sum())
    return common / whole if whole else 1.0
