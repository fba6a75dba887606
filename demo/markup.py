"""HTML with marks for the role of each text.

The text of a page has one of three roles: `body` (the story), `own` (specific to this page: headline, byline, date, caption, comments, the
teasers of a list) and `template` (the rest: menus, boxes, legal text). The first two are enclosed in private-use characters while a page is
built; `served` removes them, demo.truth reads them.

A fourth mark identifies the varying parts of the template. The *true template* consists of the tags and texts that a design prints on every
page of a kind: menus, boxes with the frames of their entries. Everything else is marked: values (the headlines of a box, the day, a URL:
`varying`), and markup that is repeated for each paragraph, comment or list entry (`slot`).
"""

from __future__ import annotations

import re
from html import escape

BODY, OWN, END = "\ue000", "\ue001", "\ue002"
VARYING = "\ue003"
"""A tag or text that contains it does not belong to the true template."""

_MARKS = re.compile(f"[{BODY}{OWN}{END}{VARYING}]")
_PIECE = re.compile(r"<[^>]*>|[^<]+")


def text(value: str) -> str:
    """Escape template text.

    >>> text("Terms & <conditions>")
    'Terms &amp; &lt;conditions&gt;'
    """
    return escape(value)


def body(value: str) -> str:
    """Escape and mark text of the story."""
    return f"{BODY}{escape(value)}{END}"


def own(value: str) -> str:
    """Escape and mark text that is specific to the page."""
    return f"{OWN}{escape(value)}{END}"


def link(url: str, inner: str, attributes: str = "") -> str:
    """Return a link around markup.

    >>> link("/a?b=1&c=2", text("Next"), 'rel="next"')
    '<a href="/a?b=1&amp;c=2" rel="next">Next</a>'
    """
    return f'<a href="{escape(url)}"{" " if attributes else ""}{attributes}>{inner}</a>'


def sentence_with_link(value: str, url: str, *, words: bool) -> str:
    """Return body text with a link on a few words in the middle.

    >>> served(sentence_with_link("The mirror of the dome is smooth today", "/dome/", words=True))
    'The mirror of <a href="/dome/">the dome</a> is smooth today'
    """
    parts = value.split(" ") if words else list(value)
    if len(parts) < 8:
        return body(value)
    joint = " " if words else ""
    before, inside, after = parts[:3], parts[3:5] if words else parts[3:9], parts[5:] if words else parts[9:]
    return body(joint.join(before) + joint) + link(url, body(joint.join(inside))) + body(joint + joint.join(after))


def varying(value: str) -> str:
    """Mark a template value that changes from page to page; the value is not escaped.

    >>> served(text(varying("3 March"))), link(varying("/a"), text("Home")).count(VARYING)
    ('3 March', 1)
    """
    return VARYING + value


def slot(html: str) -> str:
    """Mark all tags and texts of markup that is repeated for each paragraph, comment or entry.

    >>> served(slot("<li>One</li>")), slot("<li>One</li>").count(VARYING)
    ('<li>One</li>', 3)
    """
    return _PIECE.sub(lambda piece: piece[0][:-1] + VARYING + ">" if piece[0].startswith("<") else VARYING + piece[0], html)


def marked(html: str) -> bool:
    """Return whether the markup contains text that is specific to the page or varies.

    >>> marked(text("Menu")), marked(own("A crane"))
    (False, True)
    """
    return _MARKS.search(html) is not None


def served(html: str) -> str:
    """Return the page without marks, as the server sends it."""
    return _MARKS.sub("", html)
