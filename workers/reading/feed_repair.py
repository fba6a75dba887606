"""Repairs feeds before they are parsed as XML: bare `&`, HTML entities and undeclared prefixes are common.

Without the repair, the parser drops the first two and reads `media:title` as the title of the entry.
"""

from __future__ import annotations

import re
from html.entities import html5

_REFERENCE = re.compile(rb"&(?:#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|([A-Za-z][A-Za-z0-9]{0,30});)?")
_XML_ENTITIES = (b"amp", b"lt", b"gt", b"quot", b"apos")
_CDATA, _CDATA_END = b"<![CDATA[", b"]]>"
_CHUNK = 1 << 16
"""Chunk size in bytes; chunks bound the memory for a document full of references."""


_PREFIX = re.compile(rb"[<\s]([A-Za-z_][\w.-]{0,30}):[A-Za-z_]")
_ROOT = re.compile(rb"<[A-Za-z_][\w.:-]*")
_MAX_PREFIXES = 50
_PREDEFINED = (b"xml", b"xmlns")


def declare_prefixes(body: bytes) -> bytes:
    """Declare each undeclared prefix as a namespace of the same name.

    >>> declare_prefixes(b"<rss><item><dc:date>2026</dc:date></item></rss>")
    b'<rss xmlns:dc="dc"><item><dc:date>2026</dc:date></item></rss>'
    """
    root = _ROOT.search(body)
    used: set[bytes] = set()
    for match in _PREFIX.finditer(body):
        if len(used) < _MAX_PREFIXES:
            used.add(match[1])
    missing = sorted(prefix for prefix in used if prefix not in _PREDEFINED and b"xmlns:" + prefix not in body)
    if root is None or not missing:
        return body
    return body[: root.end()] + b"".join(b' xmlns:%s="%s"' % (prefix, prefix) for prefix in missing) + body[root.end() :]


def escape_references(body: bytes) -> bytes:
    """Replace HTML entities by numeric references, and escape every other `&`.

    Parameters
    ----------
    body : bytes
        In an encoding compatible with ASCII.

    >>> escape_references(b"<link>/?a=1&b=2</link> caf&eacute; &lt; &#233; <![CDATA[a & b]]>")
    b'<link>/?a=1&amp;b=2</link> caf&#233; &lt; &#233; <![CDATA[a & b]]>'
    """
    if b"&" not in body:
        return body
    out, at = bytearray(), 0
    while at < len(body):
        if body.startswith(_CDATA, at):
            end = body.find(_CDATA_END, at) + len(_CDATA_END)
            end = end if end >= len(_CDATA_END) else len(body)
            out += body[at:end]
        else:
            end = _chunk_end(body, at)
            out += _REFERENCE.sub(_numeric_reference, body[at:end])
        at = end
    return bytes(out)


def _chunk_end(body: bytes, at: int) -> int:
    """Return the end of the chunk that begins at `at`; it lies before CDATA or a tag, so that no reference is split."""
    end = body.find(_CDATA, at + 1, at + _CHUNK)
    if end >= 0 or at + _CHUNK >= len(body):
        return end if end >= 0 else len(body)
    tag = body.rfind(b"<", at + 1, at + _CHUNK)
    return tag if tag > at else at + _CHUNK


def _numeric_reference(match: re.Match[bytes]) -> bytes:
    written, name = match[0], match[1]
    if written == b"&":
        return b"&amp;"
    if name is None or name in _XML_ENTITIES:
        return written
    characters = html5.get(f"{name.decode('ascii')};")
    return b"&amp;" + written[1:] if characters is None else b"".join(b"&#%d;" % ord(character) for character in characters)
