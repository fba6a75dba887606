"""Link graph of a site from its pages. Pages come one at a time and none is kept: memory is linear in links, not in page size.

References
----------
Kao, Lin, Ho, Chen: Mining Web Informative Structures and Contents Based on Entropy Analysis. Sections 3.3 and 5.2.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from indexer.page.link_resolver import LinkResolver
from indexer.page.page import Page
from indexer.site.links.builder import GraphBuilder
from indexer.site.links.content_blocks import holders
from indexer.site.links.graph import LinkGraph
from indexer.site.links.partitions import GROUPING, PARTITIONS
from indexer.urls import canonical_url, normalise

PAGE = "page"
"""The partition of page mode: all links of a page belong to one hub."""
LINK_PARTITIONS = (PAGE, *PARTITIONS)


def link_graph(pages: Iterable[Page], *, partition: str = PAGE, words: int = 1, unfetched: bool = False) -> LinkGraph:
    """Return the graph of the links between the pages of a site.

    Parameters
    ----------
    pages : iterable of Page
        In any order; read once. Pages whose URLs differ in scheme, `www.`, `index.html` or a final slash are one.
    partition : str
        `page`, or a partition into content blocks (CB): one of `indexer.site.links.content_blocks.PARTITIONS`.
    words : int
        Length of a term in words: 1 as in the paper; phrases above 1.
    unfetched : bool
        True if unavailable pages of the site belong to the graph when others link to them. If few pages of a large site are
        available, a TOC page is recognised by its targets, almost none of which are available.

    Returns
    -------
    LinkGraph
        The same for any order of the pages.

    Raises
    ------
    ValueError
        If there is no such partition, or `words` is less than 1.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> pages = [
    ...     parse("<a href='/a'>Crane sinks</a> <a href='/a'><img alt='Crane'></a> <a href='/'>Home</a>", "https://example.org/"),
    ...     parse("<a href='./index.html'>Home</a> <a href='b'>Lynx</a>", "https://www.example.org/a"),
    ... ]
    >>> graph = link_graph(pages)
    >>> [(graph.urls[u], graph.urls[v], graph.anchors[k]) for u, v, k in zip(graph.page, graph.target, graph.anchor)]
    [('https://example.org/', 'https://www.example.org/a', 'Crane sinks'), ('https://www.example.org/a', 'https://example.org/', 'Home')]
    >>> graph.entropy[graph.anchor].tolist()
    [0.0, 1.0]

    Notes
    -----
    Links to other sites and to the page itself are not in the graph, but their anchors count as the page's text. A link that leads to
    no page (`mailto:`, a broken URL) is ignored.
    """
    if partition not in LINK_PARTITIONS:
        raise ValueError(f"there is no partition {partition!r}: name one of {', '.join(LINK_PARTITIONS)}")
    if words < 1:
        raise ValueError("a term has a word at least")
    builder = GraphBuilder()
    for page in pages:
        url = normalise(page.url)
        number = builder.page(url, canonical_url(url, page.metadata.canonical))
        target_of = LinkResolver(page)
        for link, block in zip(page.links, _blocks(page, partition), strict=True):
            target = target_of(link.href)
            if target:
                builder.link(number, target, link.text, block)
    return builder.graph(words, unfetched=unfetched)


def _blocks(page: Page, partition: str) -> list[int]:
    """Return the content block of each link."""
    if partition == PAGE:
        return [0] * len(page.links)
    if partition == "text":
        return [link.block for link in page.links]
    nodes = [link.node for link in page.links]
    if partition == "node":
        return nodes
    holder = holders(page.tree, GROUPING[partition]).tolist()
    return [holder[node] for node in nodes]
