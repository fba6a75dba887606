"""Decoding of a page's bytes by the steps of the HTML standard.

The order is the standard's (byte-order mark, HTTP header, XML declaration, `meta`), then detection from the visible text.
Three deviations exist, because declarations are wrong more often than bytes:

* valid UTF-8 with several multi-byte characters is UTF-8, regardless of the declaration;
* text declared as UTF-8 with some broken bytes stays UTF-8 (one U+FFFD per byte); the declaration is dropped only if broken bytes
    prevail;
* C1 control characters in the result mean windows-1252, as they do in numeric character references.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from indexer.page.codec_names import codec_of, usual_codecs
from indexer.page.detect import detect, fits

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_HEAD = 8192
"""Number of bytes searched first for a declaration; the standard demands 1024, but real heads begin with comments."""
_FAR = 1 << 20
"""Maximum number of bytes searched for a declaration."""
_HTTP_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([\w.:-]{2,40})", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_LANG = re.compile(rb"<html[^>]{0,500}?\blang\s*=\s*[\"']?\s*([A-Za-z]{2})(?:-([A-Za-z]{2,4}))?", re.IGNORECASE)
_C1_TO_1252 = {
    code: char
    for code in range(0x80, 0xA0)
    if (char := bytes([code]).decode("cp1252", "ignore"))
}  # fmt: skip
_MULTIBYTE = frozenset({"gb18030", "cp932", "cp949", "big5hkscs", "euc_jp", "iso2022_jp_ext", "hz"})
_SAMPLE = 20_000
"""Number of bytes of visible non-ASCII words used for detection; more do not change the result."""
_CERTAIN = 3
"""Minimum number of multi-byte sequences at which valid UTF-8 is not a coincidence in a single-byte text."""
_CERTAIN_CJK = 12
"""The same minimum against a multi-byte declaration, where UTF-8 and GBK can agree by chance (`联通`)."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text.

    Parameters
    ----------
    text : str
        Without byte-order mark; NUL characters dropped, as the HTML standard's tree construction does.
    encoding : str
        The Python codec that was used.
    how : str
        The step that decided: `bom`, `http`, `xml`, `meta`, `utf-8` (valid), `language` or `detected`.
    utf8 : bytes
        The same text in UTF-8 if available, which saves the parser an encoding step; otherwise b"".
    """

    text: str
    encoding: str
    how: str
    utf8: bytes = field(default=b"", repr=False, compare=False)


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decode an HTML page; never fails.

    Parameters
    ----------
    body : bytes
    content_type : str
        The HTTP header's value, or "".

    Notes
    -----
    Valid UTF-8 costs one strict decode and one search for a declaration, independent of the page's length.

    Examples
    --------
    >>> decode('<meta charset="iso-8859-1"><p>Fußgänger „so“'.encode("cp1252"))
    Decoded(text='<meta charset="iso-8859-1"><p>Fußgänger „so“', encoding='cp1252', how='meta')
    >>> decode("<p>Grüße aus Łódź".encode(), "text/html; charset=latin1").encoding
    'utf-8'
    """
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _finish(body[len(mark) :].decode(encoding, "replace"), encoding, "bom")
    if body[:4].replace(b"\0", b"") != body[:4] and (wide := _wide(body)):
        return _finish(body.decode(wide, "replace"), wide, "detected")
    declared, how = _declared(body, content_type)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _not_utf8(body, declared, how)
    if declared in ("", "utf-8") or _outvotes(text, body, declared):
        if not declared and b"\x1b$" in body:
            declared, how = "iso2022_jp_ext", "detected"
        else:
            return _finish(text, "utf-8", how if declared == "utf-8" else "utf-8", body)
    return _finish(body.decode(declared, "replace"), declared, how)


