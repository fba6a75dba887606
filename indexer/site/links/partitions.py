"""The sets of elements that divide a page into content blocks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

GROUPING: Mapping[str, frozenset[str]] = MappingProxyType({
    "table": frozenset({"table"}),
    "section": frozenset(
        "table div form article section nav aside header footer main hgroup address ul ol dl menu".split()
    ),
})  # fmt: skip
"""Elements that begin a content block. `table`: the paper's. `section`: the elements that took its place, which are `div`, the
HTML standard's sectioning content (4.3) with `main`, `form`, and lists. Cells, figures and quotations beside them change no figure."""

PARTITIONS = (*GROUPING, "node", "text")
"""The sets of `GROUPING`; `node`: every block-level element with the text directly in it; `text`: every text block by itself."""
