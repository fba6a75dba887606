"""Conversion of link graphs to and from networkx, for exchange with other tools by GraphML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from indexer.site.graphml import writable
from indexer.site.links.builder import GraphBuilder
from indexer.site.links.graph import LinkGraph
from indexer.site.links.lamis import Ranking

if TYPE_CHECKING:
    import networkx as nx


def to_networkx(graph: LinkGraph, ranking: Ranking | None = None) -> nx.DiGraph:
    """Return the graph with pages as nodes and their links as edges.

    Parameters
    ----------
    graph : LinkGraph
    ranking : Ranking, optional
        The ranking of this graph.

    Returns
    -------
    networkx.DiGraph
        Nodes are URLs with `fetched` and, with a ranking, `hub`, `authority` and `score`; edges have `anchor`, `terms` (the number of
        distinct ones), `entropy` and `weight`, which is 1 - entropy. If several blocks of a page link to another (CB), the link of least
        entropy represents them.

    Examples
    --------
    >>> import networkx as nx
    >>> told = from_networkx(nx.DiGraph([("front", "story", {"anchor": "Crane sinks"}), ("story", "front", {"anchor": "Home"})]))
    >>> to_networkx(told).edges["front", "story"]
    {'anchor': 'Crane sinks', 'terms': 2, 'entropy': 0.0, 'weight': 1.0}
    """
    import networkx as nx  # imported here because it takes a quarter of a second and only this function needs it

    names = [writable(url) for url in graph.urls]
    found = nx.DiGraph()
    for i, name in enumerate(names):
        found.add_node(name, fetched=i < graph.fetched)
    if ranking is not None:
        for attribute, values in (("hub", ranking.hub), ("authority", ranking.authority), ("score", ranking.score)):
            nx.set_node_attributes(found, dict(zip(names, values.tolist(), strict=True)), attribute)
    entropy, page = graph.entropy[graph.anchor], graph.page
    for i in np.argsort(-entropy, kind="stable").tolist():
        k = int(graph.anchor[i])
        of_link = {"anchor": writable(graph.anchors[k]), "terms": int(graph.terms[k]), "entropy": float(entropy[i])}
        found.add_edge(names[page[i]], names[graph.target[i]], **of_link, weight=1.0 - float(entropy[i]))
    return found


def from_networkx(graph: nx.DiGraph, words: int = 1) -> LinkGraph:
    """Return the link graph of a graph whose nodes are pages, named by URL or otherwise, and whose edges may have an `anchor`.

    Its entropies are ignored and recomputed from the anchors.

    Examples
    --------
    >>> import networkx as nx
    >>> from_networkx(nx.DiGraph([("b", "a"), ("a", "a")])).urls
    ('a', 'b')
    """
    builder = GraphBuilder()
    numbers = {node: builder.page(str(node)) for node in graph}
    for source, target, anchor in graph.edges(data="anchor", default=""):
        builder.link(numbers[source], str(target), str(anchor))
    return builder.graph(words, unfetched=False)
