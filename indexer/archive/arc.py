"""ARC, the Internet Archive's format before WARC: a line of space-separated fields before each response serves as record header.

References
----------
Burner, Kahle: ARC File Format (Internet Archive, 1996).
"""

from __future__ import annotations

import re

HEAD = b"filedesc:"
"""First bytes of an ARC file."""
_URL = re.compile(rb"(?:https?|filedesc|dns|ftp):")
_FIELDS = re.compile(rb" (?:[\d.]+|[\da-fA-F:]+|-) (\d{12,17}) (\S+)(?= )")
"""Address, time, type; version 2 has further fields (status, checksum, location, offset, file) between them and the length."""
_LENGTH = re.compile(rb" (\d{1,15})\r?\n")


def header(line: bytes) -> dict[str, str] | None:
    r"""Return the fields of a record under their WARC names; None for any other line.

    >>> header(b"http://a.example/ 192.0.2.1 20010203040506 text/html 99\n")["warc-date"]
    '20010203040506'
    >>> header(b"WARC/1.0\r\n") is None
    True
    """
    end = line.rfind(b" ")
    length, fields = _LENGTH.fullmatch(line, max(end, 0)), _FIELDS.search(line, 0, end + 1)
    if length is None or fields is None or not _is_url(line[: fields.start()]):
        return None
    url, date, mime, size = (part.decode("utf-8", "replace") for part in (line[: fields.start()], fields[1], fields[2], length[1]))
    kind = "warcinfo" if url.startswith("filedesc:") else "response"
    return {
        "warc-type": kind, "warc-target-uri": url, "warc-date": date, "content-length": size,
        "content-type": "application/http" if kind == "response" and url.startswith("http") else mime,
    }  # fmt: skip


def _is_url(text: bytes) -> bool:
    """Return whether a field is a URL, with at most single spaces in it."""
    return _URL.match(text) is not None and text.split() == text.split(b" ")
