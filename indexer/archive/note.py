"""What the crawl notes of a URL in a metadata record (WARC 1.1, 6.6): how it ended where no answer shows that.

A page judged gone although its status says otherwise (`indexer.cause.Cause.is_judged_gone`) has a record with the date of the capture that
was judged. An index that is rebuilt from the archive leaves the page out by this record: the other visits that decided are not in it.
"""

from __future__ import annotations

from textwrap import shorten

from indexer.cause import Cause
from indexer.outcome import Ending, Kind

CONTENT_TYPE = "application/warc-fields"
_LONGEST_REASON = 150


def text_of(ending: Ending) -> bytes:
    r"""The block of the record.

    >>> text_of(Ending(Kind.GONE, Cause.SOFT_404, count=3)).decode().splitlines()[:3]
    ['outcome: gone', 'cause: soft-404', 'count: 3']
    """
    reason = shorten(ending.reason, _LONGEST_REASON, placeholder="…")
    count = f"count: {ending.count:.0f}\r\n" if ending.count else ""
    return f"outcome: {ending.kind.value}\r\ncause: {ending.cause.value}\r\n{count}reason: {reason}\r\n".encode()


def judgement(block: bytes) -> Ending | None:
    r"""How a page was judged; None for a block that says nothing of that.

    >>> judgement(b"outcome: gone\r\ncause: soft-404\r\ncount: 3\r\n").count, judgement(b"outcome: not-html\r\ncause: media-type\r\n")
    (3, None)
    """
    pairs = (line.partition(":") for line in block.decode("utf-8", "replace").splitlines())
    fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
    cause = next((cause for cause in Cause if cause.is_judged_gone and cause.value == fields.get("cause")), None)
    if cause is None or fields.get("outcome") != Kind.GONE.value:
        return None
    count = fields.get("count", "")
    return Ending(Kind.GONE, cause, count=int(count) if count.isascii() and count.isdigit() else 0)
