"""Tokens of a page's template and URL, which pages of one type share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

from indexer.page.score import Evidence
from indexer.url_shape import masked

_MOST_COMMON = 0.97


def tokens(e: Evidence, url: str) -> frozenset[str]:
    """Return the tokens of a page's template and URL: parent>child signatures, parts of the path and of the query.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> sorted(tokens(gather(parse("<p>One</p>"), ScoreParams()), "https://example.org/2024/a.html?id=7"))
    ['body>p', 'query:id', 'query:id=#', 'url:#', 'url:#/', 'url:2', 'url:a.html']
    """
    return e.page.derived.once("type tokens", (url,), lambda: _tokens(e, url))


def _tokens(e: Evidence, url: str) -> frozenset[str]:
    names, parents = e.tree.signature, e.tree.parent.tolist()
    pairs = set(zip(map(names.__getitem__, parents[1:]), names[1:], strict=True))  # of all nodes but the body; most pairs occur often
    found = {parent + ">" + name for parent, name in pairs}
    found.update("body:" + part for part in names[0].replace("#", ".").split(".")[1:])
    parts = urlsplit(url)
    segments = [masked(s, "#") for s in unquote(parts.path).split("/") if s]
    found.update("url:" + "/".join(segments[:i]) + "/" for i in range(1, len(segments)))
    found.update("url:" + s for s in segments)
    found.add(f"url:{len(segments)}")
    for pair in filter(None, parts.query.split("&")):
        name, _, value = pair.partition("=")
        found.add("query:" + name)
        if len(value) < 20:
            found.add(f"query:{name}={masked(value, '#')}")
    return frozenset(found)


def token_groups(found: Sequence[frozenset[str]]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return the tokens grouped by their pages, without those on one page or on nearly all.

    >>> token_groups([frozenset("ab"), frozenset("abc"), frozenset("c"), frozenset("d")])
    [(('a', 'b'), (0, 1)), (('c',), (1, 2))]
    """
    count = Counter(t for page in found for t in page)
    pages: dict[str, list[int]] = defaultdict(list)
    for i, page in enumerate(found):
        for t in page:
            if 2 <= count[t] <= _MOST_COMMON * len(found):
                pages[t].append(i)
    groups: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for t in sorted(pages):
        groups[tuple(pages[t])].append(t)
    return [(tuple(names), where) for where, names in groups.items()]
