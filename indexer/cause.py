"""Why a page ended as it did: every cause that the program has; `indexer.reasons` says each in words."""

from __future__ import annotations

from enum import StrEnum


class Cause(StrEnum):
    """The causes of outcomes, beside the data that each needs (`indexer.outcome.Ending`)."""

    NONE = ""
    """the kind says it all"""

    # -- the stored answer
    NO_RECORD = "no-record"
    """the input holds bytes that are no record: `detail`, where"""
    NO_STATUS_LINE = "no-status-line"
    CUT_RECORD = "cut-record"
    """`count` of the record's `limit` bytes are there"""
    CUT_FILE = "cut-file"
    """the input ends inside a record, at byte `count`"""
    UNREADABLE_INPUT = "unreadable-input"
    """`detail`: what the system says"""
    NOT_FOLLOWED = "not-followed"
    """a link or special file inside a folder"""
    EMPTY_FILE = "empty-file"
    REVISIT = "revisit"
    """a record that says that the page was as another capture has it"""
    UNKNOWN_ORIGINAL = "unknown-original"
    """the same, and no input has that capture"""
    OTHER_CAPTURE = "other-capture"
    """another capture of the same page is the one that counts"""
    OTHER_METHOD = "other-method"
    """the answer to a request by `detail`, which is not GET"""
    FIRST_SEGMENT_MISSING = "first-segment-missing"
    """a record that continues one which no input has"""

    # -- the response
    NOT_MODIFIED = "not-modified"
    """304: all is as it was"""
    FEED = "feed"
    SITEMAP = "sitemap"
    """no page, but a list of pages"""
    STATUS = "status"
    """`status`, which no other cause explains"""
    REDIRECT_PERMANENT = "redirect-permanent"
    """301, 308 (RFC 9110, 15.4) to `target`"""
    REDIRECT_TEMPORARY = "redirect-temporary"
    """any other 3xx to `target`"""
    REFRESH = "refresh"
    """the page itself sends its reader on to `target` at once"""
    BAD_LOCATION = "bad-location"
    """a redirect to `detail`, which is no URL"""
    UNKNOWN_CODING = "unknown-coding"
    """Content-Encoding `detail`"""
    MANY_CODINGS = "many-codings"
    """`count` content codings, one within the other"""
    DAMAGED_CODING = "damaged-coding"
    """`detail`: the data that cannot be expanded"""
    CUT_SHORT = "cut-short"
    """the answer ends too early; its page is used all the same"""
    CUT_WITHOUT_ARTICLE = "cut-without-article"
    CUT_AND_KNOWN = "cut-and-known"
    """the answer ends too early, and the index has the page from before"""

    # -- limits
    BYTES = "bytes"
    """`count` bytes, `limit` at most"""
    OVERSIZE = "oversize"
    """more than `limit` bytes; reading ended there"""
    EXPANDED_BYTES = "expanded-bytes"
    """more than `limit` bytes, once its `count` bytes are expanded"""
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
    """`detail`: what it is instead of HTML"""
    NO_CONTENT = "no-content"
    NO_TEXT = "no-text"
    NO_VISIBLE_TEXT = "no-visible-text"
    PARSER = "parser"
    """`detail`: why the parser gives up"""
    NOINDEX = "noindex"
    """a robots directive, or `unavailable_after` is past"""
    TOC = "toc"
    """a table of contents"""
    NO_STORY = "no-story"
    """a page about the site, or next to no text of its own"""
    METHOD = "method"
    """the method `detail` keeps none of the text"""
    SAME_STORY = "same-story"
    """as `duplicate_of`"""

    CLOSED_SITE = "closed-site"
    """`status`, as the front page and most of the site have it, too"""
    SOFT_404 = "soft-404"
    """`count` other URLs show the same few words and nothing else: a "not found" page"""
    WALL = "wall"
    """the same on a large part of the site: a log-in, a check for robots"""
    TAKEN_DOWN_FRONT = "taken-down-front"
    """a temporary redirect of an article to the front page, `target`"""
    TAKEN_DOWN_TOC = "taken-down-toc"
    """the same to a table of contents"""
    TAKEN_DOWN_STILL = "taken-down-still"
    """the same for `count` hours"""

    # -- the request
    FORBIDDEN_PORT = "forbidden-port"
    """`detail`: port and host; the port is another service's"""
    PRIVATE_ADDRESS = "private-address"
    """`detail`: host and address"""
    TIMEOUT = "timeout"
    """no answer within `limit` seconds; of what failed in a way that may pass, `count` is the number of tries"""
    UNKNOWN_HOST = "unknown-host"
    """the name has no address; `detail`, here and below: what the system says"""
    CONNECTION_REFUSED = "connection-refused"
    TLS = "tls"
    WRONG_SCHEME = "wrong-scheme"
    """the port speaks another scheme than the URL's: `detail`, at `target`"""
    CONNECTION = "connection"
    """any other fault of the network"""
    NO_HTTP = "no-http"
    """what answers breaks the protocol"""
    INCOMPLETE = "incomplete"
    """the body was not complete within `limit` seconds"""
    FAULT = "fault"
    """the program failed on the page: `detail`"""
    LOST_WORKER = "lost-worker"
    """`count` workers had it and were not heard of again"""

    # -- the crawl's rules
    ROBOTS = "robots"
    """robots.txt forbids it"""
    ROBOTS_UNKNOWN = "robots-unknown"
    """what robots.txt allows is unknown: `detail`, why"""
    CRAWL_DELAY = "crawl-delay"
    """robots.txt asks for `count` seconds between requests, `limit` at most are waited"""
    TRAP_LENGTH = "trap-length"
    """the URL has `count` characters"""
    TRAP_PATH = "trap-path"
    TRAP_QUERY = "trap-query"
    TRAP_SHAPE = "trap-shape"
    """pages like `detail` (`indexer.url_shape.trap_shape`) differ in digits only"""
    TRAP_DEAD_END = "trap-dead-end"
    """pages like `detail` lead to nothing new"""
    SESSION_ID = "session-id"
    """the URL differs from `duplicate_of` in a session identifier alone: `detail` (`workers.reading.session_ids.SessionId`)"""
    DENIED = "denied"
    """the pattern `detail` keeps the crawl from it"""
    NOT_ALLOWED = "not-allowed"
    """no pattern lets the crawl request it"""
    DEPTH_LIMIT = "depth-limit"
    """more than `limit` links from a start URL"""
    PAGE_LIMIT = "page-limit"
    BUSY = "busy"
    """another process is at it"""
    NOT_DUE = "not-due"
    BLOCKED = "blocked"
    """the host asks to be left alone: `detail`, why and until when"""
    ARCHIVE = "archive"
    """the archive takes no page: `detail`, why"""
    ARCHIVED = "archived"
    """fetched before this run"""

    # -- the index
    CLEANING_LOST = "cleaning-lost"
    """cleaning it was begun `count` times and never ended"""
    ENGINE = "engine"
    """`detail`: what the engine says of each document that it refuses"""

    # -- the past
    EARLIER = "earlier"
    """`detail`: as a version wrote it that knew no causes"""

    @property
    def is_trap(self) -> bool:
        """Return whether a URL is part of a crawler trap.

        >>> Cause.TRAP_PATH.is_trap, Cause.DEPTH_LIMIT.is_trap
        (True, False)
        """
        return self in _TRAPS

    @property
    def is_taken_down(self) -> bool:
        """Return whether an article was taken down behind a temporary redirect."""
        return self in _TAKEN_DOWN

    @property
    def is_judged_gone(self) -> bool:
        """Return whether a page counts as gone by what other pages and visits show, not by its own answer."""
        return self is Cause.SOFT_404 or self.is_taken_down

    @property
    def is_judgement(self) -> bool:
        """Whether a page ended by what other pages and visits show, not by its own answer: it counts as gone, or is behind a wall."""
        return self is Cause.WALL or self.is_judged_gone


_TRAPS = frozenset({Cause.TRAP_LENGTH, Cause.TRAP_PATH, Cause.TRAP_QUERY, Cause.TRAP_SHAPE, Cause.TRAP_DEAD_END, Cause.SESSION_ID})
_TAKEN_DOWN = frozenset({Cause.TAKEN_DOWN_FRONT, Cause.TAKEN_DOWN_TOC, Cause.TAKEN_DOWN_STILL})
