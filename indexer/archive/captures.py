"""Selection of the capture that represents each page.

A page is identified by `indexer.urls.normalise`. Its captures rank as follows:

1. the newest *statement about the page*: a complete 2xx response to a GET with a body (unless the crawl judged it to show a wall); 404, 410
      and 451; a response that the crawl judged to show the page gone (`indexer.archive.note`); a permanent redirect to a page that the
      inputs also contain;
2. the newest incomplete 2xx response;
3. the newest of all others (a temporary redirect, a server error).

Dates are compared as instants. A revisit is a capture of the record that it refers to: the record of that identifier, else the capture of
that URL and second, else one with the same payload digest, of this page or of any, else the page's previous capture. A page followed only
by revisits keeps the date of its capture. Every other capture ends `superseded`, every other revisit `not-modified`.

The result depends only on the records, not on their order or their files.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from indexer.archive.entry import Entry, Found, Judgement, Lost, Revisit, Segment
from indexer.archive.http import GONE
from indexer.archive.legal_walls import LEGAL, LegalWalls
from indexer.capture_time import nanoseconds
from indexer.cause import Cause
from indexer.outcome import Ending, Kind, Outcome
from indexer.urls import host, normalise, resolve

_SECOND = 1_000_000_000
_MOST_HOPS = 10
"""Maximum number of revisits of revisits, and of redirects to redirects, that are followed."""


def select(found: Iterable[Found]) -> Iterator[Entry | Lost]:
    """Yield the selected capture of each page, and how all others ended.

    Pages come in the order in which they are processed: site by site, short URLs first.

    Examples
    --------
    >>> old = Entry("a.org", "https://a.org/", "x.warc", "urn:uuid:1", "x.warc", 0, "2024-01-01T00:00:00Z")
    >>> new = Entry("a.org", "https://a.org/", "x.warc", "urn:uuid:2", "x.warc", 9, "20250101000000")
    >>> [item.record if isinstance(item, Entry) else item.outcome.kind.value for item in select([new, old])]
    ['urn:uuid:2', 'superseded']
    """
    entries: list[Entry] = []
    revisits: list[Revisit] = []
    segments: list[Segment] = []
    judgements: list[Judgement] = []
    lost: list[Lost] = []
    for item in found:
        if isinstance(item, Entry):
            entries.append(item)
        elif isinstance(item, Revisit):
            revisits.append(item)
        elif isinstance(item, Segment):
            segments.append(item)
        elif isinstance(item, Judgement):
            judgements.append(item)
        else:
            lost.append(item)
    joined, orphans = _joined(entries, segments)
    yield from _Selection(joined, orphans, revisits, _Judgements(judgements)).items(lost)


@dataclass(frozen=True, slots=True)
class _Capture:
    """The state of a page at a time: the entry with its content, and the revisit that confirms it, if any."""

    entry: Entry
    at: int
    revisit: Revisit | None = None

    @property
    def order(self) -> tuple[int, bool, str, str, int]:
        """Sort key by time; fields that are independent of file names decide between captures of one instant."""
        return self.at, self.revisit is None, self.entry.digest, self.entry.record, self.entry.offset

    @property
    def place(self) -> tuple[str, int]:
        return self.entry.path, self.entry.offset


class _Selection:
    """The captures of all inputs."""

    def __init__(self, joined: Sequence[Entry], lost: Iterable[Lost], revisits: Sequence[Revisit], judgements: _Judgements) -> None:
        self._lost = list(lost)
        entries = [judgements.applied(entry) for entry in joined]
        self._originals = _Originals(entries, revisits)
        self._pages: defaultdict[str, list[_Capture]] = defaultdict(list)
        for entry in entries:
            self._pages[normalise(entry.url)].append(_Capture(entry, _instant(entry.date)))
        for revisit in sorted(revisits, key=_refers_to_nothing):  # their originals depend on the others
            original = self._originals.of(revisit)
            if original is None:
                self._lost.append(Lost(Outcome(revisit.url, revisit.source, Ending(Kind.NOT_MODIFIED, Cause.UNKNOWN_ORIGINAL))))
            else:
                said = judgements.applied(replace(original, url=revisit.url, date=revisit.date or original.date))
                if not _refers_to_nothing(revisit):  # otherwise it repeats the captures before it
                    self._originals.restored(said)
                self._pages[normalise(revisit.url)].append(_Capture(said, _instant(said.date), revisit))
        self._locations = {page: max(captures, key=lambda each: each.order).entry.location for page, captures in self._pages.items()}
        self._have = {page for page, captures in self._pages.items() if any(_is_page(capture.entry) for capture in captures)}
        self._walls = self._legal_walls()

    def items(self, lost: Sequence[Lost]) -> Iterator[Entry | Lost]:
        """Yield the pages in order, each followed by its other captures; then the losses."""
        chosen = {page: self._choice(captures) for page, captures in self._pages.items()}
        for page in sorted(chosen, key=lambda page: (chosen[page].entry.site, len(page), page)):
            best = chosen[page]
            yield best.entry
            others = [capture for capture in self._pages[page] if capture is not best]
            yield from sorted(map(_ended, others), key=lambda item: (item.outcome.source, item.outcome.kind))
        yield from sorted((*self._lost, *lost), key=lambda item: (item.outcome.url, item.outcome.source, item.outcome.kind))

    def _choice(self, captures: Sequence[_Capture]) -> _Capture:
        merit = max(map(self._merit, captures))
        ordered = sorted((each for each in captures if self._merit(each) == merit), key=lambda each: each.order)
        best = ordered.pop()
        while best.revisit is not None and ordered and ordered[-1].place == best.place:
            best = ordered.pop()
        return best

    def _merit(self, capture: _Capture) -> int:
        entry = capture.entry
        if _is_page(entry) or self._gone(capture) or self._moved(entry):
            return 2
        return int(200 <= entry.status < 300)

    def _gone(self, capture: _Capture) -> bool:
        entry = capture.entry
        removed = entry.status in GONE and (entry.status != LEGAL or not self._walls.stood(host(entry.url), capture.at))
        return removed or (entry.judged is not None and entry.judged.kind is Kind.GONE)

    def _moved(self, entry: Entry) -> bool:
        """Return whether a redirect leads to an available page, possibly over other redirects."""
        page, location = normalise(entry.url), entry.location
        for _ in range(_MOST_HOPS):
            target = resolve(page, location) if location else None
            if target is None or target == normalise(entry.url):
                return False
            if target in self._have:
                return True
            page, location = target, self._locations.get(target, "")
        return False

    def _legal_walls(self) -> LegalWalls:
        captures = ((page, capture) for page, known in self._pages.items() for capture in sorted(known, key=lambda each: each.order))
        return LegalWalls((host(capture.entry.url), capture.at, page, capture.entry.status) for page, capture in captures)


class _Originals:
    """Look-up of the captures that revisits refer to."""

    def __init__(self, entries: Sequence[Entry], revisits: Sequence[Revisit]) -> None:
        if not revisits:
            return
        ordered = _ordered(entries)
        self._by_id = {entry.record: entry for entry in ordered}
        self._revisits = {revisit.source.partition("#")[2]: revisit for revisit in revisits}
        self._by_page: defaultdict[str, list[Entry]] = defaultdict(list)
        self._by_instant: dict[tuple[str, int], Entry] = {}
        self._by_second: dict[tuple[str, int], Entry] = {}
        self._by_content: dict[tuple[str, str], list[Entry]] = {}
        self._by_digest: dict[str, Entry] = {}
        self._restored: defaultdict[str, list[Entry]] = defaultdict(list)
        self._histories: dict[str, list[Entry]] = {}
        for entry in ordered:
            self._add(entry)
        for entry in sorted(ordered, key=_is_page, reverse=True):
            if entry.digest and entry.complete:
                self._by_digest.setdefault(entry.digest, entry)

    def _add(self, entry: Entry) -> None:
        page, instant = normalise(entry.url), _instant(entry.date)
        self._by_page[page].append(entry)
        for known, key in ((self._by_instant, (page, instant)), (self._by_second, (page, instant // _SECOND))):
            if key not in known or entry.complete > known[key].complete:
                known[key] = entry
        same = self._by_content.setdefault((page, entry.digest), [])
        if same and _quality(entry) > _quality(same[0]):
            same.clear()
        if not same or _quality(entry) == _quality(same[0]):
            same.append(entry)

    def of(self, revisit: Revisit) -> Entry | None:
        """Return the entry whose content the page had; None if it is not in the inputs."""
        for _ in range(_MOST_HOPS):
            if revisit.refers_to in self._by_id:
                return self._by_id[revisit.refers_to]
            following = self._revisits.get(revisit.refers_to)
            if following is None:
                break
            revisit = following
        return self._of_date(revisit) or self._of_content(revisit) or self._before(revisit)

    def _of_date(self, revisit: Revisit) -> Entry | None:
        if not revisit.refers_to_date:
            return None
        instant = _instant(revisit.refers_to_date)
        page = normalise(revisit.refers_to_url or revisit.url)
        return self._by_instant.get((page, instant)) or self._by_second.get((page, instant // _SECOND))

    def _of_content(self, revisit: Revisit) -> Entry | None:
        if not revisit.digest:
            return None
        same = self._by_content.get((normalise(revisit.url), revisit.digest), ())
        before = bisect_right(same, _instant(revisit.date), key=lambda entry: _instant(entry.date))
        return same[before - 1] if same else self._by_digest.get(revisit.digest)

    def _before(self, revisit: Revisit) -> Entry | None:
        """Return the page's previous state if the record refers to nothing."""
        if not _refers_to_nothing(revisit):
            return None
        history = self._history(normalise(revisit.url))
        before = bisect_right(history, _instant(revisit.date), key=lambda entry: _instant(entry.date))
        return history[before - 1] if before else None

    def _history(self, page: str) -> list[Entry]:
        """Return the states of a page, oldest first."""
        if page not in self._histories:
            known = (*self._by_page.get(page, ()), *self._restored.get(page, ()))
            self._histories[page] = sorted(filter(_is_page, known), key=_order)
        return self._histories[page]

    def restored(self, entry: Entry) -> None:
        """Record the state of a page at a revisit."""
        page = normalise(entry.url)
        self._restored[page].append(entry)
        if page in self._histories and _is_page(entry):
            insort(self._histories[page], entry, key=_order)


