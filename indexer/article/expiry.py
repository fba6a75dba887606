"""`unavailable_after`: the day from which a publisher wants a page out of search results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from indexer.article.date_text import stamp

_DIRECTIVE = re.compile(r"(?:^|[\s,;:])unavailable_after\s*:\s*(.+)", re.IGNORECASE)
_AGENT = re.compile(r"\s*([\w.-]+)\s*:\s*unavailable_after\b", re.IGNORECASE)
_FAR = timedelta(days=36_500)


def expired(directives: Sequence[str], agent: str, now: datetime) -> bool:
    """Whether robots directives say that the page is to be left out by now.

    Parameters
    ----------
    directives : sequence of str
        The lines of X-Robots-Tag headers and the contents of `meta` elements.
    agent : str
        The crawler's token; a line for another robot says nothing.
    now : datetime
        With time zone.

    >>> now = datetime(2026, 3, 4, tzinfo=UTC)
    >>> expired(["unavailable_after: 01 Jan 2020 00:00:00 GMT"], "winnow", now), expired(["unavailable_after: 2030-01-01"], "winnow", now)
    (True, False)
    >>> expired(["otherbot: unavailable_after: 2020-01-01"], "winnow", now)
    False
    """
    for directive in directives:
        match, named = _DIRECTIVE.search(directive), _AGENT.match(directive)
        if match is None or (named is not None and named[1].lower() != agent.lower()):
            continue
        text = stamp(match[1].strip(), now + _FAR) or stamp(f"Mon, {match[1].strip()}", now + _FAR)
        when = datetime.fromisoformat(text) if text else None
        if when is not None and (when if when.tzinfo else when.replace(tzinfo=UTC)) <= now:
            return True
    return False
