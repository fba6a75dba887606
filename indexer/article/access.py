"""Free access: is the whole article readable without payment?"""

from __future__ import annotations

from indexer.page.json_values import truth
from indexer.page.metadata import Metadata

_TIERS = {"free": True, "locked": False}
"""`article:content_tier` (Facebook's Open Graph extension); `metered` is neither."""


def accessible_for_free(metadata: Metadata) -> bool | None:
    """Return schema.org isAccessibleForFree; None if the page does not state it.

    A part that must be paid for (`hasPart.isAccessibleForFree` false, as search engines ask paywalled sites to state)
    overrides the statement about the whole article.

    Examples
    --------
    >>> from indexer.page.json_ld import LinkedData, NewsItem
    >>> item = NewsItem(is_accessible_for_free=True, part_accessible_for_free=False)
    >>> accessible_for_free(Metadata(linked=LinkedData(item)))
    False
    """
    item = metadata.linked.item
    if item is not None:
        if item.part_accessible_for_free is False:
            return False
        if item.is_accessible_for_free is not None:
            return item.is_accessible_for_free
    stated = truth(next(iter(metadata.items.get("isaccessibleforfree", ())), ""))
    return stated if stated is not None else _TIERS.get(metadata.first("article:content_tier").lower())
