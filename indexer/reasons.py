"""The reasons of outcomes as text for people; no code parses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indexer.cause import Cause

REASONS: Mapping[Cause, str] = {
    Cause.NONE: "",
    Cause.NO_RECORD: "bytes {detail} contain no record and are skipped",
    Cause.NO_STATUS_LINE: "the record contains no HTTP response (no status line)",
    Cause.CUT_RECORD: "the record is truncated: {count:,.0f} of {limit:,.0f} bytes are present",
    Cause.CUT_FILE: "the file ends inside a record, at byte {count:,.0f}",
    Cause.UNREADABLE_INPUT: "{detail}",
    Cause.NOT_FOLLOWED: "links and special files inside a folder are not followed",
    Cause.EMPTY_FILE: "the file is empty",
    Cause.REVISIT: "a revisit: the page is unchanged from another capture",
    Cause.UNKNOWN_ORIGINAL: "a revisit whose original capture is not in the inputs",
    Cause.OTHER_CAPTURE: "another capture of the page is used",
    Cause.OTHER_METHOD: "the response to a {detail} request is not the page",
    Cause.FIRST_SEGMENT_MISSING: "a continuation of a record whose first segment is not in the inputs",
    Cause.NOT_MODIFIED: "unchanged",
    Cause.FEED: "a feed",
    Cause.SITEMAP: "a sitemap",
    Cause.STATUS: "status {status}",
    Cause.REDIRECT_PERMANENT: "status {status} to {target}",
    Cause.REDIRECT_TEMPORARY: "status {status} to {target}",
    Cause.REFRESH: "a refresh to {target}",
    Cause.BAD_LOCATION: "status {status} to {detail}, which is not a URL",
    Cause.UNKNOWN_CODING: "Content-Encoding {detail!r} is not supported",
    Cause.MANY_CODINGS: "{count:.0f} nested content codings are not supported",
    Cause.DAMAGED_CODING: "{detail} cannot be decoded",
    Cause.CUT_SHORT: "the response is truncated",
    Cause.CUT_WITHOUT_ARTICLE: "the response is truncated and contains no article",
    Cause.CUT_AND_KNOWN: "the response is truncated; the index keeps the earlier version of the page",
    Cause.BYTES: "{count:,.0f} bytes exceed the limit of {limit:,.0f}",
    Cause.OVERSIZE: "more than {limit:,.0f} bytes",
    Cause.EXPANDED_BYTES: "more than {limit:,.0f} bytes after decompression ({count:,.0f} compressed)",
    Cause.NODES: "more than {limit:,.0f} nodes",
    Cause.PROCESSOR_TIME: "more than {limit:.1f} seconds of processor time in {detail}",
    Cause.MEMORY: "more than {limit:,.0f} bytes of memory in {detail}",
    Cause.DEPTH: "more than {limit:,.0f} levels of nested elements",
    Cause.MEDIA_TYPE: "the content is {detail}",
    Cause.NO_CONTENT: "the response has no content",
    Cause.NO_TEXT: "the page has no text",
    Cause.NO_VISIBLE_TEXT: "the page has no visible text",
    Cause.PARSER: "the parser fails: {detail}",
    Cause.NOINDEX: "a robots directive excludes the page from search engines",
    Cause.TOC: "a table of contents",
    Cause.NO_STORY: "a page about the site, or with hardly any text of its own",
    Cause.METHOD: "the method {detail} keeps no text of the page",
    Cause.SAME_STORY: "same story as {duplicate_of}",
    Cause.CLOSED_SITE: "status {status}, like most pages of the site",
    Cause.SOFT_404: "soft 404: {count:.0f} other URLs show the same few words and nothing else",
    Cause.WALL: "log-in or robot check: {count:.0f} other URLs show the same few words and nothing else",
    Cause.TAKEN_DOWN_FRONT: "taken down: status {status} to {target}, the front page",
    Cause.TAKEN_DOWN_TOC: "taken down: status {status} to {target}, a table of contents",
    Cause.TAKEN_DOWN_STILL: "taken down: status {status} to {target} for {count:,.0f} hours",
    Cause.FORBIDDEN_PORT: "{detail} belongs to a service that is not a web server",
    Cause.PRIVATE_ADDRESS: "{detail}; --allow-private permits it",
    Cause.TIMEOUT: "no response within {limit:g} s",
    Cause.UNKNOWN_HOST: "the host has no address ({detail})",
    Cause.CONNECTION_REFUSED: "the host refuses the connection ({detail})",
    Cause.TLS: "the TLS connection fails ({detail})",
    Cause.WRONG_SCHEME: "this port speaks {detail}: did you mean {target}?",
    Cause.CONNECTION: "the connection fails ({detail})",
    Cause.NO_HTTP: "the response is not valid HTTP ({detail})",
    Cause.INCOMPLETE: "the response is not complete within {limit:g} s",
    Cause.FAULT: "the program fails on the page: {detail}",
    Cause.LOST_WORKER: "{count:.0f} workers were lost while they processed the page",
    Cause.ROBOTS: "robots.txt forbids it",
    Cause.ROBOTS_UNKNOWN: "robots.txt: {detail}; its rules are unknown",
    Cause.CRAWL_DELAY: "robots.txt requires a crawl delay of {count:,.0f} s; the limit is {limit:,.0f} s",
    Cause.TRAP_LENGTH: "trap: the URL has {count:,.0f} characters",
    Cause.TRAP_PATH: "trap: the path repeats itself",
    Cause.TRAP_QUERY: "trap: the query repeats itself",
    Cause.TRAP_SHAPE: "trap: pages like {detail} differ only in digits",
    Cause.TRAP_DEAD_END: "trap: pages like {detail} lead to nothing new",
    Cause.SESSION_ID: "session identifier: {detail} changes while the pages stay the same",
    Cause.DENIED: "the pattern {detail} denies it",
    Cause.NOT_ALLOWED: "no pattern allows it",
    Cause.DEPTH_LIMIT: "more than {limit:.0f} links from a start URL",
    Cause.PAGE_LIMIT: "the page limit is reached",
    Cause.BUSY: "another process is working on it",
    Cause.NOT_DUE: "not due yet",
    Cause.BLOCKED: "{detail}",
    Cause.ARCHIVE: "{detail}",
    Cause.ARCHIVED: "already in the archive",
    Cause.CLEANING_LOST: "cleaning started {count:.0f} times and never finished",
    Cause.ENGINE: "{detail}",
    Cause.EARLIER: "{detail}",
}
"""The format string of each cause; its fields are the attributes of `indexer.outcome.Ending`."""

_TRIED = frozenset({
    Cause.STATUS, Cause.TIMEOUT, Cause.UNKNOWN_HOST, Cause.CONNECTION_REFUSED, Cause.TLS, Cause.CONNECTION, Cause.NO_HTTP, Cause.INCOMPLETE,
})  # fmt: skip
"""Causes that are retried; `count` is the number of tries."""


def reason_of(cause: Cause, data: Mapping[str, Any]) -> str:
    """Return the reason as one line of text.

    >>> reason_of(Cause.STATUS, {"status": 503, "count": 4})
    'status 503 after 4 tries'
    """
    tries = f" after {data['count']:.0f} tries" if cause in _TRIED and data["count"] > 1 else ""
    return REASONS[cause].format_map(data) + tries
