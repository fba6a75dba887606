"""Elements of HTML: what each is to the walk (`indexer.page.builder`)."""

from __future__ import annotations

from collections.abc import Mapping

from indexer.page.facts import FACT_ELEMENTS

SKIPPED = frozenset(
    "rt rp rtc script style noscript template svg iframe button select option input textarea title meta link object embed"
    " canvas audio video math dialog".split()
)
"""Elements whose text is no text of the page: readings of ruby annotations, scripts, form fields, embedded media."""

INLINE = frozenset(
    "a abbr acronym area b bdi bdo big cite code data del dfn em font i img ins kbd label map mark nobr q ruby rb s samp small span strike"
    " strong sub sup time tt u var wbr g-emoji".split()
)
"""Elements that do not end a block of text."""

NODE, IN_TEXT, ANCHOR, BREAK, SKIP, SHELL = range(6)
"""The roles; those up to a break can stand in no head."""
FACT = 6
"""Added to the role of an element that metadata is read from."""

_ROLES: Mapping[str, int] = {
    **dict.fromkeys(INLINE, IN_TEXT),
    **dict.fromkeys(SKIPPED, SKIP),
    "a": ANCHOR,
    "br": BREAK,
    "html": SHELL,
    "head": SHELL,
    "body": SHELL,
}
ROLE: Mapping[str, int] = {**_ROLES, **{tag: _ROLES.get(tag, NODE) + FACT for tag in FACT_ELEMENTS}}
"""The role of each element; of one that is not named here, a node's."""
