"""Python codecs for the encoding labels of the Web, and the usual legacy encodings of each language."""

from __future__ import annotations

import codecs
import re

_SPELLINGS = {
    "utf-8": "utf8 unicode-1-1-utf-8 utf-16 utf-16le utf-16be ucs-2 unicode",
    "cp1252": "iso-8859-1 iso8859-1 iso88591 iso_8859-1 latin1 latin-1 l1 ascii us-ascii ansi_x3.4-1968 cp819 ibm819"
    " x-cp1252 windows-1252 cp1252 ansi x-user-defined",
    "gb18030": "gb2312 gb_2312-80 gbk x-gbk chinese csgb2312 gb18030 cp936 ms936",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis windows-31j ms932",
    "cp949": "euc-kr euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean windows-949",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "cp874": "tis-620 iso-8859-11 windows-874 dos-874",
    "cp1254": "iso-8859-9 latin5 l5 windows-1254 x-cp1254",
    "iso8859-8": "iso-8859-8-i logical",
    "iso8859-16": "iso-8859-16",
    "euc_jp": "x-euc-jp eucjp",
    "iso2022_jp_ext": "iso-2022-jp",
    "mac_roman": "macintosh x-mac-roman",
    "mac_cyrillic": "x-mac-cyrillic",
    "koi8_r": "koi koi8",
}
"""Labels of the encoding standard, section 4.2, to Python codecs; `codecs.lookup` resolves the others.

UTF-16 in a `meta` element means UTF-8, because the declaration itself was readable as ASCII.
"""
_LABELS = {label: codec for codec, labels in _SPELLINGS.items() for label in labels.split()}
_TEXT_CODECS = re.compile(
    r"utf-?8|iso8859[-_]\d+|cp\d+|koi8[-_]\w|euc[-_]\w+|gb\w+|big5\w*|mac[-_]\w+|iso2022\w+|hz|johab"
)
_BY_LANGUAGE = {
    "ar": ("cp1256",), "bg": ("cp1251",), "cs": ("cp1250", "iso8859-2"), "el": ("cp1253",), "et": ("cp1257",),
    "fa": ("cp1256",), "he": ("cp1255",), "hr": ("cp1250", "iso8859-2"), "hu": ("iso8859-2", "cp1250"),
    "ja": ("euc_jp", "cp932"), "ko": ("cp949",), "lt": ("cp1257",), "lv": ("cp1257",), "mk": ("cp1251",),
    "pl": ("iso8859-2", "cp1250"), "ru": ("cp1251", "koi8_r"), "sk": ("cp1250", "iso8859-2"),
    "sl": ("cp1250", "iso8859-2"), "sr": ("cp1251",), "th": ("cp874",), "tr": ("cp1254",), "uk": ("cp1251",),
    "vi": ("cp1258",), "zh": ("gb18030", "big5hkscs"),
    **dict.fromkeys(("ca", "da", "de", "en", "es", "fi", "fr", "is", "it", "nl", "no", "pt", "sv"), ("cp1252",)),
}  # fmt: skip
"""Usual legacy encodings of a language (HTML standard, 13.2.3.2, last step); they are tried before any detection."""


def codec_of(label: str) -> str:
    """Return Python's codec for a label of the encoding standard, or "" for a label that browsers do not know.

    >>> codec_of("GB2312"), codec_of("ISO-8859-1"), codec_of("utf8"), codec_of("rot13")
    ('gb18030', 'cp1252', 'utf-8', '')
    """
    label = label.strip().lower()
    if label in _LABELS:
        return _LABELS[label]
    try:
        name = codecs.lookup(label.replace("windows-", "cp")).name
    except LookupError:
        return ""
    return name if _TEXT_CODECS.fullmatch(name) else ""


def usual_codecs(language: str, region: str = "") -> tuple[str, ...]:
    """Return the usual legacy encodings of a language in a region or script.

    >>> usual_codecs("zh"), usual_codecs("zh", "tw"), usual_codecs("xx")
    (('gb18030', 'big5hkscs'), ('big5hkscs', 'gb18030'), ())
    """
    found = _BY_LANGUAGE.get(language, ())
    return found[::-1] if language == "zh" and region in ("tw", "hk", "hant", "mo") else found
