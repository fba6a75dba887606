"""Causes of page outcomes: the complete list; `indexer.reasons` has their wording."""

from __future__ import annotations

from enum import StrEnum


class Cause(StrEnum):
    """The causes of outcomes; `indexer.outcome.Ending` has the data of each."""

    NONE = ""
    """the kind says everything"""

    # -- the stored response
    NO_RECORD = "no-record"
    """the input contains bytes that are no record: `detail` is their place"""
    NO_STATUS_LINE = "no-status-line"
    CUT_RECORD = "cut-record"
    """`count` of the record's `limit` bytes are present"""
    CUT_FILE = "cut-file"
    """the input ends inside a record, at byte `count`"""
    UNREADABLE_INPUT = "unreadable-input"
    """`detail`: the system's error"""
    NOT_FOLLOWED = "not-followed"
    """a link or special file inside a folder"""
    EMPTY_FILE = "empty-file"
    REVISIT = "revisit"
    """a record that states that the page is unchanged from another capture"""
    UNKNOWN_ORIGINAL = "unknown-original"
    """the same, but no input has that capture"""
    OTHER_CAPTURE = "other-capture"
    """another capture of the same page was selected"""
    OTHER_METHOD = "other-method"
    """the response to a `detail` request, which is not GET"""
    FIRST_SEGMENT_MISSING = "first-segment-missing"
    """a record that continues one that no input has"""

    # -- the response
    NOT_MODIFIED = "not-modified"
    """304: unchanged"""
    FEED = "feed"
    SITEMAP = "sitemap"
    """no page, but a list of pages"""
    STATUS = "status"
    """`status` without a more specific cause"""
    REDIRECT_PERMANENT = "redirect-permanent"
    """301, 308 (RFC 9110, 15.4) to `target`"""
    REDIRECT_TEMPORARY = "redirect-temporary"
    """any other 3xx to `target`"""
    REFRESH = "refresh"
    """the page redirects at once to `target` by a refresh"""
    BAD_LOCATION = "bad-location"
    """a redirect to `detail`, which is no URL"""
    UNKNOWN_CODING = "unknown-coding"
    """Content-Encoding `detail`"""
    MANY_CODINGS = "many-codings"
    """`count` content codings, one within the other"""
    DAMAGED_CODING = "damaged-coding"
    """`detail`: the data that cannot be decoded"""
    CUT_SHORT = "cut-short"
    """the response is incomplete; its page is used nevertheless"""
    CUT_WITHOUT_ARTICLE = "cut-without-article"
    CUT_AND_KNOWN = "cut-and-known"
    """the response is incomplete, and the index has an earlier version of the page"""

    # -- limits
    BYTES = "bytes"
    """`count` bytes, more than `limit`"""
    OVERSIZE = "oversize"
    """more than `limit` bytes; reading stopped there"""
    EXPANDED_BYTES = "expanded-bytes"
    """more than `limit` bytes after expansion of its `count` bytes"""
    NODES = "nodes"
    """more than `limit` nodes"""
    PROCESSOR_TIME = "processor-time"
    """more than `limit` seconds in `detail`, a function of the program"""
    MEMORY = "memory"
    """more than `limit` bytes in `detail`, a function of the program"""
    DEPTH = "depth"
    """more than `limit` levels"""

    # -- the page
    MEDIA_TYPE = "media-type"
    """`detail`: its format instead of HTML"""
    NO_CONTENT = "no-content"
    NO_TEXT = "no-text"
    NO_VISIBLE_TEXT = "no-visible-text"
    PARSER = "parser"
    """`detail`: the parser's error"""
    NOINDEX = "noindex"
    """a robots directive, or `unavailable_after` has passed"""
    TOC = "toc"
    """a table of contents"""
    NO_STORY = "no-story"
    """a page about the site, or almost without text of its own"""
    METHOD = "method"
    """the method `detail` keeps none of the text"""
    SAME_STORY = "same-story"
    """same as `duplicate_of`"""

    CLOSED_SITE = "closed-site"
    """`status`, as on the front page and most of the site"""
    SOFT_404 = "soft-404"
    """`count` other URLs show the same few words and nothing else: a "not found" page"""
    WALL = "wall"
    """the same on a large part of the site: a log-in, a check for robots"""
    TAKEN_DOWN_FRONT = "taken-down-front"
    """a temporary redirect of an article to the front page, `target`"""
    TAKEN_DOWN_TOC = "taken-down-toc"
    """the same to a table of contents"""
    TAKEN_DOWN_STILL = "taken-down-still"
    """the same redirect, observed for `count` hours"""

    # -- the request
    FORBIDDEN_PORT = "forbidden-port"
    """`detail`: port and host; the port belongs to another service"""
    PRIVATE_ADDRESS = "private-address"
    """`detail`: host and address"""
    TIMEOUT = "timeout"
    """no response within `limit` seconds; `count` is the number of tries of a transient failure"""
    UNKNOWN_HOST = "unknown-host"
    """the name has no address; `detail`, here and below: the system's error"""
    CONNECTION_REFUSED = "connection-refused"
    TLS = "tls"
    WRONG_SCHEME = "wrong-scheme"
    """the port speaks another scheme than the URL's: `detail`, at `target`"""
    CONNECTION = "connection"
    """any other network error"""
    NO_HTTP = "no-http"
    """the response violates the protocol"""
    INCOMPLETE = "incomplete"
    """the body was not complete within `limit` seconds"""
    FAULT = "fault"
    """the program failed on the page: `detail`"""
    LOST_WORKER = "lost-worker"
    """`count` workers had the page and disappeared"""

    # -- the crawl's rules
    ROBOTS = "robots"
    """robots.txt forbids it"""
    ROBOTS_UNKNOWN = "robots-unknown"
    """the rules of robots.txt are unknown: `detail` is the reason"""
    CRAWL_DELAY = "crawl-delay"
    """robots.txt requires `count` seconds between requests; the crawl waits at most `limit`"""
    TRAP_LENGTH = "trap-length"
    """the URL has `count` characters"""
    TRAP_PATH = "trap-path"
    TRAP_QUERY = "trap-query"
    TRAP_SHAPE = "trap-shape"
    """pages like `detail` (`indexer.url_shape.trap_shape`) differ only in digits"""
    TRAP_DEAD_END = "trap-dead-end"
    """pages like `detail` lead to nothing new"""
    SESSION_ID = "session-id"
    """the URL differs from `duplicate_of` only in a session identifier: `detail` (`workers.reading.session_ids.SessionId`)"""
    DENIED = "denied"
    """the pattern `detail` excludes it"""
    NOT_ALLOWED = "not-allowed"
    """no pattern allows it"""
    DEPTH_LIMIT = "depth-limit"
    """more than `limit` links from a start URL"""
    PAGE_LIMIT = "page-limit"
    BUSY = "busy"
    """another process is working on it"""
    NOT_DUE = "not-due"
    BLOCKED = "blocked"
    """the host asks not to be crawled: `detail` is the reason and the end"""
    ARCHIVE = "archive"
    """the archive accepts no page: `detail` is the reason"""
    ARCHIVED = "archived"
    """fetched before this run"""

    # -- the index
    CLEANING_LOST = "cleaning-lost"
    """cleaning was started `count` times and never finished"""
    ENGINE = "engine"
    """`detail`: the engine's error for each refused document"""

    # -- earlier versions
    EARLIER = "earlier"
    """`detail`: as recorded by a version without causes"""

    @property
    def is_trap(self) -> bool:
        """True if a URL is part of a crawler trap.

        >>> Cause.TRAP_PATH.is_trap, Cause.DEPTH_LIMIT.is_trap
        (True, False)
        """
        return self in _TRAPS

    @property
    def is_taken_down(self) -> bool:
        """True if an article was taken down behind a temporary redirect."""
        return self in _TAKEN_DOWN

    @property
    def is_judged_gone(self) -> bool:
        """True if a page counts as gone because of other pages and visits, not because of its own response."""
        return self is Cause.SOFT_404 or self.is_taken_down

    @property
    def is_judgement(self) -> bool:
        """True if other pages and visits determined the outcome, not the page's own response: it is gone, or behind a wall."""
        return self is Cause.WALL or self.is_judged_gone


_TRAPS = frozenset({Cause.TRAP_LENGTH, Cause.TRAP_PATH, Cause.TRAP_QUERY, Cause.TRAP_SHAPE, Cause.TRAP_DEAD_END, Cause.SESSION_ID})
_TAKEN_DOWN = frozenset({Cause.TAKEN_DOWN_FRONT, Cause.TAKEN_DOWN_TOC, Cause.TAKEN_DOWN_STILL})
