"""JSON values in the shapes that schema.org allows: one text, several, a name, a URL, a boolean."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from indexer.page.elements import ROLE

MAX_VALUES = 200
"""Maximum number of values kept of a list."""
MAX_TEXT = 10_000
"""Maximum length in characters of one value."""

_REFERENCE = re.compile(r"&(?:[A-Za-z]{2,8}[1-4]?|#\d{2,5}|#x[\dA-Fa-f]{2,4});")
_MARKUP = re.compile(r"</?([a-zA-Z][\w-]*+)(:(?!:))?[^<>]*+>")
"""A tag; only those of HTML, of custom elements and of other vocabularies ("o:p") are markup: "crane<tug>" is text."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def text(value: Any, limit: int = MAX_TEXT) -> str:
    """Return a value as one line of text: the first of a list, the `@value` of a value object; entities and markup removed.

    >>> text([None, {"@value": "R&amp;D <em>today</em> "}]), text(True), text(2026)
    ('R&D today', '', '2026')
    """
    if value is None:
        return ""
    for _ in range(4 * (not isinstance(value, str))):  # lists of value objects of lists …; deeper nesting carries no text
        if isinstance(value, list):
            value = next((one for one in value if one not in (None, "")), None)
        elif isinstance(value, dict):
            value = value.get("@value", value.get("name", value.get("@list")))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return plain(value[:limit]) if isinstance(value, str) else ""


def plain(value: str) -> str:
    r"""Return a string as one line: entities, markup, NUL and lone surrogates removed, white space folded.

    >>> plain("Fish &#8217;n\n <b>chips</b>\0"), plain("Fianc&amp;eacute;"), plain("a &amp;&amp; b")
    ('Fish ’n chips', 'Fiancé', 'a && b')
    >>> plain("atomic&lt;crane&gt; <o:p>rests</o:p>")
    'atomic<crane> rests'
    """
    if "&" in value:
        value = html.unescape(value)
        if _REFERENCE.search(value):  # escaped twice: for the text and for the script
            value = html.unescape(value)
    if "<" in value:
        value = _MARKUP.sub(lambda tag: "" if tag[2] or "-" in tag[1] or tag[1].lower() in ROLE else tag[0], value)
    if not value.isascii() and _SURROGATE.search(value):  # from \ud83d\ude00 escaped one by one, or from half a pair
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return " ".join(value.split()) if "\0" not in value else plain(value.replace("\0", " "))


def truth(value: Any) -> bool | None:
    """Return a schema.org Boolean, however it is written.

    >>> truth("False"), truth(True), truth("https://schema.org/True"), truth(["no idea"])
    (False, True, True, None)
    """
    if isinstance(value, bool):
        return value
    word = text(value).rsplit("/", 1)[-1].lower()
    return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(word)


def as_list(value: Any) -> list[Any]:
    """Return a value as a list, with lists in lists and `@list` objects opened.

    >>> as_list({"@list": ["sea", ["ice", None]]}), as_list("sea"), as_list(None)
    (['sea', 'ice'], ['sea'], [])
    """
    return list(_flat(value, depth=4))


def _flat(value: Any, depth: int) -> Iterator[Any]:
    if isinstance(value, dict) and ("@list" in value or "@set" in value):
        value = value.get("@list", value.get("@set"))
    if not isinstance(value, list):
        if value is not None:
            yield value
    elif depth:
        for one in value[:MAX_VALUES]:
            yield from _flat(one, depth - 1)


def texts(value: Any) -> tuple[str, ...]:
    """Return labels: those of a list, or a single text as one label (splitting it at commas is left to the caller)."""
    found = (text(one) for one in as_list(value)[:MAX_VALUES])
    return tuple(dict.fromkeys(one for one in found if one))


def name(value: Any) -> str:
    """Return the name in a string, a node, or a node whose name is a node."""
    for _ in range(4):
        if not isinstance(value, dict):
            break
        given = f"{text(value.get('givenName'))} {text(value.get('familyName'))}".strip()
        value = value.get("name") or given or value.get("alternateName") or value.get("@value")
    return text(value) if isinstance(value, str | list) else ""


def address(value: Any) -> str:
    """Return the URL in a string or of a node, or "".

    >>> address({"@id": "/a", "url": "/b"}), address("/c"), address(["/d"])
    ('/a', '/c', '')
    """
    if isinstance(value, dict):
        value = value.get("@id") or value.get("url")
    return value if isinstance(value, str) else ""


def position(value: Any) -> float:
    """Return a list item's position; a value that is not a number sorts last, in document order."""
    try:
        return float(text(value))
    except ValueError:
        return float("inf")
