"""Detection of legacy encodings from visible non-ASCII words alone; markup says nothing about a language.

A multi-byte encoding is recognised by its syllabaries or by the share of everyday characters, a single-byte encoding by the share of
bytes that become the most frequent letters of its languages. Windows-1252, the web's default, wins ties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

_QUOTES = "’‘“”„–—…«»\xa0"
_COMMON: Mapping[str, frozenset[str]] = MappingProxyType({
    codec: frozenset(letters)
    for codec, letters in (
        ("cp1252", "äöüßéèêàâçñáíóúåøæãõôîïëùûìòœ°€ÄÖÜÉÀÅØ¿¡" + _QUOTES),
        ("cp1250", "ąćęłńóśźżáčďéěíňřšťúůýžäöüßâîŁŚŻČŠŽ" + _QUOTES),
        ("iso8859-2", "ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűâîŁŚŻČŠŽ\xa0"),
        ("cp1254", "çğıöşüÇĞİÖŞÜâîû" + _QUOTES),
        ("cp1257", "ąčęėįšųūžāēģīķļņöäõüČŠŽ" + _QUOTES),
        ("cp1251", "оеаинтсрвлкмдпу"),
        ("koi8_r", "оеаинтсрвлкмдпу"),
        ("cp1253", "αοιετσνηρυπκμλό"),
        ("cp1255", "יוהלאברתמשנעדםפק"),
        ("cp1256", "اليمنتردوبعةهكفس"),
        ("cp874", "านรกอเงมยลวดทสตะปบ่้ิี"),
    )
})
"""The most frequent letters (and marks) of the languages that each encoding is used for."""
_LATIN = frozenset({"cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257"})
_DENSE = 0.6
"""Share of non-ASCII bytes in non-ASCII words that separates other scripts (over .8) from accented Latin (under .4)."""
_LEAST = 0.6
"""Minimum share of everyday characters at which a decoding is accepted; right ones reach .8, accidents stay under .5."""
_MARGIN = 0.05
"""Margin by which a later codec must beat an earlier one, so that one odd word does not make a page Turkish."""
_KANA = 0.15
"""Minimum share of kana, which only Japanese reaches; real news have .4 and more."""


def detect(sample: bytes, among: Sequence[str] = ()) -> str:
    """Detect the codec of a sample of visible non-ASCII words.

    Parameters
    ----------
    sample : bytes
    among : sequence of str
        The candidate codecs, all by default. The first wins ties.

    >>> detect("Fußgänger könne größer".encode("cp1252")), detect("市議会は予算案を可決した".encode("euc_jp"))
    ('cp1252', 'euc_jp')
    >>> detect("Совет города".encode("koi8_r"), ("cp1251", "koi8_r"))
    'koi8_r'
    """
    dense = sum(byte > 0x7F for byte in sample) > _DENSE * len(sample)
    best, score = (among[0] if among else "cp1252"), 0.0
    for codec, letters in _COMMON.items():
        if (codec in among if among else dense is (codec not in _LATIN)) and fits(sample, codec):
            share = _share(_wide(sample.decode(codec, "ignore")), letters.__contains__)
            if share > score + (_MARGIN if score else 0.0):
                best, score = codec, share
    if score < _LEAST and dense:
        for codec, measure, least in _MULTIBYTE:
            wide = _wide(sample.decode(codec, "ignore")) if codec in among or not among else []
            if measure(wide) >= least and fits(sample, codec):
                return codec
    return best


def fits(sample: bytes, codec: str) -> bool:
    """Return whether a codec decodes the sample almost without errors (the cut end of a sample is one).

    >>> fits(b"\\xe4\\xf6\\xfc", "cp1252"), fits(b"\\xe4 \\xf6 \\xfc ", "gb18030")
    (True, False)
    """
    text = sample.decode(codec, "replace")
    bad = text.count("\ufffd") + sum("\x80" <= c <= "\x9f" for c in text)
    return bad <= 1 + len(text) // 500


def _wide(text: str) -> list[str]:
    return [c for c in text if c > "\x7f"]


def _share(wide: list[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, wide)) / len(wide) if wide else 0.0


def _kana(wide: list[str]) -> float:
    return _share(wide, lambda c: "\u3041" <= c <= "\u30fe")


def _hangul(wide: list[str]) -> float:
    return _share(wide, lambda c: "\uac00" <= c <= "\ud7a3")


def _gb_level_1(wide: list[str]) -> float:
    """Return the share of GB 2312's 3,755 everyday characters (B0 A1 to D7 F9) among the ideographs."""
    return _share(_ideographs(wide), lambda c: b"\xb0\xa1" <= c.encode("gb18030") <= b"\xd7\xf9")


def _big5_level_1(wide: list[str]) -> float:
    """Return the share of Big5's 5,401 everyday characters (A4 40 to C6 7E) among the ideographs."""
    return _share(_ideographs(wide), lambda c: b"\xa4\x40" <= c.encode("big5hkscs", "replace") <= b"\xc6\x7e")


def _ideographs(wide: list[str]) -> list[str]:
    return [c for c in wide if not "\u3000" <= c <= "\u303f" and not "\uff00" <= c <= "\uffef" and c != "\ufffd"]


_MULTIBYTE: tuple[tuple[str, Callable[[list[str]], float], float], ...] = (
    ("euc_jp", _kana, _KANA),
    ("cp932", _kana, _KANA),
    ("cp949", _hangul, 0.85),
    ("gb18030", _gb_level_1, _LEAST),
    ("big5hkscs", _big5_level_1, _LEAST),
)
"""The order matters: GB 2312 also has rows that decode as kana and hangul."""
