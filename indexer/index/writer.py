"""Write cleaned pages to all arms: every page in, exactly one outcome out, and the same again changes nothing."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace

from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.document import INDEXABLE, Document, canonical_of, documents
from indexer.index.engine import Engine
from indexer.outcome import Kind, Outcome

COMMIT_EVERY = 1000
"""Pages between commits: what a killed run loses at most, and few enough segments to search fast."""

_WITHDRAWN = frozenset({Kind.GONE, Kind.NOINDEX})


def write(
    cleaned: Iterable[Cleaned], engine: Engine, commit_every: int = COMMIT_EVERY
) -> Generator[Outcome, None, None]:
    """Write pages as they come; an article that was written ends `indexed`, every other page as it came.

    What a page no longer is, it loses: an article that has become a list leaves three arms, a page that is gone or
    asks to be left out leaves all. A page that could not be read this time keeps what is known of it. The URLs of
    repeated stories are added to the story's document after all pages were written, since it may come after its copies.

    Parameters
    ----------
    cleaned : iterable of Cleaned
    engine : Engine
        Stays open; the last commit is made when the iterator is exhausted or closed early.
    commit_every : int
        Pages.

    Yields
    ------
    Outcome
        One a page, in the order of the input, when the page is written (lasting from the next commit on).
    """
    copies: dict[str, set[str]] = {}
    try:
        for number, page in enumerate(cleaned, 1):
            yield _write_page(page, engine)
            if page.outcome.kind is Kind.DUPLICATE:
                copies.setdefault(canonical_of(page), set()).add(page.outcome.url)
            if number % commit_every == 0:
                engine.commit()
    finally:
        engine.commit()
        _add_copies(copies, engine)
        engine.commit()


def _write_page(page: Cleaned, engine: Engine) -> Outcome:
    outcome = page.outcome
    if outcome.kind in _WITHDRAWN:
        engine.delete(outcome.url)
        return outcome
    if outcome.kind not in INDEXABLE:
        return outcome
    made = documents(page)
    for arm in Arm:
        if arm in made:
            engine.put(arm, _with_known_urls(made[arm], arm, engine))
        else:
            engine.drop_page(arm, outcome.url)
    return replace(outcome, kind=Kind.INDEXED) if Arm.BODY in made else outcome


def _with_known_urls(document: Document, arm: Arm, engine: Engine) -> Document:
    """A story written again keeps the URLs of its copies, which may not be among the pages of this run."""
    known = engine.find(arm, document.canonical_url) if arm.cleaned else None
    if known is None or known["canonicalUrl"] != document.canonical_url:
        return document
    return document.with_additional(tuple(known["additionalUrls"]))


def _add_copies(copies: dict[str, set[str]], engine: Engine) -> None:
    for canonical, urls in sorted(copies.items()):
        for arm in Arm:
            if arm.cleaned:
                engine.add_urls(arm, canonical, tuple(sorted(urls)))
