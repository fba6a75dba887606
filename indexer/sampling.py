"""The pages that a site is learned from: readable ones, in an order that chance decides and that is always the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from indexer.archive.entry import Entry
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.article.clean import read_page
from indexer.errors import PageError
from indexer.page.peer import extract
from indexer.site.draw import drawn
from indexer.site.model import Sampled


def sampled(
    entries: Iterable[Entry],
    most: int,
    limits: Limits | None = None,
    *,
    votes: bool = True,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Sampled]:
    """All readable pages, or a choice that does not depend on their order.

    Parameters
    ----------
    entries : iterable of Entry
    most : int
        So many pages are enough.
    limits : Limits or None
    votes : bool
        Whether the second extractor may be asked about them.
    progress : callable
        Told how many pages were read.
    """
    chosen: list[Sampled] = []
    for entry in sorted(entries, key=lambda entry: (drawn(entry.url), entry.source)):
        if len(chosen) == most:
            break
        progress(len(chosen))
        try:
            raw = load(entry, limits)
            page, text = read_page(raw)
        except PageError:
            continue  # the page ends with this reason when its turn comes
        chosen.append(Sampled(page, page.url, partial(extract, text) if votes else None, raw.fetched))
    return chosen
