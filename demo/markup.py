"""Markup: HTML text that remembers what it is.

Text of a page has one of three roles: `body` (the story), `own` (about this page alone: headline, byline, date,
caption, comments, the teasers of a list) and `template` (the rest: menus, boxes, legal text). The first two are
wrapped in private-use characters while a page is built; `served` takes them out, demo.truth reads them.
"""

from __future__ import annotations

from html import escape

BODY, OWN, END = "\ue000", "\ue001", "\ue002"


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


def served(html: str) -> str:
    """The page as the server sends it."""
    return html.replace(BODY, "").replace(OWN, "").replace(END, "")
