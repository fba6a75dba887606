"""ARC, the Internet Archive's format before WARC: a line of blank-separated fields before each answer, read as the header of a record.

References
----------
Burner, Kahle: ARC File Format (Internet Archive, 1996).
"""

from __future__ import annotations

import re

HEAD = b"filedesc:"
"""What the first line of an ARC file begins with."""
_LINE = re.compile(
    rb"((?:https?|filedesc|dns|ftp):\S*(?: \S+)*?) (?:[\d.]+|[\da-fA-F:]+|-) (\d{12,17}) (\S+)(?: [^\r\n]*)? (\d{1,15})\r?\n"
)
"""URL, address, time, type, whatever version 2 has besides (status, checksum, location, offset, file), length."""


def header(line: bytes) -> dict[str, str] | None:
    r"""The fields of a record, under the names that WARC has for them; None for a line of another kind.

    >>> header(b"http://a.example/ 192.0.2.1 20010203040506 text/html 99\n")["warc-date"]
    '20010203040506'
    >>> header(b"WARC/1.0\r\n") is None
    True
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    url, date, mime, length = (part.decode("utf-8", "replace") for part in match.groups())
    kind = "warcinfo" if url.startswith("filedesc:") else "response"
    return {
        "warc-type": kind, "warc-target-uri": url, "warc-date": date, "content-length": length,
        "content-type": "application/http" if kind == "response" and url.startswith("http") else mime,
    }  # fmt: skip
