"""Page: one parsed page. Nothing of the parser is left in it."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.arrays import Floats
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
    """

    url: str
    tree: Tree
    weight: Floats
    links: tuple[Link, ...]
    metadata: Metadata

    @property
    def visible_text(self) -> str:
        """All text that a reader can see, blocks parted by newlines."""
        hidden = self.tree.hidden[self.tree.node]
        if not hidden.any():
            return "\n".join(self.tree.text)
        return "\n".join(t for t, h in zip(self.tree.text, hidden.tolist(), strict=True) if h < HIDDEN)