def _declared(body: bytes, content_type: str) -> tuple[str, str]:
    """Return the codec named by the first usable declaration, and the step that found it; ("", "") without a declaration."""
    match = _HTTP_CHARSET.search(content_type)
    if match and (codec := codec_of(match[1])):
        return codec, "http"
    xml = _XML.match(body, 0, _HEAD)
    if xml and (codec := codec_of(xml[1].decode("ascii", "replace"))):
        return codec, "xml"
    head = body[:_HEAD]
    if b"<!--" in head:
        head = _COMMENT.sub(b"", head)
    meta = _META.search(head) or _META.search(body, _HEAD, _FAR)
    if meta and (codec := codec_of(meta[1].decode("ascii", "replace"))):
        return codec, "meta"
    return "", ""


def _outvotes(text: str, body: bytes, declared: str) -> bool:
    """Return whether valid UTF-8 is better evidence than the declaration of another encoding."""
    wide = len(body) - len(text)
    if not wide:
        return declared not in ("iso2022_jp_ext", "hz")
    return wide >= (_CERTAIN_CJK if declared in _MULTIBYTE else _CERTAIN)


def _not_utf8(body: bytes, declared: str, how: str) -> Decoded:
    """Decode bytes that are not valid UTF-8: a legacy encoding, or UTF-8 with broken bytes."""
    if declared not in ("", "utf-8"):
        text = body.decode(declared, "replace")
        bad = text.count("\ufffd")
        if bad * 10 <= _non_ascii(text) or declared not in _MULTIBYTE:
            return _finish(text, declared, how)
    text = body.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = _non_ascii(text) - bad
    if (declared == "utf-8" and bad <= max(8, good)) or bad * 4 < good:
        return _finish(text, "utf-8", how if declared == "utf-8" else "utf-8")
    return _detect(body)


def _detect(body: bytes) -> Decoded:
    """Decode an undeclared legacy encoding: the page's language decides first, then its visible non-ASCII words."""
    sample = _visible(body) or body[:_SAMPLE]
    language = _LANG.search(body, 0, _HEAD)
    usual = tuple(codec for codec in _usual(language) if fits(sample, codec)) if language else ()
    if usual:
        codec = detect(sample, usual)
        return _finish(body.decode(codec, "replace"), codec, "language")
    codec = detect(sample)
    return _finish(body.decode(codec, "replace"), codec, "detected")


def _visible(body: bytes) -> bytes:
    """Return the first non-ASCII words outside tags, scripts and styles, at most `_SAMPLE` bytes; linear in the body's length."""
    words: list[bytes] = []
    size = 0
    for piece in body.split(b"<"):
        if piece.isascii() or piece[:6].lower() in (b"script", b"style>", b"style "):
            continue
        new = [word for word in piece.partition(b">")[2].split() if not word.isascii()]
        words += new
        size += sum(map(len, new))
        if size > _SAMPLE:
            break
    return b" ".join(words)[:_SAMPLE]


def _usual(match: re.Match[bytes]) -> tuple[str, ...]:
    return usual_codecs(match[1].decode().lower(), (match[2] or b"").decode().lower())


def _wide(body: bytes) -> str:
    """Return the UTF-16 codec of a body without a byte-order mark: a `<` and a NUL alternate."""
    return {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(body[:2], "")


def _non_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _c1(utf8: bytes) -> list[int]:
    """Return the C1 controls in valid UTF-8, encoded as C2 80 to C2 9F; takes a tenth of a regular expression's time."""
    return sorted({rest[0] for rest in utf8.split(b"\xc2")[1:] if rest[0] < 0xA0}) if b"\xc2" in utf8 else []


def _finish(text: str, encoding: str, how: str, utf8: bytes = b"") -> Decoded:
    """Return the text without C1 controls and NUL; they are replaced in UTF-8, where the search is fast."""
    utf8 = utf8 or text.encode("utf-8", "replace")
    controls = _c1(utf8)
    if controls or b"\0" in utf8:
        for code in controls:
            utf8 = utf8.replace(bytes((0xC2, code)), _C1_TO_1252.get(code, chr(code)).encode())
        utf8 = utf8.replace(b"\0", b"")
        text = utf8.decode("utf-8")
    return Decoded(text, encoding, how, utf8)
