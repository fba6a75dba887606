"""Signatures and paths: the identity of a node's place in the template across pages.

A node's *signature* is its tag with its classes and id, reduced to the parts that belong to the template rather than to one
post: digits are cut to a stem (`comment-12` becomes `comment-`), and classes for a post's category, author or number
are dropped. A node's *path* is the chain of signatures from the body, or from the nearest node with an id, as
a 64-bit hash: it is equal on every page and in every run, without a shared table.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from indexer.page.cache_limit import LONGEST

_MAX_CLASSES = 4
_SHORTEST_STEM = 3
_MOST_NUMBERS = 2
_MOST_DASHES = 3

_PER_POST = re.compile(
    r"^(category|tag|tags|tagged|author|format|status|post|hentry|type|has|is|wp|attachment|odd|even|first|last|alt|thread"
    r"|byuser|bypostauthor|depth|level|views-row.*|clearfix|cf|group)([-_](?!_).*)?$",
    re.IGNORECASE,
)
"""Classes that content management systems derive from the post (WordPress `post_class`, Drupal `views-row-3`).

`post__title`, an element in BEM, belongs to the template."""

_NUMBER = re.compile(r"\d+")


def stem(name: str) -> str:
    """Return a class or id without its numbers; "" if little else is left.

    >>> stem("entry"), stem("comment-12"), stem("col2"), stem("post-2024-03-01-11-a"), stem("x7")
    ('entry', 'comment-', 'col-', '', '')
    """
    numbers = len(_NUMBER.findall(name))
    if not numbers:
        return name
    rest = _NUMBER.sub("", name)
    dashes = rest.count("-") + rest.count("_")
    kept = rest.strip("-_ ")
    if len(kept) < _SHORTEST_STEM or dashes > _MOST_DASHES or numbers > _MOST_NUMBERS:
        return ""
    return kept + "-"


def _bare(name: str) -> str:
    """Return a name without the separators of names in a signature and of signatures in a path."""
    return _PARTING.sub("_", name)


_PARTING = re.compile(r"[.#>]")


def signature(tag: str, classes: str, identifier: str) -> str:
    """Return a node's template signature: its tag, at most four classes in alphabetical order, and its id.

    >>> signature("div", "post-7 story lead", "main"), signature("p", "", "p12"), signature("li", "comment-12 odd", "")
    ('div.lead.story#main', 'p', 'li.comment-')
    >>> signature("p", "text-[#fff] [&>a]:bold", "")
    'p.[&_a]:bold.text-[_fff]'
    """
    names = sorted({_bare(s) for name in classes.split() if not _PER_POST.match(name) and (s := stem(name))})[:_MAX_CLASSES]
    where = _bare(stem(identifier))
    return tag + "".join("." + name for name in names) + ("#" + where if where else "")


def step(parent: int, tag: str, classes: str, identifier: str) -> tuple[int, str]:
    """Return the path of a child of the node with path `parent`, and the child's signature.

    Parameters
    ----------
    parent : int
        The parent's path; 0 above the body.

    Returns
    -------
    path : int
        Signed 64-bit hash.
    signature : str

    Examples
    --------
    >>> body, _ = step(0, "body", "", "")
    >>> step(body, "div", "a", "x")[0] == step(0, "div", "a", "x")[0]  # an id starts the path anew
    True
    >>> step(body, "p", "", "")[0] == step(0, "p", "", "")[0]
    False
    """
    return (_known_step if len(classes) + len(identifier) <= LONGEST else _step)(parent, tag, classes, identifier)


def _step(parent: int, tag: str, classes: str, identifier: str) -> tuple[int, str]:
    name = signature(tag, classes, identifier)
    return extend(0 if "#" in name else parent, name), name


_known_step = lru_cache(maxsize=1 << 13)(_step)


def extend(parent: int, name: str) -> int:
    """Return the hash of a path extended by one signature."""
    digest = blake2b(f"{parent}>{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def path_hash(names: str) -> int:
    """Return the hash of a path given as signatures separated by `>`; models store paths in this form.

    >>> path_hash("body>div.a") == extend(extend(0, "body"), "div.a")
    True
    """
    path = 0
    for name in names.split(">"):
        path = extend(path, name)
    return path
