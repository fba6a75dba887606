"""The crawl's notes on a URL in a metadata record (WARC 1.1, 6.6): how it ended, if no response shows that.

A capture judged from other pages and visits (`indexer.cause.Cause.is_judgement`) has a record with the capture's date and the time of
the judgement. An index that is rebuilt from the archive uses the last judgement of a capture, because the pages and visits that
decided are not available to it. A record with any other cause revokes a judgement.
"""

from __future__ import annotations

from datetime import UTC, datetime
from textwrap import shorten

from indexer.cause import Cause
from indexer.outcome import Ending, Kind

CONTENT_TYPE = "application/warc-fields"
_LONGEST_REASON = 150


def text_of(ending: Ending, judged: datetime | None = None) -> bytes:
    r"""Return the block of the record; `judged` is the time of a judgement.

    >>> text_of(Ending(Kind.GONE, Cause.SOFT_404, count=3)).decode().splitlines()[:3]
    ['outcome: gone', 'cause: soft-404', 'count: 3']
    """
    reason = shorten(ending.reason, _LONGEST_REASON, placeholder="…")
    count = f"count: {ending.count:.0f}\r\n" if ending.count else ""
    at = "" if judged is None else f"judged: {judged.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}\r\n"
    return f"outcome: {ending.kind.value}\r\ncause: {ending.cause.value}\r\n{count}{at}reason: {reason}\r\n".encode()


def judgement(block: bytes) -> tuple[Ending | None, str] | None:
    r"""Return the judgement of a capture and its time ("" if not recorded); None for a block that is no judgement.

    The ending is None if an earlier judgement is revoked.

    >>> judgement(b"outcome: gone\r\ncause: soft-404\r\njudged: 2026-01-02T00:00:00Z\r\n")[1]
    '2026-01-02T00:00:00Z'
    >>> judgement(b"outcome: indexed\r\ncause: \r\njudged: 2026-01-03T00:00:00Z\r\n")
    (None, '2026-01-03T00:00:00Z')
    >>> judgement(b"outcome: not-html\r\ncause: media-type\r\n")
    """
    pairs = (line.partition(":") for line in block.decode("utf-8", "replace").splitlines())
    fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
    cause = next((cause for cause in Cause if cause.is_judgement and cause.value == fields.get("cause")), None)
    judged = fields.get("judged", "")
    if cause is None:
        return (None, judged) if judged else None
    kind = next((kind for kind in (Kind.GONE, Kind.EMPTY) if kind.value == fields.get("outcome")), None)
    if kind is None:
        return None
    count = fields.get("count", "")
    return Ending(kind, cause, count=int(count) if count.isascii() and count.isdigit() else 0), judged
