"""Growth of a compressed structure tree by the tag nodes of more pages, from top to bottom.

References
----------
Yi, Liu: Web Page Cleaning for Web Mining through Feature Weighting (IJCAI 2003), section 3.2, steps 1 to 4.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from indexer.algorithms.alike import ROUNDING, Table, add_counts, characteristic, merge_alike
from indexer.algorithms.importance import node_importance
from indexer.site.methods.element_node import ElementNode, StyleUse
from indexer.site.methods.tag_tree import ROOT, Style, TagTree

TagNode = tuple[TagTree, int]


@dataclass(slots=True)
class _Initial:
    """An initial child: the tag nodes at one position of one style."""

    style: Style
    position: int
    tags: list[TagNode] = field(default_factory=list)


def grown(nodes: Sequence[ElementNode], trees: Sequence[TagTree], share: float, least: float) -> tuple[ElementNode, ...]:
    """Return the element nodes extended by the tag nodes of more pages.

    Parameters
    ----------
    nodes : sequence of ElementNode
        The root first.
    trees : sequence of TagTree
        In an order that depends only on the pages.
    share, least : float
        γ and λ.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.site.methods.tag_tree import tag_tree
    >>> trees = [tag_tree(parse(f"<ul><li>Home</ul><p>{s}</p>"), 0, 9) for s in ("crane sinks", "lynx returns")]
    >>> [(e.signature, e.tags, e.importance) for e in grown((ElementNode.empty("root"),), trees, 0.85, 0.85)]
    [('root', 2, 0.0), ('body', 2, 0.0), ('p', 2, 0.0), ('ul', 2, 0.0), ('li', 2, 0.0)]
    """
    growth = _Growth(list(nodes), share, least)
    root = nodes[0]
    growth.nodes[0] = replace(root, table=Table(root.tags + len(trees), {}))  # its words are not compared
    growth.waiting.append((0, [(tree, ROOT) for tree in trees]))  # step 1
    while growth.waiting:  # step 4
        growth.grow(*growth.waiting.popleft())
    return tuple(growth.nodes)


class _Growth:
    """The element nodes so far, and the queue of those with new tag nodes."""

    def __init__(self, nodes: list[ElementNode], share: float, least: float) -> None:
        self.nodes = nodes
        self.waiting: deque[tuple[int, list[TagNode]]] = deque()
        self._share = share
        self._least = least

    def grow(self, at: int, tags: Sequence[TagNode]) -> None:
        """Extend one element node by the styles, children and texts of its new tag nodes."""
        element = self.nodes[at]
        by_style: dict[Style, list[TagNode]] = defaultdict(list)
        for tree, node in tags:
            by_style[tree.style(node)].append((tree, node))
        styles = self._styles(element, by_style)  # step 2
        self.nodes[at] = replace(
            element,
            styles=styles,
            children=self._place_children(element, by_style, styles),  # step 3
            leaf=element.leaf.plus([text for tree, node in tags if (text := tree.content(node)) is not None]),
            importance=node_importance({i: use.tags for i, use in enumerate(styles.values())}, element.tags),
        )

    def _styles(self, element: ElementNode, by_style: Mapping[Style, Sequence[TagNode]]) -> dict[Style, StyleUse]:
        styles = dict(element.styles)
        for style, tags in by_style.items():
            use = styles.get(style, StyleUse(0, ()))
            styles[style] = StyleUse(use.tags + len(tags), use.children)
        return styles

    def _place_children(
        self, element: ElementNode, by_style: Mapping[Style, Sequence[TagNode]], styles: dict[Style, StyleUse]
    ) -> dict[str, tuple[int, ...]]:
        """Assign the children of the new tag nodes to element nodes, and record these in their styles."""
        routed: dict[int, list[TagNode]] = defaultdict(list)
        initial: dict[str, list[_Initial]] = defaultdict(list)
        for style in sorted(by_style):
            known = styles[style].children
            fresh = [_Initial(style, i) for i in range(0 if known else len(style))]
            for tree, node in by_style[style]:
                for i, child in enumerate(tree.children_of(node)):
                    (routed[known[i]] if known else fresh[i].tags).append((tree, child))
            for one in fresh:
                initial[style[one.position]].append(one)
        for child in sorted(routed):
            self._pass_on(child, routed[child], _table(routed[child]))
        places: dict[Style, list[int]] = {style: [-1] * len(style) for style in by_style if not styles[style].children}
        children = {name: list(ids) for name, ids in element.children.items()}
        for name in sorted(initial):
            self._merge_initial(name, initial[name], children.setdefault(name, []), places)
        for style, ids in places.items():
            styles[style] = StyleUse(styles[style].tags, tuple(ids))
        return {name: tuple(sorted(ids, key=lambda i: (len(self.nodes[i].words), i))) for name, ids in children.items()}

    def _merge_initial(
        self, name: str, initial: Sequence[_Initial], known: list[int], places: Mapping[Style, list[int]]
    ) -> None:
        """Merge initial children with one tag and attributes, among one another and into the known ones."""
        new_tables = [_table(one.tags) for one in initial]
        near = self._near(known, new_tables)
        first = len(near)
        tables = [self.nodes[i].table for i in near] + new_tables
        groups = merge_alike(tables, self._share, self._least, first) if len(tables) > 1 else [[0]]
        for group in groups:
            new = [i for i in group if i >= first]
            if not new:
                continue
            child = near[group[0]] if group[0] < first else self._new_child(name, known)
            members = [initial[i - first] for i in new]
            self._pass_on(child, [tag for one in members for tag in one.tags], *(tables[i] for i in new))
            for one in members:
                places[one.style][one.position] = child

    def _near(self, known: Sequence[int], tables: Sequence[Table]) -> list[int]:
        """Return the known children that new tables can merge into, alone or after merging with one another.

        Words that are characteristic of merged tables are characteristic of one of them, which bounds the words of any merged table.
        """
        if not known:
            return []
        reach = frozenset[str]().union(*(characteristic(table, self._share) for table in tables))
        near = (i for i in known if (words := self.nodes[i].words) and len(words & reach) >= self._least * len(words) - ROUNDING)
        return sorted(near)

    def _new_child(self, name: str, known: list[int]) -> int:
        self.nodes.append(ElementNode.empty(name))
        known.append(len(self.nodes) - 1)
        return known[-1]

    def _pass_on(self, child: int, tags: Sequence[TagNode], *tables: Table) -> None:
        element = self.nodes[child]
        counts = dict(element.table.frequency)
        for table in tables:
            add_counts(counts, table.frequency)
        table = Table(element.tags + len(tags), counts)
        self.nodes[child] = replace(element, table=table, words=characteristic(table, self._share))
        self.waiting.append((child, list(tags)))


def _table(tags: Sequence[TagNode]) -> Table:
    counts: Counter[str] = Counter()
    for tree, node in tags:
        counts.update(tree.features(node))
    return Table(len(tags), counts)
