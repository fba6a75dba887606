"""Writer: writes cleaned pages to all arms, with exactly one outcome per page; writing is idempotent."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.index.arm import Arm
from indexer.index.copies import Copies
from indexer.index.document import INDEXABLE, canonical_of, document_id, documents
from indexer.index.engine import Committed, Engine, Gone
from indexer.index.fetch_time import not_ahead, now
from indexer.outcome import Ending, Kind, Outcome

COMMIT_EVERY = 1000
"""Pages between commits: the most that a killed run loses; smaller values give many segments and slow searches."""

_WITHDRAWN = frozenset({Kind.GONE, Kind.NOINDEX})


def write(
    cleaned: Iterable[Cleaned],
    engine: Engine,
    commit_every: int = COMMIT_EVERY,
    on_commit: Callable[[Committed], None] | None = None,
    clock: Callable[[], datetime] = now,
) -> Generator[Outcome, None, None]:
    """Write pages in order; the outcome of a written article becomes `indexed`, other outcomes stay unchanged.

    Outdated documents are removed: an article that has become a list leaves three arms, a page that is gone or
    noindex leaves all. A page that is unreadable or truncated this time keeps its documents. The URLs of duplicates are
    added to the story's document after all pages are written, because it may come after its copies.

    Parameters
    ----------
    cleaned : iterable of Cleaned
    engine : Engine
        Stays open; the last commit happens when the iterator is exhausted or closed early.
    commit_every : int
        Pages.
    on_commit : callable or None
        Called with the result of each commit: refused documents, retried operations, pages with fetch times in the future.
    clock : callable
        Returns the current time, which replaces fetch times in the future.

    Yields
    ------
    Outcome
        One per page, in the order of the input, after its commit; `superseded` if the index has a later visit of it, `refused`
        if the engine refused to write one of its documents or to remove an outdated one.
    """

    ahead = 0

    def commit() -> Committed:
        nonlocal ahead
        committed, ahead = replace(engine.commit(), ahead=ahead), 0
        if on_commit is not None:
            on_commit(committed)
        return committed

    copies = Copies()
    waiting: list[Outcome] = []
    try:
        for number, read in enumerate(cleaned, 1):
            page = not_ahead(read, clock())
            ahead += page is not read
            waiting.append(_write_page(page, engine))
            copies.note(page)
            if number % commit_every == 0:
                ready, waiting = waiting, []
                yield from _ended(ready, commit())
        yield from _ended(waiting, commit())
    finally:
        commit()
        copies.add_to(engine)
        commit()


def _write_page(page: Cleaned, engine: Engine) -> Outcome:
    outcome = page.outcome
    if outcome.kind in _WITHDRAWN:
        engine.delete(outcome.url, page.fetched)
        return outcome
    if outcome.kind not in INDEXABLE:
        return outcome
    if not page.complete and engine.find(Arm.RAW, outcome.url) is not None:
        return replace(outcome, ending=Ending(Kind.TRUNCATED, Cause.CUT_AND_KNOWN))
    made = documents(page)
    copied = document_id(canonical_of(page)) if outcome.kind is Kind.DUPLICATE else ""
    for arm in Arm:
        if arm in made:
            engine.put(arm, made[arm])
        else:
            engine.drop_page(arm, outcome.url, page.fetched, unless=copied)
    return replace(outcome, ending=replace(outcome.ending, kind=Kind.INDEXED)) if Arm.BODY in made else outcome


def _ended(waiting: Sequence[Outcome], committed: Committed) -> Iterator[Outcome]:
    """Yield the final outcomes of the pages of a commit."""
    reasons: dict[str, list[str]] = {}
    late = frozenset(committed.late)
    for refusal in committed.refused:
        what = "not removed: " if isinstance(refusal.document, Gone) else ""
        reasons.setdefault(refusal.document.page_url, []).append(f"{refusal.arm.value}: {what}{refusal.reason}")
    for outcome in waiting:
        refused = reasons.get(outcome.url)
        if refused:
            yield replace(outcome, ending=Ending(Kind.REFUSED, Cause.ENGINE, detail="; ".join(refused)))
        else:
            yield replace(outcome, ending=Ending(Kind.SUPERSEDED, Cause.OTHER_CAPTURE)) if outcome.url in late else outcome
