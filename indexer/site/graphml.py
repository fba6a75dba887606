"""GraphML, the form in which graphs of a site go to other tools: what of a page's text an XML document can hold."""

from __future__ import annotations


def writable(text: str) -> str:
    """A text without the characters that XML 1.0 (2.2) has no way to write; a page's may have them.

    >>> writable("Ferry\\x00 \\ud800sails\\uffff")
    'Ferry sails'
    """
    return "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
