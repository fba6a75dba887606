"""The report of a crawl; its numbers add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from indexer.cause import Cause
from indexer.outcome import Ending, Kind, Outcome, count
from workers.clock import moment


@dataclass(frozen=True, slots=True)
class Waiting:
    """A host whose delay or back-off exceeded the patience of a run.

    Parameters
    ----------
    host : str
        The registered domain.
    until : float
        The time at which the next request to it is allowed, UTC seconds.
    urls : int
        The number of its waiting URLs.
    """

    host: str
    until: float
    reason: str
    urls: int

    def record(self) -> Mapping[str, Any]:
        """Return the JSON object of a report.

        >>> Waiting("example.org", 0.0, "status 503", 2).record()["until"]
        '1970-01-01T00:00:00+00:00'
        """
        until = moment(self.until).isoformat(timespec="seconds")
        return {"site": self.host, "until": until, "urls": self.urls, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """The report of one run.

    Parameters
    ----------
    outcomes : tuple of Outcome
        One per URL: first the visits that ended in the run, in their order, then those that ended before, then URLs left for another run.
    requests : int
        The number of requests, including those for robots.txt and retries.
    received : int
        The bytes of the received bodies before decoding.
    already : int
        The number of URLs that were visited before and not requested again.
    dead_ends : tuple of str
        URL shapes (`workers.reading.traps`) whose pages repeatedly had known content, so that their links were not followed.
    waiting : tuple of Waiting
        Hosts whose delay or back-off exceeded the patience of the run.
    moved : mapping of str to str
        The new registered domains of moved sites, by the old ones.
    """

    outcomes: tuple[Outcome, ...]
    requests: int
    received: int
    already: int
    seconds: float
    dead_ends: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    moved: Mapping[str, str] = field(default_factory=dict)

    @property
    def moves(self) -> tuple[str, ...]:
        """Messages about the sites that have moved."""
        return tuple(f"{old} has moved to {new}; its pages are requested there from now on" for old, new in sorted(self.moved.items()))

    @property
    def pages(self) -> int:
        """The number of archived pages of this crawl."""
        return sum(is_page(outcome) for outcome in self.outcomes)

    @property
    def lost(self) -> tuple[Outcome, ...]:
        """The pages that could not be fetched; documents of other media types do not count as lost."""
        return tuple(o for o in self.outcomes if o.kind.lost and o.kind is not Kind.NOT_HTML)

    @property
    def traps(self) -> tuple[str, ...]:
        """The distinct reasons for the rejection of URLs as parts of a trap."""
        refused = {replace(outcome.ending, duplicate_of="") for outcome in self.outcomes if outcome.ending.cause.is_trap}
        closed = {Ending(Kind.SKIPPED, Cause.TRAP_DEAD_END, detail=shape) for shape in self.dead_ends}
        return tuple(sorted({ending.reason for ending in refused | closed}))

    def record(self) -> Mapping[str, Any]:
        """Return the JSON object that `winnow crawl --json` prints.

        >>> from indexer.outcome import Ending
        >>> CrawlReport((Outcome("u", "", Ending(Kind.FETCHED)),), 2, 99, 0, 1.0).record()["outcomes"]
        {'fetched': 1}
        """
        return {
            "urls": len(self.outcomes),
            "pages": self.pages,
            "already": self.already,
            "requests": self.requests,
            "received": self.received,
            "seconds": round(self.seconds, 3),
            "outcomes": count(self.outcomes),
            "traps": list(self.traps),
            "moved": dict(self.moved),
            "waiting": [waiting.record() for waiting in self.waiting],
            "lost": [{"url": lost.url, **lost.ending.record()} for lost in self.lost],
        }


def is_page(outcome: Outcome) -> bool:
    """Return whether an outcome is that of an archived page rather than a feed or sitemap."""
    return outcome.kind is Kind.FETCHED and outcome.ending.cause not in (Cause.FEED, Cause.SITEMAP)