def _joined(entries: Sequence[Entry], segments: Sequence[Segment]) -> tuple[list[Entry], list[Lost]]:
    """Return entries with their continuations; segments belong to their page, and are lost if its first one is missing."""
    of_origin: defaultdict[str, dict[int, Segment]] = defaultdict(dict)
    for segment in sorted(segments, key=lambda each: (each.number, each.source)):
        of_origin[segment.origin].setdefault(segment.number, segment)
    joined = []
    for entry in entries:
        more = of_origin.pop(entry.record, {}) if entry.segmented else {}
        joined.append(_continued(entry, more) if entry.segmented else entry)
    orphans = (segment for more in of_origin.values() for segment in more.values())
    return joined, [Lost(Outcome(each.url, each.source, Ending(Kind.TRUNCATED, Cause.FIRST_SEGMENT_MISSING))) for each in orphans]


def _continued(entry: Entry, more: dict[int, Segment]) -> Entry:
    """Return the entry with its segments up to the first missing one; complete if the last one states that it is the last."""
    known: list[Segment] = []
    while (segment := more.get(2 + len(known))) is not None:
        known.append(segment)
    ended = bool(known) and known[-1].total > 0 and len(known) == len(more)
    return replace(entry, segments=tuple((each.path, each.offset) for each in known), complete=ended)


