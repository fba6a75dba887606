"""The life of a URL, as one state machine of three regions that change apart from each other (docs/ARCHITECTURE.md draws it).

*State*: when the URL is fetched. *Pending* (`url.pending`): whether its newest capture is still to be cleaned and indexed. *Unobserved*:
what the site's history has not taken in yet. How the last visit ended is no state but its data (`indexer.outcome.Ending`).

The history that revisits are planned from has a fourth: the *life* of the page under the URL, which visits and cleaning change.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class State(StrEnum):
    """When a URL is fetched."""

    QUEUED = "queued"
    """as soon as its host may be asked"""
    DEFERRED = "deferred"
    """at its time"""
    FETCHING = "fetching"
    """now: a worker has its lease"""
    FINISHED = "finished"
    """never, until it is scheduled again; its ending says why"""


class Unobserved(StrEnum):
    """What the site's history has not taken in; null if it knows all."""

    VISIT = "visit"
    """that the URL was visited, and how that ended"""
    RESULT = "result"
    """the visit is known; cleaning came to something else since"""


TRANSITIONS: Mapping[State | None, frozenset[State]] = MappingProxyType({
    None: frozenset({State.QUEUED, State.DEFERRED, State.FINISHED}),  # found; finished: rejected unasked
    State.QUEUED: frozenset({State.FETCHING, State.DEFERRED, State.FINISHED}),  # claimed; scheduled anew; its host closed
    State.DEFERRED: frozenset({State.QUEUED, State.FETCHING, State.FINISHED}),  # due; due and claimed at once; its host closed
    State.FETCHING: frozenset({State.QUEUED, State.DEFERRED, State.FINISHED}),  # released or lost; to be retried or visited again; over
    State.FINISHED: frozenset({State.QUEUED, State.DEFERRED}),  # scheduled again
})  # fmt: skip
"""The states that may follow a state in one transaction; None: the URL has no row."""

OBSERVATIONS: Mapping[Unobserved | None, frozenset[Unobserved | None]] = MappingProxyType({
    None: frozenset({Unobserved.VISIT, Unobserved.RESULT}),  # visited; cleaned to another end
    Unobserved.VISIT: frozenset({None, Unobserved.RESULT}),  # taken in; the same, and cleaned meanwhile
    Unobserved.RESULT: frozenset({None, Unobserved.VISIT}),  # taken in; visited again
})  # fmt: skip
"""The same of what the history has not taken in."""


class Life(StrEnum):
    """Whether a page still exists."""

    LIVE = "live"
    GONE = "gone"
    MOVED = "moved"
    FAILING = "failing"
    REDIRECTED = "redirected"
    """an article that a temporary redirect sends to another page"""
    DEINDEXED = "deindexed"
    """exists, was an article, and is not for the index: it asks to be left out, or holds no story any more"""


_VISITED = frozenset({Life.LIVE, Life.GONE, Life.MOVED, Life.FAILING, Life.REDIRECTED})
AFTER_VISIT: Mapping[Life, frozenset[Life]] = MappingProxyType({
    Life.LIVE: _VISITED,
    Life.MOVED: _VISITED,
    Life.FAILING: _VISITED,
    Life.REDIRECTED: _VISITED,
    Life.GONE: _VISITED - {Life.REDIRECTED},  # an article that was gone is not only away for a while
    Life.DEINDEXED: _VISITED - {Life.LIVE} | {Life.DEINDEXED},  # only cleaning knows that its text is for the index again
})  # fmt: skip
"""What a page's life may be after a visit."""

_CLEANED = frozenset({Life.GONE, Life.DEINDEXED})
AFTER_CLEANING: Mapping[Life, frozenset[Life]] = MappingProxyType({
    Life.LIVE: _CLEANED | {Life.LIVE},
    Life.MOVED: _CLEANED | {Life.MOVED},
    Life.FAILING: _CLEANED | {Life.FAILING},
    Life.REDIRECTED: _CLEANED | {Life.REDIRECTED},
    Life.GONE: _CLEANED | {Life.LIVE, Life.MOVED, Life.REDIRECTED},  # its text is back; behind a wall of redirects nothing is gone
    Life.DEINDEXED: _CLEANED | {Life.LIVE},
})  # fmt: skip
"""What it may be once a capture was cleaned."""
