"""GraphML export of a skeleton, for other tools."""

from __future__ import annotations

from indexer.site.graphml import writable
from indexer.site.skeleton.skeleton import Skeleton


def graphml(skeleton: Skeleton) -> str:
    """Return the tree as GraphML: a node per page with url, text, pageType and level, an edge from each page to those below it.

    >>> from indexer.site.skeleton.skeleton import Node
    >>> text = graphml(Skeleton("a.org", Node("https://a.org/", "A", children=(Node("https://a.org/b", "B", "toc"),))))
    >>> import networkx
    >>> sorted(networkx.parse_graphml(text).nodes(data="url"))
    [('n0', 'https://a.org/'), ('n1', 'https://a.org/b')]
    """
    import networkx  # imported here because it takes a quarter of a second

    graph = networkx.DiGraph(site=writable(skeleton.site), method=skeleton.method)
    last: list[str] = []
    for number, (node, level, _) in enumerate(skeleton.walk()):
        name = f"n{number}"
        graph.add_node(name, url=writable(node.url), text=writable(node.text), pageType=node.page_type, level=level)
        del last[level:]
        if last:
            graph.add_edge(last[-1], name)
        last.append(name)
    return "\n".join(networkx.generate_graphml(graph)) + "\n"
