"""Lifecycle of a URL: one state machine with three orthogonal regions (diagram in docs/ARCHITECTURE.md).

*State*: when the URL is fetched. *Pending* (`url.pending`): whether its newest capture must still be cleaned and indexed. *Unobserved*:
what the site's history has not recorded yet. The ending of the last visit is not a state but data (`indexer.outcome.Ending`).

The history used to plan revisits has a fourth region: the *life* of the page, which visits and cleaning change.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class State(StrEnum):
    """When a URL is fetched."""

    QUEUED = "queued"
    """as soon as its host may get a request"""
    DEFERRED = "deferred"
    """at its due time"""
    FETCHING = "fetching"
    """now; a worker has its lease"""
    FINISHED = "finished"
    """not until it is scheduled again; its ending gives the reason"""


class Unobserved(StrEnum):
    """What the site's history has not recorded; null if it is complete."""

    VISIT = "visit"
    """the last visit and its ending"""
    RESULT = "result"
    """the visit is recorded, but cleaning has changed the outcome since"""


TRANSITIONS: Mapping[State | None, frozenset[State]] = MappingProxyType({
    None: frozenset({State.QUEUED, State.DEFERRED, State.FINISHED}),  # found; finished: rejected without a request
    State.QUEUED: frozenset({State.FETCHING, State.DEFERRED, State.FINISHED}),  # claimed; rescheduled; its host closed
    State.DEFERRED: frozenset({State.QUEUED, State.FETCHING, State.FINISHED}),  # due; due and claimed at once; its host closed
    State.FETCHING: frozenset({State.QUEUED, State.DEFERRED, State.FINISHED}),  # released or lost; retry or revisit planned; finished
    State.FINISHED: frozenset({State.QUEUED, State.DEFERRED}),  # scheduled again
})  # fmt: skip
"""The states that may follow a state in one transaction; None: the URL has no row."""

OBSERVATIONS: Mapping[Unobserved | None, frozenset[Unobserved | None]] = MappingProxyType({
    None: frozenset({Unobserved.VISIT, Unobserved.RESULT}),  # visited; cleaned with another outcome
    Unobserved.VISIT: frozenset({None, Unobserved.RESULT}),  # recorded; recorded and cleaned meanwhile
    Unobserved.RESULT: frozenset({None, Unobserved.VISIT}),  # recorded; visited again
})  # fmt: skip
"""The values of `unobserved` that may follow a value in one transaction."""


class Life(StrEnum):
    """Whether a page still exists."""

    LIVE = "live"
    GONE = "gone"
    MOVED = "moved"
    FAILING = "failing"
    REDIRECTED = "redirected"
    """an article that a temporary redirect sends to another page"""
    DEINDEXED = "deindexed"
    """exists and was an article, but must not be indexed: it is noindex or no longer has a story"""


_VISITED = frozenset({Life.LIVE, Life.GONE, Life.MOVED, Life.FAILING, Life.REDIRECTED})
AFTER_VISIT: Mapping[Life, frozenset[Life]] = MappingProxyType({
    Life.LIVE: _VISITED,
    Life.MOVED: _VISITED,
    Life.FAILING: _VISITED,
    Life.REDIRECTED: _VISITED,
    Life.GONE: _VISITED - {Life.REDIRECTED},  # an article that was gone is not only redirected temporarily
    Life.DEINDEXED: _VISITED - {Life.LIVE} | {Life.DEINDEXED},  # only cleaning can find that its text may be indexed again
})  # fmt: skip
"""Possible values of a page's life after a visit."""

_CLEANED = frozenset({Life.GONE, Life.DEINDEXED})
AFTER_CLEANING: Mapping[Life, frozenset[Life]] = MappingProxyType({
    Life.LIVE: _CLEANED | {Life.LIVE},
    Life.MOVED: _CLEANED | {Life.MOVED},
    Life.FAILING: _CLEANED | {Life.FAILING},
    Life.REDIRECTED: _CLEANED | {Life.REDIRECTED},
    Life.GONE: _CLEANED | {Life.LIVE, Life.MOVED, Life.REDIRECTED},  # its text is back; a site-wide redirect does not mean gone
    Life.DEINDEXED: _CLEANED | {Life.LIVE},
})  # fmt: skip
"""Possible values after a capture is cleaned."""
