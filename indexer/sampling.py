"""Samples of a site's pages for learning: readable ones, in a reproducible pseudo-random order."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from indexer.archive.entry import Entry
from indexer.archive.limits import Limits
from indexer.archive.load import load
from indexer.archive.storage import is_remote
from indexer.article.clean import Parse, parse_page, read_page
from indexer.errors import PageError, ending_of
from indexer.forks import each, shared_by
from indexer.page.budget import budget_for, within_budget
from indexer.page.page import Page
from indexer.page.peer import extracted
from indexer.page.raw import RawPage
from indexer.site.draw import drawn
from indexer.site.model import Sampled


class ReadPage(NamedTuple):
    """A page that was read: its entry, the response without its body, and the parsed page."""

    entry: Entry
    raw: RawPage
    page: Page

    def sampled(self, *, votes: bool) -> Sampled:
        """Return the page as input of learning; `votes`: the second extractor may be used on it."""
        return Sampled(self.page, self.page.url, partial(_vote, self.page) if votes else None, self.raw.fetched)


def read_sample(entries: Iterable[Entry], most: int, limits: Limits | None = None, parse: Parse = parse_page) -> list[ReadPage]:
    """Return all readable pages, or a selection that does not depend on their order.

    Parameters
    ----------
    entries : iterable of Entry
    most : int
        Maximum number of pages.
    limits : Limits or None
    """
    chosen: list[ReadPage] = []
    left = sorted(entries, key=draw_order)
    while left and len(chosen) < most:
        some, left = left[: most - len(chosen)], left[most - len(chosen) :]
        with shared_by(1) if any(is_remote(entry.path) for entry in some) else nullcontext():  # their connections do not survive a fork
            read = each(partial(_readable, limits=limits, parse=parse), some)
        chosen += [one for one in read if one is not None]
    return chosen


def _readable(entry: Entry, limits: Limits | None, parse: Parse) -> ReadPage | None:
    try:
        raw = load(entry, limits)
        return ReadPage(entry, replace(raw, body=b""), read_page(raw, parse))
    except Exception as error:  # noqa: BLE001 - `ending_of` raises what is not the page's
        ending_of(error)  # the page's own turn reports it
        return None


def sampled(entries: Iterable[Entry], most: int, parse: Parse = parse_page) -> list[Sampled]:
    """Return such a sample as input of learning."""
    return [one.sampled(votes=True) for one in read_sample(entries, most, parse=parse)]


def _vote(page: Page) -> str:
    """Return the second extractor's text, or "" if it takes too long."""
    try:
        return within_budget(partial(extracted, page), budget_for(len(page.html)))
    except PageError:
        return ""


def draw_order(entry: Entry) -> tuple[tuple[bytes, str], str]:
    """Return a sort key for a pseudo-random order."""
    return drawn(entry.url), entry.source
