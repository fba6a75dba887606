"""What a scan leaves of a record: enough to sort millions of them and to read each back."""

from __future__ import annotations

from dataclasses import dataclass, field

from indexer.archive.warc import Record
from indexer.outcome import Ending, Outcome


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
        Of the capture in ISO 8601, or "".
    status : int
        HTTP status; 200 for a file or a resource record, 0 where it could not be read.
    kept : Record or None
        The record with its block, where the scan could afford to keep it.
    whole : bool
        Whether the answer has all that it says it has: False of a partial one (206), of one that was cut, of a first segment.
    digest : str
        WARC-Payload-Digest, or "".
    location : str
        Of a redirect that is meant to last, where it leads; else "".
    segments : tuple of (str, int)
        Path and offset of the records that continue this one.
    segmented : bool
        Whether other records continue this one.
    is_line : bool
        Whether it is a line of JSON Lines, and `record` its number.
    judged : Ending or None
        How the crawl judged the page by what other pages and visits show; None where the answer alone decides.
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
    whole: bool = True
    digest: str = ""
    location: str = ""
    segments: tuple[tuple[str, int], ...] = ()
    segmented: bool = False
    is_line: bool = False
    judged: Ending | None = None

    @property
    def source(self) -> str:
        """The name under which results show the page.

        >>> Entry("example.org", "https://example.org/", "a.warc.gz", "urn:uuid:1", "a.warc.gz", 0).source
        'a.warc.gz#urn:uuid:1'
        """
        return f"{self.input}#{self.record}" if self.record else self.input


@dataclass(frozen=True, slots=True)
class Revisit:
    """A record that says that a page was as another capture has it (WARC 1.1, 6.7).

    Parameters
    ----------
    url, source : str
        As of an entry.
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
        As of an entry.
    total : int
        Bytes of all segments' blocks; 0 but in the last.
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
    """A record by which the crawl says what a capture shows by other pages and visits: that the page is gone, or a wall before it.

    Parameters
    ----------
    url, date : str
        Of the capture.
    source : str
        As of an entry.
    ending : Ending or None
        None where earlier judgements are taken back.
    judged : str
        The time of the judgement; of several the last counts. "" is before all others.
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
"""What a scan finds; `indexer.archive.captures.select` leaves entries and pages that ended."""
