"""HTML elements and their roles in the walk (`indexer.page.builder`)."""

from __future__ import annotations

from collections.abc import Mapping

FACT_ELEMENTS = frozenset({"html", "title", "base", "meta", "link", "script", "time", "abbr"})
"""Elements that metadata is read from, anywhere in the document; other elements qualify by their attributes (`facts.states_a_fact`)."""
CODE = frozenset({"script", "style", "template", "svg"})
"""Elements whose text no reader sees, whatever they stand in."""
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
ROWS = frozenset({"li", "td", "th", "dt", "dd"})
"""Elements of a list's or table's entries."""

SKIPPED = frozenset(
    "rt rp rtc script style noscript template svg iframe button select option input textarea title base meta link object embed"
    " canvas audio video annotation annotation-xml dialog".split()
)
"""Elements whose text is not the page's: readings of ruby annotations, scripts, form fields, embedded media, sources of formulas."""

INLINE = frozenset(
    "a abbr acronym area b bdi bdo big cite code data del dfn em font frame i img ins kbd label map mark math nobr q ruby rb s samp small"
    " span strike strong sub sup time tt u var wbr g-emoji".split()
)
"""Elements that do not end a block of text."""

BLOCKS = frozenset(
    "address article aside blockquote caption center col colgroup dd details dir div dl dt fieldset figcaption figure footer form frame"
    " frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main marquee menu nav noframes ol optgroup p param picture plaintext"
    " pre search section slot source summary table tbody td tfoot th thead tr track ul"
    " xmp".split()
)
"""Elements that end a block of text. Others are inline, as in browsers; the display of a custom element (`x-card`) depends on CSS."""

NODE, IN_TEXT, ANCHOR, BREAK, SKIP, SHELL = range(6)
"""The roles; those up to BREAK are not allowed in a head."""
FACT = 6
"""Offset added to the role of an element that metadata is read from."""

_ROLES: Mapping[str, int] = {
    **dict.fromkeys(INLINE, IN_TEXT),
    **dict.fromkeys(BLOCKS, NODE),
    **dict.fromkeys(SKIPPED, SKIP),
    "a": ANCHOR,
    "br": BREAK,
    "html": SHELL,
    "head": SHELL,
    "body": SHELL,
}
ROLE: Mapping[str, int] = {**_ROLES, **{tag: _ROLES.get(tag, IN_TEXT) + FACT for tag in FACT_ELEMENTS}}
"""The role of each HTML element."""
PHRASING_ONLY = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Elements that contain no block-level elements: a custom element in one of them is inline."""