class _Judgements:
    """The last judgement of each capture."""

    def __init__(self, judgements: Iterable[Judgement]) -> None:
        ordered = sorted(judgements, key=lambda each: (_instant(each.judged), each.source))
        self._of_capture = {_capture_of(each): each.ending for each in ordered}

    def applied(self, entry: Entry) -> Entry:
        """Return the capture with its judgement; a revisit without its own judgement has its original's."""
        if not self._of_capture or (capture := _capture_of(entry)) not in self._of_capture:
            return entry
        return replace(entry, judged=self._of_capture[capture])


def _capture_of(item: Entry | Judgement) -> tuple[str, int]:
    """Return the page, and the instant in microseconds, the precision of a database's time."""
    return normalise(item.url), _instant(item.date) // 1000


def _is_page(entry: Entry) -> bool:
    return entry.judged is None and entry.complete and 200 <= entry.status < 300


def _quality(entry: Entry) -> tuple[bool, bool]:
    return _is_page(entry), entry.complete


def _ordered(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=_order)


def _order(entry: Entry) -> tuple[int, str, str, int]:
    return _instant(entry.date), entry.digest, entry.record, entry.offset


def _refers_to_nothing(revisit: Revisit) -> bool:
    return not (revisit.refers_to or revisit.refers_to_date or revisit.digest)


def _instant(date: str) -> int:
    """Return nanoseconds since 1970; a missing date comes before all others."""
    instant = nanoseconds(date)
    return -(1 << 63) if instant is None else instant


def _ended(capture: _Capture) -> Lost:
    if capture.revisit is not None:
        return Lost(Outcome(capture.revisit.url, capture.revisit.source, Ending(Kind.NOT_MODIFIED, Cause.REVISIT)))
    return Lost(Outcome(capture.entry.url, capture.entry.source, Ending(Kind.SUPERSEDED, Cause.OTHER_CAPTURE)))
