"""Pages that a browser saved as one MIME message (MHTML, RFC 2557): their HTML and their URL."""

from __future__ import annotations

import tempfile
from codecs import BOM_UTF8
from email import policy
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import BinaryIO, NamedTuple

from indexer.archive.content_coding import expand
from indexer.errors import InputError

_PARTS = 8
"""Maximum size of a message relative to the largest page: it contains pictures, and Base64 adds a third."""
_GZIP = b"\x1f\x8b"


class SavedPage(NamedTuple):
    """The page's HTML in a file of its own, and the URL recorded by the browser, or ""."""

    path: Path
    url: str


def saved_page(handle: BinaryIO, name: str, longest: int, folder: Path) -> SavedPage:
    """Return the page of a message.

    Parameters
    ----------
    longest : int
        Maximum length in bytes of a page.
    folder : Path
        Folder for the HTML.

    Raises
    ------
    InputError
        If the message is too large, or has no page.
    """
    data = handle.read(_PARTS * longest + 1)
    if data.startswith(_GZIP):
        data, _ = expand(data, "gzip", _PARTS * longest)
    if len(data) > _PARTS * longest:
        raise InputError(f"{name}: over {_PARTS * longest:,} bytes")
    message: Message = BytesParser(policy=policy.compat32).parsebytes(data)
    pages = [part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    if not pages:
        raise InputError(f"{name}: the message has no part that is a page")
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".html", delete=False) as out:
        out.write(_html(pages[0])[: longest + 1])
    url = message.get("Snapshot-Content-Location") or pages[0].get("Content-Location") or ""
    return SavedPage(Path(out.name), "".join(str(url).split()))


def _html(part: Message) -> bytes:
    """Return the part's bytes; converted to UTF-8 with a BOM if its header names an encoding, which the file cannot record."""
    content = part.get_payload(decode=True)
    body = content if isinstance(content, bytes) else b""
    charset = part.get_content_charset()
    if not charset:
        return body
    try:
        return BOM_UTF8 + body.decode(charset, "replace").encode("utf-8", "replace")
    except LookupError:
        return body
