"""Search parameters: one comparison as encoded in the URL of its page, so that people can bookmark and share it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from indexer.errors import UsageError
from indexer.index.arm import Arm
from indexer.index.engine import Match, Sort

LONGEST_QUERY = 500
"""Characters; each word is analysed in every language of the index, and nobody types a longer query."""

HITS_PER_PAGE = 10
MOST_PAGES = 50
"""Relevance is exact among candidates whose number grows with the page number; nobody compares hits after the 500th."""

MOST_RANKS = 10_000
"""Largest rank after which a list of differences can begin; engines return no hits beyond it."""


class Show(StrEnum):
    """Which hits to list."""

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
class SearchParams:
    """Parameters of one comparison.

    Parameters
    ----------
    query : str
        As typed, trimmed; "" before the first search.
    left, right : Arm
    sort : Sort
    match : Match
    page : int
        From 1.
    show : Show
    after : int
        For a list of differences: the rank after which it begins.
    why : bool
        Whether each hit explains what each word adds to its score.
    facets : bool
        Whether to count the hits by site, section and author.
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
        """Number of hits before this page.

        >>> SearchParams(page=3).offset
        20
        """
        return (self.page - 1) * HITS_PER_PAGE

    def on_page(self, page: int) -> SearchParams:
        """Return the same parameters for another page."""
        return replace(self, page=page)

    def showing(self, show: Show, after: int = 0) -> SearchParams:
        """Return the same parameters with another selection of hits."""
        return replace(self, page=1, show=show, after=after)

    def toggled(self, name: str) -> SearchParams:
        """Return the same parameters with `why` or `facets` toggled."""
        return replace(self, why=self.why != (name == "why"), facets=self.facets != (name == "facets"))

    def query_args(self) -> dict[str, str]:
        """Return the URL's query arguments, without those at their default.

        >>> SearchParams("ferry", right=Arm.BODY, page=2).query_args()
        {'q': 'ferry', 'right': 'body', 'page': '2'}
        """
        plain = _written(SearchParams())
        return {name: value for name, value in _written(self).items() if value != plain[name]}


def narrowed(query: str, field: str, value: str) -> str:
    """Return a query with a filter added.

    >>> narrowed("ferry OR crane", "author", 'Ada "A" Hjelm')
    '(ferry OR crane) author:"Ada A Hjelm"'
    """
    bare = value.replace('"', "")
    return f'{f"({query})" if " " in query else query} {field}:"{bare}"'


def read_params(parameters: Mapping[str, str]) -> SearchParams:
    """Read the parameters from a URL's query arguments; missing and empty arguments take their default.

    >>> read_params({"q": " ferry ", "right": "body", "sort": "date"}).query_args()
    {'q': 'ferry', 'right': 'body', 'sort': 'date'}

    Raises
    ------
    UsageError
        If the query is too long or an argument has an invalid value.
    """
    query = parameters.get("q", "").strip()
    if len(query) > LONGEST_QUERY:
        msg = f"the query has {len(query):,} characters, more than the maximum of {LONGEST_QUERY}: shorten it"
        raise UsageError(msg)
    return SearchParams(
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


def _written(params: SearchParams) -> dict[str, str]:
    return {
        "q": params.query,
        "left": params.left.value,
        "right": params.right.value,
        "sort": params.sort.value,
        "match": params.match.value,
        "page": str(params.page),
        "show": params.show.value,
        "after": str(params.after),
        "why": str(int(params.why)),
        "facets": str(int(params.facets)),
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
