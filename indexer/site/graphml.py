"""GraphML, the exchange format for graphs of a site: text that an XML document can contain."""

from __future__ import annotations


def writable(text: str) -> str:
    """Return a text without the characters that XML 1.0 (2.2) forbids; a page's text may contain them.

    >>> writable("Ferry\\x00 \\ud800sails\\uffff")
    'Ferry sails'
    """
    return "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
