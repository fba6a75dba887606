"""Asked: one comparison as the address of its page says it, so that it can be kept, sent and opened again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from indexer.errors import UsageError
from indexer.index.arm import Arm
from indexer.index.engine import Match, Sort

LONGEST_QUERY = 500
"""Characters; every word is looked up in every language of the index, and no reader types more."""

HITS_PER_PAGE = 10
MOST_PAGES = 50
"""Relevance is exact among candidates whose number grows with the page; nobody compares the 501st hits."""

MOST_RANKS = 10_000
"""Where a list of differences may begin; an engine gives no hit a number beyond."""


class Show(StrEnum):
    """Which hits are listed."""

    ALL = "all"
    """both columns"""
    LEFT = "left"
    """hits of the left arm that the right one does not find"""
    RIGHT = "right"
    """hits of the right arm that the left one does not find"""
    MOVED = "moved"
    """hits of both at different ranks"""


_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Asked:
    """One comparison.

    Parameters
    ----------
    query : str
        As typed, trimmed; "" before anything was asked.
    left, right : Arm
    sort : Sort
    match : Match
    page : int
        From 1.
    show : Show
    after : int
        Of a list of differences: the rank after which it begins.
    why : bool
        Whether hits say what each word adds to their score.
    facets : bool
        Whether the hits are counted by site, section and author.
    """

    query: str = ""
    left: Arm = Arm.RAW
    right: Arm = Arm.WEIGHTED
    sort: Sort = Sort.RELEVANCE
    match: Match = Match.ALL
    page: int = 1
    show: Show = Show.ALL
    after: int = 0
    why: bool = False
    facets: bool = False

    @property
    def offset(self) -> int:
        """How many hits come before this page.

        >>> Asked(page=3).offset
        20
        """
        return (self.page - 1) * HITS_PER_PAGE

    def on_page(self, page: int) -> Asked:
        """The same, on another page."""
        return replace(self, page=page)

    def showing(self, show: Show, after: int = 0) -> Asked:
        """The same query, other hits."""
        return replace(self, page=1, show=show, after=after)

    def turned(self, name: str) -> Asked:
        """The same with `why` or `facets` switched."""
        return replace(self, why=self.why != (name == "why"), facets=self.facets != (name == "facets"))

    def parameters(self) -> dict[str, str]:
        """The query string's parameters; what is at its default is left out.

        >>> Asked("ferry", right=Arm.BODY, page=2).parameters()
        {'q': 'ferry', 'right': 'body', 'page': '2'}
        """
        plain = _written(Asked())
        return {name: value for name, value in _written(self).items() if value != plain[name]}


def narrowed(query: str, field: str, value: str) -> str:
    """A query that has to pass a filter, too.

    >>> narrowed("ferry OR crane", "author", 'Ada "A" Hjelm')
    '(ferry OR crane) author:"Ada A Hjelm"'
    """
    bare = value.replace('"', "")
    return f'{f"({query})" if " " in query else query} {field}:"{bare}"'


def read(parameters: Mapping[str, str]) -> Asked:
    """Read a query string's parameters; missing and empty ones are at their default.

    >>> read({"q": " ferry ", "right": "body", "sort": "date"}).parameters()
    {'q': 'ferry', 'right': 'body', 'sort': 'date'}

    Raises
    ------
    UsageError
        Where the query is too long, or a parameter has a value that does not exist.
    """
    query = parameters.get("q", "").strip()
    if len(query) > LONGEST_QUERY:
        msg = f"the query has {len(query):,} characters, and {LONGEST_QUERY} are searched at most: shorten it"
        raise UsageError(msg)
    return Asked(
        query=query,
        left=_choice(parameters, "left", Arm.RAW),
        right=_choice(parameters, "right", Arm.WEIGHTED),
        sort=_choice(parameters, "sort", Sort.RELEVANCE),
        match=_choice(parameters, "match", Match.ALL),
        page=_number(parameters, "page", 1, MOST_PAGES),
        show=_choice(parameters, "show", Show.ALL),
        after=_number(parameters, "after", 0, MOST_RANKS),
        why=bool(_number(parameters, "why", 0, 1)),
        facets=bool(_number(parameters, "facets", 0, 1)),
    )


def _written(asked: Asked) -> dict[str, str]:
    return {
        "q": asked.query,
        "left": asked.left.value,
        "right": asked.right.value,
        "sort": asked.sort.value,
        "match": asked.match.value,
        "page": str(asked.page),
        "show": asked.show.value,
        "after": str(asked.after),
        "why": str(int(asked.why)),
        "facets": str(int(asked.facets)),
    }


def _choice(parameters: Mapping[str, str], name: str, default: _Choice) -> _Choice:
    value = parameters.get(name) or default.value
    kind = type(default)
    known = [each.value for each in kind]
    if value not in known:
        msg = f"{name}={value[:40]} is not known: use one of {', '.join(known)}"
        raise UsageError(msg)
    return kind(value)


def _number(parameters: Mapping[str, str], name: str, least: int, most: int) -> int:
    value = parameters.get(name, "")
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else -1
    if value and not least <= number <= most:
        msg = f"{name}={value[:40]} does not exist: it is a number from {least} to {most}"
        raise UsageError(msg)
    return max(number, least)
