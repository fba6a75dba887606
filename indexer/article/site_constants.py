"""Values that all pages of a site state, and that therefore describe none of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

CONSTANT_SHARE = 0.8
"""Minimum share of the pages: a site's own value occurs on nearly all, a section's on fewer."""
FEWEST_PAGES = 5
"""With fewer pages, sharing a value may be chance."""


def learn_constant(values: Sequence[Collection[str]]) -> tuple[str, ...]:
    """Return the values that at least 80 % of the pages state.

    Parameters
    ----------
    values : sequence of collections of str
        For each page the values of one field; pages without the field count too.

    Returns
    -------
    tuple of str
        Sorted; empty for fewer than five pages.

    Examples
    --------
    >>> learn_constant([["news", "sea"], ["news", "ice"], ["news"], ["news", "sea"], ["tram"]])
    ('news',)
    """
    if len(values) < FEWEST_PAGES:
        return ()
    counts = Counter(value for page in values for value in set(page) if value)
    return tuple(sorted(value for value, count in counts.items() if count >= CONSTANT_SHARE * len(values)))
