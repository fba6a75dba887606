"""Conversion between a Skeleton and JSON, the storage format of a site's skeletons.

The number of pages is not stored: a skeleton that is unchanged after learning from more pages is the same text, not a new version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from indexer.errors import ModelError
from indexer.site.json_types import rows, table, text
from indexer.site.skeleton.skeleton import Node, Skeleton, nested
from indexer.site.types.page_type import ARTICLE, OTHER, TOC

VERSION = 1
_TYPES = frozenset({"", ARTICLE, TOC, OTHER})
_DEEPEST = 100
"""Maximum number of levels read; Winnow writes at most twenty."""


def write(skeleton: Skeleton) -> str:
    """Return a skeleton as one line of JSON; equal trees of a site give equal text.

    >>> write(Skeleton("a.org", Node("https://a.org/"), 9)) == write(Skeleton("a.org", Node("https://a.org/"), 300))
    True
    """
    return json.dumps(encode(skeleton), ensure_ascii=False, sort_keys=True)


def read(line: str) -> Skeleton:
    """Return the skeleton that `write` wrote.

    Raises
    ------
    ModelError
        If the line is no skeleton, or one of another version.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"no skeleton ({error}): learn it again with `winnow skeleton INPUT`") from error
    return decode(value)


def encode(skeleton: Skeleton) -> dict[str, Any]:
    """Return the skeleton as JSON values.

    >>> encode(Skeleton("a.org", Node("https://a.org/", "A")))["root"]
    {'url': 'https://a.org/', 'text': 'A', 'pageType': None, 'children': []}
    """
    return {"version": VERSION, "site": skeleton.site, "method": skeleton.method, "root": nested(skeleton.root)}


def decode(value: object) -> Skeleton:
    """Return the skeleton that `encode` wrote.

    Raises
    ------
    ModelError
        For another version, or if a value is missing or has another type.
    """
    version = value.get("version") if isinstance(value, dict) else None
    if version != VERSION:
        raise ModelError(f"a skeleton of version {version!r}, not {VERSION}: learn it again with `winnow skeleton INPUT`")
    try:
        known = table(value)
        return Skeleton(text(known["site"]), _node(table(known["root"]), 0), method=text(known["method"]))
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
