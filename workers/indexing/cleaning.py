"""Cleans a batch of a site's pages: loads them from the archive, applies the site's model, and compares them with other pages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from indexer.archive.entry import Entry
from indexer.archive.load import RecordUnavailableError, load
from indexer.archive.place import Place
from indexer.article.clean import clean_read, read_page
from indexer.article.cleaned import Cleaned
from indexer.article.stories import Stories
from indexer.errors import PageError, ending_of
from indexer.outcome import Kind, Outcome
from indexer.site.model import Sampled
from indexer.store.story_index import DatabaseStoryIndex
from workers.clock import moment
from workers.frontier.pending import StoredPage
from workers.indexing.closed_site import ClosedSite
from workers.indexing.model_refresh import CurrentModel, ModelRefresh
from workers.indexing.soft_404 import Soft404
from workers.indexing.taken_down import TakenDown
from workers.reading.feeds import feed_in
from workers.reading.page_cache import PageCache
from workers.reading.parsed_response import of_feed

_LOG = logging.getLogger("winnow.cleaning")
_COUNTED = 20
"""Maximum number of parsed pages held in memory for `ModelRefresh.count`; a large page takes megabytes."""
_MAX_WAIT = timedelta(days=1)
"""Maximum wait for a record that is not yet in the archive, or for the response of the URL to which a page has moved."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Cleans a batch of pages of one site.

    Parameters
    ----------
    current : CurrentModel or None
        The site's model; None if the site is not learned. Then only responses without content to clean have a result.
    model_refresh : ModelRefresh
        Counts the pages that the model has not seen.
    awaited : callable
        Returns whether the response of a URL is outstanding.
    pages : PageCache
        The parsed pages of this process.
    """

    host: str
    current: CurrentModel | None
    archive: Place
    model_refresh: ModelRefresh
    story_index: DatabaseStoryIndex
    soft: Soft404
    taken: TakenDown
    closed: ClosedSite
    awaited: Callable[[str], bool]
    now: datetime
    pages: PageCache

    def cleaned(self, pages: Sequence[StoredPage]) -> Iterator[tuple[StoredPage, Cleaned]]:
        """Yield each page with its result; pages that are not yielded stay pending."""
        stories = Stories(self.story_index)
        for page, read in list(self._read(pages)):
            cleaned = self.soft.judge(page, read)
            if has_no_story(cleaned):
                self.story_index.forget(page.url)
            yield page, stories.judge(cleaned)

    def _read(self, pages: Sequence[StoredPage]) -> Iterator[tuple[StoredPage, Cleaned]]:
        """Clean each page alone, without comparison, and count the new ones with the model."""
        counts = self.current
        new: list[Sampled] = []
        for page in pages:
            cleaned, read = self._clean_safely(page)
            if cleaned is not None:
                yield page, cleaned
            if counts is not None and read is not None and page.at > counts.at:
                new.append(read)
            if counts is not None and new and (len(new) == _COUNTED or page is pages[-1]):
                counts, new = self.model_refresh.count(self.host, counts, new), []

    def _clean_safely(self, page: StoredPage) -> tuple[Cleaned | None, Sampled | None]:
        """Call `_clean`, and turn an unexpected failure into the ending of this page."""
        try:
            return self._clean(page)
        except Exception as error:  # noqa: BLE001 - `ending_of` raises what is not the page's
            ending = ending_of(error)
            _LOG.warning("%s: %s", page.url, ending.reason)
            entry = entry_of(self.archive, page)
            return Cleaned(Outcome(page.url, entry.source, ending), self.host, fetched=entry.date), None

    def _clean(self, page: StoredPage) -> tuple[Cleaned | None, Sampled | None]:
        entry = entry_of(self.archive, page)
        try:
            raw = load(entry)
            if self.current is None:
                return None, None
            feed = feed_in(raw.body, raw.content_type, raw.url)
            if feed is not None:
                raise PageError(of_feed(feed))
            read, learned = read_page(raw, self.pages.parse), self.current.learned
            cleaned = clean_read(raw, read, learned, self.host, self.now)
        except PageError as error:
            if isinstance(error, RecordUnavailableError) and self._is_recent(page):
                return None, None
            if error.ending.moved and self._is_recent(page) and self.awaited(error.ending.target):
                return None, None  # its documents stay until its new URL has responded
            cleaned = Cleaned(Outcome(page.url, entry.source, error.ending), self.host, fetched=entry.date)
            return self.closed.judge(self.taken.judge(page, cleaned)), None
        self.soft.note(page, read, learned, cleaned)
        return cleaned, Sampled(read, read.url)

    def _is_recent(self, page: StoredPage) -> bool:
        return self.now - moment(page.at) < _MAX_WAIT


def entry_of(archive: Place, page: StoredPage) -> Entry:
    """Return the archive entry of a page."""
    date = moment(page.at).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return archive.entry(page.url, page.record, date)


def has_no_story(cleaned: Cleaned) -> bool:
    """Return whether a page is no longer a story."""
    return cleaned.outcome.kind in (Kind.GONE, Kind.NOINDEX, Kind.NOT_ARTICLE) or has_moved(cleaned)


def has_moved(cleaned: Cleaned) -> bool:
    """Return whether a page has moved permanently."""
    return cleaned.outcome.ending.moved
