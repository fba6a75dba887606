"""What a scan leaves of a page: enough to sort millions of them and to read each back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from indexer.archive.warc import Record
from indexer.cause import Cause
from indexer.outcome import Ending, Kind, Outcome


@dataclass(frozen=True, slots=True)
class Entry:
    """Where one page lies.

    Parameters
    ----------
    site : str
        The site that it is learned with: a registered domain, or the folder that was given.
    url : str
        As fetched; a `file:` URI for a file.
    input : str
        The file as the user named it.
    record : str
        The WARC record's identifier (`urn:uuid:…`), its offset where it has none, or "" for an HTML file.
    path : str
        The file to read, which for a spooled input is another than `input`.
    offset : int
        Of the record in `path`, in bytes; 0 for an HTML file.
    date : str
        WARC-Date, or "".
    status : int
        HTTP status; 200 for a file or a resource record, 0 where it could not be read.
    kept : Record or None
        The record with its block, where the scan could afford to keep it.
    """

    site: str
    url: str
    input: str
    record: str
    path: str
    offset: int
    date: str = ""
    status: int = 200
    kept: Record | None = field(default=None, repr=False, compare=False)

    @property
    def source(self) -> str:
        """The name under which results show the page.

        >>> Entry("example.org", "https://example.org/", "a.warc.gz", "urn:uuid:1", "a.warc.gz", 0).source
        'a.warc.gz#urn:uuid:1'
        """
        return f"{self.input}#{self.record}" if self.record else self.input


@dataclass(frozen=True, slots=True)
class Lost:
    """A page that ended while its input was scanned."""

    outcome: Outcome


def select(found: Iterable[Entry | Lost]) -> Iterator[Entry | Lost]:
    """The order in which pages are processed: site by site, short URLs first, each URL once.

    Of several captures of one URL the latest counts that is an answer about the page (2xx, 404, 410); the others end as
    duplicates. The order depends on the pages alone, not on the order of inputs or records.

    Examples
    --------
    >>> old = Entry("a.org", "https://a.org/", "x.warc", "urn:uuid:1", "x.warc", 0, "2024-01-01T00:00:00Z")
    >>> new = Entry("a.org", "https://a.org/", "x.warc", "urn:uuid:2", "x.warc", 9, "2025-01-01T00:00:00Z")
    >>> [type(item).__name__ for item in select([old, new])]
    ['Entry', 'Lost']
    """
    entries: list[Entry] = []
    lost: list[Lost] = []
    for item in found:
        if isinstance(item, Entry):
            entries.append(item)
        else:
            lost.append(item)
    entries.sort(key=lambda e: (e.site, len(e.url), e.url, e.source))
    for _, captures in groupby(entries, key=lambda e: (e.site, e.url)):
        several = list(captures)
        best = max(several, key=lambda e: (_answers(e), e.date))
        yield best
        for other in several:
            if other is not best:
                yield Lost(Outcome(other.url, other.source, Ending(Kind.DUPLICATE, Cause.OTHER_CAPTURE)))
    yield from sorted(lost, key=lambda item: (item.outcome.url, item.outcome.source, item.outcome.kind))


def _answers(entry: Entry) -> bool:
    return 200 <= entry.status < 300 or entry.status in (404, 410)
