"""Page: one parsed page. Nothing of the parser is left in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from indexer.arrays import Floats
from indexer.page.derived import Derived
from indexer.page.metadata import Metadata
from indexer.page.tree import HIDDEN, Link, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One page as the learning floors see it.

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
        What its `a`, `area`, `frame` and `link rel=next` elements refer to, as written, each once; those with `rel=nofollow` left out.
    refresh : str
        The content of the first `meta` refresh that a browser with scripts obeys, or "".
    moments : tuple of (int, str)
        What its `time` elements name, as written, each with the node that it stands in.
    html : str
        The decoded text that it was parsed from.
    encoding : str
        The codec that it was decoded with; its links' queries are written in it.
    derived : Derived
        What is computed from it once.
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
        """All text that a reader can see, blocks parted by newlines."""
        hidden = self.tree.hidden[self.tree.node]
        if not hidden.any():
            return "\n".join(self.tree.text)
        return "\n".join(t for t, h in zip(self.tree.text, hidden.tolist(), strict=True) if h < HIDDEN)
