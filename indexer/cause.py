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
    """a record that refers to an earlier capture"""
    OTHER_CAPTURE = "other-capture"
    """another capture of the same URL is the one that counts"""

    # -- the response
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

    # -- limits
    BYTES = "bytes"
    """`count` bytes, `limit` at most"""
    EXPANDED_BYTES = "expanded-bytes"
    """more than `limit` bytes, once its `count` bytes are expanded"""
    NODES = "nodes"
    """more than `limit` nodes"""
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

    # -- the index
    FAULT = "fault"
    """the program failed on the page: `detail`"""
    RECORDED = "recorded"
    ENGINE = "engine"
    """`detail`: what the engine says of each document that it refuses"""
