"""Page: one parsed page, without parser objects."""

from __future__ import annotations

from dataclasses import dataclass, field

from indexer.arrays import Floats
from indexer.page.derived import Derived
from indexer.page.metadata import Metadata
from indexer.page.tree import HIDDEN, Link, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One parsed page, the input of learning and extraction.

    Parameters
    ----------
    url : str
        Where it was fetched.
    tree : Tree
        Its nodes (n) and text blocks (b).
    weight : float array, shape (b,)
        Length of each block in letters of an alphabet (`indexer.page.blocks.weight`).
    links : tuple of Link
    metadata : Metadata
    outlinks : tuple of str
        The distinct targets of its `a`, `area`, `frame` and `link rel=next` elements, as written, without those with `rel=nofollow`.
    refresh : str
        The content of the first `meta` refresh outside skipped elements (`noscript`), or "".
    moments : tuple of (int, str)
        The `datetime` values of its `time` elements, as written, each with the node around it.
    html : str
        The decoded source text.
    encoding : str
        The codec of the source; queries in its links are encoded with it.
    derived : Derived
        Cache of values computed from the page.
    """

    url: str
    tree: Tree
    weight: Floats
    links: tuple[Link, ...]
    metadata: Metadata
    outlinks: tuple[str, ...] = ()
    refresh: str = ""
    moments: tuple[tuple[int, str], ...] = ()
    html: str = field(default="", repr=False)
    encoding: str = "utf-8"
    derived: Derived = field(init=False, repr=False, default_factory=Derived)

    @property
    def visible_text(self) -> str:
        """All visible text, with blocks separated by newlines."""
        hidden = self.tree.hidden[self.tree.node]
        if not hidden.any():
            return "\n".join(self.tree.text)
        return "\n".join(t for t, h in zip(self.tree.text, hidden.tolist(), strict=True) if h < HIDDEN)
