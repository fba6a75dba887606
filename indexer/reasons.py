"""Wording of outcomes for people, made last; no code parses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indexer.cause import Cause

REASONS: Mapping[Cause, str] = {
    Cause.NONE: "",
    Cause.NO_RECORD: "no record in bytes {detail}; skipped",
    Cause.NO_STATUS_LINE: "the record holds no HTTP answer (no status line)",
    Cause.CUT_RECORD: "the record is cut: {count:,.0f} of {limit:,.0f} bytes are there",
    Cause.CUT_FILE: "the file ends inside a record, at byte {count:,.0f}",
    Cause.UNREADABLE_INPUT: "{detail}",
    Cause.NOT_FOLLOWED: "a link or special file inside a folder is not followed",
    Cause.EMPTY_FILE: "the file is empty",
    Cause.REVISIT: "a revisit: the page was as another capture has it",
    Cause.UNKNOWN_ORIGINAL: "a revisit of a capture that is not in the inputs",
    Cause.OTHER_CAPTURE: "another capture of the page counts",
    Cause.OTHER_METHOD: "the answer to a {detail} request is not the page",
    Cause.FIRST_SEGMENT_MISSING: "a segment of a record whose first segment is not in the inputs",
    Cause.NOT_MODIFIED: "unchanged",
    Cause.FEED: "a feed",
    Cause.SITEMAP: "a sitemap",
    Cause.STATUS: "status {status}",
    Cause.REDIRECT_PERMANENT: "status {status} to {target}",
    Cause.REDIRECT_TEMPORARY: "status {status} to {target}",
    Cause.REFRESH: "a refresh to {target}",
    Cause.BAD_LOCATION: "status {status} to {detail}, which is no URL",
    Cause.UNKNOWN_CODING: "Content-Encoding {detail!r} has no decoder here",
    Cause.MANY_CODINGS: "{count:.0f} content codings, one within the other",
    Cause.DAMAGED_CODING: "{detail} is damaged",
    Cause.CUT_SHORT: "the answer was cut short",
    Cause.CUT_WITHOUT_ARTICLE: "the answer was cut short, and what is there holds no article",
    Cause.CUT_AND_KNOWN: "the answer was cut short; what the index has of the page stays",
    Cause.BYTES: "{count:,.0f} bytes, the limit is {limit:,.0f}",
    Cause.OVERSIZE: "over {limit:,.0f} bytes",
    Cause.EXPANDED_BYTES: "over {limit:,.0f} bytes once expanded ({count:,.0f} compressed)",
    Cause.NODES: "more than {limit:,.0f} nodes",
    Cause.PROCESSOR_TIME: "more than {limit:.1f} seconds of processor time, spent in {detail}",
    Cause.MEMORY: "more than {limit:,.0f} bytes of memory, taken in {detail}",
    Cause.DEPTH: "more than {limit:,.0f} levels",
    Cause.MEDIA_TYPE: "it is {detail}",
    Cause.NO_CONTENT: "no content",
    Cause.NO_TEXT: "no text at all",
    Cause.NO_VISIBLE_TEXT: "no visible text",
    Cause.PARSER: "the parser gives up: {detail}",
    Cause.NOINDEX: "the publisher asks search engines to leave it out",
    Cause.TOC: "a table of contents",
    Cause.NO_STORY: "a page about the site, or next to no text of its own",
    Cause.METHOD: "the method {detail} keeps none of its text",
    Cause.SAME_STORY: "same story as {duplicate_of}",
    Cause.CLOSED_SITE: "status {status}, as most of the site answers, too",
    Cause.SOFT_404: "soft 404: {count:.0f} other addresses show the same few words and nothing else",
    Cause.WALL: "a wall: {count:.0f} other addresses show the same few words and nothing else",
    Cause.TAKEN_DOWN_FRONT: "taken down: status {status} to {target}, the front page",
    Cause.TAKEN_DOWN_TOC: "taken down: status {status} to {target}, a table of contents",
    Cause.TAKEN_DOWN_STILL: "taken down: status {status} to {target}, as {count:,.0f} hours before",
    Cause.FORBIDDEN_PORT: "{detail} is another service's, not a web server's",
    Cause.PRIVATE_ADDRESS: "{detail}; --allow-private permits it",
    Cause.TIMEOUT: "no answer within {limit:g} s",
    Cause.UNKNOWN_HOST: "the host has no address ({detail})",
    Cause.CONNECTION_REFUSED: "the connection was refused ({detail})",
    Cause.TLS: "no TLS connection ({detail})",
    Cause.WRONG_SCHEME: "this port speaks {detail}: did you mean {target}?",
    Cause.CONNECTION: "no connection ({detail})",
    Cause.NO_HTTP: "no HTTP answer ({detail})",
    Cause.INCOMPLETE: "the answer was not complete within {limit:g} s",
    Cause.FAULT: "the program failed on it: {detail}",
    Cause.LOST_WORKER: "the worker was lost {count:.0f} times",
    Cause.ROBOTS: "robots.txt forbids it",
    Cause.ROBOTS_UNKNOWN: "robots.txt: {detail}; what it allows is unknown",
    Cause.CRAWL_DELAY: "robots.txt asks for {count:,.0f} s a request, over {limit:,.0f}",
    Cause.TRAP_LENGTH: "trap: the URL has {count:,.0f} characters",
    Cause.TRAP_PATH: "trap: the path repeats itself",
    Cause.TRAP_QUERY: "trap: the query repeats itself",
    Cause.TRAP_SHAPE: "trap: pages like {detail} differ in digits only",
    Cause.TRAP_DEAD_END: "trap: pages like {detail} lead to nothing new",
    Cause.SESSION_ID: "session: {detail} changes while the pages do not",
    Cause.DENIED: "the pattern {detail} denies it",
    Cause.NOT_ALLOWED: "no pattern allows it",
    Cause.DEPTH_LIMIT: "deeper than {limit:.0f} links",
    Cause.PAGE_LIMIT: "the limit of pages was reached",
    Cause.BUSY: "another process is at it",
    Cause.NOT_DUE: "planned for later",
    Cause.BLOCKED: "{detail}",
    Cause.ARCHIVE: "{detail}",
    Cause.ARCHIVED: "in the archive already",
    Cause.CLEANING_LOST: "cleaning it was begun {count:.0f} times and never ended",
    Cause.ENGINE: "{detail}",
    Cause.EARLIER: "{detail}",
}
"""A format string for each cause; its fields are those of `indexer.outcome.Ending`."""

_TRIED = frozenset({
    Cause.STATUS, Cause.TIMEOUT, Cause.UNKNOWN_HOST, Cause.CONNECTION_REFUSED, Cause.TLS, Cause.CONNECTION, Cause.NO_HTTP, Cause.INCOMPLETE,
})  # fmt: skip
"""Causes that are retried; `count` is the number of tries."""


def reason_of(cause: Cause, data: Mapping[str, Any]) -> str:
    """Return one line for people.

    >>> reason_of(Cause.STATUS, {"status": 503, "count": 4})
    'status 503 after 4 tries'
    """
    tries = f" after {data['count']:.0f} tries" if cause in _TRIED and data["count"] > 1 else ""
    return REASONS[cause].format_map(data) + tries
