"""Markup: HTML text that remembers what it is.

Text of a page has one of three roles: `body` (the story), `own` (about this page alone: headline, byline, date,
caption, comments, the teasers of a list) and `template` (the rest: menus, boxes, legal text). The first two are
wrapped in private-use characters while a page is built; `served` takes them out, demo.truth reads them.

A fourth mark says what of a page's template changes all the same. The *true template* is the tags and texts that a design prints on every
page of a kind: menus, boxes with the frames of their entries. What is not part of it is marked: values (the headlines of a box, the day, an
address: `varying`), and whatever is printed once for each paragraph, comment or entry of a list (`slot`).
"""

from __future__ import annotations

import re
from html import escape

BODY, OWN, END = "\ue000", "\ue001", "\ue002"
VARYING = "\ue003"
"""The tag or text that holds it is not the template's."""

_MARKS = re.compile(f"[{BODY}{OWN}{END}{VARYING}]")
_PIECE = re.compile(r"<[^>]*>|[^<]+")


def text(value: str) -> str:
    """Template text, escaped.

    >>> text("Terms & <conditions>")
    'Terms &amp; &lt;conditions&gt;'
    """
    return escape(value)


def body(value: str) -> str:
    """Text of the story, escaped and marked."""
    return f"{BODY}{escape(value)}{END}"


def own(value: str) -> str:
    """Text about this page alone, escaped and marked."""
    return f"{OWN}{escape(value)}{END}"


def link(url: str, inner: str, attributes: str = "") -> str:
    """An anchor around markup.

    >>> link("/a?b=1&c=2", text("Next"), 'rel="next"')
    '<a href="/a?b=1&amp;c=2" rel="next">Next</a>'
    """
    return f'<a href="{escape(url)}"{" " if attributes else ""}{attributes}>{inner}</a>'


def sentence_with_link(value: str, url: str, *, words: bool) -> str:
    """Body text of which a few words in the middle are a link, as writers set them.

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
    """A value that the template prints, marked as one that changes from page to page; not escaped.

    >>> served(text(varying("3 March"))), link(varying("/a"), text("Home")).count(VARYING)
    ('3 March', 1)
    """
    return VARYING + value


def slot(html: str) -> str:
    """Markup that is printed once for each paragraph, comment or entry: all its tags and texts are marked.

    >>> served(slot("<li>One</li>")), slot("<li>One</li>").count(VARYING)
    ('<li>One</li>', 3)
    """
    return _PIECE.sub(lambda piece: piece[0][:-1] + VARYING + ">" if piece[0].startswith("<") else VARYING + piece[0], html)


def marked(html: str) -> bool:
    """Whether some of the markup is the page's own or varies.

    >>> marked(text("Menu")), marked(own("A crane"))
    (False, True)
    """
    return _MARKS.search(html) is not None


def served(html: str) -> str:
    """The page as the server sends it."""
    return _MARKS.sub("", html)
