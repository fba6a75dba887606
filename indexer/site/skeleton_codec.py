"""A Skeleton as JSON values and back: the form in which a site's skeletons are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indexer.errors import ModelError
from indexer.site.json_types import rows, table, text, whole
from indexer.site.page_type import ARTICLE, OTHER, TOC
from indexer.site.skeleton import Node, Skeleton, nested

VERSION = 1
_TYPES = frozenset({"", ARTICLE, TOC, OTHER})
_DEEPEST = 100
"""Levels that are read; what Winnow writes has at most twenty."""


def encode(skeleton: Skeleton) -> dict[str, Any]:
    """JSON values; equal skeletons give equal text.

    >>> encode(Skeleton("a.org", Node("https://a.org/", "A"), 9))["root"]
    {'url': 'https://a.org/', 'text': 'A', 'pageType': None, 'children': []}
    """
    return {
        "version": VERSION,
        "site": skeleton.site,
        "method": skeleton.method,
        "pages": skeleton.pages,
        "root": nested(skeleton.root),
    }


def decode(value: object) -> Skeleton:
    """The skeleton that `encode` wrote.

    Raises
    ------
    ModelError
        For another version, or where something is missing or of another type.
    """
    version = value.get("version") if isinstance(value, dict) else None
    if version != VERSION:
        raise ModelError(f"a skeleton of version {version!r}, not {VERSION}: learn it again with `winnow skeleton INPUT`")
    try:
        known = table(value)
        return Skeleton(text(known["site"]), _node(table(known["root"]), 0), whole(known["pages"]), text(known["method"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"the skeleton is incomplete ({error!r}): learn it again with `winnow skeleton INPUT`") from error


def _node(value: Mapping[str, Any], level: int) -> Node:
    if level > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} levels")
    page_type = text(value["pageType"] or "")
    if page_type not in _TYPES:
        raise ValueError(f"there is no page type {page_type!r}")
    children = tuple(_node(table(child), level + 1) for child in rows(value["children"]))
    return Node(text(value["url"] or ""), text(value["text"]), page_type, children)
