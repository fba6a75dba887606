"""Results of a scan: compact enough to sort millions of them, and sufficient to read each record back."""

from __future__ import annotations

from dataclasses import dataclass, field

from indexer.archive.warc import Record
from indexer.outcome import Ending, Outcome


@dataclass(frozen=True, slots=True)
class Entry:
    """The place of one page.

    Parameters
    ----------
    site : str
        The site whose model is used: a registered domain, or the given folder.
    url : str
        As fetched; a `file:` URI for a file.
    input : str
        The file as the user named it.
    record : str
        The WARC record's identifier (`urn:uuid:…`) or, without one, its offset; "" for an HTML file.
    path : str
        The file to read, which differs from `input` for a spooled input.
    offset : int
        Offset of the record in `path`, in bytes; 0 for an HTML file.
    date : str
        Date of the capture in ISO 8601, or "".
    status : int
        HTTP status; 200 for a file or a resource record, 0 if it could not be read.
    kept : Record or None
        The record with its block, if it was within the scan's memory budget.
    complete : bool
        True if the response is as long as it declares: False for a partial one (206), a cut one, and a first segment.
    digest : str
        WARC-Payload-Digest, or "".
    location : str
        Target of a permanent redirect; else "".
    segments : tuple of (str, int)
        Path and offset of the records that continue this one.
    segmented : bool
        True if other records continue this one.
    is_line : bool
        True if it is a line of JSON Lines, and `record` its number.
    judged : Ending or None
        The crawl's judgement of the page from other pages and visits; None if the response alone decides.
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
    complete: bool = True
    digest: str = ""
    location: str = ""
    segments: tuple[tuple[str, int], ...] = ()
    segmented: bool = False
    is_line: bool = False
    judged: Ending | None = None

    @property
    def source(self) -> str:
        """The name by which results refer to the page.

        >>> Entry("example.org", "https://example.org/", "a.warc.gz", "urn:uuid:1", "a.warc.gz", 0).source
        'a.warc.gz#urn:uuid:1'
        """
        return f"{self.input}#{self.record}" if self.record else self.input


@dataclass(frozen=True, slots=True)
class Revisit:
    """A record that states that a page is unchanged from another capture (WARC 1.1, 6.7).

    Parameters
    ----------
    url, source : str
        As for an entry.
    date : str
    refers_to : str
        WARC-Refers-To: the other record's identifier, or "".
    refers_to_url, refers_to_date : str
        Its URL and date, or "".
    digest : str
        WARC-Payload-Digest, or "".
    """

    url: str
    source: str
    date: str
    refers_to: str = ""
    refers_to_url: str = ""
    refers_to_date: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """A record that continues another one (WARC 1.1, annex C).

    Parameters
    ----------
    url, source : str
    origin : str
        The first record's identifier.
    number : int
        2 for the first continuation.
    path, offset
        As for an entry.
    total : int
        Bytes of all segments' blocks; 0 except in the last.
    """

    url: str
    source: str
    origin: str
    number: int
    path: str
    offset: int
    total: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """A record of the crawl's judgement of a capture, from other pages and visits: the page is gone, or is behind a wall.

    Parameters
    ----------
    url, date : str
        URL and date of the capture.
    source : str
        As for an entry.
    ending : Ending or None
        None if earlier judgements are revoked.
    judged : str
        The time of the judgement; the last one counts. "" precedes all others.
    """

    url: str
    date: str
    source: str
    ending: Ending | None
    judged: str = ""


@dataclass(frozen=True, slots=True)
class Lost:
    """A page that ended while its input was scanned."""

    outcome: Outcome


Found = Entry | Revisit | Segment | Judgement | Lost
"""Items of a scan; `indexer.archive.captures.select` reduces them to entries and pages that ended."""
